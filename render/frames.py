"""Frames, lines around fields and cards of any size: small ones with their middles drawn out."""

from functools import cache, partial
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.palette import active
from render.shapes import rounded
from render.sprites import SPRITES, Sketch, Sprite, kept
from render.theme import FIELD_CORNER, FRAME, FRAME_CORNER, HEIGHT, WIDTH

_AROUND: Final = 4
"""How far paper reaches beyond a field's line."""
_LINE: Final = 2.5
_PAPER: Final = 4
_TURN: Final = Image.Transpose.TRANSPOSE


def framed(colour: str, width: int = WIDTH, height: int = HEIGHT) -> Canvas:
    """Return an empty picture: pine frames are public, amber ones private drafts."""
    return Canvas(_frame(colour, width, height).picture.copy())


@kept
def _frame(colour: str, width: int, height: int) -> Sprite:
    half = FRAME + FRAME_CORNER + 2
    sketch = Sketch(half, half, colour)
    sketch.fill(rounded(2 * (half - FRAME), 2 * (half - FRAME), FRAME_CORNER), "paper")
    return stretched(sketch.finished(), width, height)


def stretched(small: Sprite, width: int, height: int) -> Sprite:
    """Return a sprite of a small box as one of a large box: corners as they are, middles longer.

    A large box is not worth drawing at several times its size.
    """
    picture = _stretched(small.picture, width, height)
    mask = _stretched(small.mask, width, height) if small.mask else None
    return Sprite(picture, mask, width // 2, height // 2)


def _stretched(small: Image.Image, width: int, height: int) -> Image.Image:
    """Return a small picture with its middle column and then its middle row drawn out."""
    wide = _widened(small, width)
    return _widened(wide.transpose(_TURN), height).transpose(_TURN)


def _widened(small: Image.Image, width: int) -> Image.Image:
    half, height = small.width // 2, small.height
    wide = Image.new(small.mode, (width, height))
    middle = small.crop((half, 0, half + 1, height))
    wide.paste(middle.resize((width, height), Image.Resampling.NEAREST), (0, 0))
    wide.paste(small.crop((0, 0, half, height)), (0, 0))
    wide.paste(small.crop((half, 0, small.width, height)), (width - half, 0))
    if small.mode == "P":
        wide.putpalette(active().flat)
    return wide


@kept
def neat_line(width: int, height: int, corner: float = FIELD_CORNER, line: float = 2.5) -> Sprite:
    """Return the line around a field of this size, paper outside of its round corners."""
    return stretched(_neat_corners(corner, line), width + 2 * _AROUND, height + 2 * _AROUND)


@kept
def _neat_corners(corner: float, line: float) -> Sprite:
    half = round(corner) + 2 * _AROUND
    inner = 2 * (half - _AROUND)
    sketch = Sketch(half, half, "paper")
    sketch.shape(rounded(2 * half, 2 * half, 0.1))
    sketch.fill(rounded(inner + 2 * line, inner + 2 * line, corner), "ink")
    sketch.fill(rounded(inner, inner, corner - line), "land")
    sketch.cut(rounded(inner - 1.2, inner - 1.2, corner - line))
    return sketch.finished()


@kept
def plate(width: int, height: int, corner: float = FIELD_CORNER, line: float = 2.5) -> Sprite:
    """Return a paper card with a line around it, to lay on a map."""
    half = round(corner) + 4
    outline = rounded(2 * half, 2 * half, corner)
    sketch = Sketch(half, half, "ink")
    sketch.shape(outline)
    sketch.fill(rounded(2 * (half - line), 2 * (half - line), corner - line), "paper")
    return stretched(sketch.finished(), width, height)


def panelled(canvas: Canvas, colour: str) -> None:
    """Draw frame, paper and line over a map that fills the picture."""
    panel = _panel(colour)
    widths = FRAME + FRAME_CORNER + 2, FRAME + _PAPER + 4
    _stamp_edges(canvas, ("panel", colour), (panel, canvas.picture.size), widths)


def _stamp_edges(
    canvas: Canvas,
    key: tuple[str, ...],
    box: tuple[Sprite, tuple[int, int]],
    widths: tuple[int, int],
    corner: tuple[int, int] = (0, 0),
) -> None:
    """Draw a small box, stretched to a size, without its inside: that would be most of its pixels.

    `widths` of the edges: the upper and lower one, the others; `corner` is the upper left one.
    """
    small, (width, height) = box
    edge, post = widths
    whole = cache(partial(stretched, small, width, height))
    for band in (
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, edge, post, height - edge),
        (width - post, edge, width, height - edge),
    ):
        sprite = SPRITES.get((*key, width, height, band), lambda: whole().cropped(band))  # noqa: B023
        canvas.stamp(sprite, band[0] + corner[0], band[1] + corner[1])


@kept
def _panel(colour: str) -> Sprite:
    half = FRAME + FRAME_CORNER + 2
    sketch = Sketch(half, half, colour)
    sketch.shape(rounded(2 * half, 2 * half, 0.1))
    for painted, inside in (("paper", 0.0), ("ink", _PAPER)):
        side = 2 * (half - FRAME - inside)
        sketch.fill(rounded(side, side, FRAME_CORNER - inside), painted)
    side = 2 * (half - FRAME - _PAPER - _LINE)
    sketch.cut(rounded(side, side, FRAME_CORNER - _PAPER - _LINE))
    return sketch.finished()


def place_field(canvas: Canvas, field: Image.Image, left: int, top: int) -> None:
    """Put a map field into a picture and draw its line around it."""
    canvas.picture.paste(field, (left, top))
    size = field.width + 2 * _AROUND, field.height + 2 * _AROUND
    line = _neat_corners(FIELD_CORNER, _LINE)
    widths = FIELD_CORNER + 2 * _AROUND, 2 * _AROUND
    _stamp_edges(canvas, ("field",), (line, size), widths, (left - _AROUND, top - _AROUND))
