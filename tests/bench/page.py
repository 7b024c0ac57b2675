"""What the page of a match takes: its maps, which a process draws, its words, its size.

Matches between greedy players, as long as those of people. Seconds are of processor time; `maps_ms`
is what the drawing process does, from cold, `packing_ms` what is done to reach it.
"""

from collections.abc import Callable
from time import process_time
from typing import Any, Final, cast

from bot.command_line.records import played
from bot.command_line.replay import match_of
from bot.games.registry import panels
from bot.locale.localisation import LANGUAGES, words
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
    """Return the figures of a match of each title."""
    found: dict[str, float] = {}
    for name, setup in SETUPS.items():
        found |= {f"{name}_{what}": figure for what, figure in _of(name, setup).items()}
    return found


def _of(name: str, setup: Setup) -> dict[str, float]:
    key = name.removesuffix("_twins")
    record = played(games()[key], setup, "1", "greedy")
    loaded = LoadedMatch(match_of(record), Replay(games()[key], record))
    packing = taken = 0.0

    def drawn(drawing: Drawing) -> Picture:
        nonlocal packing, taken
        packed, packing = _timed(drawing.packed)
        picture, taken = _timed(lambda: Drawing.unpacked(packed).drawn())
        return cast(Picture, picture)

    for language in LANGUAGES:
        words(language)
    SPRITES.clear()
    with drawing_by(drawn):
        made, whole = _timed(lambda: contents(panels()[key], loaded))
    page, writing = _timed(lambda: written(made))
    return {
        "moves": len(made.head["steps"]),
        "maps_ms": round(taken * 1000),
        "packing_ms": round(packing * 1000, 1),
        "words_ms": round((whole - packing - taken) * 1000),
        "written_ms": round(writing * 1000),
        "kb": round(len(page) / 1000),
    }


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    start = process_time()
    return work(), process_time() - start
