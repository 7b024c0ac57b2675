"""What time costs with 100,000 waits to look at: a tick that finds none, and one that finds 200.

On an SQLite file with `synchronous=FULL`, as the bot uses it.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from sqlalchemy import Connection, func, insert, select

from bot.hosting.time.timer_worker import Timers
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.schema import waits
from bot.storage.time.timer_store import TimerStore
from bot.table.ids import MatchId
from bot.table.time.timers import Timer, TimerKind
from engine.registry import games
from tests.bot.storage.test_matches import SEED, a_lobby

PENDING: Final = 100_000
DUE: Final = 200
TICKS: Final = 50
_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


class _Standing:
    """A clock that is moved by hand."""

    time = _NOW

    def now(self) -> datetime:
        return self.time


def _nothing(_: Connection, __: Timer, ___: datetime) -> None:
    """Do what a reminder does that is not so any more."""


def _ask(connection: Connection, match: MatchId, pending: int) -> None:
    """Let a match wait for this many seats, each to be looked at a second after the one before."""
    rows = (
        {
            "match_id": match,
            "seat": number,
            "player": number,
            "asked_at": _NOW,
            "look_at": _NOW + timedelta(seconds=number + 1),
        }
        for number in range(pending)
    )
    connection.execute(insert(waits), list(rows))


async def measure(pending: int = PENDING) -> dict[str, float]:
    """Return the figures: milliseconds, of the processor where it says so."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        database = Database(f"sqlite:///{path}")
        await upgrade(database)
        store = TimerStore(database, dict.fromkeys(TimerKind, _nothing))
        clock = _Standing()
        worker = Timers(store, {}, clock)
        await worker.tick()
        match = await MatchStore(database, games()).add(a_lobby(), SEED, "open")
        await database.write(_ask, match.id, pending)
        idle = [await _processor(worker) for _ in range(TICKS)]
        clock.time = _NOW + timedelta(seconds=min(DUE, pending))
        began, cpu = perf_counter(), process_time()
        await worker.tick()
        took, cpu = perf_counter() - began, process_time() - cpu
        waiting = select(func.count()).where(waits.c.look_at.is_not(None))
        (left,) = await database.scalars(waiting)
        await database.close()
        size = path.stat().st_size / 2**20
    return {
        "pending": pending,
        "none_due_cpu_ms": round(median(idle), 3),
        "none_due_worst_cpu_ms": round(max(idle), 3),
        "fired": pending - left,
        "fired_ms": round(1000 * took, 1),
        "fired_cpu_ms": round(1000 * cpu, 1),
        "file_mib": round(size, 1),
    }


async def _processor(worker: Timers) -> float:
    before = process_time()
    await worker.tick()
    return 1000 * (process_time() - before)
