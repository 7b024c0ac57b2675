"""200 matches played at once in one process, all through the host, on an SQLite file or a server.

Every seat moves at random as soon as it can, so the queue is always full: the time from an
action to its storing is mostly waiting for the others.
"""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.stores import Stores, stores_in
from bot.system import SystemClock, SystemEntropy
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Person, Venue
from bot.table.processes.shares import SOLE
from bot.table.world import NullMessenger
from engine.errors import EngineError
from engine.game import AnyGame
from engine.record import Record
from engine.registry import games
from tests.bot.tables import play_and_tell

MATCHES: Final = 200
SEATS: Final = 2
_GAME: Final = "seismic"


class WatchedMatches(MatchStore):
    """A match store that remembers when each request was stored."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, games())
        self.stored: dict[str, float] = {}

    async def append(
        self,
        match: Match,
        record: Record[Any],
        since: int,
        request: str | None,
        *rest: Any,
        **named: Any,
    ) -> Match:
        """Store new lines, and remember when."""
        saved = await super().append(match, record, since, request, *rest, **named)
        if request is not None:
            self.stored[request] = perf_counter()
        return saved


class Players:
    """Those who play all the matches, with what befalls them."""

    def __init__(self, stores: Stores) -> None:
        self._host = Host(stores, NullMessenger(), SystemClock(), SystemEntropy(), ownership=SOLE)
        self._game: AnyGame = games()[_GAME]
        self.asked: dict[str, float] = {}
        self.errors = 0

    async def seated(self, number: int) -> MatchId:
        """Return a match that has begun."""
        people = [Person(PlayerId(SEATS * number + seat), f"P{seat}") for seat in range(SEATS)]
        venue = Venue(1, number, threaded=False)
        match = await self._host.lobbies.open(people[0], venue, _GAME, SEATS, f"open {number}")
        for person in people[1:]:
            match = await self._host.lobbies.join(match.id, person, f"join {person.id}")
        return (await self._host.lobbies.start(match.id, people[0].id)).id

    async def play(self, match_id: MatchId) -> None:
        """Play a match to its end."""
        rng = Random(match_id)
        match, progress = await self._host.cache.progress(match_id)
        while match.acting:
            seat = match.acting[0]
            legal = tuple(self._game.legal_actions(progress.state, seat))
            action = rng.choice(legal)
            request = f"{match_id} at {match.line}"
            self.asked[request] = perf_counter()
            player = match.chairs[seat].player or PlayerId(0)
            try:
                await play_and_tell(self._host, match_id, player, action, match.line, request)
            except EngineError:
                self.errors += 1
                return
            match, progress = await self._host.cache.progress(match_id)


async def measure(url: str | None = None, tables: int = MATCHES) -> dict[str, float]:
    """Return the figures: milliseconds from an action to its storing, mebibytes of memory.

    `url` is the address of a database that may be filled; None: a file that is deleted. The
    processor's time is that of all threads, with what finding the legal moves takes.
    """
    with TemporaryDirectory() as folder:
        database = Database(url or f"sqlite:///{folder}/bench.db")
        await upgrade(database)
        matches = WatchedMatches(database)
        players = Players(replace(stores_in(database, games()), matches=matches))
        begun = [await players.seated(number) for number in range(tables)]
        start, cpu = perf_counter(), process_time()
        await asyncio.gather(*(players.play(match_id) for match_id in begun))
        seconds, cpu = perf_counter() - start, process_time() - cpu
        await database.close()
    waits = [1000 * (stored - players.asked[name]) for name, stored in matches.stored.items()]
    percentiles = quantiles(waits, n=100)
    return {
        "matches": tables,
        "moves": len(waits),
        "moves_per_second": round(len(waits) / seconds),
        "cpu_ms_a_move": round(1000 * cpu / len(waits), 2),
        "stored_p50_ms": round(percentiles[49], 1),
        "stored_p99_ms": round(percentiles[98], 1),
        "errors": players.errors + len(players.asked) - len(waits),
        "resident_mib": round(_resident_mib(), 1),
    }


def _resident_mib() -> float:
    """Return the memory that this process has now, where the system tells."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    fields = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024
