"""Tables of San Andreas, for tests of what people see."""

from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import Any

from bot.games.panel import View
from engine.game import Setup
from engine.games.san_andreas import GAME
from tests.games import views
from tests.games.views import LONGEST

NAMES = ("Ann", "Bob", "Cleo", LONGEST)


class Table(views.Table):
    """A match that is played move by move."""

    def __init__(self, seats: int = 3, seed: int = 1) -> None:
        super().__init__(GAME, Setup(seats), seed, NAMES)


def tables(seats: int, seed: int) -> Iterator[Table]:
    """Yield a random match after each decision, to its end."""
    table = Table(seats, seed)
    yield copy(table)
    while table.awaited:
        table.play()
        yield copy(table)


@cache
def moments(seats: int = 3, seed: int = 4) -> tuple[Table, ...]:
    return tuple(tables(seats, seed))


def at(phase: str, language: str = "en", seed: int = 4, **wanted: Any) -> View:
    """Return how the seat on turn sees the first moment of a phase."""
    for table in moments(seed=seed):
        if table.phase == phase:
            view = table.view(table.awaited[0], language)
            if all(len(getattr(view.observation, name)) == n for name, n in wanted.items()):
                return view
    raise AssertionError(phase)


def shaken(language: str = "en") -> View:
    """Return how the seat on turn sees a table on which tiles overlap."""
    for table in moments(4, 7):
        if table.phase == "playing" and table.state.quake is not None:
            view = table.view(table.awaited[0], language)
            if any(len(laid.visible) < 4 for laid in view.observation.layout.tiles):
                return view
    raise AssertionError("no tile overlaps")
