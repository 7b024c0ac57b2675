"""What tiles are called, and how a typed name is understood.

A shape has a short name, as on buttons, and where two shapes share one, a full name that tells
them apart ("two loose curves, crossing"). Names are lower case, for the middle of a sentence.
"""

from typing import Final

from bot.games.speech import folded
from bot.locale.localisation import Words, mark
from engine.games.seismic.tiles import TILES

# fmt: off
NAMES: Final = {
    "01": mark("tight curve"),
    "02": mark("loose curve"),
    "03": mark("straight"),
    "01-23": mark("two tight curves"),
    "01-24": mark("tight + loose"),
    "01-25": mark("tight + straight"),
    "01-34": mark("two tight curves"),
    "01-35": mark("tight + loose"),
    "02-13": mark("two loose curves"),
    "02-14": mark("loose + straight"),
    "02-35": mark("two loose curves"),
    "03-14": mark("two straights"),
    "01-23-45": mark("three tight curves"),
    "01-24-35": mark("tight + two loose"),
    "01-25-34": mark("two tight + straight"),
    "02-14-35": mark("two loose + straight"),
    "03-14-25": mark("three straights"),
}

# Turning clockwise from the single part (or the straight's end), what comes next decides.
FULL_NAMES: Final = {
    "01-23": mark("two tight curves, side by side"),
    "01-34": mark("two tight curves, facing"),
    "01-24": mark("tight + loose, clockwise"),
    "01-35": mark("tight + loose, counterclockwise"),
    "02-13": mark("two loose curves, crossing"),
    "02-35": mark("two loose curves, apart"),
    "+2:01": mark("+2 intersection, tight"),
    "+2:02": mark("+2 intersection, loose"),
    "+2:03": mark("+2 intersection, straight"),
    "+3:012": mark("+3 intersection, in a row"),
    "+3:013": mark("+3 intersection, two and one clockwise"),
    "+3:014": mark("+3 intersection, two and one counterclockwise"),
    "+3:024": mark("+3 intersection, evenly spread"),
    "+4:0123": mark("+4 intersection, in a row"),
    "+4:0124": mark("+4 intersection, three and one"),
    "+4:0134": mark("+4 intersection, two and two"),
}
# fmt: on


def tile_name(words: Words, code: str) -> str:
    """Return the short name of a tile, a quake or San Andreas."""
    tile = TILES[code]
    match tile.kind:
        case "highway":
            return words.say(NAMES[code])
        case "intersection":
            return words.say("+{n} intersection", n=tile.value)
        case "quake":
            return words.say("quake {magnitude}", magnitude=magnitude(code))
        case "town":
            return "San Andreas"


def full_name(words: Words, code: str) -> str:
    """Return a name that no other shape has."""
    return words.say(FULL_NAMES[code]) if code in FULL_NAMES else tile_name(words, code)


def distinct_names(words: Words, codes: tuple[str, ...]) -> dict[str, str]:
    """Return the short names of `codes`, full ones for those that would share theirs."""
    short = {code: tile_name(words, code) for code in codes}
    shared = [name for name in short.values() if list(short.values()).count(name) > 1]
    return {
        code: full_name(words, code) if name in shared else name for code, name in short.items()
    }


def magnitude(code: str) -> str:
    """Return what stands on a quake tile.

    >>> magnitude("Q4.0")
    '4.0'
    """
    return code[1:]


def is_tile(words: Words, code: str, typed: str) -> bool:
    """Say whether `typed` begins a name of the tile or its code."""
    return any(name.startswith(folded(typed)) for name in _known_as(words, code))


def is_exactly(words: Words, code: str, typed: str) -> bool:
    """Say whether `typed` is a whole name of the tile or its code."""
    return folded(typed) in _known_as(words, code)


def _known_as(words: Words, code: str) -> list[str]:
    """Return the names of a tile in this language and in English, folded."""
    names = (tile_name(words, code), full_name(words, code), NAMES.get(code, code), code)
    return [folded(name) for name in names]
