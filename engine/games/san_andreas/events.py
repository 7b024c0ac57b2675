"""What can happen in a match of San Andreas."""

from typing import TypeAlias

from engine.boards.squares import SpaceText
from engine.game import Opens, Outcome, Private, Public, Reveals, Seat
from engine.games.san_andreas.pieces import Laid, Ruin, Score, Shift, Swapped
from engine.games.san_andreas.tiles import Pawn, Quarter, Tile
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class MatchBegun(Public):
    """This seat plays first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CityFounded(Public):
    """A seat laid a coin face down; which one is `CoinChosen`."""

    seat: Seat
    tile: Tile
    quarter: Quarter
    space: SpaceText


@dataclass(frozen=True, slots=True)
class CoinChosen(Private):
    """The value of the city that was just founded: its owner alone knows it."""

    coin: int


@dataclass(frozen=True, slots=True)
class EpicenterSet(Public):
    """A seat set a pawn on a tile."""

    seat: Seat
    pawn: Pawn
    tile: Tile
    quarter: Quarter
    space: SpaceText


@dataclass(frozen=True, slots=True)
class TurnPassed(Public):
    """A seat could found no city and set no pawn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class QuakeBegun(Public):
    """All pawns stand on tiles: this seat rolls the dice."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiceRolled(Public):
    """The four dice, in the order of `PAWNS`; four nulls are rolled again."""

    seat: Seat
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileShifted(Public):
    """A die acted; `by` is the seat that chose it, None if it was the last one."""

    shift: Shift
    by: Seat | None


@dataclass(frozen=True, slots=True)
class IslandsSank(Public):
    """Tiles without a way to the land sank with the cities on them (rules 5)."""

    sunk: tuple[Laid, ...]
    drowned: tuple[Ruin, ...]


@dataclass(frozen=True, slots=True)
class NullSurvived(Reveals):
    """A seat's surviving city is the null, and it has a lost coin to swap it for (rules 6)."""

    seat: Seat
    tile: Tile
    quarter: Quarter
    space: SpaceText


@dataclass(frozen=True, slots=True)
class SwapDecided(Public):
    """A seat has decided on its null, not yet told how."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SwapSealed(Private):
    """What a seat decided: the coin that it takes instead, None for keeping the null."""

    coin: int | None


@dataclass(frozen=True, slots=True)
class NullSwapped(Opens):
    """A lost coin stands where the null stood; told later, `memory.retold` has no coin."""

    swapped: Swapped

    @property
    def seat(self) -> Seat:
        """Whose null it was."""
        return self.swapped.seat


@dataclass(frozen=True, slots=True)
class CitiesScored(Reveals):
    """Every surviving city scored; `gained` and `points` (the new totals) are per seat.

    The values are everybody's to see as they are scored; told later, `memory.retold` may have none.
    """

    scores: tuple[Score, ...]
    gained: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Public):
    """The match is over: a hand is empty after a quake, or no seat can do anything."""

    outcome: Outcome


Event: TypeAlias = (
    MatchBegun
    | CityFounded
    | CoinChosen
    | EpicenterSet
    | TurnPassed
    | QuakeBegun
    | DiceRolled
    | TileShifted
    | IslandsSank
    | NullSurvived
    | SwapDecided
    | SwapSealed
    | NullSwapped
    | CitiesScored
    | MatchEnded
)
