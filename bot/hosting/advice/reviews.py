"""Reviews: matches that are over, line by line beside what an expert would have done.

Each line is stored when it is judged, so a restart continues where it was. A match whose review a
player waits for comes before the others. A line over which something went wrong is tried once more
after the others, and again by a later process if a player asks for the review then.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.hosting.match.match_cache import MatchCache
from bot.storage.advice.reviews import ReviewStore
from bot.storage.together.deals import DealStore
from bot.table.errors import LeaseLost, NewerRules, OutOfReach, ReviewRefused, ThinkingFailed
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, Status
from bot.table.processes.shares import Leases
from bot.table.together.deals import Deal
from bot.table.world import Clock, Thinkers, ThinkUrgency
from engine.agents.heuristics import Promise
from engine.agents.review import (
    Finding,
    Summary,
    Task,
    can_be_reviewed,
    read_finding,
    summary,
    tasks,
    write_finding,
)
from engine.game import AnyGame, Seat

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

LATER: Final = frozenset({"busy", "starved"})
"""Why a line is not judged now that says nothing of the line."""


@dataclass(frozen=True, slots=True)
class Review:
    """How far a review is: `findings` of the `all_lines` lines that are to be judged, in order.

    If it `is_done` and findings are missing, those lines could not be judged.
    """

    seats: tuple[Seat, ...]
    findings: tuple[Finding, ...]
    all_lines: int
    is_done: bool

    def summary(self, seat: Seat) -> Summary:
        """Return what it says of a seat."""
        return summary(self.findings, seat)


class Reviews:
    """Reviews matches line by line while computer players have nothing else to think about."""

    def __init__(
        self,
        store: ReviewStore,
        cache: MatchCache,
        games: Mapping[str, AnyGame],
        thinkers: Thinkers,
        clock: Clock,
        leases: Leases,
        deals: DealStore,
    ) -> None:
        self._store = store
        self._cache = cache
        self._games = games
        self._thinkers = thinkers
        self._clock = clock
        self._leases = leases
        self._deals = deals
        self.by_itself = False
        """Whether matches of people are reviewed even if nobody asks for it."""
        self._tasks: tuple[MatchId, list[Task]] | None = None
        """The tasks of the match that was looked at last; they never change."""
        self._begun: tuple[MatchId, list[Task], set[int]] | None = None
        """The match under review, its tasks to be judged (the next one last), its failed lines."""
        self._tried: set[MatchId] = set()
        """Matches in which a line failed since the start, or whose failed lines are tried again."""
        self._left_alone: set[MatchId] = set()
        self._looking = asyncio.Lock()

    def begins_by_itself(self, match: Match) -> bool:
        """Say whether a match that has just ended is to be reviewed though nobody asks."""
        return self.by_itself and bool(match.people) and can_be_reviewed(match.game)

    async def ask(self, match_id: MatchId) -> Review:
        """Let a match be reviewed next, and return how far that is.

        Raises `ReviewRefused` (review-not-over, review-no-result, review-none).
        """
        loaded = await self._cache.of(match_id)
        if loaded.match.status is Status.CLOSED:
            raise ReviewRefused("review-no-result")
        if loaded.match.status is not Status.FINISHED:
            raise ReviewRefused("review-not-over")
        if not can_be_reviewed(loaded.match.game):
            raise ReviewRefused("review-none")
        is_done = await self._store.is_done(match_id)
        if not is_done:
            await self._store.ask(match_id, self._clock.now())
        found = await self._found(loaded, is_done=bool(is_done))
        if is_done and len(found.findings) < found.all_lines and match_id not in self._tried:
            await self._store.reopen(match_id, self._clock.now())
            self._tried.add(match_id)
        return found

    async def done(self, loaded: LoadedMatch) -> Review | None:
        """Return the review of a match if there is one and it is done; none is asked for."""
        is_done = await self._store.is_done(loaded.match.id)
        return await self._found(loaded, is_done=True) if is_done else None

    async def _found(self, loaded: LoadedMatch, *, is_done: bool) -> Review:
        every = await self._tasks_of(loaded)
        found = await self._store.findings(loaded.match.id)
        findings = tuple(read_finding(found[each.line]) for each in every if each.line in found)
        return Review(seats_of(loaded.match), findings, len(every), is_done)

    async def is_done(self, match_id: MatchId) -> bool:
        """Say whether a match is reviewed, here or by another process."""
        return bool(await self._store.is_done(match_id))

    async def look(self) -> None:
        """Judge all that is to be judged; trouble is logged, and the rest left for another time."""
        # Both were logged where they were found, or are nothing to log.
        with suppress(OutOfReach, LeaseLost):
            # A second look that waits here finds nothing left to judge.
            async with self._looking:
                while (held := self._leases.held()) is None or held:
                    wanted = await self._store.find_wanted(held, self._left_alone)
                    if not wanted:
                        return
                    with self._leases.chore(wanted[0].bucket):
                        if not await self._advance(wanted[0].match):
                            return

    async def _advance(self, match_id: MatchId) -> bool:
        """Judge a line of a match, or note that all are judged; False: no process is free now."""
        try:
            if self._begun is None or self._begun[0] != match_id:
                every = await self._tasks_of(await self._cache.of(match_id))
                known = await self._store.findings(match_id)
                left = [each for each in reversed(every) if each.line not in known]
                self._begun = match_id, left, set()
            _, left, failed = self._begun
            if left:
                finding = await self._judge(match_id, left[-1])
                if finding is not None:
                    await self._store.keep(match_id, left[-1].line, write_finding(finding))
                tried = left.pop()
                if finding is None and tried.line not in failed:
                    failed.add(tried.line)
                    left.insert(0, tried)
            if not left:
                await self._store.finish(match_id, self._clock.now())
                if failed:
                    self._tried.add(match_id)
                self._begun = None
        except ThinkingFailed:
            return False
        except (OutOfReach, LeaseLost):
            self._begun = None
            raise
        except NewerRules:
            self._left_alone.add(match_id)
        except Exception:
            log.exception("review-failed", match=match_id)
            self._left_alone.add(match_id)
            self._begun = None
        return True

    async def _judge(self, match_id: MatchId, task: Task) -> Finding | None:
        """Return what is found in a line; raise `ThinkingFailed`, also if no process is free."""
        try:
            return await self._thinkers.think(ThinkUrgency.REVIEW, task)
        except ThinkingFailed as failed:
            if failed.key in LATER:
                raise
            log.warning("line-not-judged", match=match_id, line=task.line, reason=failed.key)
        except Exception:
            log.exception("line-not-judged", match=match_id, line=task.line)
        return None

    async def _tasks_of(self, loaded: LoadedMatch) -> list[Task]:
        match = loaded.match
        if self._tasks is None or self._tasks[0] != match.id:
            game, record = self._games[match.game], loaded.begun.record
            seats = frozenset(seats_of(match))
            every = await asyncio.to_thread(tasks, game, record, seats)
            deals = await self._deals.of(match.id)
            self._tasks = match.id, [_with_promises(each, deals) for each in every]
        return self._tasks[1]


def _with_promises(task: Task, deals: Sequence[Deal]) -> Task:
    """Return a task with what had been promised when its moves were made."""
    promises = tuple(
        Promise(*each, chapter=deal.terms.chapter)
        for deal in deals
        if deal.line <= task.line
        for each in deal.promised
    )
    return replace(task, promises=promises) if promises else task


def seats_of(match: Match) -> tuple[Seat, ...]:
    """Return the seats of people, also of those who left; only their decisions are judged."""
    return tuple(Seat(seat) for seat, each in enumerate(match.chairs) if each.had_person)
