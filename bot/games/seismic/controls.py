"""Buttons and blocks that several screens share."""

from bot.games.panel import View
from bot.games.seismic.fits import Offer, offers
from bot.games.seismic.tile_names import capitalised, distinct_names
from bot.games.seismic.words import SEAT_COLOURS, draft_id
from bot.views.screen import Block, Button, Style, Text


def accent(view: View) -> int | None:
    """Return the colour of the viewer's seat."""
    return SEAT_COLOURS[view.viewer] if isinstance(view.viewer, int) else None


def said(first: str) -> tuple[Block, ...]:
    """Return a text block, or none for ""."""
    return (Text(first),) if first else ()


def tile_buttons(view: View) -> tuple[Button, ...]:
    """Return a button for each tile on offer; one that fits nowhere says so."""
    words, found = view.words, offers(view.observation)
    names = distinct_names(words, tuple(offer.tile for offer in found))
    return tuple(_tile_button(view, offer, names[offer.tile]) for offer in found)


def _tile_button(view: View, offer: Offer, named: str) -> Button:
    label = f"{offer.label} · {capitalised(named)}"
    if not offer.ways:
        label = view.words.say("{tile}, fits nowhere", tile=label)
    return Button(label, draft_id(view, "w", offer.tile), Style.PRIMARY, disabled=not offer.ways)


def other_tiles(view: View, offer: Offer) -> list[Button]:
    """Return small buttons for the tiles on offer other than this one."""
    return [
        Button(
            view.words.say("Tile {n}", n=each.label),
            draft_id(view, "w", each.tile),
            disabled=not each.ways,
        )
        for each in offers(view.observation)
        if each.tile != offer.tile
    ]


def cells_counted(view: View, counts: list[int]) -> tuple[str, ...]:
    """Return a note for each tile: "13 cells"."""
    return tuple(view.words.count("{n} cell", "{n} cells", n) for n in counts)
