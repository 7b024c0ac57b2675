"""The pieces of one box, and how they turn (rules 1 and 2).

Edges are numbered 0 to 5 clockwise from north. A tile is written by its edges at rotation 0.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from engine.compiled import plain
from engine.values import dataclass

Kind = Literal["highway", "intersection", "quake", "town"]


@plain
@dataclass(frozen=True, slots=True)
class Tile:
    """A shape: `fragments` are pairs of edges; an intersection's stubs are pairs (e, e)."""

    code: str
    kind: Kind
    fragments: tuple[tuple[int, int], ...]
    value: int
    count: int


def _highway(code: str, count: int) -> Tile:
    pairs = tuple((int(pair[0]), int(pair[1])) for pair in code.split("-"))
    return Tile(code, "highway", pairs, 0, count)


def _stubs(edges: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(edge), int(edge)) for edge in edges)


def _intersection(code: str, count: int) -> Tile:
    return Tile(code, "intersection", _stubs(code[3:]), int(code[1]), count)


# Counts of highway shapes are reconstructed: correct them here if you own the box.
# fmt: off
BOX: Final = (
    #            code         copies
    _highway("01",            6),
    _highway("02",            6),
    _highway("03",            6),
    _highway("01-23",         3),
    _highway("01-24",         3),
    _highway("01-25",         3),
    _highway("01-34",         3),
    _highway("01-35",         3),
    _highway("02-13",         3),
    _highway("02-14",         3),
    _highway("02-35",         3),
    _highway("03-14",         3),
    _highway("01-23-45",      3),
    _highway("01-24-35",      3),
    _highway("01-25-34",      3),
    _highway("02-14-35",      3),
    _highway("03-14-25",      3),
    _intersection("+1:0",      1),
    _intersection("+2:01",     1),
    _intersection("+2:02",     1),
    _intersection("+2:03",     1),
    _intersection("+3:012",    1),
    _intersection("+3:013",    1),
    _intersection("+3:014",    1),
    _intersection("+3:024",    1),
    _intersection("+4:0123",   1),
    _intersection("+4:0124",   1),
    _intersection("+4:0134",   1),
    _intersection("+5:01234",  1),
    _intersection("+6:012345", 1),
    Tile("Q1.0", "quake", (), 1, 1),
    Tile("Q2.0", "quake", (), 2, 1),
    Tile("Q3.0", "quake", (), 3, 1),
    Tile("Q4.0", "quake", (), 4, 1),
    Tile("Q5.0", "quake", (), 5, 1),
    Tile("Q6.0", "quake", (), 6, 1),
    Tile("SA", "town", _stubs("012345"), 6, 1),
)
# fmt: on

TILES: Final[Mapping[str, Tile]] = {tile.code: tile for tile in BOX}

CREWS_EACH: Final = 20
FIRST_STAGE_SINGLES: Final = 2
"""How many of each single-fragment shape are shuffled with the quakes (rules 3.2)."""


@cache
def fragments(code: str, turn: int) -> tuple[tuple[int, int], ...]:
    """Return the tile's fragments as they lie after `turn` sixths, each with its lower edge first.

    The order is that of the code, which tells what crosses over what.

    >>> fragments("01-24", 4)
    ((4, 5), (0, 2))
    """
    turned = (((a + turn) % 6, (b + turn) % 6) for a, b in TILES[code].fragments)
    return tuple((min(pair), max(pair)) for pair in turned)


@cache
def edges(code: str, turn: int) -> int:
    """Return the highway edges as a mask: bit e is set if edge e is highway.

    >>> bin(edges("01", 5))
    '0b100001'
    """
    return sum({1 << edge for pair in fragments(code, turn) for edge in pair})


@cache
def turns(code: str) -> tuple[int, ...]:
    """Return the rotations that differ, each named by the smallest (rules 1).

    >>> turns("03-14-25"), turns("03"), turns("01-34")
    ((0,), (0, 1, 2), (0, 1, 2))
    """
    seen: dict[frozenset[tuple[int, int]], int] = {}
    for turn in range(6):
        seen.setdefault(frozenset(fragments(code, turn)), turn)
    return tuple(seen.values())


@plain
@dataclass(frozen=True, slots=True)
class Shape:
    """A tile as it lies, in the form that walking along highways needs.

    `highways` is the mask of its highway edges. `across[e]` is the edge where a highway that
    comes in at e goes out: e itself for a stub, -1 for a green edge.
    """

    highways: int
    fragments: tuple[tuple[int, int], ...]
    across: tuple[int, ...]
    value: int


@cache
def shape(code: str, turn: int) -> Shape:
    """Return the tile as it lies after `turn` sixths."""
    pieces = fragments(code, turn)
    partner = {**dict(pieces), **{b: a for a, b in pieces}}
    across = tuple(partner.get(edge, -1) for edge in range(6))
    return Shape(edges(code, turn), pieces, across, TILES[code].value)
