"""Which of many cells? As a keypad, in bands of columns if there are many, or as a list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.games.panel import ListPreference
from bot.games.people import accent
from bot.games.screen import (
    Block,
    Button,
    Image,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    keypad,
    text_block,
)
from bot.games.seismic.view import Answer, View
from bot.games.seismic.words import cell_name, table_of
from engine.boards.hexes import Cell

LIST: Final = "l"
"""In place of a band: show the cells as a list."""
KEYS: Final = "k"
"""In place of a band: show them as buttons."""

KEYPAD: Final = 25
"""Buttons in five rows."""
CROWDED: Final = 20
"""How many cells a band may have when the buttons of the bands fill two rows."""


@dataclass(frozen=True, slots=True)
class CellChoice:
    """A question with many cells: what it says, draws, and where its controls lead.

    `id` makes an id of a verb and what follows it: `part` shows another part, `menu` names a cell
    chosen from a list, `key` one chosen by its button. `before` and `after` are the buttons around
    the one that changes between keys and list.
    """

    title: str
    count: str
    part: str
    menu: str
    key: str
    id: Callable[..., str]
    described: Callable[[Cell], str]
    picture: Callable[[tuple[Cell, ...]], Image]
    before: tuple[Button, ...] = ()
    after: tuple[Button, ...] = ()

    def screen(
        self, view: View, cells: tuple[Cell, ...], part: str = "", first: str = ""
    ) -> Screen:
        """Ask; `part` is a band, `LIST`, `KEYS`, or "" for what this person likes best."""
        words = view.words
        as_list = part == LIST or (view.preferences.lists and not part)
        cut = (cells,) if as_list else bands(cells)
        number = int(part) if part.isdecimal() and int(part) < len(cut) else fullest(cut)
        shown, here = cut[number], ""
        if len(cut) > 1:
            start, end = _columns(view, shown)
            here = words.count(
                "This is the one in columns {first} to {last}.",
                "These are the {n} in columns {first} to {last}.",
                len(shown),
                first=start,
                last=end,
            )
        counted = " ".join(filter(None, (self.count, here, words.say("Nothing is sent yet."))))
        asked: tuple[Block, ...]
        if as_list:
            other = Button(words.say("As buttons"), self.id(self.part, KEYS))
            asked = cell_menus(view, cells, lambda at: self.id(self.menu, at), self.described)
        else:
            other = Button(words.say("As a list"), self.id(self.part, LIST))
            names = [cell_name(view.observation, cell) for cell in shown]
            asked = keypad(
                tuple(Button(each, self.id(self.key, each), Style.BLUE) for each in names)
            )
        others = [
            Button(_columns_said(view, band), self.id(self.part, at))
            for at, band in enumerate(cut)
            if at != number
        ]
        blocks = (
            *text_block(first),
            Text(f"{self.title}\n{counted}"),
            self.picture(shown),
            *asked,
            *keypad((*others, *self.before, other, *self.after)),
        )
        return Screen(blocks, accent(view))


def remembered(screen: Screen, part: str) -> Answer:
    """Let "As a list" and "As buttons" be remembered for this person."""
    return ListPreference(screen, part == LIST) if part in (LIST, KEYS) else screen


def cell_menus(
    view: View,
    cells: tuple[Cell, ...],
    id_of: Callable[[int], str],
    described: Callable[[Cell], str] = lambda _: "",
    placeholder: Callable[[str], str] = str,
) -> tuple[Select, ...]:
    """Return menus of cells; `id_of` gets a menu's number, `placeholder` its cells, "F6 to J9"."""
    menus = []
    for number, start in enumerate(range(0, len(cells), KEYPAD)):
        named = {cell_name(view.observation, each): each for each in cells[start : start + KEYPAD]}
        names = list(named)
        span = view.words.say("{first} to {last}", first=names[0], last=names[-1])
        options = [SelectOption(name, name, described(cell)) for name, cell in named.items()]
        menus.append(Select(id_of(number), placeholder(span), tuple(options)))
    return tuple(menus)


def bands(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells in as few bands of whole columns as a keypad allows, as even as can be."""
    if len(cells) <= KEYPAD:
        return (cells,)
    columns = [tuple(cell for cell in cells if cell.q == q) for q in sorted({c.q for c in cells})]
    for count in range(2, len(columns) + 1):
        cut = _evenly(columns, count)
        if max(len(band) for band in cut) <= (KEYPAD if count == 2 else CROWDED):
            return cut
    return tuple(columns)


def _evenly(columns: list[tuple[Cell, ...]], count: int) -> tuple[tuple[Cell, ...], ...]:
    """Fill bands from the left, each until it has its share of what is left."""
    cut: list[tuple[Cell, ...]] = []
    rest = list(columns)
    for remaining in range(count, 0, -1):
        share = sum(len(column) for column in rest) / remaining
        band: tuple[Cell, ...] = ()
        # A column that lies half in this share belongs to it.
        while len(rest) >= remaining and (not band or len(band) + len(rest[0]) / 2 <= share):
            band += rest.pop(0)
        cut.append(band)
    cut[-1] += tuple(cell for column in rest for cell in column)
    return tuple(cut)


def fullest(cut: tuple[tuple[Cell, ...], ...]) -> int:
    """Return which band holds most cells; it is shown first."""
    return max(range(len(cut)), key=lambda number: len(cut[number]))


def _columns(view: View, band: tuple[Cell, ...]) -> tuple[str, str]:
    """Return the names of the first and the last column of a band."""
    table = table_of(view.observation)
    return table.column(band[0].q), table.column(band[-1].q)


def _columns_said(view: View, band: tuple[Cell, ...]) -> str:
    first, last = _columns(view, band)
    if first == last:
        return view.words.say("Column {first}", first=first)
    return view.words.say("Columns {first} to {last}", first=first, last=last)
