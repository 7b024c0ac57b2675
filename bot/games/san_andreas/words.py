"""Names and small words of San Andreas: spaces, directions, pawns, dice and leans."""

from collections.abc import Iterable
from typing import Final

from bot.games.people import name, numbered
from bot.games.san_andreas.view import View
from bot.games.speech import and_list, semicolon_list
from bot.locale.localisation import Words, mark
from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.pieces import Laid, Layout
from engine.games.san_andreas.preview import name_at, space_of
from engine.games.san_andreas.tiles import LAND, QUARTERS, Pawn, Plate, Quarter, Tile
from render.games.san_andreas.directions import ARROWS, ON_SCREEN, on_screen

TITLE: Final = "San Andreas"

QUARTER_NAMES: Final = {
    "a": mark("upper left"),
    "b": mark("upper right"),
    "c": mark("lower left"),
    "d": mark("lower right"),
}
"""Where the letters lie on a tile, for those who learn them."""

PAWN_NAMES: Final = {
    "sun": mark("Sun"),
    "moon": mark("Moon"),
    "crown": mark("Crown"),
    "arms": mark("Arms"),
}

DIRECTION_NAMES: Final = {
    "left": mark("to the left"),
    "right": mark("to the right"),
    "up": mark("up"),
    "down": mark("down"),
}

LEANS: Final = {
    (-1, 0): mark("its left edge is raised"),
    (-1, -1): mark("its upper left corner is raised"),
    (0, -1): mark("its top edge is raised"),
    (1, -1): mark("its upper right corner is raised"),
    (1, 0): mark("its right edge is raised"),
    (1, 1): mark("its lower right corner is raised"),
    (0, 1): mark("its bottom edge is raised"),
    (-1, 1): mark("its lower left corner is raised"),
}
"""How a tile leans, by how far right and down of its middle the part lies that is raised."""


def space_name(tile: Tile, quarter: Quarter) -> str:
    """Return "D1c": what a space is called everywhere."""
    return f"{tile}{quarter}"


def named_at(layout: Layout, space: Space) -> str:
    """Return the name of what is on top in a space, "" for water and bare land."""
    named = name_at(layout, space)
    return space_name(*named) if named else ""


def space_named(layout: Layout, name: str) -> Space | None:
    """Return the space of "D1c", or None if that lies under another plate or has sunk."""
    tile, letter = name[:-1].upper(), name[-1:].lower()
    quarter = next((each for each in QUARTERS if each == letter), None)
    space = None if quarter is None else space_of(layout, tile, quarter)
    return space if space and name_at(layout, space) == (tile, quarter) else None


def space_described(words: Words, name: str) -> str:
    """Return "D1c · lower left", where a space is chosen."""
    return f"{name} · {words.say(QUARTER_NAMES[name[-1]])}"


def direction_name(words: Words, direction: str) -> str:
    """Return "to the left" for a direction of the engine, as the picture shows it."""
    return words.say(DIRECTION_NAMES[ON_SCREEN[direction]])


def arrow(direction: str) -> str:
    """Return "←" for a direction of the engine, as the picture shows it."""
    return ARROWS[ON_SCREEN[direction]]


def pawn_name(words: Words, pawn: Pawn) -> str:
    """Return "Sun": the name of a pawn and of the die of its colour."""
    return words.say(PAWN_NAMES[pawn])


def pawns_named(words: Words, pawns: Iterable[Pawn]) -> str:
    """Return "Sun, Moon and Arms"."""
    return and_list(words, [pawn_name(words, each) for each in pawns])


def dice_named(words: Words, dice: Iterable[tuple[Pawn, int]]) -> str:
    """Return "Sun 3, Moon 1, Crown 0, Arms 5"."""
    return ", ".join(f"{pawn_name(words, die)} {face}" for die, face in dice)


def plate_name(words: Words, plate: Plate) -> str:
    """Return "C1", "the land"."""
    return words.say("the land") if plate == LAND else plate


def plates_named(words: Words, plates: Iterable[Plate]) -> str:
    """Return "C1 and C2"."""
    return and_list(words, [plate_name(words, each) for each in plates])


def lean_name(words: Words, lean: tuple[int, int]) -> str:
    """Return "lies flat", "its left edge is raised", "its top edge is raised, by 2 layers".

    `lean` is (east minus west, north minus south).
    """
    right, down = on_screen(*lean)
    if not (right or down):
        return words.say("lies flat")
    part = words.say(LEANS[(_sign(right), _sign(down))])
    layers = max(abs(right), abs(down))
    return part if layers == 1 else words.say("{part}, by {n} layers", part=part, n=layers)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def city_of(view: View, seat: Seat) -> str:
    """Return "Bob's city", "your city"."""
    if seat == view.viewer:
        return view.words.say("your city")
    return view.words.say("{who}'s city", who=name(view, seat))


def tile_described(words: Words, laid: Laid, quarters: Iterable[Quarter]) -> str:
    """Return "c, d; its top edge is raised" for a menu."""
    letters = ", ".join(quarters)
    return semicolon_list(
        words, [letters, lean_name(words, laid.lean)] if laid.steepness else [letters]
    )


def coins(words: Words, n: int) -> str:
    """Return "4 coins"."""
    return words.count("{n} coin", "{n} coins", n)


def spaces(words: Words, n: int) -> str:
    """Return "4 spaces"."""
    return words.count("{n} space", "{n} spaces", n)


def match_name(view: View) -> str:
    """Return "San Andreas 42"."""
    return numbered(view, TITLE)
