"""A messenger that tells nobody and says it has: for tables without a channel."""

from collections.abc import Sequence
from typing import Any

from bot.hosting.match import Match, Posted
from engine.game import Seat
from engine.referee import Progress


class Silence:
    """Keeps the port `Messenger`."""

    async def cover(self, match: Match, progress: Progress[Any, Any] | None) -> Posted:
        """Show nothing."""
        del progress
        return match.cover

    async def table(
        self, match: Match, progress: Progress[Any, Any], since: int, missed: Sequence[Seat] = ()
    ) -> Posted:
        """Show nothing."""
        del progress, since, missed
        return match.table

    more = table
