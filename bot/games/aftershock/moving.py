"""Phase 3B at the desk: where a shocked meeple goes, and who is paid for the way.

v area            to this area: over whose bridges?
V area seats      move there and pay these seats
o                 take the meeple back off the board
"""

from collections.abc import Sequence

from bot.games.aftershock.alt_texts import choices_alt
from bot.games.aftershock.building import area_of, key_of
from bot.games.aftershock.captions import captions
from bot.games.aftershock.shaking import going_on, seats_of
from bot.games.aftershock.sheet import LONGEST_BUTTON, letter, sheet
from bot.games.aftershock.told_map import payees
from bot.games.aftershock.words import money, own_seat, space_name
from bot.games.controls import draft_id
from bot.games.names import shortened
from bot.games.panel import Answer, Submit, View
from bot.games.people import short_name
from bot.games.screen import Button, Image, Row, Screen, Style, keypad
from engine.errors import IllegalAction
from engine.games.aftershock.actions import MoveMeeple, TakeBack
from engine.games.aftershock.preview import ways
from engine.games.aftershock.ways import Way
from render.games.aftershock import RENDERER


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a button of this phase."""
    match verb, args:
        case "v", (area,):
            return move(view, area_of(view, area))
        case "V", (area, paid):
            return Submit(MoveMeeple(area_of(view, area), seats_of(view, paid)))
        case "o", _:
            return Submit(TakeBack())
        case _:
            raise IllegalAction("aftershock-not-now")


def offered(view: View, only: str = "") -> tuple[Way, ...]:
    """Return the ways shown: one for each area, or all that lead to one of them."""
    found = ways(view.observation)
    if only:
        return tuple(way for way in found if way.to == only)
    first: dict[str, Way] = {}
    for way in found:
        first.setdefault(way.to, way)
    return tuple(first.values())


def move(view: View, only: str = "", first: str = "") -> Screen:
    """Ask where the next shocked meeple goes; `only`: whom to pay for the way there."""
    words, observation, now = view.words, view.observation, going_on(view)
    shown = offered(view, only)
    left = now.left[own_seat(view)]
    text = words.count(
        "{n} meeple of yours has to leave **{area}**. You have {money}.",
        "{n} meeples of yours have to leave **{area}**, one after the other. You have {money}.",
        left,
        area=space_name(words, observation, now.area),
        money=money(words, observation.money[own_seat(view)]),
    )
    buttons = tuple(_way(view, number, way, only) for number, way in enumerate(shown))
    return sheet(view, text, picture(view, shown), *keypad(buttons), _home(view, only), first=first)


def _way(view: View, number: int, way: Way, only: str) -> Button:
    """Return the move itself, or the question whom to pay if several ways cost the same."""
    words, to = view.words, key_of(view, way.to)
    where = f"{letter(number)} · {space_name(words, view.observation, way.to)}"
    others = [each for each in ways(view.observation) if each.to == way.to]
    if len(others) > 1 and not only:
        cost = words.say("{money}, to whom?", money=money(words, way.cost))
        return Button(f"{where} · {cost}", draft_id(view, "v", to), Style.PRIMARY)
    paid = "".join(map(str, way.paid)) or "-"
    label = shortened(f"{where} · {toll(view, way)}", LONGEST_BUTTON)
    return Button(label, draft_id(view, "V", to, paid), Style.GREEN)


def toll(view: View, way: Way) -> str:
    """Return "no toll" or "$1M to Zach", with names as short as in pictures."""
    return payees(view, way.paid, short_name) if way.paid else view.words.say("no toll")


def _home(view: View, only: str) -> Row:
    words = view.words
    back = [Button(words.say("Off the board"), draft_id(view, "o"), Style.DANGER)]
    if TakeBack() not in view.legal:
        back = []
    if only:
        back.append(Button(words.say("Back to all areas"), draft_id(view, "d")))
    return Row(tuple(back))


def picture(view: View, shown: Sequence[Way]) -> Image:
    """Return the map with the ways, lettered."""
    words, observation = view.words, view.observation
    letters = [letter(number) for number in range(len(shown))]
    named = [
        words.say(
            "{head}: {facts}",
            head=key,
            facts=f"{space_name(words, observation, way.to)}, {toll(view, way)}",
        )
        for key, way in zip(letters, shown, strict=True)
    ]
    title = words.say("Leaving {area}.", area=space_name(words, observation, going_on(view).area))
    image = RENDERER.way(observation, captions(view, words.say("Where to?")), shown, letters)
    return Image(image, choices_alt(view, title, named))
