"""Aids: what a quake would take and how likely one is; parts of the board; what fits a cell."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.people import accent, name
from bot.games.screen import HOUSE, Block, Image, Screen, Select, SelectOption, Text
from bot.games.seismic.alt_texts import nothing_falls
from bot.games.seismic.bands import KEYPAD
from bot.games.seismic.captions import captions
from bot.games.seismic.parts import span_hint
from bot.games.seismic.tile_names import full_name, magnitude
from bot.games.seismic.words import (
    at_town,
    cell_name,
    cell_names,
    direction,
    line_from,
    sent_home,
    table_of,
    tiles,
)
from bot.games.speech import capitalised, clipped, strung
from bot.locale.localisation import Words
from engine.boards.hexes import OFFSETS, Cell, neighbour
from engine.errors import IllegalAction
from engine.games.seismic.odds import QuakeOdds, next_is_quake, quake_odds
from engine.games.seismic.pieces import Laid
from engine.games.seismic.preview import fits, threatened
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER
from render.games.seismic.captions import Choice

MOST_MENUS: Final = 5
"""So many menus of cells: with them a message is not too long for Discord."""


def danger(view: View) -> Screen:
    """Return which line a quake would take now, by magnitude, and the odds that quakes come."""
    words, observation = view.words, view.observation
    odds = quake_odds(observation) if observation.outcome is None else {}
    towns = [_threat(view, town) for town in range(len(observation.towns))]
    anew = [words.say("Lines are counted again for the second town.")] if len(towns) > 1 else []
    parts = [f"### {words.say('What a quake would take now')}", *towns, *anew]
    next_ = next_is_quake(observation) if odds else Fraction()
    parts.append(_chances(view, odds, next_))
    drawn = captions(view, words.say("Danger"), _tie(view), foot=_foot(words, next_))
    lines = tuple(_line(words, code, each) for code, each in odds.items())
    told = " ".join([words.say("Quake danger."), *towns])
    alt = clipped(told.replace("**", "").replace("\n", " "))
    image = Image(RENDERER.danger(observation, drawn, lines), alt)
    return Screen((Text("\n".join(parts)), image), accent(view) or HOUSE)


def _threat(view: View, town: int) -> str:
    """Return the longest lines out of a town, and what each magnitude takes of them."""
    words, found = view.words, threatened(view.observation, town)
    if not found:
        where = at_town(words, view.observation, town)
        return words.say("No line out of {town} has a tile.", town=where)
    lines = [_taken(view, line, town, laid) for line, laid in found.items()]
    if len(lines) > 1:
        tied = words.say("If lines tie, the player whose turn it is chooses.")
        lines.append(tied)
    return "\n".join(lines)


def _taken(view: View, line: int, town: int, laid: tuple[Laid, ...]) -> str:
    """Return "**North line**: J8, J7, J6. Crews on them: Ann 1."."""
    words = view.words
    name = line_from(view, line, town)
    if not laid:
        return nothing_falls(view, name)
    head = f"**{capitalised(name)}**"
    cells = cell_names(view.observation, (each.cell for each in laid[:6]))
    told = words.say("{line}: {cells}.", line=head, cells=cells)
    crews = sent_home(view, laid[:6])
    return f"{told} {words.say('Crews on them: {crews}.', crews=crews) if crews else ''}".rstrip()


def _tie(view: View) -> str:
    """Return "3 lines tie" for the picture; the dials of two towns have no room for it."""
    lines, *others = view.observation.lines
    tied = lines.count(max(lines))
    return view.words.say("{n} lines tie", n=tied) if tied > 1 and max(lines) and not others else ""


def _foot(words: Words, chance: Fraction) -> tuple[str, ...]:
    """Return how likely the next tile is a quake, in the short lines of a picture."""
    if not chance:
        return ()
    quake = words.say("a quake, {percent}", percent=_percent(words, chance))
    return words.say("next tile:"), quake


def _chances(view: View, odds: Mapping[str, QuakeOdds], next_: Fraction) -> str:
    """Return how likely it is that quakes come, from what everybody has seen."""
    words = view.words
    if not any(each.unseen for each in odds.values()):
        return words.say("No quake can come any more.")
    rows = [_chance(words, code, each) for code, each in odds.items() if each.unseen]
    expected = sum((each.expected for each in odds.values()), Fraction(0))
    more = words.say("Quakes still to come, on average: {n}.", n=_decimal(words, expected))
    why = words.say("Some tiles were removed unseen, so these are estimates from what has come up.")
    soon = [_next(view, next_)] if next_ else []
    return "\n".join(
        [words.say("**How likely each quake still is:**"), *rows, *soon, f"-# {more} {why}"]
    )


def _next(view: View, chance: Fraction) -> str:
    """Return how likely the next tile is a quake; where everybody draws, that of who is on turn."""
    words, percent = view.words, _percent(view.words, chance)
    if not view.observation.piles:
        return words.say("- The next tile is a quake: {percent}", percent=percent)
    who = name(view, view.observation.on_turn)
    return words.say("- The next tile of {who} is a quake: {percent}", who=who, percent=percent)


def _chance(words: Words, code: str, odds: QuakeOdds) -> str:
    return words.say(
        "- {magnitude}: {percent}", magnitude=magnitude(code), percent=_percent(words, odds.any)
    )


def _line(words: Words, code: str, odds: QuakeOdds) -> Choice:
    left = words.count("{n} unseen", "{n} unseen", odds.unseen)
    return Choice("", left, _percent(words, odds.any), quake=code)


def _percent(words: Words, chance: Fraction) -> str:
    """Return "37 %"; what is possible is never 0, what is open never 100."""
    if chance in (0, 1):
        return words.say("{n}%", n=100 * int(chance))
    return words.say("{n}%", n=min(99, max(1, round(100 * chance))))


def _decimal(words: Words, n: Fraction) -> str:
    return words.say("{whole}.{tenth}", whole=round(10 * n) // 10, tenth=round(10 * n) % 10)


def zoom(view: View, place: str) -> Screen:
    """Return the part of the table around a cell, with buttons to the parts beside it."""
    words, observation = view.words, view.observation
    cell = named_cell(view, place) if place else _latest(observation)
    name = cell_name(observation, cell)
    drawn = captions(view, name)
    image = Image(RENDERER.zoom(observation, drawn, cell), _zoom_alt(view, cell))
    return Screen(
        (Text(f"### {words.say('Around {cell}', cell=name)}"), image, _beside(view, cell)),
        accent(view) or HOUSE,
    )


STEPS: Final = 3
"""So many cells lie between the middle of a part and that of the next."""


def _beside(view: View, cell: Cell) -> Select:
    """Return the menu of the parts around this one."""
    words, table = view.words, table_of(view.observation)
    options = []
    for number, step in enumerate(OFFSETS):
        there = Cell(cell.q + STEPS * step.q, cell.r + STEPS * step.r)
        if there in table.cells:
            name = cell_name(view.observation, there)
            label = words.say("{cell} ({direction})", cell=name, direction=direction(words, number))
            options.append(SelectOption(label, name))
    return Select(draft_id(view, "zoom"), words.say("Look elsewhere …"), tuple(options))


def _zoom_alt(view: View, cell: Cell) -> str:
    words, observation = view.words, view.observation
    near = (cell, *(neighbour(cell, edge) for edge in range(6)))
    built = [laid for each in near if (laid := observation.at(each))]
    named = [f"{cell_name(observation, each.cell)} {full_name(words, each.tile)}" for each in built]
    head = words.say("Around {cell}", cell=cell_name(observation, cell))
    what = strung(words, named) or words.say("no tile yet.")
    return clipped(words.say("{head}: {what}", head=head, what=what))


def _latest(observation: Observation) -> Cell:
    return observation.last.cell if observation.last else observation.towns[0]


def named_cell(view: View, place: str) -> Cell:
    """Return the cell of this name, however it is typed; raise `IllegalAction` if there is none."""
    cell = table_of(view.observation).cell(place.strip())
    if cell is None:
        raise IllegalAction("seismic-no-such-cell", cell=place)
    return cell


def places(view: View) -> tuple[str, ...]:
    """Return the names of all cells, those with tiles first."""
    observation, table = view.observation, table_of(view.observation)
    built = sorted(laid.cell for laid in observation.tiles)
    others = sorted(set(table.cells) - set(built))
    return tuple(table.name(cell) for cell in (*built, *others))


def fitting(view: View, place: str) -> Screen:
    """Return which unseen shapes would fit on a cell."""
    words, observation = view.words, view.observation
    cell = named_cell(view, place)
    if observation.at(cell):
        raise IllegalAction("seismic-cell-taken", cell=cell)
    fitting_ = [(code, n) for code, n in observation.unseen if cell in fits(observation, code)]
    total = sum(n for _, n in fitting_)
    title = words.say("### What fits at {cell}", cell=cell_name(observation, cell))
    count = words.say(
        "{n} of the {tiles} that nobody has seen would fit here.",
        n=total,
        tiles=tiles(words, sum(n for _, n in observation.unseen)),
    )
    rows = [
        words.say("- {tile}: {n}", tile=capitalised(full_name(words, code)), n=n)
        for code, n in fitting_
    ]
    turns = {code: fits(observation, code)[cell][0] for code, _ in fitting_}
    drawn = captions(view, words.say("Fits here"), cell_name(observation, cell))
    alt = clipped(f"{count} {strung(words, [full_name(words, code) for code, _ in fitting_])}")
    image = Image(RENDERER.unseen(observation, drawn, cell, turns), alt)
    text = Text("\n".join([title, count, *rows]))
    return Screen((text, image, *cell_menus(view)), accent(view) or HOUSE)


def cell_menus(view: View) -> tuple[Block, ...]:
    """Return menus of the cells where something could be built, for "fits here"."""
    cells = sorted(_open_cells(view.observation))[: MOST_MENUS * KEYPAD]
    chunks = [tuple(cells[start : start + KEYPAD]) for start in range(0, len(cells), KEYPAD)]
    return tuple(
        Select(
            draft_id(view, "unseen", number),
            view.words.say("What fits at … ({span})", span=span_hint(view, chunk)),
            tuple(_cell_option(view, cell) for cell in chunk),
        )
        for number, chunk in enumerate(chunks)
    )


def _cell_option(view: View, cell: Cell) -> SelectOption:
    name = cell_name(view.observation, cell)
    return SelectOption(name, name)


def _open_cells(observation: Observation) -> Iterable[Cell]:
    """Return the empty cells at which a highway points."""
    return {
        end.cell for section in observation.sections for end in section.ends if end.kind == "open"
    }
