"""What the pictures say, in at most 300 characters each."""

from collections.abc import Iterable, Mapping

from bot.games.panel import View
from bot.games.people import short_name, tally
from bot.games.seismic.fits import neighbour_name
from bot.games.seismic.sections import section_through, standing
from bot.games.seismic.tile_names import distinct_names, magnitude, tile_name
from bot.games.seismic.words import (
    cell_name,
    cell_names,
    direction,
    line_from,
    table_of,
    tiles,
    town_name,
    turns_played,
)
from bot.games.speech import LONGEST_ALT, capitalised, clipped, either, strung, unmarked
from engine.boards.hexes import Cell, neighbour
from engine.game import Seat
from engine.games.seismic.actions import Place
from engine.games.seismic.pieces import Laid, Rising
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import fragments


def table_alt(view: View) -> str:
    """Return what the table's picture shows: last move, what is asked, scores."""
    observation = view.observation
    parts = [_turn(view), _last(view), _built(view), _asked(view), _scores(view)]
    text = " ".join(part for part in parts if part)
    if observation.outcome is None:
        more = view.words.say("Details: Board as text.")
        text = f"{text} {more}" if len(text) + len(more) < LONGEST_ALT else text
    return clipped(text)


def _turn(view: View) -> str:
    return view.words.say("Seismic, turn {n}.", n=turns_played(view.observation))


def _last(view: View) -> str:
    words, last, by = view.words, view.observation.last, view.observation.last_by
    if last is None or by is None:
        return ""
    data = {
        "who": short_name(view, by),
        "tile": tile_name(words, last.tile),
        "cell": cell_name(view.observation, last.cell),
    }
    if last.crews:
        return words.say("Last: {tile} at {cell} by {who}, with a crew.", **data)
    return words.say("Last: {tile} at {cell} by {who}, no crew.", **data)


def _built(view: View) -> str:
    observation = view.observation
    built = len(observation.tiles) - len(observation.towns)
    return view.words.count("{n} tile placed.", "{n} tiles placed.", built)


def _asked(view: View) -> str:
    observation, words = view.observation, view.words
    if observation.to_act is None:
        return words.say("The match is over.")
    names = distinct_names(words, observation.display)
    offered = [names[code] for code in observation.display]
    holds_commas = any("," in each for each in offered)
    offer = strung(words, offered) if holds_commas else ", ".join(offered)
    who = short_name(view, observation.to_act)
    if observation.phase == "rotating":
        return words.say("{who} may turn a tile.", who=who)
    if not offer:
        return words.say("{who} to move.", who=who)
    return words.say("{who} to move; on offer {tiles}.", who=who, tiles=offer)


def _scores(view: View) -> str:
    """Return "Points: Ann 40, Bob 22."; "" at a pure table."""
    if not view.match.has_aids:
        return ""
    scores = [
        tally(view.words, short_name(view, Seat(seat)), n)
        for seat, n in enumerate(view.observation.points)
    ]
    return view.words.say("Points: {changes}.", changes=", ".join(scores))


def where_alt(view: View, tile: str, cells: Iterable[Cell]) -> str:
    """Return which cells a tile fits."""
    return clipped(
        view.words.say(
            "Where it fits ({tile}): {cells}.",
            tile=capitalised(tile_name(view.words, tile)),
            cells=cell_names(view.observation, cells),
        )
    )


def how_alt(view: View, place: Place, ways: int, way: int, letters: Mapping[int, str]) -> str:
    """Return how a tile would lie, fragment by fragment, and which sections are free.

    `view` is of the table with the tile on it.
    """
    words = view.words
    head = words.say(
        "{tile} at {cell}, orientation {k} of {n}",
        tile=capitalised(tile_name(words, place.tile)),
        cell=cell_name(view.observation, place.cell),
        k=way,
        n=ways,
    )
    roads = roads_in_words(view, place.cell, place.tile, place.turn)
    free = [f"{_lettered(view, place, edge, letter)}." for edge, letter in letters.items()]
    colon = words.say("{head}: {roads}.", head=head, roads=strung(words, roads))
    return clipped(" ".join([colon, *free]))


def _lettered(view: View, place: Place, edge: int, letter: str) -> str:
    what = standing(view, section_through(view.observation, place.cell, edge))
    return view.words.say("{head}: {what}", head=letter, what=what)


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


