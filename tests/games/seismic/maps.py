"""The maps of a match, one by one."""

from collections.abc import Sequence

from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.board import map_only
from render.games.seismic.captions import Captions
from render.games.seismic.view import map_window


def drawn(seen: Sequence[Observation], captions: Sequence[Captions]) -> list[Canvas]:
    window = map_window(seen).view
    return [map_only(*each, window) for each in zip(seen, captions, strict=True)]
