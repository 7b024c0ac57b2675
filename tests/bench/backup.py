"""What copies take with a million lines: made while a thread writes, packed, moved, replayed.

On an SQLite file with `synchronous=FULL`, as the bot uses it.
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import Final

from sqlalchemy import func, select

from bot.storage import sqlite_backup
from bot.storage.database import Database
from bot.storage.integrity import damages
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.schema import entries
from bot.storage.transfer import rows_of, transfer
from engine.registry import games
from engine.replay import Replay
from tests.bench.storage import stored_many

ENTRIES: Final = 1_000_000
REPLAYED: Final = 400
"""How many matches are replayed: hundreds of thousands would take too long to measure."""
CALM_SECONDS: Final = 1.0
"""How long commits are measured without a copy, to compare."""


def measure(lines: int = ENTRIES) -> dict[str, float]:
    """Return the figures: seconds, megabytes, milliseconds of a commit."""
    with TemporaryDirectory() as folder:
        database, copy = Path(folder) / "bench.db", Path(folder) / "copy.db"
        packed, moved = Path(folder) / "copy.gz", Path(folder) / "moved.db"
        url = f"sqlite:///{database}"
        asyncio.run(stored_many(url, lines))
        figures: dict[str, float] = {}
        with _writing(database) as commits:
            Event().wait(CALM_SECONDS)
            figures["commit_ms"] = round(median(commits), 2)
            commits.clear()
            with _timed(figures, "copied_s"):
                sqlite_backup.copied(database, copy, _unseen)
            figures["commit_meanwhile_ms"] = round(median(commits), 2)
            figures["commit_meanwhile_worst_ms"] = round(max(commits), 1)
        with _timed(figures, "checked_s"):
            figures["damages"] = len(asyncio.run(_damages(copy)))
        with _timed(figures, "packed_s"):
            sqlite_backup.packed(copy, packed, _unseen)
        with _timed(figures, "unpacked_s"):
            sqlite_backup.unpacked(packed, Path(folder) / "again.db", _unseen)
        figures["mb"] = round(copy.stat().st_size / 1e6, 1)
        figures["packed_mb"] = round(packed.stat().st_size / 1e6, 1)
        with _timed(figures, "moved_s"):
            figures["rows"] = asyncio.run(_moved(url, f"sqlite:///{moved}"))
        with _timed(figures, "replayed_s"):
            figures["replayed_lines"] = asyncio.run(_replayed(url))
        figures["lines"] = asyncio.run(_lines(url))
        return figures


def _unseen(done: int, every: int) -> None:
    """Show nobody how far it is."""


def _uncounted(more: int) -> None:
    """Show nobody how many are done."""


@contextmanager
def _timed(figures: dict[str, float], name: str) -> Iterator[None]:
    began = perf_counter()
    yield
    figures[name] = round(perf_counter() - began, 2)


@contextmanager
def _writing(database: Path) -> Iterator[list[float]]:
    """Let a thread commit without a pause; give how long each commit took, in milliseconds."""
    took, stopping, started = list[float](), Event(), Event()

    def write() -> None:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=60)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            while not stopping.is_set():
                began = perf_counter()
                connection.execute("UPDATE matches SET revision = revision + 1 WHERE id = 1")
                took.append((perf_counter() - began) * 1000)
                started.set()

    writer = Thread(target=write)
    writer.start()
    started.wait()
    try:
        yield took
    finally:
        stopping.set()
        writer.join()


async def _damages(copy: Path) -> list[str]:
    database = Database(f"sqlite:///{copy}")
    try:
        return await damages(database)
    finally:
        await database.close()


async def _moved(old: str, new: str) -> int:
    source, target = Database(old), Database(new)
    try:
        await upgrade(target)
        await transfer(source, target, _uncounted)
        return sum((await rows_of(target)).values())
    finally:
        await source.close()
        await target.close()


async def _replayed(url: str) -> int:
    """Replay some matches in one process, and return how many lines they have."""
    database = Database(url)
    matches, lines = MatchStore(database, games()), 0
    try:
        for each in (await matches.every())[:REPLAYED]:
            match, record, *_ = await matches.get(each)
            assert record is not None
            lines += len(Replay(games()[match.game], record))
        return lines
    finally:
        await database.close()


async def _lines(url: str) -> int:
    database = Database(url)
    try:
        async with database.asking() as connection:
            found: int = (
                await connection.execute(select(func.count()).select_from(entries))
            ).scalar_one()
            return found
    finally:
        await database.close()
