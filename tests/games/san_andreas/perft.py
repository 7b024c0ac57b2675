"""Positions of San Andreas, and how many ways lead on from them."""

from collections.abc import Callable
from functools import partial

from engine.boards.squares import neighbours
from engine.game import Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.state import State, but
from tests.games.san_andreas.worked import table


def second_turns() -> int:
    """Reckon the pairs of first turns: 6 coins on 92 spaces, or 4 pawns on 32."""
    spaces, beaches = set(fresh_ground().visible), set(fresh_ground().beaches)
    after_a_city = sum(
        6 * (91 - len(spaces.intersection(neighbours(space)))) + 4 * (32 - (space in beaches))
        for space in spaces
    )
    return 6 * after_a_city + 4 * 32 * (6 * 91 + 3 * 31)


def quake() -> State:
    return but(
        table("0 at 1,15; 3 at 1,14; b5 at 4,5"),
        phase="rolling",
        pawns=(("A1", "a"), ("A1", "b"), ("B1", "a"), ("F1", "d")),
    )


CHOICES = 6 * 5**2 * 2 + 4 * 5**3 * 3 + 5**4 * 4
"""Of 1296 rolls one is rolled again (6 faces of the first die); two, three or four dice that are no
nulls leave that number to choose from; the 20 rolls with one lead to the next decision."""
WAYS: dict[str, tuple[Callable[[], State], list[int]]] = {
    "start": (partial(GAME.initial, Setup(3)), [3, 2040, 3 * second_turns()]),
    "quake": (quake, [6, 36, 216, 1296, 6 + CHOICES + 8079]),
}
