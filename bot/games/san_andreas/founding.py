"""Founding a city: which tile, which space, which coin. Values stand in private screens only."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.san_andreas.alt_texts import coin_alt, spaces_alt
from bot.games.san_andreas.captions import captions
from bot.games.san_andreas.tile_choice import tile_choice
from bot.games.san_andreas.words import coin_name, named_at, spaces
from bot.views.screen import Button, Image, Screen, Style, Text, keypad
from engine.boards.squares import Space
from engine.games.san_andreas.preview import founding, name_at
from engine.games.san_andreas.tiles import QUARTERS, Quarter, Tile
from render.games.san_andreas import RENDERER

OPEN: Final = "c"
"""Verb: which tile, then which space, then which coin."""
FOUND: Final = "n"
"""Verb: found the city."""


def by_tile(view: View, legal: Iterable[Space]) -> dict[Tile, dict[Quarter, Space]]:
    """Return the legal spaces by the tile that is on top there, in the order of the tiles."""
    found: dict[Tile, dict[Quarter, Space]] = {}
    for space in legal:
        named = name_at(view.observation.layout, space)
        if named is not None:
            found.setdefault(named[0], {})[named[1]] = space
    return {tile: _in_order(found[tile]) for tile in sorted(found)}


def _in_order(quarters: dict[Quarter, Space]) -> dict[Quarter, Space]:
    return {quarter: quarters[quarter] for quarter in QUARTERS if quarter in quarters}


def which_tile(view: View, first: str = "", part: str = "") -> Screen:
    """Ask on which tile the city shall stand."""
    words, tiles = view.words, by_tile(view, founding(view.observation))
    if not tiles:
        none = words.say("**No city can be founded now.** Set an epicenter instead.")
        return Screen((Text(none),), accent(view))
    count = spaces(words, sum(map(len, tiles.values())))
    title = words.say("### A city: on which tile?\n{spaces} to choose from.", spaces=count)
    labels = {space: "" for quarters in tiles.values() for space in quarters.values()}
    picture = RENDERER.found(
        view.observation, captions(view, words.say("Which tile?")), labels, step=(1, 3)
    )
    image = Image(picture, spaces_alt(view, tiles))
    blocks = (*said(first), Text(title), image, *tile_choice(view, OPEN, tiles, part))
    return Screen(blocks, accent(view))


def which_space(view: View, tile: Tile, first: str = "") -> Screen:
    """Ask which space of the tile; with one only, the coin is asked for at once."""
    words, quarters = view.words, by_tile(view, founding(view.observation)).get(tile, {})
    if not quarters:
        return which_tile(view, words.say("Nothing can be founded on {tile} now.", tile=tile))
    if len(quarters) == 1:
        return which_coin(view, next(iter(quarters.values())), first)
    title = words.say("### A city on {tile}: where?", tile=tile)
    drawn = captions(view, words.say("Choose a space"))
    labels = {space: quarter for quarter, space in quarters.items()}
    picture = RENDERER.found(view.observation, drawn, labels, step=(2, 3))
    image = Image(picture, spaces_alt(view, {tile: quarters}))
    back = (Button(words.say("Back to the tiles"), draft_id(view, OPEN)),)
    return screen(view, title, image, (*space_keys(view, OPEN, tile, quarters), *back), first)


def which_coin(view: View, space: Space, first: str = "") -> Screen:
    """Ask which coin; these buttons found the city."""
    words = view.words
    where = named_at(words, view.observation.layout, space)
    title = words.say(
        "### A city on {space}: with which coin?\nOnly you know its value. Nothing is sent yet.",
        space=where,
    )
    drawn = captions(view, words.say("Choose a coin"))
    picture = RENDERER.found(view.observation, drawn, {space: ""}, step=(3, 3))
    coins: Sequence[int] = view.observation.purses[view.observation.seat].coins
    keys = tuple(
        Button(
            words.say("Found it with your {coin}", coin=coin_name(words, coin)),
            draft_id(view, FOUND, label_of(view, space), coin),
            Style.GREEN,
        )
        for coin in coins
    )
    back = (Button(words.say("Back to the tiles"), draft_id(view, OPEN)),)
    return screen(view, title, Image(picture, coin_alt(view, space)), (*keys, *back), first)


def label_of(view: View, space: Space) -> str:
    """Return the short name of a space for an id, "D1c"."""
    named = name_at(view.observation.layout, space)
    return "".join(named) if named else ""


def space_keys(
    view: View, verb: str, tile: Tile, quarters: dict[Quarter, Space]
) -> tuple[Button, ...]:
    """Return a key for each space of a tile: "a · D1 north-east"."""
    return tuple(
        Button(
            f"{quarter} · {named_at(view.words, view.observation.layout, space)}",
            draft_id(view, verb, f"{tile}{quarter}"),
            Style.PRIMARY,
        )
        for quarter, space in quarters.items()
    )


def screen(
    view: View, title: str, image: Image, keys: tuple[Button, ...], first: str = ""
) -> Screen:
    """Return a step of the wizard: title, picture, keys."""
    return Screen((*said(first), Text(title), image, *keypad(keys)), accent(view))
