"""The greedy player of Seismic builds what scores, and knows who leads."""

from random import Random
from typing import Any

from engine.agents import agent
from engine.agents.heuristics import CHARACTERS
from engine.game import Move, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import (
    EndTurn,
    KeepAll,
    Rotate,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.heuristics import HEURISTICS, outlook
from engine.games.seismic.state import State, but
from tests.engine.playing import states
from tests.games.seismic.worked import flipping, place, standing

A, B = Seat(0), Seat(1)


def choice(state: State, number: int = 1) -> Any:
    """Return what the greedy player does for the seat that is to act."""
    legal = tuple(GAME.legal_actions(state, state.seat))
    return agent("greedy").choose(GAME.observe(state, state.seat), legal, Random(number))


def test_it_completes_its_own_section() -> None:
    chosen = choice(standing("0,-1 03/0", "0,-1:0 a", display="+1:0 02 03", pile=""))

    assert chosen == place("0,-2 +1:0/3")


def test_it_puts_a_crew_on_what_it_completes() -> None:
    assert choice(standing("0,-1 03/0", display="+2:03", pile="")) == place("0,-2 +2:03/0", 3)


def test_it_wastes_no_crew_on_what_can_not_be_complete() -> None:
    state = standing("0,-1 +1:0/3", "0,-1:3 a", display="03", pile="")

    assert choice(state).crew is None


def test_the_last_crews_are_kept_for_what_is_worth_more() -> None:
    def spends(state: State, crews: int) -> bool:
        left = tuple(crews if seat == state.seat else n for seat, n in enumerate(state.crews))
        return getattr(choice(but(state, crews=left)), "crew", None) is not None

    every = [state for n in (1, 2) for state, _ in states(GAME, Setup(2), n)]
    placing = [state for state in every if state.phase == "placing"][::2]

    found = [(spends(state, 18), spends(state, 2)) for state in placing]

    assert (True, False) in found
    assert (True, True) in found
    assert (False, True) not in found


def test_it_does_not_complete_the_sections_of_others() -> None:
    state = standing("0,-1 03/0; 0,1 03/0", "0,-1:0 b; 0,1:0 b", display="+2:03", pile="")

    assert choice(state).cell not in {place("0,-2 03/0").cell, place("0,2 03/0").cell}


TWO_LINES = "0,-1 03/0; 0,-2 03/0; 0,-4 03/0; 0,1 +2:03/0; 0,2 03/0; 0,3 03/0"


def test_it_lets_a_quake_take_the_line_on_which_it_has_nothing() -> None:
    state = flipping(standing(TWO_LINES, "0,1:0 a; 0,-2:3 b"), "Q2.0")

    assert choice(state) == Strike(0)


def test_it_lets_a_quake_take_from_the_leader() -> None:
    tiles = "0,-1 +1:0/3; 0,1 +1:0/0; 1,1 +2:03/0; 1,2 +2:03/0"
    state = flipping(standing(tiles, "0,-1:3 b; 0,1:0 c; 1,1:3 c", seats=3), "Q1.0")

    assert choice(state) == Strike(3)


def test_it_begins_with_the_town_where_its_own_line_is_not_struck_next() -> None:
    # The line of seven tiles between the towns, with the other town, is the longest for both; if
    # it is struck from the first town, it ties with the one behind the second town.
    tiles = [f"{q},0 03/2" for q in (*range(1, 7), *range(10, 16))]
    text = "; ".join((*tiles, "7,0 +2:03/2", "9,0 +2:03/2"))
    position = standing(text, "7,0:2 a; 9,0:5 b", variants=("twin_cities",))
    state = flipping(position, "Q1.0")

    first = choice(state)
    after = GAME.apply(state, Move(A, first)).state

    assert first == StrikeFirst(0)
    assert choice(after) == Strike(2)


def test_it_turns_a_tile_that_completes_its_section() -> None:
    tiles = "0,-1 01-24-35/0; 1,-2 +1:0/4; 2,1 03/0"
    state = aftershock(tiles, "0,-1:3 a")

    assert choice(state) == Rotate(place("0,-1 03/0").cell, 4)


def test_it_turns_nothing_for_nothing() -> None:
    assert choice(aftershock("0,-1 01-24-35/0; 1,-2 +1:0/4; 2,1 03/0", "")) == KeepAll()


def aftershock(tiles: str, crews: str) -> State:
    """Return the position after a quake that took a tile of no use."""
    return flipping(
        standing(f"{tiles}; -1,1 03/1; -2,2 03/1", crews, variants=("aftershocks",)), "Q1.0"
    )


DILEMMA = ("road_crews_dilemma",)


def test_it_forgoes_a_crew_for_two_tiles_that_score() -> None:
    tiles, crews = "0,-1 03/0; 0,1 03/0", "0,-1:0 a; 0,1:0 a"
    state = standing(tiles, crews, display="+2:03 +4:0134 01", pile="", variants=DILEMMA)

    first = choice(state)
    between = GAME.apply(state, Move(A, first)).state
    second = choice(between)

    assert first.crew is None
    assert {first.cell, second.cell} == {place("0,-2 03/0").cell, place("0,2 03/0").cell}
    assert {first.tile, second.tile} == {"+2:03", "+4:0134"}


def test_it_builds_no_second_tile_for_nothing() -> None:
    tiles, crews = "0,-1 03/0; 0,1 03/0", "0,-1:0 b; 0,1:0 b"
    state = standing(tiles, crews, display="+2:03 03", pile="", variants=DILEMMA)

    after = GAME.apply(state, Move(A, place("1,0 +2:03/2"))).state

    assert choice(after) == EndTurn()


HIGHWAYS = "03 03 03"


def test_without_intersections_it_leads_its_end_to_one_that_a_highway_can_join() -> None:
    state = standing("0,-1 03/0; 0,-4 +1:0/3", "0,-1:0 a", display=HIGHWAYS, pile="03 03")

    assert choice(state) in {place("0,-2 03/0"), place("0,-3 03/0")}


def test_it_claims_nothing_that_an_end_of_the_table_shuts() -> None:
    state = standing("0,-7 03/0", "", display=HIGHWAYS, pile="")

    assert choice(state) != place("0,-8 03/0", 0)


def test_it_spoils_the_cell_that_another_waits_for() -> None:
    tiles = "0,-1 03/0; 1,-1 02/4"
    state = but(standing(tiles, "0,-1:0 b", display="02 03", pile="+1:0"), crews=(0, 19))

    # Two highways arrive at 0,-2 then: the last intersection does not fit there any more.
    assert choice(state) == place("1,-2 02/3")


def test_a_rival_grudges_more_and_a_gambler_hopes_more() -> None:
    tiles, crews = "0,-1 03/0; 0,1 03/0", "0,-1:0 b; 0,1:0 a"
    observation = GAME.observe(standing(tiles, crews, display="+2:03", pile=""), A)
    gift = place("0,-2 +2:03/0")
    legal = tuple(GAME.legal_actions(standing(tiles, crews, display="+2:03", pile=""), A))

    gains = {
        name: dict(zip(legal, HEURISTICS.values(observation, legal, character), strict=True))
        for name, character in CHARACTERS.items()
    }

    assert gains["rival"][gift] < gains["even"][gift] < gains["builder"][gift] < 0
    hopes = outlook(observation, CHARACTERS["gambler"]).totals
    assert hopes[A] > outlook(observation).totals[A] > 0


def test_what_is_equally_good_is_left_to_chance() -> None:
    state = standing(display="03", pile="")

    assert len({choice(state, number) for number in range(20)}) > 3
