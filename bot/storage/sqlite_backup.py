"""Backups of an SQLite file: made beside a running bot, packed, brought back.

All is on the disk when a function returns, or nothing is.
"""

import gzip
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

Progress = Callable[[int, int], None]
"""Is told how much is done, of how much."""

STEP: Final = 1024
"""How many pages are copied in one step: 4 MiB."""
CHUNK: Final = 1 << 20
PRIVATE: Final = 0o600
PACKED: Final = b"\x1f\x8b"
"""How a file begins that gzip packed."""
SQLITE: Final = b"SQLite format 3\0"
"""How an SQLite file begins."""
LEVEL: Final = 1
"""Records take a fifth of their size; 6 saves a sixth of that, in two and a half times as long."""
BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside a file."""


class BadBackup(Exception):
    """A file that nothing can be restored from; the text says why."""


def copied(source: Path, target: Path, progress: Progress) -> datetime:
    """Copy a database as it is at this moment, which is returned; others go on writing meanwhile.

    The whole copy is taken within one reading transaction: SQLite's backup begins anew after each
    foreign write otherwise, and would never end beside a busy bot. Raises `sqlite3.Error`.
    """
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.isolation_level = writing.isolation_level = None
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        moment = datetime.now(UTC)
        reading.backup(
            writing,
            pages=STEP,
            progress=lambda _, left, every: progress(every - left, every),
        )
    in_one_file(target)
    return moment


def in_one_file(database: Path) -> None:
    """Put into the file itself what SQLite keeps beside it; nobody else may use it."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Give a file beside `target` to write; what is left of it at the end is deleted.

    Nobody but the owner may read it: it holds the seeds of running matches.
    """
    file = target.with_name(f".{target.name}.unfinished")
    _remove(file)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    try:
        yield file
    finally:
        _remove(file)


@contextmanager
def written(target: Path) -> Iterator[Path]:
    """Give a file to write, which becomes `target` at the end; an error leaves nothing behind."""
    with unfinished(target) as file:
        yield file
        flushed(file)
        file.replace(target)
        flushed(target.parent)


def packed(source: Path, target: Path, progress: Progress) -> None:
    """Write a file packed by gzip, and read it again to the end: its checksum has to fit."""
    size = source.stat().st_size
    with source.open("rb") as plain, gzip.open(target, "wb", LEVEL) as file:
        while chunk := plain.read(CHUNK):
            file.write(chunk)
            progress(plain.tell(), 2 * size)
    with gzip.open(target) as again:
        while again.read(CHUNK):
            progress(size + again.tell(), 2 * size)
        if again.tell() != size:
            raise OSError(f"{target} reads back shorter than it was written")


def unpacked(source: Path, target: Path, progress: Progress) -> None:
    """Write the database that a backup holds, packed or not. Raises `BadBackup`."""
    with source.open("rb") as raw:
        size = source.stat().st_size
        head = raw.read(len(SQLITE))
        raw.seek(0)
        if head.startswith(PACKED):
            opened = gzip.open(raw)  # noqa: SIM115 - closed with `raw`
        elif head == SQLITE:
            opened = raw  # type: ignore[assignment] # read alike
        else:
            raise BadBackup("it is neither an SQLite database nor one packed by gzip")
        with target.open("wb") as file:
            try:
                while chunk := opened.read(CHUNK):
                    file.write(chunk)
                    progress(raw.tell(), size)
            except (EOFError, gzip.BadGzipFile, OSError) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise
                raise BadBackup(f"it is damaged ({error})") from error
    with target.open("rb") as file:
        if file.read(len(SQLITE)) != SQLITE:
            raise BadBackup("what is packed in it is no SQLite database")


def replaced(database: Path, new: Path, stamp: str) -> Path | None:
    """Put `new` in the place of a database that nobody uses; return where that is from now on.

    None: there was none. At every moment there is a database, even if the process is killed in
    between: either the old or the new one.
    """
    aside = database.with_name(f"{database.name}.before-{stamp}")
    kept = None
    if database.exists() and database.stat().st_size:
        # What was written ahead goes into the file, if that is sound.
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as opened:
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try:
            os.link(database, aside)
        except OSError:
            # Not every file system has links.
            shutil.copy2(database, aside)
        kept = aside
    for each in BESIDE:
        # SQLite would read it into the other file.
        beside = database.with_name(f"{database.name}{each}")
        if beside.exists():
            beside.replace(aside.with_name(f"{aside.name}{each}"))
    flushed(new)
    new.replace(database)
    flushed(database.parent)
    return kept


def flushed(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove(file: Path) -> None:
    for each in ("", *BESIDE, "-journal"):
        file.with_name(f"{file.name}{each}").unlink(missing_ok=True)
