"""One moment of a match, and what a viewer may know of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from engine.boards.squares import SpaceText
from engine.game import Outcome, Seat, Viewer
from engine.games.san_andreas.ground import Ground
from engine.games.san_andreas.pieces import (
    City,
    Coin,
    Die,
    Laid,
    LastMove,
    Layout,
    Purse,
    Ruin,
    Score,
    Shift,
    Swapped,
)
from engine.games.san_andreas.room import Room, foundable, settable
from engine.games.san_andreas.tiles import Pawn, Standing

if TYPE_CHECKING:
    from engine.games.san_andreas.actions import Swap
    from engine.games.san_andreas.options import Dials

B = TypeVar("B")

_PIECES: Final = frozenset({"ground", "cities", "pawns"})


@dataclass(frozen=True, slots=True)
class Quake(Generic[B]):
    """The latest quake, running or over, step by step.

    `seat` set the last pawn and chooses the order. `shifts` are in the order played. `sunk` are the
    tiles of islands where they sank, `drowned` the cities on them. `scores` and `swaps` are empty
    until the scoring; then there is one score for each surviving city. `before` is the table right
    before the first shift.
    """

    number: int
    seat: Seat
    dice: tuple[Die, ...]
    before: B
    shifts: tuple[Shift, ...] = ()
    sunk: tuple[Laid, ...] = ()
    drowned: tuple[Ruin, ...] = ()
    swaps: tuple[Swapped, ...] = ()
    scores: tuple[Score, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer may know.

    `options` are all settings by name, in menu order. `phase` is "beginning", "playing",
    "rolling", "ordering", "swapping" or "over". `turn` counts from 1 and is 0 before the first;
    `to_act` are the seats that are awaited, `seat` whose turn it is.
    `foundable` are the spaces where the rules allow a city now, `settable` those for a pawn, both
    whoever acts and in whatever phase. `pool` are the free pawns.
    `dice` are those of the running quake, empty otherwise; `quake` is the latest one.
    `swapping` are the seats that still have to decide on their null, `decided` those that have
    while another has not. `points` are the totals of all scorings.
    """

    viewer: Viewer
    seats: int
    options: tuple[tuple[str, bool | int | str], ...]
    phase: str
    turn: int
    seat: Seat
    to_act: tuple[Seat, ...]
    layout: Layout
    foundable: tuple[SpaceText, ...]
    settable: tuple[SpaceText, ...]
    pool: tuple[Pawn, ...]
    purses: tuple[Purse, ...]
    dice: tuple[Die, ...]
    quake: Quake[Layout] | None
    swapping: tuple[Seat, ...]
    decided: tuple[Seat, ...]
    points: tuple[int, ...]
    last: LastMove | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands on the table, as a state keeps it; `pawns` in the order of `PAWNS`."""

    ground: Ground
    cities: tuple[City, ...]
    pawns: tuple[Standing, ...]


@dataclass(frozen=True)
class State:
    """One moment, all secrets included.

    `hands` and `lost` are the coins of each seat, `lost` in ascending order of value. `faces` are
    the dice while they are rolled. `asked` are the seats that may swap their null now, `swaps` what
    each seat has decided, None before. `passes` counts the turns in a row that were passed.
    """

    dials: "Dials"
    seats: int
    starters: tuple[Seat, ...]
    phase: str
    ground: Ground
    cities: tuple[City, ...]
    pawns: tuple[Standing, ...]
    hands: tuple[tuple[int, ...], ...]
    lost: tuple[tuple[Coin, ...], ...]
    points: tuple[int, ...]
    turn: int
    seat: Seat
    passes: int
    faces: tuple[int, ...]
    quake: Quake[Scene] | None
    asked: tuple[Seat, ...]
    swaps: "tuple[Swap | None, ...]"
    last: LastMove | None
    outcome: Outcome | None

    @property
    def scene(self) -> Scene:
        """What stands on the table now."""
        return Scene(self.ground, self.cities, self.pawns)

    @cached_property
    def foundable(self) -> Room:
        """Where a city may be founded, whoever acts."""
        cities = [city.space for city in self.cities]
        return foundable(self.ground, cities, self.pawns, self.dials.too_steep)

    @cached_property
    def settable(self) -> Room:
        """Where a pawn may be set, whichever is free."""
        return settable(self.ground, [city.space for city in self.cities], self.pawns)

    def but(self, **changes: Any) -> "State":
        """Return this state with some fields changed, much faster than `dataclasses.replace`.

        Who adds a piece may say what that leaves `foundable` and `settable`.
        """
        fields = self.__dict__.copy()
        if not _PIECES.isdisjoint(changes):
            fields.pop("foundable", None)
            fields.pop("settable", None)
        fields.update(changes)
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", fields)
        return changed
