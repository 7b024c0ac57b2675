"""What it takes to store a move, and to restart with 10,000 matches in the database.

On an SQLite file with `synchronous=FULL`, as the bot uses it.
"""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from sqlalchemy import text

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.schema_version import require_current
from bot.storage.stores import stores_in
from bot.system import SystemClock, SystemEntropy
from bot.table.ids import PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Status, Target, Venue
from bot.table.world import NullMessenger
from engine.draws import SealedDraws, commitment, key
from engine.game import Decision, Seat, Setup
from engine.games.seismic import GAME
from engine.record import Header, Record
from engine.referee import Progress, Referee
from engine.registry import games

MATCHES: Final = 10
STORED: Final = 10_000
_SEED: Final = bytes(32)
_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
_ANN: Final = Person(PlayerId(1), "Ann")
_BOB: Final = Chair("Bob", "2", PlayerId(2))

_COPIES: Final = (
    """
    WITH RECURSIVE n(i) AS (SELECT :made + 1 UNION ALL SELECT i + 1 FROM n WHERE i < :wanted)
    INSERT INTO matches (
        game, status, host, places, setup, commitment, guild, channel, threaded, opened_at,
        changed_at, header, revision, lines, acting, agent_acts
    )
    SELECT game, status, host, places, setup, commitment, guild, i, threaded, opened_at,
        changed_at, header, revision, lines, acting, agent_acts
    FROM matches, n WHERE id = 1
    """,
    """
    INSERT INTO entries
    SELECT m.id, e.seq, e.body, e.at, NULL, NULL FROM matches m, entries e
    WHERE e.match_id = 1 AND m.id > :made AND :wanted
    """,
    """
    INSERT INTO seeds SELECT m.id, s.seed FROM matches m, seeds s
    WHERE s.match_id = 1 AND m.id > :made AND :wanted
    """,
    """
    INSERT INTO tellings
    SELECT m.id, t.target, t.want, t.told, t.since, t.upto, t.place, t.message, t.version
    FROM matches m, tellings t WHERE t.match_id = 1 AND m.id > :made AND :wanted
    """,
    """
    INSERT INTO seats (match_id, seat, player, agent, name, joined_by, letter)
    SELECT m.id, s.seat, m.id + s.seat, s.agent, s.name, s.joined_by, s.letter
    FROM matches m, seats s WHERE s.match_id = 1 AND m.id > :made AND :wanted
    """,
)

Move = tuple[Match, Record[Any], int]


async def measure(stored: int = STORED) -> dict[str, float]:
    """Return the figures: milliseconds for a move, seconds for a start."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.db"
        database = Database(url)
        await upgrade(database)
        matches = MatchStore(database, games())
        figures = await _moves(matches)
        await _multiply(database, stored)
        await database.close()
        return {**figures, "matches": stored, "restart_s": round(await _restart(url), 2)}


async def stored_many(url: str, lines: int) -> None:
    """Fill a new database with matches that have `lines` lines together."""
    database = Database(url)
    await upgrade(database)
    await _moves(MatchStore(database, games()))
    async with database.writing() as connection:
        question = text("SELECT count(*) FROM entries WHERE match_id = 1")
        each = (await connection.execute(question)).scalar_one()
    await _multiply(database, max(MATCHES + 1, lines // each))
    await database.close()


async def ready(url: str) -> None:
    """Do what a start does with the database: look at its version, do what time asks for."""
    database = Database(url)
    await require_current(database)
    stores = stores_in(database, games())
    host = Host(stores, NullMessenger(), SystemClock(), SystemEntropy())
    await host.tick()
    await stores.matches.of_player(PlayerId(1))
    await database.close()


async def _moves(matches: MatchStore) -> dict[str, float]:
    appends: list[float] = []
    posts: list[float] = []
    for number in range(MATCHES):
        match = await matches.add(_lobby(number), _SEED, f"open {number}")
        # The channel has the lobby, so a start finds nothing that is still to be told.
        await matches.store_posted(match.id, {Target.COVER: match.cover.done()}, _NOW)
        for after, record, since in _played(match):
            match = replace(after, revision=match.revision, table=match.table)
            request = f"{number} at {match.line}"
            stored, took = await _timed(lambda: matches.append(match, record, since, request, _NOW))  # noqa: B023 - awaited at once
            told = {Target.TABLE: stored.table.done(message=number + 1)}
            _, posted = await _timed(lambda: matches.store_posted(stored.id, told, _NOW))  # noqa: B023 - awaited at once
            now = replace(told[Target.TABLE], version=stored.table.version + 1)
            match = replace(stored, table=now)
            appends.append(took)
            posts.append(posted)
    return {
        "move_ms": round(median(appends), 3),
        "move_p99_ms": round(quantiles(appends, n=100)[98], 3),
        "told_ms": round(median(posts), 3),
        "moves": len(appends),
    }


async def _timed(work: Callable[[], Awaitable[Any]]) -> tuple[Any, float]:
    start = perf_counter()
    done = await work()
    return done, (perf_counter() - start) * 1000


def _lobby(number: int) -> Match:
    venue = Venue(1, 100 + number, threaded=False)
    match = opened(_ANN, venue, GAME, Setup(2), "1", now=_NOW)
    return replace(match, chairs=(*match.chairs, _BOB), commitment=commitment(_SEED))


def _played(match: Match) -> list[Move]:
    """Return a match after each of its moves, with the lines of the move."""
    referee, draws = Referee(GAME), SealedDraws(key(_SEED, (str(match.id),)))
    meta = GAME.meta
    header = Header(meta.key, meta.rules_version, Setup(2), match.commitment, ("1", "2"))
    progress = referee.begin(header, draws)
    moves = [_moved(match, progress, 0)]
    while referee.outcome(progress) is None:
        (seat,) = _acting(progress)
        action = next(iter(GAME.legal_actions(progress.state, seat)))
        line = len(progress.record.entries)
        progress = referee.submit(progress, seat, action, draws)
        moves.append(_moved(match, progress, line))
    return moves


def _acting(progress: Progress[Any, Any]) -> frozenset[Seat]:
    node = GAME.node(progress.state)
    return node.seats if isinstance(node, Decision) else frozenset()


def _moved(match: Match, progress: Progress[Any, Any], since: int) -> Move:
    record, line = progress.record, len(progress.record.entries)
    node = GAME.node(progress.state)
    acting = tuple(sorted(node.seats)) if isinstance(node, Decision) else ()
    match = replace(match, line=line, acting=acting)
    after = replace(match, status=Status.PLAYING, has_begun=True, expires_at=None)
    return after, record, since


async def _multiply(database: Database, wanted: int) -> None:
    """Copy the first match until there are enough, as fast as the database can."""
    async with database.writing() as connection:
        for statement in _COPIES:
            await connection.execute(text(statement), {"made": MATCHES, "wanted": wanted})


async def _restart(url: str) -> float:
    """Return how long a new process takes until it is ready."""
    code = f"import asyncio; from tests.bench.storage import ready; asyncio.run(ready({url!r}))"
    start = perf_counter()
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", code], check=True)
    return perf_counter() - start
