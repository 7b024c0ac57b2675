"""One lock for each match, within this process; between processes the shelf's revisions decide."""

from asyncio import Lock
from weakref import WeakValueDictionary

from bot.hosting.match import MatchId


class Locks:
    """Locks that exist as long as somebody holds or awaits them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[MatchId, Lock] = WeakValueDictionary()

    def of(self, match_id: MatchId) -> Lock:
        """Return the lock of a match."""
        return self._locks.setdefault(match_id, Lock())
