"""How wide a cell of Seismic is on a phone and on a desktop, on the tables of played matches.

A phone shows a picture 308 px wide, a desktop at most 550 by 350 px. A cell of a table of 45 tiles
shall be 30 px wide on both, of 80 tiles 24 px. A table that is strewn too far cannot have that,
whatever a picture looks like: `possible` is what it could have in a picture without any strip and
without a frame, from the outermost tiles, or the middles of the cells where one may place, on.
"""

from functools import cache
from random import Random
from statistics import median

import pytest

from engine.boards.hexes import neighbour
from engine.game import PUBLIC, Setup
from engine.games.seismic.rules import GAME
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import edges
from engine.referee import Referee
from render.games.seismic import RENDERER
from tests.engine.playing import Choose, anything, deciding, draws, header
from tests.games.seismic.golden import greedy
from tests.render.positions import captions, layout_of, stored
from tests.render.test_seismic import grown

PHONE = 308
DESKTOP = 550, 350
WANTED = {45: 30.0, 80: 24.0}
STRIP = 0.76
"""What is left at least of a cell by the strip, the names of columns and the frame."""


def cell_shown(observation: Observation) -> float:
    """Return the width of a cell on a phone or on a desktop, whichever is less."""
    layout = layout_of(observation)
    wide, high = 1200, layout.height
    return 2 * layout.view.side * min(PHONE / wide, DESKTOP[0] / wide, DESKTOP[1] / high)


def possible(observation: Observation) -> float:
    """Return the width of a cell in a picture that holds the table and nothing else."""
    built = {laid.cell for laid in observation.tiles}
    ends = {
        neighbour(laid.cell, edge)
        for laid in observation.tiles
        for edge in range(6)
        if edges(laid.tile, laid.turn) >> edge & 1
    }
    reach = [(cell, 1.0) for cell in built] + [(cell, 0.0) for cell in ends - built]
    # In halves of a cell's width, and in halves of its height, which is √3/2 of its width.
    across = [(1.5 * cell.q - by, 1.5 * cell.q + by) for cell, by in reach]
    down = [(2 * cell.r + cell.q - by, 2 * cell.r + cell.q + by) for cell, by in reach]
    columns = (max(right for _, right in across) - min(left for left, _ in across)) / 2
    rows = (max(low for _, low in down) - min(high for high, _ in down)) / 2
    return min(PHONE / columns, DESKTOP[1] / (rows * 3**0.5 / 2))


@cache
def tables(tiles: int, towns: int, choose: Choose, matches: int) -> tuple[Observation, ...]:
    """Return the tables of `matches` matches when `tiles` tiles lie there."""
    variants = ("twin_cities",) if towns > 1 else ()
    return tuple(_table(tiles, Setup(4, variants), number, choose) for number in range(matches))


def _table(tiles: int, setup: Setup, number: int, choose: Choose) -> Observation:
    rng, seed = Random(number), number.to_bytes(32)
    referee, chance = Referee(GAME), draws(setup, seed)
    progress = referee.begin(header(GAME, setup, seed), chance)
    while len(progress.state.board.tiles) < tiles:
        (seat,) = deciding(GAME, progress.state)
        legal = list(GAME.legal_actions(progress.state, seat))
        progress = referee.submit(progress, seat, choose(progress.state, legal, rng), chance)
    return GAME.observe(progress.state, PUBLIC)


@pytest.mark.parametrize(
    ("tiles", "towns", "choose", "matches"),
    [
        (45, 1, greedy, 12),
        (45, 1, anything, 24),
        (45, 2, anything, 12),
        (80, 2, greedy, 6),
        (80, 2, anything, 12),
    ],
)
def test_a_cell_is_as_wide_as_wanted_or_nearly_as_wide_as_possible(
    tiles: int, towns: int, choose: Choose, matches: int
) -> None:
    found = [(cell_shown(each), possible(each)) for each in tables(tiles, towns, choose, matches)]

    wanted = WANTED[tiles]
    assert all(cell >= min(wanted, STRIP * most) for cell, most in found)
    assert median(cell / min(wanted, most) for cell, most in found) >= 0.89


def test_a_compact_table_has_the_cells_that_are_wanted() -> None:
    late = stored()["late"]

    assert cell_shown(grown(stored()["middle"], 45)) >= WANTED[45]
    assert cell_shown(grown(late, 80)) >= WANTED[80]


def test_the_picture_is_as_large_as_its_layout_says() -> None:
    for observation in stored().values():
        picture = RENDERER.board(observation, captions(observation))

        assert (picture.width, picture.height) == (1200, layout_of(observation).height)
        assert picture.height <= 1400
