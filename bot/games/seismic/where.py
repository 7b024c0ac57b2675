"""The wizard's first questions: which tile, which cell. Drafts live in the ids of the buttons."""

from typing import Final

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.seismic.alt_texts import offer_alt, where_alt
from bot.games.seismic.bands import KEYPAD, bands, fullest
from bot.games.seismic.captions import captions
from bot.games.seismic.controls import cells_counted, other_tiles, tile_buttons
from bot.games.seismic.fits import Offer, joins, offers
from bot.games.seismic.how import how
from bot.games.seismic.tile_names import tile_name
from bot.games.seismic.words import cell_name, table_of
from bot.games.speech import capitalised
from bot.views.screen import (
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
from engine.boards.hexes import Cell
from render.games.seismic import RENDERER

LIST: Final = "l"
KEYS: Final = "k"


def offer_of(view: View, tile: str) -> Offer | None:
    """Return the tile if it is on offer and fits somewhere."""
    found = (each for each in offers(view.observation) if each.tile == tile)
    return next((each for each in found if each.ways), None)


def choose_tile(view: View, first: str = "") -> Screen:
    """Ask which tile; `first` is said before."""
    words = view.words
    fits = {offer.tile: len(offer.ways) for offer in offers(view.observation)}
    counts = [fits[tile] for tile in view.observation.display]
    drawn = captions(view, words.say("Choose a tile"))
    image = Image(
        RENDERER.tiles(view.observation, drawn, cells_counted(view, counts)),
        offer_alt(view, fits),
    )
    title = words.say("### Which tile?\nNothing is sent yet.")
    return Screen((*said(first), Text(title), image, Row(tile_buttons(view))), accent(view))


def where(view: View, offer: Offer, part: str = "", first: str = "") -> Screen:
    """Ask which cell, as a keypad or a list; `part` is a band, "l" for a list, "k" for keys.

    With one cell only there is nothing to ask: how the tile lies comes at once.
    """
    cells = tuple(offer.ways)
    if len(cells) == 1:
        return how(view, offer, cells[0], first=first)
    if part == LIST or (view.preferences.lists and not part):
        return _list(view, offer, first)
    return _keypad(view, offer, part, first)


def _keypad(view: View, offer: Offer, part: str, first: str) -> Screen:
    cut = bands(tuple(offer.ways))
    number = int(part) if part.isdecimal() and int(part) < len(cut) else fullest(cut)
    band = cut[number]
    head = Text(f"{_title(view, offer)}\n{_count(view, offer, cut, number)}")
    keys = keypad(tuple(_key(view, offer, cell) for cell in band))
    others = [
        Button(_columns(view, each), draft_id(view, "w", offer.tile, n))
        for n, each in enumerate(cut)
        if n != number
    ]
    others += [*other_tiles(view, offer), _as(view, offer, LIST)]
    image = _picture(view, offer, band)
    blocks = (*said(first), head, image, *keys, *keypad(tuple(others)))
    return Screen(blocks, accent(view))


def _list(view: View, offer: Offer, first: str) -> Screen:
    cells = tuple(offer.ways)
    chunks = [cells[start : start + KEYPAD] for start in range(0, len(cells), KEYPAD)]
    head = Text(f"{_title(view, offer)}\n{_count(view, offer, (cells,), 0)}")
    menus = tuple(_menu(view, offer, chunk, n) for n, chunk in enumerate(chunks))
    others = Row((*other_tiles(view, offer), _as(view, offer, KEYS)))
    image = _picture(view, offer, cells)
    return Screen((*said(first), head, image, *menus, others), accent(view))


def _title(view: View, offer: Offer) -> str:
    tile = capitalised(tile_name(view.words, offer.tile))
    return view.words.say("### {tile}: where?", tile=tile)


def _count(view: View, offer: Offer, cut: tuple[tuple[Cell, ...], ...], number: int) -> str:
    words = view.words
    fit = words.count("{n} cell fits.", "{n} cells fit.", len(offer.ways))
    here = ""
    if len(cut) > 1:
        first, last = _span(view, cut[number])
        here = words.count(
            "This is the one in columns {first} to {last}.",
            "These are the {n} in columns {first} to {last}.",
            len(cut[number]),
            first=first,
            last=last,
        )
    return " ".join(part for part in (fit, here, words.say("Nothing is sent yet.")) if part)


def _span(view: View, band: tuple[Cell, ...]) -> tuple[str, str]:
    table = table_of(view.observation)
    return table.column(band[0].q), table.column(band[-1].q)


def _columns(view: View, band: tuple[Cell, ...]) -> str:
    first, last = _span(view, band)
    if first == last:
        return view.words.say("Column {first}", first=first)
    return view.words.say("Columns {first} to {last}", first=first, last=last)


def _picture(view: View, offer: Offer, cells: tuple[Cell, ...]) -> Image:
    words = view.words
    labels = {cell: cell_name(view.observation, cell) for cell in cells}
    total = len(offer.ways)
    fit = words.count("cell fits", "cells fit", total)
    # A band's picture counts its own, beside how many there are in all.
    count = (str(len(cells)), fit if len(cells) == total else words.say("of {n} cells", n=total))
    drawn = captions(view, words.say("Choose a cell"))
    picture = RENDERER.where(view.observation, drawn, offer.tile, labels, count)
    return Image(picture, where_alt(view, offer.tile, cells))


def _key(view: View, offer: Offer, cell: Cell) -> Button:
    label = cell_name(view.observation, cell)
    return Button(label, draft_id(view, "p", offer.tile, label), Style.PRIMARY)


def _as(view: View, offer: Offer, part: str) -> Button:
    label = view.words.say("As a list") if part == LIST else view.words.say("As buttons")
    return Button(label, draft_id(view, "w", offer.tile, part))


def _menu(view: View, offer: Offer, cells: tuple[Cell, ...], number: int) -> Select:
    words = view.words
    first, last = (cell_name(view.observation, cell) for cell in (cells[0], cells[-1]))
    hint = words.say("{first} to {last}", first=first, last=last)
    options = tuple(_option(view, offer, cell) for cell in cells)
    return Select(draft_id(view, "l", offer.tile, number), hint, options)


def _option(view: View, offer: Offer, cell: Cell) -> SelectOption:
    label = cell_name(view.observation, cell)
    return SelectOption(label, label, cell_described(view, offer, cell))


def cell_described(view: View, offer: Offer, cell: Cell) -> str:
    """Return "4 ways; highway from G10 (north-east)"."""
    words = view.words
    return words.count(
        "{n} way; highway from {tiles}",
        "{n} ways; highway from {tiles}",
        len(offer.ways[cell]),
        tiles=joins(words, view.observation, cell),
    )
