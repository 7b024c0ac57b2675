"""A question with many cells comes in parts: bands of a keypad, or menus of a list."""

from typing import Final

from bot.games.panel import View
from bot.games.screen import Button
from bot.games.seismic.words import cell_name, table_of
from engine.boards.hexes import Cell

LIST: Final = "l"
KEYS: Final = "k"


def chosen_list(view: View, part: str) -> bool:
    """Say whether the cells come as a list: asked for now, or preferred and not asked otherwise."""
    return part == LIST or (view.preferences.lists and not part)


def part_said(view: View, cut: tuple[tuple[Cell, ...], ...], number: int) -> str:
    """Return how many of the cells are in this band, "" if there is only one."""
    if len(cut) == 1:
        return ""
    first, last = _span(view, cut[number])
    return view.words.count(
        "This is the one in columns {first} to {last}.",
        "These are the {n} in columns {first} to {last}.",
        len(cut[number]),
        first=first,
        last=last,
    )


def columns_button(view: View, band: tuple[Cell, ...], identity: str) -> Button:
    """Return the button that leads to another band."""
    first, last = _span(view, band)
    if first == last:
        return Button(view.words.say("Column {first}", first=first), identity)
    return Button(view.words.say("Columns {first} to {last}", first=first, last=last), identity)


def span_hint(view: View, cells: tuple[Cell, ...]) -> str:
    """Return "F6 to J9", what a menu of a list holds."""
    first, last = (cell_name(view.observation, cell) for cell in (cells[0], cells[-1]))
    return view.words.say("{first} to {last}", first=first, last=last)


def _span(view: View, band: tuple[Cell, ...]) -> tuple[str, str]:
    table = table_of(view.observation)
    return table.column(band[0].q), table.column(band[-1].q)
