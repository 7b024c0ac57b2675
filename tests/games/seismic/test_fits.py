"""The tables that remember what fits."""

import pytest

from engine.game import Setup
from engine.games.seismic import GAME, fits
from engine.games.seismic.legal import placements
from engine.games.seismic.pieces import laid_out, written
from engine.games.seismic.tiles import TILES
from tests.engine.playing import states


def test_tables_that_are_full_start_anew_and_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = list(states(GAME, Setup(2), 5))[-1][0].board
    known = list(placements(board, TILES, 1))
    counted = fits.counts(board.constraints.values())
    assert known
    fits._COUNTS.clear()
    fits._PICKS.clear()
    monkeypatch.setattr(fits, "_KEPT", 1)

    assert list(placements(board, TILES, 1)) == known
    assert fits.counts(board.constraints.values()) == counted


def test_a_position_reads_back_from_its_text() -> None:
    state = list(states(GAME, Setup(3), 5))[-1][0]
    tiles = state.board.tiles[1:]

    assert laid_out(*written(tiles)) == tiles


def test_placements_are_a_row_that_can_be_counted_and_asked_for_any_of_them() -> None:
    asked = 0
    for state, _ in states(GAME, Setup(2, options={"table_radius": 6}), 8):
        for with_crew in (True, False):
            row = placements(state.board, state.display, int(with_crew))
            each = list(row)
            assert len(row) == len(each)
            assert [row[n] for n in range(-len(each), len(each))] == each + each
            assert (row[:2], row[2:]) == (tuple(each[:2]), tuple(each[2:]))
            with pytest.raises(IndexError):
                row[len(each)]
            assert all(place.crew is None for place in each) or with_crew
            asked += len(each)
    assert asked
