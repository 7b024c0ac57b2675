"""What statistics and ratings of many results take, on an SQLite file with results alone."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from sqlalchemy import insert, text

from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.people.rate_anew import rate_anew
from bot.storage.people.statistics import StatisticsStore
from bot.storage.schema import matches, results
from bot.table.ids import PlayerId
from bot.table.people.rating import Counted
from engine.registry import games

RESULTS: Final = 100_000
PEOPLE: Final = 400
_SEATS: Final = 3
_TRIES: Final = 5
_GUILD: Final = 1
_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)


async def measure(count: int = RESULTS) -> dict[str, float]:
    """Return milliseconds for the parts of `/stats` and `/ranking`, seconds for all ratings."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/bench.db")
        await upgrade(database)
        await _fill(database, count)
        start = perf_counter()
        rated = await rate_anew(database, lambda _done, _of: None)
        rebuilt = perf_counter() - start
        store, some, game = StatisticsStore(database), PlayerId(1), "seismic"
        questions: dict[str, Callable[[], Awaitable[Any]]] = {
            "titles_ms": lambda: store.titles_of(some, _GUILD),
            "places_ms": lambda: store.places_of(some, _GUILD),
            "streaks_ms": lambda: store.streaks_of(some, _GUILD),
            "met_ms": lambda: store.met(some, _GUILD),
            "variants_ms": lambda: store.variants_of(some, _GUILD),
            "answers_ms": lambda: store.answer_times_of(some, _GUILD),
            "ranking_ms": lambda: store.ranking(_GUILD, game),
            "title_ms": lambda: store.title(_GUILD, game),
            "records_ms": lambda: store.records(_GUILD, game),
            "open_tables_ms": lambda: MatchStore(database, games()).in_guild(_GUILD),
        }
        figures = {name: await _took(question) for name, question in questions.items()}
        await database.close()
        return {
            "results": count,
            **figures,
            "rated_anew": rated.matches,
            "rated_anew_s": round(rebuilt, 2),
        }


async def _took(question: Callable[[], Awaitable[Any]]) -> float:
    await question()
    times = []
    for _ in range(_TRIES):
        start = perf_counter()
        await question()
        times.append((perf_counter() - start) * 1000)
    return round(median(times), 2)


async def _fill(database: Database, count: int) -> None:
    """Store results of matches that were never played, three fifths of them in one server."""
    chance, titles, rows = Random(1), sorted(games()), []
    numbers: dict[tuple[int, str], int] = {}
    for match in range(1, count // _SEATS + 1):
        game, guild = chance.choice(titles), chance.choice((_GUILD, _GUILD, _GUILD, 2, 3))
        number = numbers[guild, game] = numbers.get((guild, game), 0) + 1
        people = chance.sample(range(1, PEOPLE + 1), _SEATS)
        rows += [
            {
                "match_id": match,
                "seat": seat,
                "score": chance.randint(0, 90),
                "rank": seat + 1,
                "guild": guild,
                "game": game,
                "seats": _SEATS,
                "variants": "",
                "ended_at": _BEGAN + timedelta(minutes=match),
                "share": 1.0 if seat == 0 else 0.0,
                "player": player,
                "name": f"P{player}",
                "began": seat == match % _SEATS,
                "moves": 20,
                "counted": Counted.RATED.value,
                "number": number,
            }
            for seat, player in enumerate(people)
        ]
    stored = [
        {
            "id": each["match_id"],
            "game": each["game"],
            "status": "finished",
            "host": each["player"],
            "places": _SEATS,
            "setup": "{}",
            "commitment": "",
            "guild": each["guild"],
            "channel": 1,
            "threaded": False,
            "opened_at": _BEGAN,
            "changed_at": each["ended_at"],
            "revision": 0,
            "lines": 0,
            "acting": 0,
            "agent_acts": False,
        }
        for each in rows[::_SEATS]
    ]
    async with database.writing() as connection:
        await connection.execute(insert(matches), stored)
        await connection.execute(insert(results), rows)
        await connection.execute(text("ANALYZE"))
