"""Plays matches: begins them, carries out what seats choose, ends them."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog

from bot import metrics, tracing
from bot.hosting.match.history import line_at, seen_after
from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.updates import UpdateKind, may_be_quiet, update_kind
from bot.metrics import Mover
from bot.storage.match.matches import MatchStore
from bot.table.consequences import consequences
from bot.table.effects import Effects
from bot.table.errors import NotPlaying, NotSeated, OutOfReach, Stale
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import header_of
from bot.table.match.match import LoadedMatch, Match, StandIn, Status, Target
from bot.table.match.plans import UsedPlan
from bot.table.people.ended import ended
from bot.table.processes.concurrency import Locks, run_to_end
from bot.table.time import lateness
from bot.table.together import votes
from bot.table.world import Clock
from engine.draws import SealedDraws, key
from engine.errors import NotYourTurn
from engine.game import CHANCE, PUBLIC, AnyGame, Decision, Event, Outcome, Seat, Viewer
from engine.record import Record
from engine.referee import Progress, Referee, ended_by_vote, finished, following
from engine.replay import Replay

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class AgentSeat:
    """A computer player in a seat."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Actions to play in a row, of a person by an interaction, or of a computer player."""

    match_id: MatchId
    mover: PlayerId | AgentSeat
    actions: tuple[Any, ...]
    seen: int
    request: str | None = None
    used: UsedPlan | None = None
    """The plan by which the person moves, without pressing a button."""

    @property
    def kind(self) -> Mover:
        """Which kind of player moves."""
        if isinstance(self.mover, AgentSeat):
            return "agent"
        return "person" if self.used is None else "plan"

    def seat(self, match: Match) -> Seat:
        """Return the seat that moves; raises `NotSeated`."""
        if isinstance(self.mover, AgentSeat):
            return self.mover.seat
        seat = match.seat_of(self.mover)
        if seat is None:
            raise NotSeated("not-seated", match=match.id)
        return seat


@dataclass(frozen=True, slots=True)
class Played:
    """A stored move: the match after it, and what happened."""

    match: Match
    events: tuple[Event, ...]


