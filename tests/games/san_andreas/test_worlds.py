"""Sampled worlds look to their viewer like the real one, and may be any of those that do."""

from collections import Counter
from random import Random

from engine.boards.squares import Space
from engine.game import Move, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Found, Swap
from engine.games.san_andreas.tiles import COINS
from engine.games.san_andreas.worlds import sampled
from tests.games.san_andreas.worked import after, table


def test_what_is_hidden_may_be_anything_but_the_best_was_probably_founded_first() -> None:
    seen, rng = GAME.observe(table("5 at 1,15; b3 at 4,5; b1 at 1,12"), Seat(0)), Random(1)

    worlds = [sampled(seen, rng) for _ in range(600)]

    first, second = (Counter(world.cities[n].value for world in worlds) for n in (1, 2))
    assert set(first) == set(second) == set(COINS)
    assert first.most_common(1)[0][0] == 5
    assert second.most_common(1)[0][0] == 4


def test_what_was_paid_tells_a_value_that_is_hidden_again() -> None:
    state = after("5 on G1", "5 at 1,15; b3 at 1,13; b1 at 4,12; c4 at 2,11", memory="strict")
    state = GAME.apply(state, Move(Seat(1), Found(2, Space(4, 8)))).state
    seen = GAME.observe(state, Seat(2))
    assert [city.value for city in seen.cities] == [None, None, None, 4, None]

    worlds = [sampled(seen, Random(number)) for number in range(40)]

    assert {world.cities[0].value for world in worlds} == {5}
    assert {world.cities[1].value for world in worlds} == {3}
    # The third paid nothing, three spaces from the ocean: its value is at most 3, and not 3 again.
    assert {world.cities[2].value for world in worlds} == {0, 1, 2}


def test_what_was_decided_in_secret_is_something() -> None:
    state = after("5 on H1", "0 at 1,15; 3 at 7,1; b0 at 1,13; b2 at 8,2")
    assert state.phase == "swapping"
    state = GAME.apply(state, Move(Seat(0), Swap(None))).state

    world = sampled(GAME.observe(state, Seat(1)), Random(1))

    assert isinstance(world.swaps[0], Swap)
    assert GAME.observe(world, Seat(1)) == GAME.observe(state, Seat(1))
