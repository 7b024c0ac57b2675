"""What several processes of one bot have to agree on; one that is alone asks nothing of it."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from enum import Enum, IntEnum, auto
from typing import Final, Protocol


class ExclusiveTask(IntEnum):
    """What only one process may do at a time; PostgreSQL's classes of advisory locks."""

    IDENTIFY = 1
    """Begin a session with Discord's gateway; the key is Discord's bucket of the shard."""
    COMMANDS = 2
    """Tell Discord the commands."""
    MAINTENANCE = 3
    """Bring the database back, or fill it."""


class Exclusive(Protocol):
    """Lets only one process at a time do something."""

    def hold(self, task: ExclusiveTask, key: int = 0) -> AbstractAsyncContextManager[None]:
        """Wait until no other process holds the task, then hold it. Raises `OutOfReach`."""


class Claimed(Enum):
    """Whether this process answers an interaction. PRESUMED: nobody could say, so it does."""

    WON = auto()
    LOST = auto()
    PRESUMED = auto()


CLAIMED: Final[ContextVar[Claimed]] = ContextVar("claimed", default=Claimed.WON)
"""How the interaction that is being answered came to this process."""


class Claims(Protocol):
    """Decides which process answers an interaction of which Discord tells several."""

    async def claim(self, number: int, bucket: int) -> Claimed:
        """Say whether this process is to answer: of all that ask, the first one is.

        While the database doesn't say, the one is that holds the lease of the server's bucket. If
        that one is dead, too, each other is, just before it would be too late.
        """


class Releases(Protocol):
    """Does once for a release what each of its processes would do."""

    async def once(self, key: str, value: str, do: Callable[[], Awaitable[object]]) -> bool:
        """Do what `key` names, unless that was done with this `value` last; say whether it was.

        Raises `OutOfReach`, and whatever `do` raises: then it counts as not done.
        """
