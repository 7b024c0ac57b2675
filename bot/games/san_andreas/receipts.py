"""What the wizard becomes when the move is stored."""

from bot.games.panel import View
from bot.games.people import accent, name
from bot.games.san_andreas import ordering, swaps
from bot.games.san_andreas.words import coin_name, named_at, pawn_name
from bot.games.speech import listed
from bot.views.screen import Screen, Text
from engine.games.san_andreas.actions import Epicenter, Found, Pass, Resolve, Swap


def receipt(view: View, action: Found | Epicenter | Resolve | Swap | Pass) -> Screen:
    """Return "**Sent.** Your 3 stands on **D1 north-west**. …", or what is asked next."""
    words, observation = view.words, view.observation
    if view.viewer in observation.to_act and observation.phase == "ordering":
        return ordering.choose(view, first=words.say("**Sent.** The dice are rolled."))
    if view.viewer in observation.to_act and observation.phase == "swapping":
        return swaps.choose(view, first=words.say("**Sent.** Your null survived."))
    done = words.say("**Sent.** {act} {next}", act=_act(view, action), next=_next(view))
    return Screen((Text(done),), accent(view))


def _act(view: View, action: Found | Epicenter | Resolve | Swap | Pass) -> str:
    words, layout = view.words, view.observation.layout
    match action:
        case Found(coin, space):
            where = named_at(words, layout, space)
            coin_said = coin_name(words, coin)
            return words.say("Your {coin} stands on **{space}**.", coin=coin_said, space=where)
        case Epicenter(pawn, space):
            where = named_at(words, layout, space)
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


def _next(view: View) -> str:
    words, seats = view.words, view.observation.to_act
    if not seats:
        return words.say("That was the last move of the match.")
    if view.viewer in seats:
        return words.say("Your move goes on below.")
    who = listed(words, [name(view, seat) for seat in seats])
    return words.say("{who} is next; I will ping you when it is your move.", who=who)
