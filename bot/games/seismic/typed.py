"""What people type after `/seismic place`, in any case, with or without accents.

"3", "loose + straight" and "02-14" name tiles, "j8" a cell, "2" a way round, "x" or "none" a crew.
"""

from dataclasses import dataclass
from typing import Final

from bot.games.panel import Answer, Submit, View
from bot.games.seismic.alt_texts import roads_in_words
from bot.games.seismic.draft import Draft, best_first
from bot.games.seismic.fits import Offer, offers
from bot.games.seismic.how import how
from bot.games.seismic.sections import section_through, standing
from bot.games.seismic.ties import choose_line, lettered, waiting
from bot.games.seismic.tile_names import distinct_names, is_exactly, is_tile
from bot.games.seismic.where import cell_described, choose_tile, where
from bot.games.seismic.wizard import cell_to_build
from bot.games.seismic.words import cell_name, direction, line_name, tiles
from bot.games.speech import capitalised, folded, strung
from bot.views.screen import Screen, Suggestion
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Strike

NO_CREW: Final = "-"


@dataclass(frozen=True, slots=True)
class Typed:
    """The options of the command, as far as they are filled in."""

    tile: str = ""
    cell: str = ""
    way: str = ""
    crew: str = ""


def place(view: View, typed: Typed) -> Answer:
    """Return the move if it is complete and clear, otherwise the wizard at what is open.

    Raises `IllegalAction` for a cell where the tile can't go.
    """
    if quake := waiting(view.observation):
        return choose_line(view, quake)
    offer = the_tile(view, typed.tile)
    if offer is None:
        return choose_tile(view, view.words.say("That is not one of the tiles that fit."))
    cell = the_cell(view, offer, typed.cell)
    return _lying(view, offer, cell, typed) if cell else where(view, offer)


def _lying(view: View, offer: Offer, cell: Cell, typed: Typed) -> Answer:
    turn = the_turn(view, offer, cell, typed.way)
    if turn is None:
        return how(view, offer, cell)
    draft = Draft.of(view, offer, cell, turn)
    if not typed.crew:
        is_clear = not draft.letters
        return Submit(draft.place(None)) if is_clear else how(view, offer, cell, turn)
    if means_no_crew(view, typed.crew):
        return Submit(draft.place(None))
    edges = [edge for edge, letter in draft.letters.items() if folded(letter) == folded(typed.crew)]
    return Submit(draft.place(edges[0])) if edges else how(view, offer, cell, turn)


def quake(view: View, line: str) -> Strike | Screen:
    """Return the strike, or the question which line falls."""
    struck = waiting(view.observation)
    if struck is None:
        raise IllegalAction("seismic-not-now")
    chosen = [number for number in struck.tied if _is_line(view, number, line)]
    return Strike(chosen[0]) if len(chosen) == 1 else choose_line(view, struck)


def _is_line(view: View, number: int, typed: str) -> bool:
    quake_ = waiting(view.observation)
    letter = lettered(quake_)[number] if quake_ else ""
    names = (direction(view.words, number), line_name(view.words, number), letter)
    return folded(typed) in {folded(name) for name in names}


def the_tile(view: View, typed: str) -> Offer | None:
    """Return the one tile that fits and that `typed` names by number, code or name."""
    fitting, words = _fitting(view), view.words
    readings = (
        [offer for offer in fitting if typed.strip() in map(str, offer.numbers)],
        [offer for offer in fitting if is_exactly(words, offer.tile, typed)],
        [offer for offer in fitting if is_tile(words, offer.tile, typed)],
    )
    found = next((each for each in readings if each), [])
    return found[0] if len(found) == 1 else None


def _fitting(view: View) -> list[Offer]:
    return [offer for offer in offers(view.observation) if offer.ways]


def the_cell(view: View, offer: Offer, typed: str) -> Cell | None:
    """Return the cell that is typed, the only one if none is, or None."""
    if not typed.strip():
        only = tuple(offer.ways)
        return only[0] if len(only) == 1 else None
    return cell_to_build(view, offer, typed)


