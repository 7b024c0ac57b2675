"""The strip above the map: round and phase, and what each seat has."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.games.aftershock.boardfile import board as board_named
from engine.games.aftershock.state import Observation
from engine.seat import Seat
from render.canvas import Canvas, Face
from render.games.aftershock.captions import Captions
from render.lettering import cleaned, fitting_size, one_size, shortened, shortened_name, text_width
from render.seats import seat_sprite
from render.shapes import circle, grown, moved, rounded
from render.signs import padlock_sprite, tick_sprite
from render.sketch import Sketch, outlined
from render.sprites import SPRITES, Sprite

LEFT: Final = 12
BLOCK: Final = 212
"""Where the left block ends and the seats begin."""
_RIGHT: Final = 1188
_TOP: Final = 12
_BOTTOM: Final = 102
LINE_1: Final = 39
LINE_2: Final = 76
_TEXT: Final = 28
_HEADS: Final = (42, 38, 34, 30, 28, 26)
_NAMES: Final = (34, 32, 30, 28, 26)
_SHAPE: Final = 41
"""What a seat's shape takes before its name."""
_MONEY: Final = (26, 25, 24, 23)
_SIGN: Final = 40
"""What the sign of bridges takes before the number of pieces."""
_APART: Final = 13
_NEAR: Final = 4
"""Pixels from a seat's points to its money, and from there to the sign of bridges, at least."""
SEALED: Final = frozenset({"keep", "take", "plan", "mark"})


@dataclass(frozen=True, slots=True)
class Cell:
    """The part of the strip that one seat has, and how it looks."""

    seat: Seat
    left: float
    width: float
    ground: str

    @property
    def right(self) -> float:
        """Where its text ends."""
        return self.left + self.width - 18

    @property
    def text(self) -> float:
        """Where its text begins."""
        return self.left + 18

    def face(self, face: Face) -> Face:
        """Return a face on this cell's ground."""
        return Face(face.weight, face.size, face.colour, self.ground)


def cells(observation: Observation) -> list[Cell]:
    """Return the cell of each seat; white is the one to play, if it is only one."""
    width = (_RIGHT - BLOCK) / observation.seats
    alone = observation.to_act if observation.phase not in SEALED else ()
    return [
        Cell(Seat(seat), BLOCK + seat * width, width, "white" if seat in alone else "paper")
        for seat in range(observation.seats)
    ]


def table_strip(
    canvas: Canvas, observation: Observation, captions: Captions, *, private: bool = False
) -> None:
    """Draw the strip of the table: points, money and pieces on the board."""
    head(canvas, captions, private=private)
    seats(canvas, observation, captions, holdings(observation, captions))


def head(canvas: Canvas, captions: Captions, *, private: bool) -> None:
    """Write round and phase into the left block; in private pictures what is asked comes first."""
    room = BLOCK - LEFT - _TEXT + 4
    if private:
        asked(canvas, captions)
        _small(canvas, captions.round, 77, room)
        return
    _ground(canvas)
    _small(canvas, captions.round, 40, room)
    size = fitting_size(captions.headline, "bold", _HEADS, room)
    headline = shortened_name(captions.headline, captions.names, "bold", size, room)
    canvas.write(headline, _TEXT, 77, Face("bold", size))


def _small(canvas: Canvas, text: str, y: int, room: int) -> None:
    size = fitting_size(text, "regular", (28, 26, 24, 22), room)
    line = shortened(text, "regular", size, room)
    canvas.write(line, _TEXT, y, Face("regular", size, "soft"))


def asked(canvas: Canvas, captions: Captions, *, private: bool = True) -> None:
    """Write only what is asked into the left block, and leave its second line free."""
    _ground(canvas)
    room = BLOCK - LEFT - 26 - 30 * private
    size = fitting_size(captions.headline, "bold", (38, 36, 34, 32, 30, 28, 26), room)
    lines = wrapped(captions.headline, size, room)
    if len(lines) == 1:
        canvas.write(lines[0], _TEXT, 40, Face("bold", size))
    else:
        for line, y in zip(wrapped(captions.headline, 22, room), (26, 47), strict=False):
            canvas.write(shortened(line, "bold", 22, room), _TEXT, y, Face("bold", 22))
    if private:
        lock(canvas)


def wrapped(text: str, size: int, room: int) -> list[str]:
    """Return bold text in one line, or in two if it is wider than `room` and has a gap."""
    words = cleaned(text).split(" ")
    count = len(words)
    while count > 1 and text_width(" ".join(words[:count]), "bold", size) > room:
        count -= 1
    return [" ".join(part) for part in (words[:count], words[count:]) if part]


def _ground(canvas: Canvas) -> None:
    """Cover what reaches up here from the map."""
    canvas.box(LEFT, _TOP, _RIGHT, _BOTTOM, "paper")


def lock(canvas: Canvas) -> None:
    """Put the padlock of private pictures into the left block."""
    canvas.stamp(padlock_sprite(), BLOCK - 24, 36)


