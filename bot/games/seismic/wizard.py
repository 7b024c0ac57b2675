"""The turn as a wizard: what each verb of a button answers. Nothing is kept; ids hold the draft.

w tile [part]             where? as keys, band `part` of them, or a list
l tile menu cell          a cell chosen from a list
p tile cell [turn]        how?
g tile cell turn crew     place it
q line                    what falls with this line?
f line                    let it fall
"""

from typing import Final

from bot.games.panel import Answer, Submit, View
from bot.games.seismic.fits import Offer
from bot.games.seismic.how import NO_CREW, how
from bot.games.seismic.ties import choose_line, preview, waiting
from bot.games.seismic.where import choose_tile, offer_of, where
from bot.games.seismic.words import table_of
from bot.views.screen import Screen
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place, Strike
from engine.games.seismic.preview import why_not

VERBS: Final = frozenset("wlpgqf")
ON_A_LINE: Final = frozenset("qf")


def press(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    """Answer a button; raise `IllegalAction` for a draft that the table does not allow."""
    quake = waiting(view.observation)
    if not view.legal or bool(quake) != (verb in ON_A_LINE):
        raise IllegalAction("seismic-not-now")
    if quake is None:
        return _placing(view, verb, args)
    line = _number(args[0])
    if line not in quake.tied:
        raise IllegalAction("seismic-line-not-tied", line=line, tied=quake.tied)
    return Submit(Strike(line)) if verb == "f" else preview(view, quake, line)


def _placing(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    offer = offer_of(view, args[0])
    if offer is None:
        return choose_tile(view, view.words.say("That tile does not fit any more."))
    match verb, args[1:]:
        case "l", (_, cell):
            return how(view, offer, cell_to_build(view, offer, cell))
        case "p", (cell, *rest):
            place = cell_to_build(view, offer, cell)
            return how(view, offer, place, _turn(view, offer, place, rest[0]) if rest else None)
        case "g", (cell, turn, crew):
            place = cell_to_build(view, offer, cell)
            return Submit(Place(offer.tile, place, _number(turn), _crew(crew)))
        case "w", rest:
            return where(view, offer, *rest[:1])
        case _:
            raise IllegalAction("seismic-not-now")


def anew(view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
    """Return the wizard from its start for an outdated draft; keeps the tile if it still fits."""
    if not view.legal or verb not in VERBS:
        return None
    if quake := waiting(view.observation):
        return choose_line(view, quake)
    tile = args[0] if args and verb not in ON_A_LINE else ""
    offer = offer_of(view, tile)
    return where(view, offer) if offer else choose_tile(view)


def cell_to_build(view: View, offer: Offer, name: str) -> Cell:
    """Return the cell of this name; raise `IllegalAction` if the tile can't go there."""
    cell = table_of(view.observation).cell(name)
    if cell is None:
        raise IllegalAction("seismic-no-such-cell", cell=name)
    if cell not in offer.ways:
        raise _nowhere_there(view, offer.tile, cell)
    return cell


def _nowhere_there(view: View, tile: str, cell: Cell) -> IllegalAction:
    """Return why no way round fits a cell; the edges of one way would be no answer."""
    wrong = why_not(view.observation, tile, cell, 0)
    if wrong and wrong.key != "seismic-tile-does-not-fit":
        return wrong
    data = {"tile": tile, "cell": cell, "edge": None, "meets": "any way"}
    return IllegalAction("seismic-tile-does-not-fit", **data)


def _turn(view: View, offer: Offer, cell: Cell, text: str) -> int:
    turn = _number(text)
    if turn not in offer.ways[cell]:
        wrong = why_not(view.observation, offer.tile, cell, turn)
        raise wrong or IllegalAction("seismic-no-such-turn", tile=offer.tile, turn=turn)
    return turn


def _crew(text: str) -> int | None:
    return None if text == NO_CREW else _number(text)


def _number(text: str) -> int:
    """Read one digit of an id; anything else is from a hand-made id."""
    if len(text) == 1 and text.isdecimal():
        return int(text)
    raise IllegalAction("seismic-not-now")
