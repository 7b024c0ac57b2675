"""Records as text: written in one spelling, read strictly.

What stands in the file is what the digests were made of, so a value in another spelling (`"1"`,
`1.0` or `true` for 1, a key twice, a digit in capitals) is refused, not translated.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from json import JSONDecodeError, dumps, loads
from typing import Annotated, Any, Final, TypeAlias, Union

from pydantic import Field, TypeAdapter, ValidationError

from engine.errors import CorruptRecord, UnknownGame
from engine.game import AnyGame
from engine.record import Record, canonical

LONGEST: Final = 4_000_000
"""Characters of a text; a long match has less than a tenth of it."""
DEEPEST: Final = 12
"""Brackets within brackets; a record needs eight."""
WIDEST: Final = 1000
"""Members of a list or an object other than the lines; a record needs less than a tenth of it."""
MOST_LINES: Final = LONGEST // 40
"""More than fit into a text of the greatest length."""

Path: TypeAlias = tuple[int | str, ...]


def write_record(game: AnyGame, record: Record[Any]) -> str:
    """Return the record as JSON that people can read and compare: one line for each entry."""
    plain = _plain(game, record)
    entries = ",\n".join(f"  {_spelled(entry)}" for entry in plain.pop("entries"))
    rest = [f'"{name}": {_spelled(value)}' for name, value in plain.items() if name != "header"]
    parts = [f'"header": {_spelled(plain["header"])}', f'"entries": [\n{entries}\n]', *rest]
    return "{" + ",\n".join(parts) + "}\n"


def read_record(games: Mapping[str, AnyGame], text: str, *, has_nulls: bool = False) -> Record[Any]:
    """Return the record that a text holds; nothing is replayed yet.

    `has_nulls`: what its lines lack is spelled null, as `canonical` spells it.

    Raises `UnknownGame` if its game is not among `games`, and `CorruptRecord` if it can't be
    read, or if it is not spelled as it would be written: `line` as everywhere, 0 if it is none of
    the lines; `where` is the path to what is at fault, within the line.
    """
    if len(text) > LONGEST:
        raise CorruptRecord("record-too-long", line=0, most=LONGEST)
    if _is_deep(text):
        raise CorruptRecord("record-too-deep", line=0, most=DEEPEST)
    doubled: list[str] = []
    raw = _parsed(text, doubled)
    if doubled:
        raise _malformed(next(_paths_to_doubled(raw)), "doubled")
    if (wide := next(_wide_paths(raw), None)) is not None:
        # Validating millions of wrong members would take gigabytes for their errors alone.
        raise _malformed(wide, "too_long")
    match raw:
        case {"header": {"game": str(key)}}:
            pass
        case _:
            raise CorruptRecord("record-no-header", line=0)
    if key not in games:
        raise UnknownGame("unknown-game", game=key, known=tuple(games))
    game = games[key]
    if isinstance(raw.get("ended"), str):
        raise CorruptRecord("record-ended-unbound", line=0)
    try:
        record = _adapter(game.meta.actions).validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _malformed(first["loc"], first["type"]) from error
    read, plain = _without_nulls(raw) if has_nulls else raw, _plain(game, record)
    if dumps(read, sort_keys=True) != dumps(plain, sort_keys=True):
        raise _malformed(*next(_differences(read, plain)))
    return record


def read_own_record(game: AnyGame, header: str, lines: Sequence[str]) -> Record[Any] | None:
    """Return the record of texts that `canonical` spelled; None unless each has its digest.

    A digest is that of the text itself: nothing of it can have been changed, so that it need not
    be spelled again to be trusted. Raises `CorruptRecord` if it can't be read.
    """
    digest = sha256(f"\n{header}".encode()).hexdigest()[:16]
    for seq, line in enumerate(lines):
        parts = _OWN_LINE.fullmatch(line)
        if parts is None or int(parts["seq"]) != seq:
            return None
        body = f"undo_to {parts['back']}" if parts["move"] == "null" else parts["move"]
        digest = sha256(f"{digest}\n{seq} {body}".encode()).hexdigest()[:16]
        if digest != parts["digest"]:
            return None
    text = f'{{"header":{header},"entries":[{",".join(lines)}]}}'
    try:
        return _adapter(game.meta.actions).validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _malformed(first["loc"], first["type"]) from error


def read_action(game: AnyGame, text: str) -> Any:
    """Return the action of a game that `canonical` spelled so; raise `ValueError`."""
    action = _action_adapter(game.meta.actions).validate_json(text)
    if canonical(action) != text:
        raise ValueError(text)
    return action


_OWN_LINE: Final = re.compile(
    r'\{"digest":"(?P<digest>[0-9a-f]{16})","move":(?P<move>.*)'
    r',"seq":(?P<seq>\d{1,9}),"undo_to":(?P<back>null|\d{1,9})\}'
)


@cache
def _action_adapter(actions: tuple[type, ...]) -> TypeAdapter[Any]:
    action: Any = Union[actions]  # noqa: UP007 - of a tuple
    return TypeAdapter(Annotated[action, Field(discriminator="type")])


@cache
def _adapter(actions: tuple[type, ...]) -> TypeAdapter[Record[Any]]:
    action: Any = Union[actions]  # noqa: UP007 - of a tuple
    return TypeAdapter(Record[action])


def _plain(game: AnyGame, record: Record[Any]) -> dict[str, Any]:
    """Return what stands in the text; whatever isn't there is left out, but in a move nothing."""
    plain = _without_nulls(_adapter(game.meta.actions).dump_python(record, mode="json"))
    plain["header"] = _present(plain["header"])
    return plain


