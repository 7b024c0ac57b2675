"""The expert of Seismic looks ahead in every phase of every variant."""

import gc
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.agents import agent
from engine.agents.heuristics import EVEN
from engine.agents.review import luck
from engine.agents.search import Candidate, searched
from engine.game import Chance, Decision, Finished, Move, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Flip
from engine.games.seismic.evaluation import turns_left
from engine.games.seismic.forecast import forecast
from engine.games.seismic.heuristics import (
    AHEAD,
    HEURISTICS,
    PLAYED_OUT,
    PROMISED,
    breadth,
    effort,
    expert_values,
    imagined,
    is_far,
    outlook_in,
    sees_farther,
    tiles_left,
    trust,
    values,
)
from engine.games.seismic.state import State, but
from tests.engine.playing import states
from tests.games.seismic.twin import twin
from tests.games.seismic.worked import standing

A, B = Seat(0), Seat(1)
SETUPS = [
    Setup(2, ("aftershocks", "big_one", "road_crews_dilemma", "twin_cities")),
    Setup(3, ("aftershocks", "balance")),
]
PHASES = ("placing", "extending", "striking", "choosing_town", "rotating")


def found(state: State, playouts: int = 16, width: int = 4) -> list[Candidate]:
    """Return what a small search finds for the seat that is to act."""
    legal = tuple(GAME.legal_actions(state, state.seat))
    observation = GAME.observe(state, state.seat)
    return searched(HEURISTICS, observation, legal, Random(1), playouts, width)


def outlooks() -> int:
    """Return how many outlooks there are in this process."""
    return sum(type(each).__name__ == "Outlook" for each in gc.get_objects())


def moments(setup: Setup, phase: str) -> list[State]:
    """Return some positions of a random match with a choice in this phase."""
    every = [state for n in (1, 2) for state, _ in states(GAME, setup, n)]
    here = [state for state in every if state.phase == phase]
    return [each for each in here if len(list(GAME.legal_actions(each, each.seat))) > 1][::20]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("setup", SETUPS, ids=["all", "balance"])
def test_it_looks_ahead_in_every_phase(setup: Setup, phase: str) -> None:
    rng = Random(1)
    positions = moments(setup, phase)
    assert bool(positions) == (phase not in {"extending", "choosing_town"} or setup.seats == 2)
    for state in positions[-2:]:
        best, *others = found(state)

        assert best.action in list(GAME.legal_actions(state, state.seat))
        assert best.lines > 0
        assert others
        assert found(twin(state, state.seat, rng)) == [best, *others]


def test_the_only_action_is_played_at_once() -> None:
    state = standing("0,-1 01/2; 1,-1 01/4; 1,0 01/4; 0,1 01/0; -1,1 01/0", display="02", pile="")
    one = but(state, display=("01",), crews=(0, 20))
    (only,) = GAME.legal_actions(one, A)

    assert agent("expert").choose(GAME.observe(one, A), (only,), Random(1)) == only


def test_with_hardly_a_tile_left_a_line_is_played_to_the_end() -> None:
    every = [state for state, _ in states(GAME, Setup(2), 2) if state.phase == "placing"]
    early, late = every[10], every[-10]

    assert is_far(early, every[17])
    assert not is_far(early, every[16])
    assert not is_far(late, every[-1])


@pytest.mark.parametrize(("variants", "least"), [((), 30), (("road_crews_dilemma",), 60)])
def test_a_master_looks_farther_while_there_are_tiles_enough(
    variants: tuple[str, ...], least: int
) -> None:
    every = [s for s, _ in states(GAME, Setup(2, variants), 2) if s.phase == "placing"]
    far = {tiles_left(each): sees_farther(GAME.observe(each, each.seat)) for each in every}

    assert far == {left: left >= least for left in far}
    assert set(far.values()) == {True, False}


def test_with_two_tiles_a_turn_no_line_is_cut_where_another_might_end() -> None:
    variants = ("road_crews_dilemma",)
    every = [s for s, _ in states(GAME, Setup(2, variants), 2) if s.phase == "placing"]
    compared = 0
    for start in every:
        later = next((each for each in every if each.turn >= start.turn + AHEAD), None)
        if later is not None:
            assert is_far(start, later) == (tiles_left(start) > 2 * PLAYED_OUT)
            compared += PLAYED_OUT < tiles_left(start) <= 2 * PLAYED_OUT
    assert compared


