"""The picture of a scoring: values, the way that counts for each city, points."""

from typing import Final

from engine.boards.squares import Space, moved
from engine.games.san_andreas.preview import frames
from engine.games.san_andreas.reports import Score
from engine.games.san_andreas.state import City, Observation
from engine.seat import Seat
from render.canvas import Canvas, Face
from render.games.san_andreas.board import coast_of
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import Coast
from render.games.san_andreas.marks import bead, path, way
from render.games.san_andreas.panels import LEFT, RIGHT, ROW, compass, head, seat_row
from render.games.san_andreas.quake import latest
from render.games.san_andreas.window import INSIDE, NEAR_COMPASS, Box, overlap
from render.lettering import text_width
from render.seats import pill_sprite, seat_sprite
from render.shapes import Point

_HIGH: Final = 38
_TRIED: Final = ((0, 0), (1, 0), (0, 1), (0, -1), (2, 0), (1, 1), (1, -1), (0, 2), (0, -2))
"""Steps further out and aside that points may take so that they touch no others."""
_GAP: Final = 7
_BEFORE: Final = 33
"""Pixels in a pill before its text, where the shape of its seat stands."""
_NEXT: Final = (84, 42)
"""How far a pill moves on if it would touch another: across, down."""
_GAIN: Final = Face("regular", 36, "soft")


def scoring_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the board with every surviving city's points and where they come from."""
    quake = latest(observation)
    coast = coast_of(_scored(observation, quake.scores))
    coast.names([space for score in quake.scores for space in _between(score)])
    put_scores(coast, quake.scores, captions)
    coast.frame("frame")
    _panel(coast.canvas, observation, captions)
    compass(coast.canvas, captions)
    return coast.canvas


def _scored(observation: Observation, scores: tuple[Score, ...]) -> Observation:
    """Return the table as it was scored: islands may have sunk, cities been founded since."""
    for step in reversed(frames(observation)):
        if {(each.tile, each.quarter) for each in step.layout.cities} == {
            (each.tile, each.quarter) for each in scores
        }:
            return step
    raise Undrawable("the latest quake was not scored as it ran")


def put_scores(coast: Coast, scores: tuple[Score, ...], captions: Captions) -> None:
    """Draw the ways to the coast under the pieces, and the points above them."""
    for score in sorted(scores, key=lambda score: -(score.distance or 0)):
        _way(coast, score)
    values = {(score.tile, score.quarter): score.value for score in scores}

    def value(city: City) -> str:
        found = values.get((city.tile, city.quarter), city.value)
        return captions.letters[city.seat] if found is None else str(found)

    coast.pieces(value)
    taken: list[Box] = [NEAR_COMPASS]
    for score in sorted(scores, key=lambda score: score.distance or 0):
        taken.append(_points(coast, score, taken))


def _between(score: Score) -> list[Space]:
    """Return the spaces that cost a city points, on its way to the coast."""
    spaces, space = [], score.space
    for _ in range(score.distance or 0):
        space = moved(space, score.direction or "")
        spaces.append(space)
    return spaces


def _way(coast: Coast, score: Score) -> None:
    if not score.direction or not score.distance:
        return
    start, end = _stand(coast, score), _shore(coast, score)
    path(coast.canvas, start, end, score.seat)
    right, down = way(score.direction)
    side = coast.window.side
    x, y = coast.window.middle(score.space)
    for n in range(1, score.distance + 1):
        place = (x + n * side * right, y + n * side * down)
        coast.canvas.stamp(bead(), place[0] if right else start[0], place[1] if down else start[1])


def _stand(coast: Coast, score: Score) -> tuple[int, int]:
    return coast.window.stand(score.space, score.quarter)


def _shore(coast: Coast, score: Score) -> tuple[float, float]:
    """Return where the way of a city leaves the ground, on the line that its piece stands on."""
    assert score.direction is not None
    assert score.distance is not None
    right, down = way(score.direction)
    x, y = _stand(coast, score)
    middle = coast.window.middle(score.space)
    reach = (score.distance + 0.5) * coast.window.side
    return (middle[0] + right * reach if right else x, middle[1] + down * reach if down else y)


def _points(coast: Coast, score: Score, taken: list[Box]) -> Box:
    """Draw the points of a city where its way ends; return the pixels they take."""
    text = f"+{score.points}" if score.points else "0"
    wide = _BEFORE + text_width(text, "bold", 32) + 12
    box = _free(_places(coast, score, wide), wide, taken)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    ground = "paper" if score.points else "dim0"
    face = Face("bold", 32, "ink" if score.points else "soft", ground)
    coast.canvas.stamp(pill_sprite(wide, _HIGH, ground), x, y)
    coast.canvas.stamp(seat_sprite(score.seat, 21), box[0] + 19, y)
    coast.canvas.write(text, box[0] + _BEFORE, y, face)
    return box


def _places(coast: Coast, score: Score, wide: int) -> list[Point]:
    """Return where points may stand, the best first: in the water, where the way ends."""
    side = coast.window.side
    if score.direction is None:
        stand = _stand(coast, score)
        return [(stand[0] + 0.42 * side, stand[1] - 0.4 * side)]
    right, down = way(score.direction)
    shore = _shore(coast, score)
    x, y = shore[0] + right * (wide / 2 + _GAP), shore[1] + down * (_HIGH / 2 + _GAP)
    return [
        (
            x + out * right * _NEXT[0] + aside * down * _NEXT[0] / 2,
            y + out * down * _NEXT[1] + aside * right * _NEXT[1],
        )
        for out, aside in _TRIED
    ]


def _free(places: list[Point], wide: int, taken: list[Box]) -> Box:
    """Return the first place that touches nothing, or the first of all."""
    left, top, right, bottom = INSIDE
    boxes = [(x - wide / 2, y - _HIGH / 2, x + wide / 2, y + _HIGH / 2) for x, y in places]
    for box in boxes:
        inside = left < box[0] and top < box[1] and box[2] < right and box[3] < bottom
        # Round ends may come as near as that.
        core = (box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3)
        if inside and not any(overlap(core, other) for other in taken):
            return box
    return boxes[0]


def gained(observation: Observation) -> tuple[int, ...]:
    """Return what each seat scored in the latest quake."""
    gains = [0] * observation.seats
    for score in latest(observation).scores:
        gains[score.seat] += score.points
    return tuple(gains)


def _panel(canvas: Canvas, observation: Observation, captions: Captions) -> None:
    top = head(canvas, 72 + ROW * observation.seats, captions)
    for seat, gain in enumerate(gained(observation)):
        middle = top + 24 + ROW * seat
        number = seat_row(canvas, middle, Seat(seat), captions, room=210)
        canvas.write(f"+{gain}", LEFT + 328, middle, _GAIN, "right")
        canvas.write(str(observation.points[seat]), RIGHT - 3, middle, number, "right")
