"""A small emblem for each title, that stands for it on a card."""

from collections.abc import Callable, Mapping
from typing import Final

from render.shapes import circle, grown, hexagon, moved, rounded, turned
from render.sprites import Sketch, Sprite, kept

_HALF: Final = 52
_LINE: Final = -2.5


@kept
def emblem_sprite(game: str, ground: str = "white") -> Sprite:
    """Return the emblem of a title within 104 by 104 pixels; of an unknown one an empty tile."""
    sketch = Sketch(_HALF, _HALF, ground)
    _EMBLEMS.get(game, _draw_tile)(sketch)
    return sketch.finished()


def _draw_tile(sketch: Sketch, colour: str = "ground", corner: float = 6) -> None:
    tile = rounded(88, 88, corner)
    sketch.fill(tile, "ink")
    sketch.fill(grown(tile, _LINE), colour)


def _draw_seismic(sketch: Sketch) -> None:
    """A hexagon with a road whose edges are an owner's, and the owner's crew on it."""
    tile = hexagon(51)
    inside = grown(tile, _LINE)
    sketch.fill(tile, "ink")
    sketch.fill(inside, "ground")
    for far, colour in ((76, "seat1"), (71, "bed"), (47, "seat1"), (42, "ground")):
        sketch.fill_within(moved(circle(far), 52, -38), inside, colour)
    middle = moved(circle(59, 36), 52, -38)
    for n in range(20, 27, 2):
        sketch.line(middle[n : n + 2], 3.4, "dash")
    crew = rounded(32, 32, 1)
    for by, colour in ((3.0, "paper"), (0.0, "ink"), (_LINE, "seat1")):
        sketch.fill(moved(grown(crew, by), 0, -4), colour)


def _draw_san_andreas(sketch: Sketch) -> None:
    """A tile of land and beach with the arrow that shifts a row."""
    _draw_tile(sketch, "rubble")
    for left, right, colour in ((-41.5, 6, "ground"), (25, 41.5, "land")):
        sketch.fill([(left, -41.5), (right, -41.5), (right, 41.5), (left, 41.5)], colour)
    disc = moved(circle(21), 8, 0)
    sketch.fill(disc, "ink")
    sketch.fill(grown(disc, _LINE), "white")
    sketch.line([(-4, 0), (15, 0)], 5, "ink")
    sketch.fill([(8, -10), (20, 0), (8, 10)], "ink")


def _draw_aftershock(sketch: Sketch) -> None:
    """A bridge of three pieces from shore to shore."""
    _draw_tile(sketch, "sealine", 14)
    inside = rounded(83, 83, 11.5)
    for x, y in ((42, -42), (-42, 42)):
        sketch.fill_within(moved(circle(46), x, y), inside, "ground")
    bridge = rounded(84, 21, 2)
    for by, colour in ((4.0, "paper"), (1.5, "ink")):
        sketch.fill(turned(grown(bridge, by), -42), colour)
    for n in (-1, 0, 1):
        sketch.fill(turned(moved(rounded(26, 15, 1), 28 * n, 0), -42), "seat2")


_EMBLEMS: Final[Mapping[str, Callable[[Sketch], None]]] = {
    "seismic": _draw_seismic,
    "san_andreas": _draw_san_andreas,
    "aftershock": _draw_aftershock,
}
