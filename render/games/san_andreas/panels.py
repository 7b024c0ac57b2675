"""Paper panels on the map: who has what, the epicenters, one's own coins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.games.san_andreas.pieces import Purse
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import COINS, PAWNS
from render.canvas import Canvas, Face
from render.frames import plate, stretched
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.pieces import die_sprite, lost_sprite, pawn_sprite
from render.games.san_andreas.signs import face_sprite
from render.games.san_andreas.tiles import cast
from render.games.san_andreas.window import SCORES, SEA
from render.lettering import fitting_size, one_size, shortened, shortened_name, text_width
from render.shapes import circle, grown, rounded, seat_outline
from render.signs import padlock_sprite, seat_sprite
from render.sprites import Sketch, Sprite, kept, outlined
from render.strips import draw_player

LEFT, RIGHT = SCORES[0] + 18, SCORES[2] - 18
"""Between which the scores' panel writes."""
_TOP: Final = SCORES[1]
_HEAD: Final = 72
ROW: Final = 48
_NAMES: Final = (34, 32, 30, 28, 26)
_SIZES: Final = (40, 38, 36, 34, 32, 30, 28)
_CORNER: Final = 12
_SHADOW: Final = (4, 5)
_PITCH: Final = 19
NOTE: Final = Face("regular", 28, "soft")


