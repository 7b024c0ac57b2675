"""Small positions of Aftershock, and how many ways lead on from them."""

from collections.abc import Callable
from functools import partial

from engine.game import Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.state import Items, State
from tests.games.aftershock.worked import building, laid, marking, shaking

WAYS: dict[str, tuple[Callable[[], State], list[int]]] = {
    "start": (partial(GAME.initial, Setup(3)), [3, 84, 2304, 61896]),
    "buy": (
        lambda: laid(
            phase="buy", market=((), ("vallejo-3",), ("oakland-1",)), money=(3, 3, 3), bank=36
        ),
        [7, 33, 178, 1018, 4212],
    ),
    "plan": (
        lambda: laid(
            phase="plan",
            items=(Items(1, 1, ("big",)), Items(), Items()),
            ready=(False, True, True),
        ),
        [10, 100, 1000],
    ),
    "build": (
        lambda: building(laid(), "bridge Oakland, bridge Hayward", "bridge Fremont"),
        [7, 24, 72, 576],
    ),
    "shake": (
        lambda: shaking(
            laid("Oakland-Hayward: a; Hayward-Fremont: b b", "Oakland: a2 b2; Hayward: c1"),
            "normal Oakland, big Hayward",
        ),
        [2, 6, 16, 48, 144],
    ),
    "mark": (lambda: marking(laid(round=3), Items(influence=1)), [8, 36, 120, 330, 3630]),
}
