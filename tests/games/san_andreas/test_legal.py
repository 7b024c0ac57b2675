"""What is listed is not refused, and what is not listed is: for the state and for who acts."""

from random import Random
from typing import Any

import pytest

from engine.boards.squares import Space
from engine.game import Decision, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass, Resolve, Swap
from engine.games.san_andreas.match import PHASES
from engine.games.san_andreas.state import Table
from engine.games.san_andreas.tiles import PAWNS
from tests.engine.playing import states

SETUPS = [
    Setup(3),
    Setup(4, options={"lakes_are_ocean": "yes", "islands_sink": "after", "too_steep": 3}),
    Setup(3, options={"memory": "strict", "too_steep": 1}),
]
SPACES = [Space(x, y) for x in range(-1, 14) for y in range(-2, 20)]
TRIED: list[Action] = [
    *(Found(coin, space) for coin in (-1, 0, 3, 5, 6) for space in SPACES),
    *(Epicenter(pawn, space) for pawn in PAWNS for space in SPACES),
    *(Resolve(die) for die in PAWNS),
    *(Swap(coin) for coin in (None, -1, 0, 1, 2, 3, 4, 5, 6)),
    Pass(),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_listing_has_exactly_what_is_not_refused(setup: Setup) -> None:
    rng, met = Random(1), set[str]()
    for state, _ in states(GAME, setup, 4):
        node = GAME.node(state)
        if not isinstance(node, Decision) or (state.phase in met and rng.random() < 0.7):
            continue
        met.add(state.phase)
        for seat in node.all:
            legal = set(GAME.legal_actions(state, seat))
            for table in (state, GAME.observe(state, seat)):
                agreed = {each for each in TRIED if not is_refused(table, seat, each)}
                assert agreed == legal.intersection(TRIED)
    assert met >= {"playing", "ordering"}


def is_refused(table: Table, seat: Seat, action: Action) -> bool:
    phase: Any = PHASES[table.phase]
    return not isinstance(action, phase.kinds) or phase.refusal(table, seat, action) is not None
