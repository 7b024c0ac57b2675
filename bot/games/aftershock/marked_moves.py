"""Choices on the cards or the map, each under its sign, and the button that opens each of them."""

from collections.abc import Sequence
from functools import partial

from bot.games.abilities import MarkedMove
from bot.games.aftershock import keeping, marking, planning, reasons
from bot.games.aftershock.desk import NONE, key_of
from bot.games.aftershock.pictures import board, captions, table_alt
from bot.games.aftershock.view import View
from bot.games.aftershock.words import own_seat
from bot.games.custom_ids import draft_id
from bot.games.marked_moves import alt, headline
from bot.games.screen import Image
from engine.game import Seat
from engine.games.aftershock.actions import (
    Action,
    Build,
    Buy,
    Dismantle,
    GiveUp,
    Influence,
    Keep,
    Mark,
    MeepleInstead,
    MoveMeeple,
    Plan,
    Resolve,
    Shock,
    Take,
)
from render.games.aftershock import RENDERER
from render.games.aftershock.desk import MarkedPlaces
from render.picture import Picture


def marked(view: View, moves: Sequence[MarkedMove]) -> Image:
    """Return the cards or the own map with these choices marked."""
    drawn = _cards(view, moves) or _map(view, moves)
    if drawn is None:
        return board(view)
    return Image(drawn, alt(moves, partial(reasons.told, view), table_alt(view)))


def _cards(view: View, moves: Sequence[MarkedMove]) -> Picture | None:
    """Return the hand, the unsold cards or the sale, if that is what these moves are about."""
    observation = view.observation
    drawn = captions(view, headline(view.words, moves))
    first = [(each.sign, each.actions[0]) for each in moves]
    if kept := tuple((sign, each.cards) for sign, each in first if isinstance(each, Keep)):
        return RENDERER.hand(observation, drawn, (), kept)
    if taken := tuple((sign, (each.card,)) for sign, each in first if isinstance(each, Take)):
        return RENDERER.take(observation, drawn, "", taken)
    bought = dict[tuple[Seat, str], str]()
    for sign, each in first:
        if isinstance(each, Buy):
            # The same card with another token shares a sign: "12" is 1 and 2.
            key = each.seller, each.card
            bought[key] = bought.get(key, "") + sign
    return RENDERER.market(observation, drawn, bought) if bought else None


def _map(view: View, moves: Sequence[MarkedMove]) -> Picture | None:
    marks = [each for move in moves if (each := _places(move))]
    if not marks:
        return None
    drawn = captions(view, headline(view.words, moves))
    return RENDERER.marked(view.observation, drawn, tuple(marks))


def _places(move: MarkedMove) -> MarkedPlaces | None:
    """Return where a choice puts something: areas and spaces, or a link; None: nowhere."""
    areas, links = list[str](), list[tuple[str, str]]()
    for action in move.actions:
        match action:
            case Plan(area) | MeepleInstead(area) | GiveUp(area) | Resolve(area) | MoveMeeple(area):
                areas.append(area)
            case Mark(space) | Influence(space):
                areas.append(space)
            case Build(area, to) | Dismantle(area, to):
                links.append((area, to))
            case _:
                pass
    if not areas and not links:
        return None
    return MarkedPlaces(move.sign, tuple(dict.fromkeys(areas)), tuple(links), move.is_played)


def preview(view: View, actions: Sequence[Action]) -> str:
    """Return the id that opens this choice as a draft that only has to be sent."""
    observation, action = view.observation, actions[0]
    match action:
        case Keep(cards):
            places = "".join(map(str, keeping.drafted(view, cards)))
            return draft_id(view, "k", places or NONE)
        case Take(card):
            return draft_id(view, "t", observation.market[own_seat(view)].index(card))
        case Buy(seller, card):
            return draft_id(view, "b", f"{seller}{card}")
        case Plan() if not observation.draft:
            areas = [each.area for each in actions if isinstance(each, Plan)]
            return draft_id(view, "g", planning.drafted(view, areas), 0)
        case Mark() | Influence() if not observation.draft:
            spaces = [each.space for each in actions if isinstance(each, Mark | Influence)]
            score, influence = marking.drafted(view, spaces)
            return draft_id(view, "m", influence or NONE, score or NONE)
        case Build(area, to):
            return draft_id(view, "y", key_of(view, area), key_of(view, to))
        case MeepleInstead(area) | GiveUp(area):
            return draft_id(view, "e", key_of(view, area))
        case Shock(counts):
            taps = "".join(str(seat) * n for seat, n in enumerate(counts))
            return draft_id(view, "h", taps or NONE)
        case MoveMeeple(area):
            return draft_id(view, "v", key_of(view, area))
        case _:
            return ""
