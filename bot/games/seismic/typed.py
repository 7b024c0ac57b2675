"""What people type after `/seismic place`, in any case, with or without accents.

"3", "loose + straight" and "02-14" name tiles, "j8" a cell, "2" an orientation, "x" a crew, "none"
no crew.
"""

from dataclasses import dataclass
from typing import Final

from bot.games.panel import Answer, Submit, View
from bot.games.screen import Screen, Suggestion
from bot.games.seismic.alt_texts import roads_in_words
from bot.games.seismic.draft import Draft, best_first
from bot.games.seismic.fits import Offer, label_of, offers
from bot.games.seismic.how import how
from bot.games.seismic.refusals import no_such_choice
from bot.games.seismic.rotating import which
from bot.games.seismic.second import AND, drafted, is_second
from bot.games.seismic.sections import section_through, standing
from bot.games.seismic.ties import choose_line, waiting
from bot.games.seismic.tile_names import distinct_names, is_exactly, is_tile
from bot.games.seismic.towns import choose_town
from bot.games.seismic.where import cell_described, choose_tile, where
from bot.games.seismic.wizard import built, cell_to_build
from bot.games.seismic.words import cell_name
from bot.games.speech import capitalised, folded, strung
from bot.locale.localisation import mark
from bot.locale.localisation import words as words_of
from engine.boards.hexes import Cell
from engine.games.seismic.actions import EndTurn

NO_CREW: Final = "-"
NONE: Final = mark("no crew, none, nothing, no")
"""All that means it, one after the other."""


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
    if other := _something_else(view):
        return other
    if is_second(view) and means_none(view, typed.tile):
        return Submit(EndTurn())
    offer = the_tile(view, typed.tile)
    if offer is None:
        return choose_tile(view, view.words.say("**That isn't one of the tiles that fit.**"))
    cell = the_cell(view, offer, typed.cell)
    return _lying(view, offer, cell, typed) if cell else where(view, offer)


def _something_else(view: View) -> Screen | None:
    """Return the question of a quake, if that comes before any tile."""
    observation = view.observation
    if quake := waiting(observation):
        return choose_line(view, quake)
    if observation.phase == "choosing_town" and observation.rising:
        return choose_town(view, observation.rising)
    return which(view) if observation.phase == "rotating" else None


def _lying(view: View, offer: Offer, cell: Cell, typed: Typed) -> Answer:
    turn = the_turn(view, offer, cell, typed.way)
    if turn is None:
        return how(view, offer, cell, first=no_such_choice(view, typed.way))
    draft = Draft.of(view, offer, cell, turn)
    if typed.crew.strip() == AND and is_second(draft.after) and not is_second(view):
        return choose_tile(drafted(view, draft.place(None)))
    if not typed.crew:
        is_clear = not draft.letters and not (is_second(draft.after) and not is_second(view))
        return built(view, draft.place(None)) if is_clear else how(view, offer, cell, turn)
    if means_none(view, typed.crew):
        return built(view, draft.place(None))
    edges = [edge for edge, letter in draft.letters.items() if folded(letter) == folded(typed.crew)]
    if edges:
        return Submit(draft.place(edges[0]))
    return how(view, offer, cell, turn, first=no_such_choice(view, typed.crew))


def the_tile(view: View, typed: str) -> Offer | None:
    """Return the one tile that fits and that `typed` names by number, code or name."""
    fitting, words = _fitting(view), view.words
    readings = (
        [offer for offer in fitting if typed.strip() in map(str, offer.numbers)],
        [offer for offer in fitting if offer.own and folded(typed) == folded(words.say("Yours"))],
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
    turns = best_first(view, offer, cell)
    if not typed.strip():
        return turns[0] if len(turns) == 1 else None
    numbered = {str(number): turn for number, turn in enumerate(turns, 1)}
    return numbered.get(typed.strip())


def means_none(view: View, typed: str) -> bool:
    """Say whether `typed` asks for no crew, for no tile; English is understood as well."""
    known = [name for words in (view.words, words_of("en")) for name in words.say(NONE).split(",")]
    return folded(typed) in {NO_CREW, *map(folded, known)}


def tile_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the tiles that fit somewhere."""
    if _something_else(view):
        return []
    none = Suggestion(view.words.say("no second tile"), NO_CREW)
    fitting = _fitting(view)
    names = distinct_names(view.words, tuple(offer.tile for offer in fitting))
    offered = [
        Suggestion(_offered(view, offer, names[offer.tile]), offer.tile)
        for offer in fitting
        if not typed.strip()
        or typed.strip() in map(str, offer.numbers)
        or (offer.own and folded(view.words.say("Yours")).startswith(folded(typed)))
        or is_tile(view.words, offer.tile, typed)
    ]
    return [*offered, none] if is_second(view) else offered


def _offered(view: View, offer: Offer, named: str) -> str:
    return view.words.count(
        "{tile}: {n} cell",
        "{tile}: {n} cells",
        len(offer.ways),
        tile=f"{label_of(view.words, offer)} · {capitalised(named)}",
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
    turns = best_first(view, offer, where_)
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
    if is_second(draft.after) and not is_second(view):
        lettered_.append(Suggestion(view.words.say("no crew, then a second tile"), AND))
    wanted = folded(typed.crew)
    return [each for each in (*lettered_, none) if folded(each.name).startswith(wanted)]


def _crewed(draft: Draft, edge: int, letter: str) -> Suggestion:
    section = section_through(draft.after.observation, draft.cell, edge)
    what = standing(draft.after, section)
    return Suggestion(draft.view.words.say("{head}: {what}", head=letter, what=what), letter)
