"""3B: markers in turn, the die, who is Shocked, who moves when and where (rules 2)."""

from typing import Any

import pytest

from engine.errors import IllegalAction
from engine.game import CHANCE, Chance, Move, Seat
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import MoveMeeple, Pass, Resolve, Roll, Shock, TakeBack
from engine.games.aftershock.events import (
    AftershockChosen,
    AftershockFaded,
    AftershockRolled,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
)
from engine.games.aftershock.state import Aftershock, Crossing, Moved, State
from tests.games.aftershock.worked import BAY, after, drawn, laid, legal, shaking, told

A, B, C = (Seat(each) for each in range(3))


def test_the_die_shows_one_two_or_three_equally_often() -> None:
    state = shaking(laid(meeples="Oakland: a1"), "normal Oakland")

    assert state.phase == "roll"
    assert GAME.node(state) == Chance({Roll(1): 2, Roll(2): 2, Roll(3): 2})


@pytest.mark.parametrize(("marker", "count"), [("normal", 2), ("big", 3), ("mega", 4)])
def test_bigger_markers_shock_more(marker: str, count: int) -> None:
    state = shaking(laid(meeples="Oakland: a9 b9"), f"{marker} Oakland")

    rolled = GAME.apply(state, Move(CHANCE, Roll(2)))

    assert rolled.events == (AftershockRolled(A, "oakland", marker, 2, count),)


def test_on_an_empty_area_nothing_is_rolled() -> None:
    state = shaking(laid(), "normal Oakland", "big Fremont")

    assert state.phase == "mark"
    assert state.aftershocks == (
        Aftershock(A, "oakland", "normal"),
        Aftershock(B, "fremont", "big"),
    )


def test_markers_are_resolved_in_any_order_all_of_a_seat_before_the_next() -> None:
    land = laid(meeples="Oakland: a1; Fremont: b1")
    state = shaking(land, "normal Oakland, big Fremont", "normal Oakland")

    assert legal(state, A) == [Resolve("oakland", "normal"), Resolve("fremont", "big")]
    first = GAME.apply(state, Move(A, Resolve("fremont", "big")))
    assert first.events == (AftershockChosen(A, "fremont", "big"),)
    rolled = GAME.apply(first.state, Move(CHANCE, Roll(1)))
    assert rolled.events == (
        AftershockRolled(A, "fremont", "big", 1, 1),
        MeeplesShocked(A, "fremont", (0, 1, 0)),
        MeepleTakenBack(B, "fremont"),
        AftershockChosen(A, "oakland", "normal"),
    )
    last = drawn(rolled.state, Roll(3))
    assert [each.seat for each in last.aftershocks] == [A, A, B]
    assert last.phase == "mark"


def test_equal_markers_are_no_choice_and_empty_areas_fade_together() -> None:
    same = shaking(laid(meeples="Oakland: a9"), "normal Oakland, normal Oakland")
    faded = shaking(laid(meeples="Oakland: a9"), "normal Vallejo, normal Fremont")

    assert same.phase == "roll"
    assert faded.phase == "mark"
    assert AftershockFaded(A, "vallejo", "normal").seen_by == "everybody"


def test_an_empty_area_may_wait_for_meeples_that_come() -> None:
    land = laid("Oakland-Hayward: b", "Oakland: b1")
    state = shaking(land, "normal Hayward, normal Oakland")

    hit = drawn(after(state, A, Resolve("oakland", "normal")), Roll(1))
    came = after(hit, B, MoveMeeple("hayward"))

    assert (came.phase, came.aftershocks[-1].area) == ("roll", "hayward")


MOVERS = "Oakland: a2 b2 c2"


def moving() -> State:
    """Return the position in which everybody has a Shocked meeple in Oakland; b resolved."""
    land = laid("Oakland-Hayward: a; Oakland-Richmond: c", MOVERS, money=(2, 2, 2), bank=39)
    hit = drawn(shaking(land, "", "normal Oakland"), Roll(3))
    return after(hit, B, Shock((1, 1, 1)))


