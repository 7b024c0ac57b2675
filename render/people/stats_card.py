"""A card of what a person has played: each title with its last places, and figures below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from render.canvas import Canvas, Face
from render.frames import framed
from render.lettering import fitting_size, shortened, text_width
from render.people.emblems import emblem_sprite
from render.people.field import HEADLINE, LABEL, MARGIN
from render.people.signs import box_sprite, dot_sprite, place_sprite
from render.signs import padlock_sprite
from render.theme import WIDTH

TOP: Final = 146
MOST_PLACES: Final = 10
_LEFT, _RIGHT = MARGIN - 4, WIDTH - MARGIN + 2
_TEXT_AT, _END = 172, WIDTH - MARGIN - 24
_BARE, _WITH_COUNTS, _GAP = 146, 224, 20
"""Heights of a title's box, without and with what it counts, and between boxes."""
_TOTALS: Final = Face("bold", 42)
_NAME, _SMALL = Face("bold", 46, "ink", "white"), Face("regular", 36, "soft", "white")
_NUMBER_SIZE, _DOUBT = 62, Face("regular", 38, "soft", "white")
_COUNTS: Final = Face("regular", 36, "ink", "white")
_FIGURE_SIZES: Final = (62, 54, 48, 42, 36, 32)
_FIGURE_LABEL_SIZES: Final = (36, 34, 32, 30, 28)
_ASIDE: Final = Face("regular", 38, "soft")
_LABEL_SIZES, _HEADLINE_SIZES = (32, 30, 28, 26), (52, 48, 44, 40, 36)
_BETWEEN: Final = 36
FIGURES_HIGH: Final = 168
_FOOT: Final = Face("regular", 36)
_FOOT_LINE: Final = 52


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in large letters, with what it is below and a remark beside it."""

    number: str
    label: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class TitleLine:
    """What was played of a title.

    `rating` is "" if there is none to show: then `rated` of `dots` are full. `doubt` stands beside
    either. `places` are the last ones, the oldest first, each with whether it was a win.
    """

    game: str
    name: str
    matches: str
    rating: str = ""
    doubt: str = ""
    rated: int = 0
    dots: int = 0
    places: tuple[tuple[int, bool], ...] = ()
    counts: str = ""
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class StatsCard:
    """All that a card shows: `figures` are rows of up to three, `foot` lines below them."""

    title: str
    aside: str
    headline: str
    totals: str
    titles: tuple[TitleLine, ...]
    figures: tuple[tuple[Figure, ...], ...]
    foot: tuple[str, ...] = ()
    is_private: bool = False


def stats_card(card: StatsCard) -> Canvas:
    """Draw the card; its height depends on what it shows."""
    if not card.titles:
        raise ValueError("a card of nothing")
    rows = [each for each in card.figures if each]
    boxes = sum(_high(each) + _GAP for each in card.titles)
    foot = _FOOT_LINE * len(card.foot) + (20 if card.foot else 0)
    height = TOP + boxes + FIGURES_HIGH * len(rows) + foot + 30
    canvas = framed("amber" if card.is_private else "frame", WIDTH, height)
    write_head(canvas, (card.title, card.aside), (card.headline, card.totals), card.is_private)
    y = TOP
    for each in card.titles:
        _write_title(canvas, each, y)
        y += _high(each) + _GAP
    for figures in rows:
        write_figures(canvas, figures, y)
        y += FIGURES_HIGH
    for line in card.foot:
        room = WIDTH - 2 * MARGIN
        canvas.write(shortened(line, _FOOT.weight, _FOOT.size, room), MARGIN, y + 32, _FOOT)
        y += _FOOT_LINE
    return canvas


def write_head(
    canvas: Canvas,
    small: tuple[str, str],
    large: tuple[str, str],
    is_private: bool = False,  # noqa: FBT001, FBT002 - passed on
) -> None:
    """Write what a picture is about: two small words above two large ones, left and right."""
    (title, aside), (headline, totals) = small, large
    end = WIDTH - MARGIN - (44 if is_private else 0)
    room = end - MARGIN
    size = fitting_size(f"{title}      {aside}", LABEL.weight, _LABEL_SIZES, room)
    label = replace(LABEL, size=size)
    title = shortened(title, label.weight, size, room // 2)
    width = canvas.write(title, MARGIN, 46, label)
    aside = shortened(aside, label.weight, size, room - width - MARGIN)
    canvas.write(aside, end, 46, label, "right")
    if is_private:
        canvas.stamp(padlock_sprite(), WIDTH - MARGIN - 14, 46)
    width = canvas.write(totals, WIDTH - MARGIN, 96, _TOTALS, "right")
    room = WIDTH - 3 * MARGIN - width
    size = fitting_size(headline, HEADLINE.weight, _HEADLINE_SIZES, room)
    headline = shortened(headline, HEADLINE.weight, size, room)
    canvas.write(headline, MARGIN, 96, replace(HEADLINE, size=size))


def write_figures(canvas: Canvas, figures: Sequence[Figure], top: int) -> None:
    """Write figures side by side, `FIGURES_HIGH` in all: in equal columns where they fit."""
    equal = (WIDTH - 2 * MARGIN) / 3
    wanted = [_wanted(each) for each in figures]
    if any(each > equal for each in wanted):
        scale = (WIDTH - 2 * MARGIN) / sum(wanted)
        widths = [each * scale for each in wanted]
    else:
        widths = [equal] * len(figures)
    left = MARGIN
    for n, (each, width) in enumerate(zip(figures, widths, strict=True)):
        room = round(width) - _BETWEEN
        if n:
            canvas.box(left - 20, top + 26, left - 18, top + 140, "landline")
        size = fitting_size(each.number, "bold", _FIGURE_SIZES, room)
        number = shortened(each.number, "bold", size, room)
        end = left + canvas.write(number, left, top + 58, Face("bold", size)) + 20
        rest = left + room - end
        if each.aside and text_width(each.aside, _ASIDE.weight, 30) <= rest:
            size = fitting_size(each.aside, _ASIDE.weight, (_ASIDE.size, 34, 30), rest)
            canvas.write(each.aside, end, top + 62, replace(_ASIDE, size=size))
        size = fitting_size(each.label, "regular", _FIGURE_LABEL_SIZES, room)
        label = shortened(each.label, "regular", size, room)
        canvas.write(label, left, top + 122, Face("regular", size, "soft"))
        left += round(width)


def _wanted(figure: Figure) -> int:
    """Return how wide a figure is in its largest letters."""
    number = text_width(figure.number, "bold", _FIGURE_SIZES[0])
    if figure.aside:
        number += 20 + text_width(figure.aside, _ASIDE.weight, _ASIDE.size)
    return _BETWEEN + max(number, text_width(figure.label, "regular", _FIGURE_LABEL_SIZES[0]))


def _high(title: TitleLine) -> int:
    return _WITH_COUNTS if title.counts else _BARE


def _write_title(canvas: Canvas, title: TitleLine, top: int) -> None:
    high = _high(title)
    box = box_sprite(_RIGHT - _LEFT, high)
    canvas.stamp(box, (_LEFT + _RIGHT) / 2, top + high / 2)
    canvas.stamp(emblem_sprite(title.game), 100, top + 72)
    start = _write_rating(canvas, title, top + 48)
    room = start - _TEXT_AT - 24
    name = shortened(title.name, _NAME.weight, _NAME.size, room)
    canvas.write(name, _TEXT_AT, top + 46, _NAME)
    places = title.places[-MOST_PLACES:]
    room = _END - 50 * len(places) - _TEXT_AT - 16
    size = fitting_size(title.matches, _SMALL.weight, (36, 34, 32, 30), room)
    matches = shortened(title.matches, _SMALL.weight, size, room)
    canvas.write(matches, _TEXT_AT, top + 106, replace(_SMALL, size=size))
    for n, (place, is_win) in enumerate(reversed(places)):
        canvas.stamp(place_sprite(place, is_full=is_win), _END - 20 - 50 * n, top + 110)
    if title.counts:
        canvas.box(_TEXT_AT, top + 148, _END, top + 150, "landline")
        size = fitting_size(title.counts, _COUNTS.weight, (36, 34, 32, 30), _END - _TEXT_AT)
        counts = shortened(title.counts, _COUNTS.weight, size, _END - _TEXT_AT)
        canvas.write(counts, _TEXT_AT, top + 187, replace(_COUNTS, size=size))


def _write_rating(canvas: Canvas, title: TitleLine, y: int) -> int:
    """Write a rating at the right, or dots for the matches until there is one; return its start."""
    start = _END - canvas.write(title.doubt, _END, y + 4, _DOUBT, "right")
    if title.rating:
        colour = "soft" if title.is_provisional else "ink"
        number = Face("bold", _NUMBER_SIZE, colour, "white")
        return start - 16 - canvas.write(title.rating, start - 16, y, number, "right")
    for n in range(title.dots):
        dot = dot_sprite(26, "ink", is_full=n < title.rated, ground="white")
        canvas.stamp(dot, start - 34 - 36 * (title.dots - 1 - n), y)
    return start - 36 * title.dots
