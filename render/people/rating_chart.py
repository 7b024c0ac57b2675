"""A player's rating after each match, with what is likely around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from render.canvas import Canvas, Face
from render.frames import framed
from render.people.field import LABEL, MARGIN, Field, Scale, grouped, head
from render.people.signs import dot_sprite
from render.theme import WIDTH

LEFT, RIGHT, TOP, BOTTOM = 126, 1016, 146, 800
_ASIDE: Final = 36
_LEGEND: Final = Face("regular", 36)
_BEST: Final = Face("bold", 38, "ink", "land")
_MOST_TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class RatingStep:
    """The rating after a match. `is_early`: not shown as a rating yet; else perhaps provisional."""

    number: int
    doubt: int
    is_won: bool
    is_early: bool = False
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatingLegend:
    """What the marks of a chart of ratings mean."""

    won: str
    other: str
    likely: str
    levels: str


@dataclass(frozen=True, slots=True)
class RatingChart:
    """All that a chart of a rating shows. `best` stands at the highest rating that is shown."""

    title: str
    headline: str
    aside: str
    matches: tuple[RatingStep, ...]
    match_word: str
    best: str
    levels: tuple[tuple[str, float], ...]
    legend: RatingLegend
    comma: str = ","
    is_private: bool = False


def rating_chart(chart: RatingChart) -> Canvas:
    """Draw the chart, 1,000 pixels high."""
    matches = chart.matches
    if not matches:
        raise ValueError("a rating without matches")
    canvas = framed("amber" if chart.is_private else "frame", WIDTH, 1000)
    head(canvas, chart.title, chart.headline, is_private=chart.is_private)
    canvas.write(chart.aside, WIDTH - MARGIN, 96, Face("regular", 36, "soft"), "right")

    strengths = [strength for _, strength in chart.levels]
    low = min(*(each.number - each.doubt for each in matches), *strengths, 1400)
    high = max(*(each.number + each.doubt for each in matches), *strengths, 1600)
    up = Scale(low, high, BOTTOM - 30, TOP + 30)
    across = Scale(0, max(1, len(matches) - 1), LEFT + _ASIDE, RIGHT - _ASIDE)
    field = Field(LEFT, TOP, RIGHT, BOTTOM)
    _fill_likely(field, matches, across, up)
    field.rules(up.at(each) for each in up.ticks())
    for _, strength in chart.levels:
        for x in range(LEFT + 8, RIGHT - 8, 26):
            ends = (x, up.at(strength)), (min(x + 14, RIGHT - 8), up.at(strength))
            field.line(ends, 3.4, "soft")
    _draw_line(field, matches, across, up)
    field.placed(canvas)

    for number in up.ticks():
        canvas.write(grouped(number, chart.comma), LEFT - 14, up.at(number), LABEL, "right")
    for name, strength in chart.levels:
        canvas.write(name, RIGHT + 14, up.at(strength), LABEL)
    canvas.write(chart.match_word, LEFT - 14, BOTTOM + 34, LABEL, "right")
    for n in _ticks(len(matches)):
        canvas.write(str(n), across.at(n - 1), BOTTOM + 34, LABEL, "middle")
    for n, each in enumerate(matches):
        dot = dot_sprite(14, "soft", is_full=True)
        if not each.is_early:
            dot = dot_sprite(22 if each.is_provisional else 28, "ink", is_full=each.is_won)
        canvas.stamp(dot, across.at(n), up.at(each.number))
    _write_best(canvas, chart, across, up)
    _write_legend(canvas, chart.legend, has_levels=bool(chart.levels))
    return canvas


def _fill_likely(field: Field, matches: Sequence[RatingStep], across: Scale, up: Scale) -> None:
    upper = [(across.at(n), up.at(each.number + each.doubt)) for n, each in enumerate(matches)]
    lower = [(across.at(n), up.at(each.number - each.doubt)) for n, each in enumerate(matches)]
    if len(matches) > 1:
        field.fill([*upper, *reversed(lower)], "grounddim")
    else:
        field.line((upper[0], lower[0]), 24, "grounddim")


def _draw_line(field: Field, matches: Sequence[RatingStep], across: Scale, up: Scale) -> None:
    points = [(across.at(n), up.at(each.number)) for n, each in enumerate(matches)]
    for (one, before), (other, after) in pairwise(zip(points, matches, strict=True)):
        if before.is_early:
            continue
        if after.is_provisional or before.is_provisional:
            field.line((one, other), 5, "soft")
        else:
            field.line((one, other), 13, "paper")
            field.line((one, other), 7, "frame")


def _ticks(count: int) -> Sequence[int]:
    """Return which matches are numbered: the first, the last, and round ones between."""
    every = Scale(1, count, 0, 1).ticks(_MOST_TICKS)
    between = [n for n in every if 1 < n < count - 0.6 * every.step] if count > 1 else []
    return sorted({1, *between, count})


def _write_best(canvas: Canvas, chart: RatingChart, across: Scale, up: Scale) -> None:
    shown = [(each.number, n) for n, each in enumerate(chart.matches) if not each.is_early]
    if not shown or not chart.best:
        return
    number, n = max(shown)
    x = min(max(across.at(n), LEFT + 130), RIGHT - 130)
    canvas.write(chart.best, x, up.at(number) - 46, _BEST, "middle")


def _write_legend(canvas: Canvas, legend: RatingLegend, *, has_levels: bool) -> None:
    x, y = MARGIN + 18, 914
    for words, is_full in ((legend.won, True), (legend.other, False)):
        canvas.stamp(dot_sprite(32, "ink", is_full=is_full, ground="paper"), x, y)
        x += 30 + canvas.write(words, x + 30, y, _LEGEND) + 46
    canvas.box(x - 14, y - 20, x + 42, y + 20, "grounddim")
    x += 56 + canvas.write(legend.likely, x + 56, y, _LEGEND) + 46
    if has_levels:
        for dash in range(3):
            canvas.box(x - 10 + 22 * dash, y - 2, x + 4 + 22 * dash, y + 2, "soft")
        canvas.write(legend.levels, x + 66, y, _LEGEND)
