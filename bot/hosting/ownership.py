"""Who may change a match: one process alone, or several that ask the shelf each time."""

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


SHARED: Final = Everything(is_mine=False)
SOLE: Final = Everything(is_mine=True)
