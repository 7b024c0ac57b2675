"""Chooses what part of the table a picture shows, how large, and where its strip lies.

A chat shows a picture as wide as it has room for: 308 px on a phone, at most 550 by 350 px on a
desktop. What counts is how wide a cell is there, so the map gets the whole width of the picture and
the strip lies in bands above and below it. Only a table much higher than wide is larger with the
strip as a column beside it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.games.seismic.ground import pointed_at
from render.layout import LARGEST, SMALLEST, STEPS, TINY, Extent, Viewport, centred_on
from render.theme import FRAME, WIDTH

PHONE: Final = 308
DESKTOP: Final = (550, 350)
"""Width, and width and height, in which a picture is shown."""

EDGE: Final = FRAME + 6
"""From the edge of a picture to its map."""
LETTERS: Final = 32
"""Height of the letters of the columns, above a map."""
COLUMN: Final = 300
"""Width of a strip beside a map."""
GAP: Final = 24
"""From a strip beside a map to the map, and to the edge of the picture."""

SIDES: Final = tuple(side for side in STEPS if side <= 60 or side in {68, 76, 84, 90})
"""Few large sides: while a table grows from its first tiles, not each move changes the scale."""

TALLEST: Final = 1400
_FREE: Final = DESKTOP[1] * WIDTH // PHONE
"""Height up to which cells are no smaller on a desktop than on a phone."""
_FILM: Final = 900
_WINDOW: Final = 900
_LOWEST: Final = 480
_PAGE: Final = (1600, 1000)
_PAGE_SHAPE: Final = 1.52
_PAGE_SIDE: Final = 52
_GROWTH: Final = 6
"""By how much the window of a running match grows: four columns, three tiles of a column."""
"""Width and height of the map alone at most, its shape on a screen, its largest side of a cell."""
STEP: Final = 20
"""A map is as high as it has to be, in such steps: pictures do not change with each tile."""
MAP_WIDTH: Final = WIDTH - 2 * EDGE
"""Width of a map with its strip above and below."""
_NARROW: Final = WIDTH - EDGE - COLUMN - 2 * GAP


@dataclass(frozen=True, slots=True)
class Strip:
    """How high the bands above and below a map are in pixels; the column, if one may be beside."""

    above: int
    below: int
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture: the view of its map, the map's corner, and the height of it all."""

    view: Viewport
    top: int
    height: int

    @property
    def is_beside(self) -> bool:
        """Whether the strip stands beside the map."""
        return self.view.width < MAP_WIDTH

    @property
    def cell_shown(self) -> float:
        """Width of a cell in pixels on a phone or on a desktop, whichever is less."""
        return 2 * self.view.side * scale_shown(self.height)


def scale_shown(height: int) -> float:
    """Return what becomes of a pixel of a picture so high, on a phone or on a desktop."""
    return min(PHONE / WIDTH, DESKTOP[0] / WIDTH, DESKTOP[1] / height)


def laid_out(
    extent: Extent,
    strip: Strip,
    steps: Sequence[int] = SIDES,
    largest: int = LARGEST,
    tallest: int = TALLEST,
) -> Layout | None:
    """Return the layout in which the cells of a box are shown largest, None if none holds them.

    In each, a larger side is never shown smaller: of a field as high as a picture may be the
    largest that fits is taken, then the height that this side does not need is cut off.
    """
    bands = EDGE + strip.above + LETTERS, strip.below + EDGE
    found = [_largest(extent, (MAP_WIDTH, tallest), bands, 0, (steps, largest))]
    if strip.column is not None:
        room = (_NARROW, tallest)
        found.append(
            _largest(extent, room, (FRAME + LETTERS, EDGE), strip.column, (steps, largest))
        )
    # The first of equals: the strip above and below.
    return max((each for each in found if each), key=lambda each: each.cell_shown, default=None)


