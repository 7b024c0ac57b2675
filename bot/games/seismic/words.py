"""Names and small words of Seismic: directions, cells, players, lists."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.games.panel import View
from bot.games.people import name, tally
from bot.locale.localisation import Words, mark
from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.grid import Grid
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES

DIRECTIONS: Final = (
    mark("north"),
    mark("north-east"),
    mark("south-east"),
    mark("south"),
    mark("south-west"),
    mark("north-west"),
)


@cache
def _table(towns: tuple[Cell, ...], radius: int) -> Grid:
    return Grid(towns, radius)


def table_of(observation: Observation) -> Grid:
    """Return the table with its names of cells."""
    return _table(observation.towns, observation.radius)


def cell_name(observation: Observation, cell: Cell) -> str:
    """Return the public name of a cell, "J8".

    Cells beyond the table have none; the text board calls them the edge.
    """
    return table_of(observation).name(cell)


def cell_names(observation: Observation, cells: Iterable[Cell]) -> str:
    """Return "I8, I7, I6" in the order given."""
    return ", ".join(cell_name(observation, cell) for cell in cells)


def direction(words: Words, number: int) -> str:
    """Return "south-west"."""
    return words.say(DIRECTIONS[number])


def line_name(words: Words, number: int) -> str:
    """Return "south line"."""
    return words.say("{direction} line", direction=direction(words, number))


TOWNS: Final = (mark("left town"), mark("right town"))
AT_TOWNS: Final = (mark("the left town"), mark("the right town"))


def town_name(words: Words, observation: Observation, town: int) -> str:
    """Return "San Andreas", or "left town" where there are two, for buttons and titles."""
    return words.say(TOWNS[town]) if len(observation.towns) > 1 else "San Andreas"


def at_town(words: Words, observation: Observation, town: int) -> str:
    """Return "San Andreas", or "the left town" where there are two, for sentences."""
    return words.say(AT_TOWNS[town]) if len(observation.towns) > 1 else "San Andreas"


def line_from(view: View, number: int, town: int) -> str:
    """Return "south line", or "south line of the left town" where there are two."""
    words, observation = view.words, view.observation
    line = line_name(words, number)
    if len(observation.towns) == 1:
        return line
    return words.say("{line} of the {town}", line=line, town=town_name(words, observation, town))


def crew_of(view: View, seat: Seat) -> str:
    """Return "Bob's crew", "your crew"."""
    if seat == view.viewer:
        return view.words.say("your crew")
    return view.words.say("{who}'s crew", who=name(view, seat))


def crews(words: Words, n: int) -> str:
    """Return "4 crews"."""
    return words.count("{n} crew", "{n} crews", n)


def tiles(words: Words, n: int) -> str:
    """Return "4 tiles"."""
    return words.count("{n} tile", "{n} tiles", n)


def fragments(words: Words, n: int) -> str:
    """Return "4 fragments"."""
    return words.count("{n} fragment", "{n} fragments", n)


def match_name(view: View) -> str:
    """Return "Seismic 42"."""
    return f"Seismic {view.match.id}"


def place_name(words: Words, observation: Observation, laid: Laid) -> str:
    """Return what an end of a section is called: "San Andreas", "+6 at J8"."""
    if TILES[laid.tile].kind == "town":
        return at_town(words, observation, observation.towns.index(laid.cell))
    cell = cell_name(observation, laid.cell)
    return words.say("+{n} at {cell}", n=TILES[laid.tile].value, cell=cell)


def sent_home(view: View, fallen: Iterable[Laid]) -> str:
    """Return "Ann 2, Bob 1", the crews that stood on fallen tiles; "" if none did."""
    seats = [crew.seat for laid in fallen for crew in laid.crews]
    counted = [(seat, seats.count(seat)) for seat in sorted(set(seats))]
    return ", ".join(tally(view.words, name(view, seat), count) for seat, count in counted)


def turns_played(observation: Observation) -> int:
    """Return how many turns had a placement.

    When the tiles have run out, one more had begun.
    """
    outcome = observation.outcome
    has_begun = outcome is not None and outcome.reason == "seismic-pile-empty"
    return observation.turn - has_begun
