"""How many ways there are to play on: a change of the rules can hardly keep all these numbers.

The positions and their numbers, depth by depth, are in the `perft.py` of a title's folder.
"""

import pytest

from tests.engine.playing import perft
from tests.games.titles import GAMES, TITLES, part

WAYS = [(title, name) for title in TITLES for name in part(title, "perft").WAYS]


@pytest.mark.parametrize(("title", "name"), WAYS)
def test_a_position_goes_on_in_so_many_ways(title: str, name: str) -> None:
    position, ways = part(title, "perft").WAYS[name]
    state = position()

    assert [perft(GAMES[title], state, depth) for depth in range(1, len(ways) + 1)] == ways
