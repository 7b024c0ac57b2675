"""What lies on the table and what is said of it: values that everybody may see; and as text.

Positions as text (rules 1): `q,r code/turn` for a tile, `q,r:edge letter` for a crew.

>>> written(laid_out("0,-1 03/0; 0,-2 01/2", "0,-2:3 a"))
('0,-1 03/0; 0,-2 01/2', '0,-2:2 a')
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.boards.hexes import Cell, CellText, parsed_cell
from engine.game import Seat
from engine.games.seismic.tiles import shape
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Crew:
    """A crew of `seat` on the fragment of its tile that reaches `edge` (its lowest, 0 to 5)."""

    seat: Seat
    edge: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table (or one that just fell): its code, its rotation, who works on it."""

    cell: CellText
    tile: str
    turn: int
    crews: tuple[Crew, ...] = ()


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of highway on `cell` between two of its edges; a stub has `a == b`."""

    cell: CellText
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class End:
    """Where a section ends: at `edge` of `cell`.

    kind "tile": `cell` holds an intersection or a town of this `value`;
    kind "open": `cell` is empty and can be built; `edge` is the edge of it that is reached;
    kind "closed": `cell` lies outside of the table.
    """

    kind: str
    cell: CellText
    edge: int
    value: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A chain of fragments (rules 5) in order from the first end to the second.

    `stubs` are the stubs it ends in. `ends` has two entries, none for a free loop.
    `crews` are all crews on it; `owners` the seats that would score: those with most crews.
    `points` is its value now: length + values of the ends that are tiles; it counts at the end
    only if `complete`.
    """

    fragments: tuple[Fragment, ...]
    stubs: tuple[Fragment, ...]
    ends: tuple[End, ...]
    crews: tuple[tuple[CellText, Crew], ...]
    owners: tuple[Seat, ...]
    complete: bool
    points: int

    @property
    def pieces(self) -> tuple[Fragment, ...]:
        """Its fragments, and the stubs that it ends in."""
        return (*self.fragments, *self.stubs)

    @property
    def length(self) -> int:
        """How many fragments it has."""
        return len(self.fragments)

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of its pieces."""
        return frozenset([piece.cell for piece in self.pieces])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seat of each crew on it."""
        return tuple([crew.seat for _, crew in self.crews])


@dataclass(frozen=True, slots=True)
class Quake:
    """A quake that struck a town since the last placement, or waits for the choice of a line.

    `lengths`, `tied` and `line` are about the lines out of `town`, its index.
    """

    tile: str
    lengths: tuple[int, ...]
    tied: tuple[int, ...]
    line: int | None
    fallen: tuple[Laid, ...]
    town: int = 0


@dataclass(frozen=True, slots=True)
class Rising:
    """A quake that was turned up, with the towns, by index, that it has still to strike."""

    tile: str
    towns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rotated:
    """A tile that `seat` turned after a quake; `quake` is the index of that quake's last strike."""

    quake: int
    seat: Seat
    before: Laid
    after: Laid


@dataclass(frozen=True, slots=True)
class OwnPile:
    """What a seat has left to draw in Balance: `tiles` in all, `intersections` among them."""

    tiles: int
    intersections: int


LETTERS: Final = "abcd"
"""The seats in the order of play."""


def laid_out(tiles: str, crews: str = "") -> tuple[Laid, ...]:
    """Return the tiles of a text, with the crews of another; a crew may name either edge."""
    standing: dict[Cell, list[tuple[Seat, int]]] = {}
    for part in _parts(crews):
        place, letter = part.split()
        cell, edge = place.split(":")
        seat = Seat(LETTERS.index(letter))
        standing.setdefault(parsed_cell(cell), []).append((seat, int(edge)))
    found = []
    for part in _parts(tiles):
        where, lying = part.split()
        code, turn = lying.split("/")
        at, across = parsed_cell(where), shape(code, int(turn)).across
        who = (Crew(seat, min(edge, across[edge])) for seat, edge in standing.get(at, ()))
        found.append(Laid(at, code, int(turn), tuple(who)))
    return tuple(found)


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in text.replace("\n", ";").split(";") if part.strip())


def written(tiles: Iterable[Laid]) -> tuple[str, str]:
    """Return the texts of tiles and of the crews on them."""
    laid = tuple(tiles)
    crews = [
        f"{each.cell}:{crew.edge} {LETTERS[crew.seat]}" for each in laid for crew in each.crews
    ]
    return "; ".join(f"{each.cell} {each.tile}/{each.turn}" for each in laid), "; ".join(crews)
