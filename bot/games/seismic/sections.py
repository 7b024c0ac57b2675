"""Sections in words: whose, how long, from where to where, worth what."""

from bot.games.panel import View
from bot.games.people import name
from bot.games.seismic.words import cell_name, place_name, table_of
from bot.games.speech import capitalised, listed, points
from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.pieces import End, Fragment, Section
from engine.games.seismic.state import Observation


def section_through(observation: Observation, cell: Cell, edge: int) -> Section:
    """Return the section of the fragment (or stub) of `cell` that reaches `edge`."""
    return next(
        section
        for section in observation.sections
        if any(_reaches(piece, cell, edge) for piece in (*section.fragments, *section.stubs))
    )


def _reaches(piece: Fragment, cell: Cell, edge: int) -> bool:
    return piece.cell == cell and edge in (piece.a, piece.b)


def tile_ends(section: Section) -> list[End]:
    """Return the ends at intersections and towns."""
    return [end for end in section.ends if end.kind == "tile"]


def open_ends(section: Section) -> list[End]:
    """Return the ends that can be built on."""
    return [end for end in section.ends if end.kind == "open"]


def is_dead(section: Section) -> bool:
    """Say whether a section can never score: a loop, or cut off by the edge of the table."""
    return not section.ends or any(end.kind == "closed" for end in section.ends)


def end_name(view: View, end: End) -> str:
    """Return "San Andreas", "+6 at J8" or the open cell, "G7"."""
    observation = view.observation
    if end.kind == "open":
        return cell_name(observation, end.cell)
    laid = observation.at(end.cell)
    return place_name(view.words, observation, laid)


def cells_through(observation: Observation, section: Section) -> list[str]:
    """Return the names of the cells that its fragments cross, column by column."""
    cells = sorted({each.cell for each in section.fragments}, key=_reading_order)
    return [table_of(observation).name(cell) for cell in cells]


def _reading_order(cell: Cell) -> tuple[int, int]:
    return cell.q, cell.r


def owner_names(view: View, section: Section) -> str:
    """Return "Ann and Bob", "You and Ann", or "Nobody", for the beginning of a line."""
    if not section.owners:
        return view.words.say("Nobody")
    return capitalised(listed(view.words, [seat_or_you(view, seat) for seat in section.owners]))


def seat_or_you(view: View, seat: Seat) -> str:
    """Return a player's name, "you" for the viewer."""
    return view.words.say("you") if seat == view.viewer else name(view, seat)


def short_worth(view: View, section: Section) -> tuple[str, str]:
    """Return worth and standing of a section, for a picture: ("14 points", "complete").

    At a pure table its length stands for its worth: ("length 6", "complete").
    """
    words, n = view.words, section.points
    if is_dead(section):
        return words.say("no points"), words.say("closed for good")
    state = words.say("complete") if section.complete else words.say("open")
    if not view.match.has_aids:
        return words.say("length {n}", n=len(section.fragments)), state
    return points(words, n), state


def standing(view: View, section: Section) -> str:
    """Return how a road stands: "open, length 1, to F9 and G11, 1 point so far".

    At a pure table without what it is worth.
    """
    words, length = view.words, len(section.fragments)
    if not section.ends:
        return words.say("a loop, length {n}, worth nothing", n=length)
    if is_dead(section):
        return words.say("stopped at the edge of the table, length {n}, worth nothing", n=length)
    course = _course(view, section)
    if not view.match.has_aids:
        return course
    worth = points(words, section.points)
    if section.complete:
        return words.say("{road}, scores {points}", road=course, points=worth)
    return words.say("{road}, {points} so far", road=course, points=worth)


def _course(view: View, section: Section) -> str:
    """Return "open, length 1, to F9 and G11"."""
    words = view.words
    a, b = (end_name(view, end) for end in (*tile_ends(section), *open_ends(section)))
    data: dict[str, int | str] = {"n": len(section.fragments), "a": a, "b": b}
    if section.complete:
        return words.say("complete, length {n}, {a} to {b}", **data)
    if a == b:
        return words.say("open, length {n}, both ends at {a}", **data)
    if tile_ends(section):
        return words.say("open, length {n}, from {a} to {b}", **data)
    return words.say("open, length {n}, to {a} and {b}", **data)
