"""What the page of a match takes: its maps, which a process draws, its words, its size.

Matches between greedy players, as long as those of people.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from bot.command_line.records import played
from bot.command_line.replay import match_of
from bot.games.registry import panels
from bot.messages.page.contents import contents
from bot.messages.page.file import written
from bot.table.match.match import LoadedMatch
from engine.game import Setup
from engine.registry import games
from engine.replay import Replay
from render.drawing import Drawing, drawing_by
from render.picture import Picture
from render.sprites import SPRITES

SETUPS: Final = {
    "seismic": Setup(3),
    "seismic_twins": Setup(4, ("aftershocks", "twin_cities")),
    "aftershock": Setup(4),
    "san_andreas": Setup(3),
}


def measure() -> dict[str, float]:
    """Return the figures; `maps` is what the drawing process does, from cold."""
    found: dict[str, float] = {}
    for name, setup in SETUPS.items():
        found |= {f"{name}_{what}": figure for what, figure in _of(name, setup).items()}
    return found


def _of(name: str, setup: Setup) -> dict[str, float]:
    key = name.removesuffix("_twins")
    record = played(games()[key], setup, "1", "greedy")
    loaded = LoadedMatch(match_of(record), Replay(games()[key], record))
    taken = 0.0

    def drawn(drawing: Drawing) -> Picture:
        nonlocal taken
        picture: Picture
        picture, taken = _timed(drawing.drawn)
        return picture

    SPRITES.clear()
    with drawing_by(drawn):
        made, whole = _timed(lambda: contents(panels()[key], loaded))
    page, writing = _timed(lambda: written(made))
    return {
        "moves": len(made.head["steps"]),
        "maps_ms": round(taken * 1000),
        "words_ms": round((whole - taken) * 1000),
        "written_ms": round(writing * 1000),
        "kb": round(len(page) / 1000),
    }


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = perf_counter()
    return work(), perf_counter() - start
