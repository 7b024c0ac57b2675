"""What the wizard becomes when the move is stored."""

from collections.abc import Sequence

from bot.games.panel import View
from bot.games.people import accent, name
from bot.games.san_andreas import ordering, swaps
from bot.games.san_andreas.words import coin_name, pawn_name, space_name
from bot.games.speech import listed
from bot.views.screen import Screen, Text
from engine.event import Event
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass, Resolve, Swap
from engine.games.san_andreas.events import CityFounded, EpicenterSet


def receipt(view: View, action: Action, news: Sequence[Event]) -> Screen:
    """Return "**Sent.** Your 3 stands on **D1 north-west**. …", or what is asked next."""
    words, observation = view.words, view.observation
    if view.viewer in observation.to_act and observation.phase == "ordering":
        return ordering.choose(view, first=words.say("**Sent.** The dice are rolled."))
    if view.viewer in observation.to_act and observation.phase == "swapping":
        return swaps.choose(view, first=words.say("**Sent.** The ground has moved."))
    act = _act(view, action, news)
    done = words.say("**Sent.** {act} {next}", act=act, next=_next(view))
    return Screen((Text(done),), accent(view))


def _act(view: View, action: Action, news: Sequence[Event]) -> str:
    words, where = view.words, _where(view, news)
    match action:
        case Found(coin):
            coin_said = coin_name(words, coin)
            return words.say("Your {coin} stands on **{space}**.", coin=coin_said, space=where)
        case Epicenter(pawn):
            pawn_said = pawn_name(words, pawn)
            return words.say("{pawn} stands on **{space}**.", pawn=pawn_said, space=where)
        case Resolve():
            return words.say("The ground has moved.")
        case Swap(None):
            return words.say("Your null stays.")
        case Swap(coin):
            return words.say("Your {coin} takes its place.", coin=coin_name(words, coin or 0))
        case Pass():
            return words.say("You passed.")
        case _:
            raise TypeError(type(action))


def _where(view: View, news: Sequence[Event]) -> str:
    """Return the space by its tile as it lay then: a quake may have moved it since."""
    moves = (each for each in news if isinstance(each, CityFounded | EpicenterSet))
    return next((space_name(view.words, each.tile, each.quarter) for each in moves), "")


def _next(view: View) -> str:
    words, seats = view.words, view.observation.to_act
    if not seats:
        return words.say("That was the last move of the match.")
    if view.viewer in seats:
        return words.say("Your move goes on below.")
    who = listed(words, [name(view, seat) for seat in seats])
    return words.say("{who} is next; I will ping you when it is your move.", who=who)
