"""The phases of San Andreas with their classes, and the receipt of a move that was sent."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.games.people import accent, name
from bot.games.phase import Phases
from bot.games.san_andreas.ordering import Ordering
from bot.games.san_andreas.placing import Placing
from bot.games.san_andreas.swapping import Swapping
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import named_at, pawn_name, space_name
from bot.games.screen import Screen, Text
from bot.games.speech import and_list
from bot.locale.localisation import mark
from engine.game import Event
from engine.games.san_andreas.actions import (
    Action,
    Begin,
    Epicenter,
    Found,
    Pass,
    Resolve,
    Roll,
    Swap,
)
from engine.games.san_andreas.events import CityFounded, EpicenterSet
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Observation

PHASES: Final[Phases[Observation, Action]] = Phases(
    {"playing": Placing(), "ordering": Ordering(), "swapping": Swapping()},
    name=lambda observation: observation.phase,
    not_now=META.not_now,
)


FOLLOWS: Final = {
    "ordering": mark("**Sent.** The dice are rolled."),
    "swapping": mark("**Sent.** The ground has moved."),
}
"""What is said above the question of a phase that begins with one's own move."""


def planned(view: View, actions: Sequence[Action]) -> str:
    """Return a turn that is planned: what is put where."""
    words, layout = view.words, view.observation.layout
    match actions[0]:
        case Found(coin, space):
            where = named_at(layout, space)
            return words.say("Lay your {coin} on {space}", space=where, coin=coin)
        case Epicenter(pawn, space):
            where = named_at(layout, space)
            return words.say("Set {pawn} on {space}", pawn=pawn_name(words, pawn), space=where)
        case _:
            return words.say("Pass")


def receipt(view: View, action: Action, news: Sequence[Event]) -> Screen:
    """Return "**Sent.** Your 3 stands on **D1c**. …", or what is asked next."""
    words, seats, due = view.words, view.observation.to_act, PHASES.due(view)
    if due and view.viewer in seats and view.observation.phase in FOLLOWS:
        asked = due.ask(view, words.say(FOLLOWS[view.observation.phase]))
        if asked:
            return asked
    # Its tile as it lay then: a quake may have moved it since.
    moves = (each for each in news if isinstance(each, CityFounded | EpicenterSet))
    where = next((space_name(each.tile, each.quarter) for each in moves), "")
    match action:
        case Found(coin):
            act = words.say("Your {coin} stands on **{space}**.", coin=coin, space=where)
        case Epicenter(pawn):
            pawn_said = pawn_name(words, pawn)
            act = words.say("The {pawn} epicenter is on **{space}**.", pawn=pawn_said, space=where)
        case Resolve():
            act = words.say("The ground has moved.")
        case Swap(None):
            act = words.say("Your 0 stays.")
        case Swap(coin):
            act = words.say("Your {coin} takes the place of your 0.", coin=coin)
        case Pass():
            act = words.say("You passed.")
        case Begin() | Roll():
            raise TypeError(type(action))
        case _:
            assert_never(action)
    if not seats:
        then = words.say("That was the last move of the match.")
    elif view.viewer in seats:
        then = words.say("It's your turn now: see the board.")
    else:
        who = and_list(words, [name(view, seat) for seat in seats])
        then = words.say("Next: {who}. I'll ping you when it's your move.", who=who)
    return Screen((Text(words.say("**Sent.** {act} {next}", act=act, next=then)),), accent(view))
