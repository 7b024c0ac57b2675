"""Setting an epicenter: which tile, which space, which pawn; the last one starts a quake."""

from typing import Final

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.san_andreas.alt_texts import pawn_alt, spaces_alt
from bot.games.san_andreas.captions import captions
from bot.games.san_andreas.founding import by_tile, label_of, screen, space_keys
from bot.games.san_andreas.tile_choice import tile_choice
from bot.games.san_andreas.words import named_at, pawn_name, spaces
from bot.views.screen import Button, Image, Screen, Style, Text
from engine.boards.squares import Space
from engine.games.san_andreas.actions import Epicenter
from engine.games.san_andreas.preview import marked, setting
from engine.games.san_andreas.tiles import Pawn, Tile
from render.games.san_andreas import RENDERER

OPEN: Final = "e"
"""Verb: which tile, then which space, then which pawn."""
SET: Final = "m"
"""Verb: set the pawn; the last one asks first."""
SURE: Final = "b"
"""Verb: set the last pawn and start the quake."""


def which_tile(view: View, first: str = "", part: str = "") -> Screen:
    """Ask which coastal tile gets the epicenter."""
    words, tiles = view.words, by_tile(view, setting(view.observation))
    if not tiles:
        none = words.say("**No epicenter can be set now.** Found a city instead.")
        return Screen((Text(none),), accent(view))
    count = spaces(words, sum(map(len, tiles.values())))
    title = words.say("### An epicenter: on which tile?\n{spaces} by the ocean.", spaces=count)
    labels = {space: "" for quarters in tiles.values() for space in quarters.values()}
    drawn = captions(view, words.say("Which tile?"))
    picture = RENDERER.epicenter(view.observation, drawn, labels, step=(1, 3))
    image = Image(picture, spaces_alt(view, tiles))
    blocks = (*said(first), Text(title), image, *tile_choice(view, OPEN, tiles, part))
    return Screen(blocks, accent(view))


def which_space(view: View, tile: Tile, first: str = "") -> Screen:
    """Ask which space of the tile; with one only, the pawn is asked for at once."""
    words, quarters = view.words, by_tile(view, setting(view.observation)).get(tile, {})
    if not quarters:
        return which_tile(view, words.say("No epicenter can be set on {tile} now.", tile=tile))
    if len(quarters) == 1:
        return which_pawn(view, next(iter(quarters.values())), first)
    title = words.say("### An epicenter on {tile}: where?", tile=tile)
    drawn = captions(view, words.say("Choose a space"))
    labels = {space: quarter for quarter, space in quarters.items()}
    picture = RENDERER.epicenter(view.observation, drawn, labels, step=(2, 3))
    image = Image(picture, spaces_alt(view, {tile: quarters}))
    keys = space_keys(view, OPEN, tile, quarters)
    return screen(view, title, image, (*keys, _back(view)), first)


def which_pawn(view: View, space: Space, first: str = "") -> Screen:
    """Ask which pawn; these buttons set it, unless it is the last one."""
    words, pool = view.words, view.observation.pool
    if len(pool) == 1:
        return last_pawn(view, space, pool[0])
    where = named_at(words, view.observation.layout, space)
    title = words.say(
        "### An epicenter on {space}: which one?\nIts die will move this tile. Nothing is sent"
        " yet.",
        space=where,
    )
    drawn = captions(view, words.say("Choose an epicenter"))
    picture = RENDERER.epicenter(view.observation, drawn, {space: ""}, step=(3, 3))
    keys = tuple(_setter(view, space, pawn) for pawn in pool)
    return screen(view, title, Image(picture, pawn_alt(view, space)), (*keys, _back(view)), first)


def last_pawn(view: View, space: Space, pawn: Pawn) -> Screen:
    """Say that the last pawn starts a quake, and show it standing there."""
    words = view.words
    where = named_at(words, view.observation.layout, space)
    title = words.say(
        "### The last epicenter: {pawn} on {space}\n**It starts a quake:** you roll the four dice"
        " and choose their order. Nothing is sent yet.",
        pawn=pawn_name(words, pawn),
        space=where,
    )
    after = marked(view.observation, Epicenter(pawn, space))
    picture = RENDERER.draft(after, captions(view, words.say("Quake!")))
    sure = Button(
        words.say("Set it and start the quake"),
        draft_id(view, SURE, label_of(view, space), pawn),
        Style.DANGER,
    )
    return screen(view, title, Image(picture, pawn_alt(view, space)), (sure, _back(view)))


def _setter(view: View, space: Space, pawn: Pawn) -> Button:
    label = view.words.say("Set the {pawn} epicenter", pawn=pawn_name(view.words, pawn))
    return Button(label, draft_id(view, SET, label_of(view, space), pawn), Style.GREEN)


def _back(view: View) -> Button:
    return Button(view.words.say("Back to the tiles"), draft_id(view, OPEN))
