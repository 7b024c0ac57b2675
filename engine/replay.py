"""A record, line by line, with the state after each."""

from collections.abc import Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar, overload

from engine.errors import BadSetup, CorruptRecord, IllegalAction, NotYourTurn
from engine.game import AnyGame, Chance, Event, Finished, Game, Outcome, Step
from engine.record import (
    FORMATS,
    VOTE,
    EarlyEnd,
    Entry,
    Header,
    Record,
    drawn_after,
    end_digest,
    line_digest,
    root_digest,
    undo_fault,
)
from engine.validation import is_move, type_check

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game


class Line(NamedTuple, Generic[S, A]):
    """A line with the state it leads to and what happened on the way."""

    entry: Entry[A]
    state: S
    events: tuple[Event, ...]


class _Past(NamedTuple, Generic[S]):
    """What is at hand of a record that was played.

    `states` are those before line `first` and after each line from there on; `events` those in each
    line.
    """

    first: int
    states: list[S]
    events: list[tuple[Event, ...]]


class Replay(Sequence[Line[S, A]], Generic[S, A]):
    """Every line of a record with the state after it.

    The record is checked whole when this is made: the header, the chain of digests, every move,
    and how it ended if it has. Raises `CorruptRecord` with the number of the first bad line,
    0 for the header.

    After `undo_to=n` the state is the one before the line with seq n.
    """

    def __init__(self, game: Game[S, A, Any], record: Record[A]) -> None:
        self.record = record
        self.initial = _initial(game, record.header)
        self.drawn = [0]
        """How many draws stand before each line, and how many stand now."""
        self._game = game
        digest = root_digest(record.header)
        # One value: several threads may read it while it changes.
        self._past: _Past[S] = _Past(0, [self.initial], [])
        for place, entry in enumerate(record.entries):
            if not _follows(game, record, place, place, digest):
                raise _fault(game, record, place, digest)
            digest = entry.digest
            step = self._step(game, entry)
            self._past.states.append(step.state)
            self._past.events.append(step.events)
            self.drawn.append(drawn_after(self.drawn, entry))
        _check_end(game, record, self.state)

    def grown(self, record: Record[A], lines: Sequence[Line[S, A]]) -> "Replay[S, A]":
        """Return this with lines more that a referee has played: they are not checked again."""
        past, drawn = self._past, self.drawn.copy()
        for each in lines:
            drawn.append(drawn_after(drawn, each.entry))
        events = [*past.events, *(each.events for each in lines)]
        states = [*past.states, *(each.state for each in lines)]
        return self._with(record, drawn, past._replace(states=states, events=events))

    def lean(self, since: int) -> "Replay[S, A]":
        """Return this with whole states only from the one before line `since` on.

        It takes a small part of the memory; older states are played anew when asked for.
        """
        past = self._past
        first = max(past.first, min(since, len(self)))
        lean = past._replace(first=first, states=past.states[first - past.first :])
        return self._with(self.record, self.drawn, lean)

    @property
    def events(self) -> Sequence[tuple[Event, ...]]:
        """What happened in each line."""
        return self._past.events

    def happened(self, line: int) -> tuple[Event, ...]:
        """Return what happened in the line with this seq."""
        return self._past.events[line]

    @property
    def state(self) -> S:
        """The state after the last line."""
        return self._past.states[-1]

    def before(self, seq: int) -> S:
        """Return the state that the line with this seq was played in."""
        if not seq:
            return self.initial
        past = self._whole() if seq < self._past.first else self._past
        return past.states[seq - past.first]

    def _whole(self) -> "_Past[S]":
        """Play what is not at hand anew, and keep it."""
        whole = Replay(self._game, self.record)
        states = [whole.before(seq) for seq in range(len(whole) + 1)]
        # What happened stays the same value: others may know it by that.
        self._past = past = _Past(0, states, self._past.events)
        return past

    def __len__(self) -> int:
        return len(self.drawn) - 1

    @overload
    def __getitem__(self, index: int) -> Line[S, A]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Line[S, A]]: ...
    def __getitem__(self, index: int | slice) -> Line[S, A] | Sequence[Line[S, A]]:
        if isinstance(index, slice):
            return [self[seq] for seq in range(*index.indices(len(self)))]
        seq = range(len(self))[index]
        return Line(self.record.entries[seq], self.before(seq + 1), self.happened(seq))

    def _with(self, record: Record[A], drawn: list[int], past: "_Past[S]") -> "Replay[S, A]":
        other: Replay[S, A] = object.__new__(type(self))
        other.record, other.initial, other._game = record, self.initial, self._game
        other.drawn, other._past = drawn, past
        return other

    def _step(self, game: Game[S, A, O], entry: Entry[A]) -> Step[S]:
        if entry.move is None:
            if isinstance(game.node(self.state), Finished):
                raise CorruptRecord("record-line-extra", line=entry.seq + 1)
            return Step(self.before(entry.undo_to or 0), ())
        try:
            return game.apply(self.state, entry.move)
        except (IllegalAction, NotYourTurn) as error:
            data = {"line": entry.seq + 1, "reason": error.key}
            raise CorruptRecord("record-line-illegal", **data) from error


