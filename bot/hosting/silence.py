"""A messenger that tells nobody and says it has: for tables without a channel."""

from collections.abc import Sequence

from bot.hosting.match import Posted, Standing
from engine.game import Seat


class Silence:
    """Keeps the port `Messenger`."""

    async def cover(self, standing: Standing) -> Posted:
        """Show nothing."""
        return standing.match.cover

    async def table(self, standing: Standing, since: int, missed: Sequence[Seat] = ()) -> Posted:
        """Show nothing."""
        del since, missed
        return standing.match.table

    more = table

    async def deals(self, standing: Standing) -> None:
        """Show nothing."""
