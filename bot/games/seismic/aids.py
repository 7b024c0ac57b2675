"""Aids: what a quake would take and how likely one is; parts of the board; unseen tiles."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from bot.games.custom_ids import draft_id
from bot.games.people import accent, name
from bot.games.screen import AMBER, Image, Screen, Select, SelectOption, Text
from bot.games.seismic.captions import captions
from bot.games.seismic.cell_choice import KEYPAD, cell_menus
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    at_town,
    cell_name,
    cell_names,
    cell_of,
    direction,
    full_name,
    headed,
    known_next,
    line_from,
    magnitude,
    nothing_falls,
    sent_home,
    table_of,
    tiles,
)
from bot.games.speech import capitalised, clipped, semicolon_list
from bot.locale.localisation import Words
from engine.boards.hexes import OFFSETS, Cell, neighbour
from engine.errors import IllegalAction
from engine.games.seismic.preview import QuakeOdds, fits, next_is_quake, quake_odds, threatened
from render.games.seismic import RENDERER
from render.games.seismic.captions import Choice

MOST_MENUS: Final = 5
"""At most how many menus of cells a message has: more would be too long for Discord."""
STEPS: Final = 3
"""How many cells the middle of one part of the board lies from that of the next."""


def danger(view: View) -> Screen:
    """Return which line a quake would take now, by magnitude, and the odds that quakes come."""
    words, observation = view.words, view.observation
    odds = quake_odds(observation) if observation.outcome is None else {}
    towns = [_threat(view, town) for town in range(len(observation.towns))]
    anew = [words.say("Lines are counted again for the second town.")] if len(towns) > 1 else []
    next_ = next_is_quake(observation) if odds else Fraction()
    title = f"### {words.say('What a quake would take now')}"
    text = "\n".join([*towns, *anew, _chances(view, odds, next_)])

    # The dials of two towns have no room for it.
    lines, *others = observation.lines
    tied = 0 if others or not max(lines) else lines.count(max(lines))
    tie = words.say("{n} lines tie", n=tied) if tied > 1 else ""
    soon = words.say("a quake, {percent}", percent=_percent(words, next_))
    foot = (words.say("next tile:"), soon) if next_ else ()
    drawn = captions(view, words.say("Danger"), tie, foot=foot)
    by_magnitude = tuple(
        Choice(
            "",
            words.count("{n} unseen", "{n} unseen", each.unseen),
            _percent(words, each.any),
            quake=code,
        )
        for code, each in odds.items()
    )
    told = " ".join([words.say("Quake danger."), *towns])
    alt = clipped(told.replace("**", "").replace("\n", " "))
    image = Image(RENDERER.danger(observation, drawn, by_magnitude), alt)
    return Screen((Text(title), Text(text, is_drawn=True), image), accent(view) or AMBER)


def _threat(view: View, town: int) -> str:
    """Return the longest lines out of a town, and what each magnitude takes of them."""
    words, observation = view.words, view.observation
    found = threatened(observation, town)
    if not found:
        where = at_town(words, observation, town)
        return words.say("No line out of {town} has a tile.", town=where)
    lines = []
    for line, laid in found.items():
        named = line_from(view, line, town)
        if not laid:
            lines.append(nothing_falls(view, named))
            continue
        cells = cell_names(observation, (each.cell for each in laid[:6]))
        told = words.say("{line}: {cells}.", line=f"**{capitalised(named)}**", cells=cells)
        crews = sent_home(view, laid[:6])
        home = words.say("Crews on them: {crews}.", crews=crews) if crews else ""
        lines.append(f"{told} {home}".rstrip())
    if len(lines) > 1:
        lines.append(words.say("If lines tie, the player whose turn it is chooses."))
    return "\n".join(lines)


def _chances(view: View, odds: Mapping[str, QuakeOdds], next_: Fraction) -> str:
    """Return how likely it is that quakes come, from what everybody has seen."""
    words, observation = view.words, view.observation
    if not any(each.unseen for each in odds.values()):
        return words.say("No quake can come anymore.")
    lines = [words.say("**How likely each quake still is:**")]
    # Quakes that are equally likely share a line.
    likely: dict[str, list[str]] = {}
    for code, each in odds.items():
        if each.unseen:
            likely.setdefault(_percent(words, each.any), []).append(magnitude(code))
    lines += [
        words.say("- {magnitude}: {percent}", magnitude=", ".join(codes), percent=percent)
        for percent, codes in likely.items()
    ]
    percent = _percent(words, next_)
    if next_ and observation.piles:
        # Everybody draws from a pile of their own.
        who = name(view, observation.on_turn)
        lines.append(
            words.say("- {who}'s next tile is a quake: {percent}", who=who, percent=percent)
        )
    elif next_:
        lines.append(words.say("- The next tile is a quake: {percent}", percent=percent))
    tenths = round(10 * sum((each.expected for each in odds.values()), Fraction(0)))
    average = words.say("{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)
    more = words.say("Quakes still to come, on average: {n}.", n=average)
    why = words.say("Some tiles were removed unseen, so these are estimates from what has come up.")
    return "\n".join([*lines, f"-# {more} {why}"])


def _percent(words: Words, chance: Fraction) -> str:
    """Return "37 %"; what is possible is never 0, what is open never 100."""
    if chance in (0, 1):
        return words.say("{n}%", n=100 * int(chance))
    return words.say("{n}%", n=min(99, max(1, round(100 * chance))))


def zoom(view: View, place: str) -> Screen:
    """Return the part of the table around a cell, with a menu of the parts beside it."""
    words, observation, table = view.words, view.observation, table_of(view.observation)
    latest = observation.last.cell if observation.last else observation.towns[0]
    cell = cell_of(observation, place) if place else latest
    name_ = cell_name(observation, cell)
    near = (cell, *(neighbour(cell, edge) for edge in range(6)))
    built = [laid for each in near if (laid := observation.at(each))]
    named = [f"{cell_name(observation, each.cell)} {full_name(words, each.tile)}" for each in built]
    around = words.say("The area around {cell}", cell=name_)
    alt = headed(words, around, semicolon_list(words, named) or words.say("no tile yet."))
    options = []
    for number, step in enumerate(OFFSETS):
        there = Cell(cell.q + STEPS * step.q, cell.r + STEPS * step.r)
        if there in table.cells:
            beside, way = cell_name(observation, there), direction(words, number)
            label = words.say("{cell} ({direction})", cell=beside, direction=way)
            options.append(SelectOption(label, beside))
    menu = Select(draft_id(view, "zoom"), words.say("Move the view…"), tuple(options))
    image = Image(RENDERER.zoom(observation, captions(view, name_), cell), clipped(alt))
    return Screen((Text(f"### {around}"), image, menu), accent(view) or AMBER)


def places(view: View) -> tuple[str, ...]:
    """Return the names of all cells, those with tiles first."""
    observation, table = view.observation, table_of(view.observation)
    built = sorted(laid.cell for laid in observation.tiles)
    others = sorted(set(table.cells) - set(built))
    return tuple(table.name(cell) for cell in (*built, *others))


def unseen_name(words: Words) -> str:
    """Return what the button to `unseen` is called."""
    return words.say("Unseen tiles")


def unseen(view: View) -> Screen:
    """Return the tiles that nobody has seen yet, in words and as a picture."""
    words, observation = view.words, view.observation
    hidden = sum(count for _, count in observation.unseen)
    head = words.say("### Tiles no one has seen yet")
    pile = words.count("{n} tile in the pile", "{n} tiles in the pile", observation.pile)
    aside = words.count(
        "{n} removed from the game face down",
        "{n} removed from the game face down",
        hidden - observation.pile,
    )
    title = words.say("Not seen yet")
    alt = clipped(words.say("Tiles no one has seen yet: {tiles}.", tiles=tiles(words, hidden)))
    image = Image(RENDERER.unseen(observation, captions(view, title, tiles(words, hidden))), alt)
    counted = f"{pile}, {aside}." if hidden else words.say("None.")
    shapes = _shapes(words, dict(observation.unseen))
    text = Text("\n".join([head, counted, *known_next(view)]))
    listed = (Text("\n".join(shapes), is_drawn=True),) if shapes else ()
    menus = _menus(view) if observation.outcome is None else ()
    return Screen((text, *listed, image, *menus), accent(view) or AMBER)


def fitting(view: View, place: str) -> Screen:
    """Return which unseen shapes would fit on a cell."""
    words, observation = view.words, view.observation
    cell = cell_of(observation, place)
    if observation.at(cell):
        raise IllegalAction("seismic-cell-taken", cell=cell)
    turns = {
        code: ways[cell][0]
        for code, _ in observation.unseen
        if cell in (ways := fits(observation, code))
    }
    fit = {code: n for code, n in observation.unseen if code in turns}
    where = cell_name(observation, cell)
    title = words.say("### What fits at {cell}", cell=where)
    count = words.say(
        "{n} of the {tiles} that no one has seen would fit here.",
        n=sum(fit.values()),
        tiles=tiles(words, sum(n for _, n in observation.unseen)),
    )
    drawn = captions(view, words.say("Fits here"), where)
    alt = clipped(f"{count} {semicolon_list(words, [full_name(words, code) for code in fit])}")
    image = Image(RENDERER.unseen(observation, drawn, cell, turns), alt)
    shapes = _shapes(words, fit)
    listed = (Text("\n".join(shapes), is_drawn=True),) if shapes else ()
    text = Text(f"{title}\n{count}")
    return Screen((text, *listed, image, *_menus(view)), accent(view) or AMBER)


def _shapes(words: Words, counts: Mapping[str, int]) -> list[str]:
    return [
        words.say("- {tile}: {n}", tile=capitalised(full_name(words, code)), n=n)
        for code, n in counts.items()
    ]


def _menus(view: View) -> tuple[Select, ...]:
    """Return menus of the empty cells at which a highway points."""
    words, sections = view.words, view.observation.sections
    open_ = {end.cell for each in sections for end in each.ends if end.kind == "open"}
    return cell_menus(
        view,
        tuple(sorted(open_)[: MOST_MENUS * KEYPAD]),
        lambda number: draft_id(view, "unseen", number),
        placeholder=lambda span: words.say("What fits at… ({span})", span=span),
    )
