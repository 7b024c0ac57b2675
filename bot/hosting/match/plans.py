"""Moves planned ahead: kept for their owners, played when their turn has come.

At once, or a minute after a move that its player may freely take back.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

import structlog

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.takebacks import TakeBacks
from bot.hosting.match.turns import Turn, Turns
from bot.storage.match.plans import PlanStore
from bot.table.errors import LeaseLost, NotPlaying, NotSeated, Stale
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import LoadedMatch
from bot.table.match.plans import GRACE, REQUEST, KeptPlan, UsedPlan, WhyDropped
from bot.table.match.takebacks import last_mover
from bot.table.processes.concurrency import Locks
from bot.table.world import Clock
from engine.errors import IllegalAction, NotYourTurn
from engine.game import AnyGame, Seat
from engine.plans import Plan, PlanVerdict, judged, planning_of, read_plan, write_plan
from engine.takebacks import TakeBackKind

MOST_AT_ONCE: Final = 200
"""At most how many planned turns are played in a row before a channel is told."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class OwnPlan:
    """A plan as its owner sees it; nobody else knows that there is one.

    One with `why` was dropped, and its owner hasn't heard of it.
    """

    plan: Plan[Any] | None
    why: WhyDropped | None = None


class Plans:
    """Keeps plans and plays them.

    What a plan does depends only on what its owner may know. Others see nothing of it but the lines
    that are played.
    """

    def __init__(
        self,
        store: PlanStore,
        cache: MatchCache,
        turns: Turns,
        take_backs: TakeBacks,
        games: Mapping[str, AnyGame],
        clock: Clock,
    ) -> None:
        self._store = store
        self._cache = cache
        self._turns = turns
        self._take_backs = take_backs
        self._games = games
        self._clock = clock
        self._playing: Locks[MatchId] = Locks()

    async def of(self, match_id: MatchId, player: PlayerId) -> OwnPlan | None:
        """Return what a person has planned; None: nothing."""
        kept = await self._store.plan(match_id, player)
        if kept is None:
            return None
        game = self._games[(await self._cache.of(match_id)).match.game]
        return OwnPlan(read_plan(game, kept.body), kept.why)

    async def change(
        self,
        match_id: MatchId,
        player: PlayerId,
        change: Callable[[Plan[Any] | None], Plan[Any] | None],
    ) -> Plan[Any] | None:
        """Store what `change` makes of a person's plan, and return it.

        Raises `NotSeated`, `NotPlaying`, `IllegalAction` (plan-none) in a title without plans, and
        what `change` raises.
        """
        loaded = await self._cache.of(match_id)
        match, _ = loaded.match, loaded.playing
        seat = match.seat_of(player)
        if seat is None:
            raise NotSeated("not-seated", match=match_id)
        if planning_of(self._games[match.game]) is None:
            raise IllegalAction("plan-none")
        async with self._playing.of(match_id):
            before = await self.of(match_id, player)
            plan = change(None if before is None or before.why else before.plan)
            if plan is None:
                await self._store.drop_plan(match_id, player)
            else:
                kept = KeptPlan(seat, player, match.line, write_plan(plan), plan.stands)
                await self._store.keep_plan(match_id, kept)
            return plan

    async def forget(self, match_id: MatchId, player: PlayerId) -> None:
        """Forget a plan that was dropped; one made meanwhile stays."""
        async with self._playing.of(match_id):
            kept = await self._store.plan(match_id, player)
            if kept is not None and kept.why is not None:
                await self._store.drop_plan(match_id, player)

    async def play_next(self, match_id: MatchId) -> bool:
        """Play the plan that came due by what was just stored; without one, no database is asked.

        Trouble is only logged: the player whose move brought the turn has moved all the same, and
        the scheduler finds the plan again.
        """
        loaded = self._cache.remembered(match_id)
        if loaded is None or not loaded.match.plan_is_due:
            return False
        try:
            return await self.play_due(match_id)
        except LeaseLost:
            raise
        except Exception:
            log.exception("plan-not-played", match=match_id)
            return False

    async def play_due(self, match_id: MatchId) -> bool:
        """Play what is planned, seat after seat, until a seat must decide; say if any was."""
        is_played = False
        try:
            # A second task that waits here finds all of it played, and tells it as one.
            async with self._playing.of(match_id):
                for _ in range(MOST_AT_ONCE):
                    kept = await self._store.due_plan(match_id)
                    if kept is None or not await self._play_one(match_id, kept):
                        break
                    is_played = True
        except (Stale, NotPlaying, NotSeated, NotYourTurn):
            # Another process moved on, the table was closed, or the plan has changed: whatever is
            # due by then is found again.
            self._cache.forget(match_id)
        return is_played

    async def _play_one(self, match_id: MatchId, kept: KeptPlan) -> bool:
        """Judge a plan that is due, and play what it says; say whether it did.

        It is judged at once, so only one that is to be played waits. The table is told meanwhile as
        if there were no plan, so a rival learns nothing; but its owner isn't pinged for nothing.
        """
        loaded = await self._cache.of(match_id)
        match = loaded.match
        if match.acting != (kept.seat,):
            raise Stale("stale", match=match_id)
        verdict = await asyncio.to_thread(self._judged, loaded, kept)
        left = None if verdict.left is None else write_plan(verdict.left)
        used = UsedPlan(kept.seat, kept.body, left)
        failed = verdict.failed
        if verdict.actions and await self._would_take_from_rival(loaded, kept.seat):
            self._cache.keep(replace(loaded, spares=kept.player))
            return False
        if verdict.actions:
            request = f"{REQUEST}{match_id}.{match.line}"
            turn = Turn(match_id, kept.player, verdict.actions, match.line, request, used)
            try:
                await self._turns.carry_out(turn)
            except (IllegalAction, NotYourTurn):
                # A title that promised more than its rules let pass: nothing of it was played.
                log.exception("plan-refused", match=match_id, seat=kept.seat)
                failed = True
            else:
                return True
        if failed:
            await self._store.store_failed(match_id, kept)
        elif verdict.left is None:
            await self._store.drop_plan(match_id, kept.player)
        else:
            await self._store.set_aside(match_id, kept)
        return False

    async def _would_take_from_rival(self, loaded: LoadedMatch, seat: Seat) -> bool:
        """Say whether another player has just moved by hand, and may still freely take it back."""
        match = loaded.match
        if not timedelta() <= self._clock.now() - match.changed_at < GRACE:
            return False
        mover = last_mover(loaded)
        if mover is None or mover == seat:
            return False
        rival = match.chairs[mover]
        if rival.player is None or rival.mover is not None:
            return False
        look = await self._take_backs.look(match.id, rival.player)
        return look.take_back.kind is TakeBackKind.FREE

    def _judged(self, loaded: LoadedMatch, kept: KeptPlan) -> PlanVerdict[Any]:
        game = self._games[loaded.match.game]
        plan = read_plan(game, kept.body)
        if plan is None:
            return PlanVerdict((), None, failed=True)
        state = loaded.begun.state
        legal = tuple(game.legal_actions(state, kept.seat))
        return judged(plan, game.observe(state, kept.seat), legal, planning_of(game))
