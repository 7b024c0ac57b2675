"""The banner: roads around San Andreas, late in a match."""

from typing import Final

from engine.boards.hexes import Cell
from render.banners import MAP, torn_banner
from render.canvas import Canvas
from render.games.seismic.crews import claims_of
from render.games.seismic.map import MapField
from render.games.seismic.scenes import Scene
from render.layout import centred_on

_SIDE: Final = 58
_MIDDLE: Final = Cell(0, 1)
_SCENE: Final = Scene(
    """
    1,-1 +2:02/2; 2,-1 01-25-34/1; -1,1 +4:0124/5; -2,1 01-35/2; -1,2 +3:013/3; -3,1 01-23-45/1
    2,1 +5:01234/0; 2,-2 03/0; 3,-1 02/3; -2,3 +2:03/1; 3,1 01/5; 1,0 02-14/1; -1,3 +3:024/0
    0,3 01-23/2; -1,0 02-14-35/1; 1,1 01-34/0; 3,0 01-24-35/3; -4,1 01/2; -3,4 01-25-34/1
    -4,4 01-25-34/2; 2,2 +3:012/4; -4,3 01-24/2; -3,2 01-34/2; 0,-1 01-34/0; -2,4 02/5; 0,2 01/0
    4,-3 01-24/3; 4,0 01-25/0; 0,1 03/0; 1,2 01-23/0; 5,-1 +2:01/3; 4,-2 03-14/2; 4,1 03/1
    """,
    """
    1,-1:4 b; 2,-1:4 c; -1,1:1 b; -2,1:2 a; -1,2:0 b; 2,1:4 d; 2,-2:0 a; 3,-1:3 b; -2,3:1 c
    3,1:0 b; 1,0:2 c; -1,3:0 a; 0,3:4 b; -1,0:2 d; 1,1:3 a; 3,0:1 b; -4,1:2 b; -3,4:1 d; -4,4:1 a
    2,2:0 c; -4,3:0 d; -3,2:0 a; 0,-1:3 b; 4,-3:3 b; 4,0:0 d; 5,-1:3 a; 4,-2:2 b; 4,1:1 a
    """,
)


def banner_canvas(title: str) -> Canvas:
    """Return the banner with the name of the game."""
    field = MapField(_SCENE.observation, centred_on(_MIDDLE, _SIDE, MAP))
    field.shadows()
    field.tiles(claims_of(_SCENE.laid))
    field.crews(("",) * 4)
    return torn_banner(title, field.canvas.picture)
