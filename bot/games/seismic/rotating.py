"""After a quake everybody may turn one tile (Aftershocks): which, and which way round."""

from dataclasses import replace

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import (
    Block,
    Button,
    Image,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    keypad,
)
from bot.games.seismic.alt_texts import turn_alt, turnable_alt
from bot.games.seismic.bands import KEYPAD, bands, fullest
from bot.games.seismic.captions import captions, changes
from bot.games.seismic.controls import keep_button
from bot.games.seismic.news import points_changed
from bot.games.seismic.parts import KEYS, LIST, chosen_list, columns_button, part_said, span_hint
from bot.games.seismic.tile_names import tile_name
from bot.games.seismic.words import cell_name
from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.actions import Rotate
from engine.games.seismic.pieces import Laid
from engine.games.seismic.preview import rotated
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER


def turnable(observation: Observation) -> dict[Cell, tuple[int, ...]]:
    """Return the rotations that tiles may get, column by column."""
    found: dict[Cell, tuple[int, ...]] = {}
    for rotate in observation.rotations:
        found[rotate.cell] = (*found.get(rotate.cell, ()), rotate.turn)
    return {cell: found[cell] for cell in sorted(found)}


def which(view: View, part: str = "", first: str = "") -> Screen:
    """Ask which tile turns, as a keypad or a list; `part` is a band, "l" for a list, "k" for keys.

    From the start nothing may turn, too.
    """
    cells = tuple(turnable(view.observation))
    if chosen_list(view, part):
        return _list(view, cells, first)
    cut = bands(cells)
    number = int(part) if part.isdecimal() and int(part) < len(cut) else fullest(cut)
    others = [
        columns_button(view, each, draft_id(view, "r", n))
        for n, each in enumerate(cut)
        if n != number
    ]
    as_list = Button(view.words.say("As a list"), draft_id(view, "r", LIST))
    blocks = (
        *said(first),
        Text(f"{_title(view)}\n{_count(view, cut, number)}"),
        _picture(view, cut[number], len(cells)),
        *keypad(tuple(_key(view, cell) for cell in cut[number])),
        *keypad((*others, as_list, keep_button(view))),
    )
    return Screen(blocks, accent(view))


def _list(view: View, cells: tuple[Cell, ...], first: str) -> Screen:
    chunks = [cells[start : start + KEYPAD] for start in range(0, len(cells), KEYPAD)]
    blocks = (
        *said(first),
        Text(f"{_title(view)}\n{_count(view, (cells,), 0)}"),
        _picture(view, cells, len(cells)),
        *(_menu(view, chunk, number) for number, chunk in enumerate(chunks)),
        Row(
            (
                Button(view.words.say("As buttons"), draft_id(view, "r", KEYS)),
                keep_button(view),
            )
        ),
    )
    return Screen(blocks, accent(view))


def _title(view: View) -> str:
    return view.words.say("### Which tile turns?")


def _count(view: View, cut: tuple[tuple[Cell, ...], ...], number: int) -> str:
    words, total = view.words, sum(len(band) for band in cut)
    can = words.count("{n} tile can turn.", "{n} tiles can turn.", total)
    parts = (can, part_said(view, cut, number), words.say("Nothing is sent yet."))
    return " ".join(part for part in parts if part)


def _key(view: View, cell: Cell) -> Button:
    label = cell_name(view.observation, cell)
    return Button(label, draft_id(view, "y", label), Style.PRIMARY)


def _menu(view: View, cells: tuple[Cell, ...], number: int) -> Select:
    options = tuple(_option(view, cell) for cell in cells)
    return Select(draft_id(view, "o", number), span_hint(view, cells), options)


def _option(view: View, cell: Cell) -> SelectOption:
    label = cell_name(view.observation, cell)
    return SelectOption(label, label, described(view, cell))


def described(view: View, cell: Cell) -> str:
    """Return "two straights, 2 ways"."""
    laid = view.observation.at(cell)
    return view.words.count(
        "{tile}, {n} orientation",
        "{tile}, {n} orientations",
        len(turnable(view.observation)[cell]),
        tile=tile_name(view.words, laid.tile) if laid else "",
    )


