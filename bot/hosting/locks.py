"""One lock for each match or person within this process; between processes the shelf decides."""

from asyncio import Lock
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """Locks that exist as long as somebody holds or awaits them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, Lock] = WeakValueDictionary()

    def of(self, key: K) -> Lock:
        """Return the lock of a match or of a person."""
        return self._locks.setdefault(key, Lock())
