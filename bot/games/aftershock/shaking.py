"""The phases "resolve", "shock" and "move": which aftershock first, whom it shocks, where they go.

r area marker     resolve this marker, an area by letter and a marker by number
h taps            who is shocked so far: the number of a seat for each tap
H taps            shock them
v area            to this area: over whose bridges?
V area seats      move there and pay these seats
o                 take the meeple back off the board
"""

from collections.abc import Sequence
from typing import Final

from bot.games.aftershock.desk import (
    LETTERS,
    LONGEST_BUTTON,
    NONE,
    NOT_NOW,
    Desk,
    area_of,
    digit,
    key_of,
    private_screen,
    seats_of,
)
from bot.games.aftershock.news import payees
from bot.games.aftershock.pictures import board, captions, choices_alt, table_captions
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import (
    area_typed,
    elsewhere_typed,
    item_name,
    meeples,
    money,
    own_seat,
    space_name,
    tallied,
)
from bot.games.custom_ids import draft_id
from bot.games.names import shortened
from bot.games.panel import Command, CommandOption, Submit
from bot.games.people import shape, short_name, tally
from bot.games.screen import Button, Image, Row, Screen, Style, Suggestion, keypad
from bot.games.speech import capitalised, folded, is_typed, meant
from bot.locale.localisation import mark
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Action, MoveMeeple, Resolve, Shock, TakeBack
from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.preview import routes
from engine.games.aftershock.routes import Route
from render.games.aftershock import RENDERER

HOME: Final = "home"
"""Typed for: to the own supply."""
MOST_SUGGESTED: Final = 25


class Resolving(Desk):
    """One of the own aftershocks comes first."""

    verbs = "r"
    door = mark("Choose the aftershock")

    def wanted(self, view: View, who: str) -> str:
        return view.words.say("{who}, **which aftershock comes first?**", who=who)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "r", (area, marker):
                return Submit(Resolve(area_of(view, area), MARKERS[digit(marker, len(MARKERS))]))
            case _:
                raise IllegalAction(NOT_NOW)

    def ask(self, view: View, first: str = "") -> Screen:
        words = view.words
        text = words.say("Which of your aftershocks comes first? I'll roll right away.")
        buttons = tuple(
            Button(
                words.say(
                    "{item} in {areas}",
                    item=capitalised(item_name(words, each.marker)),
                    areas=space_name(view, each.area),
                ),
                draft_id(view, "r", key_of(view, each.area), MARKERS.index(each.marker)),
                Style.RED,
            )
            for each in view.legal
            if isinstance(each, Resolve)
        )
        return private_screen(view, text, board(view), *keypad(buttons), first=first)


