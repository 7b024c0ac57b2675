"""The law of open waits: one that runs has something due in the future, or none by agreement.

By agreement: there is no limit, or time is up and the table simply waits, and the last reminder is
behind or unwanted; a computer player is about to move. Asked of the file after every commit, in
words of its own, which PostgreSQL understands, too.
"""

import sqlite3
from datetime import datetime, timedelta
from typing import Final

from tests.weeks.clock import VirtualClock, instant

_RUNNING: Final = """
SELECT waits.match_id, waits.seat, waits.due_at, waits.late_at
FROM waits
JOIN matches ON matches.id = waits.match_id
JOIN seats ON seats.match_id = waits.match_id AND seats.seat = waits.seat
LEFT JOIN players ON players.id = waits.player
LEFT JOIN table_preferences AS here
ON here.match_id = waits.match_id AND here.player = waits.player
WHERE matches.status = 'playing' AND matches.held_until IS NULL AND matches.lost_at IS NULL
AND waits.since IS NOT NULL AND waits.stops = ''
AND seats.stand_in_for IS NULL AND NOT seats.offered AND seats.agent IS NULL
"""
HANGS: Final = f"""
{_RUNNING} AND waits.length_s IS NOT NULL AND matches.when_late != 'wait'
AND (waits.late_at IS NOT NULL OR waits.due_at IS NULL)
"""
UNTIMED: Final = f"""
{_RUNNING} AND waits.length_s IS NOT NULL AND waits.late_at IS NULL
AND (waits.look_at IS NULL OR waits.look_at > waits.due_at)
"""
# Four reminders without a limit; three before time is up, and four after it.
UNREMINDED: Final = f"""
{_RUNNING} AND waits.look_at IS NULL AND NOT waits.muted
AND COALESCE(here.reminders, players.reminders, 'default') != 'off'
AND (
    (waits.length_s IS NULL AND waits.reminded < 4)
    OR (waits.late_at IS NOT NULL AND matches.when_late = 'wait' AND waits.reminded < 7)
)
"""
UNNOTICED: Final = f"{_RUNNING} AND waits.length_s IS NOT NULL AND waits.late_at IS NULL"
OVERDUE: Final = (
    _RUNNING.replace("waits.due_at", "waits.look_at") + " AND waits.look_at IS NOT NULL"
)
GRACE: Final = timedelta(minutes=3)
"""How late it may be noticed: after half a second that is rounded away, and a kill."""


class Law:
    """Looks at the file of a run, if it is one, and keeps what broke the law, each wait once."""

    def __init__(self, url: str, clock: VirtualClock) -> None:
        path = url.removeprefix("sqlite:///")
        self._file = None if path == url else sqlite3.connect(path)
        self._clock = clock
        self._known: set[tuple[int, int, object]] = set()
        self._beat: str | None = None
        self._overdue: set[tuple[int, int, str | None, str | None]] = set()
        self.broken: list[str] = []

    def committed(self) -> None:
        """Look after a commit: no wait hangs."""
        self._break(HANGS, "has nothing due")
        self._break(UNTIMED, "runs, and nothing will notice that time is up")
        self._break(UNREMINDED, "has no reminder to come")

    def ticked(self, tick: datetime) -> None:
        """Look after the clock's turn: what was due has been seen."""
        if self._file is None:
            return
        # In an outage time is not up, and nobody is reminded: what is due then is given back.
        (beat,) = self._file.execute("SELECT max(at) FROM beats").fetchone()
        if beat is None or beat == self._beat:
            return
        self._beat = beat
        until = min(instant(beat), tick) - GRACE
        for match, seat, due, late in self._rows(UNNOTICED):
            if due is not None and instant(due) <= until:
                self._note(match, seat, due, late, "was due, and nobody noticed")
        # A wait that has just begun to run again may get a look in the past: the next turn is its.
        overdue = {row for row in self._rows(OVERDUE) if row[2] and instant(row[2]) <= until}
        for match, seat, due, late in sorted(overdue & self._overdue, key=str):
            self._note(match, seat, due, late, "was to be looked at, and nobody did")
        self._overdue = overdue

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    def _break(self, question: str, what: str) -> None:
        for match, seat, due, late in self._rows(question):
            self._note(match, seat, due, late, what)

    def _rows(self, question: str) -> list[tuple[int, int, str | None, str | None]]:
        return [] if self._file is None else self._file.execute(question).fetchall()

    def _note(self, match: int, seat: int, due: object, late: object, what: str) -> None:
        if (match, seat, what) not in self._known:
            self._known.add((match, seat, what))
            self.broken.append(
                f"match {match}, seat {seat}: the wait {what} at {self._clock.now()}"
                f" (due {due}, late {late})"
            )
