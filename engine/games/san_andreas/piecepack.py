"""A match in Portable Piecepack Notation (https://github.com/piecepackr/ppn).

Spaces have whole coordinates. Tiles are the pieces 1 to 23 in the order A1 to H2, face down; coins
show their suit only: sun, moon, crown and arms by seat. The notation knows one order of all pieces
from below to above, which says what covers what; land is no piece. In a pinwheel of three plates
(rules 3) there is no such order: then it stays as it was.
"""

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, Final

from engine.boards.squares import Space
from engine.game import Event, Seat
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    NullSwapped,
    TileShifted,
)
from engine.games.san_andreas.ground import Ground, fresh_ground, slid, sunken
from engine.games.san_andreas.pieces import Laid, Ruin, Shift
from engine.games.san_andreas.rules import GAME
from engine.games.san_andreas.state import State
from engine.games.san_andreas.tiles import LAND, PAWNS, START, Pawn, Spot, Tile
from engine.record import Record, standing

SUITS: Final = "SMCA"
"""The suits of the seats, of the pawns and of the dice, in their orders."""

_DICE_AT: Final = -2
"""The column in the ocean in which the dice lie."""


def portable(record: Record[Any]) -> str:
    """Return a match as notation; what was taken back is left out."""
    header, table = record.header, _Table()
    state = GAME.initial(header.setup, header.rules_version)
    text = [f"setup. {' '.join(table.laid_out())}"]
    moves = [record.entries[seq].move for seq in standing(record.entries)]
    for number, move in enumerate(filter(None, moves), 1):
        step = GAME.apply(state, move)
        told = [part for event in step.events for part in table.told(event, step.state)]
        state = step.state
        if told:
            text.append(f"{number}. {' '.join(told)}")
    points = "-".join(str(each) for each in state.points)
    return "\n".join(["---", "Event: San Andreas", f'Result: "{points}"', "...", *text, ""])


