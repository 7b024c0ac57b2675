"""One moment of a match: the table, and what only the state or only a viewer knows of it."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from engine.boards.squares import Space, neighbours
from engine.game import OptionValue, Outcome, Seat, Viewer
from engine.games.san_andreas.actions import Swap
from engine.games.san_andreas.ground import Ground
from engine.games.san_andreas.pieces import (
    City,
    Coin,
    Die,
    Laid,
    LastMove,
    Layout,
    Marker,
    Purse,
    Ruin,
    Score,
    Shift,
    Stack,
    Swapped,
)
from engine.games.san_andreas.tiles import PAWNS, Pawn, PawnSpot, Spot
from engine.games.san_andreas.water import spaces
from engine.values import copier, dataclass

__all__ = [
    "Observation",
    "Quake",
    "Room",
    "Scene",
    "State",
    "T",
    "Table",
    "around",
    "but",
    "open_fields",
    "remember",
    "without_spaces",
]

Room: TypeAlias = Mapping[Space, Spot]
"""Spaces where a piece may be put, and what tile lies there."""


@dataclass(frozen=True)
class Scene:
    """The ground and what stands on it; `pawns` in the order of `PAWNS`."""

    ground: Ground
    cities: tuple[City, ...]
    pawns: tuple[PawnSpot, ...]

    @cached_property
    def layout(self) -> Layout:
        """The same written out, for those who look at it."""
        ground, markers = self.ground, []
        for pawn, on in zip(PAWNS, self.pawns, strict=True):
            if on is not None:
                space = ground.space(*on)
                markers.append(Marker(pawn, *on, space, ground.stacks[space][-1] != on[0]))
        return Layout(
            tiles=tuple(ground.laid(tile) for tile in ground.corners),
            stacks=tuple(Stack(space, ground.stacks[space]) for space in sorted(ground.stacks)),
            ocean=spaces(ground.water.ocean),
            lakes=spaces(ground.water.lakes),
            cities=self.cities,
            pawns=tuple(markers),
        )

    @property
    def pool(self) -> tuple[Pawn, ...]:
        """The free pawns."""
        return _pool(self.pawns)

    def pawn_spaces(self) -> set[Space]:
        """Return the spaces that pawns take: a covered one takes none."""
        taken, ground = set(), self.ground
        for on in self.pawns:
            if on is not None and ground.stacks[space := ground.space(*on)][-1] == on[0]:
                taken.add(space)
        return taken


@lru_cache(maxsize=1 << 12)
def _pool(pawns: tuple[PawnSpot, ...]) -> tuple[Pawn, ...]:
    return tuple([pawn for pawn, on in zip(PAWNS, pawns, strict=True) if on is None])


@dataclass(frozen=True, slots=True)
class Quake:
    """The latest quake, running or over, step by step.

    `seat` set the last pawn and chooses the order. `shifts` are in the order played. `sunk` are the
    tiles of islands where they sank, `drowned` the cities on them. `scores` and `swaps` are empty
    until the scoring; then there is one score for each surviving city. `before` is the table right
    before the first shift.
    """

    number: int
    seat: Seat
    dice: tuple[Die, ...]
    before: Scene
    shifts: tuple[Shift, ...] = ()
    sunk: tuple[Laid, ...] = ()
    drowned: tuple[Ruin, ...] = ()
    swaps: tuple[Swapped, ...] = ()
    scores: tuple[Score, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, kw_only=True)
class Table(Scene):
    """What a state and what a viewer knows of it have in common.

    A viewer's table has None for every coin value that the viewer may not know, in `cities`,
    `hands`, `lost` and in the quake.

    `options` are all settings by name, in menu order. `phase` says what is due (`match.PHASES`).
    `turn` counts from 1 and is 0 before the first; `seat` is the one whose turn it is. `hands` and
    `lost` are the coins of each seat, `lost` in ascending order, unknown ones last. `points` are
    the totals of all scorings. `passes` counts the turns in a row that were passed. `quake` is the
    latest one. `asked` are the seats that may swap their null now.
    """

    seats: int
    options: tuple[tuple[str, OptionValue], ...]
    phase: str
    turn: int
    seat: Seat
    hands: tuple[tuple[int | None, ...], ...]
    lost: tuple[tuple[Coin, ...], ...]
    points: tuple[int, ...]
    passes: int
    quake: Quake | None
    asked: tuple[Seat, ...]
    last: LastMove | None
    outcome: Outcome | None

    @cached_property
    def dials(self) -> Mapping[str, OptionValue]:
        """The settings by name."""
        return dict(self.options)

    @property
    def hand(self) -> tuple[int, ...]:
        """The coins in hand of the seat on turn, as far as the viewer knows them."""
        hand = self.hands[self.seat]
        return () if None in hand else cast("tuple[int, ...]", hand)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the running quake; nothing if none is running."""
        return () if self.quake is None or self.quake.is_over else self.quake.dice

    @cached_property
    def foundable(self) -> Room:
        """The spaces where the rules allow a city now, for any seat and in any phase."""
        shut = self.pawn_spaces()
        shut.update(*[around(city.space) for city in self.cities])
        return without_spaces(self.ground.gentle(int(self.dials["too_steep"])), shut)

    @cached_property
    def settable(self) -> Room:
        """The same for a pawn, whichever is free."""
        taken = self.pawn_spaces()
        taken.update([city.space for city in self.cities])
        return without_spaces(self.ground.beaches, taken)


