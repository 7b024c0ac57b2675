"""Plays stored records again, several at a time, and says what is wrong with which."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Final, NamedTuple

import click
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from bot.command_line.exits import sentence
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import matches as match_rows
from bot.table.errors import HostingError, NewerRules
from bot.table.ids import MatchId
from bot.table.match.match import Status
from engine.draws import commitment
from engine.errors import EngineError
from engine.registry import games
from engine.replay import Replay

AT_A_TIME: Final = 50
"""How many matches a process replays as one piece of work."""
FEW: Final = 100
"""Up to how many matches this process replays alone: others would take longer to start."""
MOST_JOBS: Final = 8
"""At most how many processes are started unless the caller asks for more."""

RESTORE: Final = (
    "compare its rows with those of a backup; when they are mended, `python -m bot resume {match}`"
)
_PAUSED: Final = (
    "nobody can play there until that line is mended: take it from a backup, then"
    " `python -m bot resume {match}`"
)
_NEWER: Final = "start the newer program again: this one leaves the match alone"
_SEED: Final = "its draws could not be proved: bring its row of `seeds` back from a backup"

Progress = Callable[[int], None]
"""Is told how many more are done."""


class RecordFault(NamedTuple):
    """What is wrong with a stored match, and what to do about it."""

    match: int
    text: str
    advice: str


def jobs_here() -> int:
    """Return how many processes make sense on this machine."""
    return min(MOST_JOBS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)


@contextmanager
def progress_bar(length: int, label: str) -> Iterator[Progress]:
    """Show how far something is, on a terminal; elsewhere nothing."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as shown:
        yield shown.update


def steps(update: Progress) -> Callable[[int, int], None]:
    """Return what tells a bar of 1000 how much is done, of how much."""
    shown = 0

    def step(done: int, every: int) -> None:
        nonlocal shown
        now = 1000 * done // every if every else 1000
        if now > shown:
            update(now - shown)
            shown = now

    return step


async def newest(database: Database, most: int) -> Sequence[int]:
    """Return the matches in which something happened last."""
    begun = match_rows.c.header.is_not(None)
    wanted = select(match_rows.c.id).where(begun).order_by(match_rows.c.changed_at.desc())
    return await database.scalars(wanted.limit(most))


def record_faults(
    url: str, matches: Sequence[int], jobs: int, progress: Progress
) -> Iterator[RecordFault]:
    """Replay matches of a database; give the faults as they are found, in no order."""
    pieces = (matches[at : at + AT_A_TIME] for at in range(0, len(matches), AT_A_TIME))
    if jobs == 1 or len(matches) <= FEW:
        for piece in pieces:
            yield from _faults(url, piece)
            progress(len(piece))
        return
    # Forked processes would share what threads of this one hold.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running: dict[Future[list[RecordFault]], int] = {}
        # Not all at once: a million numbers wait here, not in a queue.
        for piece in islice(pieces, 2 * jobs):
            running[pool.submit(_faults, url, piece)] = len(piece)
        while running:
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                progress(running.pop(done))
                yield from done.result()
                for piece in islice(pieces, 1):
                    running[pool.submit(_faults, url, piece)] = len(piece)


def _faults(url: str, piece: Sequence[int]) -> list[RecordFault]:
    async def find() -> list[RecordFault]:
        database = Database(url)
        matches = MatchStore(database, games())
        try:
            each = [await _fault(matches, MatchId(match)) for match in piece]
        finally:
            await database.close()
        return [fault for fault in each if fault is not None]

    return asyncio.run(find())


async def _fault(matches: MatchStore, match_id: MatchId) -> RecordFault | None:
    """Return what is wrong with a match, whatever it is: the others are looked at, too."""

    def fault(text: str, advice: str) -> RecordFault:
        return RecordFault(match_id, f"{match_id}{text}", advice.format(match=match_id))

    try:
        match, record, *_ = await matches.get(match_id)
        if match.status is Status.PAUSED:
            return fault(f" is paused: line {match.paused_at} doesn't replay", _PAUSED)
        if record is not None:
            Replay(games()[match.game], record)
            if commitment(await matches.seed(match_id)) != match.commitment:
                return fault(": its seed is not the one that was sealed", _SEED)
    except NewerRules as error:
        game, version = error.data["game"], error.data["version"]
        text = f" is of {game}, version {version}: only a newer program knows its rules"
        return fault(text, _NEWER)
    except EngineError as error:
        return fault(f", {sentence(error)}", RESTORE)
    except (HostingError, SQLAlchemyError, ValueError, TypeError, LookupError) as error:
        reason = str(error.__cause__ or error).splitlines()[0]
        return fault(f": its rows can't be read ({type(error).__name__}: {reason})", RESTORE)
    return None
