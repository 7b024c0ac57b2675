"""A picture in the fixed palette that sprites, boxes and words are put on."""

from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

from render.lettering import Weight, cleaned, text_width, written
from render.palette import active
from render.sprites import Sprite

Anchor = Literal["left", "middle", "right"]

_HALF_CAPITAL: Final = 0.365
"""Half the height of a capital, as a part of the font size."""


@dataclass(frozen=True, slots=True)
class Face:
    """How words look: weight, size in pixels, colour, and the colour they stand on."""

    weight: Weight
    size: int
    colour: str = "ink"
    ground: str = "paper"


class Canvas:
    """A picture under way; coordinates are pixels from its upper left corner."""

    def __init__(self, picture: Image.Image, x: int = 0, y: int = 0) -> None:
        """Go on with `picture`, which is in the fixed palette; it is changed in place.

        Whatever is drawn is moved by `x` and `y` pixels.
        """
        self.picture = picture
        self._x = x
        self._y = y

    def moved(self, x: int, y: int) -> "Canvas":
        """Return a canvas on the same picture; what is drawn on it is moved by `x` and `y`."""
        return Canvas(self.picture, self._x + x, self._y + y)

    @classmethod
    def plain(cls, width: int, height: int, colour: str) -> "Canvas":
        """Return a canvas of one colour."""
        return cls(active().blank(width, height, colour))

    def stamp(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite's anchor at a point."""
        left, top = round(x) + self._x - sprite.x, round(y) + self._y - sprite.y
        if sprite.mask is None:
            self.picture.paste(sprite.picture, (left, top))
            return
        # What Image.paste does in the end: its checks would take a fifth of a board's time.
        picture, mask = sprite.picture.im, sprite.mask.im
        right, bottom = left + sprite.picture.width, top + sprite.picture.height
        self.picture.im.paste(picture, (left, top, right, bottom), mask)

    def paste(self, picture: Image.Image, left: int, top: int) -> None:
        """Put a whole picture's upper left corner at a point."""
        self.picture.paste(picture, (left + self._x, top + self._y))

    def box(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Fill a rectangle."""
        x, y = self._x, self._y
        corners = (round(left) + x, round(top) + y, round(right) + x, round(bottom) + y)
        self.picture.paste(active().index[colour], corners)

    def write(self, text: str, x: float, y: float, face: Face, anchor: Anchor = "left") -> int:
        """Write with the middle of the capitals at height `y`; return the width in pixels."""
        text = cleaned(text)
        if not text:
            return 0
        width = text_width(text, face.weight, face.size)
        picture, mask, left, top = written(text, face.weight, face.size, face.colour, face.ground)
        start = x - {"left": 0.0, "middle": width / 2, "right": float(width)}[anchor]
        down = round(y + _HALF_CAPITAL * face.size) + top
        self.picture.paste(picture, (round(start) + left + self._x, down + self._y), mask)
        return width
