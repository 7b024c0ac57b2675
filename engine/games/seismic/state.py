"""One moment of a match, and what a viewer may know of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.boards.hexes import Cell, CellText
from engine.games.seismic.actions import Flip, Rotate
from engine.node import Outcome
from engine.seat import Seat, Viewer

if TYPE_CHECKING:
    from engine.games.seismic.actions import SetAside
    from engine.games.seismic.board import Board
    from engine.games.seismic.variants import Variant


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


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer may know: in Seismic, the same for everybody.

    `tiles` lie in the order they were placed, towns first. `display` are the codes face up.
    `unseen` counts the shapes that nobody has seen yet: the pile and what was set aside.
    `sections` has every section; `lines` for each town the number of tiles on each of its six
    lines. `points` is the score if the match ended now, `crews` those at home, per seat.
    `last` is the tile placed last and who placed it; `quakes` what struck since, in order, one
    for each town; the last of them has `line=None` while one of `tied` has to be chosen.
    `turn` counts turns from 1 and is 0 before the first; `on_turn` is the seat whose turn it is,
    `to_act` the one that acts now, None at the end. `boxed` is shown when `outcome` is there.

    `phase` says what is due:
    "placing": `to_act` builds one of `display`; with Road Crew's Dilemma a placement without a
    crew leads to "extending" if something of the display still fits: a second tile, or EndTurn;
    "striking": the line of the last of `quakes`;
    "choosing_town": which of `rising.towns` is struck first (Twin Cities);
    "rotating": `to_act`, the first of `asked`, turns a tile by one of `rotations`, or keeps all;
    the others of `asked` come after it, in this order, if they can turn anything (Aftershocks);
    "over"; and the parts in which chance acts, in which nobody looks.

    `rising` is the quake that has a town still to strike. `rotated` are the tiles turned since
    the last placement, in order; those of the quake that struck last can't turn again.
    `bottom` of the tiles in the `pile` lie at its bottom with all of the quakes `buried` among
    them (The Big One; 0 and none without it, or when they are all drawn).
    `piles` are the seats' own ones (Balance; else none), which `pile` counts together; `drawn` is
    the tile on display that came from the own pile of the seat on turn, the last of the display.
    """

    viewer: Viewer
    seats: int
    variants: tuple[str, ...]
    radius: int
    towns: tuple[CellText, ...]
    turn: int
    to_act: Seat | None
    tiles: tuple[Laid, ...]
    display: tuple[str, ...]
    pile: int
    unseen: tuple[tuple[str, int], ...]
    discarded: tuple[str, ...]
    crews: tuple[int, ...]
    points: tuple[int, ...]
    sections: tuple[Section, ...]
    lines: tuple[tuple[int, ...], ...]
    last: Laid | None
    last_by: Seat | None
    quakes: tuple[Quake, ...]
    outcome: Outcome | None
    boxed: tuple[str, ...]
    phase: str = "placing"
    on_turn: Seat = Seat(0)  # noqa: RUF009 - a number
    rising: Rising | None = None
    asked: tuple[Seat, ...] = ()
    rotations: tuple[Rotate, ...] = ()
    rotated: tuple[Rotated, ...] = ()
    bottom: int = 0
    buried: tuple[str, ...] = ()
    piles: tuple[OwnPile, ...] = ()
    drawn: str | None = None

    def at(self, cell: Cell) -> Laid | None:
        """Return the tile on `cell`, if any."""
        return next((laid for laid in self.tiles if laid.cell == cell), None)


@dataclass(frozen=True)
class State:
    """One moment, all secrets included.

    `phase` names what is going on (`Variant.phases`). `first_stage` are the tiles of which some
    are still to be set aside; `pile` counts what lies face down, in no order, since it is drawn
    when it is turned up; `boxed` is what left the game unseen. `turn` is 0 before the first.
    `quakes` are those since the last placement; the last waits for a line in phase "striking".
    `apart` counts what lies face down and comes to the pile later: the quakes of the Big One's
    bottom, the intersections that Balance deals; `piles` say how many of both a seat has there.
    `rising`, `asked` (the first decides), `rotated` and `drawn` are as in `Observation`.
    """

    variant: "Variant"
    seats: int
    radius: int
    phase: str
    board: "Board"
    first_stage: "Mapping[SetAside, int]"
    pile: "Mapping[Flip, int]"
    boxed: tuple[str, ...]
    display: tuple[str, ...]
    discarded: tuple[str, ...]
    crews: tuple[int, ...]
    turn: int
    seat: Seat
    starters: tuple[Seat, ...]
    last: Laid | None
    last_by: Seat | None
    quakes: tuple[Quake, ...]
    outcome: Outcome | None
    apart: "Mapping[Flip, int]"
    piles: tuple[OwnPile, ...]
    rising: Rising | None
    asked: tuple[Seat, ...]
    rotated: tuple[Rotated, ...]
    drawn: str | None

    @property
    def to_act(self) -> Seat:
        """The seat that decides now, or would if chance didn't."""
        return self.asked[0] if self.asked else self.seat

    def but(self, **changes: Any) -> "State":
        """Return this state with some fields changed, much faster than `dataclasses.replace`."""
        fields = self.__dict__.copy()
        fields.update(changes)
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", fields)
        return changed
