"""Hints: what an expert would look at, from what the asker knows, a few times a match."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.together.negotiation import Negotiation
from bot.storage.advice.hints import HintStore
from bot.table.errors import HintRefused, NotSeated
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Hints as HintRule
from bot.table.match.match import LoadedMatch, Match, Status, not_playing
from bot.table.notices.notice import Notice, NoticeKind, to_table
from bot.table.processes.concurrency import Locks
from bot.table.world import Clock, Thinkers, ThinkUrgency
from engine.agents.hints import Hint, HintJob
from engine.errors import NotYourTurn
from engine.game import CHANCE, AnyGame, Decision, Seat
from engine.record import standing

MOST: Final = 3
"""At most how many hints a seat may take in a match."""
MOST_KEPT: Final = 64


class GivenHint(NamedTuple):
    """A hint with what it was made from, and how many its seat has taken by now.

    `left_out`: how many ways were left out that would have broken a promise of the seat.
    """

    match: Match
    seat: Seat
    line: int
    observation: Any
    legal: tuple[Any, ...]
    hints: tuple[Hint, ...]
    taken: int
    left_out: int = 0


class Asked(NamedTuple):
    """A decision as a seat saw it at its beginning, after `line` lines.

    `decision` is the number of lines right after the newest standing move before it.
    """

    line: int
    decision: int
    job: HintJob


class HintGiver:
    """Gives hints; the same decision is counted once, and gets the same answer.

    What other seats seal meanwhile changes nothing: the hint is made from the decision as it began.
    """

    def __init__(
        self,
        store: HintStore,
        cache: MatchCache,
        games: Mapping[str, AnyGame],
        thinkers: Thinkers,
        clock: Clock,
        negotiation: Negotiation,
    ) -> None:
        self._store = store
        self._negotiation = negotiation
        self._cache = cache
        self._games = games
        self._thinkers = thinkers
        self._clock = clock
        self._locks: Locks[bytes] = Locks()
        self._kept: OrderedDict[bytes, tuple[HintJob, tuple[Hint, ...]]] = OrderedDict()

    async def count_left(self, match_id: MatchId, seat: Seat) -> int:
        """Return how many hints a seat may still take."""
        return max(0, MOST - len(await self._store.find_taken(match_id, seat)))

    async def take(self, match_id: MatchId, player: PlayerId) -> GivenHint:
        """Return a hint for what a person is to decide now, and count it.

        Raises `NotSeated`, `NotPlaying`, `NotYourTurn`, `HintRefused` (hint-none, hint-spent,
        hint-nothing), `ThinkingFailed`; then it isn't counted.
        """
        loaded = await self._cache.of(match_id)
        match, seat = loaded.match, loaded.match.seat_of(player)
        if match.status is not Status.PLAYING:
            raise not_playing(match)
        if seat is None:
            raise NotSeated("not-seated", match=match.id)
        if match.hints is HintRule.NONE or not match.has_aids:
            raise HintRefused("hint-none")
        taken = await self._store.find_taken(match_id, seat)
        asked = await asyncio.to_thread(self._asked, loaded, seat, taken)
        if asked.decision not in taken and len(taken) >= MOST:
            raise HintRefused("hint-spent", n=MOST)
        promises = await self._negotiation.promises(match, asked.job.observation)
        asked = asked._replace(job=replace(asked.job, promises=promises))
        async with self._locks.of(asked.job.seed):
            hints = await self._think(asked.job)
        if not hints:
            raise HintRefused("hint-nothing")
        notice = None
        if match.hints is HintRule.NOTED:
            facts = {"says": "hint-taken", "who": match.chairs[seat].name}
            key = f"hint {match.id} {seat} {asked.decision}"
            notice = Notice(to_table(match.id), NoticeKind.SAID, key, match.id, facts=facts)
        now = self._clock.now()
        count = await self._store.take(match_id, seat, asked.decision, MOST, now, notice)
        job = asked.job
        return GivenHint(
            match,
            seat,
            asked.line,
            job.observation,
            job.legal,
            hints,
            count,
            job.left_out,
        )

    async def _think(self, job: HintJob) -> tuple[Hint, ...]:
        kept = self._kept.get(job.seed)
        if kept is not None and kept[0] == job:
            return kept[1]
        hints = await self._thinkers.think(ThinkUrgency.HINT, job)
        self._kept[job.seed] = job, hints
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return hints

    def _asked(self, loaded: LoadedMatch, seat: Seat, taken: Collection[int]) -> Asked:
        """Return the decision of a seat as it began; raise `NotYourTurn`.

        Its number is one of those `taken` if the same moves led to that one. They may have been
        taken back since, and played again.
        """
        game, replay = self._games[loaded.match.game], loaded.begun
        entries, line, state = replay.record.entries, len(replay), replay.state

        def awaits(state: Any) -> bool:
            node = game.node(state)
            return isinstance(node, Decision) and seat in node.seats

        if not awaits(state):
            raise NotYourTurn("not-your-turn")
        stands = standing(entries)
        while stands:
            move = entries[stands[-1]].move
            if move is None or move.actor in (CHANCE, seat):
                break
            before = replay.before(stands[-1])
            if not awaits(before):
                break
            line, state, stands = stands[-1], before, stands[:-1]
        decision = stands[-1] + 1 if stands else 0
        moves = [entries[seq].move for seq in stands]
        for each in taken:
            if moves == [entries[seq].move for seq in standing(entries[:each])]:
                decision = each
        seed = loaded.playing[1].of_hint(seat, decision)
        legal = tuple(game.legal_actions(state, seat))
        return Asked(line, decision, HintJob(game.observe(state, seat), legal, seed))
