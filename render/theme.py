"""Colours, type sizes and measures that all games share, in pixels at 1200 px picture width."""

from collections.abc import Mapping
from typing import Final, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]


def rgb(text: str) -> Rgb:
    """Return the colour that "#RRGGBB" means."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def between(one: Rgb, other: Rgb, part: float) -> Rgb:
    """Return the colour that far on the way from one to another, 0 to 1."""
    r, g, b = (round(a + (z - a) * part) for a, z in zip(one, other, strict=True))
    return r, g, b


# fmt: off
_CORE: Final = {
    "frame":      "#24413C",   # frame of public pictures
    "amber":      "#E5A823",   # frame and ring of private drafts
    "paper":      "#F8F1E2",   # panel, halos, edge lines
    "white":      "#FFFFFF",   # the row of the seat to play, the ring of the last move
    "land":       "#F1E7D0",   # ground one may build on
    "landline":   "#D8C9A6",   # outlines of empty places, rules
    "shadow":     "#CDBD98",   # under pieces that lie on land
    "rubble":     "#E0D2AE",   # a place just destroyed
    "sea":        "#BFD8D6",   # where one cannot build
    "sealine":    "#8FB6B7",   # coast
    "ground":     "#A9C387",   # built ground
    "seam":       "#95B070",   # its joints
    "grounddim":  "#D9DDBF",   # the same, out of the question now
    "seamdim":    "#CBD0AE",
    "ink":        "#23262A",   # text, outlines, badges, quakes, the fifth seat
    "soft":       "#6B5D47",   # secondary text
    "asphalt":    "#44484B",
    "bed":        "#34383B",   # shade under a bridge
    "asphaltdim": "#A8A79B",
    "linedim":    "#E9E4D3",
    "dash":       "#F3C94B",   # centre line of a road
    "red":        "#B02A22",   # fixed red pieces
    "reddim":     "#C27562",
    "town":       "#F0C75A",
    "hot":        "#C9291A",   # destruction, loss, warning
    "glow":       "#FFDF70",   # "you may choose this"
    "cyan":       "#8EE0EE",   # second colour of choices beside white
    "seat1":      "#1E5A96",
    "seat2":      "#F0671F",
    "seat3":      "#FEDD3F",
    "seat4":      "#F593CC",
}
# fmt: on


COLOURS: Final[Mapping[str, Rgb]] = {name: rgb(text) for name, text in _CORE.items()} | {
    # An owner's colour as it looks on a dimmed road: 45 % of it is a pale sand.
    f"tint{n}": between(rgb(_CORE[name]), rgb("#E6E3CC"), 0.45)
    for n, name in enumerate(("seat1", "seat2", "seat3", "seat4", "ink"), 1)
}

SEATS: Final = ("seat1", "seat2", "seat3", "seat4", "ink")
"""Fill of the pieces of each seat."""

SEAT_LETTERS: Final = ("white", "ink", "ink", "ink", "white")
"""Colour of the letter on each seat's shape."""

WIDTH: Final = 1200
HEIGHT: Final = 800
FRAME: Final = 8
FRAME_CORNER: Final = 22
FIELD_CORNER: Final = 10
