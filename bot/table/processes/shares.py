"""Which process does what: for one alone, and for several that share a database."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from bot.table.ids import MatchId
from bot.table.processes.buckets import BUCKETS, Buckets


class Ownership(Protocol):
    """Says which matches only this process changes: what it keeps of them needs no asking."""

    def owns(self, match_id: MatchId) -> bool:
        """Say whether nobody else changes this match."""

    def telling(self, match_id: MatchId) -> AbstractAsyncContextManager[bool]:
        """Be the only one who tells channels of this match; False: another process is."""


@dataclass(frozen=True, slots=True)
class OwnsEveryMatch:
    """Keeps the port `Ownership` for all matches at once."""

    is_mine: bool

    def owns(self, match_id: MatchId) -> bool:
        del match_id
        return self.is_mine

    @asynccontextmanager
    async def telling(self, match_id: MatchId) -> AsyncIterator[bool]:
        """Let everybody tell: nonces and versions keep the channel in order."""
        del match_id
        yield True


SHARED: Final = OwnsEveryMatch(is_mine=False)


SOLE: Final = OwnsEveryMatch(is_mine=True)


class Leases(Protocol):
    """Says which chores are this process's: those of the buckets that it holds.

    Chores are what nobody clicks for: timers, notices, computer players, lobbies that expire, news
    that are still untold, plans.
    """

    def held(self) -> Buckets:
        """Return the buckets whose chores are ours; None: all, of a process that is alone."""

    def chore(self, *buckets: int) -> AbstractContextManager[None]:
        """Do what is asked of buckets; within, nothing is stored once one is another process's.

        Raises `LeaseLost` if one isn't ours, and so does whatever stores something within.
        """


class OnlyProcess:
    """Keeps the port `Leases` for a process that shares its database with none."""

    def held(self) -> Buckets:
        return None

    def chore(self, *buckets: int) -> AbstractContextManager[None]:
        del buckets
        return nullcontext()


ALONE: Final = OnlyProcess()


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of a process: `ids` of `count` in all."""

    count: int
    ids: frozenset[int]

    @property
    def buckets(self) -> frozenset[int]:
        """The buckets of their servers."""
        return frozenset(each for each in range(BUCKETS) if each % self.count in self.ids)


@dataclass(frozen=True, slots=True)
class Process:
    """A running bot. `began_at` is by the database's clock; None: it is only beginning."""

    id: str
    version: str
    shards: Shards
    began_at: datetime | None = None
    is_ready: bool = False
    is_draining: bool = False


class Kept(NamedTuple):
    """What a process knows after a heartbeat: when it began, and the epochs of its leases.

    `newer` are the shards of processes that are ready, not about to end, and began later.
    """

    began_at: datetime
    leases: Mapping[int, int]
    newer: Sequence[Shards]