def the_turn(view: View, offer: Offer, cell: Cell, typed: str) -> int | None:
    """Return the way round that is typed, the only one if none is, or None."""
    turns = best_first(view.observation, offer, cell)
    if not typed.strip():
        return turns[0] if len(turns) == 1 else None
    numbered = {str(number): turn for number, turn in enumerate(turns, 1)}
    return numbered.get(typed.strip())


def means_no_crew(view: View, typed: str) -> bool:
    """Say whether `typed` asks for no crew."""
    none = {NO_CREW, folded(view.words.say("no crew")), folded(view.words.say("none"))}
    return folded(typed) in none


def tile_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the tiles that fit somewhere."""
    fitting = _fitting(view)
    names = distinct_names(view.words, tuple(offer.tile for offer in fitting))
    return [
        Suggestion(_offered(view, offer, names[offer.tile]), offer.tile)
        for offer in fitting
        if not typed.strip()
        or typed.strip() in map(str, offer.numbers)
        or is_tile(view.words, offer.tile, typed)
    ]


def _offered(view: View, offer: Offer, named: str) -> str:
    return view.words.count(
        "{tile}: {n} cell",
        "{tile}: {n} cells",
        len(offer.ways),
        tile=f"{offer.label} · {capitalised(named)}",
    )


def cell_suggestions(view: View, tile: str, typed: str) -> list[Suggestion]:
    """Return the cells where the tile fits."""
    offer = the_tile(view, tile)
    if offer is None:
        return []
    named = [(cell_name(view.observation, cell), cell) for cell in offer.ways]
    return [
        Suggestion(_described(view, offer, cell, name), name)
        for name, cell in named
        if folded(name).startswith(folded(typed))
    ]


def _described(view: View, offer: Offer, cell: Cell, name: str) -> str:
    what = cell_described(view, offer, cell)
    return view.words.say("{head}: {what}", head=name, what=what)


def way_suggestions(view: View, tile: str, cell: str, typed: str) -> list[Suggestion]:
    """Return the ways round, with where the roads lead."""
    offer = the_tile(view, tile)
    where_ = the_cell(view, offer, cell) if offer else None
    if offer is None or where_ is None:
        return []
    turns = best_first(view.observation, offer, where_)
    return [
        Suggestion(_way(view, offer, where_, number, turn), str(number))
        for number, turn in enumerate(turns, 1)
        if str(number).startswith(typed.strip())
    ]


def _way(view: View, offer: Offer, cell: Cell, number: int, turn: int) -> str:
    roads = strung(view.words, roads_in_words(view, cell, offer.tile, turn))
    return view.words.say("{head}: {what}", head=number, what=roads)


def crew_suggestions(view: View, typed: Typed) -> list[Suggestion]:
    """Return the free sections, and to place no crew."""
    offer = the_tile(view, typed.tile)
    cell = the_cell(view, offer, typed.cell) if offer else None
    turn = the_turn(view, offer, cell, typed.way) if offer and cell else None
    none = Suggestion(view.words.say("no crew"), NO_CREW)
    if offer is None or cell is None or turn is None:
        return [none]
    draft = Draft.of(view, offer, cell, turn)
    lettered_ = [_crewed(draft, edge, letter) for edge, letter in draft.letters.items()]
    wanted = folded(typed.crew)
    return [each for each in (*lettered_, none) if folded(each.name).startswith(wanted)]


def _crewed(draft: Draft, edge: int, letter: str) -> Suggestion:
    section = section_through(draft.after.observation, draft.cell, edge)
    what = standing(draft.after, section)
    return Suggestion(draft.view.words.say("{head}: {what}", head=letter, what=what), letter)


def line_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the tied lines."""
    struck = waiting(view.observation)
    if struck is None:
        return []
    words = view.words
    return [
        Suggestion(
            words.say(
                "{line}, {tiles}",
                line=line_name(words, line),
                tiles=tiles(words, struck.lengths[line]),
            ),
            direction(words, line),
        )
        for line in struck.tied
        if folded(direction(words, line)).startswith(folded(typed))
    ]