def _initial(game: Game[S, A, O], header: Header) -> S:
    if not type_check(Header)(header):
        raise CorruptRecord("record-malformed", line=0, where="header", problem="types")
    if header.format not in FORMATS:
        raise CorruptRecord("record-format", line=0, format=header.format, known=FORMATS)
    if header.game != game.meta.key:
        raise CorruptRecord("record-game", line=0, game=header.game, known=game.meta.key)
    known = (*game.meta.earlier_versions, game.meta.rules_version)
    if header.rules_version not in known:
        versions = {"version": header.rules_version, "known": known}
        raise CorruptRecord("record-rules-version", line=0, **versions)
    try:
        state = game.initial(header.setup, header.rules_version)
    except BadSetup as error:
        raise CorruptRecord("record-setup", line=0, reason=error.key) from error
    board = game.meta.board(header.setup) if game.meta.board else None
    if header.board not in (None, board):
        raise CorruptRecord("record-board", line=0, board=header.board, known=board)
    if len(header.joins) != header.setup.seats:
        data = {"joins": len(header.joins), "seats": header.setup.seats}
        raise CorruptRecord("record-joins", line=0, **data)
    return state


def _follows(game: AnyGame, record: Record[Any], place: int, seq: int, digest: str) -> bool:
    """Say whether the entry in this place is the sound line `seq` after `digest`."""
    if place >= len(record.entries):
        return False
    entry = record.entries[place]
    if _misshapen(game, record.header, entry) or entry.seq != seq:
        return False
    if entry.move is None:
        back = -1 if entry.undo_to is None else entry.undo_to
        is_sound = undo_fault(record, record.entries[:seq], back) is None
        return is_sound and entry.digest == line_digest(digest, seq, back)
    return entry.undo_to is None and entry.digest == line_digest(digest, seq, entry.move)


def _misshapen(game: AnyGame, header: Header, entry: Entry[Any]) -> str | None:
    """Return the part of a line that isn't of its type, or None if each is."""
    if type(entry.seq) is not int:
        return "seq"
    if type(entry.digest) is not str:
        return "digest"
    if entry.move is not None and not is_move(game, header.setup.seats, entry.move):
        return "move"
    return None if entry.undo_to is None or type_check(int)(entry.undo_to) else "undo_to"


def _fault(game: AnyGame, record: Record[Any], place: int, digest: str) -> CorruptRecord:
    """Return what is wrong with the line in this place."""
    entries, entry, line = record.entries, record.entries[place], place + 1
    if part := _misshapen(game, record.header, entry):
        return CorruptRecord("record-line-malformed", line=line, where=part, problem="types")
    if entry in entries[:place]:
        return CorruptRecord("record-line-doubled", line=line)
    if entry.seq < place or _follows(game, record, line, place, digest):
        return CorruptRecord("record-line-extra", line=line)
    if entry.seq > place:
        return CorruptRecord("record-line-missing", line=line)
    if (entry.move is None) == (entry.undo_to is None):
        return CorruptRecord("record-line-either", line=line)
    if entry.undo_to is not None and (at := undo_fault(record, entries[:place], entry.undo_to)):
        return CorruptRecord(_UNDO[at], line=line, undo_to=entry.undo_to)
    return CorruptRecord("record-line-changed", line=line)


_UNDO: Final = {
    "no-such-line": "record-undo-to",
    "line-not-standing": "record-undo-not-standing",
    "line-of-chance": "record-undo-chance",
}
"""What `undo_fault` finds, as the fault of a record."""


def _check_end(game: Game[S, A, O], record: Record[A], state: S) -> None:
    """Refuse a record that ends in another way than its lines, or in two ways."""
    node, ended = game.node(state), record.ended
    if ended is None and record.outcome is None:
        # While its match is played on a record has neither, up to the moment that it is closed.
        if isinstance(node, Finished) and record.seed is not None:
            raise CorruptRecord("record-outcome-missing", line=0)
    elif ended is None:
        if not isinstance(node, Finished):
            raise CorruptRecord("record-line-missing", line=len(record.entries) + 1)
        if node.outcome != record.outcome or not type_check(Outcome)(record.outcome):
            raise CorruptRecord("record-outcome", line=0)
    elif not type_check(EarlyEnd)(ended):
        raise CorruptRecord("record-malformed", line=0, where="ended", problem="types")
    elif ended.by != VOTE:
        raise CorruptRecord("record-ended-by", line=0, by=ended.by, known=(VOTE,))
    elif record.outcome is not None:
        raise CorruptRecord("record-ended-twice", line=0)
    elif isinstance(node, Finished):
        raise CorruptRecord("record-ended-over", line=0)
    elif isinstance(node, Chance):
        raise CorruptRecord("record-ended-chance", line=0)
    elif ended.digest != end_digest(record, ended.by):
        raise CorruptRecord("record-ended-changed", line=0)
