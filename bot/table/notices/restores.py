"""Times that are lost: the database was brought back as it was before them.

Channels still show what was sent then: messages about moves and tables that nobody knows any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.table.ids import MatchId
from bot.table.notices.news_modes import moment_of


@dataclass(frozen=True, slots=True)
class Restore:
    """The database was brought back at `ended` as it had been at `began`.

    `number` is its own among all of a database. Tables with numbers above `last_match` and below
    `next_match` are lost: the numbers are never given again.
    """

    number: int
    began: datetime
    ended: datetime
    last_match: int
    next_match: int

    def has_lost(self, message: int) -> bool:
        """Say whether a message was sent within the lost time."""
        return self.began < moment_of(message) < self.ended

    def has_lost_table(self, match: MatchId) -> bool:
        """Say whether a table was opened within the lost time."""
        return self.last_match < match < self.next_match


class Restores:
    """All restores of a database, oldest first; most never had one."""

    def __init__(self, every: Sequence[Restore] = ()) -> None:
        self._every = tuple(every)

    @property
    def newest(self) -> Restore | None:
        """The last one."""
        return self._every[-1] if self._every else None

    def numbered(self, number: int) -> Restore | None:
        """Return the one with this number."""
        return next((each for each in self._every if each.number == number), None)

    def that_lost(self, message: int) -> Restore | None:
        """Return the one that lost what this message shows."""
        return next((each for each in self._every if each.has_lost(message)), None)

    def that_lost_match(self, match: MatchId) -> Restore | None:
        """Return the one that lost a table, of which only channels know."""
        return next((each for each in self._every if each.has_lost_table(match)), None)


NEVER: Final = Restores()
"""Of a database that was never brought back."""
