"""The puzzle of the day: made ahead in the background, the same for the same seed.

A day begins at midnight UTC. A running bot makes what it lacks for the next days when there is
nothing else to think about. Of several processes, the one with the first bucket does.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

import structlog

from bot import metrics
from bot.storage.advice.puzzles import PuzzleStore
from bot.table.advice.puzzles import KeptPuzzle, PuzzleAnswer
from bot.table.ages import PUZZLE_NAMES
from bot.table.errors import LeaseLost, OutOfReach, ThinkingFailed
from bot.table.processes.shares import ALONE, Leases
from bot.table.world import Clock, Job, Thinkers, ThinkUrgency
from engine.puzzle_text import Posed, read_puzzle, write_puzzle
from engine.puzzles import EFFORT, Effort, Puzzle, making, titles
from engine.registry import game, games

AHEAD: Final = 3
"""For how many days after today puzzles are made in advance."""
BUCKET: Final = 0
"""The bucket whose process makes puzzles."""
AGAIN: Final = timedelta(minutes=10)
"""How long nothing is tried after trouble."""
MOST_POSED: Final = 8
"""At most how many puzzles stay in memory."""
TRIES: Final = 4
FIRST_PAUSE_SECONDS: Final = 15.0
"""How long a job waits that no process could do, twice as long each time."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Streak(NamedTuple):
    """How many days in a row a person has found, up to now, and at most; and how many in all."""

    now: int
    longest: int
    all: int


def streak(found: Sequence[bool]) -> Streak:
    """Return the streak of a person, from what they found on days with a puzzle, newest first.

    A day without a puzzle doesn't end it.

    >>> streak([True, True, False, True, True, True])
    Streak(now=2, longest=3, all=5)
    """
    runs, run = list[int](), 0
    for each in found:
        if each:
            run += 1
        else:
            runs.append(run)
            run = 0
    runs.append(run)
    return Streak(runs[0], max(runs), sum(found))


def today(clock: Clock) -> date:
    """Return the day that it is."""
    return clock.now().astimezone(UTC).date()


def begins(day: date) -> datetime:
    """Return the moment at which a day begins."""
    return datetime.combine(day, time(), UTC)


@cache
def fingerprint() -> str:
    """Return by what rules a puzzle was made: a digest of all files of the engine."""
    every = sha256()
    for path, file in sorted(_files("engine", files("engine"))):
        every.update(f"{path}\n".encode())
        every.update(sha256(file.read_bytes()).digest())
    return every.hexdigest()[:16]


def _files(path: str, folder: Traversable) -> Iterable[tuple[str, Traversable]]:
    for each in folder.iterdir():
        inner = f"{path}/{each.name}"
        if each.is_file():
            yield inner, each
        elif each.name != "__pycache__":
            yield from _files(inner, each)


def kept(day: date, seed: str, puzzle: Puzzle) -> KeptPuzzle:
    """Return a puzzle as it is stored."""
    title = puzzle.record.header.game
    return KeptPuzzle(day, title, write_puzzle(game(title), puzzle, seed, fingerprint()))