def card(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """Draw a panel and its flat shadow."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    x, y = (left + right) / 2, (top + bottom) / 2
    cast(canvas.picture, card_shadow(wide, high), x + _SHADOW[0], y + _SHADOW[1])
    canvas.stamp(plate(wide, high, _CORNER), x, y)


@kept
def card_shadow(wide: int, high: int) -> Sprite:
    """Return the shadow of a panel, as levels for `cast`."""
    half = _CORNER + 4
    sketch = Sketch(half, half, "paper")
    sketch.shape(rounded(2 * half, 2 * half, _CORNER))
    drawn = stretched(sketch.finished(), wide, high)
    assert drawn.mask is not None
    return Sprite(drawn.mask.convert("L").point([0] * 255 + [2]), None, drawn.x, drawn.y)


def head(
    canvas: Canvas,
    height: int,
    captions: Captions,
    step: tuple[int, int] | None = None,
    *,
    private: bool = False,
) -> int:
    """Draw the upper left panel with its headline; return the height where its rows begin."""
    card(canvas, (SCORES[0], _TOP, SCORES[2], _TOP + height))
    right = RIGHT - 2
    if private:
        canvas.stamp(padlock_sprite(), right - 12, _TOP + 31)
        right -= 44
    if step:
        now, count = step
        for n in range(count):
            look = "done" if n + 1 < now else "now" if n + 1 == now else "open"
            canvas.stamp(dot_sprite(look, 9), right - 9 - 26 * (count - 1 - n), _TOP + 31)
        right -= 26 * count
    text, names = captions.headline, captions.names
    room = right - LEFT - 16
    beside = text_width(captions.note, "regular", 28)
    # The note is quiet: it gives way to a headline that needs the room.
    if not step and text_width(text, "bold", _SIZES[-1]) <= room - beside:
        canvas.write(captions.note, right, _TOP + 33, NOTE, "right")
        room -= beside
    size = fitting_size(text, "bold", _SIZES, room)
    short = shortened_name(text, names, "bold", size, room)
    canvas.write(short, LEFT, _TOP + 31, Face("bold", size))
    rule(canvas, _TOP + 60)
    return _TOP + 65


def rule(canvas: Canvas, y: int) -> None:
    """Draw a thin line across the upper left panel."""
    canvas.box(LEFT - 2, y - 1, RIGHT + 2, y + 1, "landline")


def progress(canvas: Canvas, done: float) -> None:
    """Draw how far a match is, 0 to 1, on the line under the headline."""
    y = _TOP + 60
    canvas.box(LEFT - 2, y - 3, LEFT - 2 + done * (RIGHT - LEFT + 4), y + 3, "ink")


@kept
def dot_sprite(look: str, radius: float) -> Sprite:
    """Return a round mark: "done", "now", "open" for questions, "full" and "out" for coins."""
    disc = circle(radius)
    line = {"done": "soft", "now": "ink", "open": "ink", "full": "ink", "out": "landline"}[look]
    fill = line if look in {"done", "now", "full"} else "paper"
    return outlined(disc, ((line, disc), (fill, grown(disc, -2))))


def seat_row(
    canvas: Canvas,
    middle: int,
    seat: Seat,
    captions: Captions,
    *,
    acting: bool = False,
    room: int = 156,
    rank: int | None = None,
) -> Face:
    """Draw a seat's piece and name, after its rank if any; return how its numbers are written."""
    ground = "white" if acting else "paper"
    if acting:
        canvas.stamp(row_box_sprite(), (SCORES[0] + SCORES[2]) / 2, middle)
    left = LEFT
    if rank is not None:
        number = Face("regular", 34, "soft", ground)
        canvas.write(str(rank), LEFT + 16, middle, number, "middle")
        left += _RANK
    look, is_machine = (38, captions.letters[seat]), seat in captions.machines
    draw_player(canvas, (left + 24, middle), seat, look, is_machine=is_machine)
    size = one_size(((name, room) for name in captions.names), "bold", _NAMES)
    name = shortened(captions.names[seat], "bold", size, room)
    canvas.write(name, left + 57, middle, Face("bold", size, "ink", ground))
    return Face("bold", 42, "ink", ground)


_RANK: Final = 34
"""Room of a rank before its seat."""


@kept
def row_box_sprite() -> Sprite:
    """Return the white row of a seat that acts or has won."""
    box = rounded(426, 44, 10)
    return outlined(box, (("ink", box), ("white", grown(box, -2.5))))


def scores(
    canvas: Canvas, observation: Observation, captions: Captions, order: Sequence[Seat] = ()
) -> None:
    """Draw the panel of the board: who plays, who has how many coins in hand and points.

    Rows of seats that act are white; in an `order` of their own, with ranks, those of seats that
    have won.
    """
    top, outcome = head(canvas, _HEAD + ROW * observation.seats, captions), observation.outcome
    for n, seat in enumerate(order or map(Seat, range(observation.seats))):
        middle = top + 24 + ROW * n
        first = bool(order and outcome and outcome.ranks[seat] == 1)
        bright = first or seat in observation.to_act
        if order and outcome:
            # Coins in hand tell nothing any more; their room goes to the ranks.
            rank = outcome.ranks[seat]
            number = seat_row(canvas, middle, seat, captions, acting=bright, room=240, rank=rank)
        else:
            number = seat_row(canvas, middle, seat, captions, acting=bright)
        for coin in range(0 if order else len(COINS)):
            look = "full" if coin < len(observation.hands[seat]) else "out"
            canvas.stamp(dot_sprite(look, 8), LEFT + 226 + _PITCH * coin, middle)
        canvas.write(str(observation.points[seat]), RIGHT - 3, middle, number, "right")


def epicenters(canvas: Canvas, observation: Observation, captions: Captions) -> None:
    """Draw the panel in the ocean: which epicenters are free, and what the faces of dice do."""
    card(canvas, SEA)
    left, top, right, _ = SEA
    if observation.dice:
        # The dice of a quake that is not over, beside the epicenters that they move.
        for n, die in enumerate(observation.dice):
            x = left + 44 + 102 * n
            canvas.stamp(die_sprite(die.face, die.die, 40), x, top + 41)
            canvas.stamp(pawn_sprite(die.die, 42, gone=die.is_resolved), x + 46, top + 41)
    else:
        places = [(right - 238 + 66 * n, top + 41) for n in range(len(PAWNS))]
        pool(canvas, observation, captions, (left, top), places)
    canvas.box(left + 18, top + 79, right - 16, top + 81, "landline")
    for n, face in enumerate(range(1, 6)):
        middle = left + 30 + 81.5 * n
        canvas.stamp(die_sprite(face, "ink", 34), middle, top + 119)
        canvas.stamp(face_sprite(face, 36), middle + 41, top + 119)


def pool(
    canvas: Canvas,
    observation: Observation,
    captions: Captions,
    corner: tuple[int, int],
    places: list[tuple[int, int]],
) -> None:
    """Draw how many epicenters are free, in the corner of a panel, and which, in their places."""
    left, top = corner
    width = canvas.write(str(len(observation.pool)), left + 21, top + 42, Face("bold", 44))
    words = shortened(captions.free, "regular", 30, 110)
    canvas.write(words, left + 34 + width, top + 45, Face("regular", 30, "soft"))
    for pawn, at in zip(PAWNS, places, strict=True):
        canvas.stamp(pawn_sprite(pawn, 50, gone=pawn not in observation.pool), *at)


def own_coins(
    canvas: Canvas,
    observation: Observation,
    captions: Captions,
    seat: Seat,
) -> None:
    """Draw the panel of one's own coins: in hand, on the board, lost."""
    card(canvas, SEA)
    left, top, right, _ = SEA
    canvas.stamp(padlock_sprite(), right - 33, top + 36)
    room = right - left - 90
    text = shortened(captions.coins, "bold", 36, room)
    canvas.write(text, left + 20, top + 37, Face("bold", 36))
    coins(canvas, Coins(observation.purses[seat], seat), (left + 48, top + 104), 66)


@dataclass(frozen=True, slots=True)
class Coins:
    """A seat's six coins; the one that is `picked`, and those that are `offered`."""

    purse: Purse
    seat: Seat
    picked: int | None = None
    offered: tuple[int, ...] = ()


def coins(canvas: Canvas, drawn: Coins, at: tuple[int, int], pitch: int) -> None:
    """Draw coins in a row: full in hand, an outline on the board, struck out where lost.

    The one picked has an amber ring, those offered a yellow ground.
    """
    seat, purse = drawn.seat, drawn.purse
    for n, value in enumerate(COINS):
        x, y = at[0] + pitch * n, at[1]
        if value in drawn.offered:
            canvas.stamp(offer_sprite(), x, y)
        if value == drawn.picked:
            canvas.stamp(picked_sprite(), x, y)
        if value in (*purse.coins, *drawn.offered) or value == drawn.picked:
            canvas.stamp(seat_sprite(seat, 52, str(value)), x, y)
        elif value in purse.lost_coins:
            canvas.stamp(lost_sprite(seat, 52, str(value)), x, y)
        else:
            canvas.stamp(outside_sprite(seat, str(value)), x, y)


@kept
def picked_sprite() -> Sprite:
    """Return the amber ring of a coin that is picked."""
    disc = circle(35)
    layers = (("ink", disc), ("amber", grown(disc, -2.5)))
    return outlined(disc, layers)


@kept
def offer_sprite() -> Sprite:
    """Return the yellow ground of a coin that may be picked."""
    box = rounded(62, 74, 8)
    layers = (("ink", box), ("glow", grown(box, -2.5)))
    return outlined(box, layers)


@kept
def outside_sprite(seat: Seat, label: str) -> Sprite:
    """Return a coin that lies on the board: a pale outline of the seat's shape."""
    outline = seat_outline(seat, 52)
    sketch = Sketch(36, 36, "paper")
    sketch.shape(outline)
    sketch.fill(outline, "soft")
    sketch.fill(grown(outline, -2), "paper")
    sketch.text(label, (0, {1: 0.14, 4: 0.02}.get(seat, 0) * 52), 26, "soft")
    return sketch.finished(96)
