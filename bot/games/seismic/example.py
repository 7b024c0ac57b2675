"""The small positions that the guide is drawn from: two players, six tiles, or none yet."""

from dataclasses import replace
from functools import cache
from typing import Final

from bot.games.guide import example_view
from bot.games.seismic.view import View
from bot.locale.localisation import Words
from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.actions import Place
from engine.games.seismic.grid import STANDARD
from engine.games.seismic.pieces import Crew, Laid, Quake
from engine.games.seismic.preview import legal_placements, placed
from engine.games.seismic.state import Observation

ANN: Final = Seat(0)
BEN: Final = Seat(1)

TILES: Final = (
    Laid(Cell(0, 0), "SA", 0),
    Laid(Cell(0, -1), "03-14", 0),
    Laid(Cell(0, -2), "01", 2, (Crew(ANN, 2),)),
    Laid(Cell(1, -2), "01", 4),
    Laid(Cell(0, 1), "+2:03", 0, (Crew(BEN, 0),)),
    Laid(Cell(0, 2), "02", 0, (Crew(BEN, 0),)),
)
LAST: Final = Place("01", Cell(-1, 0), 1)
"""The tile that closes Ann's road; laying it works out sections and points."""

FIRST: Final = Place("03", Cell(0, -1), 0, 0)
"""Ann's first turn on the page that tells of one."""

DISPLAY: Final = ("02-14", "01-23", "+3:024")
TIED: Final = Quake("Q3.0", (2, 0, 0, 2, 0, 1), (0, 3), None, ())


@cache
def position() -> Observation:
    """Return the table after Ann's last tile; Ben is to move."""
    after = placed(_table(TILES, (LAST.tile,), crews=(19, 18), turn=7), LAST)
    return replace(after, display=DISPLAY, to_act=BEN, viewer=BEN, turn=8, phase="placing")


@cache
def opening() -> Observation:
    """Return the table before Ann's first turn."""
    return _table(TILES[:1], (FIRST.tile, "02-14", "+3:024"), crews=(20, 20), turn=1)


def _table(
    tiles: tuple[Laid, ...], display: tuple[str, ...], crews: tuple[int, int], turn: int
) -> Observation:
    """Return a table on which Ann is to move."""
    return Observation(
        viewer=ANN,
        seats=2,
        variants=(),
        radius=STANDARD.radius,
        towns=STANDARD.towns,
        turn=turn,
        to_act=ANN,
        tiles=tiles,
        display=display,
        pile=62,
        unseen=(),
        discarded=(),
        crews=crews,
        points=(0, 0),
        sections=(),
        lines=((2, 0, 0, 2, 0, 0),),
        last=None,
        last_by=None,
        quakes=(),
        outcome=None,
        boxed=(),
    )


def shaken() -> Observation:
    """Return the position with a quake that waits for the choice of a line."""
    return replace(position(), quakes=(TIED,))


def example(words: Words, observation: Observation) -> View:
    """Return Ben's view of a position of the example."""
    legal = legal_placements(observation)
    return example_view("seismic", ("Ann", "Ben"), BEN, observation, words, legal)
