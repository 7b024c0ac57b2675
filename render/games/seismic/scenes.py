"""What examples are drawn of: little positions on a map, piles and displays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.boards.hexes import Cell
from engine.game import PUBLIC
from engine.games.seismic.grid import STANDARD
from engine.games.seismic.pieces import Laid, Quake, laid_out
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.crews import claims_of, path_at, pixel
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.map import Corners, MapField
from render.games.seismic.quakes import border_line
from render.games.seismic.signs import no_sign, turn_sign, yes_sign
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.layout import cell_height, fitted
from render.shapes import grown, hexagon
from render.signs import Badge, chip_sprite, hollow_sprite, seat_sprite
from render.sprites import Sprite, kept, outlined

LETTERS: Final = ("A", "B")
_LARGEST: Final = 72
_SIGN: Final = 56
_VERDICTS: Final[Mapping[str, Callable[[int], Sprite]]] = {"yes": yes_sign, "no": no_sign}


@dataclass(frozen=True, slots=True)
class Scene:
    """A position in the game's notation, without its towns, and how it is drawn.

    `drafts` and `last` are ringed in amber and white, `turned` has an arrow. `threat` is the
    magnitude and the line that would fall, `quakes` fell already. `refused` are places of crews
    that may not be put down, with their seats; `labels` stand on roads (cell and edge).
    """

    tiles: str
    crews: str = ""
    towns: tuple[Cell, ...] = STANDARD.towns
    drafts: tuple[Cell, ...] = ()
    last: tuple[Cell, ...] = ()
    turned: tuple[Cell, ...] = ()
    threat: tuple[int, int] | None = None
    quakes: tuple[Quake, ...] = ()
    refused: Mapping[tuple[Cell, int], int] = field(default_factory=dict)
    labels: Mapping[tuple[Cell, int], str] = field(default_factory=dict)
    verdict: str = ""

    @property
    def laid(self) -> tuple[Laid, ...]:
        """All tiles, towns first."""
        return (*(Laid(town, "SA", 0) for town in self.towns), *laid_out(self.tiles, self.crews))

    @property
    def observation(self) -> Observation:
        """The position, of which only what lies on the table counts."""
        return _observation(self)

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return the scene as a map of this size in pixels."""
        shown = {laid.cell for laid in self.laid}
        shown |= {laid.cell for quake in self.quakes for laid in quake.fallen}
        view = fitted(shown, size, largest=_LARGEST, spare=26)
        assert view is not None
        drawn = MapField(self.observation, view)
        drawn.outlines()
        drawn.shadows()
        fallen_layer(drawn)
        drawn.tiles(claims_of(self.laid))
        for colour, cells in (("white", self.last), ("white", self.turned), ("amber", self.drafts)):
            for cell in cells:
                drawn.mark(cell, colour)
        if self.threat:
            magnitude, line = self.threat
            border_line(drawn, 0, line, magnitude)
        drawn.crews(LETTERS)
        fallen_crews(drawn, LETTERS)
        for (cell, edge), seat in self.refused.items():
            place = _on_road(drawn, cell, edge)
            drawn.canvas.stamp(hollow_sprite(seat, 46, LETTERS[seat], "ground"), *place)
        for (cell, edge), label in self.labels.items():
            badge = Badge(44 if len(label) == 1 else 54)
            drawn.badge(label, *_on_road(drawn, cell, edge), badge)
        corners = Corners(drawn, 46)
        for cell in self.turned:
            corners.stamp(turn_sign(46), cell)
        if self.verdict:
            drawn.canvas.stamp(_VERDICTS[self.verdict](_SIGN), 44, 44)
        return drawn.canvas


def _on_road(drawn: MapField, cell: Cell, edge: int) -> tuple[int, int]:
    """Return the middle of a road, or of the plate of an intersection or a town."""
    laid = drawn.observation.at(cell)
    assert laid is not None
    path = path_at(laid, edge)
    return pixel(drawn.view, cell, path, 0.5 if path.bend else 0.0)


def _observation(scene: Scene) -> Observation:
    return Observation(
        viewer=PUBLIC,
        seats=len(LETTERS),
        variants=(),
        radius=STANDARD.radius,
        towns=scene.towns,
        turn=1,
        to_act=None,
        tiles=scene.laid,
        display=(),
        pile=0,
        unseen=(),
        discarded=(),
        crews=(0,) * len(LETTERS),
        points=(0,) * len(LETTERS),
        sections=(),
        lines=(),
        last=None,
        last_by=None,
        quakes=scene.quakes,
        outcome=None,
        boxed=(),
    )


_GAP: Final = 20
_BACKS: Final = {"pile": "seam", "bottom": "town", "lost": "landline"}
"""Colours of the backs of tiles: of a pile, of its bottom; of a place that stays empty."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Tiles in rows: a code, a key of backs for one face down, or "lost" for an empty place.

    The first place of the first row is the pile of `seat`; `mark` is written on the backs;
    `side` of a hexagon in pixels.
    """

    rows: tuple[tuple[str, ...], ...]
    seat: int | None = None
    mark: str = ""
    side: int = 58

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return the rows in the middle of a field of this size in pixels."""
        canvas = Canvas.plain(*size, "land")
        across, pitch = 2 * self.side + _GAP, cell_height(self.side) + _GAP
        top = size[1] // 2 - pitch * (len(self.rows) - 1) // 2
        for n, row in enumerate(self.rows):
            y, left = top + n * pitch, size[0] // 2 - across * (len(row) - 1) // 2
            for column, code in enumerate(row):
                x = left + column * across
                if code not in _BACKS:
                    canvas.stamp(tile_sprite(TileFace(code, 0, self.side)), x, y)
                    continue
                canvas.stamp(_back(code, self.side), x, y)
                if self.mark and code != "lost":
                    face = Face("bold", 50, "ink", _BACKS[code])
                    canvas.write(self.mark, x, y, face, "middle")
            if self.seat is not None and n == 0:
                sprite = seat_sprite(self.seat, 46, LETTERS[self.seat])
                canvas.stamp(sprite, left - self.side + 4, y - self.side // 2 - 8)
        return canvas


@kept
def _back(code: str, side: int) -> Sprite:
    cell = hexagon(side, cell_height(side))
    edge, inner = ("landline", "land") if code == "lost" else ("ink", _BACKS[code])
    return outlined(cell, ((edge, cell), (inner, grown(cell, -2.5))))


@dataclass(frozen=True, slots=True)
class Stack:
    """A pile from the side: `tiles` slices, the lowest `bottom` in another colour."""

    tiles: int
    bottom: int
    chips: tuple[str, ...] = ()

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return the pile in the middle of a field of this size in pixels."""
        canvas = Canvas.plain(*size, "land")
        high = (size[1] - 80) // self.tiles
        y = size[1] - 40 - high // 2
        for n in range(self.tiles):
            colour = _BACKS["bottom" if n < self.bottom else "pile"]
            canvas.stamp(_slice(colour, high), size[0] // 2, y - n * high)
        for n, text in enumerate(self.chips):
            x = size[0] // 2 + 150 + 56 * n
            canvas.stamp(chip_sprite(text, 26, 30), x, y - self.bottom * high // 2 + high // 2)
        return canvas


@kept
def _slice(colour: str, high: int) -> Sprite:
    half, reach = high / 2, 100
    edge = [(-reach, -half), (reach, -half), (reach, half), (-reach, half)]
    return outlined(edge, (("ink", edge), (colour, grown(edge, -1.6))))
