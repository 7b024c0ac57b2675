"""Buttons and blocks that several screens share."""

from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.seismic.fits import Offer, label_of, offers
from bot.games.seismic.second import step_id
from bot.games.seismic.tile_names import distinct_names
from bot.games.speech import capitalised
from bot.views.screen import Button, Style


def tile_buttons(view: View) -> tuple[Button, ...]:
    """Return a button for each tile on offer; one that fits nowhere says so."""
    words, found = view.words, offers(view.observation)
    names = distinct_names(words, tuple(offer.tile for offer in found))
    return tuple(_tile_button(view, offer, names[offer.tile]) for offer in found)


def _tile_button(view: View, offer: Offer, named: str) -> Button:
    label = f"{label_of(view.words, offer)} · {capitalised(named)}"
    if not offer.ways:
        label = view.words.say("{tile}, fits nowhere", tile=label)
    return Button(label, step_id(view, "w", offer.tile), Style.PRIMARY, disabled=not offer.ways)


def other_tiles(view: View, offer: Offer) -> list[Button]:
    """Return small buttons for the tiles on offer other than this one."""
    return [
        Button(
            _called(view, each),
            step_id(view, "w", each.tile),
            disabled=not each.ways,
        )
        for each in offers(view.observation)
        if each.tile != offer.tile
    ]


def _called(view: View, offer: Offer) -> str:
    label = label_of(view.words, offer)
    return label if offer.own else view.words.say("Tile {n}", n=label)


def cells_counted(view: View, counts: list[int]) -> tuple[str, ...]:
    """Return a note for each tile: "13 cells"."""
    return tuple(view.words.count("{n} cell", "{n} cells", n) for n in counts)


def keep_button(view: View) -> Button:
    """Return the button that turns nothing."""
    return Button(view.words.say("Turn nothing"), draft_id(view, "k"))


def end_button(view: View) -> Button:
    """Return the button that builds no second tile."""
    return Button(view.words.say("No second tile"), draft_id(view, "e"))
