"""The banner: bridges across the Bay."""

from dataclasses import replace
from typing import Final

from engine.game import PUBLIC, Seat, Setup
from engine.games.aftershock import GAME
from render.banners import MAP, torn_banner
from render.canvas import Canvas
from render.games.aftershock.captions import Captions
from render.games.aftershock.map import Bay

_SEATS: Final = 4
_CORNER: Final = (300, 296)
"""Upper left corner of what is shown of the map, in pixels."""
_BRIDGES: Final = {
    ("richmond", "oakland"): (1, 3),
    ("oakland", "san_francisco"): (0, 2),
    ("oakland", "hayward"): (2,),
    ("hayward", "san_francisco"): (3,),
    ("hayward", "south_san_francisco"): (0, 1),
    ("hayward", "fremont"): (0, 3),
    ("palo_alto", "fremont"): (1, 2),
}
"""Seats of their owners."""
_MEEPLES: Final = {
    "richmond": (3, 2, 0, 1),
    "oakland": (2, 0, 4, 1),
    "hayward": (1, 2, 1, 3),
    "fremont": (2, 1, 0, 3),
}


def banner_canvas(title: str) -> Canvas:
    """Return the banner with the name of the game."""
    fresh = GAME.observe(GAME.initial(Setup(_SEATS)), PUBLIC)
    links = (_BRIDGES.get(link.between, ()) for link in fresh.board.links)
    standing = replace(
        fresh,
        bridges=tuple(tuple(map(Seat, owners)) for owners in links),
        meeples=tuple(_MEEPLES.get(area, (0,) * _SEATS) for area in fresh.board.areas),
    )
    bay = Bay(standing, Captions("", "", ("",) * _SEATS, ("",) * _SEATS), "frame")
    bay.bridges()
    bay.pieces()
    left, top = _CORNER
    return torn_banner(title, bay.canvas.picture.crop((left, top, left + MAP[0], top + MAP[1])))
