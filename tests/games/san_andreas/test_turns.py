"""What may be done in a turn is a row: counted, and asked for any of it."""

import pytest

from engine.game import Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.turns import Turns
from tests.engine.playing import states


def test_any_action_of_a_turn_can_be_asked_for() -> None:
    asked = 0
    for state, _ in states(GAME, Setup(3), 8):
        row = Turns(state)
        each = list(row)
        assert len(row) == len(each)
        assert [row[n] for n in range(-len(each), len(each))] == each + each
        assert (row[:2], row[2:]) == (tuple(each[:2]), tuple(each[2:]))
        with pytest.raises(IndexError):
            row[len(each)]
        asked += len(each)
    assert asked