class Turns:
    """Carries turns out: load, referee, append."""

    def __init__(
        self,
        matches: MatchStore,
        cache: MatchCache,
        games: Mapping[str, AnyGame],
        clock: Clock,
        locks: Locks[MatchId],
        is_reviewed: Callable[[Match], bool] = lambda _: False,
    ) -> None:
        self._is_reviewed = is_reviewed
        self._matches = matches
        self._cache = cache
        self._games = games
        self._clock = clock
        self._locks = locks

    def game(self, match: Match) -> AnyGame:
        """Return the game of a match."""
        return self._games[match.game]

    async def begin(self, match: Match) -> None:
        """Let chance set the table up and store it; `match` is as `lobby.ready` returns it."""
        game, seed = self._games[match.game], await self._matches.seed(match.id)
        header = header_of(match, game)
        draws = SealedDraws(key(seed, header.joins))
        progress = Referee(game).begin(header, draws)
        await self._store(LoadedMatch(match, None, draws), progress, None)

    async def carry_out(self, turn: Turn) -> tuple[Event, ...]:
        """Store what an action leads to and return what happened.

        A turn whose interaction was carried out before changes nothing and returns the same.
        """
        async with self._locks.of(turn.match_id):
            try:
                return await self._carry_out(turn)
            except (Stale, NotPlaying, NotYourTurn, OutOfReach) as error:
                if isinstance(error, OutOfReach):
                    # It may have been stored all the same: once the database is back, it says so.
                    self._cache.forget(turn.match_id)
                events = await self._find_repeated(turn)
                if events is None:
                    raise
                return events

    async def take_back(
        self, loaded: LoadedMatch, match: Match, seat: Seat, line: int, request: str
    ) -> None:
        """Store that `seat` takes back all lines from `line` on; the caller knows that it may.

        `match` is the loaded one with what has changed besides. The caller holds the match's lock.
        """
        progress, draws = loaded.playing
        referee = Referee(self._games[match.game])

        def played() -> Progress[Any, Any]:
            return referee.settle(referee.undo(progress, line), draws)

        # It replays the record.
        back = await asyncio.to_thread(played)
        await self._store(loaded, back, request, seat, changed=match)

    async def still_valid(self, match_id: MatchId, seat: Seat, seen: int, viewer: Viewer) -> bool:
        """Say whether `seat` may still play what it chose when `viewer` had seen `seen` things."""
        loaded = await self._cache.of(match_id)
        match = loaded.match
        if seen >= match.seen_by(viewer):
            return seen == match.seen_by(viewer)
        line = line_at(loaded.begun, viewer, seen, match.seen_by(viewer))
        return self._commutes(loaded, seat, line)

    def _commutes(self, loaded: LoadedMatch, seat: Seat, line: int) -> bool:
        """Say whether what `seat` chose at this line may be played now."""
        match, referee = loaded.match, Referee(self._games[loaded.match.game])
        if line >= match.line:
            return line == match.line
        return referee.still_valid(loaded.begun, seat, line)

    async def _carry_out(self, turn: Turn) -> tuple[Event, ...]:
        # The cache may be behind what another process stored: then the database refuses the
        # lines, and the turn is judged again by what is there.
        kept = self._cache.remembered(turn.match_id)
        is_newest = kept is not None and kept.match.line == turn.seen
        if kept is not None and is_newest and kept.match.status == Status.PLAYING:
            try:
                return await self._judge(kept, turn)
            except (Stale, NotSeated):
                self._cache.forget(turn.match_id)
        try:
            return await self._judge(await self._cache.of(turn.match_id), turn)
        except Stale:
            # Another process may have stored a choice that was made at the same time.
            return await self._judge(await self._cache.of(turn.match_id), turn)

    async def _find_repeated(self, turn: Turn) -> tuple[Event, ...] | None:
        """Return what came of a turn whose interaction was carried out before, if it was."""
        if turn.request is None or await self._matches.find_answered(turn.request) != turn.match_id:
            return None
        loaded = await self._cache.of(turn.match_id)
        return _events_of_move(loaded.begun, turn.seen, turn.seat(loaded.match))

    async def _judge(self, loaded: LoadedMatch, turn: Turn) -> tuple[Event, ...]:
        match = loaded.match
        seat = turn.seat(match)
        progress, draws = loaded.playing
        if not self._commutes(loaded, seat, turn.seen):
            raise Stale("stale", match=match.id, line=match.line)
        referee = Referee(self._games[match.game])
        with tracing.span("rules", title=match.game):
            progress = referee.submit_all(progress, seat, turn.actions, draws)
        metrics.decided(match.game, turn.kind)
        mover = None if isinstance(turn.mover, AgentSeat) else seat
        stand_in = match.chairs[seat].stands_in if mover is None else None
        await self._store(loaded, progress, turn.request, mover, turn.used, stand_in=stand_in)
        metrics.stored(match.game, turn.kind)
        return progress.events

    async def end_by_vote(
        self, loaded: LoadedMatch, match: Match, request: str | None, effects: Effects
    ) -> None:
        """Store a match whose table lets the points count as they are; its seed is opened."""
        game, replay = self._games[match.game], loaded.begun
        seed = await self._matches.seed(match.id)
        record = ended_by_vote(replay.record, seed)
        standing = game.meta.standing
        outcome = standing(game.observe(replay.state, PUBLIC)) if standing else None
        if outcome is not None:
            match = await self._with_tallest(match, outcome)
        over = None if outcome is None else ended(game, loaded, outcome, is_voted=True)
        effects = effects.joined(Effects(ended=over, is_to_be_reviewed=self._is_reviewed(match)))
        now, tell = self._clock.now(), (Target.COVER, Target.TABLE)

        async def store() -> None:
            stored = await self._matches.append(
                match, record, match.line, request, now, tell, effects, whole=True
            )
            kept = replace(loaded, match=stored, replay=replay.grown(record, ()), draws=None)
            self._cache.keep(kept)

        await run_to_end(store())

    async def _store(
        self,
        loaded: LoadedMatch,
        progress: Progress[Any, Any],
        request: str | None,
        mover: Seat | None = None,
        used: UsedPlan | None = None,
        changed: Match | None = None,
        stand_in: StandIn | None = None,
    ) -> None:
        """Store what was played; `mover` is the seat whose person did it, if one did.

        `stand_in` is why a computer player did it in a person's place, if that is so.

        `changed` is the match with what else has changed of it.
        """
        was, now = loaded.match, self._clock.now()
        there = changed or was
        there = there if mover is None else lateness.there(there, mover, now=now)
        match, record = await self._advance(there, progress)
        empty: Record[Any] = Record(record.header)
        before = loaded.replay or Replay(self._games[match.game], empty)
        replay = before.grown(record, progress.lines)
        asked = self._asked(was, replay)
        match = votes.recounted(lateness.waits_ended(match, asked.asked_anew), now=now)
        # Only what others could see ends a request to take a move back: its end must not betray a
        # hidden move.
        if was.seen_by(PUBLIC) != match.seen_by(PUBLIC):
            match = votes.moved_on(match, now=now)
        effects = Effects(
            used=used,
            is_by_computer=mover is None,
            stand_in=stand_in,
            there=_by_hand(was, mover, used),
        )
        effects = effects.joined(consequences(was, there, now=now))
        effects = effects.joined(consequences(there, match, now=now))
        # Nobody else may learn the moment of a hidden move.
        if was.seen_by(PUBLIC) != match.seen_by(PUBLIC):
            match = replace(match, changed_at=now)
        tell = [Target.TABLE]
        if (
            was.status != match.status
            or loaded.replay is None
            or (match.table.place is not None and not self._looks_alike(loaded, progress))
        ):
            tell.append(Target.COVER)
        # Whether more has changed of the match than its lines.
        whole = (was.chairs, was.votes, was.held_until) != (
            match.chairs,
            match.votes,
            match.held_until,
        )
        effects = effects.joined(asked)
        if match.status is Status.FINISHED and self._is_reviewed(match):
            effects = replace(effects, is_to_be_reviewed=True)

        planned = loaded.planned if used is None else loaded.planned | {was.line}
        stood_in = loaded.stood_in
        if stand_in is not None:
            stood_in = {**stood_in, **dict.fromkeys(_moves(record, was.line), stand_in)}
        after = LoadedMatch(match, replay, loaded.draws, planned, stood_in)
        if record.outcome is not None:
            over = ended(self._games[match.game], after, record.outcome)
            effects = replace(effects, ended=over)

        async def store() -> None:
            stored = await self._matches.append(
                match, record, was.line, request, now, tell, effects, whole=whole
            )
            self._cache.keep(replace(after, match=stored))

        # If the caller is cancelled meanwhile, what is stored must still reach the cache.
        await run_to_end(store())

    def _asked(self, was: Match, replay: Replay[Any, Any]) -> Effects:
        """Return whose clocks stop, and whose begin anew although the seat is still asked."""
        game = self._games[was.game]
        node = game.node(replay.state)
        if not isinstance(node, Decision):
            return Effects()
        moves = [entry.move for entry in replay.record.entries[was.line :]]
        movers = {move.actor for move in moves if move is not None}
        on = frozenset(seat for seat in node.seats if seat in was.acting and seat in movers)
        # A seat that acts alone and has more to choose is still in the same turn. A seat that
        # chooses together with others, or did so, is asked something else.
        were = game.node(replay.before(was.line)) if on else None
        is_shared = any(isinstance(each, Decision) and len(each.all) > 1 for each in (were, node))
        is_news = on and is_shared and update_kind(game, replay, was.line) is UpdateKind.NEW_MESSAGE
        return Effects(
            may_return=node.optional,
            asked_anew=on if is_news else frozenset(),
            following=following(game, replay.state),
        )

    def _looks_alike(self, before: LoadedMatch, after: Progress[Any, Any]) -> bool:
        """Say whether the public view is unchanged: then an edit would betray the move."""
        if not may_be_quiet(after.record, before.match.line):
            return False
        observe = self._games[before.match.game].observe
        return bool(observe(before.begun.state, PUBLIC) == observe(after.state, PUBLIC))

    async def _advance(
        self, match: Match, progress: Progress[Any, Any]
    ) -> tuple[Match, Record[Any]]:
        """Return a match after what was played, and its record, which the end completes."""
        game = self._games[match.game]
        record, node = progress.record, game.node(progress.state)
        news = record.entries[match.line :]
        seen = seen_after(match.seen, record.header.setup.seats, news, progress.events)
        match = replace(match, has_begun=True, line=len(record.entries), acting=(), seen=seen)
        if isinstance(node, Decision):
            return replace(match, acting=tuple(sorted(node.seats))), record
        outcome = Referee(game).outcome(progress)
        if outcome is None:
            return match, record
        record = finished(record, outcome, await self._matches.seed(match.id))
        match = await self._with_tallest(replace(match, status=Status.FINISHED), outcome)
        return match, record

    async def _with_tallest(self, match: Match, outcome: Outcome) -> Match:
        """Return a match that is over with the seat to which a tie goes, if the rules give it."""
        if not self._games[match.game].meta.tallest_wins:
            return match
        return replace(match, tallest=tallest(outcome, await self._matches.heights(match.id)))


