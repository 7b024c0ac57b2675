"""The maps of a match, one by one."""

from collections.abc import Sequence

from engine.games.aftershock.state import Observation
from render.canvas import Canvas
from render.games.aftershock.captions import Captions
from render.games.aftershock.colours import BAY
from render.games.aftershock.film import map_only
from render.palette import painting


def drawn(seen: Sequence[Observation], captions: Sequence[Captions]) -> list[Canvas]:
    maps, scored = [], 0
    with painting(BAY):
        for now, words in zip(seen, captions, strict=True):
            maps.append(map_only(now, words, is_scored=len(now.scorings) > scored))
            scored = len(now.scorings)
    return maps
