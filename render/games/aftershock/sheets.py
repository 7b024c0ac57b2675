"""What sheets of cards have in common: frame, header, cards to choose from."""

from typing import Final

from engine.games.aftershock.board import Board, Card
from render.canvas import Canvas, Face
from render.frames import panelled, stretched
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import chart_of
from render.games.aftershock.turns import PLUS
from render.lettering import fitting_size, shortened
from render.shapes import moved, rounded
from render.signs import Badge, padlock_sprite, seat_sprite
from render.sprites import SPRITES, Sketch, Sprite
from render.theme import HEIGHT, WIDTH

HEADER: Final = 96
LEFT: Final = 32
RIGHT: Final = 1168
FULL: Final = Badge(40)
PALE: Final = Badge(40, "shadow")
_SHADOW: Final = 4


def sheet(top: int = HEADER) -> Canvas:
    """Return an empty sheet: a paper header, land below."""
    canvas = Canvas.plain(WIDTH, HEIGHT, "land")
    canvas.box(8, 8, 1192, top, "paper")
    return canvas


def closed(canvas: Canvas, frame: str) -> Canvas:
    """Return the sheet with its frame."""
    panelled(canvas, frame)
    return canvas


def header(
    canvas: Canvas, captions: Captions, seat: int | None, right: str, face: Face | None = None
) -> None:
    """Write who looks, what is asked, and one fact at the right, before a padlock."""
    x, edge = LEFT, RIGHT - 4
    if seat is not None:
        canvas.stamp(seat_sprite(seat, 42, captions.letters[seat]), LEFT + 24, 56)
        canvas.stamp(padlock_sprite(), edge - 14, 54)
        x, edge = LEFT + 62, edge - 46
    edge -= canvas.write(right, edge, 56, face or Face("regular", 36, "soft"), "right") + 16
    room = round(edge - x)
    size = fitting_size(captions.headline, "bold", (42, 40, 38, 36, 34, 32), room)
    canvas.write(shortened(captions.headline, "bold", size, room), x, 56, Face("bold", size))


def name_of(board: Board, card: Card, captions: Captions) -> str:
    """Return what is written on a card: the area as on the map, or the words of its kind."""
    if card.kind == "area":
        return chart_of(board).places[card.area].name
    name = captions.card(card.kind)
    plus = PLUS.get(card.marker, "+0")
    return name if plus == "+0" else f"{name} {plus}"


def fitted_name(name: str, sizes: tuple[int, ...], room: int) -> tuple[str, int]:
    """Return a name and the size at which it fits."""
    size = fitting_size(name, "bold", sizes, room)
    return shortened(name, "bold", size, room), size


def card_box(width: int, height: int, look: str) -> Sprite:
    """Return an empty card: "plain", "pale", "chosen", or "purse", which throws no shadow."""
    key = ("card box", width, height, look)
    return SPRITES.get(key, lambda: stretched(_box(look), width + 24, height + 24))


def _box(look: str) -> Sprite:
    half = 30
    side = 2 * (half - 12)
    sketch = Sketch(half, half, "land")
    sketch.shape(rounded(side, side, 12))
    if look == "chosen":
        for more, colour in ((10.0, "ink"), (7.5, "amber")):
            sketch.shape(rounded(side + 2 * more, side + 2 * more, 12 + more))
            sketch.fill(rounded(side + 2 * more, side + 2 * more, 12 + more), colour)
    elif look == "plain":
        shadow = moved(rounded(side, side, 12), _SHADOW, _SHADOW + 1)
        sketch.shape(shadow)
        sketch.fill(shadow, "shadow")
    line = "shadow" if look == "pale" else "ink"
    ground = "cardpale" if look == "pale" else "paper"
    sketch.fill(rounded(side, side, 12), line)
    sketch.fill(rounded(side - 5, side - 5, 9.5), ground)
    return sketch.finished()


def row_box(width: int, look: str, height: int = 64) -> Sprite:
    """Return a row for one card in a list: "plain" or "pale"."""
    key = ("card row", width, height, look)
    return SPRITES.get(key, lambda: stretched(_row(look), width, height))


def _row(look: str) -> Sprite:
    sketch = Sketch(16, 16, "land")
    sketch.shape(rounded(32, 32, 10))
    sketch.fill(rounded(32, 32, 10), "shadow" if look == "pale" else "ink")
    sketch.fill(rounded(27, 27, 7.5), "cardpale" if look == "pale" else "white")
    return sketch.finished()