def test_fewer_lines_are_played_where_they_are_long() -> None:
    usual, long = (moments(each, "placing")[0] for each in (Setup(2), SETUPS[0]))
    seen = GAME.observe(usual, A)

    assert effort(GAME.observe(long, A)) < effort(seen)
    assert effort(replace(seen, pile=PLAYED_OUT)) < effort(replace(seen, pile=PLAYED_OUT + 1))
    assert effort(replace(seen, pile=PLAYED_OUT)) < effort(replace(seen, pile=PLAYED_OUT // 2))


@pytest.mark.parametrize(
    ("setup", "candidates", "promised"),
    [
        (Setup(2), 24, PROMISED),
        (Setup(3), 24, PROMISED),
        (Setup(4), 24, PROMISED),
        (Setup(2, ("road_crews_dilemma",)), 6, 0),
    ],
)
def test_where_lines_are_short_it_looks_at_more_and_counts_what_they_promise(
    setup: Setup, candidates: int, promised: float
) -> None:
    state = moments(setup, "placing")[0]
    seen = GAME.observe(state, state.seat)

    assert HEURISTICS.imagination is not None
    assert breadth(seen) * HEURISTICS.imagination.width == candidates
    assert trust(seen) == promised
    assert trust(replace(seen, phase="striking")) == 0


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_what_a_placement_gains_counts_half_beside_the_forecast_right_after_it(seats: int) -> None:
    for start in moments(Setup(seats), "placing")[:3]:
        seen, legal = GAME.observe(start, start.seat), tuple(GAME.legal_actions(start, start.seat))
        world = imagined(seen, Random(1))
        turns = turns_left(world, tiles_left(world))
        gains = values(seen, legal, EVEN)

        found = expert_values(seen, legal, EVEN)

        for action, gain, value in zip(legal, gains, found, strict=True):
            after = GAME.apply(world, Move(start.seat, action)).state
            points = forecast(outlook_in(after).learned, after.crews, start.seat, turns)
            assert value == pytest.approx(points + gain / 2)


def test_what_comes_after_each_placement_is_not_kept() -> None:
    start = moments(Setup(4), "placing")[-1]
    seen, legal = GAME.observe(start, start.seat), tuple(GAME.legal_actions(start, start.seat))
    values(seen, legal, EVEN)
    gc.collect()
    before = outlooks()

    expert_values(seen, legal, EVEN)

    assert len(legal) > 40
    assert outlooks() == before


@pytest.mark.parametrize(
    ("setup", "phase"),
    [
        (SETUPS[0], "placing"),
        (SETUPS[0], "extending"),
        (SETUPS[0], "striking"),
    ],
)
def test_elsewhere_gains_alone_put_actions_in_order(setup: Setup, phase: str) -> None:
    state = moments(setup, phase)[0]
    seen, legal = GAME.observe(state, state.seat), tuple(GAME.legal_actions(state, state.seat))

    assert expert_values(seen, legal, EVEN) == values(seen, legal, EVEN)


def test_open_sections_bring_what_they_promise_only_at_the_end() -> None:
    tiles = "0,-1 03/0; 0,-2 03/0; 0,-3 03/0; 0,-4 03/0"
    early = standing(tiles, "0,-1:0 a", display="+1:0 02 03", pile=" ".join(["03 +2:03"] * 20))
    late = standing(tiles, "0,-1:0 a", display="+1:0 02 03", pile="03 +2:03")

    shares = []
    for state in (early, late):
        seen = outlook_in(state)
        complete, hoped = seen.parts
        shares.append(seen.likely[A] / hoped[A])
        assert complete == (0.0, 0.0)
        assert seen.totals == hoped

    assert shares[0] < 0.8
    assert shares[1] == pytest.approx(1)


def test_matches_of_experts_end() -> None:
    for setup in SETUPS:
        rng = Random(2)
        state: Any = moments(setup, "placing")[-1]
        moves = 0
        while not isinstance(node := GAME.node(state), Finished) and moves < 12:
            if isinstance(node, Chance):
                outcomes = list(node.outcomes)
                drawn = rng.choices(outcomes, list(node.outcomes.values()))[0]
                state = GAME.apply(state, Move("chance", drawn)).state
            else:
                assert isinstance(node, Decision)
                state = GAME.apply(state, Move(state.seat, found(state, 8, 3)[0].action)).state
                moves += 1
        assert moves


def test_a_tile_that_completes_a_road_is_luck_for_whoever_draws_it() -> None:
    table = standing("0,1 03/0; 0,2 03/0", "0,1:0 a", display="01 01", pile="+6:012345 01")
    due = but(table, phase="flipping")
    imagined = HEURISTICS.imagination
    assert imagined is not None

    good, bad = (luck(imagined, due, [Flip(each)], 2, Random(1)) for each in ("+6:012345", "01"))

    assert good[0] > 3
    assert bad[0] == pytest.approx(-good[0])
    assert good[1] == pytest.approx(-good[0])


def test_a_quake_that_takes_a_road_is_bad_luck_for_its_owner() -> None:
    table = standing("0,1 03/0; 0,2 +6:012345/0", "0,1:0 a", display="01 01", pile="Q2.0 01 01 01")
    due = but(table, phase="flipping")
    imagined = HEURISTICS.imagination
    assert imagined is not None

    points = luck(imagined, due, [Flip("Q2.0"), Flip("01")], 2, Random(1))

    assert points[0] < -5 < 5 < points[1]
