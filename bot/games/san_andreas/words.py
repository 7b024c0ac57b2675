"""Names and small words of San Andreas: spaces, pawns, dice, coins, leans."""

from collections.abc import Iterable
from typing import Final

from bot.games.people import name
from bot.games.san_andreas.view import View
from bot.games.speech import listed, strung
from bot.locale.localisation import Words, mark
from engine.boards.squares import Space
from engine.games.san_andreas.preview import name_at, space_of
from engine.games.san_andreas.reports import Die
from engine.games.san_andreas.state import Laid, Layout
from engine.games.san_andreas.tiles import LAND, Pawn, Plate, Quarter, Tile
from engine.seat import Seat

TITLE: Final = "San Andreas"

QUARTER_NAMES: Final = {
    "a": mark("north-east"),
    "b": mark("south-east"),
    "c": mark("north-west"),
    "d": mark("south-west"),
}
"""The spaces of a tile by where they lie on it, in the order of the reading eye from c on."""

READING: Final[tuple[Quarter, ...]] = ("c", "a", "d", "b")
"""The spaces of a tile as they are read: north-west, north-east, south-west, south-east."""

PAWN_NAMES: Final = {
    "sun": mark("Sun"),
    "moon": mark("Moon"),
    "crown": mark("Crown"),
    "arms": mark("Arms"),
}

COIN_NAMES: Final = {0: mark("null"), 1: mark("ace")}
"""What coins and faces of dice are called that are not called by their number."""

DIRECTIONS: Final = {
    "north": mark("north"),
    "east": mark("east"),
    "south": mark("south"),
    "west": mark("west"),
}

LEANS: Final = {
    (0, 1): mark("its north side is up"),
    (1, 1): mark("its north-east corner is up"),
    (1, 0): mark("its east side is up"),
    (1, -1): mark("its south-east corner is up"),
    (0, -1): mark("its south side is up"),
    (-1, -1): mark("its south-west corner is up"),
    (-1, 0): mark("its west side is up"),
    (-1, 1): mark("its north-west corner is up"),
}
"""How a tile leans, by the signs of its lean: "leans north" would leave open which side is up."""


def space_name(words: Words, tile: Tile, quarter: Quarter) -> str:
    """Return "D1 north-west"."""
    return f"{tile} {words.say(QUARTER_NAMES[quarter])}"


def space_label(tile: Tile, quarter: Quarter) -> str:
    """Return the short name of a space as pictures and buttons have it, "D1c"."""
    return f"{tile}{quarter}"


def label_at(layout: Layout, space: Space) -> str:
    """Return the short name of what is on top in a space, "" for water and bare land."""
    named = name_at(layout, space)
    return space_label(*named) if named else ""


def named_at(words: Words, layout: Layout, space: Space) -> str:
    """Return "D1 north-west" for what is on top in a space, "" for water and bare land."""
    named = name_at(layout, space)
    return space_name(words, *named) if named else ""


def space_of_label(layout: Layout, label: str) -> Space | None:
    """Return the space of "D1c", or None if that lies under another plate or has sunk."""
    tile, quarter = label[:-1].upper(), label[-1:].lower()
    named = next((each for each in READING if each == quarter), None)
    space = None if named is None else space_of(layout, tile, named)
    return space if space and name_at(layout, space) == (tile, quarter) else None


def pawn_name(words: Words, pawn: Pawn) -> str:
    """Return "Sun": the name of a pawn and of the die of its colour."""
    return words.say(PAWN_NAMES[pawn])


def pawns_named(words: Words, pawns: Iterable[Pawn]) -> str:
    """Return "Sun, Moon and Arms"."""
    return listed(words, [pawn_name(words, each) for each in pawns])


def coin_name(words: Words, value: int) -> str:
    """Return "null", "ace", "3"."""
    return words.say(COIN_NAMES[value]) if value in COIN_NAMES else str(value)


def dice_named(words: Words, dice: Iterable[Die]) -> str:
    """Return "Sun 3, Moon ace, Crown null, Arms 5"."""
    return ", ".join(f"{pawn_name(words, d.die)} {coin_name(words, d.face)}" for d in dice)


def plate_name(words: Words, plate: Plate) -> str:
    """Return "C1", "the land"."""
    return words.say("the land") if plate == LAND else plate


def plates_named(words: Words, plates: Iterable[Plate]) -> str:
    """Return "C1 and C2"."""
    return listed(words, [plate_name(words, each) for each in plates])


def lean_name(words: Words, lean: tuple[int, int]) -> str:
    """Return "lies flat", "its north side is up", "its east side is up, by 2 layers".

    `lean` is (east minus west, north minus south).
    """
    east, north = lean
    if not (east or north):
        return words.say("lies flat")
    side = words.say(LEANS[(_sign(east), _sign(north))])
    layers = max(abs(east), abs(north))
    return side if layers == 1 else words.say("{side}, by {n} layers", side=side, n=layers)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def city_of(view: View, seat: Seat) -> str:
    """Return "Bob's city", "your city"."""
    if seat == view.viewer:
        return view.words.say("your city")
    return view.words.say("{who}'s city", who=name(view, seat))


def tile_described(words: Words, laid: Laid, quarters: Iterable[Quarter]) -> str:
    """Return "north-west, south-west; its east side is up" for a menu."""
    corners = ", ".join(words.say(QUARTER_NAMES[each]) for each in quarters)
    return strung(words, [corners, lean_name(words, laid.lean)] if laid.steepness else [corners])


def coins(words: Words, n: int) -> str:
    """Return "4 coins"."""
    return words.count("{n} coin", "{n} coins", n)


def spaces(words: Words, n: int) -> str:
    """Return "4 spaces"."""
    return words.count("{n} space", "{n} spaces", n)


def match_name(view: View) -> str:
    """Return "San Andreas 42"."""
    return f"{TITLE} {view.match.id}"
