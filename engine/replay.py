"""A record, line by line, with the state after each; and the record as a text."""

from collections.abc import Iterator, Mapping, Sequence
from json import JSONDecodeError, dumps, loads
from typing import Any, Generic, NamedTuple, TypeVar, overload

from pydantic import ValidationError

from engine.errors import BadSetup, CorruptRecord, IllegalAction, NotYourTurn, UnknownGame
from engine.event import Event
from engine.game import AnyGame, Game, Step
from engine.node import Finished
from engine.record import FORMAT, Entry, Header, Record, line_digest, root_digest

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game


class Line(NamedTuple, Generic[S, A]):
    """A line with the state it leads to and what happened on the way."""

    entry: Entry[A]
    state: S
    events: tuple[Event, ...]


class Replay(Sequence[Line[S, A]], Generic[S, A]):
    """Every line of a record with the state after it.

    The record is checked whole when this is made: the header, the chain of digests, every move,
    and the outcome if it has one. Raises `CorruptRecord` with the number of the first bad line,
    0 for the header.

    After `undo_to=n` the state is the one before the line with seq n.
    """

    def __init__(self, game: Game[S, A, O], record: Record[A]) -> None:
        self.record = record
        self.initial = _initial(game, record.header)
        self._lines: list[Line[S, A]] = []
        digest = root_digest(record.header)
        for place, entry in enumerate(record.entries):
            _check(record.entries, place, digest)
            digest = entry.digest
            step = self._step(game, entry)
            self._lines.append(Line(entry, step.state, step.events))
        _check_end(game, record, self.state)

    def grown(self, record: Record[A], lines: Sequence[Line[S, A]]) -> "Replay[S, A]":
        """Return this with lines more that a referee has played: they are not checked again."""
        longer: Replay[S, A] = object.__new__(type(self))
        longer.record, longer.initial = record, self.initial
        longer._lines = [*self._lines, *lines]
        return longer

    def events_after(self, line: int) -> tuple[Event, ...]:
        """Return what happened after so many lines."""
        return tuple(event for each in self._lines[line:] for event in each.events)

    @property
    def state(self) -> S:
        """The state after the last line."""
        return self.before(len(self._lines))

    def before(self, seq: int) -> S:
        """Return the state that the line with this seq was played in."""
        return self._lines[seq - 1].state if seq else self.initial

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Line[S, A]]:
        return iter(self._lines)

    @overload
    def __getitem__(self, index: int) -> Line[S, A]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Line[S, A]]: ...
    def __getitem__(self, index: int | slice) -> Line[S, A] | Sequence[Line[S, A]]:
        return self._lines[index]

    def _step(self, game: Game[S, A, O], entry: Entry[A]) -> Step[S]:
        if entry.move is None:
            return Step(self.before(entry.undo_to or 0), ())
        try:
            return game.apply(self.state, entry.move)
        except (IllegalAction, NotYourTurn) as error:
            data = {"line": entry.seq + 1, "reason": error.key}
            raise CorruptRecord("record-line-illegal", **data) from error


def _initial(game: Game[S, A, O], header: Header) -> S:
    if header.format != FORMAT:
        raise CorruptRecord("record-format", line=0, format=header.format, known=FORMAT)
    if header.game != game.meta.key:
        raise CorruptRecord("record-game", line=0, game=header.game, known=game.meta.key)
    known = (*game.meta.earlier_versions, game.meta.rules_version)
    if header.rules_version not in known:
        versions = {"version": header.rules_version, "known": known}
        raise CorruptRecord("record-rules-version", line=0, **versions)
    try:
        return game.initial(header.setup, header.rules_version)
    except BadSetup as error:
        raise CorruptRecord("record-setup", line=0, reason=error.key) from error


def _check(entries: Sequence[Entry[Any]], place: int, digest: str) -> None:
    if not _follows(entries, place, place, digest):
        raise CorruptRecord(_fault(entries, place, digest), line=place + 1)


def _follows(entries: Sequence[Entry[Any]], place: int, seq: int, digest: str) -> bool:
    """Say whether the entry in this place is the sound line `seq` after `digest`."""
    if place >= len(entries) or entries[place].seq != seq:
        return False
    entry = entries[place]
    body = entry.move if entry.undo_to is None else entry.undo_to
    if body is None or (entry.move is not None and entry.undo_to is not None):
        return False
    if isinstance(body, int) and not 0 <= body <= seq:
        return False
    return entry.digest == line_digest(digest, seq, body)