def _without_nulls(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a record without what it and its lines lack."""
    present = _present(plain)
    if "entries" in present:
        present["entries"] = [_present(entry) for entry in present["entries"]]
    return present


def _present(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if value is not None}


def _spelled(value: Any) -> str:
    return dumps(value, ensure_ascii=False)


_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)


def _is_deep(text: str) -> bool:
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


class _Doubled(dict[str, Any]):
    """An object in which a key stands twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.key = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)


def _parsed(text: str, doubled: list[str]) -> Any:
    """Return the plain values of a text; note in `doubled` the keys that stand twice."""

    def known(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        doubled.append((twice := _Doubled(pairs)).key)
        return twice

    try:
        return loads(text, object_pairs_hook=known, parse_int=_whole)
    except JSONDecodeError as error:
        line = _entry_number(text, error.lineno)
        raise CorruptRecord("record-not-json", line=line, text_line=error.lineno) from error
    except ValueError as error:  # a number of thousands of digits
        raise CorruptRecord("record-not-json", line=0, text_line=1) from error


def _whole(digits: str) -> int | float:
    """Read a whole number; -0, which is another spelling of 0, stays what it is."""
    return -0.0 if digits == "-0" else int(digits)


def _entry_number(text: str, text_line: int) -> int:
    """Return which entry stands on a line of the text, as `write_record` lays it out."""
    above = text.splitlines()[: text_line - 1]
    opening = next((n for n, line in enumerate(above, 1) if '"entries"' in line), text_line)
    return text_line - opening


def _malformed(where: Sequence[int | str], problem: str) -> CorruptRecord:
    match where:
        case ("entries", int(place), *rest):
            data = {"line": place + 1, "where": _dotted(rest) or "it", "problem": problem}
            return CorruptRecord("record-line-malformed", **data)
        case _:
            path = _dotted(where) or "it"
            return CorruptRecord("record-malformed", line=0, where=path, problem=problem)


def _dotted(path: Sequence[int | str]) -> str:
    return ".".join(str(part) for part in path)


def _paths_to_doubled(raw: Any) -> Iterator[Path]:
    if isinstance(raw, _Doubled):
        yield (raw.key,)
    for name, value in _parts(raw):
        for path in _paths_to_doubled(value):
            yield (name, *path)


def _wide_paths(raw: Any, most: int = WIDEST) -> Iterator[Path]:
    """Yield the paths to lists and objects that have too many members."""
    if isinstance(raw, list | dict) and len(raw) > most:
        yield ()
        return
    for name, value in _parts(raw):
        if isinstance(value, list | dict):
            is_lines = name == "entries" and isinstance(raw, dict) and "header" in raw
            for path in _wide_paths(value, MOST_LINES if is_lines else WIDEST):
                yield (name, *path)


def _parts(raw: Any) -> Sequence[tuple[int | str, Any]]:
    if isinstance(raw, dict):
        return tuple(raw.items())
    return tuple(enumerate(raw)) if isinstance(raw, list) else ()


def _differences(raw: Any, known: Any) -> Iterator[tuple[Path, str]]:
    """Yield each path at which a text says something else than what was read, and how."""
    if isinstance(raw, dict) and isinstance(known, dict):
        for name in sorted(raw.keys() ^ known.keys()):
            yield (name,), "surplus" if name in raw else "missing"
        pairs = [(name, raw[name], known[name]) for name in raw if name in known]
    elif isinstance(raw, list) and isinstance(known, list):
        pairs = [(place, *pair) for place, pair in enumerate(zip(raw, known, strict=True))]
    else:
        if type(raw) is not type(known) or raw != known:
            yield (), "spelling"
        return
    for name, *pair in pairs:
        for path, problem in _differences(*pair):
            yield (name, *path), problem