class Puzzles:
    """Makes the puzzles that the next days lack; `seed` None: makes none."""

    def __init__(
        self,
        store: PuzzleStore,
        thinkers: Thinkers,
        clock: Clock,
        leases: Leases = ALONE,
        seed: str | None = None,
        effort: Effort = EFFORT,
    ) -> None:
        self._store = store
        self._thinkers = thinkers
        self._clock = clock
        self._leases = leases
        self.seed = seed
        self._effort = effort
        self._task: asyncio.Task[None] | None = None
        self._posed: OrderedDict[date, Posed] = OrderedDict()
        self._complete: date | None = None
        """The day on which nothing was lacking any more."""
        self._stored: set[date] = set()
        """Days whose puzzle is known to be there."""
        self._not_before: datetime | None = None
        self._without: set[date] = set()
        """Days for which this version finds none, however often it looks."""

    def will_be(self, day: date) -> bool:
        """Say whether this bot makes the puzzle of a day that has none."""
        return self.seed is not None and day not in self._without and bool(titles())

    async def get_posed(self, day: date) -> Posed | None:
        """Return the puzzle of a day, if there is one; raise `CorruptPuzzle`."""
        posed = self._posed.pop(day, None)
        if posed is None:
            found = await self._store.puzzle(day)
            if found is None:
                return None
            # What is stored never changes.
            posed = await asyncio.to_thread(read_puzzle, games(), found.body)
        self._posed[day] = posed
        while len(self._posed) > MOST_POSED:
            self._posed.popitem(last=False)
        return posed

    async def answers(self, day: date, guild: int | None) -> Sequence[PuzzleAnswer] | None:
        """Return what was answered in a server, the first answer first.

        None: the day is too long ago, so names are no longer stored, or this is no server.
        """
        if guild is None or day < today(self._clock) - PUZZLE_NAMES:
            return None
        return await self._store.answers(day, guild)

    async def look(self) -> None:
        """Begin to make what is lacking, unless that is being done; wait for none of it."""
        now, seed, held = self._clock.now(), self.seed, self._leases.held()
        if seed is None or (held is not None and BUCKET not in held):
            metrics.PUZZLES_AHEAD.set(-1)
            return
        metrics.PUZZLES_AHEAD.set(self._ahead())
        if self._complete == today(self._clock):
            return
        if self._task is not None and not self._task.done():
            return
        if self._not_before is not None and now < self._not_before <= now + AGAIN:
            return
        self._task = asyncio.create_task(self._work(seed), name="puzzles")

    async def finish(self) -> None:
        """Wait until what was begun is done."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Give up what was begun: another process, or the next start, begins with it anew."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    def _ahead(self) -> int:
        """Return for how many days from today on there is a puzzle."""
        day, count = today(self._clock), 0
        while day + timedelta(days=count) in self._stored:
            count += 1
        return count

    async def _work(self, seed: str) -> None:
        first = today(self._clock)
        days = [first + timedelta(days=n) for n in range(AHEAD + 1)]
        try:
            lacking = await self._store.find_lacking(days)
            self._stored = set(days) - set(lacking)
            for day in lacking:
                if day in self._without:
                    continue
                try:
                    puzzle = await self._make(day, seed)
                except (LeaseLost, OutOfReach, ThinkingFailed):
                    raise
                except Exception:
                    # A fault would come again with the same day: other days are tried instead.
                    log.exception("puzzle-failed", day=day.isoformat())
                    puzzle = None
                if puzzle is None:
                    self._without.add(day)
                    log.warning("puzzle-not-found", day=day.isoformat())
                    continue
                with self._leases.chore(BUCKET):
                    await self._store.keep(kept(day, seed, puzzle))
                self._stored.add(day)
                log.info("puzzle-made", day=day.isoformat(), game=puzzle.record.header.game)
            self._complete = first
        except (LeaseLost, OutOfReach, ThinkingFailed) as error:
            # Another process does it now; the others were logged where they were found, once.
            log.info("puzzles-later", reason=error.key)
            self._not_before = self._clock.now() + AGAIN
        except Exception:
            self._not_before = self._clock.now() + AGAIN
            log.exception("puzzles-failed")

    async def _make(self, day: date, seed: str) -> Puzzle | None:
        work, result = making(day, seed, self._effort), None
        while True:
            try:
                job = work.send(result)
            except StopIteration as end:
                found: Puzzle | None = end.value
                return found
            with self._leases.chore(BUCKET):
                result = await self._think(job)

    async def _think(self, job: Job[object]) -> object:
        for n in range(TRIES - 1):
            try:
                return await self._thinkers.think(ThinkUrgency.PUZZLE, job)
            except ThinkingFailed as error:
                log.info("puzzle-waits", reason=error.key)
                await asyncio.sleep(FIRST_PAUSE_SECONDS * 2**n)
        return await self._thinkers.think(ThinkUrgency.PUZZLE, job)
