"""Buttons and questions that several screens share. A plain button never sends a move."""

from typing import Final

from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import Button, Row, Screen, Style, Text, keypad
from bot.games.seismic.fits import Offer, label_of, offers
from bot.games.seismic.second import step_id
from bot.games.seismic.tile_names import distinct_names
from bot.games.speech import capitalised

SURE: Final = "y"
"""Stands in the id of a button that sends what a plain one asked about."""


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
    """Return the button that asks whether to turn nothing."""
    return Button(view.words.say("Turn nothing"), draft_id(view, "k"))


def end_button(view: View) -> Button:
    """Return the button that asks whether to place no second tile."""
    return Button(view.words.say("No second tile"), draft_id(view, "e"))


def sure_to_keep(view: View) -> Screen:
    """Ask whether nothing is to be turned."""
    words = view.words
    title = words.say("### Turn nothing?\nNothing is sent yet.")
    yes = Button(words.say("Turn nothing"), draft_id(view, "k", SURE), Style.GREEN)
    other = Button(words.say("Turn a tile"), draft_id(view, "r"), Style.PRIMARY)
    return Screen((Text(title), Row((yes, other))), accent(view))


def sure_to_end(view: View) -> Screen:
    """Ask whether no second tile is to be placed."""
    words = view.words
    title = words.say("### No second tile?\nNothing is sent yet.")
    yes = Button(words.say("No second tile"), draft_id(view, "e", SURE), Style.GREEN)
    return Screen((Text(title), Row((yes,)), *keypad(tile_buttons(view))), accent(view))
