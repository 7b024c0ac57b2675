"""Where the tiles on offer fit, and what they would join."""

from dataclasses import dataclass

from bot.games.seismic.words import at_town, cell_name, direction
from bot.games.speech import listed
from bot.locale.localisation import Words
from engine.boards.hexes import Cell, neighbour, opposite
from engine.games.seismic.pieces import Laid
from engine.games.seismic.preview import fits
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import edges


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile on offer: its numbers from 1, and where it fits, cells and turns in order.

    `own`: the seat drew it from its own pile (Balance); it has no number unless another like it
    lies face up.
    """

    tile: str
    numbers: tuple[int, ...]
    ways: dict[Cell, tuple[int, ...]]
    own: bool = False


def offers(observation: Observation) -> tuple[Offer, ...]:
    """Return the tiles on offer, equal ones once, with where they fit column by column.

    The one from the seat's own pile comes first (Balance).
    """
    drawn = observation.drawn
    display = observation.display[: -1 if drawn else None]
    codes = dict.fromkeys((drawn, *display) if drawn else display)
    return tuple(
        Offer(tile, _numbers(display, tile), ways_of(observation, tile), tile == drawn)
        for tile in codes
    )


def label_of(words: Words, offer: Offer) -> str:
    """Return "1·3", or "Yours", as on the button of a tile."""
    own = [words.say("Yours")] if offer.own else []
    return "·".join([*own, *(str(number) for number in offer.numbers)])


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


def neighbour_name(words: Words, observation: Observation, cell: Cell) -> str:
    """Return what a built cell is called: its own name, or the town's."""
    if cell in observation.towns:
        return at_town(words, observation, observation.towns.index(cell))
    return cell_name(observation, cell)


def joins(words: Words, observation: Observation, cell: Cell) -> str:
    """Return "G10 (north-east) and H9 (south)", what a tile on an empty cell would join."""
    return listed(
        words,
        [
            words.say(
                "{cell} ({direction})",
                cell=neighbour_name(words, observation, neighbour(cell, edge)),
                direction=direction(words, edge),
            )
            for edge in joined(observation, cell)
        ],
    )
