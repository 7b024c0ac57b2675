"""The banner: cities and epicenters on a fresh ground, by the ocean."""

from typing import Final

from engine.games.san_andreas.state import but
from engine.games.san_andreas.tiles import Quarter, Tile
from render.banners import MAP, torn_banner
from render.canvas import Canvas
from render.games.san_andreas.coast import Coast
from render.games.san_andreas.examples import PlacedCoin, observation_of
from render.games.san_andreas.window import Window

_WINDOW: Final = Window(64, 1112, 592)
_CITIES: Final[tuple[PlacedCoin, ...]] = (
    *((0, 5, "C2", "b"), (1, 2, "D1", "b"), (0, 4, "E1", "d"), (2, 3, "D3", "a")),
    *((1, 5, "F2", "c"), (2, 4, "G2", "b"), (3, 1, "E2", "b"), (3, 5, "F3", "a")),
)
_PAWNS: Final[tuple[tuple[Tile, Quarter] | None, ...]] = (("D2", "d"), ("G1", "a"), None, None)
_CORNER: Final = (220, 140)
"""Upper left corner of what is shown of the map, in pixels."""


def banner_canvas(title: str) -> Canvas:
    """Return the banner with the name of the game."""
    coast = Coast(but(observation_of(_CITIES), pawns=_PAWNS).layout, window=_WINDOW, keep=False)
    coast.pieces(lambda _: "")
    left, top = _CORNER
    return torn_banner(title, coast.canvas.picture.crop((left, top, left + MAP[0], top + MAP[1])))
