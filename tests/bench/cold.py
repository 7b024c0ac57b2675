"""What it takes to load a match that is not in memory, by a replay of its record.

On an SQLite file.
"""

from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.storage.stores import Stores, stores_in
from bot.system import SystemClock, SystemEntropy
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person, Venue
from bot.table.processes.shares import SOLE
from bot.table.world import NullMessenger
from engine.registry import games
from tests.bot.tables import play_and_tell

ROUNDS: Final = 15
LEFT: Final = 0.8
"""How much of a match has been played."""


async def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """Return the figures: milliseconds of this process for each title, late in a match."""
    figures: dict[str, float] = {}
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/bench.db")
        await upgrade(database)
        stores = stores_in(database, games())
        for title in games():
            match_id, lines = await _late(stores, title)
            figures[f"{title}_lines"] = lines
            spent = [await _loaded(stores, match_id) for _ in range(rounds)]
            figures[f"{title}_replayed_ms"] = round(1000 * median(spent), 1)
        await database.close()
    return figures


async def _late(stores: Stores, title: str) -> tuple[MatchId, int]:
    """Return a match that will soon be over, by random moves, and its lines."""
    lines = 0
    for is_first in (True, False):
        host, rng = _host(stores), Random(1)
        seats = range(1, min(games()[title].meta.seats) + 1)
        people = [Person(PlayerId(seat), f"P{seat}") for seat in seats]
        name = f"{title} {is_first}"
        match = await host.lobbies.open(people[0], Venue(1, 1), title, len(people), f"open {name}")
        for each in people[1:]:
            match = await host.lobbies.join(match.id, each, f"join {name} {each.id}")
        match = await host.lobbies.start(match.id, people[0].id)
        while match.acting and (is_first or match.line < LEFT * lines):
            _, progress = await host.cache.progress(match.id)
            seat = match.acting[0]
            action = rng.choice(tuple(games()[title].legal_actions(progress.state, seat)))
            player, request = match.chairs[seat].player or PlayerId(0), f"{name} {match.line}"
            match = (await play_and_tell(host, match.id, player, action, match.line, request)).match
        lines = match.line
    return match.id, lines


async def _loaded(stores: Stores, match_id: MatchId) -> float:
    host, start = _host(stores), process_time()
    await host.cache.of(match_id)
    return process_time() - start


def _host(stores: Stores) -> Host:
    return Host(stores, NullMessenger(), SystemClock(), SystemEntropy(), ownership=SOLE)
