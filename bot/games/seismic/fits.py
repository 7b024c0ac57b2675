"""Where the tiles on offer fit, and what they would join."""

from dataclasses import dataclass

from bot.games.seismic.words import cell_name, direction
from bot.games.speech import listed
from bot.locale.localisation import Words
from engine.boards.hexes import Cell, neighbour, opposite
from engine.games.seismic.preview import fits
from engine.games.seismic.state import Laid, Observation
from engine.games.seismic.tiles import TILES, edges


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile on offer: its numbers from 1, and where it fits, cells and turns in order."""

    tile: str
    numbers: tuple[int, ...]
    ways: dict[Cell, tuple[int, ...]]

    @property
    def label(self) -> str:
        """Return "1·3", as on its button."""
        return "·".join(str(number) for number in self.numbers)


def offers(observation: Observation) -> tuple[Offer, ...]:
    """Return the tiles on offer, equal ones once, with where they fit column by column."""
    display = observation.display
    return tuple(
        Offer(tile, _numbers(display, tile), ways_of(observation, tile))
        for tile in dict.fromkeys(display)
    )


def ways_of(observation: Observation, tile: str) -> dict[Cell, tuple[int, ...]]:
    """Return the turns in which a tile fits, by cell, column by column."""
    found = fits(observation, tile)
    return {cell: found[cell] for cell in sorted(found)}


def _numbers(display: tuple[str, ...], tile: str) -> tuple[int, ...]:
    return tuple(number for number, each in enumerate(display, 1) if each == tile)


def joined(observation: Observation, cell: Cell) -> tuple[int, ...]:
    """Return the directions in which a highway already points at an empty cell.

    Every tile that fits there joins all of them.
    """
    return tuple(
        edge
        for edge in range(6)
        if (beside := observation.at(neighbour(cell, edge))) and points_out(beside, opposite(edge))
    )


def points_out(laid: Laid, edge: int) -> bool:
    """Say whether a tile has highway at this edge."""
    return bool(edges(laid.tile, laid.turn) >> edge & 1)


def neighbour_name(observation: Observation, cell: Cell) -> str:
    """Return what a built cell is called: its own name, or the town's."""
    laid = observation.at(cell)
    is_town = laid is not None and TILES[laid.tile].kind == "town"
    return "San Andreas" if is_town else cell_name(observation, cell)


def joins(words: Words, observation: Observation, cell: Cell) -> str:
    """Return "G10 (north-east) and H9 (south)", what a tile on an empty cell would join."""
    return listed(
        words,
        [
            words.say(
                "{cell} ({direction})",
                cell=neighbour_name(observation, neighbour(cell, edge)),
                direction=direction(words, edge),
            )
            for edge in joined(observation, cell)
        ],
    )
