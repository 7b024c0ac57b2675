"""What can happen in a match of Seismic."""

from typing import TypeAlias

from engine.boards.hexes import Cell
from engine.game import Outcome, Public, Reveals, Seat, Witnesses
from engine.games.seismic.pieces import Laid
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class TileSetAside:
    """A tile left the game face down: nobody knows which until the end."""

    tile: str

    @property
    def seen_by(self) -> Witnesses:
        """Nobody."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class MatchBegun(Public):
    """This seat plays first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TileFlipped(Public):
    """A tile that is no quake lies face up now."""

    tile: str


@dataclass(frozen=True, slots=True)
class QuakeLeft(Public):
    """A quake among the opening tiles left the game without effect (rules 3.3)."""

    tile: str


@dataclass(frozen=True, slots=True)
class QuakeRose(Public):
    """A quake was turned up that strikes several towns; a seat says which comes first."""

    tile: str


@dataclass(frozen=True, slots=True)
class TownChosen(Public):
    """A seat said which town, by its index, the quake strikes first."""

    seat: Seat
    tile: str
    town: int


@dataclass(frozen=True, slots=True)
class QuakeFlipped(Public):
    """A quake was turned up, or moves to the next town.

    It strikes one of `tied` (directions out of `town`; empty: no tile on any line).
    """

    tile: str
    tied: tuple[int, ...]
    town: int = 0


@dataclass(frozen=True, slots=True)
class QuakeStruck(Public):
    """A quake took the nearest tiles of a line out of `town`, with the crews on them.

    `fallen` is empty if only another town lay on the line. `by` is the seat that chose the line,
    None if there was no tie. `lengths` are the six lines before the strike.
    """

    tile: str
    line: int
    fallen: tuple[Laid, ...]
    lengths: tuple[int, ...]
    by: Seat | None
    town: int = 0


@dataclass(frozen=True, slots=True)
class TileRotated(Public):
    """After a quake a seat turned a tile, which was `before` and is `after` (Aftershocks)."""

    seat: Seat
    before: Laid
    after: Laid


@dataclass(frozen=True, slots=True)
class AllKept(Public):
    """After a quake a seat turned nothing though it could have (Aftershocks)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NothingFitted(Public):
    """No face-up tile had a legal placement: these left the game (rules 4.2).

    In Balance that is the one tile from the seat's own pile.
    """

    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NothingPlaced(Public):
    """A turn ended without a placement (Balance)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SecondDeclined(Public):
    """A seat could have built a second tile and didn't (Road Crew's Dilemma)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TilePlaced(Public):
    """A seat built a tile; `crew` is the edge its crew stands on, or None."""

    seat: Seat
    tile: str
    cell: Cell
    turn: int
    crew: int | None


@dataclass(frozen=True, slots=True)
class MatchEnded(Reveals):
    """The last tile was placed or nothing is open; `boxed` is what left the game unseen."""

    outcome: Outcome
    boxed: tuple[str, ...]


Chosen: TypeAlias = TownChosen | QuakeStruck | TileRotated | AllKept | SecondDeclined | TilePlaced
"""What a seat may have chosen."""
Event: TypeAlias = (
    Chosen
    | TileSetAside
    | MatchBegun
    | TileFlipped
    | QuakeLeft
    | QuakeRose
    | QuakeFlipped
    | NothingFitted
    | NothingPlaced
    | MatchEnded
)
