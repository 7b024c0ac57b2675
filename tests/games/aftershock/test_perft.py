"""How many ways there are to play on from small positions, counted once and for all."""

import pytest

from engine.game import Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.state import Items, State
from tests.engine.playing import perft
from tests.games.aftershock.worked import building, laid, marking, shaking

SMALL: dict[str, tuple[State, list[int]]] = {
    "start": (GAME.initial(Setup(3)), [3, 84, 2304, 61896]),
    "buy": (
        laid(phase="buy", market=((), ("vallejo-3",), ("oakland-1",)), money=(3, 3, 3), bank=36),
        [7, 33, 178, 1018, 4212],
    ),
    "plan": (
        laid(
            phase="plan",
            items=(Items(1, 1, ("big",)), Items(), Items()),
            ready=(False, True, True),
        ),
        [10, 100, 1000],
    ),
    "build": (
        building(laid(), "bridge Oakland, bridge Hayward", "bridge Fremont"),
        [7, 24, 72, 576],
    ),
    "shake": (
        shaking(
            laid("Oakland-Hayward: a; Hayward-Fremont: b b", "Oakland: a2 b2; Hayward: c1"),
            "normal Oakland, big Hayward",
        ),
        [2, 6, 16, 48, 144],
    ),
    "mark": (marking(laid(round=3), Items(influence=1)), [8, 36, 120, 330, 3630]),
}


@pytest.mark.parametrize("name", SMALL)
def test_perft(name: str) -> None:
    state, counts = SMALL[name]

    assert [perft(GAME, state, depth) for depth in range(1, len(counts) + 1)] == counts