def tie_alt(view: View, letters: Mapping[int, str]) -> str:
    """Return which lines a quake may take."""
    words, quake = view.words, view.observation.quakes[-1]
    head = words.say("Quake {magnitude}.", magnitude=magnitude(quake.tile))
    lines = [
        words.say(
            "{letter}, {line}: {cells}.",
            letter=letter,
            line=line_from(view, line, quake.town),
            cells=cell_names(view.observation, on_line(view.observation, line, quake.town))
            or words.say("only the other town"),
        )
        for line, letter in letters.items()
    ]
    return clipped(" ".join([head, *lines]))


def on_line(observation: Observation, line: int, town: int) -> list[Cell]:
    """Return the cells with tiles on a line, the nearest to the town first; towns aside."""
    table = table_of(observation).cells
    cells, cell = [], neighbour(observation.towns[town], line)
    while cell in table:
        if observation.at(cell) and cell not in observation.towns:
            cells.append(cell)
        cell = neighbour(cell, line)
    return cells


def towns_alt(view: View, rising: Rising, letters: Mapping[Cell, str]) -> str:
    """Return which towns may be struck first, and the longest lines out of each."""
    words, observation = view.words, view.observation
    head = words.say("Quake {magnitude}.", magnitude=magnitude(rising.tile))
    towns = []
    for cell, letter in letters.items():
        town = observation.towns.index(cell)
        lines = observation.lines[town]
        named = [direction(words, n) for n in range(6) if lines[n] == max(lines)]
        data = {
            "letter": letter,
            "town": town_name(words, observation, town),
            "lines": either(words, named),
            "tiles": tiles(words, max(lines)),
        }
        towns.append(words.say("{letter}, {town}: longest line {lines}, {tiles}.", **data))
    return clipped(" ".join([head, *towns]))


def turnable_alt(view: View, cells: Iterable[Cell]) -> str:
    """Return which tiles can turn."""
    names = cell_names(view.observation, cells)
    return clipped(view.words.say("Tiles that can turn: {cells}.", cells=names))


def turn_alt(view: View, laid: Laid, ways: int, way: int) -> str:
    """Return how a tile would lie after it was turned; `view` is of the table after that."""
    words = view.words
    head = words.say(
        "{tile} at {cell}, orientation {k} of {n}",
        tile=capitalised(tile_name(words, laid.tile)),
        cell=cell_name(view.observation, laid.cell),
        k=way,
        n=ways,
    )
    roads = strung(words, roads_in_words(view, laid.cell, laid.tile, laid.turn))
    return clipped(words.say("{head}: {roads}.", head=head, roads=roads))


def fall_alt(view: View, after: Observation) -> str:
    """Return what falls in the preview of a quake."""
    words, quake = view.words, after.quakes[-1]
    if quake.line is None:
        raise ValueError(quake)
    line = line_from(view, quake.line, quake.town)
    if not quake.fallen:
        return nothing_falls(view, line)
    return clipped(
        words.say(
            "The {magnitude} quake takes the {line}: {cells}.",
            magnitude=magnitude(quake.tile),
            line=line,
            cells=cell_names(after, (laid.cell for laid in quake.fallen)),
        )
    )


def nothing_falls(view: View, line: str) -> str:
    """Return what a quake does to a line where only the other town lies."""
    return view.words.say(
        "{line}: only the other town lies there, nothing falls.", line=capitalised(line)
    )


def offer_alt(view: View, fits: Mapping[str, int]) -> str:
    """Return how many cells each tile on offer fits."""
    words, names = view.words, distinct_names(view.words, tuple(fits))
    counted = [
        words.count("{tile}, {n} cell", "{tile}, {n} cells", n, tile=names[code])
        for code, n in fits.items()
    ]
    return clipped(words.say("Tiles on offer: {tiles}.", tiles=strung(words, counted)))


def result_alt(view: View) -> str:
    """Return the final scores."""
    scored = [section for section in view.observation.sections if section.complete]
    counted = sum(bool(section.owners) for section in scored)
    sections = view.words.count("{n} road scored.", "{n} roads scored.", counted)
    is_over = view.observation.outcome is not None
    head = _turn(view) if not is_over else view.words.say("Seismic, the final board.")
    return clipped(f"{head} {_scores(view)} {sections}")


def since_alt(view: View, sentences: list[str]) -> str:
    """Return what the numbers in the picture stand for."""
    plain = [unmarked(each) for each in sentences]
    numbered = " ".join(f"{n}. {each}" for n, each in enumerate(plain, 1))
    return clipped(view.words.say("Seismic, what happened: {events}", events=numbered))
