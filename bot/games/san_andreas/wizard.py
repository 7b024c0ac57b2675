"""The turn as a wizard: what each verb of a button answers. Nothing is kept; ids hold the draft.

c [tile or space]         a city: which tile, which space, which coin? "l", "k": as list, as keys
n space coin              found it
e [tile or space]         an epicenter: which tile, which space, which pawn?
m space pawn              set it; the last one asks first
b space pawn              set the last one: it starts a quake
d [order]                 the quake: in which order?
k order                   shake
x                         the null: swap it?
y coin                    swap it, or keep it
z                         pass
"""

from typing import Final

from bot.games.panel import Answer, Listed, Submit, View
from bot.games.san_andreas import epicenters, founding, ordering, swaps
from bot.games.san_andreas.tile_choice import KEYS, LIST
from bot.games.san_andreas.words import space_of_label
from bot.views.screen import Screen
from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found, Pass
from engine.games.san_andreas.preview import founding as foundable
from engine.games.san_andreas.preview import refused, setting
from engine.games.san_andreas.tiles import PAWNS, Pawn

VERBS: Final = frozenset("cnembdkxyz")
NOT_NOW: Final = "san-andreas-not-now"


def press(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    """Answer a button; raise `IllegalAction` for a draft that the table does not allow."""
    match view.observation.phase:
        case "playing":
            return _turn(view, verb, args)
        case "ordering":
            return _quake(view, verb, args)
        case "swapping" if verb == swaps.SWAP:
            return Submit(swaps.decided(args))
        case "swapping" if verb == swaps.OPEN:
            return swaps.choose(view)
        case _:
            raise IllegalAction(NOT_NOW)


def _turn(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    match verb, args:
        case ((founding.OPEN | epicenters.OPEN), (part,)) if part in (LIST, KEYS):
            ask = founding.which_tile if verb == founding.OPEN else epicenters.which_tile
            return Listed(ask(view, part=part), part == LIST)
        case ((founding.OPEN | founding.FOUND), _):
            return _city(view, verb, args)
        case "z", ():
            return Submit(Pass())
        case _:
            return _epicenter(view, verb, args)


def _city(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    match verb, args:
        case founding.OPEN, ():
            return founding.which_tile(view)
        case founding.OPEN, (place,) if len(place) == 2:
            return founding.which_space(view, place)
        case founding.OPEN, (place,):
            found = Found(_any_coin(view), _space(view, place))
            return founding.which_coin(view, _legal(view, found))
        case founding.FOUND, (place, coin):
            return Submit(Found(_number(coin), _space(view, place)))
        case _:
            raise IllegalAction(NOT_NOW)


def _epicenter(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    match verb, args:
        case epicenters.OPEN, ():
            return epicenters.which_tile(view)
        case epicenters.OPEN, (place,) if len(place) == 2:
            return epicenters.which_space(view, place)
        case epicenters.OPEN, (place,):
            pawn = view.observation.pool[0]
            return epicenters.which_pawn(view, _legal(view, Epicenter(pawn, _space(view, place))))
        case epicenters.SET, (place, pawn) if len(view.observation.pool) == 1:
            space = _legal(view, Epicenter(_pawn(pawn), _space(view, place)))
            return epicenters.last_pawn(view, space, _pawn(pawn))
        case ((epicenters.SET | epicenters.SURE), (place, pawn)):
            return Submit(Epicenter(_pawn(pawn), _space(view, place)))
        case _:
            raise IllegalAction(NOT_NOW)


def _quake(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    order = ordering.drafted(args[0] if args else "")
    match verb:
        case ordering.OPEN:
            return ordering.choose(view, order)
        case ordering.SHAKE if order:
            return ordering.shake(view, order)
        case _:
            raise IllegalAction(NOT_NOW)


def anew(view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
    """Return the wizard from its start for an outdated draft; keeps the tile if it still can."""
    if not view.legal or verb not in VERBS:
        return None
    match view.observation.phase:
        case "ordering":
            return ordering.choose(view)
        case "swapping":
            return swaps.choose(view)
        case _:
            return _turn_anew(view, verb, args[0][:2] if args else "")


def _turn_anew(view: View, verb: str, tile: str) -> Screen | None:
    """Return the wizard of what was begun, or of the other thing if that is impossible now."""
    can_found, can_set = foundable(view.observation), setting(view.observation)
    if can_set and (verb in "emb" or not can_found):
        return epicenters.which_space(view, tile) if tile else epicenters.which_tile(view)
    if can_found:
        return founding.which_space(view, tile) if tile else founding.which_tile(view)
    return None


def _space(view: View, label: str) -> Space:
    space = space_of_label(view.observation.layout, label)
    if space is None:
        raise IllegalAction(NOT_NOW)
    return space


def _legal(view: View, action: Found | Epicenter) -> Space:
    """Return the space of an action that is legal now; raise why it isn't."""
    if refusal := refused(view.observation, action):
        raise refusal
    return action.space


def _any_coin(view: View) -> int:
    coins = view.observation.purses[view.observation.seat].coins
    return coins[0] if coins else 0


def _pawn(text: str) -> Pawn:
    found = [pawn for pawn in PAWNS if pawn == text]
    if not found:
        raise IllegalAction(NOT_NOW)
    return found[0]


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    raise IllegalAction(NOT_NOW)
