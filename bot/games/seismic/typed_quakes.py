"""What people type after `/seismic quake` and `/seismic rotate`.

"south", "x" and "left" name lines and towns, "j8" a tile, "2" an orientation, "none" nothing.
"""

from dataclasses import replace

from bot.games.panel import Answer, Submit, View
from bot.games.screen import Suggestion
from bot.games.seismic.alt_texts import roads_in_words
from bot.games.seismic.refusals import no_such_choice, refusal
from bot.games.seismic.rotating import best_first as best_first_turned
from bot.games.seismic.rotating import described, turnable
from bot.games.seismic.rotating import way as turned_way
from bot.games.seismic.ties import choose_line, lettered, waiting
from bot.games.seismic.towns import choose_town
from bot.games.seismic.typed import NO_CREW, means_none
from bot.games.seismic.wizard import tile_to_turn
from bot.games.seismic.words import cell_name, direction, line_from, line_name, tiles, town_name
from bot.games.speech import capitalised, folded, strung
from bot.locale.localisation import words as words_of
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import KeepAll, Rotate, Strike, StrikeFirst
from engine.games.seismic.pieces import Laid, Quake


def quake(view: View, line: str) -> Answer:
    """Return the strike, or the question which line falls, or which town is struck first."""
    struck, rising = waiting(view.observation), view.observation.rising
    if struck is not None:
        return _line(view, struck, line)
    if view.observation.phase != "choosing_town" or rising is None:
        return _too_late(view, line)
    towns = [town for town in rising.towns if _is_town(view, town, line)]
    if len(towns) == 1:
        return Submit(StrikeFirst(towns[0]))
    return choose_town(view, rising, no_such_choice(view, line))


def _line(view: View, struck: Quake, typed: str) -> Answer:
    letters = {folded(letter): line for line, letter in lettered(struck).items()}
    lines = _lines_called(view, typed, struck.town)
    line = letters.get(folded(typed), lines[0] if lines else None)
    if line in struck.tied:
        return Submit(Strike(line))
    if line is None:
        return choose_line(view, struck, no_such_choice(view, typed))
    untied = IllegalAction("seismic-line-not-tied", line=line, tied=struck.tied)
    return choose_line(view, struck, refusal(view, untied))


def _too_late(view: View, typed: str) -> Answer:
    """Return the choice all the same: it is refused where it is played, with what was chosen."""
    towns = range(len(view.observation.towns))
    for town in towns:
        for line in _lines_called(view, typed, town):
            return Submit(Strike(line))
        if len(towns) > 1 and _is_town(view, town, typed):
            return Submit(StrikeFirst(town))
    raise IllegalAction("seismic-not-now")


def _lines_called(view: View, typed: str, town: int) -> list[int]:
    """Return the lines out of a town that are called like this, in English as well."""
    views = (view, replace(view, words=words_of("en")))
    return [
        line
        for line in range(6)
        if any(folded(typed) in map(folded, _names(each, line, town)) for each in views)
    ]


def _names(view: View, line: int, town: int) -> tuple[str, ...]:
    words = view.words
    return direction(words, line), line_name(words, line), line_from(view, line, town)


def _is_town(view: View, town: int, typed: str) -> bool:
    names = (town_name(words, view.observation, town) for words in (view.words, words_of("en")))
    return bool(typed.strip()) and any(folded(typed) in folded(name) for name in names)


def rotate(view: View, cell: str, way: str) -> Answer:
    """Return the rotation if it is clear, otherwise the wizard at what is open."""
    if view.observation.phase != "rotating":
        raise IllegalAction("seismic-not-now")
    if means_none(view, cell):
        return Submit(KeepAll())
    place = tile_to_turn(view, cell)
    turns = best_first_turned(view, place)
    numbered = {str(number): turn for number, turn in enumerate(turns, 1)}
    if len(turns) == 1 and not way.strip():
        return Submit(Rotate(place, turns[0]))
    turn = numbered.get(way.strip())
    if turn is None:
        return turned_way(view, place, first=no_such_choice(view, way))
    return Submit(Rotate(place, turn))


def line_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the tied lines, or the towns of which one is struck first."""
    struck, rising = waiting(view.observation), view.observation.rising
    if struck is None and view.observation.phase == "choosing_town" and rising:
        names = [town_name(view.words, view.observation, town) for town in rising.towns]
        return [Suggestion(capitalised(name), name) for name in names]
    if struck is None:
        return []
    words = view.words
    return [
        Suggestion(
            words.say(
                "{line}, {tiles}",
                line=line_from(view, line, struck.town),
                tiles=tiles(words, struck.lengths[line]),
            ),
            direction(words, line),
        )
        for line in struck.tied
        if folded(direction(words, line)).startswith(folded(typed))
    ]


def turn_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the tiles that can turn, and to turn nothing."""
    if view.observation.phase != "rotating":
        return []
    none = Suggestion(view.words.say("turn nothing"), NO_CREW)
    named = [(cell_name(view.observation, cell), cell) for cell in turnable(view.observation)]
    can = [
        Suggestion(_turning(view, name, cell), name)
        for name, cell in named
        if folded(name).startswith(folded(typed))
    ]
    return [none, *can] if not typed.strip() else can


def _turning(view: View, name: str, cell: Cell) -> str:
    return view.words.say("{head}: {what}", head=name, what=described(view, cell))


def rotation_suggestions(view: View, cell: str, typed: str) -> list[Suggestion]:
    """Return the ways round that a tile may get, with where its roads lead then."""
    if view.observation.phase != "rotating":
        return []
    place = tile_to_turn(view, cell)
    laid = view.observation.at(place)
    return [
        Suggestion(_rotation(view, laid, number, turn), str(number))
        for number, turn in enumerate(best_first_turned(view, place), 1)
        if laid and str(number).startswith(typed.strip())
    ]


def _rotation(view: View, laid: Laid | None, number: int, turn: int) -> str:
    roads = roads_in_words(view, laid.cell, laid.tile, turn) if laid else []
    return view.words.say("{head}: {what}", head=number, what=strung(view.words, roads))
