"""The turn as a wizard: what each verb of a button answers. Nothing is kept; ids hold the draft.

w tile [part]             where? as keys, band `part` of them, or a list
l tile menu cell          a cell chosen from a list
p tile cell [turn]        how?
g tile cell turn crew     place it
n tile cell turn          which second tile, after this one? (Road Crew's Dilemma)
e [y]                     no second tile? "y": none
q line                    what falls with this line?
f line                    let it fall
t town                    what if this town is struck first? (Twin Cities)
h town                    strike it first
r [part]                  which tile turns? (Aftershocks)
o menu cell               a tile chosen from a list
y cell [turn]             which way round?
z cell turn               turn it
k [y]                     turn nothing? "y": nothing

While a first tile is a draft, w l p g begin with it: "tile cell turn +".
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.games.panel import Answer, Listed, Submit, View
from bot.games.screen import Screen
from bot.games.seismic import rotating, ties, towns
from bot.games.seismic.controls import SURE, sure_to_end, sure_to_keep
from bot.games.seismic.fits import Offer
from bot.games.seismic.how import NO_CREW, how
from bot.games.seismic.parts import KEYS, LIST
from bot.games.seismic.second import AND, drafted, first_of
from bot.games.seismic.where import choose_tile, offer_of, where
from bot.games.seismic.words import table_of
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import EndTurn, KeepAll, Place, Rotate, Strike, StrikeFirst
from engine.games.seismic.preview import placed, rotated, struck_first, why_not
from engine.games.seismic.tiles import TILES

VERBS: Final = frozenset("wlpgneqfthroyzk")
PLACING: Final = frozenset("wlpgn")
"""Those that begin with a tile."""


def press(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    """Answer a button; raise `IllegalAction` for a draft that the table does not allow."""
    phase: str = view.observation.phase
    if not view.legal or phase not in ANSWERS:
        raise IllegalAction("seismic-not-now")
    return ANSWERS[phase](view, verb, args)


def anew(view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
    """Return the wizard from its start for an outdated draft; keeps the tile if it still fits."""
    if not view.legal or verb not in VERBS:
        return None
    observation = view.observation
    if quake := ties.waiting(observation):
        return ties.choose_line(view, quake)
    if observation.phase == "choosing_town" and observation.rising:
        return towns.choose_town(view, observation.rising)
    if observation.phase == "rotating":
        return rotating.which(view)
    offer = offer_of(view, args[0]) if args and verb in PLACING else None
    return where(view, offer) if offer else choose_tile(view)


def _striking(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    quake, line = ties.waiting(view.observation), _number(args[0] if args else "")
    if quake is None or verb not in ("q", "f"):
        raise IllegalAction("seismic-not-now")
    if line not in quake.tied:
        raise IllegalAction("seismic-line-not-tied", line=line, tied=quake.tied)
    return Submit(Strike(line)) if verb == "f" else ties.preview(view, quake, line)


def _choosing_town(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    rising, town = view.observation.rising, _number(args[0] if args else "")
    if rising is None or verb not in ("t", "h"):
        raise IllegalAction("seismic-not-now")
    struck_first(view.observation, town)
    return Submit(StrikeFirst(town)) if verb == "h" else towns.preview(view, rising, town)


def _rotating(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    match verb, args:
        case "k", ():
            return sure_to_keep(view)
        case "k", (yes,) if yes == SURE:
            return Submit(KeepAll())
        case "r", _:
            part = args[0] if args else ""
            return _remembered(rotating.which(view, part), part)
        case "o", (_, name):
            return rotating.way(view, tile_to_turn(view, name))
        case "y", (name, *rest):
            cell = tile_to_turn(view, name)
            return rotating.way(view, cell, _rotation(view, cell, rest[0]) if rest else None)
        case "z", (name, turn):
            cell = tile_to_turn(view, name)
            return Submit(Rotate(cell, _rotation(view, cell, turn)))
        case _:
            raise IllegalAction("seismic-not-now")


def tile_to_turn(view: View, name: str) -> Cell:
    """Return the cell of this name; raise `IllegalAction` if its tile can't turn."""
    cell = table_of(view.observation).cell(name)
    if cell is None:
        raise IllegalAction("seismic-no-such-cell", cell=name)
    if cell not in rotating.turnable(view.observation):
        laid = view.observation.at(cell)
        rotated(view.observation, Rotate(cell, laid.turn if laid else 0))
    return cell