class _Table:
    """The numbers of the pieces on the table, and the order of the tiles from below."""

    def __init__(self) -> None:
        self._count = 0
        self._ground = fresh_ground()
        self._order = list(START)
        self._tiles: dict[Tile, int] = {}
        self._cities: dict[Spot, int] = {}
        self._pawns: dict[Pawn, tuple[Spot, int]] = {}
        self._dice: dict[Pawn, int] = {}

    def laid_out(self) -> Iterator[str]:
        """Yield the placement of every tile."""
        for tile, corner in START.items():
            self._tiles[tile] = self._numbered()
            yield f"tb@{_middle(corner)}"

    def _numbered(self) -> int:
        self._count += 1
        return self._count

    def told(self, event: Event, state: State) -> Iterator[str]:
        """Yield what an event does to the pieces; `state` is the one after the whole move."""
        match event:
            case CityFounded(seat, _, _, space):
                coins = {city.space: city.value for city in state.cities}
                yield self._founded(seat, coins[space], space)
            case EpicenterSet(_, pawn, tile, quarter, space):
                self._pawns[pawn] = ((tile, quarter), self._numbered())
                yield f"{_suit(pawn)}p@{_at(space)}%{self._tiles[tile]}"
            case DiceRolled(_, faces) if any(faces):
                self._dice = {pawn: self._numbered() for pawn in PAWNS}
                for place, (pawn, face) in enumerate(zip(PAWNS, faces, strict=True)):
                    yield f"{_suit(pawn)}d{face}@{_at(Space(_DICE_AT, len(PAWNS) - place))}"
            case TileShifted(shift):
                yield from self._shifted(shift)
            case IslandsSank(sunk, drowned):
                yield from self._sunk(sunk, drowned)
            case NullSwapped(swapped):
                yield f"*{self._cities[self._ground.visible[swapped.space]]}"
                coins = {
                    city.space: city.value for city in (state.quake.scores if state.quake else ())
                }
                yield self._founded(swapped.seat, coins[swapped.space], swapped.space)
            case CitiesScored():
                yield from (f"*{die}" for die in self._dice.values())
            case _:
                pass

    def _founded(self, seat: Seat, coin: int | None, space: Space) -> str:
        self._cities[self._ground.visible[space]] = self._numbered()
        return f"{SUITS[seat]}{coin}cb@{_at(space)}"

    def _shifted(self, shift: Shift) -> Iterator[str]:
        """Yield the way of the tile and of what stands on it, then what leaves."""
        tile = shift.tile
        self._ground = slid(self._ground, tile, shift.face).ground
        yield f"*{self._pawns.pop(shift.die)[1]}"
        yield from self._lying(tile, shift.after)
        for (on, quarter), city in self._cities.items():
            if on == tile:
                yield f"{city}-{_at(self._ground.space(on, quarter))}"
        yield from self._lost(shift.ruins)

    def _lying(self, tile: Tile, corner: Space) -> Iterator[str]:
        """Yield the move of a tile to its place in the order; all tiles if others must follow."""
        before = self._order
        self._order = _sorted(self._ground, before, tile)
        moved_alone = [each for each in before if each != tile] == [
            each for each in self._order if each != tile
        ]
        place = self._order.index(tile)
        if not moved_alone:
            yield f"{self._tiles[tile]}-{_middle(corner)}"
            for each in self._order:
                yield f"!{self._tiles[each]}"
                yield from self._ridden(each)
            yield from (f"!{city}" for city in self._cities.values())
        elif place == 0:
            yield f"{self._tiles[tile]}_{_middle(corner)}"
            yield from self._ridden(tile)
        else:
            below = self._order[place - 1]
            # Above the pawns on it, too: the first one set lies highest.
            pawns = [number for (on, _), number in self._pawns.values() if on == below]
            top = pawns[0] if pawns else self._tiles[below]
            yield f"{self._tiles[tile]}-{_middle(corner)}%{top}"
            yield from self._ridden(tile)

    def _ridden(self, tile: Tile) -> Iterator[str]:
        """Yield the moves of the pawns on a tile: right above it."""
        for (on, quarter), pawn in self._pawns.values():
            if on == tile:
                yield f"{pawn}-{_at(self._ground.space(on, quarter))}%{self._tiles[tile]}"

    def _lost(self, ruins: Iterable[Ruin]) -> Iterator[str]:
        yield from (f"*{self._cities.pop((ruin.tile, ruin.quarter))}" for ruin in ruins)

    def _sunk(self, sunk: tuple[Laid, ...], drowned: tuple[Ruin, ...]) -> Iterator[str]:
        yield from self._lost(drowned)
        tiles = [laid.tile for laid in sunk]
        for pawn, (spot, number) in list(self._pawns.items()):
            if spot[0] in tiles:
                del self._pawns[pawn]
                yield f"*{number}"
        yield from (f"*{self._tiles.pop(tile)}" for tile in tiles)
        self._order = [tile for tile in self._order if tile not in tiles]
        self._ground = sunken(self._ground, tiles)


def _sorted(ground: Ground, order: list[Tile], tile: Tile) -> list[Tile]:
    """Return an order that every stack agrees with; `tile` alone changes place if that will do."""
    below: dict[Tile, set[Tile]] = {each: set() for each in order}
    for plates in ground.stacks.values():
        for lower, upper in pairwise(each for each in plates if each != LAND):
            below[upper].add(lower)
    rest = [each for each in order if each != tile]
    under = [place for place, each in enumerate(rest) if each in below[tile]]
    over = [place for place, each in enumerate(rest) if tile in below[each]]
    if max(under, default=-1) < min(over, default=len(rest)):
        place = max(under, default=-1) + 1
        return [*rest[:place], tile, *rest[place:]]
    try:
        return list(TopologicalSorter(below).static_order())
    except CycleError:
        return order


def _suit(pawn: Pawn) -> str:
    return SUITS[PAWNS.index(pawn)]


def _at(space: Space) -> str:
    return f"({space.x},{space.y})"


def _middle(corner: Space) -> str:
    """Return the middle of a tile by its south-west space."""
    return f"({corner.x + 0.5},{corner.y + 0.5})"
