"""The picture of the end: points of every round and for money, as bars."""

from typing import Final

from engine.game import Outcome, Seat
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.frames import stretched
from render.games.aftershock.captions import Captions
from render.games.aftershock.cards import LEFT, RIGHT, closed, sheet
from render.games.aftershock.check import Undrawable
from render.lettering import fitting_size, one_size, shortened, shortened_name, text_width
from render.shapes import moved, rounded
from render.signs import seat_sprite
from render.sprites import Sketch, Sprite, kept

_HEADER: Final = 158
_BAR_LEFT: Final = 392
_BAR_RIGHT: Final = 1016
_NAME_ROOM: Final = _BAR_LEFT - 184 - 16
_COLOURS: Final = ("ground", "round2", "round3")
_CASH: Final = "glow"
_NUMBER_FROM: Final = 34


def result_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the final scores, best first: the winner's bar fills the width."""
    outcome = observation.outcome
    if outcome is None:
        raise Undrawable("the match is not over")
    canvas = sheet(_HEADER)
    canvas.write(captions.title, LEFT, 42, Face("regular", 28, "soft"))
    room = RIGHT - LEFT - 10
    size = fitting_size(captions.headline, "bold", (46, 42, 38, 34), room)
    headline = shortened_name(captions.headline, captions.names, "bold", size, room)
    canvas.write(headline, LEFT, 84, Face("bold", size))
    _legend(canvas, observation, captions)
    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    high, pitch = (108, 122) if observation.seats > 4 else (136, 150)
    for n, seat in enumerate(order):
        middle = _HEADER + 10 + n * pitch + high // 2
        _row(canvas, (middle, high), Seat(seat), (observation, outcome, captions))
    return closed(canvas, "frame")


def _legend(canvas: Canvas, observation: Observation, captions: Captions) -> None:
    words = (*captions.rounds[: observation.rounds], captions.cash)
    colours = (*_COLOURS[: observation.rounds], _CASH)
    x = _BAR_LEFT
    for word, colour in zip(words, colours, strict=True):
        canvas.stamp(_piece(30, 30, colour), x + 15, 134)
        x += 42 + canvas.write(word, x + 42, 134, Face("regular", 32, "soft")) + 22


def _row(
    canvas: Canvas,
    place: tuple[int, int],
    seat: Seat,
    told: tuple[Observation, Outcome, Captions],
) -> None:
    (middle, high), (observation, outcome, captions) = place, told
    ground = "white" if outcome.ranks[seat] == 1 else "paper"
    canvas.stamp(row_sprite(1146, high, ground), 600, middle)
    rank = Face("regular", 40, "soft", ground)
    canvas.write(str(outcome.ranks[seat]), 62, middle, rank, "middle")
    canvas.stamp(seat_sprite(seat, 62, captions.letters[seat]), 130, middle)
    size = one_size(((each, _NAME_ROOM) for each in captions.names), "bold", (40, 36, 32, 28))
    name = shortened(captions.names[seat], "bold", size, _NAME_ROOM)
    canvas.write(name, 184, middle, Face("bold", size, "ink", ground))
    total = Face("bold", 60, "ink", ground)
    canvas.write(str(outcome.scores[seat]), RIGHT - 18, middle, total, "right")
    parts = [scored.points[seat] for scored in observation.scorings]
    parts.append(outcome.scores[seat] - sum(parts))
    colours = (*_COLOURS[: observation.rounds], _CASH)
    _bar(canvas, (middle, ground), list(zip(parts, colours, strict=True)), max(outcome.scores))


def _bar(canvas: Canvas, place: tuple[int, str], parts: list[tuple[int, str]], most: int) -> None:
    (middle, ground), x = place, float(_BAR_LEFT)
    beside = ""
    for points, colour in parts:
        width = (_BAR_RIGHT - _BAR_LEFT) * points / max(1, most)
        if not points:
            continue
        piece = max(8, 2 * round(width / 2))
        canvas.stamp(_piece(piece, 66, colour), x + piece / 2, middle)
        if piece >= max(_NUMBER_FROM, text_width(str(points), "bold", 34) + 10):
            face = Face("bold", 34, "ink", colour)
            canvas.write(str(points), x + piece / 2, middle, face, "middle")
        else:
            beside = str(points)
        x += piece
    canvas.write(beside, x + 10, middle, Face("bold", 36, "soft", ground))


@kept
def _piece(width: int, height: int, colour: str) -> Sprite:
    if width < 16:
        outline = rounded(width, height, 3)
        sketch = Sketch(width / 2, height / 2, "ink")
        sketch.shape(outline)
        sketch.fill(outline, "ink")
        sketch.fill(rounded(width - 4.4, height - 4.4, 1), colour)
        return sketch.finished()
    sketch = Sketch(8, 8, "ink")
    sketch.shape(rounded(16, 16, 4))
    sketch.fill(rounded(16, 16, 4), "ink")
    sketch.fill(rounded(11.6, 11.6, 2), colour)
    return stretched(sketch.finished(), width, height)


@kept
def row_sprite(width: int, height: int, ground: str) -> Sprite:
    """Return an empty row, in pixels, with its shadow."""
    sketch = Sketch(24, 24, "land")
    for outline, colour in (
        (moved(rounded(36, 36, 12), 4, 5), "shadow"),
        (rounded(36, 36, 12), "ink"),
    ):
        sketch.shape(outline)
        sketch.fill(outline, colour)
    sketch.fill(rounded(31, 31, 9.5), ground)
    return stretched(sketch.finished(), width + 12, height + 12)