def _rotation(view: View, cell: Cell, text: str) -> int:
    turn = _number(text)
    rotated(view.observation, Rotate(cell, turn))
    return turn


def _extending(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    match verb, args:
        case "e", ():
            return sure_to_end(view)
        case "e", (yes,) if yes == SURE:
            return Submit(EndTurn())
        case _:
            return _placing(view, verb, args)


def _placing(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    if verb not in PLACING:
        raise IllegalAction("seismic-not-now")
    if AND in args:
        return _placing(drafted(view, _first(view, args)), verb, args[args.index(AND) + 1 :])
    offer = offer_of(view, args[0] if args else "")
    if offer is None:
        return choose_tile(view, view.words.say("That tile doesn't fit any more."))
    return _with_tile(view, offer, verb, args[1:])


def _with_tile(view: View, offer: Offer, verb: str, args: tuple[str, ...]) -> Answer:
    match verb, args:
        case "l", (_, cell):
            return how(view, offer, cell_to_build(view, offer, cell))
        case "p", (cell, *rest):
            place = cell_to_build(view, offer, cell)
            return how(view, offer, place, _turn(view, offer, place, rest[0]) if rest else None)
        case "g", (cell, turn, crew):
            place = cell_to_build(view, offer, cell)
            return built(view, Place(offer.tile, place, _number(turn), _crew(crew)))
        case "n", (cell, turn):
            place = cell_to_build(view, offer, cell)
            return choose_tile(
                drafted(view, Place(offer.tile, place, _turn(view, offer, place, turn)))
            )
        case "w", rest:
            part = rest[0] if rest else ""
            return _remembered(where(view, offer, part), part)
        case _:
            raise IllegalAction("seismic-not-now")


def built(view: View, place: Place) -> Submit:
    """Return all that a last button plays: the first tile before a second, the end of the turn."""
    firsts = first_of(view)
    if firsts or place.crew is not None:
        return Submit(*firsts, place)
    # A placement that is no longer legal is refused where it is played.
    allowed = why_not(view.observation, place.tile, place.cell, place.turn) is None
    goes_on = allowed and view.observation.phase == "placing"
    if goes_on and placed(view.observation, place).phase == "extending":
        return Submit(place, EndTurn())
    return Submit(place)


def _first(view: View, args: tuple[str, ...]) -> Place:
    if args.index(AND) != 3 or args[0] not in TILES:
        raise IllegalAction("seismic-not-now")
    cell = table_of(view.observation).cell(args[1])
    if cell is None:
        raise IllegalAction("seismic-no-such-cell", cell=args[1])
    return Place(args[0], cell, _number(args[2]))


def _remembered(screen: Screen, part: str) -> Answer:
    """Let "As a list" and "As buttons" be remembered for this person."""
    return Listed(screen, part == LIST) if part in (LIST, KEYS) else screen


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
    if wrong and not wrong.key.endswith("tile-does-not-fit"):
        return wrong
    key = wrong.key if wrong else "seismic-tile-does-not-fit"
    return IllegalAction(key, tile=tile, cell=cell, edge=None, meets="any way")


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


ANSWERS: Final[Mapping[str, Callable[[View, str, tuple[str, ...]], Answer]]] = MappingProxyType(
    {
        "placing": _placing,
        "extending": _extending,
        "striking": _striking,
        "choosing_town": _choosing_town,
        "rotating": _rotating,
    }
)
"""What answers while this is due."""
