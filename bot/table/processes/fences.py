"""What keeps a chore from storing something once its bucket is another process's."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Final, NamedTuple

LEASE: Final = timedelta(seconds=30)
"""So long the chores of a process wait that was killed."""


class Fence(NamedTuple):
    """The leases under which a chore was begun: mostly one."""

    owner: str
    buckets: Sequence[int]
    epochs: Sequence[int]


FENCE: Final[ContextVar[Fence | None]] = ContextVar("fence", default=None)
"""That of the chore which is being done; None: somebody clicked, or this process is alone."""


@contextmanager
def unfenced() -> Iterator[None]:
    """Let be stored what has happened, such as that something was said, whoever goes on from there.

    Others who say the same are kept out by finer means: versions of what was told, and lanes.
    """
    before = FENCE.set(None)
    try:
        yield
    finally:
        FENCE.reset(before)
