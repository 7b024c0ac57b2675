"""What hosting needs of the world. Storage and the Discord shell implement it, tests fake it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from enum import IntEnum
from typing import Protocol, TypeVar

from bot.table.match.match import LoadedMatch, Posted
from bot.table.notices.notice import Delivered, QueuedNotice
from engine.game import Seat

R = TypeVar("R")


class Clock(Protocol):
    """Says what time it is, with a time zone (UTC)."""

    def now(self) -> datetime:
        """Return this moment."""


class Entropy(Protocol):
    """Gives secret seeds."""

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes."""


class Messenger(Protocol):
    """Brings one target up to date and returns what it was told: place, message, no counters.

    All methods may be repeated without harm and raise `CannotPost`. A table of its own thread gets
    `cover` after each `table`; one in the channel itself only when its status changes. A message
    that is None was never posted, or they have it deleted: post anew.
    """

    async def cover(self, loaded: LoadedMatch) -> Posted:
        """Post or edit the lobby message, or the cover of a table that has begun."""

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        """Post one new table message for all that happened after line `since`.

        `missed` are the seats whose moves earlier messages told, since the seat that is asked now
        moved last.

        Opens the table's thread before the first one. A repeat for the same line shows nothing
        twice (the message's nonce is made of what all have seen happen).
        """

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        """Let the newest table message tell all that happened after line `since`; ping nobody.

        If it is gone, a new one is posted, without pings.
        """

    async def ask(self, loaded: LoadedMatch, since: int, *, anew: bool) -> Posted:
        """Let a line of its own name those who must act, with what happened after line `since`.

        `anew`: they are asked now, so it is a new line, which pings them, and the old one goes.
        Else the one that stands is edited; if it is gone, there is another one, without pings.
        """

    async def unask(self, loaded: LoadedMatch) -> Posted:
        """Delete the line that named those who must act."""

    async def type_in(self, loaded: LoadedMatch) -> None:
        """Be seen typing where the table is, for some seconds; raises nothing if that fails."""

    async def deals(self, loaded: LoadedMatch) -> None:
        """Bring the messages of the match's proposals up to date, which it stores itself."""

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        """Send a notice, or edit its message; say where it is. `loaded`: what it is about.

        One that may have been sent before (`tried_at`) isn't sent twice.
        """

    async def unsay(self, queued: QueuedNotice) -> None:
        """Delete a notice's message, if it is there."""

    async def redraw(self, loaded: LoadedMatch) -> bool:
        """Edit the newest messages of a match where they stand, and some older ones.

        The older ones lose their picture and words, for which they stand in a thread of their own;
        True: there are more of them. What was deleted stays so, and nobody is pinged.
        """


class ThinkUrgency(IntEnum):
    """What computer players think about first."""

    MOVE = 0
    HINT = 1
    LONG_MOVE = 2
    REVIEW = 3
    PUZZLE = 4


class Job(Protocol[R]):
    """Something to think about, as a value that can be packed: observations, never a state.

    What comes of it comes back as text, so that whoever thinks can tell nothing but thoughts.
    """

    def done(self) -> R:
        """Think, and return what came of it; the same every time."""

    def written(self, came: R) -> str:
        """Return what came of it as text."""

    def read(self, text: str) -> R:
        """Return what `written` wrote; raise an error for what can't have come of this job."""


class Thinkers(Protocol):
    """Thinks beside the event loop: processes do it, or threads in tests."""

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        """Return what comes of a job when its turn has come.

        Raises `ThinkingFailed`: it took too long or too much memory, its process ended over it
        twice, or too much waits already. What the job itself raises is raised here.
        """


class ThinksAtOnce:
    """Keeps the port `Thinkers` without a process: in a thread."""

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        del urgency
        return await asyncio.to_thread(job.done)


class NullMessenger:
    """Tells nobody and says it has: for tables without a channel."""

    async def cover(self, loaded: LoadedMatch) -> Posted:
        return loaded.match.cover

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        del since, missed
        return loaded.match.table

    extend_table = table

    async def ask(self, loaded: LoadedMatch, since: int, *, anew: bool) -> Posted:
        del since, anew
        return loaded.match.ping

    async def unask(self, loaded: LoadedMatch) -> Posted:
        return replace(loaded.match.ping, message=None)

    async def type_in(self, loaded: LoadedMatch) -> None:
        del loaded

    async def deals(self, loaded: LoadedMatch) -> None:
        del loaded

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        del loaded
        return Delivered(0, queued.id)

    async def unsay(self, queued: QueuedNotice) -> None:
        del queued

    async def redraw(self, loaded: LoadedMatch) -> bool:
        del loaded
        return False
