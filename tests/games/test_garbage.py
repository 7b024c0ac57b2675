"""What a search imagined is gone at once when it ends: a worker doesn't grow by it."""

import gc
from random import Random

import pytest

from engine.agents.heuristics import heuristics_for
from engine.agents.search import searched
from engine.game import Decision, Seat, Setup
from engine.registry import game, games
from tests.engine.playing import states

LINES, WIDTH = 120, 3


@pytest.mark.parametrize("title", sorted(games()))
def test_a_search_leaves_nothing_to_the_garbage_collector(title: str) -> None:
    rules = game(title)
    every = [state for state, _ in states(rules, Setup(3), 1)]
    choices = [
        (rules.observe(state, seat), legal)
        for state in every[len(every) // 2 :]
        if isinstance(node := rules.node(state), Decision)
        if len(legal := tuple(rules.legal_actions(state, seat := Seat(min(node.seats))))) > WIDTH
    ]
    assert len(choices) >= 3
    for seen, legal in choices[:3]:
        known = heuristics_for(seen)
        assert known is not None
        searched(known, seen, legal, Random(1), LINES, WIDTH)
        gc.collect()
        gc.disable()
        try:
            searched(known, seen, legal, Random(2), LINES, WIDTH)
            left = gc.collect()
        finally:
            gc.enable()

        assert left < LINES
