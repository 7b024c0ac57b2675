"""The map of a table, layer by layer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import Board
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.frames import panelled
from render.games.aftershock.bridges import Look, draw_bridge, draw_vacant
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import HEIGHT, MAP, Chart, Place, Span, chart_of
from render.games.aftershock.pieces import (
    PlacedPiece,
    draw_name,
    draw_piece,
    draw_places,
    podium,
)
from render.games.aftershock.water import around_land, box_of, lay_water, tinted_land
from render.lettering import fitting_size, text_width
from render.shapes import Point
from render.signs import compass_sprite
from render.sprites import Sprite
from render.theme import WIDTH

_COMPASS: Final = 22
_EDGE: Final = 32
_RING: Final = ((3.0, 12.0, "ink"), (5.0, 7.0, "white"))
"""Lines around the area that a text tells of."""
_NORTH: Final = Face("bold", 28, "waterword", "deep")


class Bay:
    """Draws an observation's map; the order of the calls is the order of the layers."""

    def __init__(self, observation: Observation, captions: Captions, frame: str) -> None:
        """Begin with water and land."""
        self.observation = observation
        self.captions = captions
        self.frame = frame
        self.grounds: dict[str, str] = {}
        """Colour of the land where it is not as usual."""
        self.board: Board = observation.board
        self.chart: Chart = chart_of(self.board)
        self.canvas = Canvas.plain(WIDTH, HEIGHT, "paper")
        lay_water(self.canvas, self.chart)
        if self.chart.worded:
            self._words()
        if captions.ringed:
            x, y, _, _ = box_of(self.place(captions.ringed))
            self.canvas.stamp(around_land(self.place(captions.ringed), _RING), x, y)

    def _words(self) -> None:
        if self.chart.compass and self.captions.north:
            x, y, north = self.chart.compass
            self.canvas.stamp(compass_sprite(_COMPASS, north), x, y)
            self.canvas.write(self.captions.north, x - 32, y - 16, _NORTH, "middle")
        width = text_width(self.captions.bay, "regular", 28) + 8 * len(self.captions.bay)
        _spaced(self.canvas, self.captions.bay, 872 - width / 2, MAP[1] + 337, (8, 28))
        words = self.captions.ocean.split(" ", 1)
        size = min(fitting_size(word, "regular", (28, 26, 24, 22, 20), 120) for word in words)
        for word, y in zip(reversed(words), (MAP[3] - 22, MAP[3] - 52), strict=False):
            _spaced(self.canvas, word, 28, y, (2, size))

    def place(self, area: str) -> Place:
        """Return where an area lies."""
        return self.chart.places[area]

    def counts(self, area: str) -> tuple[int, ...]:
        """Return the meeples of each seat in an area."""
        return self.observation.meeples[self.board.index[area]]

    def piece_of(self, area: str, seat: Seat) -> PlacedPiece | None:
        """Return where the piece of a seat stands in an area, if it is there."""
        there = podium(self.place(area), self.counts(area))
        return next((each for each in there if each.seat == seat), None)

    def on_shore(self, area: str, sprites: Sequence[Sprite], step: int) -> list[Point]:
        """Lay things side by side on the Bay shore of an area; return where they lie."""
        x, y = self.place(area).pin
        reach = step * (len(sprites) - 1) / 2
        x = min(max(x, MAP[0] + reach + _EDGE), MAP[2] - reach - _EDGE)
        places = [(x - reach + step * n, y) for n in range(len(sprites))]
        for sprite, place in zip(sprites, places, strict=True):
            self.canvas.stamp(sprite, *place)
        return places

    def vacant(self, glowing: frozenset[int] = frozenset()) -> None:
        """Outline the vacant bridge spaces; of each link in `glowing` the first one is filled."""
        for n, (span, owners) in enumerate(self._lanes()):
            for lane in range(len(owners), span.lanes):
                look: Look = "glow" if n in glowing and lane == len(owners) else "vacant"
                draw_vacant(self.canvas, span, lane, look)

    def bridges(self) -> None:
        """Draw the bridges with their owners."""
        for span, owners in self._lanes():
            for lane, owner in enumerate(owners):
                draw_bridge(self.canvas, span, lane, owner, self.captions.letters[owner])

    def _lanes(self) -> Iterator[tuple[Span, tuple[Seat, ...]]]:
        return zip(self.chart.spans, self.observation.bridges, strict=True)

    def tint(self, areas: Iterable[str], colour: str) -> None:
        """Lay another colour over the land of some areas."""
        for area in areas:
            x, y, _, _ = box_of(self.place(area))
            self.canvas.stamp(tinted_land(self.place(area), colour), x, y)
            self.grounds[area] = colour

    def names(self) -> None:
        """Write the names of the areas, softly where they are out of the question."""
        for area in self.board.areas:
            draw_name(self.canvas, self.place(area), self.grounds.get(area, "ground"))

    def places(self) -> None:
        """Draw what every place is worth, but not where it is out of the question."""
        for space in self.board.spaces[:-1]:
            if self.grounds.get(space.key) != "grounddim":
                place = self.place(space.key)
                draw_places(self.canvas, place, self.observation.seats, space.points)

    def pieces(self) -> None:
        """Stand the meeples on their places, best first."""
        for area in self.board.areas:
            for each in podium(self.place(area), self.counts(area)):
                draw_piece(self.canvas, each, self.observation.seats)

    def finished(self) -> Canvas:
        """Return the picture with the line around its panel."""
        panelled(self.canvas, self.frame)
        return self.canvas


def _spaced(canvas: Canvas, word: str, x: float, y: float, gap_size: tuple[int, int]) -> None:
    """Write a word on the water, with gaps between its letters, in a size."""
    gap, size = gap_size
    for letter in word:
        x += canvas.write(letter, x, y, Face("regular", size, "waterword", "deep")) + gap
