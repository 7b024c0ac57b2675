"""The strip above the map: round and phase, and what each seat has."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import MAP
from render.lettering import (
    Weight,
    cleaned,
    fitting_size,
    one_size,
    shortened,
    shortened_name,
    text_width,
)
from render.shapes import circle, grown, moved, rounded
from render.signs import padlock_sprite, tick_sprite
from render.sprites import Sketch, Sprite, kept, outlined
from render.strips import draw_player

LEFT: Final = 12
BLOCK: Final = 212
"""Where the left block ends and the seats begin."""
_RIGHT: Final = 1188
_TOP: Final = 12
_BOTTOM: Final = MAP[1] - 1
_LINE_1: Final = 46
_LINE_2: Final = 120
_UPPER: Final = 97
_LOWER: Final = 143
"""Middles of names, of points, and of the two things beside points."""
_TEXT: Final = 28
_HEADS: Final = (46, 42, 38, 34, 32, 30, 28, 26)
_SMALL: Final = (36, 34, 32, 30, 28, 26, 24, 22)
_NAMES: Final = (40, 38, 36, 34, 32, 30, 28, 26)
_POINTS: Final = tuple(range(64, 33, -2))
_BESIDE: Final = (44, 42, 40, 38, 36, 34)
"""Sizes of what stands beside points: at 34 digits are 8 pixels high on a phone of 400."""
_ROOM_FOR: Final = 36
"""For what size beside them points leave room."""
_SHAPE: Final = 52
"""What a seat's shape takes before its name."""
_SIGN: Final = 44
"""What the sign of bridges takes before the number of pieces."""
_APART: Final = 12
"""Pixels between points and what stands beside them, at least."""
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
        _small(canvas, captions.round, 136, room)
        return
    _ground(canvas)
    _small(canvas, captions.round, 58, room)
    size = fitting_size(captions.headline, "bold", _HEADS, room)
    headline = shortened_name(captions.headline, captions.names, "bold", size, room)
    canvas.write(headline, _TEXT, 116, Face("bold", size))


def _small(canvas: Canvas, text: str, y: int, room: int) -> None:
    size = fitting_size(text, "regular", _SMALL, room)
    line = shortened(text, "regular", size, room)
    canvas.write(line, _TEXT, y, Face("regular", size, "soft"))


def asked(canvas: Canvas, captions: Captions, *, private: bool = True) -> None:
    """Write only what is asked into the left block, and leave its second line free."""
    _ground(canvas)
    room = BLOCK - LEFT - 26 - 30 * private
    size = fitting_size(captions.headline, "bold", (42, 40, 38, 36, 34, 32, 30), room)
    lines = wrapped(captions.headline, size, room)
    if len(lines) == 1:
        canvas.write(lines[0], _TEXT, 46, Face("bold", size))
    else:
        size = one_size([(line, room) for line in lines], "bold", (36, 34, 32, 30, 28, 26, 24))
        for line, y in zip(wrapped(captions.headline, size, room), (42, 84), strict=False):
            canvas.write(shortened(line, "bold", size, room), _TEXT, y, Face("bold", size))
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
    canvas.box(LEFT, MAP[1] - 2.5, _RIGHT, MAP[1], "ink")
    canvas.box(BLOCK - 1, _TOP, BLOCK + 2, _BOTTOM, "ink")
    listed = cells(observation)
    for cell in listed[1:]:
        canvas.box(cell.left - 1, 28, cell.left + 1, _BOTTOM - 14, "landline")
    sealed = observation.phase in SEALED
    # Before what tells that a seat is ready, or the first.
    rooms = [
        round(cell.right - cell.text) - _SHAPE - 34 * sealed - 26 * (observation.first == cell.seat)
        for cell in listed
    ]
    size = one_size(zip(captions.names, rooms, strict=True), "bold", _NAMES)
    for cell, room in zip(listed, rooms, strict=True):
        seat, start = cell.seat, cell.text + _SHAPE
        if cell.ground == "white":
            middle = cell.left + cell.width / 2, (_TOP + _BOTTOM) // 2
            canvas.stamp(to_play_sprite(round(cell.width) - 10), *middle)
        look, is_machine = (44, captions.letters[seat]), seat in captions.machines
        draw_player(canvas, (cell.text + 19, _LINE_1), seat, look, is_machine=is_machine)
        if sealed:
            ready = tick_sprite(34, "ready") if observation.ready[seat] else dots_sprite()
            canvas.stamp(ready, cell.right - 14, _LINE_1)
        name = shortened(captions.names[seat], "bold", size, room)
        width = canvas.write(name, start, _LINE_1, cell.face(Face("bold", size)))
        if observation.first == seat:
            canvas.stamp(pennant_sprite(cell.ground), start + width + 14, _LINE_1)
        below(canvas, cell)


