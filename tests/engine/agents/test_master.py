"""The master: how much it works, and that it does so alike everywhere."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.agents import agent
from engine.agents.heuristics import Heuristics
from engine.agents.master import STAGES, WORK
from engine.game import Seat
from tests.engine.agents.test_search import PLAYOUTS, bidding, imagination, values
from tests.engine.toy import State


@pytest.mark.parametrize("times", [WORK, WORK // STAGES])
def test_it_plays_no_more_lines_than_it_says_and_fewer_where_they_go_farther(
    monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    seen, legal = bidding(6, 3)
    usual, ends = imagination(), list[State]()

    def worth(state: State, seat: Seat) -> float:
        ends.append(state)
        return usual.worth(state, seat)

    counting: Heuristics[Any, Any, Any] = Heuristics(
        values, replace(usual, worth=worth, sees_farther=lambda _: times < WORK)
    )
    monkeypatch.setattr("engine.agents.expert.heuristics_for", lambda _: counting)

    chosen = agent("master").choose(seen, legal, Random(1))
    lines = len(ends)
    again = agent("master").choose(seen, legal, Random(1))

    assert (times - 1) * PLAYOUTS < lines <= times * PLAYOUTS
    assert (again, len(ends)) == (chosen, 2 * lines)
