"""Reads board files, and says which figure of one can't be played.

A file that was corrected wrongly must not become a board that breaks in the middle of a match: all
checks are made here, once, and name the file, the line and the field as a path such as
"links.3.sections". `boards/README.md` says which boards are possible.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic_core import from_json

from engine.errors import BadSetup
from engine.games.aftershock.board import (
    MARKERS,
    MOST_BRIDGES,
    Board,
    Card,
    Link,
    Seating,
    Space,
)

T = TypeVar("T")

DEFAULT: Final = "san_francisco"
"""The board of every table that chooses no other."""

_SPECIAL: Final = {
    "bridge": "",
    "influence": "",
    **{f"{name}_aftershock": name for name in MARKERS},
}
"""The codes of the cards that are no area cards, with the marker they bring."""

SEATS: Final = (3, 4, 5)
MOST_AREAS: Final = 11
"""A menu of 25 has to offer each space twice: to be marked, and to be left alone."""
MOST_TO_PLAN: Final = 40
"""Things that one player may come to plan; a button's id has a letter for each."""

MOST_INFLUENCE: Final = 8
"""Menus that the marking desk has room for."""
_IN_NAMES: Final = frozenset("0123456789 '.-")

_PART: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
"""What JSON consists of, the blanks left out."""


def _number(key: object) -> int:
    """Return a key that is a number in its plain spelling: "01" would be another "1"."""
    if not isinstance(key, str) or not re.fullmatch("0|[1-9][0-9]?", key):
        raise ValueError("not a number from 0 to 99")
    return int(key)


def _name(name: str) -> str:
    """Return a name that stands in messages, menus and pictures as it is."""
    name = unicodedata.normalize("NFC", name)
    known = all(each in _IN_NAMES or unicodedata.name(each, "")[:5] == "LATIN" for each in name)
    if not known or not name[0].isalpha() or name != " ".join(name.split()):
        raise ValueError("a name has Latin letters, then also digits, ' . - and single blanks")
    return name