@kept
def to_play_sprite(width: int) -> Sprite:
    """Return the white box around the seat to play."""
    outline = rounded(width, 146, 12)
    return outlined(outline, (("ink", outline), ("white", grown(outline, -2.5))))


def holdings(observation: Observation, captions: Captions) -> Callable[[Canvas, Cell], None]:
    """Return what draws points, money and pieces on the board."""
    told = {
        cell.seat: (
            str(observation.scores[cell.seat]),
            captions.amount(observation.money[cell.seat]),
            str(pieces_out(observation, cell.seat)),
        )
        for cell in cells(observation)
    }
    size = points_size(
        observation,
        [
            (points, (money,), _SIGN + _beside_width(count))
            for points, money, count in told.values()
        ],
    )

    def draw(canvas: Canvas, cell: Cell) -> None:
        points, money, count = told[cell.seat]
        figures(canvas, cell, (points, size), money, count, bridge_sign("soft", cell.ground))

    return draw


def _beside_width(text: str) -> int:
    """Return what stands beside points takes at the size for which they leave room."""
    return text_width(text, "bold" if text[:1] in _SIGNS else "regular", _ROOM_FOR)


def points_size(observation: Observation, told: Iterable[tuple[str, Iterable[str], int]]) -> int:
    """Return the size of all points.

    `told` are those of each seat, what stands beside them, and how wide that is at least.
    """
    inner = min(round(cell.right - cell.text) for cell in cells(observation))
    rooms = []
    for points, beside, least in told:
        taken = max(least, *map(_beside_width, beside))
        rooms.append((points, inner - _APART - taken))
    return one_size(rooms, "bold", _POINTS)


def figures(
    canvas: Canvas,
    cell: Cell,
    points: tuple[str, int],
    upper: str,
    lower: str,
    sign: Sprite | None = None,
) -> None:
    """Write the points of a seat in a size, and one above the other what stands beside them.

    A gain is bold; `sign` stands before the lower one.
    """
    text, size = points
    taken = canvas.write(text, cell.text, _LINE_2, cell.face(Face("bold", size)))
    room = round(cell.right - cell.text) - taken - _APART
    for beside, y, space in ((upper, _UPPER, 0), (lower, _LOWER, _SIGN if sign else 0)):
        weight: Weight = "bold" if beside[:1] in _SIGNS else "regular"
        small = fitting_size(beside, weight, _BESIDE, room - space)
        wide = canvas.write(beside, cell.right, y, cell.face(Face(weight, small, "soft")), "right")
        if sign and y == _LOWER:
            canvas.stamp(sign, cell.right - wide - 24, _LOWER)


_SIGNS: Final = ("+", "\N{MINUS SIGN}")


def pieces_out(observation: Observation, seat: Seat) -> int:
    """Return how many pieces of a seat lie on the board."""
    lanes = zip(observation.board.links, observation.bridges, strict=True)
    return sum(link.sections * owners.count(seat) for link, owners in lanes)


@kept
def bridge_sign(colour: str, ground: str = "paper") -> Sprite:
    """Return the sign of bridge pieces: two bars."""
    sketch = Sketch(19, 8, ground)
    for x in (-9.5, 9.5):
        sketch.fill(moved(rounded(15, 12, 3), x, 0), colour)
    return sketch.finished()


@kept
def dots_sprite() -> Sprite:
    """Return three dots: not ready yet."""
    sketch = Sketch(14, 4, "paper")
    for x in (-9, 0, 9):
        sketch.fill(moved(circle(2.8), x, 0), "shadow")
    return sketch.finished()


@kept
def pennant_sprite(ground: str) -> Sprite:
    """Return the pennant of the first player."""
    sketch = Sketch(10, 15, ground)
    sketch.fill([(-8, -12), (9, -6), (-8, 1)], "hot")
    sketch.line([(-7.5, -13), (-7.5, 13)], 3, "ink")
    return sketch.finished()
