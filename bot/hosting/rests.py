"""Who is left alone for a while: matches whose channel is gone, or that are in other trouble."""

from datetime import datetime, timedelta
from typing import Final

from bot.hosting.match import MatchId
from bot.hosting.ports import Clock

FIRST_REST: Final = timedelta(seconds=2)
LONGEST_REST: Final = timedelta(hours=6)


class Rests:
    """Matches that are left alone for a while after trouble, twice as long each time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[MatchId, tuple[datetime, timedelta]] = {}

    def is_resting(self, match_id: MatchId) -> bool:
        """Say whether to leave this match alone for now."""
        if match_id not in self._until:
            return False
        end, length = self._until[match_id]
        # A clock that was set back must not make the rest any longer.
        return end - length <= self._clock.now() < end

    def is_troubled(self, match_id: MatchId) -> bool:
        """Say whether a match was in trouble when last something was done in it."""
        return match_id in self._until

    def rest(self, match_id: MatchId) -> None:
        """Leave a match alone, twice as long as last time."""
        last = self._until[match_id][1] if match_id in self._until else FIRST_REST / 2
        length = min(last * 2, LONGEST_REST)
        self._until[match_id] = (self._clock.now() + length, length)

    def wake(self, match_id: MatchId) -> None:
        """Forget the trouble of a match."""
        self._until.pop(match_id, None)
