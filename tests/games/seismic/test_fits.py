"""The tables that remember what fits."""

import pytest

from engine.game import Seat, Setup
from engine.games.seismic import GAME, fits
from engine.games.seismic.fits import HIGHWAY_EDGE, Fits
from engine.games.seismic.pieces import laid_out, written
from tests.engine.playing import states


def test_tables_that_are_full_start_anew_and_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    constraints = {number: HIGHWAY_EDGE[number % 6] for number in range(1000, 1012)}
    known = Fits("01").revised({}, constraints, constraints)
    monkeypatch.setattr(fits, "_PICKS_KEPT", 1)

    assert Fits("01").revised({}, constraints, constraints) == known


def test_a_position_reads_back_from_its_text() -> None:
    state = list(states(GAME, Setup(3), 5))[-1][0]
    tiles = state.board.tiles[1:]

    assert laid_out(*written(tiles)) == tiles


def test_what_was_remembered_is_what_would_be_found_anew() -> None:
    for state, _ in states(GAME, Setup(2, options={"table_radius": 6}), 8):
        constraints = state.board.constraints
        for tile, placements in state.board.known.items():
            assert placements == Fits(tile).revised({}, constraints, constraints)
        if state.phase == "placing":
            list(GAME.legal_actions(state, Seat(state.on_turn)))
