"""One moment of a match: the table, which everybody sees, and what only the state knows of it."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.boards.hexes import Cell, CellText
from engine.game import Outcome, Seat, Viewer
from engine.games.seismic.actions import Flip, Rotate, SetAside
from engine.games.seismic.board import Board, bare_board, with_tiles
from engine.games.seismic.grid import Grid, grid_of
from engine.games.seismic.pieces import Laid, OwnPile, Quake, Rising, Rotated, Section
from engine.games.seismic.variants import Variant, variant
from engine.values import copier, dataclass

__all__ = [
    "Observation",
    "State",
    "T",
    "Table",
    "but",
    "open_fields",
    "remember",
]


@dataclass(frozen=True, kw_only=True)
class Table:
    """What lies open: a state has it, and so has what a viewer knows of that state.

    `tiles` lie in the order they were placed, towns first. `display` are the codes face up,
    `crews` those at home, per seat. `last` is the tile placed last and who placed it; `quakes`
    what struck since, in order, one for each town; the last of them has `line=None` while one of
    `tied` has to be chosen. `turn` counts from 1 and is 0 before the first; `on_turn` is the seat
    whose turn it is.

    `phase` says what is due (`match.PHASES`). `rising` is the quake that has a town still to
    strike. `asked` may turn a tile, the first of them now, and `rotated` are the tiles turned since
    the last placement; those of the quake that struck last can't turn again. `piles` are the seats'
    own ones (Balance; else none); `drawn` is the tile on display that came from the own pile of
    the seat on turn, the last of the display.
    """

    seats: int
    variants: tuple[str, ...]
    radius: int
    towns: tuple[CellText, ...]
    phase: str = "placing"
    tiles: tuple[Laid, ...]
    display: tuple[str, ...]
    discarded: tuple[str, ...]
    crews: tuple[int, ...]
    turn: int
    on_turn: Seat = Seat(0)
    last: Laid | None
    last_by: Seat | None
    quakes: tuple[Quake, ...]
    rising: Rising | None = None
    asked: tuple[Seat, ...] = ()
    rotated: tuple[Rotated, ...] = ()
    piles: tuple[OwnPile, ...] = ()
    drawn: str | None = None
    outcome: Outcome | None

    @cached_property
    def variant(self) -> Variant:
        """The dials of the match."""
        return variant(self.variants)

    @cached_property
    def grid(self) -> Grid:
        """The cells of the table, and what they are called."""
        return grid_of(self.towns, self.radius)

    @cached_property
    def board(self) -> Board:
        """The tiles, ready to be asked and built on; `but` carries it along while they stay."""
        return with_tiles(bare_board(self.grid), self.tiles[len(self.towns) :])

    def __getstate__(self) -> dict[str, Any]:
        # What computer players remember with a table can't be packed, and is worked out anew.
        return {name: each for name, each in self.__dict__.items() if name != "outlook"}

    def at(self, cell: Cell) -> Laid | None:
        """Return the tile on `cell`, if any."""
        return self._lying.get(cell)

    @cached_property
    def _lying(self) -> dict[Cell, Laid]:
        return {laid.cell: laid for laid in self.tiles}


@dataclass(frozen=True, kw_only=True)
class State(Table):
    """The table with all secrets.

    `first_stage` are the tiles of which some are still to be set aside; `pile` counts what lies
    face down, in no order, since it is drawn when it is turned up; `boxed` is what left the game
    unseen. `apart` counts what lies face down and comes to the pile later: the quakes of the Big
    One's bottom, the intersections that Balance deals. `starters` may be drawn to play first.
    """

    starters: tuple[Seat, ...]
    first_stage: Mapping[SetAside, int]
    pile: Mapping[Flip, int]
    apart: Mapping[Flip, int]
    boxed: tuple[str, ...]

    @property
    def seat(self) -> Seat:
        """The seat that decides now, or would if chance didn't."""
        return self.asked[0] if self.asked else self.on_turn


@dataclass(frozen=True, kw_only=True)
class Observation(Table):
    """The table as a viewer knows it: in Seismic, the same for everybody.

    `to_act` is the seat that acts now, None at the end. `pile` and `unseen` count what nobody has
    seen yet: tiles left to draw, and shapes, those that were set aside among them. `bottom` of
    the pile's tiles lie at its bottom with all of the quakes `buried` among them (The Big One).
    `boxed` is shown when `outcome` is there.

    The rest follows from the table: `sections` has every section, `lines` for each town the number
    of tiles on its six lines, `points` the score if the match ended now, `rotations` what
    `to_act` may turn in phase "rotating".
    """

    viewer: Viewer
    to_act: Seat | None
    pile: int
    unseen: tuple[tuple[str, int], ...]
    boxed: tuple[str, ...]
    bottom: int = 0
    buried: tuple[str, ...] = ()
    sections: tuple[Section, ...]
    lines: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    rotations: tuple[Rotate, ...] = ()


T = TypeVar("T", bound=Table)

_OPEN: Final = tuple(field.name for field in fields(Table))


def open_fields(table: Table) -> dict[str, Any]:
    """Return what lies open, by name: complete, whatever fields a table gets."""
    return {name: getattr(table, name) for name in _OPEN}


if TYPE_CHECKING:
    from dataclasses import replace as but  # misspelt and mistyped fields are found
else:
    but = copier(made_of={"tiles"}, memos=("board", "_lying"))


def remember(table: T, board: Board) -> T:
    """Let a table that was just made know its board, which is that of its tiles."""
    table.__dict__["board"] = board
    return table
