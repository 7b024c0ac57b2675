"""The Big One: the strongest quake waits in the bottom of the pile."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from engine.game import CHANCE, Move, Seat, Setup
from engine.games.seismic import GAME, match
from engine.games.seismic.actions import Action, Begin, Flip, SetAside
from engine.games.seismic.state import State, but
from tests.engine.playing import states

RULES = ("big_one",)


def opened() -> State:
    state = GAME.initial(Setup(2, RULES))
    actions: list[Action] = [Begin(Seat(0))]
    actions += [SetAside(tile) for tile in ("01", "02", "03", "Q1.0", "Q2.0")]
    for action in actions:
        state = GAME.apply(state, Move(CHANCE, action)).state
    return state


def test_five_of_ten_tiles_are_set_aside_and_the_strongest_quake_is_not_among_them() -> None:
    state = GAME.initial(Setup(2, RULES))

    assert {aside.tile: n for aside, n in state.first_stage.items()} == {
        "01": 1,
        "02": 2,
        "03": 2,
        **{f"Q{force}.0": 1 for force in range(1, 6)},
    }
    assert state.variant.set_aside == 5


def test_above_the_bottom_lie_sixty_eight_tiles() -> None:
    state = opened()
    seen = GAME.observe(state, "public")

    assert Flip("Q6.0") not in state.pile
    assert (seen.pile, seen.bottom, seen.buried) == (74, 6, ("Q6.0",))


def test_with_two_boxes_both_strongest_quakes_are_in_the_bottom_twelve() -> None:
    state = GAME.initial(Setup(2, ("big_one", "twin_cities")))

    assert (state.variant.set_aside, sum(state.first_stage.values())) == (10, 20)
    assert (state.variant.bottom, state.apart) == (12, {Flip("Q6.0"): 2})


def test_the_strongest_quake_comes_among_the_last_six_in_every_match() -> None:
    places = set()
    for number in range(12):
        left: list[int] = []
        for state, move in states(GAME, Setup(2, RULES), number):
            if move is not None and move.action == Flip("Q6.0"):
                left.append(GAME.observe(state, "public").pile)
                assert state.apart == {}
                assert GAME.observe(state, "public").buried == ()
        assert len(left) == 1
        places.add(left[0])
    assert places <= set(range(6))
    assert len(places) > 2


TILES = ("01", "01", "02", "03")


def shuffled() -> Counter[tuple[str, ...]]:
    """Put two random tiles and the quake to the bottom, in every way."""
    ways: Counter[tuple[str, ...]] = Counter()
    for tiles in permutations(TILES):
        for bottom in permutations((*tiles[2:], "Q6.0")):
            ways[*tiles[:2], *bottom] += 1
    return ways


def late(
    state: State, chance: Fraction, seen: tuple[str, ...]
) -> Iterator[tuple[object, Fraction]]:
    """Draw late, in every way."""
    outcomes = match.drawable(state)
    if not outcomes:
        yield seen, chance
    for flip, weight in outcomes.items():
        after = match.drawn(state, flip)
        yield from late(
            after, chance * Fraction(weight, sum(outcomes.values())), (*seen, flip.tile)
        )


def test_drawing_late_is_as_if_the_bottom_had_been_shuffled() -> None:
    state = opened()
    pile = {Flip(tile): TILES.count(tile) for tile in TILES}
    small = but(state, pile=pile)
    small.__dict__["variant"] = replace(state.variant, mixed_a_box=2)
    ways = shuffled()

    assert dict(late(small, Fraction(1), ())) == {
        seen: Fraction(n, ways.total()) for seen, n in ways.items()
    }