def seats(
    canvas: Canvas,
    observation: Observation,
    captions: Captions,
    below: Callable[[Canvas, Cell], None],
) -> None:
    """Draw every seat's piece and name, and with `below` its second line."""
    canvas.box(LEFT, 100.5, _RIGHT, 103, "ink")
    canvas.box(BLOCK - 1, _TOP, BLOCK + 2, 102, "ink")
    listed = cells(observation)
    for cell in listed[1:]:
        canvas.box(cell.left - 1, 26, cell.left + 1, 92, "landline")
    rooms = [_name_room(cell, observation) for cell in listed]
    size = one_size(zip(captions.names, rooms, strict=True), "bold", _NAMES)
    for cell, room in zip(listed, rooms, strict=True):
        if cell.ground == "white":
            canvas.stamp(_box(round(cell.width) - 10), cell.left + cell.width / 2, 57)
        name = shortened(captions.names[cell.seat], "bold", size, room)
        _name(canvas, cell, observation, (name, captions.letters[cell.seat], size))
        below(canvas, cell)


def _box(width: int) -> Sprite:
    outline = rounded(width, 78, 12)
    layers = (("ink", outline), ("white", grown(outline, -2.5)))
    return SPRITES.get(("seat to play", width), lambda: outlined(outline, layers))


def _name_room(cell: Cell, observation: Observation) -> int:
    """Return the pixels for a seat's name, before what tells that it is ready, or the first."""
    signs = 30 * (observation.phase in SEALED) + 22 * (observation.first == cell.seat)
    return round(cell.right - cell.text) - _SHAPE - signs


def _name(canvas: Canvas, cell: Cell, observation: Observation, told: tuple[str, str, int]) -> None:
    name, letter, size = told
    canvas.stamp(seat_sprite(cell.seat, 34, letter), cell.text + 15, LINE_1)
    if observation.phase in SEALED:
        ready = tick_sprite(30, "ready") if observation.ready[cell.seat] else dots_sprite()
        canvas.stamp(ready, cell.right - 14, LINE_1)
    start = cell.text + _SHAPE
    width = canvas.write(name, start, LINE_1, cell.face(Face("bold", size)))
    if observation.first == cell.seat:
        canvas.stamp(pennant_sprite(cell.ground), start + width + 14, LINE_1)


def holdings(observation: Observation, captions: Captions) -> Callable[[Canvas, Cell], None]:
    """Return what draws points, money and pieces on the board."""
    large = 38 if observation.seats > 4 else 42
    middle = 28 if observation.seats > 4 else 32
    rooms = {cell.seat: _money_room(cell, observation, middle) for cell in cells(observation)}
    least = {
        seat: text_width(captions.amount(observation.money[seat]), "regular", _MONEY[-1])
        for seat in rooms
    }
    points = [str(score) for score in observation.scores]
    texts = ((points[seat], room - least[seat]) for seat, room in rooms.items())
    size = one_size(texts, "bold", tuple(range(large, 29, -1)))

    def draw(canvas: Canvas, cell: Cell) -> None:
        small = cell.face(Face("regular", middle, "soft"))
        count = str(pieces_out(observation, cell.seat))
        right = cell.right - canvas.write(count, cell.right, LINE_2, small, "right") - _SIGN
        canvas.stamp(bridge_sign("soft", cell.ground), right + 19, LINE_2)
        money, face = captions.amount(observation.money[cell.seat]), cell.face(Face("bold", size))
        room = rooms[cell.seat] - canvas.write(points[cell.seat], cell.text, LINE_2, face)
        small_money = fitting_size(money, "regular", (middle, *_MONEY), room)
        # Nearer to the sign than to the points: "22 0 $" must not be read as 220.
        aside = max(0.0, room - text_width(money, "regular", small_money)) / 2
        face = cell.face(Face("regular", small_money, "soft"))
        canvas.write(money, right - _NEAR - aside, LINE_2, face, "right")

    return draw


def _money_room(cell: Cell, observation: Observation, size: int) -> int:
    """Return the pixels for the points and money of a seat, before the sign of bridges."""
    count = text_width(str(pieces_out(observation, cell.seat)), "regular", size)
    return round(cell.right - cell.text) - count - _SIGN - _APART - _NEAR


def pieces_out(observation: Observation, seat: Seat) -> int:
    """Return how many pieces of a seat lie on the board."""
    lanes = zip(board_named(observation.board).links, observation.bridges, strict=True)
    return sum(link.sections * owners.count(seat) for link, owners in lanes)


def bridge_sign(colour: str, ground: str = "paper") -> Sprite:
    """Return the sign of bridge pieces: two bars."""
    return SPRITES.get(("bridge sign", colour, ground), lambda: _bridge_sign(colour, ground))


def _bridge_sign(colour: str, ground: str) -> Sprite:
    sketch = Sketch(19, 8, ground)
    for x in (-9.5, 9.5):
        sketch.fill(moved(rounded(15, 12, 3), x, 0), colour)
    return sketch.finished()


def dots_sprite() -> Sprite:
    """Return three dots: not ready yet."""
    return SPRITES.get("not ready", _dots)


def _dots() -> Sprite:
    sketch = Sketch(14, 4, "paper")
    for x in (-9, 0, 9):
        sketch.fill(moved(circle(2.8), x, 0), "shadow")
    return sketch.finished()


def pennant_sprite(ground: str) -> Sprite:
    """Return the pennant of the first player."""
    return SPRITES.get(("pennant", ground), lambda: _pennant(ground))


def _pennant(ground: str) -> Sprite:
    sketch = Sketch(10, 15, ground)
    sketch.fill([(-8, -12), (9, -6), (-8, 1)], "hot")
    sketch.line([(-7.5, -13), (-7.5, 13)], 3, "ink")
    return sketch.finished()
