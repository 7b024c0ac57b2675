"""A messenger that tells nobody and says it has: for tables without a channel."""

from typing import Any

from bot.hosting.match import Match
from engine.referee import Progress


class Silence:
    """Keeps the port `Messenger`."""

    async def lobby(self, match: Match, progress: Progress[Any, Any] | None) -> Match:
        """Show nothing."""
        del progress
        return match

    async def table(self, match: Match, progress: Progress[Any, Any], since: int) -> Match:
        """Show nothing."""
        del progress, since
        return match

    async def more(self, match: Match, progress: Progress[Any, Any], since: int) -> Match:
        """Show nothing."""
        del progress, since
        return match
