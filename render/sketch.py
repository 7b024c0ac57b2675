"""Draws one piece at several times its size and reduces it to a sprite."""

import math

from PIL import Image, ImageChops, ImageDraw

from render.lettering import Weight, font
from render.palette import active
from render.shapes import Outline
from render.sprites import Sprite


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
        left, top, right, bottom = _box_of(points)
        inside, both = (Image.new("1", (right - left, bottom - top)) for _ in range(2))
        for image, corners in ((inside, within), (both, points)):
            ImageDraw.Draw(image).polygon([(x - left, y - top) for x, y in corners], fill=1)
        part = ImageChops.logical_and(inside, both)
        self._picture.paste(self._rgb[colour], (left, top, right, bottom), part)

    def letter(self, text: str, size: float, colour: str, y: float = 0) -> None:
        """Write bold text with the middle of its capitals at (0, y)."""
        self.text(text, (0, y), size, colour)

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


def _box_of(points: Outline) -> tuple[int, int, int, int]:
    """Return a box around points with a pixel to spare."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    low = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1
    return *low, math.ceil(max(xs)) + 2, math.ceil(max(ys)) + 2


def outlined(outline: Outline, colours: tuple[tuple[str, Outline], ...]) -> Sprite:
    """Return a sprite of nested outlines, painted in order, that covers `outline`."""
    x = max(abs(px) for px, _ in outline) + 1
    y = max(abs(py) for _, py in outline) + 1
    sketch = Sketch(x, y, colours[0][0])
    sketch.shape(outline)
    for colour, inner in colours:
        sketch.fill(inner, colour)
    return sketch.finished()
