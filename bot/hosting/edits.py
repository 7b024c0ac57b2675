"""How soon a message changes: what several seal in a moment, or one does in a turn, is one edit."""

from datetime import datetime, timedelta
from typing import Final

from bot.hosting.manners import Manner
from bot.hosting.match import Match, MatchId
from bot.hosting.ports import Clock

PAUSE: Final = timedelta(seconds=10)
"""So long apart are edits, unless somebody says otherwise; Discord minds a flood of them."""
REST: Final = timedelta(minutes=5)
"""A turn of many small choices that nobody played on for so long is told as far as it got."""


class Edits:
    """When the newest messages were edited last.

    Only this process remembers it. What has to wait stays untold on the shelf, so that a crash
    loses nothing: the next tick after the pause tells it, as it is by then.
    """

    def __init__(self, clock: Clock, pause: timedelta = PAUSE) -> None:
        self._clock = clock
        self._pause = pause
        self._last: dict[MatchId, datetime] = {}

    def must_wait(self, match: Match, manner: Manner) -> bool:
        """Say whether it is too soon to edit this match's message."""
        match manner:
            case Manner.EDITED if match.id in self._last:
                return self._is_recent(self._last[match.id], self._pause)
            case Manner.HELD:
                return self._is_recent(match.changed_at, REST)
            case _:
                return False

    def done(self, match_id: MatchId) -> None:
        """Remember that a message was edited."""
        ends = self._last.items()
        recent = {each: at for each, at in ends if self._is_recent(at, self._pause)}
        self._last = {**recent, match_id: self._clock.now()}

    def _is_recent(self, moment: datetime, length: timedelta) -> bool:
        # A clock that was set back must not make the pause any longer.
        return timedelta() <= self._clock.now() - moment < length
