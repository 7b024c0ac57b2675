"""Orders given ahead: purchases, where Shocked meeples go, which aftershock comes first.

planned order h on          meeples go home, unless a way is free ("1"), or I ask ("0")
planned order f [areas]     areas to which they go for free, the best first: the next one?
planned order F areas       these, and home if no way is free
planned order m [numbers]   the markers chosen so far, by their number among the viewer's own
"""

from collections.abc import Sequence
from typing import Final

from bot.games.abilities import Orders
from bot.games.aftershock.desk import area_of, key_of
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
    ways_wanted,
    with_home,
    with_marker_order,
    with_ways,
)
from engine.games.aftershock.preview import lots
from engine.games.aftershock.rules import META
from engine.plans import Plan

UNPLANNED: Final = "xsw"
"""Passes: what isn't bought is passed anyway."""


def planned(view: View, actions: Sequence[Action]) -> str:
    """Return what is ordered, in words."""
    words = view.words
    match actions[0]:
        case Buy(seller, card, token):
            every = lots(view.observation)
            number = next(
                (each.number for each in every if (each.seller, each.card) == (seller, card)), 0
            )
            numbered = f"{number} · {priced(view, card)}" if number else priced(view, card)
            data = {"card": numbered, "who": name(view, seller)}
            if token in TOKENS:
                return words.say("{card} from {who} with {token}", token=TOKENS[token], **data)
            return words.say("{card} from {who}, with the tax", **data)
        case Resolve(area, marker):
            return _named(view, Resolve(area, marker))
        case Pass():
            return words.say("pass")
        case _:
            return words.say("to the supply")


def orders(view: View, plan: Plan[Action] | None) -> Orders:
    """Return the orders of this round, and the buttons that change them."""
    words = view.words
    is_on, markers, order = goes_home(plan), own_markers(view.observation), marker_order(plan)
    if ways := ways_wanted(plan):
        to = words.say(", then ").join(space_name(view, area) for area in ways)
        told = words.say(
            "**Shocked meeples** go for free to the first of these areas that they can reach:"
            " {areas}. If no route is free, they go to your supply; otherwise I ask you.",
            areas=to,
        )
    elif is_on:
        told = words.say(
            "**Shocked meeples** go to your supply unless a route is free; then I ask you."
        )
    else:
        told = words.say("**Shocked meeples:** I ask you.")
    lines = [told]
    label = (
        words.say("Ask me each time") if is_on else words.say("Send shocked meeples to the supply")
    )
    buttons = [
        Button(label, draft_id(view, "planned", "order", "h", int(not is_on))),
        Button(words.say("Use toll-free routes"), draft_id(view, "planned", "order", "f")),
    ]
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
        case ("h", "1"):
            return with_home(plan, observation, is_on=True)
        case ("h", _):
            return with_home(with_ways(plan, observation, ()), observation, is_on=False)
        case ("f" | "F" as verb, *rest):
            areas = list(dict.fromkeys(area_of(view, letter) for letter in "".join(rest)))
            if verb == "f" and len(areas) < len(observation.board.areas):
                return _which_area(view, areas)
            return with_ways(with_home(plan, observation, is_on=True), observation, areas)
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


def _which_area(view: View, chosen: Sequence[str]) -> Screen:
    words, letters = view.words, "".join(key_of(view, area) for area in chosen)
    title = words.say(
        "### Where should shocked meeples go?\nThey take a free route to the first of these areas"
        " that they can reach. If no route is free, they go to your supply."
    )
    if chosen:
        told = words.say(", then ").join(space_name(view, area) for area in chosen)
        title = words.say("### And then?\n{order}", order=told)
    keys = tuple(
        Button(
            space_name(view, area),
            draft_id(view, "planned", "order", "f", f"{letters}{key_of(view, area)}"),
            Style.BLUE,
        )
        for area in view.observation.board.areas
        if area not in chosen
    )
    done = Button(
        words.say("Use this order"), draft_id(view, "planned", "order", "F", letters), Style.GREEN
    )
    last = (done,) if chosen else ()
    return Screen((Text(title), *keypad((*keys, *last))), accent(view))


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