def without_spaces(room: Room, shut: Iterable[Space]) -> Room:
    """Return the room without some spaces, whether they were free or not."""
    rest = dict(room)
    for space in shut:
        rest.pop(space, None)
    return rest


@lru_cache(maxsize=4096)
def around(space: Space) -> tuple[Space, ...]:
    """Return the spaces that a city in `space` shuts for others: its own and its neighbours."""
    return space, *neighbours(space)


@dataclass(frozen=True, kw_only=True)
class State(Table):
    """The table with all secrets.

    `starters` may be drawn to play first. `faces` are the dice while they are rolled. `swaps` has
    what each seat has decided about its null, None before.
    """

    starters: tuple[Seat, ...]
    faces: tuple[int, ...]
    swaps: tuple[Swap | None, ...]

    @property
    def undecided(self) -> tuple[Seat, ...]:
        """The seats that still have to decide on their null."""
        return tuple([seat for seat in self.asked if self.swaps[seat] is None])


@dataclass(frozen=True, kw_only=True)
class Observation(Table):
    """What a viewer may know.

    `to_act` are the seats that are awaited, `decided` those that have decided on their null while
    another has not.
    """

    viewer: Viewer
    to_act: tuple[Seat, ...]
    decided: tuple[Seat, ...]

    @property
    def swapping(self) -> tuple[Seat, ...]:
        """The seats that still have to decide on their null."""
        return tuple(seat for seat in self.asked if seat not in self.decided)

    @property
    def purses(self) -> tuple[Purse, ...]:
        """The coins of each seat that are not on the board."""
        return tuple(
            Purse(
                len(hand),
                tuple(coin for coin in hand if coin is not None),
                len(lost),
                tuple(coin.value for coin in lost if coin.value is not None),
            )
            for hand, lost in zip(self.hands, self.lost, strict=True)
        )


T = TypeVar("T", bound=Table)

_OPEN: Final = tuple(field.name for field in fields(Table))
_STANDING: Final = frozenset(field.name for field in fields(Scene))


def open_fields(table: Table) -> dict[str, Any]:
    """Return the fields of every table, by name: complete, whatever fields it gets."""
    return {name: getattr(table, name) for name in _OPEN}


if TYPE_CHECKING:
    from dataclasses import replace as but  # misspelt and mistyped fields are found
else:
    # The function that adds a piece may also set the room that it leaves (`remember`).
    but = copier(_STANDING, ("layout", "foundable", "settable"))


def remember(table: T, foundable: Room, settable: Room) -> T:
    """Let a table that was just made know what room there is on it."""
    table.__dict__.update(foundable=foundable, settable=settable)
    return table
