"""How often a message may change: what several seal within a moment is told in one edit."""

from datetime import datetime, timedelta
from typing import Final

from bot.hosting.match import MatchId
from bot.hosting.ports import Clock

PAUSE: Final = timedelta(seconds=10)
"""So long apart are edits, unless somebody says otherwise; Discord minds a flood of them."""


class Edits:
    """When the newest messages were edited last.

    Only this process remembers it. What has to wait stays untold on the shelf, so that a crash
    loses nothing: the next tick after the pause tells it, as it is by then.
    """

    def __init__(self, clock: Clock, pause: timedelta = PAUSE) -> None:
        self._clock = clock
        self._pause = pause
        self._last: dict[MatchId, datetime] = {}

    def must_wait(self, match_id: MatchId) -> bool:
        """Say whether this match's message was edited a moment ago."""
        return match_id in self._last and self._is_recent(self._last[match_id])

    def done(self, match_id: MatchId) -> None:
        """Remember that a message was edited."""
        recent = {each: at for each, at in self._last.items() if self._is_recent(at)}
        self._last = {**recent, match_id: self._clock.now()}

    def _is_recent(self, moment: datetime) -> bool:
        # A clock that was set back must not make the pause any longer.
        return timedelta() <= self._clock.now() - moment < self._pause