def _picture(view: View, cells: tuple[Cell, ...], total: int) -> Image:
    words = view.words
    labels = {cell: cell_name(view.observation, cell) for cell in cells}
    can = words.count("tile can turn", "tiles can turn", total)
    count = (str(len(cells)), can if len(cells) == total else words.say("of {n} tiles", n=total))
    drawn = captions(view, words.say("Choose a tile"))
    return Image(
        RENDERER.turnable(view.observation, drawn, labels, count), turnable_alt(view, cells)
    )


def way(view: View, cell: Cell, turn: int | None = None, *, first: str = "") -> Screen:
    """Ask which way round a tile lies, and let it turn; the way that helps most comes first."""
    turns = best_first(view, cell)
    lying = turns[0] if turn is None else turn
    name = cell_name(view.observation, cell)
    after = rotated(view.observation, Rotate(cell, lying))
    laid = _laid(after, cell)
    title = view.words.say(
        "### Turn {tile} at {cell}?", tile=tile_name(view.words, laid.tile), cell=name
    )
    number = turns.index(lying) + 1
    told = view.words.say("Orientation {k} of {n}.", k=number, n=len(turns))
    if len(turns) == 1:
        told = view.words.say("There is one other orientation.")
    nothing = view.words.say("Nothing is sent yet.")
    blocks: tuple[Block, ...] = (
        *said(first),
        Text(f"{title}\n{told} {nothing}"),
        _turned(view, cell, turns, lying),
        *_ways(view, name, turns, lying),
        *said(_gain(view, after)),
        Row(
            (
                Button(
                    view.words.say("Turn {cell}", cell=name),
                    draft_id(view, "z", name, lying),
                    Style.GREEN,
                ),
                keep_button(view),
                Button(view.words.say("Another tile"), draft_id(view, "r")),
            )
        ),
    )
    return Screen(blocks, accent(view))


def best_first(view: View, cell: Cell) -> tuple[int, ...]:
    """Return the ways round of a tile, those that bring the viewer most first.

    At a pure table they come as the tile turns.
    """
    observation: Observation = view.observation
    if not view.match.has_aids:
        return turnable(observation)[cell]
    seat = observation.to_act or Seat(0)

    def lost(turn: int) -> int:
        return -rotated(observation, Rotate(cell, turn)).points[seat]

    return tuple(sorted(turnable(observation)[cell], key=lambda turn: (lost(turn), turn)))


def _laid(observation: Observation, cell: Cell) -> Laid:
    laid = observation.at(cell)
    if laid is None:
        raise ValueError(cell)
    return laid


def _ways(view: View, name: str, turns: tuple[int, ...], lying: int) -> tuple[Row, ...]:
    if len(turns) == 1:
        return ()
    return keypad(
        tuple(
            Button(
                str(number),
                draft_id(view, "y", name, turn),
                Style.PRIMARY if turn == lying else Style.PLAIN,
                disabled=turn == lying,
            )
            for number, turn in enumerate(turns, 1)
        )
    )


def _turned(view: View, cell: Cell, turns: tuple[int, ...], lying: int) -> Image:
    tables = [rotated(view.observation, Rotate(cell, turn)) for turn in turns]
    chosen = turns.index(lying)
    after = replace(view, observation=tables[chosen])
    drawn = captions(
        after,
        view.words.say("Turn it?"),
        cell_name(view.observation, cell),
        changes=changes(view, view.observation, tables[chosen]),
    )
    picture = RENDERER.turn(view.observation, drawn, cell, tables, chosen)
    alt = turn_alt(after, _laid(tables[chosen], cell), len(turns), chosen + 1)
    return Image(picture, alt)


def _gain(view: View, after: Observation) -> str:
    """Return "Points: Ann +3, Bob -2.", or that nobody's change; "" at a pure table."""
    if not view.match.has_aids:
        return ""
    change = (now - was for was, now in zip(view.observation.points, after.points, strict=True))
    return points_changed(view, change) or view.words.say("Nobody's points change.")
