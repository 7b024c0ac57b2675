"""The points of every seat over a match, with what changed them most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from render.canvas import Canvas, Face
from render.frames import framed
from render.lettering import one_size, shortened, text_width
from render.people.field import LABEL, MARGIN, Field, Scale, head
from render.shapes import Point
from render.signs import Badge, badge_sprite, chip_sprite, seat_sprite
from render.theme import WIDTH

LEFT, TOP, BOTTOM = 104, 138, 760
RIGHTS: Final = (920, 740)
"""Where a field ends at the right: with short names, and with long ones."""
MOST_EVENTS: Final = 4
_HEAD: Final = 132
"""Room for marks at the top of a field with events, above the highest line."""
_ASIDE: Final = 28
_APART: Final = 11
"""Between the lines of seats with equal points."""
_EVENT: Final = Face("bold", 38)
_LOSS: Final = Face("bold", 36, "hot", "land")
_SHAPE, _END_SHAPE, _PUSHED = 27, 56, 96
_NAME_SIZES, _POINTS = (38, 36, 34, 32, 30), Face("bold", 56)
_SHAPE_ASIDE, _NAME_ASIDE, _GAP = 44, 80, 20
"""From the field's right edge to shapes and names at the end, and between names and points."""
_HEXAGON, _DISC = 30, Badge(46)
_ROW: Final = 62


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat, its name and letter, and its points at the beginning and after each step."""

    seat: int
    letter: str
    name: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChartEvent:
    """Something that changed points at a step: `words` say it below the field.

    `label` stands in a hexagon, for a quake or a shock; "" for a swing. `losses` are seats with
    what they lost.
    """

    step: int
    words: str
    label: str = ""
    losses: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchChart:
    """All that a chart of a match shows.

    `lines` are in the order of their places, the winner first. `ticks` are steps with what stands
    below them. `is_stepped`: points change at once; else they are counted one by one.
    """

    title: str
    headline: str
    aside: str
    lines: tuple[SeatLine, ...]
    ticks: tuple[tuple[float, str], ...]
    events: tuple[ChartEvent, ...]
    foot: str
    is_stepped: bool = True


def match_chart(chart: MatchChart) -> Canvas:
    """Draw the chart; its height depends on how many events it tells."""
    steps = len(chart.lines[0].points)
    if not chart.lines or steps < 1 or any(len(each.points) != steps for each in chart.lines):
        raise ValueError("each seat needs its points at every step")
    events = chart.events[:MOST_EVENTS]
    rows_at = BOTTOM + 86
    canvas = framed("frame", WIDTH, rows_at + _ROW * len(events) + 84)
    head(canvas, chart.title, chart.headline)
    _write_aside(canvas, chart)

    field = Field(LEFT, TOP, _right(chart.lines), BOTTOM)
    every = [number for each in chart.lines for number in each.points]
    top = TOP + (_HEAD if events else MARGIN)
    across = Scale(0, max(1, steps - 1), LEFT + _ASIDE, field.right - _ASIDE)
    up = Scale(min(0, *every), max(1, *every), BOTTOM - _ASIDE, top)
    field.rules(up.at(each) for each in up.ticks())
    for each in events:
        if each.label:
            field.crack(across.at(each.step))
    paths = {line.seat: path for line, path in _paths(chart, field, across, up)}
    for path in paths.values():
        field.halo(path)
    for line in reversed(chart.lines):
        field.seat_line(paths[line.seat], line.seat)
    field.placed(canvas)

    for number in up.ticks():
        canvas.write(str(number), LEFT - 16, up.at(number), LABEL, "right")
    for step, words in chart.ticks:
        canvas.write(words, across.at(step), BOTTOM + 34, LABEL, "middle")
    _stamp_changes(canvas, chart, across, up)
    _stamp_ends(canvas, chart, field, [paths[line.seat][-1][1] for line in chart.lines])
    points = [point for path in paths.values() for point in path]
    _stamp_events(canvas, events, (field, across), points)
    _write_events(canvas, events, rows_at)
    canvas.write(chart.foot, MARGIN, canvas.picture.height - 46, LABEL)
    return canvas


def _write_aside(canvas: Canvas, chart: MatchChart) -> None:
    room = WIDTH - 3 * MARGIN - text_width(chart.title, LABEL.weight, LABEL.size)
    aside = shortened(chart.aside, LABEL.weight, LABEL.size, room)
    canvas.write(aside, WIDTH - MARGIN, 46, LABEL, "right")


def _right(lines: Sequence[SeatLine]) -> int:
    """Return where the field ends: where names have room beside it, as far as that may be."""
    names = max(text_width(line.name, "bold", _NAME_SIZES[0]) for line in lines)
    wide, narrow = RIGHTS
    right = WIDTH - MARGIN - _points_width(lines) - _GAP - names - _NAME_ASIDE
    return min(wide, max(narrow, right)) // 2 * 2


def _points_width(lines: Sequence[SeatLine]) -> int:
    return max(text_width(str(line.points[-1]), _POINTS.weight, _POINTS.size) for line in lines)


def _paths(
    chart: MatchChart, field: Field, across: Scale, up: Scale
) -> Iterator[tuple[SeatLine, list[Point]]]:
    """Yield the line of each seat in pixels; seats with equal points run side by side."""
    for line in chart.lines:
        path = list[Point]()
        for step, number in enumerate(line.points):
            equal = [each.seat for each in chart.lines if each.points[step] == number]
            aside = _APART * (equal.index(line.seat) - (len(equal) - 1) / 2)
            x, y = across.at(step), up.at(number) - aside
            if chart.is_stepped and path:
                path.append((x, path[-1][1]))
            path.append((x, y))
        path.append((field.right, path[-1][1]))
        yield line, path


def _stamp_changes(canvas: Canvas, chart: MatchChart, across: Scale, up: Scale) -> None:
    """Put a seat's shape wherever its points changed, the winner's on top."""
    for line in reversed(chart.lines):
        shape = seat_sprite(line.seat, _SHAPE)
        for step, (before, after) in enumerate(pairwise(line.points), 1):
            if before != after:
                canvas.stamp(shape, across.at(step), up.at(after))


def _stamp_ends(canvas: Canvas, chart: MatchChart, field: Field, ends: Sequence[float]) -> None:
    """Write names and points at the right, near the ends of their lines, but apart."""
    start = field.right + _NAME_ASIDE
    room = WIDTH - MARGIN - _points_width(chart.lines) - _GAP - start
    size = one_size([(line.name, room) for line in chart.lines], "bold", _NAME_SIZES)
    for line, y in zip(chart.lines, _pushed(ends), strict=True):
        shape = seat_sprite(line.seat, _END_SHAPE, line.letter)
        canvas.stamp(shape, field.right + _SHAPE_ASIDE, y)
        canvas.write(shortened(line.name, "bold", size, room), start, y, Face("bold", size))
        canvas.write(str(line.points[-1]), WIDTH - MARGIN, y, _POINTS, "right")


def _pushed(wanted: Sequence[float]) -> Sequence[float]:
    """Return heights at least `_PUSHED` apart, near the wanted ones, in their order."""
    heights = list[float]()
    for y in wanted:
        low = heights[-1] + _PUSHED if heights else float(TOP + 44)
        heights.append(max(y, low))
    over = heights[-1] - (BOTTOM - 30)
    for n in range(len(heights) - 1, -1, -1):
        if over <= 0:
            break
        heights[n] -= over
        over = heights[n - 1] + _PUSHED - heights[n] if n else 0
    return heights


def _stamp_events(
    canvas: Canvas,
    events: Sequence[ChartEvent],
    where: tuple[Field, Scale],
    points: Sequence[Point],
) -> None:
    """Mark events at the top of the field, and losses in empty places beside their cracks."""
    field, across = where
    marked = list[Point]()
    for number, each in enumerate(events, 1):
        x = across.at(each.step)
        y = float(TOP + 38)
        if each.label:
            canvas.stamp(chip_sprite(each.label, _HEXAGON, 34, "hot"), x, y)
            marked.append((x, y))
            y += 60
        while any(abs(x - px) < 56 and abs(y - py) < 50 for px, py in marked):
            y += 52
        canvas.stamp(badge_sprite(str(number), _DISC), x, y)
        marked.append((x, y))
    taken = [*points, *_between(points), *marked]
    for each in events:
        for seat, loss in each.losses:
            place = _empty_place(across.at(each.step), field, taken)
            if place is None:
                continue
            x, y = place
            canvas.stamp(seat_sprite(seat, _SHAPE), x, y)
            canvas.write(f"\N{MINUS SIGN}{loss}", x + 24, y, _LOSS)
            taken += [(x + dx, y) for dx in (0, 40, 80)]


def _between(points: Sequence[Point]) -> Iterator[Point]:
    """Yield points on the lines between others, near enough to keep words away."""
    for (ax, ay), (bx, by) in pairwise(points):
        far = max(abs(bx - ax), abs(by - ay))
        if far < WIDTH / 2 or ay == by:
            for n in range(1, int(far // 20)):
                part = 20 * n / far
                yield ax + part * (bx - ax), ay + part * (by - ay)


def _empty_place(x: float, field: Field, taken: Sequence[Point]) -> Point | None:
    """Return where a shape and a number beside a crack hide nothing; the highest, right first."""
    for left in (x + 40, x - 130):
        if not LEFT + 20 < left < field.right - 110:
            continue
        for y in range(TOP + 160, BOTTOM - 30, 12):
            if not any(-34 < px - left < 120 and abs(py - y) < 34 for px, py in taken):
                return left, y
    return None


def _write_events(canvas: Canvas, events: Sequence[ChartEvent], top: int) -> None:
    if not events:
        return
    canvas.box(MARGIN, top - 14, WIDTH - MARGIN, top - 12, "landline")
    for number, each in enumerate(events, 1):
        y = top + _ROW * number - 26
        canvas.stamp(badge_sprite(str(number), _DISC), MARGIN + 23, y)
        x = MARGIN + 66
        if each.label:
            canvas.stamp(chip_sprite(each.label, 25, 30, "hot"), x + 25, y)
            x += 66
        room = WIDTH - MARGIN - x
        canvas.write(shortened(each.words, _EVENT.weight, _EVENT.size, room), x, y, _EVENT)
