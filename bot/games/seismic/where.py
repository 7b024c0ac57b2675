"""The wizard's first questions: which tile, which cell. Drafts live in the ids of the buttons."""

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import (
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
from bot.games.seismic.alt_texts import offer_alt, where_alt
from bot.games.seismic.bands import KEYPAD, bands, fullest
from bot.games.seismic.captions import captions
from bot.games.seismic.controls import cells_counted, end_button, other_tiles, tile_buttons
from bot.games.seismic.fits import Offer, joins, offers
from bot.games.seismic.how import how
from bot.games.seismic.parts import (
    KEYS,
    LIST,
    chosen_list,
    columns_button,
    part_said,
    span_hint,
)
from bot.games.seismic.second import first_cell, first_of, is_second, step_id, steps_of
from bot.games.seismic.tile_names import tile_name
from bot.games.seismic.words import cell_name
from bot.games.speech import capitalised
from engine.boards.hexes import Cell
from render.games.seismic import RENDERER


def offer_of(view: View, tile: str) -> Offer | None:
    """Return the tile if it is on offer and fits somewhere."""
    found = (each for each in offers(view.observation) if each.tile == tile)
    return next((each for each in found if each.ways), None)


def choose_tile(view: View, first: str = "") -> Screen:
    """Ask which tile; `first` is said before."""
    fits = {offer.tile: len(offer.ways) for offer in offers(view.observation)}
    drawn = captions(view, view.words.say("Choose a tile"))
    counts = cells_counted(view, [fits[tile] for tile in view.observation.display])
    image = Image(
        RENDERER.tiles(view.observation, drawn, counts, first_cell(view)), offer_alt(view, fits)
    )
    buttons = keypad((*tile_buttons(view), *_instead(view)))
    return Screen((*said(first), Text(_which(view)), image, *buttons), accent(view))


def _which(view: View) -> str:
    words = view.words
    for place in first_of(view):
        return words.say(
            "### Which second tile?\nThe first is drawn in: {tile} at **{cell}**. Nothing is sent"
            " yet.",
            tile=tile_name(words, place.tile),
            cell=cell_name(view.observation, place.cell),
        )
    if is_second(view):
        return words.say("### A second tile?\nIt takes no crew. Nothing is sent yet.")
    return words.say("### Which tile?\nNothing is sent yet.")


def _instead(view: View) -> tuple[Button, ...]:
    """Return what else one can do than to choose a second tile."""
    for place in first_of(view):
        back = draft_id(view, "p", *steps_of(view, place))
        return (Button(view.words.say("Back to the first tile"), back),)
    return (end_button(view),) if is_second(view) else ()


def where(view: View, offer: Offer, part: str = "", first: str = "") -> Screen:
    """Ask which cell, as a keypad or a list; `part` is a band, "l" for a list, "k" for keys.

    With one cell only there is nothing to ask: how the tile lies comes at once.
    """
    cells = tuple(offer.ways)
    if len(cells) == 1:
        return how(view, offer, cells[0], first=first)
    if chosen_list(view, part):
        return _list(view, offer, first)
    return _keypad(view, offer, part, first)


def _keypad(view: View, offer: Offer, part: str, first: str) -> Screen:
    cut = bands(tuple(offer.ways))
    number = int(part) if part.isdecimal() and int(part) < len(cut) else fullest(cut)
    band = cut[number]
    head = Text(f"{_title(view, offer)}\n{_count(view, offer, cut, number)}")
    keys = keypad(tuple(_key(view, offer, cell) for cell in band))
    others = [
        columns_button(view, each, step_id(view, "w", offer.tile, n))
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
    here = part_said(view, cut, number)
    return " ".join(part for part in (fit, here, words.say("Nothing is sent yet.")) if part)


def _picture(view: View, offer: Offer, cells: tuple[Cell, ...]) -> Image:
    words = view.words
    labels = {cell: cell_name(view.observation, cell) for cell in cells}
    total = len(offer.ways)
    fit = words.count("cell fits", "cells fit", total)
    # A band's picture counts its own, beside how many there are in all.
    count = (str(len(cells)), fit if len(cells) == total else words.say("of {n} cells", n=total))
    drawn = captions(view, words.say("Choose a cell"))
    picture = RENDERER.where(view.observation, drawn, offer.tile, labels, count, first_cell(view))
    return Image(picture, where_alt(view, offer.tile, cells))


def _key(view: View, offer: Offer, cell: Cell) -> Button:
    label = cell_name(view.observation, cell)
    return Button(label, step_id(view, "p", offer.tile, label), Style.PRIMARY)


def _as(view: View, offer: Offer, part: str) -> Button:
    label = view.words.say("As a list") if part == LIST else view.words.say("As buttons")
    return Button(label, step_id(view, "w", offer.tile, part))


def _menu(view: View, offer: Offer, cells: tuple[Cell, ...], number: int) -> Select:
    options = tuple(_option(view, offer, cell) for cell in cells)
    return Select(step_id(view, "l", offer.tile, number), span_hint(view, cells), options)


def _option(view: View, offer: Offer, cell: Cell) -> SelectOption:
    label = cell_name(view.observation, cell)
    return SelectOption(label, label, cell_described(view, offer, cell))


def cell_described(view: View, offer: Offer, cell: Cell) -> str:
    """Return "4 ways; highway from G10 (north-east)"."""
    words = view.words
    return words.count(
        "{n} orientation; highway from {tiles}",
        "{n} orientations; highway from {tiles}",
        len(offer.ways[cell]),
        tiles=joins(words, view.observation, cell),
    )