class Shocking(Desk):
    """The owners of the shocked meeples are chosen, a tap for each."""

    verbs = "hH"
    door = mark("Choose who is shocked")

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (
            Command(
                "shock",
                "Choose whose meeples are shocked.",
                self.typed,
                (
                    CommandOption(
                        "owners",
                        "how many of whom, such as Jake 2, Zach 1",
                        self.suggested,
                        is_needed=False,
                    ),
                ),
                elsewhere=NOT_NOW,
            ),
        )

    def wanted(self, view: View, who: str) -> str:
        now = view.observation.aftershocks[-1]
        return view.words.count(
            "{who}, **choose who is shocked**: {n} meeple in {area}.",
            "{who}, **choose who is shocked**: {n} meeples in {area}.",
            now.count,
            who=who,
            area=space_name(view, now.area),
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "h", (taps,):
                return self.question(view, seats_of(view, taps))
            case "H", (taps,):
                return Submit(Shock(_counts(view, seats_of(view, taps))))
            case _:
                raise IllegalAction(NOT_NOW)

    def typed(self, view: View, owners: str) -> Answer:
        """Return the choice "Jake 2, Zach 1", or the question."""
        legal = [each for each in view.legal if isinstance(each, Shock)]
        found = meant(legal, lambda each: (_tallied_short(view, each.counts),), owners)
        if len(found) == 1:
            return Submit(found[0])
        none = view.words.say("**That isn't one of the choices.** Press the owners instead.")
        return self.ask(view, "" if found else none)

    def suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer all choices, the first few of them if there are many."""
        shocks = (each for each in view.legal if isinstance(each, Shock))
        named = (_tallied_short(view, each.counts) for each in shocks)
        return [Suggestion(each, each) for each in named if is_typed(text, each)][:MOST_SUGGESTED]

    def ask(self, view: View, first: str = "") -> Screen:
        return self.question(view, (), first)

    def question(self, view: View, taps: Sequence[Seat], first: str = "") -> Screen:
        """Ask for the owner of each meeple, and tell who is chosen so far."""
        words, now = view.words, view.observation.aftershocks[-1]
        there = view.observation.meeples[view.observation.board.index[now.area]]
        left, draft, counts = now.count - len(taps), "".join(map(str, taps)), _counts(view, taps)
        text = words.count(
            "{n} meeple in **{area}** is shocked. Press its owner.",
            "{n} meeples in **{area}** are shocked. Press an owner for each.",
            now.count,
            area=space_name(view, now.area),
        )
        chosen = tallied(view, counts)
        so_far = words.say("Chosen so far: {who}.", who=chosen) if chosen else ""
        missing = words.say("{n} left to choose.", n=left) if left else ""
        told = f"{so_far} {missing}".strip()

        title = words.say("Aftershock in {area}.", area=space_name(view, now.area))
        image = RENDERER.shock(view.observation, table_captions(view), counts)
        picture = Image(image, choices_alt(view, title, [tallied(view, there)]))
        owners = tuple(
            Button(
                f"{shape(view, seat)} {short_name(view, Seat(seat))} · "
                f"{meeples(words, count - counts[seat])}",
                draft_id(view, "h", f"{draft}{seat}"),
                Style.BLUE,
                disabled=not left or count == counts[seat],
            )
            for seat, count in enumerate(there)
            if count
        )
        label = words.say("Undo last choice")
        back = Button(label, draft_id(view, "h", draft[:-1] or NONE), disabled=not taps)
        label = words.say("Shock: {who}", who=_tallied_short(view, counts) or "–")
        go = Button(
            shortened(label, LONGEST_BUTTON),
            draft_id(view, "H", draft or NONE),
            Style.RED,
            disabled=bool(left),
        )
        lines = f"{text}\n{told}" if told else text
        return private_screen(view, lines, picture, *keypad(owners), Row((back, go)), first=first)


class Moving(Desk):
    """A shocked meeple goes to another area, which may cost tolls, or off the board."""

    verbs = "vVo"
    door = mark("Move my meeples")

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (
            Command(
                "move",
                "Move a shocked meeple.",
                self.typed,
                (CommandOption("to", "an area, or your supply", self.suggested),),
                elsewhere=NOT_NOW,
            ),
        )

    def wanted(self, view: View, who: str) -> str:
        area = space_name(view, view.observation.aftershocks[-1].area)
        return view.words.say(
            "{who}, **move your shocked meeples** out of {area}.", who=who, area=area
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "v", (area,):
                return self.question(view, area_of(view, area))
            case "V", (area, paid):
                return Submit(MoveMeeple(area_of(view, area), seats_of(view, paid)))
            case "o", _:
                return Submit(TakeBack())
            case _:
                raise IllegalAction(NOT_NOW)

    def typed(self, view: View, to: str) -> Answer:
        """Return where the meeple goes, or the question."""
        if folded(to) in (HOME, folded(view.words.say("your supply"))):
            return Submit(TakeBack())
        found = routes(view.observation)
        exact = [route for route in found if folded(to) in map(folded, _route_names(view, route))]
        area = area_typed(view, list(dict.fromkeys(route.to for route in found)), to)
        fitting = exact or [route for route in found if route.to == area]
        if len(fitting) == 1:
            return Submit(MoveMeeple(fitting[0].to, fitting[0].paid))
        wrong = "" if fitting else elsewhere_typed(view, to)
        return Submit(MoveMeeple(wrong)) if wrong else self.question(view, area)

    def suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer where a meeple can go and what it costs, and the own supply."""
        supply = view.words.say("your supply")
        named = (_route_names(view, route) for route in routes(view.observation))
        found = [Suggestion(name, key) for name, key in named if is_typed(text, name)]
        home = [Suggestion(supply, HOME)] if is_typed(text, supply, HOME) else []
        return [*found[: MOST_SUGGESTED - 1], *home]

    def ask(self, view: View, first: str = "") -> Screen:
        return self.question(view, first=first)

    def question(self, view: View, only: str = "", first: str = "") -> Screen:
        """Ask where the next shocked meeple goes; `only`: whom to pay for the way there."""
        words, observation, seat = view.words, view.observation, own_seat(view)
        now, shown, found = observation.aftershocks[-1], offered(view, only), routes(observation)
        text = words.count(
            "{n} meeple of yours has to leave **{area}**. You have {money}.",
            "{n} meeples of yours have to leave **{area}**, one after the other. You have {money}.",
            now.left[seat],
            area=space_name(view, now.area),
            money=money(words, observation.money[seat]),
        )
        keys = []
        for letter, route in zip(LETTERS, shown, strict=False):
            to, area = key_of(view, route.to), space_name(view, route.to)
            if not only and sum(each.to == route.to for each in found) > 1:
                cost = words.say("{money}, to whom?", money=money(words, route.cost))
                keys.append(
                    Button(f"{letter} · {area} · {cost}", draft_id(view, "v", to), Style.BLUE)
                )
            else:
                data = {"letter": letter, "area": area, "toll": toll(view, route)}
                label = words.say("{letter} · Move to {area}, {toll}", **data)
                label = shortened(label, LONGEST_BUTTON)
                draft = draft_id(view, "V", to, "".join(map(str, route.paid)) or NONE)
                keys.append(Button(label, draft, Style.GREEN))
        last = []
        if TakeBack() in view.legal:
            last.append(Button(words.say("To my supply"), draft_id(view, "o"), Style.RED))
        if only:
            last.append(Button(words.say("Back to all areas"), draft_id(view, "d")))
        drawn, rows = routes_picture(view, shown), (*keypad(tuple(keys)), Row(tuple(last)))
        return private_screen(view, text, drawn, *rows, first=first)


def _counts(view: View, taps: Sequence[Seat]) -> tuple[int, ...]:
    return tuple(taps.count(Seat(seat)) for seat in range(view.observation.seats))


def _tallied_short(view: View, counts: Sequence[int]) -> str:
    """Return "Jake 2, Zach 1" for a button."""
    chosen = ((Seat(seat), n) for seat, n in enumerate(counts) if n)
    return ", ".join(tally(view.words, short_name(view, seat), n) for seat, n in chosen)


def _route_names(view: View, route: Route) -> tuple[str, str]:
    """Return a route in words, and as a suggestion sends it: words may be too long for Discord."""
    name = f"{space_name(view, route.to)} · {toll(view, route)}"
    return name, f"{route.to} {''.join(map(str, route.paid))}"


def toll(view: View, route: Route) -> str:
    """Return "no toll" or "$1M to Zach", with names as short as in pictures."""
    return payees(view, route.paid, is_short=True) if route.paid else view.words.say("no toll")


def offered(view: View, only: str = "") -> tuple[Route, ...]:
    """Return the routes to show: one for each area, or all that lead to one of them."""
    found = routes(view.observation)
    if only:
        return tuple(route for route in found if route.to == only)
    first: dict[str, Route] = {}
    for route in found:
        first.setdefault(route.to, route)
    return tuple(first.values())


def routes_picture(view: View, shown: Sequence[Route]) -> Image:
    """Return the map with these routes, lettered."""
    words, observation = view.words, view.observation
    letters = LETTERS[: len(shown)]
    named = [
        words.say(
            "{head}: {facts}",
            head=letter,
            facts=f"{space_name(view, route.to)}, {toll(view, route)}",
        )
        for letter, route in zip(letters, shown, strict=True)
    ]
    title = words.say("Leaving {area}.", area=space_name(view, observation.aftershocks[-1].area))
    drawn = captions(view, words.say("Where to?"))
    image = RENDERER.route(observation, drawn, shown, list(letters))
    return Image(image, choices_alt(view, title, named))
