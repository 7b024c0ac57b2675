"""Reads board files, and says which figure of one can't be played.

A file that was corrected wrongly must not become a board that breaks in the middle of a match: all
checks are made here, once, and name the field as a path such as "links.3.sections".
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

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

_Count: TypeAlias = Annotated[int, Field(ge=0)]
_Positive: TypeAlias = Annotated[int, Field(ge=1)]
_Key: TypeAlias = Annotated[str, StringConstraints(pattern="^[a-z]+(_[a-z]+)*$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Figure(_Strict, Generic[T]):
    """Something printed, and whether the rule book says it."""

    value: T
    source: Literal["found", "reconstructed"]


class _Space(_Strict):
    points: _Figure[tuple[_Count, ...]]
    markers_needed: _Figure[_Positive]


class _Area(_Space):
    key: _Key
    name: Annotated[str, StringConstraints(min_length=1, max_length=30)]
    cards: _Figure[dict[int, _Count]]


class _Link(_Strict):
    between: _Figure[tuple[str, str]]
    sections: _Figure[_Positive]
    spaces: _Figure[_Positive]


class _Special(_Strict):
    count: _Figure[_Count]
    cost: _Figure[_Count]


class _Seating(_Strict):
    rounds: _Figure[_Positive]
    score_markers: _Figure[_Positive]
    first_player_step: _Figure[_Positive]


class _Start(_Strict):
    money: _Figure[_Count]
    hand: _Figure[_Positive]
    bridge_cards: _Figure[_Count]
    bridge_pieces: _Figure[_Positive]
    population: _Figure[_Positive]


class _File(_Strict):
    comment: str = ""
    name: _Key
    areas: Annotated[tuple[_Area, ...], Field(min_length=2)]
    most_bridges: _Space
    links: tuple[_Link, ...]
    meeples_by_cost: dict[int, _Figure[_Positive]]
    special_cards: dict[str, _Special]
    plus: dict[str, _Figure[_Count]]
    die: _Figure[Annotated[tuple[_Positive, ...], Field(min_length=1)]]
    players: dict[int, _Seating]
    start: _Start


class _Fault(NamedTuple):
    """What is wrong with a figure: its path, a key for the problem, and what is allowed."""

    field: str
    problem: str
    allowed: object = None


def read_board(text: str) -> Board:
    """Return the board of a file; raise `BadSetup` with `field`, `problem` and `allowed`."""
    try:
        raw = _File.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join(str(part) for part in first["loc"])
        raise _refusal("", _Fault(path, first["type"], first["msg"])) from error
    if fault := next(_faults(raw), None):
        raise _refusal(raw.name, fault)
    return _board(raw)


def _refusal(name: str, fault: _Fault) -> BadSetup:
    return BadSetup("aftershock-board", board=name, **fault._asdict())


@cache
def boards() -> Mapping[str, Board]:
    """Return every board of the package by its name; raise `BadSetup` for one that is wrong."""
    folder = files("engine.games.aftershock") / "boards"
    paths = sorted((path for path in folder.iterdir()), key=lambda path: path.name)
    found = [read_board(path.read_text("utf-8")) for path in paths if path.name.endswith(".json")]
    return by_name(found)


def by_name(found: Iterable[Board]) -> Mapping[str, Board]:
    """Return boards by name, the default first: records without a board mean that one."""
    ordered = sorted(found, key=lambda board: (board.name != DEFAULT, board.name))
    named = {board.name: board for board in ordered}
    if len(named) < len(ordered):
        doubled = next(name for name in named if sum(b.name == name for b in ordered) > 1)
        raise _refusal(doubled, _Fault("name", "doubled"))
    return MappingProxyType(named)


def board(name: str) -> Board:
    """Return the board of this name, as an observation or a setup gives it."""
    return boards()[name]


def _faults(raw: _File) -> Iterator[_Fault]:
    yield from _area_faults(raw)
    yield from _link_faults(raw)
    yield from _name_faults(raw)
    yield from _seating_faults(raw)


def _area_faults(raw: _File) -> Iterator[_Fault]:
    keys = [area.key for area in raw.areas]
    for place, area in enumerate(raw.areas):
        if area.key in (*keys[:place], MOST_BRIDGES):
            yield _Fault(f"areas.{place}.key", "doubled")
        if unknown := sorted(area.cards.value.keys() - raw.meeples_by_cost.keys()):
            costs = tuple(raw.meeples_by_cost)
            yield _Fault(f"areas.{place}.cards.{unknown[0]}", "unknown-cost", costs)
        yield from _points_faults(f"areas.{place}.points", area)
    yield from _points_faults("most_bridges.points", raw.most_bridges)


def _points_faults(path: str, space: _Space) -> Iterator[_Fault]:
    points = space.points.value
    if list(points) != sorted(points, reverse=True):
        yield _Fault(path, "not-descending")


def _link_faults(raw: _File) -> Iterator[_Fault]:
    keys, pieces = [area.key for area in raw.areas], raw.start.bridge_pieces.value
    known: set[frozenset[str]] = set()
    for place, link in enumerate(raw.links):
        ends = frozenset(link.between.value)
        if unknown := sorted(ends - set(keys)):
            yield _Fault(f"links.{place}.between", "unknown-area", unknown[0])
        if len(ends) < 2 or ends in known:
            yield _Fault(f"links.{place}.between", "doubled")
        known.add(ends)
        if link.sections.value > pieces:
            yield _Fault(f"links.{place}.sections", "longer-than-pieces", pieces)


def _name_faults(raw: _File) -> Iterator[_Fault]:
    expected: dict[str, set[Any]] = {
        "special_cards": set(_SPECIAL),
        "plus": set(MARKERS),
        "players": {3, 4, 5},
    }
    for name, keys in expected.items():
        if keys != getattr(raw, name).keys():
            yield _Fault(name, "other-names", tuple(sorted(keys)))


def _seating_faults(raw: _File) -> Iterator[_Fault]:
    spaces, start = len(raw.areas) + 1, raw.start
    for seats, seating in raw.players.items():
        if seating.score_markers.value > spaces:
            yield _Fault(f"players.{seats}.score_markers", "more-than-spaces", spaces)
    most = max(raw.players)
    if start.bridge_cards.value > start.hand.value:
        yield _Fault("start.bridge_cards", "more-than-hand", start.hand.value)
    if (needed := most * start.bridge_cards.value) > raw.special_cards["bridge"].count.value:
        yield _Fault("special_cards.bridge.count", "too-few-cards", needed)
    if (needed := most * start.hand.value) > sum(card.count for card in _cards(raw)):
        yield _Fault("start.hand", "too-few-cards", needed)


def _board(raw: _File) -> Board:
    start = raw.start
    return Board(
        name=raw.name,
        spaces=tuple(_spaces(raw)),
        links=tuple(_links(raw)),
        cards=tuple(_cards(raw)),
        plus=MappingProxyType({name: raw.plus[name].value for name in MARKERS}),
        die=raw.die.value,
        seatings=MappingProxyType({n: _seating(each) for n, each in raw.players.items()}),
        money=start.money.value,
        hand=start.hand.value,
        bridge_cards=start.bridge_cards.value,
        bridge_pieces=start.bridge_pieces.value,
        population=start.population.value,
    )


def _spaces(raw: _File) -> Iterator[Space]:
    for area in raw.areas:
        yield Space(area.key, area.name, area.points.value, area.markers_needed.value)
    last = raw.most_bridges
    yield Space(MOST_BRIDGES, "", last.points.value, last.markers_needed.value)


def _links(raw: _File) -> Iterator[Link]:
    order = [area.key for area in raw.areas]
    for link in raw.links:
        first, second = sorted(link.between.value, key=order.index)
        yield Link((first, second), link.sections.value, link.spaces.value)


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


def _seating(raw: _Seating) -> Seating:
    return Seating(raw.rounds.value, raw.score_markers.value, raw.first_player_step.value)
