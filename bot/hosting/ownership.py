"""Who may change a match: one process alone, or several that ask the shelf each time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from bot.hosting.match import MatchId


@dataclass(frozen=True, slots=True)
class Everything:
    """Keeps the port `Ownership` for all matches at once."""

    is_mine: bool

    def owns(self, match_id: MatchId) -> bool:
        """Say whether nobody else changes this match."""
        del match_id
        return self.is_mine

    @asynccontextmanager
    async def telling(self, match_id: MatchId) -> AsyncIterator[bool]:
        """Let everybody tell: nonces and versions keep the channel in order."""
        del match_id
        yield True


SHARED: Final = Everything(is_mine=False)
SOLE: Final = Everything(is_mine=True)