_Key: TypeAlias = Annotated[str, StringConstraints(pattern="^[a-z]+(_[a-z]+)*$", max_length=30)]
_Name: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=30), AfterValidator(_name)
]
_Cost: TypeAlias = Annotated[int, BeforeValidator(_number)]
_Million: TypeAlias = Annotated[int, Field(ge=0, le=99)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Figure(_Strict, Generic[T]):
    """Something printed, and whether the rule book says it."""

    value: T
    source: Literal["found", "reconstructed"]


class _Space(_Strict):
    points: _Figure[
        Annotated[tuple[Annotated[int, Field(ge=1, le=99)], ...], Field(min_length=1, max_length=5)]
    ]
    markers_needed: _Figure[Annotated[int, Field(ge=1, le=5)]]


class _Area(_Space):
    key: _Key
    name: _Name
    cards: _Figure[dict[_Cost, Annotated[int, Field(ge=0, le=20)]]]


class _Link(_Strict):
    between: _Figure[tuple[str, str]]
    sections: _Figure[Annotated[int, Field(ge=1)]]
    spaces: _Figure[Annotated[int, Field(ge=1, le=2)]]


class _Special(_Strict):
    count: _Figure[Annotated[int, Field(ge=0, le=20)]]
    cost: _Figure[_Million]


class _Seating(_Strict):
    rounds: _Figure[Annotated[int, Field(ge=1, le=3)]]
    score_markers: _Figure[Annotated[int, Field(ge=1)]]
    first_player_step: _Figure[Annotated[int, Field(ge=1, le=4)]]


class _Start(_Strict):
    money: _Figure[_Million]
    hand: _Figure[Annotated[int, Field(ge=1, le=10)]]
    bridge_cards: _Figure[Annotated[int, Field(ge=0)]]
    bridge_pieces: _Figure[Annotated[int, Field(ge=1, le=20)]]
    population: _Figure[Annotated[int, Field(ge=1, le=99)]]


class _File(_Strict):
    comment: str = ""
    name: _Key
    areas: Annotated[tuple[_Area, ...], Field(min_length=2, max_length=MOST_AREAS)]
    most_bridges: _Space
    links: Annotated[tuple[_Link, ...], Field(min_length=1)]
    meeples_by_cost: dict[_Cost, _Figure[Annotated[int, Field(ge=1, le=9)]]]
    special_cards: dict[str, _Special]
    plus: dict[str, _Figure[Annotated[int, Field(ge=0, le=9)]]]
    die: _Figure[
        Annotated[tuple[Annotated[int, Field(ge=1, le=9)], ...], Field(min_length=1, max_length=20)]
    ]
    players: dict[_Cost, _Seating]
    start: _Start


class _Fault(NamedTuple):
    """What is wrong with a figure: its path, a key for the problem, and what is allowed."""

    field: str
    problem: str
    allowed: object


def read_board(text: str | bytes, file: str = "") -> Board:
    """Return the board of a file; raise `BadSetup` that says what is wrong with it, and where.

    Its data: `file`, `line`, `field`, `problem` and `allowed`. A file has the name of its board.
    """
    try:
        from_json(text, allow_inf_nan=False)
        text = text.decode() if isinstance(text, bytes) else text
    except ValueError as error:
        found = re.search(r" at line (\d+)", str(error))
        line = int(found[1]) if found else 1
        raise _refusal(file, line, _Fault("the file", "no-json", str(error))) from error
    lines, doubled = _places(text)
    if doubled:
        raise _refusal(file, doubled[1], _Fault(doubled[0], "doubled", "each once"))
    try:
        raw = _File.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join(str(part) for part in first["loc"] if part != "[key]")
        unread = _Fault(path, first["type"], first["msg"])
        raise _refusal(file, _line(lines, path), unread) from error
    for fault in _faults(raw, file):
        raise _refusal(file, _line(lines, fault.field), fault)
    return _board(raw, sha256(text.replace("\r\n", "\n").encode()).hexdigest())


def _refusal(file: str, line: int, fault: _Fault) -> BadSetup:
    return BadSetup("aftershock-board", file=file, line=line, **fault._asdict())


def _places(text: str) -> tuple[dict[str, int], tuple[str, int] | None]:
    r"""Return the line of every value of a JSON text by its path, and the first doubled one.

    >>> _places('{"a": [\n1, {"b": 2}]}')
    ({'': 1, 'a': 1, 'a.0': 2, 'a.1': 2, 'a.1.b': 2}, None)
    """
    places: dict[str, int] = {}
    path: list[str | int] = []
    """The keys and numbers of what is being read."""
    opened: list[str] = []
    part = ""
    for found in _PART.finditer(text):
        before, part = part, found[0]
        if part in "}]":
            opened.pop()
            if before not in "{[":
                path.pop()
        elif part == ",":
            last = path.pop()
            if isinstance(last, int):
                path.append(last + 1)
        elif opened[-1:] == ["{"] and before in "{,":
            path.append(str(from_json(part)))
        elif part != ":":
            if before == "[":
                path.append(0)
            where, line = ".".join(map(str, path)), text.count("\n", 0, found.start()) + 1
            if where in places:
                return places, (where, line)
            places[where] = line
            if part in "{[":
                opened.append(part)
    return places, None


def _line(lines: Mapping[str, int], field: str) -> int:
    """Return the line of a field, or of what it is missing from."""
    while field not in lines:
        field = field.rpartition(".")[0]
    return lines[field]


@cache
def boards() -> Mapping[str, Board]:
    """Return every board of the package by its name; raise `BadSetup` for one that is wrong."""
    folder = files("engine.games.aftershock") / "boards"
    paths = sorted((path for path in folder.iterdir()), key=lambda path: path.name)
    return by_name(
        read_board(path.read_bytes(), path.name) for path in paths if path.name.endswith(".json")
    )


def by_name(found: Iterable[Board]) -> Mapping[str, Board]:
    """Return boards by name, the default first: records without a board mean that one."""
    named = {board.name: board for board in found}
    if DEFAULT not in named:
        raise _refusal(
            f"{DEFAULT}.json",
            1,
            _Fault("the file", "missing", "every table without a choice plays on it"),
        )
    return MappingProxyType({DEFAULT: named[DEFAULT], **dict(sorted(named.items()))})


def board(name: str) -> Board:
    """Return the board of this name, as an observation or a setup gives it."""
    return boards()[name]


def _faults(raw: _File, file: str) -> Iterator[_Fault]:
    """Yield what no single figure shows: how they fit together, and what menus can't hold."""
    if file and file != f"{raw.name}.json":
        yield _Fault("name", "not-the-name-of-the-file", file.removesuffix(".json"))

    # Areas, by key and by a name without case, accents, blanks: people don't tell those apart.
    keys: set[str] = {MOST_BRIDGES}
    names: set[str] = set()
    for place, area in enumerate(raw.areas):
        if area.key in keys:
            yield _Fault(f"areas.{place}.key", "doubled", "each once")
        plain = unicodedata.normalize("NFKD", area.name.casefold())
        if (name := "".join(each for each in plain if each.isalnum())) in names:
            yield _Fault(f"areas.{place}.name", "doubled", "each once")
        keys.add(area.key)
        names.add(name)
        if unknown := sorted(area.cards.value.keys() - raw.meeples_by_cost.keys()):
            costs = tuple(raw.meeples_by_cost)
            yield _Fault(f"areas.{place}.cards.value.{unknown[0]}", "unknown-cost", costs)
        yield from _points_faults(f"areas.{place}.points", area)
    yield from _points_faults("most_bridges.points", raw.most_bridges)

    # Links.
    areas, pieces = tuple(area.key for area in raw.areas), raw.start.bridge_pieces.value
    known: set[frozenset[str]] = set()
    for place, link in enumerate(raw.links):
        ends = frozenset(link.between.value)
        if not ends <= set(areas):
            yield _Fault(f"links.{place}.between", "unknown-area", areas)
        if len(ends) < 2 or ends in known:
            yield _Fault(f"links.{place}.between", "doubled", "two areas, each two once")
        known.add(ends)
        if link.sections.value > pieces:
            yield _Fault(f"links.{place}.sections", "longer-than-pieces", pieces)

    # Tables that must have all their names.
    expected: dict[str, set[Any]] = {
        "special_cards": set(_SPECIAL),
        "plus": set(MARKERS),
        "players": set(SEATS),
    }
    for name, wanted in expected.items():
        if wanted != getattr(raw, name).keys():
            yield _Fault(name, "other-names", tuple(sorted(wanted)))
    spaces = len(raw.areas) + 1
    for seats, seating in raw.players.items():
        if seating.score_markers.value > spaces:
            yield _Fault(f"players.{seats}.score_markers", "more-than-spaces", spaces)
        if seating.first_player_step.value >= seats:
            yield _Fault(f"players.{seats}.first_player_step", "more-than-others", seats - 1)

    # Cards for everybody, and not more than can be planned and marked with.
    start, most = raw.start, max(SEATS)
    special = {code: each.count.value for code, each in raw.special_cards.items()}
    if start.bridge_cards.value > start.hand.value:
        yield _Fault("start.bridge_cards", "more-than-hand", start.hand.value)
    if (needed := most * start.bridge_cards.value) > special["bridge"]:
        yield _Fault("special_cards.bridge.count", "too-few-cards", needed)
    if (needed := most * start.hand.value) > sum(card.count for card in _cards(raw)):
        yield _Fault("start.hand", "too-few-cards", needed)
    if special["influence"] > MOST_INFLUENCE:
        yield _Fault("special_cards.influence.count", "too-many-cards", MOST_INFLUENCE)
    markers = sum(special[code] for code, marker in _SPECIAL.items() if marker)
    # A bridge comes with a meeple; the marker that the last one gets is no card.
    if 2 * special["bridge"] + markers + 1 > MOST_TO_PLAN:
        yield _Fault("special_cards.bridge.count", "too-many-cards", MOST_TO_PLAN // 2)


def _points_faults(path: str, space: _Space) -> Iterator[_Fault]:
    points = space.points.value
    if list(points) != sorted(points, reverse=True):
        yield _Fault(path, "not-descending", "no figure above the one before")


def _board(raw: _File, digest: str) -> Board:
    start, order = raw.start, [area.key for area in raw.areas]
    spaces = [
        Space(area.key, area.name, area.points.value, area.markers_needed.value)
        for area in raw.areas
    ]
    last = raw.most_bridges
    spaces.append(Space(MOST_BRIDGES, "", last.points.value, last.markers_needed.value))
    links = []
    for link in raw.links:
        first, second = sorted(link.between.value, key=order.index)
        links.append(Link((first, second), link.sections.value, link.spaces.value))
    return Board(
        name=raw.name,
        digest=digest,
        spaces=tuple(spaces),
        links=tuple(links),
        cards=tuple(_cards(raw)),
        plus=MappingProxyType({name: raw.plus[name].value for name in MARKERS}),
        die=raw.die.value,
        seatings=MappingProxyType(
            {
                seats: Seating(
                    each.rounds.value, each.score_markers.value, each.first_player_step.value
                )
                for seats, each in raw.players.items()
            }
        ),
        money=start.money.value,
        hand=start.hand.value,
        bridge_cards=start.bridge_cards.value,
        bridge_pieces=start.bridge_pieces.value,
        population=start.population.value,
    )


def _cards(raw: _File) -> Iterator[Card]:
    for area in raw.areas:
        for cost, count in sorted(area.cards.value.items()):
            meeples: Any = raw.meeples_by_cost[cost].value
            if count:
                yield Card(f"{area.key}-{cost}", "area", cost, count, area.key, meeples)
    for code, marker in _SPECIAL.items():
        special = raw.special_cards[code]
        kind = "aftershock" if marker else code
        yield Card(code, kind, special.cost.value, special.count.value, marker=marker)
