"""The points of all players of a title in a server, and how often they won with so many."""

from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas, Face
from render.frames import framed
from render.people.field import LABEL, MARGIN, Field, Scale
from render.people.stats_card import FIGURES_HIGH, Figure, write_figures, write_head
from render.theme import WIDTH

LEFT, RIGHT, TOP, BOTTOM = 90, 1164, 146, 716
_ASIDE, _BETWEEN = 32, 14
_ABOVE: Final = Face("bold", 36, "ink", "land")
_WITHIN: Final = Face("bold", 34, "white", "frame")
_LEGEND: Final = Face("regular", 36)
_READABLE: Final = 42
"""How high a bar must be for a number in it."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many players had points from `low` up to where the next bar begins, and how many won."""

    low: int
    count: int
    wins: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """All that the picture of a title shows; `step` is how many points a bar is wide."""

    title: str
    aside: str
    headline: str
    totals: str
    bars: tuple[Bar, ...]
    step: int
    won: str
    every: str
    figures: tuple[Figure, ...]


def distribution(shown: Distribution) -> Canvas:
    """Draw bars for all, the part that won filled."""
    bars = shown.bars
    if not bars:
        raise ValueError("points of nobody")
    canvas = framed("frame", WIDTH, BOTTOM + 176 + FIGURES_HIGH)
    write_head(canvas, (shown.title, shown.aside), (shown.headline, shown.totals))

    up = Scale(0, max(each.count for each in bars), BOTTOM, TOP + 80)
    low, high = bars[0].low, bars[-1].low + shown.step
    across = Scale(low, high, LEFT + _ASIDE, RIGHT - _ASIDE)
    field = Field(LEFT, TOP, RIGHT, BOTTOM)
    ticks = [each for each in up.ticks(4) if each]
    field.rules(up.at(each) for each in ticks)
    for each in bars:
        left = across.at(each.low) + _BETWEEN / 2
        right = across.at(each.low + shown.step) - _BETWEEN / 2
        if each.count:
            for y, by, colour in (
                (up.at(each.count), 0.0, "ink"),
                (up.at(each.count), 2.5, "paper"),
                (up.at(each.wins), 2.5, "frame"),
            ):
                top, bottom = y + (by if y == up.at(each.count) else 0), float(BOTTOM)
                field.fill(
                    [
                        (left + by, top),
                        (right - by, top),
                        (right - by, bottom),
                        (left + by, bottom),
                    ],
                    colour,
                )
    field.placed(canvas)

    for number in ticks:
        canvas.write(str(number), LEFT - 14, up.at(number), LABEL, "right")
    for points in (*(each.low for each in bars), high):
        canvas.write(str(points), across.at(points), BOTTOM + 32, LABEL, "middle")
    for each in bars:
        middle = across.at(each.low + shown.step / 2)
        if each.count:
            canvas.write(str(each.count), middle, up.at(each.count) - 26, _ABOVE, "middle")
        if BOTTOM - up.at(each.wins) >= _READABLE:
            canvas.write(str(each.wins), middle, up.at(each.wins) + 25, _WITHIN, "middle")
    _write_legend(canvas, shown)
    canvas.box(MARGIN, BOTTOM + 134, WIDTH - MARGIN, BOTTOM + 136, "landline")
    write_figures(canvas, shown.figures, BOTTOM + 140)
    return canvas


def _write_legend(canvas: Canvas, shown: Distribution) -> None:
    x, y = MARGIN + 4, BOTTOM + 90
    for words, colour in ((shown.won, "frame"), (shown.every, "paper")):
        canvas.box(x, y - 18, x + 36, y + 18, "ink")
        canvas.box(x + 2.5, y - 15.5, x + 33.5, y + 15.5, colour)
        x += 54 + canvas.write(words, x + 54, y, _LEGEND) + 46
