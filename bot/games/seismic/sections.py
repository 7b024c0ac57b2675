"""Roads in words: whose, how long, from where to where, worth what. The engine's word: sections."""

from bot.games.people import name
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    cell_name,
    cell_names,
    direction,
    neighbour_name,
    place_name,
    table_of,
)
from bot.games.speech import and_list, capitalised, points
from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.pieces import End, Section
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import fragments


def section_through(observation: Observation, cell: Cell, edge: int) -> Section:
    """Return the section of the fragment (or stub) of `cell` that reaches `edge`."""
    return next(
        section
        for section in observation.sections
        for piece in (*section.fragments, *section.stubs)
        if piece.cell == cell and edge in (piece.a, piece.b)
    )


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
    laid = observation.at(end.cell)
    if laid is None:
        return cell_name(observation, end.cell)
    return place_name(view.words, observation, laid)


def crossed(view: View, section: Section) -> str:
    """Return "2 fragments through J9 and K8"."""
    words, n = view.words, len(section.fragments)
    length = words.count("{n} fragment", "{n} fragments", n)
    cells = sorted({each.cell for each in section.fragments})
    if not cells:
        return length
    through = cell_names(view.observation, cells)
    return words.say("{fragments} through {cells}", fragments=length, cells=through)


def owner_names(view: View, section: Section) -> str:
    """Return "Ann and Bob", "You and Ann", or "Nobody", for the beginning of a line."""
    words = view.words
    if not section.owners:
        return words.say("No one")
    who = [words.say("you") if seat == view.viewer else name(view, seat) for seat in section.owners]
    return capitalised(and_list(words, who))


def short_worth(view: View, section: Section) -> tuple[str, str]:
    """Return worth and standing of a section, for a picture: ("14 points", "complete").

    At a pure table its length stands for its worth: ("length 6", "complete").
    """
    words, n = view.words, section.points
    if is_dead(section):
        return words.say("no points"), words.say("closed for good")
    state = words.say("complete") if section.complete else words.say("open")
    if not view.match.has_aids:
        n_fragments = len(section.fragments)
        return words.count("{n} fragment", "{n} fragments", n_fragments), state
    return points(words, n), state


def section_state(view: View, section: Section) -> str:
    """Return how a road stands: "open, length 1, to F9 and G11, 1 point so far".

    At a pure table without what it is worth.
    """
    words, n = view.words, len(section.fragments)
    length = words.count("{n} fragment", "{n} fragments", n)
    if not section.ends:
        return words.say("a loop, {fragments}, worth nothing", fragments=length)
    if is_dead(section):
        return words.say(
            "stopped at the edge of the table, {fragments}, worth nothing", fragments=length
        )
    a, b = (end_name(view, end) for end in (*tile_ends(section), *open_ends(section)))
    if section.complete:
        course = words.say("complete, {fragments}, {a} to {b}", fragments=length, a=a, b=b)
    elif a == b:
        course = words.say("open, {fragments}, both ends at {a}", fragments=length, a=a)
    elif tile_ends(section):
        course = words.say("open, {fragments}, from {a} to {b}", fragments=length, a=a, b=b)
    else:
        course = words.say("open, {fragments}, to {a} and {b}", fragments=length, a=a, b=b)
    if not view.match.has_aids:
        return course
    worth = points(words, section.points)
    if section.complete:
        return words.say("{road}, scores {points}", road=course, points=worth)
    return words.say("{road}, {points} so far", road=course, points=worth)


def roads_in_words(view: View, cell: Cell, tile: str, turn: int) -> list[str]:
    """Return "north (F9, empty) to south-east (G11)" for each fragment, "south (I10)" for stubs."""
    return [
        way_out(view, cell, a)
        if a == b
        else view.words.say("{a} to {b}", a=way_out(view, cell, a), b=way_out(view, cell, b))
        for a, b in fragments(tile, turn)
    ]


def way_out(view: View, cell: Cell, edge: int) -> str:
    """Return a direction with what lies there: "north (I7)", "south (J10, empty)"."""
    words, observation = view.words, view.observation
    beside, way = neighbour(cell, edge), direction(words, edge)
    if observation.at(beside):
        place = neighbour_name(words, observation, beside)
        return words.say("{direction} ({place})", direction=way, place=place)
    if beside not in table_of(observation).cells:
        return words.say("{direction} (edge of the table)", direction=way)
    place = cell_name(observation, beside)
    return words.say("{direction} ({place}, empty)", direction=way, place=place)
