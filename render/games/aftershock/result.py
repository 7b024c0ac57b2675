"""The picture of the end: points of every round and for money, as bars."""

from typing import Final

from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.frames import stretched
from render.games.aftershock.captions import Captions
from render.games.aftershock.cards import LEFT, RIGHT, empty_canvas, framed_canvas
from render.games.aftershock.check import Undrawable
from render.lettering import fitting_size, one_size, shortened, shortened_name, text_width
from render.shapes import moved, rounded
from render.sprites import Sketch, Sprite, kept
from render.strips import draw_player

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
    canvas = empty_canvas(_HEADER)
    canvas.write(captions.title, LEFT, 42, Face("regular", 28, "soft"))
    room = RIGHT - LEFT - 10
    size = fitting_size(captions.headline, "bold", (46, 42, 38, 34), room)
    headline = shortened_name(captions.headline, captions.names, "bold", size, room)
    canvas.write(headline, LEFT, 84, Face("bold", size))
    # Fewer than were to come, if its table ended the match before.
    rounds = len(observation.scorings)
    words = (*captions.rounds[:rounds], captions.cash)
    colours = (*_COLOURS[:rounds], _CASH)
    x = _BAR_LEFT
    for word, colour in zip(words, colours, strict=True):
        canvas.stamp(bar_sprite(30, 30, colour), x + 15, 134)
        x += 42 + canvas.write(word, x + 42, 134, Face("regular", 32, "soft")) + 22

    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    high, pitch = (108, 122) if observation.seats > 4 else (136, 150)
    size = one_size(((each, _NAME_ROOM) for each in captions.names), "bold", (40, 36, 32, 28))
    for n, seat in enumerate(order):
        y = _HEADER + 10 + n * pitch + high // 2
        rank, total = outcome.ranks[seat], outcome.scores[seat]
        ground = "white" if rank == 1 else "paper"
        canvas.stamp(row_sprite(1146, high, ground), 600, y)
        canvas.write(str(rank), 62, y, Face("regular", 40, "soft", ground), "middle")
        look, is_machine = (62, captions.letters[seat]), seat in captions.machines
        draw_player(canvas, (130, y), seat, look, is_machine=is_machine)
        name = shortened(captions.names[seat], "bold", size, _NAME_ROOM)
        canvas.write(name, 184, y, Face("bold", size, "ink", ground))
        canvas.write(str(total), RIGHT - 18, y, Face("bold", 60, "ink", ground), "right")
        parts = [scored.points[seat] for scored in observation.scorings]
        parts.append(total - sum(parts))
        draw_bar(canvas, (y, ground), list(zip(parts, colours, strict=True)), max(outcome.scores))
    return framed_canvas(canvas, "frame")


def draw_bar(
    canvas: Canvas, place: tuple[int, str], parts: list[tuple[int, str]], most: int
) -> None:
    """Draw a bar of points by round; a number that has no room in its part stands behind."""
    (middle, ground), x = place, float(_BAR_LEFT)
    beside = ""
    for points, colour in parts:
        width = (_BAR_RIGHT - _BAR_LEFT) * points / max(1, most)
        if not points:
            continue
        piece = max(8, 2 * round(width / 2))
        canvas.stamp(bar_sprite(piece, 66, colour), x + piece / 2, middle)
        if piece >= max(_NUMBER_FROM, text_width(str(points), "bold", 34) + 10):
            face = Face("bold", 34, "ink", colour)
            canvas.write(str(points), x + piece / 2, middle, face, "middle")
        else:
            beside = str(points)
        x += piece
    canvas.write(beside, x + 10, middle, Face("bold", 36, "soft", ground))


@kept
def bar_sprite(width: int, height: int, colour: str) -> Sprite:
    """Return a part of a bar, in pixels."""
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
