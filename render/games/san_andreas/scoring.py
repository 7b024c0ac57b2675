"""The picture of a scoring: values, the way that counts for each city, points."""

from typing import Final

from engine.boards.squares import moved
from engine.game import Seat
from engine.games.san_andreas.pieces import City, Score
from engine.games.san_andreas.preview import frames
from engine.games.san_andreas.state import Observation
from render.canvas import Canvas, Face
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import Coast, coast_of
from render.games.san_andreas.directions import step
from render.games.san_andreas.panels import LEFT, RIGHT, ROW, head, seat_row
from render.games.san_andreas.quake import latest
from render.games.san_andreas.signs import bead, path
from render.games.san_andreas.window import INSIDE, Box
from render.lettering import text_width
from render.shapes import Point
from render.signs import pill_sprite, seat_sprite

_HIGH: Final = 38
_TRIED: Final = ((0, 0), (1, 0), (0, 1), (0, -1), (2, 0), (1, 1), (1, -1), (0, 2), (0, -2))
"""Steps further out and aside that points may take so that they touch no others."""
_PIECE: Final = 0.36
"""Half the width of a piece, as a part of a space's side."""
_GAP: Final = 7
_BEFORE: Final = 33
"""Pixels in a pill before its text, where the shape of its seat stands."""
_BARE: Final = 12
"""The same without the shape."""
_NEXT: Final = (84, 42)
"""How far a pill moves on if it would touch another: across, down."""
_GAIN: Final = Face("regular", 36, "soft")


def scoring_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the board with every surviving city's points and where they come from."""
    quake = latest(observation)
    coast = coast_of(_scored(observation, quake.scores))
    # The spaces that cost cities points, on their ways to the coast.
    between = []
    for score in quake.scores:
        space = score.space
        for _ in range(score.distance or 0):
            space = moved(space, score.direction or "")
            between.append(space)
    coast.names(between)
    put_scores(coast, quake.scores, captions)
    coast.frame("frame")
    top = head(coast.canvas, 72 + ROW * observation.seats, captions)
    for seat, gain in enumerate(gained(observation)):
        middle = top + 24 + ROW * seat
        number = seat_row(coast.canvas, middle, Seat(seat), captions, room=200)
        coast.canvas.write(f"+{gain}", LEFT + 328, middle, _GAIN, "right")
        coast.canvas.write(str(observation.points[seat]), RIGHT - 3, middle, number, "right")
    return coast.canvas


def _scored(observation: Observation, scores: tuple[Score, ...]) -> Observation:
    """Return the table as it was scored: islands may have sunk, cities been founded since."""
    for moment in reversed(frames(observation)):
        if {(each.tile, each.quarter) for each in moment.layout.cities} == {
            (each.tile, each.quarter) for each in scores
        }:
            return moment
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
    for score, box in placed_points(coast, scores):
        text = _signed(score)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        ground = "paper" if score.points else "dim0"
        face = Face("bold", 32, "ink" if score.points else "soft", ground)
        wide = round(box[2] - box[0])
        coast.canvas.stamp(pill_sprite(wide, _HIGH, ground), x, y)
        coast.canvas.write(text, box[2] - 12, y, face, "right")
        if wide > text_width(text, "bold", 32) + _BARE + 12:
            coast.canvas.stamp(seat_sprite(score.seat, 21), box[0] + 19, y)


def _way(coast: Coast, score: Score) -> None:
    if not score.direction or not score.distance:
        return
    start, end = _stand(coast, score), _shore(coast, score)
    path(coast.canvas, start, end, score.seat)
    right, down = step(score.direction)
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
    right, down = step(score.direction)
    x, y = _stand(coast, score)
    middle = coast.window.middle(score.space)
    reach = (score.distance + 0.5) * coast.window.side
    return (middle[0] + right * reach if right else x, middle[1] + down * reach if down else y)


def placed_points(coast: Coast, scores: tuple[Score, ...]) -> list[tuple[Score, Box]]:
    """Return the pixels that each city's points take, where its way ends.

    Where they would touch, all do without the shapes of their seats, and then they may.
    """
    nearest = sorted(scores, key=lambda score: score.distance or 0)
    layout, half = coast.layout, _PIECE * coast.window.side
    seals = [pawn for pawn in layout.pawns if not pawn.is_covered]
    stands = [coast.stand(city.tile, city.space, city.quarter) for city in layout.cities]
    stands += [coast.stand(pawn.tile, pawn.space, pawn.quarter) for pawn in seals]
    standing: list[Box] = [(x - half, y - half, x + half, y + half) for x, y in stands]
    for before in (_BEFORE, _BARE):
        taken = list(standing)
        boxes: list[Box] = []
        for score in nearest:
            wide = before + text_width(_signed(score), "bold", 32) + 12
            tried = [
                (x - wide / 2, y - _HIGH / 2, x + wide / 2, y + _HIGH / 2)
                for x, y in _places(coast, score, wide)
            ]
            hidden = [_hidden(box, taken) for box in tried]
            # The first that touches nothing, or where the least is hidden.
            best = min(range(len(tried)), key=hidden.__getitem__)
            boxes.append(tried[best])
            taken.append(tried[best])
            if hidden[best] and before != _BARE:
                break
        else:
            break
    return list(zip(nearest, boxes, strict=True))


def _signed(score: Score) -> str:
    return f"+{score.points}" if score.points else "0"


def _places(coast: Coast, score: Score, wide: int) -> list[Point]:
    """Return where points may stand, the best first: in the water, where the way ends."""
    side = coast.window.side
    if score.direction is None:
        stand = _stand(coast, score)
        return [(stand[0] + 0.42 * side, stand[1] - 0.4 * side)]
    right, down = step(score.direction)
    shore = _shore(coast, score)
    x, y = shore[0] + right * (wide / 2 + _GAP), shore[1] + down * (_HIGH / 2 + _GAP)
    return [
        (
            x + out * right * _NEXT[0] + aside * down * _NEXT[0] / 2,
            y + out * down * _NEXT[1] + aside * right * _NEXT[1],
        )
        for out, aside in _TRIED
    ]


def _hidden(box: Box, taken: list[Box]) -> float:
    """Return how many pixels of a box lie on others, or outside."""
    left, top, right, bottom = INSIDE
    within = min(box[2], right) - max(box[0], left), min(box[3], bottom) - max(box[1], top)
    outside = (box[2] - box[0]) * (box[3] - box[1]) - max(0.0, within[0]) * max(0.0, within[1])
    # Round ends may come as near as that.
    core = (box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4)
    hidden = 4 * outside
    for other in taken:
        across = min(core[2], other[2]) - max(core[0], other[0])
        down = min(core[3], other[3]) - max(core[1], other[1])
        hidden += max(0.0, across) * max(0.0, down)
    return hidden


def gained(observation: Observation) -> tuple[int, ...]:
    """Return what each seat scored in the latest quake."""
    gains = [0] * observation.seats
    for score in latest(observation).scores:
        gains[score.seat] += score.points
    return tuple(gains)
