"""What may be done in a turn, without listing it (rules 2)."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, Final, TypeVar, overload

from engine.boards.squares import Space
from engine.games.san_andreas.actions import Action, Epicenter, Found
from engine.games.san_andreas.state import Room, Table
from engine.games.san_andreas.tiles import Pawn

A = TypeVar("A")


class PlacementsBySpace(dict[Space, tuple[A, ...]]):
    """For each space, the actions that put one of some pieces there; made when first read."""

    def __init__(self, action: Callable[[Any, Space], A], pieces: tuple[int | Pawn, ...]) -> None:
        self._action, self._pieces = action, pieces

    def __missing__(self, space: Space) -> tuple[A, ...]:
        self[space] = made = tuple([self._action(piece, space) for piece in self._pieces])
        return made


# A listing touches every action in it: the fewer there are, the nearer they lie. There are 64 sets
# of coins, 16 of pawns, and a few hundred spaces that tiles ever reach.
founds: Final = cache(partial(PlacementsBySpace[Found], cache(Found)))
epicenters: Final = cache(partial(PlacementsBySpace[Epicenter], cache(Epicenter)))


class Turns(Sequence[Action]):
    """Cities tile by tile, then pawns; the actions of a space are taken over as a whole."""

    __slots__ = ("_cities", "_founded", "_hand", "_pawns", "_pool")

    def __init__(self, table: Table) -> None:
        self._hand, self._pool = table.hand, table.pool
        self._cities: Room = table.foundable if self._hand else {}
        self._pawns: Room = table.settable if self._pool else {}
        self._founded = len(self._hand) * len(self._cities)

    def __len__(self) -> int:
        return self._founded + len(self._pool) * len(self._pawns)

    def __iter__(self) -> Iterator[Action]:
        actions: list[Action] = []
        for found in map(founds(self._hand).__getitem__, self._cities):
            actions += found
        for epicenter in map(epicenters(self._pool).__getitem__, self._pawns):
            actions += epicenter
        return iter(actions)

    @overload
    def __getitem__(self, n: int) -> Action: ...
    @overload
    def __getitem__(self, n: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, n: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(n, slice):
            return tuple(self)[n]
        place = range(len(self))[n] - self._founded
        if place < 0:
            space, piece = divmod(place + self._founded, len(self._hand))
            return founds(self._hand)[next(islice(self._cities, space, None))][piece]
        space, piece = divmod(place, len(self._pool))
        return epicenters(self._pool)[next(islice(self._pawns, space, None))][piece]
