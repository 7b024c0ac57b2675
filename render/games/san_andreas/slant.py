"""The coast aslant, as one sees it from the sea: the way from the ground to the picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.games.san_andreas.pieces import Laid, Layout
from render.games.san_andreas.relief import Relief, relief
from render.shapes import Point

_ACROSS: Final = (0.866, -0.5)
"""How far right a space to the south and one to the east lie, in units."""
_UP: Final = (0.5, 0.866)
_TIPPED: Final = 37.6 / 69
_LAYER: Final = 27 / 69
_UNIT: Final = 69.0
_ROOM: Final = (20.0, 74.0, 1172.0, 776.0)
"""Where tiles may lie: left, top, right, bottom."""
_PANEL: Final = (478.0, 300.0)
"""The lower right corner of the panel that no tile may lie under."""


@dataclass(frozen=True, slots=True)
class Slant:
    """Space units to pixels: `unit` pixels a unit; (x 1, y 17) on the ground is at (left, top)."""

    unit: float
    left: float
    top: float

    def point(self, x: float, y: float, z: float = 0.0) -> Point:
        """Return where a point of the ground lies; `z` in layers above the lowest tiles' tops."""
        south, east = 17 - y, x - 1
        return (
            self.left + self.unit * (_ACROSS[0] * south + _ACROSS[1] * east),
            self.top - self.unit * (_TIPPED * (_UP[0] * south + _UP[1] * east) + _LAYER * z),
        )


@dataclass(frozen=True, slots=True)
class Plane:
    """The top of a tile: its relief and its corners on the ground."""

    laid: Laid
    relief: Relief

    @classmethod
    def of(cls, laid: Laid) -> "Plane":
        """Return the top of a tile."""
        return cls(laid, relief(laid))

    def height(self, x: float, y: float) -> float:
        """Return the height over a point of the ground."""
        east, north = x - self.laid.space.x - 1, y - self.laid.space.y - 1
        found = self.relief.middle + east * self.relief.east + north * self.relief.north
        return max(0.0, found)

    def corner(self, east: int, north: int) -> tuple[float, float, float]:
        """Return a corner of the top: 0 is west or south, 2 east or north."""
        x, y = self.laid.space.x + east, self.laid.space.y + north
        return x, y, self.height(x, y)

    def top(self, slant: Slant) -> list[Point]:
        """Return the outline of the top in the picture."""
        return [slant.point(*self.corner(*at)) for at in ((0, 2), (2, 2), (2, 0), (0, 0))]

    def side(self, slant: Slant, ends: tuple[tuple[int, int], tuple[int, int]]) -> list[Point]:
        """Return the outline of a side, one layer high."""
        one, other = (self.corner(*end) for end in ends)
        foot = [(x, y, z - 1) for x, y, z in (other, one)]
        return [slant.point(*point) for point in (one, other, *foot)]

    def outline(self, slant: Slant) -> list[Point]:
        """Return everything of the tile that may hide something."""
        x, y, z = self.corner(2, 2)
        back = slant.point(x, y, z)
        far = slant.point(*self.corner(2, 0))
        feet = [(x, y, z - 1) for x, y, z in (self.corner(0, 0), self.corner(0, 2))]
        foot = self.corner(2, 2)
        return [
            back,
            far,
            slant.point(*self.corner(0, 0)),
            *(slant.point(*point) for point in feet),
            slant.point(foot[0], foot[1], foot[2] - 1),
        ]


NORTH_SIDE: Final = ((0, 2), (2, 2))
WEST_SIDE: Final = ((0, 2), (0, 0))


def slant_of(layout: Layout) -> Slant:
    """Return the largest slant in which all tiles are seen and none lies under the panel."""
    planes = [Plane.of(laid) for laid in layout.tiles]
    best = Slant(_UNIT, 262.0, 742.0)
    if _is_clear(best, planes):
        return best
    for unit in range(68, 34, -1):
        points = _points(Slant(unit, 0.0, 0.0), planes)
        left = _ROOM[2] - max(x for x, _ in points)
        for top in (_ROOM[3] - max(y for _, y in points), 742.0):
            slant = Slant(unit, left, top)
            if _is_clear(slant, planes):
                return slant
    return Slant(35, 640.0, 742.0)


def _points(slant: Slant, planes: Iterable[Plane]) -> list[Point]:
    return [point for plane in planes for point in plane.outline(slant)]


def _is_clear(slant: Slant, planes: list[Plane]) -> bool:
    left, top, right, bottom = _ROOM
    return all(
        left <= x <= right and top <= y <= bottom and (x > _PANEL[0] or y > _PANEL[1])
        for x, y in _points(slant, planes)
    )


def contains(outline: list[Point], point: Point) -> bool:
    """Say whether a point lies inside of an outline."""
    inside = False
    for n, (x, y) in enumerate(outline):
        px, py = outline[n - 1]
        if (y > point[1]) != (py > point[1]) and point[0] < (px - x) * (point[1] - y) / (
            py - y
        ) + x:
            inside = not inside
    return inside
