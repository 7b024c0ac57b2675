"""What is listed isn't refused, and what isn't listed is: one truth (rules 4.3, 4.4, 6 and 9)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import Move, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Place, Rotate, Strike, StrikeFirst
from engine.games.seismic.match import PHASES
from engine.games.seismic.state import State
from engine.games.seismic.tiles import turns
from engine.phase import Choice
from engine.setups import sets_of_variants
from tests.engine.playing import states


@pytest.mark.parametrize("variants", [(), *sets_of_variants(GAME)], ids="-".join)
def test_a_listing_and_a_refusal_agree(variants: tuple[str, ...]) -> None:
    rng = Random(1)
    for n, (state, _) in enumerate(states(GAME, Setup(2, variants, {"table_radius": 5}), 3)):
        phase = PHASES[state.phase]
        if isinstance(phase, Choice) and (n % 5 == 0 or state.phase != "placing"):
            listed = set(phase.legal(state))
            for action in (*listed, *(near(state, rng) for _ in range(60))):
                if isinstance(action, phase.kinds):
                    assert (phase.refusal(state, action) is None) == (action in listed), action


@pytest.mark.parametrize("crew", [*range(-13, 0), *range(6, 13), 10**9])
def test_a_crew_stands_on_one_of_six_edges(crew: int) -> None:
    state = next(each for each, _ in states(GAME, Setup(2), 1) if each.phase == "placing")
    places = [each for each in GAME.legal_actions(state, state.on_turn) if isinstance(each, Place)]

    with pytest.raises(IllegalAction, match="seismic-no-such-fragment"):
        GAME.apply(state, Move(state.on_turn, replace(places[0], crew=crew)))


def near(state: State, rng: Random) -> Any:
    """Return an action that is nearly legal, or is."""
    cells = [Cell(q, r) for q in range(-6, 7) for r in range(-6, 7)]
    cell, tile = rng.choice(cells), rng.choice(state.display or ("01",))
    crew = rng.choice([None, *range(-7, 8)])
    return rng.choice(
        [
            Place(tile, cell, rng.choice([*turns(tile), -1, 6]), crew),
            Rotate(rng.choice(state.tiles).cell, rng.randrange(-1, 7)),
            Strike(rng.randrange(-1, 7)),
            StrikeFirst(rng.randrange(-1, 3)),
        ]
    )
