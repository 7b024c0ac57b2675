"""A fixed palette for every picture: the colours of a theme and even ramps between pairs.

A picture that is born with its palette needs no colour reduction, which would be most of the work.
Ramps stand where two colours meet in an antialiased edge. A title whose own colours do not fit
beside those of the others draws `painting` with a palette of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import combinations
from threading import Lock
from typing import Final, TypeAlias

from PIL import Image

from render.theme import COLOURS, Rgb, between

TRANSPARENT: Final = 255
"""An index no picture uses; animations take it for "as before"."""

Ramps: TypeAlias = Iterable[tuple[str, str, int]]
"""One colour, those it meets, and how many steps stand between them."""

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


def meeting(table: Iterable[tuple[str, str]], steps: int) -> Ramps:
    """Return the ramps of a table of colours, each with the names of those that it meets."""
    return [(one, other, steps) for one, others in table for other in others.split()]


class Palette:
    """Colours by name and by index, for any number of threads."""

    def __init__(self, rgb: Mapping[str, Rgb], ramps: Ramps) -> None:
        """Hold the colours of `rgb` exactly and as many steps between them as `ramps` says."""
        self.rgb = rgb
        found = list(dict.fromkeys(rgb.values()))
        for one, other, steps in ramps:
            for step in range(1, steps + 1):
                r, g, b = between(rgb[one], rgb[other], step / (steps + 1))
                # Mapping looks at steps of 4: a ramp that near to a colour would take its place.
                if not any(
                    abs(r - x) <= 6 and abs(g - y) <= 6 and abs(b - z) <= 6 for x, y, z in found
                ):
                    found.append((r, g, b))
        if len(found) > TRANSPARENT:
            raise ValueError(f"{len(found)} colours do not fit in a palette")
        self.colours = tuple(found)
        """Every colour a picture can have, at its index."""
        self.index = {name: self.colours.index(colour) for name, colour in rgb.items()}
        """Where the named colours stand."""
        self.flat = [channel for colour in self.colours for channel in colour]
        """The palette as Pillow wants it."""
        self._model = Image.new("P", (1, 1))
        self._model.putpalette(self.flat)
        self._mapping = Lock()
        self._ramps: dict[tuple[str, str], bytes] = {}

    def blank(self, width: int, height: int, colour: str) -> Image.Image:
        """Return a picture of one colour."""
        picture = Image.new("P", (width, height), self.index[colour])
        picture.putpalette(self.flat)
        return picture

    def mapped(self, picture: Image.Image) -> Image.Image:
        """Return an RGB picture in this palette, each pixel its nearest colour."""
        # Pillow keeps a table of nearest colours inside the model, which threads must not share.
        with self._mapping:
            return picture.quantize(palette=self._model, dither=Image.Dither.NONE)

    def ramp(self, colour: str, ground: str) -> bytes:
        """Return the index for each coverage 0 to 255 of `colour` over `ground`."""
        key = (colour, ground)
        if key not in self._ramps:
            strip = Image.new("RGB", (256, 1))
            one, other = self.rgb[ground], self.rgb[colour]
            strip.putdata([between(one, other, coverage / 255) for coverage in range(256)])
            self._ramps[key] = self.mapped(strip).tobytes()
        return self._ramps[key]


CORE: Final = Palette(
    COLOURS,
    [
        *meeting(_THREE_STEPS, 3),
        *meeting(_TWO_STEPS, 2),
        *((*pair, 2) for pair in combinations(("seat1", "seat2", "seat3", "seat4"), 2)),
    ],
)
"""What all titles share, roads included."""

_ACTIVE: Final = ContextVar("palette", default=CORE)


def active() -> Palette:
    """Return the palette that pictures are drawn in now."""
    return _ACTIVE.get()


@contextmanager
def painting(palette: Palette) -> Iterator[None]:
    """Draw in this palette, in this thread or task, until the block ends."""
    before = _ACTIVE.set(palette)
    try:
        yield
    finally:
        _ACTIVE.reset(before)
