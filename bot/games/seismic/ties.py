"""A quake finds lines of equal length: the player chooses the one that falls."""

from collections.abc import Mapping
from dataclasses import replace

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import Button, Image, Row, Screen, Style, Text
from bot.games.seismic.alt_texts import fall_alt, nothing_falls, tie_alt
from bot.games.seismic.captions import captions
from bot.games.seismic.draft import LETTERS
from bot.games.seismic.news import crews_home
from bot.games.seismic.tile_names import full_name, magnitude
from bot.games.seismic.words import at_town, cell_name, line_from, line_name, tiles
from bot.games.speech import capitalised
from engine.games.seismic.pieces import Laid, Quake
from engine.games.seismic.preview import struck
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER


def waiting(observation: Observation) -> Quake | None:
    """Return the quake that waits for the choice of a line, if any."""
    if observation.to_act is None or not observation.quakes:
        return None
    quake = observation.quakes[-1]
    return quake if quake.line is None and len(quake.tied) > 1 else None


def lettered(quake: Quake) -> Mapping[int, str]:
    """Return the tied lines with their letters."""
    return dict(zip(quake.tied, LETTERS, strict=False))


def which_line(view: View, quake: Quake) -> str:
    """Ask which of the tied lines falls; where there are two towns, say out of which."""
    words, n = view.words, len(quake.tied)
    if len(view.observation.towns) == 1:
        return words.say("{n} lines are equally long: choose the one it takes.", n=n)
    return words.say(
        "{n} lines out of {town} are equally long: choose the one it takes.",
        n=n,
        town=at_town(words, view.observation, quake.town),
    )


def line_buttons(view: View, quake: Quake) -> tuple[Row, ...]:
    """Return a button for each tied line, three in a row; the text above names the town."""
    buttons = [_line_button(view, quake, line, letter) for line, letter in lettered(quake).items()]
    return tuple(Row(tuple(buttons[start : start + 3])) for start in range(0, len(buttons), 3))


def _line_button(view: View, quake: Quake, line: int, letter: str) -> Button:
    label = view.words.say(
        "{letter}: {line} ({tiles})",
        letter=letter,
        line=line_name(view.words, line),
        tiles=tiles(view.words, quake.lengths[line]),
    )
    return Button(label, draft_id(view, "q", line), Style.PRIMARY)


def tie_image(view: View, quake: Quake, headline: str) -> Image:
    """Return the table with the tied lines ringed and lettered."""
    letters = lettered(quake)
    picture = RENDERER.quake(view.observation, captions(view, headline), letters)
    return Image(picture, tie_alt(view, letters))


def choose_line(view: View, quake: Quake, first: str = "") -> Screen:
    """Ask which line falls."""
    words = view.words
    title = words.say("Quake {magnitude}", magnitude=magnitude(quake.tile))
    asked = which_line(view, quake)
    image = tie_image(view, quake, title)
    blocks = (*said(first), Text(f"### {title}\n{asked}"), image, *line_buttons(view, quake))
    return Screen(blocks, accent(view))


def preview(view: View, quake: Quake, line: int) -> Screen:
    """Show what falls with a line, and let it fall or look at the others."""
    after = struck(view.observation, line)
    fallen = replace(view, observation=after)
    words, chosen = view.words, after.quakes[-1]
    name = line_from(view, line, quake.town)
    title = words.say("Quake {magnitude}, {line}", magnitude=magnitude(quake.tile), line=name)
    falls = nothing_falls(view, name)
    if chosen.fallen:
        gone = ", ".join(_fallen(view, chosen.fallen))
        falls = words.say("Tiles that fall: {tiles}.", tiles=gone)
    home = crews_home(view, chosen.fallen)
    text = "\n".join(part for part in (f"### {title}", falls, home) if part)
    head = captions(
        fallen,
        words.say("Quake {magnitude}", magnitude=magnitude(quake.tile)),
        capitalised(name),
    )
    image = Image(RENDERER.fall(after, head), fall_alt(view, after))
    others = tuple(_look(view, other) for other in quake.tied if other != line)
    rows = tuple(Row(others[start : start + 3]) for start in range(0, len(others), 3))
    return Screen((Text(text), image, Row((_let_fall(view, quake, line),)), *rows), accent(view))


def _fallen(view: View, fallen: tuple[Laid, ...]) -> list[str]:
    return [
        view.words.say(
            "{cell} ({tile})",
            cell=cell_name(view.observation, laid.cell),
            tile=full_name(view.words, laid.tile),
        )
        for laid in fallen
    ]


def _let_fall(view: View, quake: Quake, line: int) -> Button:
    label = view.words.say("Take the {line}", line=line_from(view, line, quake.town))
    return Button(label, draft_id(view, "f", line), Style.DANGER)


def _look(view: View, line: int) -> Button:
    label = view.words.say("Look at the {line}", line=line_name(view.words, line))
    return Button(capitalised(label), draft_id(view, "q", line))
