"""One moment of a match, and what a viewer may know of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.boards.hexes import Cell, CellText
from engine.node import Outcome
from engine.seat import Seat, Viewer

if TYPE_CHECKING:
    from engine.games.seismic.actions import Flip, SetAside
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
    """A quake that struck since the last placement, or waits for the choice of a line."""

    tile: str
    lengths: tuple[int, ...]
    tied: tuple[int, ...]
    line: int | None
    fallen: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer may know: in Seismic, the same for everybody.

    `tiles` lie in the order they were placed, towns first. `display` are the codes face up.
    `unseen` counts the shapes that nobody has seen yet: the pile and what was set aside.
    `sections` has every section, `lines` the number of tiles on each of the six lines.
    `points` is the score if the match ended now, `crews` those at home, per seat.
    `last` is the tile placed last and who placed it; `quakes` what struck since, in order; the
    last of them has `line=None` while the seat to act has to choose one of `tied`.
    `turn` counts turns from 1 and is 0 before the first; `to_act` is None at the end.
    `boxed` is shown when `outcome` is there.
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
    lines: tuple[int, ...]
    last: Laid | None
    last_by: Seat | None
    quakes: tuple[Quake, ...]
    outcome: Outcome | None
    boxed: tuple[str, ...]

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

    def but(self, **changes: Any) -> "State":
        """Return this state with some fields changed, much faster than `dataclasses.replace`."""
        fields = self.__dict__.copy()
        fields.update(changes)
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", fields)
        return changed
