"""What is expected of sections grows with what they would bring, and with how likely that is."""

import pytest

from engine.game import Seat
from engine.games.seismic import GAME
from engine.games.seismic.evaluation import turns_left
from engine.games.seismic.heuristics import outlook
from engine.games.seismic.sections import sections
from engine.games.seismic.state import Observation, State
from engine.games.seismic.tiles import BOX
from tests.games.seismic.worked import standing

PLENTY = " ".join(tile.code for tile in BOX if tile.kind in ("highway", "intersection"))


def seen(state: State) -> Observation:
    return GAME.observe(state, Seat(0))


def expected(state: State) -> list[float]:
    """Return what each section with a crew will bring, in the order of their first tiles."""
    known = outlook(seen(state))
    return [known.expected(section) for section in sections(state.board) if section.crews]


def test_a_complete_section_will_bring_what_it_scores_if_no_quake_is_left() -> None:
    state = standing("0,-1 03/0; 0,-2 +2:03/0", "0,-1:0 a", pile=PLENTY)

    assert expected(state) == [6 + 1 + 2]


def test_from_town_to_town_it_will_bring_more() -> None:
    row = "; ".join(f"{q},0 03/2" for q in range(1, 8))
    state = standing(row, "4,0:2 a", variants=("twin_cities",), pile=PLENTY)

    assert expected(state) == [29]


def test_an_open_section_will_bring_less_than_a_complete_one_and_less_as_the_match_ends() -> None:
    tiles, crews = "0,-1 03/0; 0,-2 +2:03/0; 0,1 03/0", "0,-1:0 a; 0,1:0 b"

    complete, early = expected(standing(tiles, crews, pile=PLENTY))
    _, late = expected(standing(tiles, crews, pile="+6:012345"))

    assert complete > early > late > 0


@pytest.mark.parametrize(
    ("tiles", "crews"),
    [
        ("0,-8 03/0", "0,-8:0 a"),
        ("0,-2 01/2; 1,-2 01/4; 0,-1 01-34/0", "0,-2:2 a"),
    ],
    ids=["at the edge of the table", "a loop"],
)
def test_what_can_never_be_complete_will_bring_nothing(tiles: str, crews: str) -> None:
    assert expected(standing(tiles, crews, pile=PLENTY)) == [0]


def test_an_end_that_no_intersection_fits_will_bring_nothing() -> None:
    assert expected(standing("0,1 03/0", "0,1:0 a", pile="03 03 03")) == [0]


def test_what_lies_on_the_longest_line_will_bring_less_while_quakes_may_come() -> None:
    tiles = "0,-1 03/0; 0,-2 +2:03/0; 1,0 +2:03/2"
    crews = "0,-1:0 a; 1,0:5 b"

    endangered, spared = expected(standing(tiles, crews, pile=f"{PLENTY} Q5.0 Q6.0"))

    assert endangered < 6 + 1 + 2
    assert endangered / 9 < spared / 8 < 1


def test_a_second_tile_a_turn_makes_fewer_turns() -> None:
    single, double = (
        turns_left(standing(pile=PLENTY, variants=variants), 30)
        for variants in ((), ("road_crews_dilemma",))
    )

    assert double < single


def test_the_points_of_the_leader_matter_most() -> None:
    tiles = "0,-1 +4:0134/0; 0,1 +2:03/0; 1,0 +2:03/2"
    state = standing(tiles, "0,-1:3 b; 0,1:0 c; 1,0:5 a", seats=3, pile=PLENTY)

    own, leader, third = outlook(seen(state)).stakes[0]

    assert own == 1
    assert leader < third < 0
    assert leader + third == pytest.approx(-1)
