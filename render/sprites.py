"""Pieces: drawn once at several times their size, kept in a cache with a limit, stamped often."""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Final, ParamSpec

from isal import isal_zlib
from PIL import Image, ImageChops, ImageDraw

from render.lettering import Weight, font
from render.palette import Palette, active
from render.shapes import Outline

P = ParamSpec("P")

_CACHE_BYTES: Final = 8_000_000
_PACKED_BYTES: Final = 8_000_000
_FASTEST: Final = 1
"""Of its levels; flat colours shrink to a hundredth with it, too."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture in the fixed palette, which of its pixels count, and where its anchor is."""

    picture: Image.Image
    mask: Image.Image | None
    x: int
    y: int
    shared: bool = False
    """Whether the mask is that of other sprites, too."""

    @property
    def size(self) -> int:
        """About how many bytes it holds."""
        layers = 1 if self.mask is None or self.shared else 2
        return layers * self.picture.width * self.picture.height + 400

    def cropped(self, box: tuple[int, int, int, int]) -> "Sprite":
        """Return a part of it, its anchor in the upper left corner."""
        return Sprite(self.picture.crop(box), self.mask and self.mask.crop(box), 0, 0)


@dataclass(frozen=True, slots=True)
class _Packed:
    """A sprite as it is kept while it is out of use: the ground of a board in a hundredth."""

    pixels: bytes
    mask: bytes | None
    width: int
    height: int
    x: int
    y: int

    @classmethod
    def of(cls, sprite: Sprite) -> "_Packed":
        """Pack a sprite."""
        pixels = isal_zlib.compress(sprite.picture.tobytes(), _FASTEST)
        mask = None if sprite.mask is None else isal_zlib.compress(sprite.mask.tobytes(), _FASTEST)
        return cls(pixels, mask, *sprite.picture.size, sprite.x, sprite.y)

    @property
    def size(self) -> int:
        """About how many bytes it holds."""
        return len(self.pixels) + len(self.mask or b"") + 400

    def unpacked(self, palette: Palette) -> Sprite:
        """Return the sprite as it was."""
        size = self.width, self.height
        picture = Image.frombytes("P", size, isal_zlib.decompress(self.pixels))
        picture.putpalette(palette.flat)
        mask = self.mask and Image.frombytes("1", size, isal_zlib.decompress(self.mask))
        return Sprite(picture, mask or None, self.x, self.y)


class Sprites:
    """Sprites by key, the least used packed and in the end forgotten; for any number of threads.

    Tables share the small ones, but each board has grounds of its own, large and dear to draw:
    packed, those of hundreds of boards have room.
    """

    def __init__(self, budget: int = _CACHE_BYTES, packed_budget: int = _PACKED_BYTES) -> None:
        """Keep at most about `budget` bytes ready for use, and `packed_budget` packed."""
        self._budget = budget
        self._packed_budget = packed_budget
        self._kept: OrderedDict[tuple[Palette, Hashable], Sprite] = OrderedDict()
        self._packed: OrderedDict[tuple[Palette, Hashable], _Packed] = OrderedDict()
        self._lock = Lock()
        self.size = 0
        self.packed_size = 0

    def get(self, key: Hashable, draw: Callable[[], Sprite]) -> Sprite:
        """Return the sprite of this key in the active palette, drawn now if it is not kept."""
        palette = active()
        full_key = (palette, key)
        with self._lock:
            if full_key in self._kept:
                self._kept.move_to_end(full_key)
                return self._kept[full_key]
            packed = self._packed.get(full_key)
            if packed is not None:
                self._packed.move_to_end(full_key)
        sprite = draw() if packed is None else packed.unpacked(palette)
        unused: list[tuple[tuple[Palette, Hashable], Sprite]] = []
        with self._lock:
            if full_key not in self._kept:
                self._kept[full_key] = sprite
                self.size += sprite.size
            while self.size > self._budget and len(self._kept) > 1:
                unused.append(self._kept.popitem(last=False))
                self.size -= unused[-1][1].size
        for each in unused:
            self._pack(*each)
        return sprite

    def _pack(self, key: tuple[Palette, Hashable], sprite: Sprite) -> None:
        with self._lock:
            if key in self._packed:
                return
        packed = _Packed.of(sprite)
        with self._lock:
            if key not in self._packed:
                self._packed[key] = packed
                self.packed_size += packed.size
            while self.packed_size > self._packed_budget:
                self.packed_size -= self._packed.popitem(last=False)[1].size

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()
            self._packed.clear()
            self.size = self.packed_size = 0


SPRITES: Final = Sprites()
"""The sprites of this process."""