def _largest(
    extent: Extent,
    room: tuple[int, int],
    around: tuple[int, int],
    lowest: int,
    sides: tuple[Sequence[int], int],
) -> Layout | None:
    """Return the layout with the largest side: `around` is what stands above and below the map."""
    width, most = room[0], room[1] - sum(around)
    view = extent.fitted((width, most), steps=sides[0], largest=sides[1])
    if view is None:
        return None
    # An upper edge on half rows moves with fewer tiles, and with it all below.
    rounded = replace(extent, top=math.floor(extent.top))
    if rounded.size(view.side)[1] <= min(most, _FREE - sum(around)) - STEP:
        extent = rounded
    needed = -(-extent.size(view.side)[1] // STEP) * STEP
    high = min(most, max(round(needed), _LOWEST, lowest - sum(around)))
    return Layout(extent.steadily(view.side, (width, high)), around[0], high + sum(around))


def cells_to_show(observation: Observation) -> set[Cell]:
    """Return the cells a picture has to show: tiles, what just fell, and where tiles may follow."""
    return built_cells(observation) | frontier_cells(observation)


def built_cells(observation: Observation) -> set[Cell]:
    """Return the cells with tiles, and those whose tiles just fell."""
    built = {laid.cell for laid in observation.tiles}
    # With what fell, the view before and after a quake is the same.
    return built | {laid.cell for quake in observation.quakes for laid in quake.fallen}


def frontier_cells(observation: Observation) -> set[Cell]:
    """Return the cells that a highway runs to: no other cell can be legal."""
    fallen = (laid for quake in observation.quakes for laid in quake.fallen)
    return pointed_at([*observation.tiles, *fallen], observation)


def extent_of(observation: Observation, more: Iterable[Cell] = ()) -> Extent:
    """Return the box around what a picture has to show, of empty cells only their names."""
    box = Extent.of(built_cells(observation).union(more), frontier_cells(observation))
    towns = [1.5 * town.q for town in observation.towns]
    return replace(box, middle=sum(towns) / len(towns))


def board_layout(observation: Observation, strip: Strip) -> Layout:
    """Return the layout of the whole board, or the window around the last move if too wide."""
    return laid_out(extent_of(observation), strip) or _window(observation, strip)


def whole_layout(observation: Observation, strip: Strip, more: Iterable[Cell] = ()) -> Layout:
    """Return the layout of the whole board, however small its tiles get."""
    extent = extent_of(observation, more)
    return laid_out(extent, strip, (*TINY, *SIDES)) or _window(observation, strip)


def is_window(observation: Observation, strip: Strip) -> bool:
    """Say whether the board is too wide to be shown as a whole."""
    return laid_out(extent_of(observation), strip) is None


def around(view: Viewport, strip: Strip) -> Layout:
    """Return the layout of a view of any height."""
    top = EDGE + strip.above + LETTERS
    return Layout(view, top, top + view.height + strip.below + EDGE)


def window(cell: Cell, side: int, high: int, strip: Strip) -> Layout:
    """Return a layout with a window around a cell."""
    return around(centred_on(cell, side, (MAP_WIDTH, high)), strip)


def _window(observation: Observation, strip: Strip) -> Layout:
    middle = observation.last.cell if observation.last else observation.towns[0]
    return window(middle, SMALLEST, _WINDOW, strip)


@dataclass(frozen=True, slots=True)
class MapWindow:
    """A view of the map alone; `tight` is width by height of its part with the table."""

    view: Viewport
    tight: float


def map_window(observations: Iterable[Observation], *, grows: bool = False) -> MapWindow:
    """Return one window for a whole match, for a page that shows the map alone.

    It is widened with sea and land to the shape of a screen. `grows`: there is room for more, so
    that it seldom has to change while a match runs.
    """
    extent = _extent_over(observations)
    if grows:
        extent = extent.in_steps(_GROWTH)
    fitting = (
        side
        for side in reversed((*TINY, *(each for each in SIDES if each <= _PAGE_SIDE)))
        if extent.size(side)[0] <= _PAGE[0] and extent.size(side)[1] <= _PAGE[1]
    )
    side = next(fitting, TINY[0])
    wide, high = (2 * math.ceil(each / 2) for each in extent.size(side))
    width = max(wide, 2 * round(_PAGE_SHAPE * high / 2))
    return MapWindow(extent.centred(side, (width, high)), wide / high)


def film_layout(observations: Iterable[Observation], strip: Strip) -> Layout:
    """Return one layout for a whole match: every frame costs its pixels, so it is not high."""
    seen = tuple(observations)
    found = laid_out(_extent_over(seen), strip, (*TINY, *SIDES), tallest=_FILM)
    return found or _window(seen[-1], strip)


def _extent_over(observations: Iterable[Observation]) -> Extent:
    """Return the box around all that was ever built or pointed at."""
    built, frontier = set[Cell](), set[Cell]()
    for observation in observations:
        built |= built_cells(observation)
        frontier |= frontier_cells(observation)
    return Extent.of(built, frontier)
