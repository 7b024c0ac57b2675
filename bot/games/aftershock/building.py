"""The phases "build" and "dismantle": one bridge of the plan at a time, and what comes down for it.

e area            where does the bridge planned there lead?
y area to         there: it is chosen, but not built yet
E area to         build it
n area · u area   a meeple instead · give the bridge up
f area to         take this bridge down
"""

from collections.abc import Callable, Sequence
from typing import Final

from bot.games.aftershock.desk import (
    LETTERS,
    NOT_NOW,
    Desk,
    area_of,
    key_of,
    private_screen,
    toggle,
)
from bot.games.aftershock.pictures import captions, choices_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import (
    area_typed,
    elsewhere_typed,
    link_name,
    own_seat,
    pieces,
    space_name,
)
from bot.games.custom_ids import draft_id
from bot.games.panel import Command, CommandOption, Submit
from bot.games.screen import Button, Image, Screen, Style, Suggestion, keypad
from bot.games.speech import clipped, is_typed
from bot.locale.localisation import mark
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Action, Build, Dismantle, GiveUp, MeepleInstead
from engine.games.aftershock.preview import Site, builds
from render.games.aftershock import RENDERER

DOOR: Final = mark("Build")


class Building(Desk):
    """A planned bridge is built: which one comes next, and where does it lead."""

    verbs = "eyEnu"
    door = DOOR

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (build_command(self.typed, self.areas_suggested, self.ends_suggested),)

    def wanted(self, view: View, who: str) -> str:
        return view.words.say("{who}, **build what you planned.**", who=who)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, [area_of(view, each) for each in args]:
            case "e", [area]:
                return self.question(view, area)
            case "y", [area, to]:
                return self.question(view, area, to)
            case "E", [area, to]:
                return Submit(Build(area, to))
            case "n", [area]:
                return Submit(MeepleInstead(area))
            case "u", [area]:
                return Submit(GiveUp(area))
            case _:
                raise IllegalAction(NOT_NOW)

    def typed(self, view: View, item: str, to: str) -> Answer:
        """Return the bridge, or the question where it leads."""
        area = area_typed(view, waiting_areas(view), item)
        if not area:
            wrong = elsewhere_typed(view, item)
            return Submit(Build(wrong, wrong)) if wrong else self.ask(view)
        ends = [site.to for site in builds(view.observation) if site.area == area]
        end = to.strip() and (area_typed(view, ends, to) or elsewhere_typed(view, to))
        return Submit(Build(area, end)) if end else self.question(view, area)

    def areas_suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the areas whose bridges wait."""
        names = {area: space_name(view, area) for area in waiting_areas(view)}
        return [
            Suggestion(view.words.say("Bridge from {area}", area=name), area)
            for area, name in names.items()
            if is_typed(text, name)
        ]

    def ends_suggested(self, view: View, item: str, text: str) -> list[Suggestion]:
        """Offer where the bridge can lead."""
        area = area_typed(view, waiting_areas(view), item)
        return [
            Suggestion(
                f"{space_name(view, site.to)} · {pieces(view.words, site.sections)}", site.to
            )
            for site in builds(view.observation)
            if site.area == area and is_typed(text, space_name(view, site.to))
        ]

    def ask(self, view: View, first: str = "") -> Screen:
        return self.question(view, first=first)

    def question(self, view: View, area: str = "", to: str = "", first: str = "") -> Screen:
        """Ask where the bridge of an area leads, of the first one that waits if none is named.

        `to` is where it leads so far; the last button builds it.
        """
        words, observation, areas = view.words, view.observation, waiting_areas(view)
        if area not in areas:
            area = areas[0]
        sites = [site for site in builds(observation) if site.area == area]
        chosen = next((site for site in sites if site.to == to or len(sites) == 1), None)
        text = words.say(
            "Bridge from **{area}**: where to? You have {pieces} left.",
            area=space_name(view, area),
            pieces=pieces(words, observation.pieces[own_seat(view)]),
        )
        ends = []
        for letter, site in zip(LETTERS, sites, strict=False):
            label = words.say(
                "{letter} · {area} · {pieces}",
                letter=letter,
                area=space_name(view, site.to),
                pieces=pieces(words, site.sections),
            )
            draft = draft_id(view, "y", key_of(view, area), key_of(view, site.to))
            ends.append(toggle(label, draft, is_chosen=site == chosen))
        others = [
            Button(
                words.say("Bridge from {area}", area=space_name(view, each)),
                draft_id(view, "e", key_of(view, each)),
                Style.BLUE,
                disabled=each == area,
            )
            for each in areas
            if len(areas) > 1
        ]
        last = []
        if GiveUp(area) in view.legal:
            draft = draft_id(view, "u", key_of(view, area))
            last.append(Button(words.say("Skip this bridge"), draft, Style.RED))
        if MeepleInstead(area) in view.legal:
            label = words.say("Place a meeple in {area} instead", area=space_name(view, area))
            last.append(Button(label, draft_id(view, "n", key_of(view, area)), Style.GREEN))
        if chosen:
            last.append(build_button(view, chosen))
        keys = (*keypad(tuple(others)), *keypad(tuple(ends)), *keypad(tuple(last)))
        drawn = picture(view, area, sites, chosen.to if chosen else "")
        return private_screen(view, text, drawn, *keys, first=first)


def build_button(view: View, site: Site) -> Button:
    """Return the button that builds a bridge, and says what it takes."""
    words = view.words
    data = {"area": space_name(view, site.to), "pieces": pieces(words, site.sections)}
    draft = draft_id(view, "E", key_of(view, site.area), key_of(view, site.to))
    if site.missing:
        label = words.say("Build to {area}, {pieces}: a bridge of yours comes down", **data)
        return Button(label, draft, Style.RED)
    return Button(words.say("Build to {area}, {pieces}", **data), draft, Style.GREEN)


class Dismantling(Desk):
    """Pieces are missing for the bridge that was chosen: an own one has to come down."""

    verbs = "f"
    door = DOOR

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (build_command(lambda view, _item, _to: self.ask(view)),)

    def wanted(self, view: View, who: str) -> str:
        return view.words.say(
            "{who}, **you're short of bridge pieces: take a bridge down.**", who=who
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, [area_of(view, each) for each in args]:
            case "f", [area, to]:
                return Submit(Dismantle(area, to))
            case _:
                raise IllegalAction(NOT_NOW)

    def ask(self, view: View, first: str = "") -> Screen:
        words, observation, target = view.words, view.observation, view.observation.building
        if target is None:
            raise IllegalAction(NOT_NOW)
        text = words.say(
            "You're short of pieces for **{link}**: take one of your bridges down.",
            link=link_name(view, target.area, target.to),
        )
        offered = [(each.area, each.to) for each in view.legal if isinstance(each, Dismantle)]
        letters = dict(zip(offered, LETTERS, strict=False))
        names = {pair: f"{letter} · {link_name(view, *pair)}" for pair, letter in letters.items()}
        image = RENDERER.dismantle(observation, captions(view, words.say("Build")), letters)
        buttons = tuple(
            Button(
                words.say("Take down {link}", link=name),
                draft_id(view, "f", *(key_of(view, area) for area in pair)),
                Style.RED,
            )
            for pair, name in names.items()
        )
        drawn = Image(image, choices_alt(view, text, list(names.values())))
        return private_screen(view, text, drawn, *keypad(buttons), first=first)


def build_command(
    answer: Callable[[View, str, str], Answer],
    item: Callable[[View, str], list[Suggestion]] | None = None,
    to: Callable[[View, str, str], list[Suggestion]] | None = None,
) -> Command[Action]:
    """Return what is typed to build, whatever it leads to now."""
    return Command(
        "build",
        "Carry out one item of your plan.",
        answer,
        (
            CommandOption("item", "the area of the bridge", item, is_needed=False),
            CommandOption("to", "the area it leads to", to, is_needed=False),
        ),
        elsewhere=NOT_NOW,
    )


def waiting_areas(view: View) -> tuple[str, ...]:
    """Return the areas whose bridges are still to be built, each once."""
    return tuple(dict.fromkeys(view.observation.to_build))


def picture(view: View, area: str, sites: Sequence[Site], chosen: str = "") -> Image:
    """Return the map with the links that can be built, lettered; the one chosen so far ringed."""
    words = view.words
    letters = {site.to: letter for letter, site in zip(LETTERS, sites, strict=False)}
    named = [
        words.say("{head}: {facts}", head=letter, facts=space_name(view, to))
        for to, letter in letters.items()
    ]
    title = words.say("Bridge from {area}: where to?", area=space_name(view, area))
    drawn = captions(view, words.say("Build"))
    image = RENDERER.bridge(view.observation, drawn, area, letters, chosen)
    alt = choices_alt(view, title, named)
    if chosen:
        alt = clipped(f"{alt} {words.say('Your choice: {area}.', area=space_name(view, chosen))}")
    return Image(image, alt)
