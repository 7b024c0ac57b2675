"""Which part of the coast a picture shows, and where its spaces lie in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Layout
from engine.games.san_andreas.tiles import Quarter, footprint
from render.games.san_andreas.directions import CORNERS, on_screen
from render.theme import HEIGHT, WIDTH

SIDES: Final = range(64, 30, -2)
"""Sides a space can have in pixels: even, so that every piece lies on whole pixels."""

_CLOSE: Final = 124
"""The side of a space in a picture of one tile and what is around it."""
_MIDDLE: Final = (728, 478)
"""Where that tile lies, clear of the panel."""

_AROUND: Final = 1.4
"""How far from the middle of a tile such a picture reaches at least, in spaces."""
_BESIDE_PANEL: Final = (486, 20, 1180, 780)
_BELOW_PANEL: Final = (20, 350, 1180, 780)

INSIDE: Final = (14.5, 14.5, 1185.5, 785.5)
"""The neat line: left, top, right, bottom."""

SCORES: Final = (28, 26, 470, 318)
"""Room of the panel in the upper left corner."""
SEA: Final = (744, 618, 1172, 774)
"""Room of the panel in the lower right corner."""
_COLUMNS: Final = (17, 0)
_ROWS: Final = (11, 0)

Box = tuple[float, float, float, float]

ROOMS: Final[tuple[Box, ...]] = ((0, 0, 470, 322), (740, 614, 1200, 800))
"""What the panels cover."""


@dataclass(frozen=True, slots=True)
class Window:
    """Spaces of `side` pixels; column `y = 0` begins at `left`, row `x = 0` at `top`."""

    side: int
    left: int
    top: int

    def corner(self, space: Space) -> tuple[int, int]:
        """Return the upper left corner of a space in pixels."""
        right, down = on_screen(*space)
        return self.left + right * self.side, self.top + down * self.side

    def middle(self, space: Space) -> tuple[int, int]:
        """Return the middle of a space."""
        x, y = self.corner(space)
        return x + self.side // 2, y + self.side // 2

    def centre(self, corner: Space) -> tuple[int, int]:
        """Return the middle of the tile with this south-west space."""
        return self.corner(corner)

    def stand(self, space: Space, quarter: Quarter) -> tuple[int, int]:
        """Return where a piece stands: a little outwards, so that the tile's cross stays free."""
        x, y = self.middle(space)
        right, down = CORNERS[quarter]
        return round(x + 0.05 * right * self.side), round(y + 0.05 * down * self.side)

    def box(self, corner: Space) -> Box:
        """Return the pixels of the tile with this south-west space."""
        x, y = self.centre(corner)
        return x - self.side, y - self.side, x + self.side, y + self.side

    def spaces(self) -> Iterable[Space]:
        """Return every space that reaches into the picture."""
        columns = range((self.left - WIDTH) // self.side, self.left // self.side + 2)
        rows = range((self.top - HEIGHT) // self.side, self.top // self.side + 2)
        return (Space(x, y) for x, y in product(rows, columns))


def window_of(layouts: Iterable[Layout], rooms: Sequence[Box] = ROOMS) -> Window:
    """Return the largest window in which all tiles are seen and none lies under a panel.

    `rooms` are those of the panels.
    """
    tiles = sorted({laid.space for layout in layouts for laid in layout.tiles})
    spaces = [space for corner in tiles for space in footprint(corner)]
    # Tiles may all have sunk: then the window is the one of the start.
    north = max((_COLUMNS[0], *(space.y for space in spaces)))
    south = min((_COLUMNS[1], *(space.y for space in spaces)))
    east = max((_ROWS[0], *(space.x for space in spaces)))
    for side in SIDES:
        for window in _placed(side, north, south, east):
            boxes = [window.box(corner) for corner in tiles]
            if not any(overlap(box, room) for box in boxes for room in rooms):
                return window
    # No match brings them so far apart; for completeness the middle of all is shown.
    side = SIDES[-1]
    return Window(side, (WIDTH + (north + south) * side) // 2, (HEIGHT + east * side) // 2)


def close_up(corner: Space) -> Window:
    """Return a window with one tile in its middle, large enough for a phone."""
    right, down = on_screen(*corner)
    return Window(_CLOSE, _MIDDLE[0] - right * _CLOSE, _MIDDLE[1] - down * _CLOSE)


def close_to(layout: Layout, corners: Iterable[Space]) -> Window:
    """Return a larger window around some tiles if they lie near one another, clear of the panel."""
    places = [on_screen(*corner) for corner in corners]
    whole = window_of([layout])
    if not places:
        return whole
    (left, right), (top, bottom) = (
        (min(each) - _AROUND, max(each) + _AROUND) for each in zip(*places, strict=True)
    )
    wide, high = right - left, bottom - top
    largest, room = max(
        (min(_CLOSE, (room[2] - room[0]) / wide, (room[3] - room[1]) / high), room)
        for room in (_BESIDE_PANEL, _BELOW_PANEL)
    )
    side = 2 * int(largest / 2)
    if side <= whole.side:
        return whole
    x, y = (room[0] + room[2]) / 2, (room[1] + room[3]) / 2
    return Window(side, round(x - (left + right) / 2 * side), round(y - (top + bottom) / 2 * side))


def _placed(side: int, north: int, south: int, east: int) -> Iterable[Window]:
    """Return windows of this side: centred, or as far from the scores as they can be."""
    columns, rows = north - south + 1, east - _ROWS[1] + 1
    if columns * side > 1176:
        return
    across = (WIDTH - columns * side) // 2
    # Nothing ever lies in the westernmost row: it may be cut off.
    for top, left in product(
        ((HEIGHT - rows * side) // 2, HEIGHT - 24 - (rows - 1) * side),
        (across, WIDTH - 16 - columns * side),
    ):
        if top >= 16 and top + (rows - 1) * side <= HEIGHT - 16:
            yield Window(side, left + north * side, top + east * side)


def overlap(one: Box, other: Box) -> bool:
    """Say whether two boxes have pixels in common."""
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]
