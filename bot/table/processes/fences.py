"""What keeps a chore from storing something once its bucket is another process's."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Final, NamedTuple

LEASE: Final = timedelta(seconds=30)
"""How long a killed process keeps its leases: so long its chores wait."""


class Fence(NamedTuple):
    """The leases under which a chore was begun: mostly one."""

    owner: str
    buckets: Sequence[int]
    epochs: Sequence[int]


FENCE: Final[ContextVar[Fence | None]] = ContextVar("fence", default=None)
"""That of the chore which is being done; None: a player clicked, or this process is alone."""


@contextmanager
def unfenced() -> Iterator[None]:
    """Allow storing what has already happened, such as a message sent, even without the lease.

    Finer means keep other processes from saying the same: versions of what was told, and lanes.
    """
    before = FENCE.set(None)
    try:
        yield
    finally:
        FENCE.reset(before)
