"""Choosing a tile: keys as on the picture, or a menu that says more about each tile."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.san_andreas.words import tile_described
from bot.views.screen import Block, Button, Row, Select, SelectOption, Style, keypad
from engine.games.san_andreas.tiles import Quarter, Tile

LIST: Final = "l"
"""In place of a tile: show them as a list."""
KEYS: Final = "k"
"""In place of a tile: show them as buttons."""


def tile_choice(
    view: View, verb: str, tiles: Mapping[Tile, Iterable[Quarter]], part: str
) -> tuple[Block, ...]:
    """Return keys or a menu for the tiles; a person's last choice of the two is remembered."""
    if part == LIST or (view.preferences.lists and part != KEYS):
        return _menu(view, verb, tiles)
    keys = [Button(tile, draft_id(view, verb, tile), Style.PRIMARY) for tile in tiles]
    other = Button(view.words.say("As a list"), draft_id(view, verb, LIST))
    return keypad((*keys, other))


def _menu(view: View, verb: str, tiles: Mapping[Tile, Iterable[Quarter]]) -> tuple[Block, ...]:
    words = view.words
    options = tuple(
        SelectOption(laid.tile, laid.tile, tile_described(words, laid, tiles[laid.tile]))
        for laid in view.observation.layout.tiles
        if laid.tile in tiles
    )
    other = Button(words.say("As buttons"), draft_id(view, verb, KEYS))
    return (Select(draft_id(view, verb), words.say("Which tile?"), options), Row((other,)))
