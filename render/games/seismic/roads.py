"""Draws the roads of a tile: edges in colours, asphalt, lines, bridges."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from render.games.seismic.paths import Crossing, Path, crossing
from render.shapes import Outline
from render.sprites import Sketch

HALF: Final = 0.18
"""Half the asphalt's width, in sides of the hexagon like every measure here."""

_BEYOND: Final = 0.06
_EDGE: Final = 0.045
_CLAIMED: Final = 0.085
_GLOW: Final = 0.17
_INSET: Final = 0.04
_LINE: Final = 0.032
_DASH: Final = 0.045
_PARAPET: Final = 0.065
_SHADE: Final = 0.05
_FINE: Final = 76
"""Pixels of a side from which roads have a line inside their edges; a phone shows less as grey."""


class Look(Enum):
    """How much a tile counts in this picture."""

    FULL = "full"
    DIM = "dim"
    """Out of the question: pale, but one sees whose roads they are."""
    SCORED = "scored"
    """Pale, except for roads that belong to somebody: they scored."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on one sketch, `side` pixels a side, stretched to the height of the cell."""

    sketch: Sketch
    side: int
    stretch: float
    look: Look

    def fill(self, outline: Outline, colour: str) -> None:
        """Paint an outline given in sides."""
        self.sketch.fill(self._pixels(outline), colour)

    def shade(self, outline: Outline, bounds: Outline, colour: str) -> None:
        """Paint the part of an outline inside of another."""
        self.sketch.fill_within(self._pixels(outline), self._pixels(bounds), colour)

    def _pixels(self, outline: Outline) -> Outline:
        x, y = self.side, self.side * self.stretch
        return [(px * x, py * y) for px, py in outline]

    def at_least(self, sides: float, pixels: float) -> float:
        """Return a width in sides that is no thinner than so many pixels."""
        return max(sides, pixels / self.side)


def draw_roads(
    pen: Pen, paths: tuple[Path, ...], edges: tuple[tuple[str, ...], ...], order: tuple[int, ...]
) -> None:
    """Draw the roads of a tile from the lowest to the highest.

    `edges` are the colours beside each road: seats' own, or those of a glow, which is wider.
    """
    below: list[Path] = []
    for n in order:
        road = _Road(pen, paths[n], edges[n])
        for under in below:
            meeting = crossing(paths[n], under)
            if meeting:
                road.bridge(under, meeting)
        road.draw()
        below.append(paths[n])


@dataclass(frozen=True, slots=True)
class _Road:
    pen: Pen
    path: Path
    edges: tuple[str, ...]

    @property
    def _full(self) -> bool:
        look, claimed = self.pen.look, bool(self.edges)
        if claimed and self.edges[0].startswith("tint"):
            return False
        return look is Look.FULL or (look is Look.SCORED and claimed)

    @property
    def _edge(self) -> float:
        if not self.edges:
            return _EDGE
        if not self.edges[0].startswith(("seat", "tint")):
            return _GLOW
        wide = 1.5 if self.pen.look is Look.SCORED else 1.0
        return self.pen.at_least(_CLAIMED * wide, 2.5 * wide)

    def draw(self) -> None:
        self._edges()
        self._stripe(HALF, -HALF, "asphalt" if self._full else "asphaltdim")
        if self.pen.side >= _FINE:
            outer = HALF - _INSET
            self._stripe(outer, outer - _LINE, self._line)
            self._stripe(_LINE - outer, -outer, self._line)
        if self.pen.side >= 24:
            self._dashes()

    @property
    def _line(self) -> str:
        return "paper" if self._full else "linedim"

    def _stripe(self, right: float, left: float, colour: str) -> None:
        beyond = _BEYOND / self.path.length
        start = 0 if self.path.bend == 0 else -beyond
        self.pen.fill(self.path.ribbon(start, 1 + beyond, right, left), colour)

    def _edges(self) -> None:
        if not self.edges:
            # On fine roads the line inside the asphalt does for an edge.
            if self.pen.side < _FINE:
                self._stripe(HALF + _EDGE, -HALF - _EDGE, self._line)
            return
        reach = HALF + self._edge
        for start, end, colour in self._stretches():
            paint = colour if self._full else colour.replace("seat", "tint")
            self.pen.fill(self.path.ribbon(start, end, reach, -reach), paint)

    def _stretches(self) -> list[tuple[float, float, str]]:
        """Return the colours of the edge from where to where: tied owners take turns, twice."""
        turns = len(self.edges) * 2 if len(self.edges) > 1 else 1
        beyond = _BEYOND / self.path.length
        cuts = [-beyond, *(n / turns for n in range(1, turns)), 1 + beyond]
        return [(cuts[n], cuts[n + 1], self.edges[n % len(self.edges)]) for n in range(turns)]

    def _dashes(self) -> None:
        colour = "dash" if self._full else "linedim"
        half = self.pen.at_least(_DASH, 1.35) / 2
        count = self._dash_count()
        # Half a gap at each end, so that dashes meet across tiles.
        for n in range(count):
            start, end = (n + 0.21) / count, (n + 0.79) / count
            if self.path.bend == 0:
                start, end = 1 - end, 1 - start
            self.pen.fill(self.path.ribbon(start, end, half, -half), colour)

    def _dash_count(self) -> int:
        many = self.pen.side >= 34
        return ((3, 3, 5, 5) if many else (2, 2, 3, 3))[self.path.bend]

    def bridge(self, under: Path, meeting: Crossing) -> None:
        """Draw what a road needs to go over another: shade below, parapets beside."""
        rail = self._edge if self.edges else self.pen.at_least(_PARAPET, 1.6)
        reach = HALF + rail
        span = (HALF + 0.10) / meeting.sine / self.path.length
        if self.pen.look is Look.FULL:
            shade = reach + self.pen.at_least(_SHADE, 1.2)
            wide = span * 2
            over = self.path.ribbon(meeting.over - wide, meeting.over + wide, shade, -shade)
            length = 1.2 / under.length
            asphalt = under.ribbon(meeting.under - length, meeting.under + length, HALF, -HALF)
            self.pen.shade(asphalt, over, "bed")
        if not self.edges:
            for side in (1, -1):
                self._parapet(meeting.over, span, side)

    def _parapet(self, middle: float, span: float, side: int) -> None:
        inner, outer = side * HALF, side * (HALF + self.pen.at_least(_PARAPET, 1.6))
        path = self.path
        along, out = 0.07 / path.length, side * 0.06
        start, end = middle - span, middle + span
        self.pen.fill(path.ribbon(start, end, outer, inner), self._line)
        for t, step in ((start, -along), (end, along)):
            ends = [path.at(t, inner), path.at(t, outer)]
            bent = [path.at(t + step, outer + out), path.at(t + step, inner + out)]
            self.pen.fill(ends + bent, self._line)
