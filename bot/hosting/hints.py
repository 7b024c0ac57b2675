"""Hints: what an expert would look at, from what the asker knows, a few times a match."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from bot.hosting.concurrency import Locks
from bot.hosting.errors import HintRefused, NotSeated
from bot.hosting.ids import MatchId, PlayerId
from bot.hosting.match import Hints as HintRule
from bot.hosting.match import LoadedMatch, Match, Status, not_playing
from bot.hosting.match_cache import MatchCache
from bot.hosting.outbox import Notice, NoticeKind, to_table
from bot.hosting.ports import Clock, HintStore, Thinkers, Urgency
from engine.agents.hints import Hint, hinted
from engine.errors import NotYourTurn
from engine.game import AnyGame, Decision, Seat
from engine.record import standing
from engine.referee import Referee

MOST: Final = 3
"""So many hints a seat may take in a match."""
MOST_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class HintJob:
    """What a hint is thought over from: what the asker knows, and a seed of its own."""

    observation: Any
    legal: tuple[Any, ...]
    seed: bytes

    def done(self) -> tuple[Hint, ...]:
        """Think; the same every time."""
        return hinted(self.observation, self.legal, Random(self.seed))  # noqa: S311 - no secret


class GivenHint(NamedTuple):
    """A hint with what it was made from, and how many its seat has taken by now."""

    match: Match
    seat: Seat
    line: int
    observation: Any
    legal: tuple[Any, ...]
    hints: tuple[Hint, ...]
    taken: int


class Asked(NamedTuple):
    """A decision as it began for a seat: after `line` lines, `decision` of which stand."""

    line: int
    decision: int
    job: HintJob


class HintGiver:
    """Gives hints. The same decision is counted once, and gets the same answer.

    It doesn't change while others seal: it is thought over as it was when it began.
    """

    def __init__(
        self,
        store: HintStore,
        cache: MatchCache,
        games: Mapping[str, AnyGame],
        thinkers: Thinkers,
        clock: Clock,
    ) -> None:
        self._store = store
        self._cache = cache
        self._games = games
        self._thinkers = thinkers
        self._clock = clock
        self._locks: Locks[bytes] = Locks()
        self._kept: OrderedDict[bytes, tuple[HintJob, tuple[Hint, ...]]] = OrderedDict()

    async def left(self, match_id: MatchId, seat: Seat) -> int:
        """Return how many hints a seat may still take."""
        return max(0, MOST - len(await self._store.taken(match_id, seat)))

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
        asked = await asyncio.to_thread(self._asked, loaded, seat)
        taken = await self._store.taken(match_id, seat)
        if asked.decision not in taken and len(taken) >= MOST:
            raise HintRefused("hint-spent", n=MOST)
        async with self._locks.of(asked.job.seed):
            hints = await self._thought(asked.job)
        if not hints:
            raise HintRefused("hint-nothing")
        notice = _noted(match, seat, asked.decision) if match.hints is HintRule.NOTED else None
        now = self._clock.now()
        count = await self._store.take(match_id, seat, asked.decision, MOST, now, notice)
        job = asked.job
        return GivenHint(match, seat, asked.line, job.observation, job.legal, hints, count)

    async def _thought(self, job: HintJob) -> tuple[Hint, ...]:
        kept = self._kept.get(job.seed)
        if kept is not None and kept[0] == job:
            return kept[1]
        hints = await self._thinkers.thought(Urgency.HINT, job)
        self._kept[job.seed] = job, hints
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return hints

    def _asked(self, loaded: LoadedMatch, seat: Seat) -> Asked:
        """Return the decision of a seat as it began; raise `NotYourTurn`."""
        game, replay = self._games[loaded.match.game], loaded.begun
        node = game.node(replay.state)
        if not isinstance(node, Decision) or seat not in node.seats:
            raise NotYourTurn("not-your-turn", seats=())
        line, referee = len(replay), Referee(game)
        while line and referee.still_valid(replay, seat, line - 1):
            line -= 1
        state = replay.before(line)
        decision = len(standing(replay.record.entries[:line]))
        seed = loaded.playing[1].of_hint(seat, decision)
        legal = tuple(game.legal_actions(state, seat))
        return Asked(line, decision, HintJob(game.observe(state, seat), legal, seed))


def _noted(match: Match, seat: Seat, decision: int) -> Notice:
    """Return what the table hears of a hint that was taken."""
    facts = {"says": "hint-taken", "who": match.chairs[seat].name}
    key = f"hint {match.id} {seat} {decision}"
    return Notice(to_table(match.id), NoticeKind.SAID, key, match.id, facts=facts)
