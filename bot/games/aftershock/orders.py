"""Orders given ahead: purchases, Shocked meeples that go home, which aftershock comes first.

planned order h on          meeples go home ("1") or not ("0")
planned order m [numbers]   the markers chosen so far, by their number among the viewer's own
"""

from collections.abc import Sequence
from typing import Final

from bot.games.abilities import Orders
from bot.games.aftershock.view import View
from bot.games.aftershock.words import TOKENS, item_name, priced, space_name
from bot.games.custom_ids import draft_id
from bot.games.people import accent, name
from bot.games.screen import Button, Screen, Style, Text, keypad
from bot.games.speech import capitalised
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Action, Buy, Pass, Resolve
from engine.games.aftershock.ahead import (
    goes_home,
    marker_order,
    own_markers,
    with_home,
    with_marker_order,
)
from engine.games.aftershock.rules import META
from engine.plans import Plan

UNPLANNED: Final = "xsw"
"""Passes: what isn't bought is passed anyway."""


def planned(view: View, actions: Sequence[Action]) -> str:
    """Return what is ordered, in words."""
    words = view.words
    match actions[0]:
        case Buy(seller, card, token):
            data = {"card": priced(view, card), "who": name(view, seller)}
            if token in TOKENS:
                return words.say("{card} from {who} with {token}", token=TOKENS[token], **data)
            return words.say("{card} from {who}, with the tax", **data)
        case Resolve(area, marker):
            return _named(view, Resolve(area, marker))
        case Pass():
            return words.say("pass")
        case _:
            return words.say("home")


def orders(view: View, plan: Plan[Action] | None) -> Orders:
    """Return the orders of this round, and the buttons that change them."""
    words = view.words
    is_on, markers, order = goes_home(plan), own_markers(view.observation), marker_order(plan)
    lines = [
        words.say("**Shocked meeples** go home, unless a way is free. Then I ask you.")
        if is_on
        else words.say("**Shocked meeples:** I ask you.")
    ]
    label = words.say("Ask me about meeples") if is_on else words.say("Meeples go home")
    buttons = [Button(label, draft_id(view, "planned", "order", "h", int(not is_on)))]
    if order:
        named = words.say(", then ").join(_named(view, each) for each in order)
        lines.append(words.say("**Your aftershocks:** {order}.", order=named))
    if len(markers) > 1:
        choose = draft_id(view, "planned", "order", "m")
        buttons.append(Button(words.say("Order of my aftershocks"), choose))
    lines.append(words.say("-# These orders hold until the end of this round."))
    return Orders(tuple(lines), tuple(buttons))


def ordered(
    view: View, plan: Plan[Action] | None, args: tuple[str, ...]
) -> Plan[Action] | Screen | None:
    """Answer a button: the orders as they are now, or which aftershock comes next."""
    observation = view.observation
    match args:
        case ("h", on):
            return with_home(plan, observation, is_on=on == "1")
        case ("m", *rest):
            markers, digits = own_markers(observation), "".join(rest)
            if not digits.isdecimal() and digits:
                raise IllegalAction(META.not_now)
            chosen = list(dict.fromkeys(map(int, digits)))
            if any(number >= len(markers) for number in chosen):
                chosen = []
            left = [number for number in range(len(markers)) if number not in chosen]
            if len(left) > 1:
                return _which_next(view, markers, chosen, left)
            order = [markers[number] for number in (*chosen, *left)]
            return with_marker_order(plan, observation, order)
        case _:
            raise IllegalAction(META.not_now)


def _which_next(
    view: View, markers: Sequence[Resolve], chosen: Sequence[int], left: Sequence[int]
) -> Screen:
    words, digits = view.words, "".join(map(str, chosen))
    title = words.say("### Which of your aftershocks comes first?")
    if chosen:
        told = words.say(", then ").join(_named(view, markers[number]) for number in chosen)
        title = words.say("### And then?\n{order}", order=told)
    keys = tuple(
        Button(
            _named(view, markers[number]),
            draft_id(view, "planned", "order", "m", f"{digits}{number}"),
            Style.BLUE,
        )
        for number in left
    )
    return Screen((Text(title), *keypad(keys)), accent(view))


def _named(view: View, marker: Resolve) -> str:
    """Return "Big aftershock in Oakland"."""
    what = capitalised(item_name(view.words, marker.marker))
    return view.words.say("{item} in {areas}", item=what, areas=space_name(view, marker.area))