def _fault(entries: Sequence[Entry[Any]], place: int, digest: str) -> str:
    """Name what is wrong with the line in this place."""
    entry = entries[place]
    if entry in entries[:place]:
        return "record-line-doubled"
    if entry.seq < place or _follows(entries, place + 1, place, digest):
        return "record-line-extra"
    return "record-line-missing" if entry.seq > place else "record-line-changed"


def _check_end(game: Game[S, A, O], record: Record[A], state: S) -> None:
    if record.outcome is None:
        return
    node = game.node(state)
    if not isinstance(node, Finished):
        raise CorruptRecord("record-line-missing", line=len(record.entries) + 1)
    if node.outcome != record.outcome:
        raise CorruptRecord("record-outcome", line=len(record.entries))


def write_record(game: AnyGame, record: Record[Any]) -> str:
    """Return the record as JSON that people can read and compare: one line for each entry."""
    plain = _present(game.records.dump_python(record, mode="json"))
    # Within a move nothing is left out: its digest is over all of it.
    entries = ",\n".join(f"  {_spelled(_present(entry))}" for entry in plain.pop("entries"))
    rest = [f'"{name}": {_spelled(value)}' for name, value in plain.items() if name != "header"]
    parts = [f'"header": {_spelled(plain["header"])}', f'"entries": [\n{entries}\n]', *rest]
    return "{" + ",\n".join(parts) + "}\n"


def _present(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if value is not None}


def _spelled(value: Any) -> str:
    return dumps(value, ensure_ascii=False)


def read_record(games: Mapping[str, AnyGame], text: str) -> Record[Any]:
    """Return the record that a text holds; nothing is replayed yet.

    Raises `UnknownGame` if its game is not among `games`, and `CorruptRecord` if it can't be
    read or says more than a record does: `line` as everywhere, the header counting as 0.
    """
    raw = _parsed(text)
    game = _game_of(games, raw)
    try:
        record: Record[Any] = game.records.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _malformed(first["loc"], first["type"]) from error
    if surplus := _surplus(raw, game.records.dump_python(record, mode="json")):
        raise _malformed(surplus, "surplus")
    return record


def _parsed(text: str) -> Any:
    try:
        return loads(text)
    except JSONDecodeError as error:
        line = _entry_number(text, error.lineno)
        raise CorruptRecord("record-not-json", line=line, text_line=error.lineno) from error
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits, or brackets within brackets without end.
        raise CorruptRecord("record-not-json", line=0, text_line=1) from error


def _entry_number(text: str, text_line: int) -> int:
    """Return which entry stands on a line of the text, as `write_record` lays it out."""
    above = text.splitlines()[: text_line - 1]
    opening = next((n for n, line in enumerate(above, 1) if '"entries"' in line), text_line)
    return text_line - opening


def _game_of(games: Mapping[str, AnyGame], raw: Any) -> AnyGame:
    match raw:
        case {"header": {"game": str(key)}}:
            pass
        case _:
            raise CorruptRecord("record-no-header", line=0)
    if key not in games:
        raise UnknownGame("unknown-game", game=key, known=tuple(games))
    return games[key]


def _malformed(where: Sequence[int | str], problem: str) -> CorruptRecord:
    path = ".".join(str(part) for part in where)
    match where:
        case ("entries", int(place), *_):
            data = {"line": place + 1, "where": path, "problem": problem}
            return CorruptRecord("record-line-malformed", **data)
        case _:
            return CorruptRecord("record-malformed", line=0, where=path, problem=problem)


def _surplus(raw: Any, known: Any) -> tuple[int | str, ...]:
    """Return the path to something in `raw` that reading has passed over, or nothing."""
    match raw, known:
        case dict(), dict():
            if unread := sorted(raw.keys() - known.keys()):
                return (unread[0],)
            pairs = [(name, raw[name], known[name]) for name in raw]
        case list(), list():
            pairs = [(place, *pair) for place, pair in enumerate(zip(raw, known, strict=True))]
        case _:
            return ()
    paths = ((name, *path) for name, *pair in pairs if (path := _surplus(*pair)))
    return next(paths, ())
