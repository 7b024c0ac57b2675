"""The maps of a match, one by one."""

from collections.abc import Sequence

from engine.games.san_andreas.state import Observation
from render.canvas import Canvas
from render.games.san_andreas.board import map_only
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.colours import PALETTE
from render.games.san_andreas.window import window_of
from render.palette import painting


def drawn(seen: Sequence[Observation], captions: Sequence[Captions]) -> list[Canvas]:
    window = window_of([each.layout for each in seen], ())
    with painting(PALETTE):
        return [map_only(*each, window) for each in zip(seen, captions, strict=True)]
