"""Phase 3A at the desk: one bridge of the plan at a time, and what has to come down for it.

e area            where does the bridge planned there lead?
E area to         build it
n area · u area   a meeple instead · give the bridge up
f area to         take this bridge down

Areas are letters by their place on the board.
"""

from collections.abc import Sequence

from bot.games.aftershock.alt_texts import choices_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.sheet import letter, place, sheet
from bot.games.aftershock.words import board_of, link_name, own_seat, pieces, space_name
from bot.games.controls import draft_id
from bot.games.panel import Answer, Submit, View
from bot.games.screen import Button, Image, Row, Screen, Style, keypad
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Build, Dismantle, GiveUp, MeepleInstead
from engine.games.aftershock.preview import Site, builds
from render.games.aftershock import RENDERER


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a button of this phase."""
    match verb, [area_of(view, each) for each in args]:
        case "e", [area]:
            return build(view, area)
        case "E", [area, to]:
            return Submit(Build(area, to))
        case "n", [area]:
            return Submit(MeepleInstead(area))
        case "u", [area]:
            return Submit(GiveUp(area))
        case "f", [area, to]:
            return Submit(Dismantle(area, to))
        case _:
            raise IllegalAction("aftershock-not-now")


def area_of(view: View, text: str) -> str:
    """Return the area of a letter in an id."""
    areas = board_of(view.observation).areas
    return areas[place(text, len(areas))]


def key_of(view: View, area: str) -> str:
    """Return the letter of an area in ids."""
    return letter(board_of(view.observation).index[area])


def waiting_areas(view: View) -> tuple[str, ...]:
    """Return the areas whose bridges are still to be built, each once."""
    areas: tuple[str, ...] = view.observation.to_build
    return tuple(dict.fromkeys(areas))


def build(view: View, area: str = "", first: str = "") -> Screen:
    """Ask where the bridge of an area leads; which one comes first, if there are several."""
    areas = waiting_areas(view)
    if area not in areas:
        area = areas[0]
    words = view.words
    sites = [site for site in builds(view.observation) if site.area == area]
    left = pieces(words, view.observation.pieces[own_seat(view)])
    text = words.say(
        "Bridge from **{area}**: where to? You have {pieces} left.",
        area=space_name(words, view.observation, area),
        pieces=left,
    )
    return sheet(
        view,
        text,
        picture(view, area, sites),
        *keypad(tuple(_site(view, number, site) for number, site in enumerate(sites))),
        *keypad(_instead(view, area)),
        *_others(view, area),
        first=first,
    )


def _site(view: View, number: int, site: Site) -> Button:
    words = view.words
    data = {
        "letter": letter(number),
        "area": space_name(words, view.observation, site.to),
        "pieces": pieces(words, site.sections),
    }
    if site.missing:
        label = words.say("{letter} · {area} · {pieces}, a bridge comes down", **data)
    else:
        label = words.say("{letter} · {area} · {pieces}", **data)
    style = Style.DANGER if site.missing else Style.GREEN
    draft = draft_id(view, "E", key_of(view, site.area), key_of(view, site.to))
    return Button(label, draft, style)


def _instead(view: View, area: str) -> tuple[Button, ...]:
    """Return the other ways to be done with a bridge, where the rules give them."""
    words, buttons = view.words, []
    if MeepleInstead(area) in view.legal:
        label = words.say("A meeple instead")
        buttons.append(Button(label, draft_id(view, "n", key_of(view, area)), Style.GREEN))
    if GiveUp(area) in view.legal:
        label = words.say("Give this bridge up")
        buttons.append(Button(label, draft_id(view, "u", key_of(view, area)), Style.DANGER))
    return tuple(buttons)


def _others(view: View, area: str) -> tuple[Row, ...]:
    """Return the way to the other bridges that wait."""
    areas = waiting_areas(view)
    if len(areas) == 1:
        return ()
    return keypad(
        tuple(
            Button(
                view.words.say("Bridge from {area}", area=_named(view, each)),
                draft_id(view, "e", key_of(view, each)),
                Style.PRIMARY,
                disabled=each == area,
            )
            for each in areas
        )
    )


def _named(view: View, area: str) -> str:
    return space_name(view.words, view.observation, area)


def picture(view: View, area: str, sites: Sequence[Site]) -> Image:
    """Return the map with the links that can be built, lettered."""
    words = view.words
    letters = {site.to: letter(number) for number, site in enumerate(sites)}
    named = [
        words.say("{head}: {facts}", head=each, facts=_named(view, to))
        for to, each in letters.items()
    ]
    title = words.say("Bridge from {area}: where to?", area=_named(view, area))
    drawn = captions(view, words.say("Build"))
    image = RENDERER.bridge(view.observation, drawn, area, letters)
    return Image(image, choices_alt(view, title, named))


def dismantle(view: View, first: str = "") -> Screen:
    """Ask which own bridge comes down for the one that is being built."""
    words, observation = view.words, view.observation
    target = observation.building
    offered = [each for each in view.legal if isinstance(each, Dismantle)]
    text = words.say(
        "You are short of pieces for **{link}**: take one of your bridges down.",
        link=link_name(words, observation, target.area, target.to),
    )
    letters = {(each.area, each.to): letter(number) for number, each in enumerate(offered)}
    names = {
        pair: f"{key} · {link_name(words, observation, *pair)}" for pair, key in letters.items()
    }
    drawn = captions(view, words.say("Build"))
    image = RENDERER.dismantle(observation, drawn, letters)
    buttons = tuple(
        Button(name, draft_id(view, "f", *(key_of(view, area) for area in pair)), Style.DANGER)
        for pair, name in names.items()
    )
    picture_ = Image(image, choices_alt(view, text, list(names.values())))
    return sheet(view, text, picture_, *keypad(buttons), first=first)