def test_the_left_neighbour_moves_first_and_the_resolver_last() -> None:
    state = moving()

    assert (state.phase, state.seat) == ("move", C)
    state = after(state, C, TakeBack())
    assert state.seat == A
    state = after(state, A, MoveMeeple("hayward"))
    assert state.seat == B
    assert after(state, B, TakeBack()).phase == "mark"


def test_a_toll_is_paid_at_once_and_can_be_spent_again() -> None:
    state = moving()

    moved = GAME.apply(state, Move(C, MoveMeeple("hayward", (A,))))

    way = (Crossing("oakland", "hayward", A),)
    assert moved.events == (MeepleMoved(C, "oakland", "hayward", way, (A,)),)
    assert moved.state.money == (3, 2, 1)
    assert moved.state.aftershocks[-1].moves == (Moved(C, "hayward", way, (A,)),)
    assert moved.state.aftershocks[-1].left == (1, 1, 0)


def test_whom_no_bridge_helps_goes_home_without_a_question() -> None:
    land = laid("Hayward-Fremont: a", MOVERS)
    hit = drawn(shaking(land, "normal Oakland"), Roll(1))

    events = told(hit, A, Shock((0, 0, 1)))

    assert events[:2] == (MeeplesShocked(A, "oakland", (0, 0, 1)), MeepleTakenBack(C, "oakland"))


def test_a_meeple_that_moved_can_be_shocked_again_and_go_back() -> None:
    land = laid("Oakland-Hayward: a", "Oakland: a1")
    state = shaking(land, "normal Oakland, normal Hayward")

    there = after(
        drawn(after(state, A, Resolve("oakland", "normal")), Roll(1)), A, MoveMeeple("hayward")
    )
    back = after(drawn(there, Roll(1)), A, MoveMeeple("oakland"))

    assert back.meeples[BAY.index["oakland"]] == (1, 0, 0)


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (MoveMeeple("alameda"), "aftershock-no-such-area", {"area": "alameda"}),
        (MoveMeeple("oakland"), "aftershock-same-area", {"area": "oakland"}),
        (MoveMeeple("fremont"), "aftershock-no-way", {"area": "oakland", "to": "fremont"}),
        (
            MoveMeeple("vallejo", (A, A)),
            "aftershock-toll",
            {"to": "vallejo", "cost": 3, "money": 2},
        ),
        (MoveMeeple("hayward"), "aftershock-other-payees", {"to": "hayward", "ways": ((A,),)}),
        (Shock((1, 0, 0)), "aftershock-not-now", {}),
    ],
)
def test_a_move_that_is_not_possible_says_why(action: Any, key: str, data: dict[str, Any]) -> None:
    bridges = "Oakland-Hayward: a; Oakland-San Francisco: a; San Francisco-Richmond: a;"
    bridges += "Richmond-Vallejo: a"
    land = laid(bridges, "Oakland: c1", money=(2, 2, 2), bank=39)
    state = drawn(shaking(land, "normal Oakland"), Roll(1))

    with pytest.raises(IllegalAction) as caught:
        after(state, C, action)

    assert (caught.value.key, caught.value.data) == (key, data)


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (Shock((1, 1, 0)), "aftershock-shock-count", {"count": 3, "chosen": 2}),
        (Shock((1, 1)), "aftershock-shock-count", {"count": 3, "chosen": 2}),
        (
            Shock((3, 0, 0)),
            "aftershock-shock-nobody-there",
            {"seat": 0, "chosen": 3, "there": 2},
        ),
        (Pass(), "aftershock-not-now", {}),
    ],
)
def test_a_shock_that_is_not_possible_says_why(action: Any, key: str, data: dict[str, Any]) -> None:
    state = drawn(shaking(laid(meeples=MOVERS), "normal Oakland"), Roll(3))

    with pytest.raises(IllegalAction) as caught:
        after(state, A, action)

    assert (caught.value.key, caught.value.data) == (key, data)


def test_a_marker_that_is_not_there_is_refused() -> None:
    state = shaking(laid(meeples=MOVERS), "normal Oakland, big Fremont")

    with pytest.raises(IllegalAction) as caught:
        after(state, A, Resolve("oakland", "mega"))
    assert caught.value.data == {"area": "oakland", "marker": "mega"}
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(state, A, TakeBack())
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(state, CHANCE, Roll(1))
