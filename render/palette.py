"""One fixed palette for every picture: the colours of the theme and even ramps between pairs.

A picture that is born with its palette needs no colour reduction, which would be most of the work.
Ramps stand where two colours meet in an antialiased edge.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from threading import Lock
from typing import Final

from PIL import Image

from render.theme import COLOURS, Rgb

TRANSPARENT: Final = 255
"""An index no picture uses; animations take it for "as before"."""

# fmt: off
_THREE_STEPS: Final = (
    #  one colour      meets these
    ("asphalt",    "ground paper dash land"),
    ("ink",        "paper land ground red glow frame white"),
    ("paper",      "soft red ground frame"),
    ("land",       "landline soft"),
    ("white",      "red soft"),
    ("asphaltdim", "grounddim linedim"),
    ("seat1",      "ground asphalt ink"),
    ("seat2",      "ground asphalt ink"),
    ("seat3",      "ground asphalt ink"),
    ("seat4",      "ground asphalt ink"),
)
_TWO_STEPS: Final = (
    ("seat1",      "grounddim asphaltdim white paper"),
    ("seat2",      "grounddim asphaltdim paper"),
    ("seat3",      "grounddim asphaltdim"),
    ("seat4",      "grounddim asphaltdim paper"),
    ("tint1",      "grounddim asphaltdim"),
    ("tint2",      "grounddim asphaltdim"),
    ("tint3",      "grounddim asphaltdim"),
    ("tint4",      "grounddim asphaltdim"),
    ("tint5",      "grounddim asphaltdim"),
    ("ground",     "seam shadow white cyan land red"),
    ("land",       "sealine rubble hot paper amber"),
    ("sea",        "sealine ink paper"),
    ("ink",        "town amber hot cyan"),
    ("asphalt",    "bed white cyan"),
    ("grounddim",  "seamdim linedim reddim"),
    ("hot",        "paper white rubble"),
    ("reddim",     "linedim white"),
    ("amber",      "paper ground"),
)
# fmt: on


def _pairs() -> Iterator[tuple[str, str, int]]:
    for steps, table in ((3, _THREE_STEPS), (2, _TWO_STEPS)):
        for one, others in table:
            for other in others.split():
                yield one, other, steps
    for one, other in combinations(("seat1", "seat2", "seat3", "seat4"), 2):
        yield one, other, 2


def _between(one: Rgb, other: Rgb, part: float) -> Rgb:
    r, g, b = (round(a + (z - a) * part) for a, z in zip(one, other, strict=True))
    return r, g, b


def _colours() -> tuple[Rgb, ...]:
    base = tuple(dict.fromkeys(COLOURS.values()))
    found = list(base)
    for one, other, steps in _pairs():
        for step in range(1, steps + 1):
            colour = _between(COLOURS[one], COLOURS[other], step / (steps + 1))
            # The mapping looks at steps of 4: a ramp that near to a colour would take its place.
            if all(max(abs(a - z) for a, z in zip(colour, old, strict=True)) > 6 for old in found):
                found.append(colour)
    if len(found) > TRANSPARENT:
        raise ValueError(f"{len(found)} colours do not fit in a palette")
    return tuple(found)


PALETTE: Final = _colours()
"""Every colour a picture can have, at its index."""

INDEX: Final = {name: PALETTE.index(colour) for name, colour in COLOURS.items()}
"""Where the theme's colours stand."""

FLAT: Final = [channel for colour in PALETTE for channel in colour]
"""The palette as Pillow and PNG want it."""


def blank(width: int, height: int, colour: str) -> Image.Image:
    """Return a picture of one colour in the fixed palette."""
    picture = Image.new("P", (width, height), INDEX[colour])
    picture.putpalette(FLAT)
    return picture


_MODEL: Final = blank(1, 1, "paper")
_MAPPING: Final = Lock()


def mapped(picture: Image.Image) -> Image.Image:
    """Return an RGB picture in the fixed palette, each pixel its nearest colour."""
    # Pillow keeps a table of nearest colours inside the model, which threads must not share.
    with _MAPPING:
        return picture.quantize(palette=_MODEL, dither=Image.Dither.NONE)


@cache
def ramp(colour: str, ground: str) -> bytes:
    """Return the index for each coverage 0 to 255 of `colour` over `ground`."""
    strip = Image.new("RGB", (256, 1))
    one, other = COLOURS[ground], COLOURS[colour]
    strip.putdata([_between(one, other, coverage / 255) for coverage in range(256)])
    return mapped(strip).tobytes()