def kept(draw: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Let a function draw once for each palette and for each way in which it is called."""

    @wraps(draw)
    def sprite(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        return SPRITES.get((draw, args, *kwargs.items()), lambda: draw(*args, **kwargs))

    return sprite


class Sketch:
    """A drawing board around (0, 0), in pixels of the finished sprite."""

    def __init__(self, half_width: float, half_height: float, ground: str) -> None:
        """Open a board that reaches this far from its middle; `ground` is what edges fade into."""
        self._half = (math.ceil(half_width), math.ceil(half_height))
        # Few large pieces, many small ones: the small need the finer steps.
        self._times = 4 if max(self._half) > 50 else 6 if max(self._half) > 24 else 8
        size = (2 * self._half[0] * self._times, 2 * self._half[1] * self._times)
        self._palette = active()
        self._rgb = self._palette.rgb
        self._picture = Image.new("RGB", size, self._rgb[ground])
        self._draw = ImageDraw.Draw(self._picture)
        self._shape: Image.Image | None = None

    def fill(self, outline: Outline, colour: str) -> None:
        """Paint an outline."""
        self._draw.polygon(self._large(outline), fill=self._rgb[colour])

    def shape(self, outline: Outline) -> None:
        """Let the sprite cover this outline; without any it covers the whole board."""
        ImageDraw.Draw(self._coverage()).polygon(self._large(outline), fill=255)

    def cut(self, outline: Outline) -> None:
        """Let the sprite leave out this part of its shape."""
        ImageDraw.Draw(self._coverage()).polygon(self._large(outline), fill=0)

    def _coverage(self) -> Image.Image:
        if self._shape is None:
            self._shape = Image.new("L", self._picture.size)
        return self._shape

    def line(self, points: Outline, width: float, colour: str) -> None:
        """Draw a line through points, `width` pixels thick, with round joints."""
        thick = max(1, round(width * self._times))
        self._draw.line(self._large(points), fill=self._rgb[colour], width=thick, joint="curve")

    def shape_line(self, points: Outline, width: float) -> None:
        """Let the sprite cover a line, `width` pixels thick."""
        thick = max(1, round(width * self._times))
        ImageDraw.Draw(self._coverage()).line(self._large(points), 255, thick, joint="curve")

    def fill_within(self, outline: Outline, bounds: Outline, colour: str) -> None:
        """Paint the part of an outline that lies inside of another."""
        points, within = self._large(outline), self._large(bounds)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        # A box around the points with a pixel to spare.
        left, top = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1
        right, bottom = math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2
        inside, both = (Image.new("1", (right - left, bottom - top)) for _ in range(2))
        for image, corners in ((inside, within), (both, points)):
            ImageDraw.Draw(image).polygon([(x - left, y - top) for x, y in corners], fill=1)
        part = ImageChops.logical_and(inside, both)
        self._picture.paste(self._rgb[colour], (left, top, right, bottom), part)

    def text(
        self, text: str, at: tuple[float, float], size: float, colour: str, weight: Weight = "bold"
    ) -> None:
        """Write text centred at a point."""
        face = font(weight, round(size * self._times))
        left, top, right, bottom = face.getbbox(text, anchor="ls")
        ((x, y),) = self._large((at,))
        origin = (x - (left + right) / 2, y - (top + bottom) / 2)
        self._draw.text(origin, text, fill=self._rgb[colour], font=face, anchor="ls")

    def finished(self, edge: int = 128) -> Sprite:
        """Return the sprite, its anchor in the middle.

        A pixel counts from a coverage of `edge` on, of 255: a low one keeps the soft rim, which
        fades into the board's ground.
        """
        picture = self._palette.mapped(self._picture.reduce(self._times))
        mask = None
        if self._shape is not None:
            coverage = self._shape.reduce(self._times)
            mask = coverage.point([0] * edge + [255] * (256 - edge)).convert("1")
        return Sprite(picture, mask, *self._half)

    def _large(self, outline: Outline) -> list[tuple[float, float]]:
        times, (x, y) = self._times, self._half
        # Pillow paints the pixel that a corner lies in; half a pixel less keeps shapes their size.
        return [((px + x) * times - 0.5, (py + y) * times - 0.5) for px, py in outline]


def outlined(outline: Outline, colours: tuple[tuple[str, Outline], ...]) -> Sprite:
    """Return a sprite of nested outlines, painted in order, that covers `outline`."""
    x = max(abs(px) for px, _ in outline) + 1
    y = max(abs(py) for _, py in outline) + 1
    sketch = Sketch(x, y, colours[0][0])
    sketch.shape(outline)
    for colour, inner in colours:
        sketch.fill(inner, colour)
    return sketch.finished()
