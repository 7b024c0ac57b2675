"""Little positions drawn as examples: a few tiles, what is marked on them, a verdict."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.boards.hexes import Cell
from engine.game import PUBLIC
from engine.games.seismic.grid import STANDARD
from engine.games.seismic.notation import laid_out
from engine.games.seismic.pieces import Laid, Quake
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.claims import claims_of
from render.games.seismic.corners import Corners
from render.games.seismic.crews import path_at, pixel
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.field import MapField
from render.games.seismic.quake import border_line
from render.games.seismic.signs import no_sign, turn_sign, yes_sign
from render.layout import View, fitted
from render.signs import Badge, hollow_sprite
from render.sprites import Sprite

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

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return the scene as a map of this size in pixels."""
        drawn = MapField(_observation(self), _view(self, size))
        drawn.outlines()
        drawn.shadows()
        fallen_layer(drawn)
        drawn.tiles(claims_of(self.laid))
        self._rings(drawn)
        drawn.crews(LETTERS)
        fallen_crews(drawn, LETTERS)
        self._signs(drawn)
        return drawn.canvas

    def _rings(self, drawn: MapField) -> None:
        for colour, cells in (("white", self.last), ("white", self.turned), ("amber", self.drafts)):
            for cell in cells:
                drawn.mark(cell, colour)
        if self.threat:
            magnitude, line = self.threat
            border_line(drawn, 0, line, magnitude)

    def _signs(self, drawn: MapField) -> None:
        for (cell, edge), seat in self.refused.items():
            place = _on_road(drawn, cell, edge)
            drawn.canvas.stamp(hollow_sprite(seat, 46, LETTERS[seat], "ground"), *place)
        for (cell, edge), label in self.labels.items():
            size = 44 if len(label) == 1 else 54
            drawn.badge(label, *_on_road(drawn, cell, edge), Badge(size))
        corners = Corners(drawn, 46)
        for cell in self.turned:
            corners.stamp(turn_sign(46), cell)
        if self.verdict:
            drawn.canvas.stamp(_VERDICTS[self.verdict](_SIGN), 44, 44)


def _on_road(drawn: MapField, cell: Cell, edge: int) -> tuple[int, int]:
    """Return the middle of a road, or of the plate of an intersection or a town."""
    laid = drawn.observation.at(cell)
    assert laid is not None
    path = path_at(laid, edge)
    return pixel(drawn.view, cell, path, 0.5 if path.bend else 0.0)


def _view(scene: Scene, size: tuple[int, int]) -> View:
    """Return the closest view of all tiles, those that fell too."""
    cells = {laid.cell for laid in scene.laid}
    cells |= {laid.cell for quake in scene.quakes for laid in quake.fallen}
    found = fitted(cells, size, largest=_LARGEST, spare=26)
    assert found is not None
    return found


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
