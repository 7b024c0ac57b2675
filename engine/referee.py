"""Runs a record by the rules: the only loop there is.

Nothing here keeps anything: a `Progress` goes in, the next one comes out.
"""

from collections.abc import Iterable
from dataclasses import field, replace
from typing import Any, Generic, TypeVar

from engine.draws import Draws
from engine.errors import BadSetup, IllegalAction
from engine.game import (
    CHANCE,
    AnyGame,
    Chance,
    Decision,
    Event,
    Finished,
    Game,
    Move,
    Outcome,
    Seat,
    Setup,
)
from engine.record import (
    VOTE,
    EarlyEnd,
    Entry,
    Header,
    Record,
    end_digest,
    last_digest,
    line_digest,
    undo_fault,
)
from engine.replay import Line, Replay
from engine.validation import check, type_check
from engine.values import dataclass

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game


@dataclass(frozen=True, slots=True)
class Progress(Generic[S, A]):
    """How far a match is: its record, the state after the last line, and the latest news.

    `events` are those of the call that made this progress; one that was opened has none.
    """

    record: Record[A]
    state: S
    drawn: int
    """How many draws stand; the next one has this number, from format 2 on."""
    events: tuple[Event, ...] = ()
    lines: tuple[Line[S, A], ...] = field(default=(), compare=False, repr=False)
    """The lines of that call, each with the state that it led to."""


class Referee(Generic[S, A, O]):
    """Plays one game's records on."""

    def __init__(self, game: Game[S, A, O]) -> None:
        self._game = game

    def begin(self, header: Header, draws: Draws) -> Progress[S, A]:
        """Start a record and let chance act until a seat must decide; raise `BadSetup`."""
        meta = self._game.meta
        if (header.game, header.rules_version) != (meta.key, meta.rules_version):
            raise BadSetup("setup-other-rules", game=header.game, version=header.rules_version)
        state = self._game.initial(header.setup)
        if len(header.joins) != header.setup.seats:
            raise BadSetup("setup-joins", joins=len(header.joins), seats=header.setup.seats)
        return self.settle(Progress(Record(header), state, drawn=0), draws)

    def open(self, record: Record[A]) -> Progress[S, A]:
        """Replay a record to its last line; raise `CorruptRecord` if it doesn't."""
        replay = Replay(self._game, record)
        return Progress(record, replay.state, replay.drawn[-1])

    def submit(
        self, progress: Progress[S, A], seat: Seat, action: A, draws: Draws
    ) -> Progress[S, A]:
        """Play `action` for `seat`, then let chance act until a seat must decide.

        Raises `NotYourTurn` or `IllegalAction`; then nothing has changed.
        """
        return self.submit_all(progress, seat, (action,), draws)

    def submit_all(
        self, progress: Progress[S, A], seat: Seat, actions: Iterable[A], draws: Draws
    ) -> Progress[S, A]:
        """Play `actions` for `seat` in a row, all or none, then let chance act.

        Raises as `submit` does, also if another seat or chance would act before the last one.
        """
        progress = replace(progress, events=(), lines=())
        for action in actions:
            check(self._game, progress.state, seat, action)
            progress = self._played(progress, Move(seat, action))
        return self.settle(progress, draws)

    def settle(self, progress: Progress[S, A], draws: Draws) -> Progress[S, A]:
        """Let chance act until a seat must decide or the match is over."""
        while isinstance(node := self._game.node(progress.state), Chance):
            record = progress.record
            number = record.header.draw(len(record.entries), progress.drawn)
            outcome = draws.pick(number, node.outcomes)
            progress = self._played(progress, Move(CHANCE, outcome))
        return progress

    def undo(self, progress: Progress[S, A], to_seq: int) -> Progress[S, A]:
        """Take back every line from `to_seq` on, by a line of its own.

        Whether one may is for the table to say (`engine.takebacks`), unless the match is over or
        the record can't have such a line (`undo_fault`): raises `IllegalAction`. In a record of
        format 1 the state may wait for chance after it; `settle` then draws anew.
        """
        record = progress.record
        is_over = isinstance(self._game.node(progress.state), Finished)
        if is_over or not type_check(int)(to_seq):
            raise IllegalAction("no-such-line", line=to_seq)
        if fault := undo_fault(record, record.entries, to_seq):
            raise IllegalAction(fault, line=to_seq)
        replay, grown = Replay(self._game, record), _grown(record, to_seq)
        back = replay.before(to_seq)
        line = Line(grown.entries[-1], back, ())
        return Progress(grown, back, replay.drawn[to_seq], lines=(line,))

    def outcome(self, progress: Progress[S, A]) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        node = self._game.node(progress.state)
        return node.outcome if isinstance(node, Finished) else None

    def still_valid(self, replay: Replay[S, A], seat: Seat, seen: int) -> bool:
        """Say whether what `seat` chose when it saw `seen` lines may be played after all of them.

        It may if since then only others chose, in decisions that `seat` shares: sealed choices
        commute.
        """
        since = [entry.move for entry in replay.record.entries[seen:]]
        if not all(move and move.actor not in (CHANCE, seat) for move in since):
            return False
        is_awaited = set[bool]()
        for line in range(seen, len(replay) + 1):
            node = self._game.node(replay.before(line))
            if not isinstance(node, Decision) or seat not in node.all:
                return False
            is_awaited.add(seat in node.seats)
        return len(is_awaited) == 1

    def _played(self, progress: Progress[S, A], move: Move[A]) -> Progress[S, A]:
        step = self._game.apply(progress.state, move)
        record = _grown(progress.record, move)
        drawn = progress.drawn + (move.actor == CHANCE)
        events = progress.events + step.events
        line = Line(record.entries[-1], step.state, step.events)
        return Progress(record, step.state, drawn, events, (*progress.lines, line))


def following(game: Game[S, A, O], state: S) -> tuple[Seat, ...]:
    """Return the seats that come after the one that is asked alone and openly, in their order."""
    node = game.node(state)
    if not isinstance(node, Decision) or node.is_sealed or len(node.seats) != 1:
        return ()
    (asked,) = node.seats
    return tuple(game.meta.following(state, asked))


def new_header(game: AnyGame, setup: Setup, commitment: str, joins: tuple[str, ...]) -> Header:
    """Return the header of a match that begins now, by the current rules."""
    meta = game.meta
    board = meta.board(setup) if meta.board else None
    return Header(meta.key, meta.rules_version, setup, commitment, joins, board=board)


def finished(record: Record[A], outcome: Outcome, seed: bytes) -> Record[A]:
    """Close a record: write down how it ended and open the seed, so that anybody can verify."""
    return replace(record, outcome=outcome, seed=seed.hex())


def ended_by_vote(record: Record[A], seed: bytes) -> Record[A]:
    """Close the record of a match that its table ended where seats have to decide; open the seed.

    No line can follow: nothing is played or taken back any more.
    """
    return replace(record, seed=seed.hex(), ended=EarlyEnd(VOTE, end_digest(record, VOTE)))


def _grown(record: Record[A], body: Move[A] | int) -> Record[A]:
    entries, seq = record.entries, len(record.entries)
    digest = line_digest(last_digest(record), seq, body)
    entry: Entry[Any] = (
        Entry(seq, digest, undo_to=body) if isinstance(body, int) else Entry(seq, digest, body)
    )
    return replace(record, entries=(*entries, entry))
