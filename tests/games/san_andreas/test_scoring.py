"""Scoring, the null and its swap (rules 6)."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.boards.squares import DIRECTIONS, Space
from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Decision, Move, Seat, Setup
from engine.games.san_andreas import GAME, preview
from engine.games.san_andreas.actions import Found, Pass, Swap
from engine.games.san_andreas.evaluation import prospect
from engine.games.san_andreas.events import (
    CitiesScored,
    NullSurvived,
    NullSwapped,
    SwapDecided,
    SwapSealed,
)
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.state import State, but
from engine.games.san_andreas.tiles import LAND, PAWNS
from engine.games.san_andreas.water import BITS
from tests.engine.playing import states
from tests.games.san_andreas.worked import (
    after,
    ground_after,
    parts,
    resolved,
    scores,
    shaking,
    table,
    values,
)
from tests.games.test_worlds import imagination


def swapped(state: State, seat: int, coin: int | None) -> State:
    return GAME.apply(state, Move(Seat(seat), Swap(coin))).state


def test_the_nearest_coast_counts_in_whichever_direction() -> None:
    found = [
        ground_after("").path_to_ocean(Space(x, y)) for x, y in ((5, 6), (6, 1), (8, 2), (5, 3))
    ]

    assert [(each.direction, each.distance) for each in found if each] == [
        ("west", 1),
        ("west", 0),
        ("west", 1),
        ("west", 0),
    ]


def test_a_tile_on_the_land_does_not_block_a_direction_but_land_on_top_does() -> None:
    # A1 lies flat on the land in the north: the sea is where it came from.
    found = ground_after("A1 by 3; A1 by 2").path_to_ocean(Space(1, 18))
    inland = ground_after("A3 by 3; A3 by 3; A3 by 1").path_to_ocean(Space(7, 18))

    assert found is not None
    assert (found.direction, found.distance, found.coast) == ("south", 1, Space(1, 16))
    assert inland is None


UNDER_LAND = ("5 on H1; 5 on H1", "4 on H2; 1 on H1; 5 on H1")
"""After these quakes H2 lies under the land in (9, 0), north of (9, -1)."""


def test_a_tile_under_the_land_blocks_a_direction_as_bare_land_does() -> None:
    state = quaked(UNDER_LAND)
    assert state.ground.plates(Space(9, 0)) == ("H2", LAND)
    state = GAME.apply(state, Move(state.seat, Found(5, Space(9, -1)))).state

    scored = shaking(state, "1 on B1")

    assert scored.quake is not None
    (line,) = scored.quake.scores
    assert (line.direction, line.distance, line.coast, line.points) == (None, None, None, 0)
    assert scored.points == (0, 0, 0)


def test_in_a_match_of_edition_1_such_a_city_scores_and_computer_players_reckon_with_it() -> None:
    found = list[tuple[Any, ...]]()
    for edition in (1, 2):
        state = quaked(UNDER_LAND, edition)
        state = GAME.apply(state, Move(state.seat, Found(5, Space(9, -1)))).state
        observed = GAME.observe(state, Seat(0))
        (line,) = preview.scores(observed)
        points = prospect(observed.ground).points(state.cities[0], 5)
        world = imagination("san_andreas").sampled(observed, Random(1))
        found.append((edition, line.points, line.direction, points, world.ground.edition))

    assert found == [(1, 3, "north", 3, 1), (2, 0, None, 0, 2)]


def quaked(quakes: Sequence[str], edition: int = 2) -> State:
    """Return the table of an edition after these quakes, with all pawns in the pool again."""
    state = table()
    state = but(state, ground=fresh_ground(edition=edition))
    for dice in quakes:
        state = shaking(state, dice)
        state = resolved(state, *PAWNS[: len(parts(dice)) - 1])
    return but(state, seat=Seat(0))


def test_a_city_without_any_coast_scores_nothing() -> None:
    state = but(after("3 on A3; 3 on A3; 1 on A3"), seat=Seat(0))
    state = GAME.apply(state, Move(Seat(0), Found(5, Space(7, 18)))).state

    state = shaking(state, "5 on G1")

    assert state.quake is not None
    (line,) = state.quake.scores
    assert (line.direction, line.distance, line.coast, line.points) == (None, None, None, 0)


def test_nobody_is_asked_about_a_null_without_a_lost_coin() -> None:
    state = after("5 on G1", "0 at 1,15; b5 at 1,13")

    assert state.phase == "playing"
    assert state.points == (0, 5, 0)


def test_a_founder_whose_null_survived_is_asked_and_may_keep_it() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1; b5 at 1,13")

    assert asked.phase == "swapping"
    assert GAME.node(asked) == Decision(frozenset({Seat(0)}), is_sealed=True)
    assert list(GAME.legal_actions(asked, Seat(0))) == [Swap(None), Swap(3)]
    assert not list(GAME.legal_actions(asked, Seat(1)))
    kept = swapped(asked, 0, None)
    assert (scores(kept), kept.points) == ({"1,15": 0, "1,13": 5}, (0, 5, 0))
    assert [coin.value for coin in kept.lost[0]] == [3]


def test_coins_are_turned_up_before_anybody_is_asked() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1; b5 at 1,13")

    assert values(asked, Seat(2)) == [0, 5]
    assert GAME.observe(asked, Seat(2)).swapping == (0,)


def test_a_swapped_null_leaves_for_good_and_nobody_learns_which_ruin_came_back() -> None:
    state = swapped(after("5 on H1", "0 at 1,15; 3 at 7,1; 4 at 8,2"), 0, 4)

    assert state.points == (4, 0, 0)
    purse = GAME.observe(state, Seat(1)).purses[0]
    assert (purse.hand, purse.lost, purse.lost_coins) == (3, 2, (0,))
    assert GAME.observe(state, Seat(0)).purses[0].lost_coins == (0, 3)


TWO_NULLS = "0 at 1,15; 3 at 7,1; b0 at 1,13; b4 at 8,2; b2 at 7,2"


def test_two_founders_decide_at_the_same_time_and_sealed() -> None:
    asked = after("5 on H1", TWO_NULLS)
    assert GAME.node(asked) == Decision(frozenset({Seat(0), Seat(1)}), is_sealed=True)

    step = GAME.apply(asked, Move(Seat(1), Swap(4)))

    assert step.events == (SwapDecided(Seat(1)), SwapSealed(Seat(1), 4))
    assert step.events[1].seen_by == frozenset({Seat(1)})
    waiting = GAME.node(step.state)
    assert waiting == Decision(frozenset({Seat(0)}), frozenset({Seat(1)}), is_sealed=True)
    seen = GAME.observe(step.state, Seat(0))
    assert (seen.swapping, seen.decided, seen.to_act) == ((0,), (1,), (0,))
    assert values(step.state, Seat(0)) == [0, 0]


def test_who_has_decided_may_decide_anew_until_the_last_one_has() -> None:
    asked = swapped(swapped(after("5 on H1", TWO_NULLS), 1, 4), 1, 2)

    state = swapped(asked, 0, None)

    assert state.points == (0, 2, 0)


def test_the_order_of_sealed_choices_makes_no_difference() -> None:
    asked = after("5 on H1", TWO_NULLS)

    first, second = swapped(swapped(asked, 0, 3), 1, 4), swapped(swapped(asked, 1, 4), 0, 3)

    assert first == second
    assert first.points == (3, 4, 0)


def test_the_last_choice_tells_who_swapped_what_and_then_the_scores() -> None:
    asked = swapped(after("5 on H1", TWO_NULLS), 1, 4)

    step = GAME.apply(asked, Move(Seat(0), Swap(None)))

    told = [event for event in step.events if isinstance(event, NullSwapped)]
    assert [(each.swapped.seat, each.swapped.coin) for each in told] == [(1, 4)]
    (scored,) = [event for event in step.events if isinstance(event, CitiesScored)]
    assert (scored.gained, scored.points) == ((0, 4, 0), (0, 4, 0))
    assert [line.value for line in scored.scores] == [0, 4]


@pytest.mark.parametrize("coin", [0, 5, 1])
def test_a_swap_for_a_coin_that_is_not_lost_is_refused(coin: int) -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1")

    with pytest.raises(IllegalAction) as caught:
        GAME.apply(asked, Move(Seat(0), Swap(coin)))

    assert caught.value.key == "san-andreas-coin-not-lost"
    assert caught.value.data == {"coin": coin, "lost": (3,)}


def test_in_a_swap_nothing_else_is_possible_and_nobody_else_acts() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1")

    with pytest.raises(NotYourTurn):
        GAME.apply(asked, Move(Seat(1), Swap(None)))
    with pytest.raises(IllegalAction):
        GAME.apply(asked, Move(CHANCE, Swap(None)))
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(asked, Move(Seat(0), Pass()))
    assert caught.value.key == "san-andreas-not-now"


def test_the_question_about_a_null_is_told_to_everybody() -> None:
    state = shaking(table("0 at 1,15; 3 at 7,1"), "5 on H1; 5 on G1")

    step = GAME.apply(state, Move(Seat(0), next(iter(GAME.legal_actions(state, Seat(0))))))

    asked = [event for event in step.events if isinstance(event, NullSurvived)]
    assert [(each.seat, each.space) for each in asked] == [(0, Space(1, 15))]


def naive_distance(ground: Any, space: Space, step: Space) -> int | None:
    """Walk space by space until the ocean, or land on top, or far beyond the table."""
    for distance in range(40):
        space = Space(space.x + step.x, space.y + step.y)
        if BITS.get(space, 0) & ground.sea:
            return distance
        if ground.plates(space)[-1:] == (LAND,):
            return None
    return None


@pytest.mark.parametrize("number", [1, 2])
def test_the_shortest_way_is_the_one_that_walking_finds(number: int) -> None:
    looked = 0
    for state, _ in list(states(GAME, Setup(4), number))[::7]:
        for space in state.ground.visible:
            walked = [naive_distance(state.ground, space, step) for step in DIRECTIONS.values()]
            known = [each for each in walked if each is not None]
            found = state.ground.path_to_ocean(space)
            assert (found.distance if found else None) == (min(known) if known else None)
            looked += bool(known)
    assert looked > 500
