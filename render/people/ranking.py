"""The ranking of a server at one title: a dot and a bar for each player's strength."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas, Face
from render.frames import framed, plate
from render.lettering import one_size, shortened, text_width
from render.people.field import LABEL, MARGIN, Field, Scale, grouped, head
from render.people.signs import dot_sprite
from render.signs import Badge, badge_sprite
from render.theme import WIDTH

LEFT, RIGHT, TOP = 396, 856, 150
MOST_ROWS: Final = 10
BEST: Final = 3
"""This many places have a disc."""
_HEAD, _ROW, _BELOW = 70, 100, 20
"""Heights: of the words above the bars, of a row, and below the last one."""
_NAME_AT: Final = 112
_NAME_SIZES: Final = (44, 40, 36)
_NUMBER, _DOUBT = 54, Face("regular", 38, "soft")
_NUMBER_AT, _DOUBT_AT = 1044, WIDTH - MARGIN
_LEVEL, _APART = Face("regular", 28, "soft", "land"), 12
"""How a level's name is written, and how far from the next one and from the edge."""
_END: Final = 15
"""Half the height of what closes a bar."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A row: what it says, and where the bar lies. `is_own`: the viewer's, in a private picture."""

    place: int
    name: str
    matches: str
    number: str
    doubt: str
    low: float
    middle: float
    high: float
    is_provisional: bool = False
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """All that a picture of a ranking shows.

    `levels` are computer players with their strength; `levels_said` stands in front of them.
    `comma` groups the digits of large numbers.
    """

    title: str
    headline: str
    rows: tuple[RankedPlayer, ...]
    levels: tuple[tuple[str, float], ...]
    levels_said: str
    foot: str
    comma: str = ","
    is_private: bool = False


def ranking(shown: Ranking) -> Canvas:
    """Draw a ranking; its height depends on how many rows it has, at most ten."""
    rows = shown.rows[:MOST_ROWS]
    if not rows:
        raise ValueError("a ranking of nobody")
    bottom = TOP + _HEAD + _ROW * len(rows) + _BELOW
    canvas = framed("amber" if shown.is_private else "frame", WIDTH, bottom + 130)
    head(canvas, shown.title, shown.headline, is_private=shown.is_private)

    lows = [each.low for each in rows] + [strength for _, strength in shown.levels]
    highs = [each.high for each in rows] + [strength for _, strength in shown.levels]
    across = Scale(min(lows), max(highs), LEFT + 44, RIGHT - 44)
    field = Field(LEFT, TOP, RIGHT, bottom)
    for _, strength in shown.levels:
        _dashes(field, across.at(strength))
    for n, each in enumerate(rows):
        _bar(field, across, each, _height(n))
    field.placed(canvas)

    if shown.levels:
        canvas.write(shown.levels_said, LEFT - 18, TOP + 36, LABEL, "right")
    for name, x in _spread(shown.levels, across):
        canvas.write(name, x, TOP + 36, _LEVEL, "middle")
    for number in across.ticks(most=3):
        canvas.write(grouped(number, shown.comma), across.at(number), bottom + 34, LABEL, "middle")
    _write_rows(canvas, rows)
    for n, each in enumerate(rows):
        dot = dot_sprite(33, "frame", is_full=not each.is_provisional)
        canvas.stamp(dot, across.at(each.middle), _height(n))
    canvas.write(shown.foot, MARGIN, canvas.picture.height - 46, LABEL)
    return canvas


def _height(row: int) -> int:
    return TOP + _HEAD + _ROW * row + _ROW // 2


def _dashes(field: Field, x: float) -> None:
    for y in range(field.top + 66, field.bottom - 8, 26):
        field.line(((x, y), (x, min(y + 13, field.bottom - 8))), 3.4, "shadow")


def _bar(field: Field, across: Scale, row: RankedPlayer, y: float) -> None:
    colour = "soft" if row.is_provisional else "frame"
    low, high = across.at(row.low), across.at(row.high)
    for wider, painted in ((5.0, "paper"), (0.0, colour)):
        field.line(((low, y), (high, y)), 9 + wider, painted)
        for x in (low, high):
            field.line(((x, y - _END), (x, y + _END)), 5 + wider, painted)


def _spread(levels: Sequence[tuple[str, float]], across: Scale) -> list[tuple[str, float]]:
    """Return the names of levels with where they stand: over their line, but apart."""
    found = list[tuple[str, float]]()
    begin: float = LEFT + _APART
    for name, strength in sorted(levels, key=lambda each: each[1]):
        half = text_width(name, _LEVEL.weight, _LEVEL.size) / 2
        x = max(across.at(strength), begin + half)
        found.append((name, x))
        begin = x + half + _APART
    # From the right: what is beyond the edge moves to the left, and what stands there with it.
    end: float = RIGHT - _APART
    placed = list[tuple[str, float]]()
    for name, x in reversed(found):
        half = text_width(name, _LEVEL.weight, _LEVEL.size) / 2
        placed.append((name, min(x, end - half)))
        end = placed[-1][1] - half - _APART
    return placed


def _write_rows(canvas: Canvas, rows: Sequence[RankedPlayer]) -> None:
    room = LEFT - 24 - _NAME_AT
    size = one_size([(each.name, room) for each in rows], "bold", _NAME_SIZES)
    for n, each in enumerate(rows):
        y = _height(n)
        if each.is_own:
            for left, right in ((MARGIN - 12, LEFT - 12), (RIGHT + 10, WIDTH - MARGIN + 14)):
                box = plate(right - left, _ROW - 8)
                canvas.stamp(box, (left + right) / 2, y)
        ground = "paper"
        if each.place <= BEST:
            canvas.stamp(badge_sprite(str(each.place), Badge(54)), MARGIN + 28, y)
        else:
            place = Face("bold", 42, "soft", ground)
            canvas.write(str(each.place), MARGIN + 28, y, place, "middle")
        name = shortened(each.name, "bold", size, room)
        canvas.write(name, _NAME_AT, y - 19, Face("bold", size, "ink", ground))
        canvas.write(each.matches, _NAME_AT, y + 25, Face("regular", 32, "soft", ground))
        number = Face("bold", _NUMBER, "soft" if each.is_provisional else "ink", ground)
        canvas.write(each.number, _NUMBER_AT, y, number, "right")
        canvas.write(each.doubt, _DOUBT_AT, y, _DOUBT, "right")
        if n + 1 < len(rows):
            rule = y + _ROW // 2
            canvas.box(MARGIN, rule - 1, LEFT - 16, rule + 1, "landline")
            canvas.box(RIGHT + 14, rule - 1, WIDTH - MARGIN, rule + 1, "landline")
