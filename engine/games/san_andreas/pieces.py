"""What lies on the table or was done to it, as values: what everybody may see, coins aside."""

from engine.boards.squares import Space, SpaceText
from engine.game import Seat
from engine.games.san_andreas.tiles import Pawn, Plate, Quarter, Tile
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class City:
    """A coin on the board. It rides with its tile; `space` is where that quarter lies now.

    `value` is None when the viewer may not know it; a state knows every one.
    `is_shown`: everybody may know the value, since it was turned up in a scoring.
    """

    seat: Seat
    value: int | None
    tile: Tile
    quarter: Quarter
    space: SpaceText
    is_shown: bool = False

    def turned_up(self) -> "City":
        """Return the city when everybody has seen its value."""
        if self.is_shown:
            return self
        return City(self.seat, self.value, self.tile, self.quarter, self.space, is_shown=True)

    def carried(self, space: Space) -> "City":
        """Return the city when its tile has brought it there."""
        return City(self.seat, self.value, self.tile, self.quarter, space, self.is_shown)


@dataclass(frozen=True, slots=True)
class Marker:
    """A pawn on the board. It rides with its tile; `is_covered`: another plate lies over it."""

    pawn: Pawn
    tile: Tile
    quarter: Quarter
    space: SpaceText
    is_covered: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the board.

    `space` is its south-west space. `lean` is (east minus west, north minus south): the side that
    lies higher, in layers. `depths` are the numbers of plates under its quarters a, b, c, d;
    `visible` has the letters of the quarters on which it is the top plate.
    """

    tile: Tile
    space: SpaceText
    lean: tuple[int, int]
    depths: tuple[int, int, int, int]
    visible: tuple[Quarter, ...]
    is_coastal: bool

    @property
    def steepness(self) -> int:
        """The larger of the two leans, without sign; 0 is flat."""
        return max(abs(self.lean[0]), abs(self.lean[1]))


@dataclass(frozen=True, slots=True)
class Stack:
    """The plates in a space, bottom to top; `LAND` is one of them."""

    space: SpaceText
    plates: tuple[Plate, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands on the table at a moment.

    `tiles` come in the order A1 to H2, sunken ones are missing. `stacks` has every space in which
    a tile lies. `ocean` are the spaces of open water from x = 0 on (everything west of it is ocean,
    too), `lakes` those of other water. `pawns` are those on tiles, in the order of `PAWNS`.
    """

    tiles: tuple[Laid, ...]
    stacks: tuple[Stack, ...]
    ocean: tuple[SpaceText, ...]
    lakes: tuple[SpaceText, ...]
    cities: tuple[City, ...]
    pawns: tuple[Marker, ...]

    def tile(self, name: Tile) -> Laid | None:
        """Return the tile of this name, or None if it has sunk."""
        return next((laid for laid in self.tiles if laid.tile == name), None)

    def plates(self, space: Space) -> tuple[Plate, ...]:
        """Return the plates in `space`, bottom to top; nothing for water and for bare land."""
        return next((stack.plates for stack in self.stacks if stack.space == space), ())


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin that is not on the board; `is_shown`: everybody has seen it in a scoring.

    `value` is None when the viewer may not know it.
    """

    value: int | None
    is_shown: bool = False


@dataclass(frozen=True, slots=True)
class Purse:
    """A seat's coins that are not on the board.

    `hand` and `lost` count them; `coins` and `lost_coins` are the values that the viewer may know,
    ascending: of one's own all, of others those that were turned up before they were lost.
    """

    hand: int
    coins: tuple[int, ...]
    lost: int
    lost_coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LastMove:
    """What the latest turn was: `kind` "found", "epicenter" or "pass".

    `tile` and `quarter` are where, as it was then; the tile may have moved since.
    """

    seat: Seat
    kind: str
    tile: Tile | None = None
    quarter: Quarter | None = None
    pawn: Pawn | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """A die of the quake: its face, and whether it has acted; a null counts as done."""

    die: Pawn
    face: int
    is_resolved: bool


@dataclass(frozen=True, slots=True)
class Ruin:
    """A city that was lost; `how` is "destroyed", "buried" or "sunk", `space` where it was lost.

    A city that is both destroyed and buried by one shift counts as destroyed.
    """

    seat: Seat
    tile: Tile
    quarter: Quarter
    space: SpaceText
    how: str


@dataclass(frozen=True, slots=True)
class LeanChange:
    """A tile that leans otherwise after a shift than before."""

    tile: Tile
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shift:
    """What one die did: `tile` moved from one south-west space to the next one.

    `direction` is "north", "east" or "south", `edge` "lift" or "dip". `over` are the plates that it
    newly lies on, `under` those that it newly lies under, with `LAND` among them.
    """

    die: Pawn
    face: int
    tile: Tile
    direction: str
    edge: str
    before: SpaceText
    after: SpaceText
    over: tuple[Plate, ...]
    under: tuple[Plate, ...]
    leans: tuple[LeanChange, ...]
    ruins: tuple[Ruin, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a surviving city scored (rules 6).

    `direction` is the one counted, None if there is no coast in any; `coast` is the first ocean
    space that way, `distance` the number of spaces before it. `value` is None when the viewer may
    not know it any more (option memory).
    """

    seat: Seat
    tile: Tile
    quarter: Quarter
    space: SpaceText
    value: int | None
    direction: str | None
    distance: int | None
    coast: SpaceText | None
    points: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """A null that was replaced by a lost coin before it was scored.

    `coin` is None when the viewer may not know it any more (option memory).
    """

    seat: Seat
    space: SpaceText
    coin: int | None
