"""A quake strikes both towns: the player chooses which comes first (Twin Cities)."""

from dataclasses import replace

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import Button, Image, Row, Screen, Style, Text
from bot.games.seismic.alt_texts import towns_alt
from bot.games.seismic.captions import captions
from bot.games.seismic.draft import LETTERS
from bot.games.seismic.news import sentence
from bot.games.seismic.tile_names import magnitude
from bot.games.seismic.words import town_name
from bot.games.speech import capitalised, unmarked
from engine.boards.hexes import Cell
from engine.games.seismic.events import QuakeFlipped, QuakeStruck
from engine.games.seismic.pieces import Quake, Rising
from engine.games.seismic.preview import struck_first
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER
from render.games.seismic.captions import Captions
from render.renderer import Picture


def lettered(observation: Observation, rising: Rising) -> dict[Cell, str]:
    """Return the towns that may come first, with their letters."""
    return {
        observation.towns[town]: letter for town, letter in zip(rising.towns, LETTERS, strict=False)
    }


def town_buttons(view: View, rising: Rising) -> tuple[Button, ...]:
    """Return a button for each town."""
    letters = lettered(view.observation, rising).values()
    return tuple(
        Button(
            view.words.say(
                "{letter}: {town} first",
                letter=letter,
                town=town_name(view.words, view.observation, town),
            ),
            draft_id(view, "t", town),
            Style.PRIMARY,
        )
        for town, letter in zip(rising.towns, letters, strict=True)
    )


def towns_image(view: View, rising: Rising) -> Image:
    """Return the table with the towns ringed and lettered."""
    letters = lettered(view.observation, rising)
    title = view.words.say("Quake {magnitude}", magnitude=magnitude(rising.tile))
    picture = RENDERER.towns(view.observation, captions(view, title), letters)
    return Image(picture, towns_alt(view, rising, letters))


def choose_town(view: View, rising: Rising, first: str = "") -> Screen:
    """Ask which town is struck first."""
    title = view.words.say("Quake {magnitude}", magnitude=magnitude(rising.tile))
    asked = view.words.say("It strikes both towns. Which comes first?")
    blocks = (
        *said(first),
        Text(f"### {title}\n{asked}"),
        towns_image(view, rising),
        Row(town_buttons(view, rising)),
    )
    return Screen(blocks, accent(view))


def preview(view: View, rising: Rising, town: int) -> Screen:
    """Show what happens at a town that comes first, and let it, or look at the other."""
    words, after = view.words, struck_first(view.observation, town)
    then = replace(view, observation=after)
    quake = after.quakes[-1]
    name = town_name(words, after, town)
    title = words.say(
        "Quake {magnitude}, {town} first", magnitude=magnitude(rising.tile), town=name
    )
    told = what_happens(then, quake)
    head = words.say("Quake {magnitude}", magnitude=magnitude(rising.tile))
    drawn = captions(then, head, capitalised(name))
    image = Image(_drawn(after, quake, drawn), unmarked(f"{title}. {told}"))
    go = Button(
        words.say("Strike the {town} first", town=name), draft_id(view, "h", town), Style.DANGER
    )
    others = tuple(
        Button(
            words.say("Look at the {town}", town=town_name(words, after, other)),
            draft_id(view, "t", other),
        )
        for other in rising.towns
        if other != town
    )
    return Screen((Text(f"### {title}\n{told}"), image, Row((go, *others))), accent(view))


def what_happens(view: View, quake: Quake) -> str:
    """Return what a quake takes, or between which lines there is a choice."""
    if quake.line is not None:
        event = QuakeStruck(quake.tile, quake.line, quake.fallen, quake.lengths, None, quake.town)
        return sentence(view, event)
    return sentence(view, QuakeFlipped(quake.tile, quake.tied, quake.town))


def _drawn(after: Observation, quake: Quake, drawn: Captions) -> Picture:
    if quake.line is not None:
        return RENDERER.fall(after, drawn)
    if not quake.tied:
        return RENDERER.board(after, drawn)
    return RENDERER.quake(after, drawn, dict(zip(quake.tied, LETTERS, strict=False)))
