"""Worlds that are imagined look like what a seat sees, and nothing is lost in them.

How a title imagines them is told by its heuristics; what is conserved, by the `laws.py` of its
tests.
"""

from random import Random
from typing import Any

import pytest

from engine.agents.heuristics import Imagination, heuristics_of
from engine.game import Chance, Decision, Finished, Move, Seat, Setup
from tests.engine.playing import random_move
from tests.engine.test_contract import CASES, OPTED, VARIED, twin_of
from tests.games.titles import GAMES, TITLES, part

CASES_OF_ALL: list[Any] = [*CASES, *OPTED, *VARIED]
SETUPS = [case for case in CASES_OF_ALL if case.values[0].meta.key in TITLES]
MOST = 25
"""At most how many positions of a match are imagined."""


def imagination(title: str) -> Imagination[Any, Any, Any]:
    known = heuristics_of(title)
    assert known is not None
    assert known.imagination is not None
    return known.imagination


def likely(title: str, setup: Setup, number: int) -> list[Any]:
    """Return the positions of a match in which seats mostly do what is likely, from the deal on."""
    game, rng, found = GAMES[title], Random(number), list[Any]()
    state = game.initial(setup)
    while not isinstance(node := game.node(state), Finished):
        found.append(state)
        if isinstance(node, Chance) or rng.random() < 0.3:
            move = random_move(game, state, rng)
            assert move is not None
        else:
            seat = rng.choice(sorted(node.seats))
            move = Move(seat, imagination(title).reply(state, seat, rng))
        state = game.apply(state, move).state
    first = next(n for n, each in enumerate(found) if isinstance(game.node(each), Decision))
    return [*found[first:], state]


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_world_looks_like_what_its_seat_sees_and_nothing_is_lost_in_it(
    game: Any, setup: Setup
) -> None:
    title, rng, met = game.meta.key, Random(setup.seats), set[str]()
    states = likely(title, setup, 7)
    for number, state in enumerate(states):
        is_new = state.phase not in met
        met.add(state.phase)
        if number % (len(states) // MOST + 1) and not is_new:
            continue
        for seat in map(Seat, range(setup.seats)):
            seen, twin = game.observe(state, seat), twin_of(game)(state, seat, rng)
            world = imagination(title).sampled(seen, Random(number))

            assert game.observe(world, seat) == seen
            assert isinstance(game.node(state), Chance) or game.node(world) == game.node(state)
            assert list(game.legal_actions(world, seat)) == list(game.legal_actions(state, seat))
            part(title, "laws").nothing_is_lost(world)
            # It is made of nothing but what the seat sees.
            assert imagination(title).sampled(game.observe(twin, seat), Random(number)) == world
    assert met >= part(title, "laws").PHASES