def _by_hand(match: Match, mover: Seat | None, used: UsedPlan | None) -> tuple[PlayerId, ...]:
    """Return who moves themselves, now: not by a plan of before."""
    player = None if mover is None or used is not None else match.chairs[mover].player
    return () if player is None else (player,)


def _moves(record: Record[Any], since: int) -> list[int]:
    """Return the lines from one on in which a seat moved."""
    return [each.seq for each in record.entries[since:] if each.move and each.move.actor != CHANCE]


def _events_of_move(replay: Replay[Any, Any], since: int, seat: Seat) -> tuple[Event, ...]:
    """Return what happened in the first moves of `seat` from a line on, and by chance after."""
    moves = [entry.move for entry in replay.record.entries]
    own = [each is not None and each.actor == seat for each in moves]
    chance = [each is not None and each.actor == CHANCE for each in moves]
    first = own.index(True, since)
    last = first
    while last < len(moves) and (own[last] or chance[last]):
        last += 1
    return tuple(event for line in range(first, last) for event in replay.happened(line))


def tallest(outcome: Outcome, heights: Mapping[Seat, int]) -> Seat | None:
    """Return to whom a shared first place goes; None if it stays shared.

    All who share it must have stated a height (cm), and one of them a greater one than the others.
    """
    tied = [Seat(seat) for seat, rank in enumerate(outcome.ranks) if rank == 1]
    if len(tied) < 2 or any(seat not in heights for seat in tied):
        return None
    first, second = sorted(tied, key=lambda seat: heights[seat], reverse=True)[:2]
    return first if heights[first] > heights[second] else None
