"""What never changes on a board's map: water, waterlines, land. Drawn once and kept."""

from typing import Final

from PIL import Image, ImageDraw

from render.canvas import Canvas
from render.games.aftershock.chart import MAP, Chart, Place
from render.palette import active
from render.shapes import Outline, circle, moved
from render.sprites import Sketch, Sprite, kept

_TIMES: Final = 3
_WAVES: Final = ((30, 1.5, "wave4"), (22, 1.8, "wave3"), (15, 2.0, "wave2"), (8, 2.2, "wave1"))
"""Waterlines from the outermost in: pixels from the shore, thickness, colour."""
_PIECE: Final = 3
"""How many corners of a shore make one piece of what lies around it."""
_CLIFF: Final = 7
_SHORE: Final = 1.6


def lay_water(canvas: Canvas, chart: Chart) -> None:
    """Put the map of a board into a picture."""
    canvas.picture.paste(water_sprite(chart).picture, MAP[:2])


@kept
def water_sprite(chart: Chart) -> Sprite:
    """Return the map of a board without anything that changes."""
    size = (MAP[2] - MAP[0]) * _TIMES, (MAP[3] - MAP[1]) * _TIMES
    picture = Image.new("RGB", size, active().rgb["deep"])
    draw = ImageDraw.Draw(picture)
    islets = [moved(circle(radius), x, y) for x, y, radius in chart.islets]
    shores = [place.shore for place in chart.places.values()]
    for away, thick, colour in _WAVES:
        for by, painted in ((away + thick / 2, colour), (away - thick / 2, "deep")):
            for shore in shores:
                fringe(draw, shore, by, painted)
    for shore, high in (*((each, 3) for each in islets), *((each, _CLIFF) for each in shores)):
        _fill(draw, moved(shore, high / 2, 1.5 * high), "shade")
    for shore in islets:
        _land(draw, shore, 3)
    for shore in shores:
        _land(draw, shore, _CLIFF)
    return Sprite(active().mapped(picture.reduce(_TIMES)), None, 0, 0)


def fringe(draw: ImageDraw.ImageDraw, shore: Outline, by: float, colour: str) -> None:
    """Fill what lies outside of a shore, up to a distance.

    In short pieces: a whole ring would cross itself in coves. A wide line with round joints would
    take ten times as long.
    """
    outer = offset(shore, by)
    count = len(shore)
    for start in range(0, count, _PIECE):
        part = [n % count for n in range(start, min(start + _PIECE, count) + 1)]
        _fill(draw, [*(shore[n] for n in part), *(outer[n] for n in reversed(part))], colour)


def _land(draw: ImageDraw.ImageDraw, shore: Outline, high: float) -> None:
    cliff = moved(shore, 0, high)
    _fill(draw, cliff, "cliff")
    _stroke(draw, cliff, _SHORE, "coast")
    # Between shore and cliff the land is one mass, also where the shore runs straight down.
    _fill(draw, moved(shore, 0, high / 2), "cliff")
    _fill(draw, shore, "ground")
    _stroke(draw, shore, _SHORE, "coast")


def _large(outline: Outline) -> list[tuple[float, float]]:
    return [((x - MAP[0]) * _TIMES, (y - MAP[1]) * _TIMES) for x, y in outline]


def _fill(draw: ImageDraw.ImageDraw, outline: Outline, colour: str) -> None:
    draw.polygon(_large(outline), fill=active().rgb[colour])


def _stroke(draw: ImageDraw.ImageDraw, outline: Outline, width: float, colour: str) -> None:
    points = _large(outline)
    thick = max(1, round(width * _TIMES))
    draw.line([*points, *points[:2]], active().rgb[colour], thick, joint="curve")


@kept
def tinted_land(place: Place, colour: str) -> Sprite:
    """Return an area in another colour, to lay over its land."""
    x, y, half_width, half_height = box_of(place)
    sketch = Sketch(half_width, half_height, colour)
    shore = moved(place.shore, -x, -y)
    sketch.shape(shore)
    sketch.fill(shore, colour)
    sketch.line([*shore, shore[0]], _SHORE, "coast")
    return sketch.finished()


def box_of(place: Place, spare: float = 2) -> tuple[float, float, float, float]:
    """Return the middle of an area's box, and how far it reaches from there, in pixels."""
    xs, ys = zip(*place.shore, strict=True)
    x, y = round((min(xs) + max(xs)) / 2), round((min(ys) + max(ys)) / 2)
    return x, y, max(xs) - x + spare, max(ys) - y + spare


@kept
def around_land(place: Place, lines: tuple[tuple[float, float, str], ...]) -> Sprite:
    """Return lines around an area: how far from its shore, how thick, in which colour."""
    x, y, half_width, half_height = box_of(place, max(away + thick for away, thick, _ in lines) + 3)
    sketch = Sketch(half_width, half_height, lines[0][2])
    shore = moved(place.shore, -x, -y)
    for away, thick, colour in lines:
        line = offset(shore, away)
        closed = [*line, line[0], line[1]]
        sketch.shape_line(closed, thick)
        sketch.line(closed, thick, colour)
    return sketch.finished()


def offset(shore: Outline, by: float) -> Outline:
    """Return a line `by` pixels outside of a shore; corners that turn in are left out."""
    if not by:
        return shore
    count = len(shore)
    found = []
    for n in range(count):
        (ax, ay), (zx, zy) = shore[n - 1], shore[(n + 1) % count]
        length = ((zx - ax) ** 2 + (zy - ay) ** 2) ** 0.5 or 1.0
        x, y = shore[n]
        found.append((x + (zy - ay) / length * by, y - (zx - ax) / length * by))
    return found
