"""Positions worked out by hand."""

import pytest

from engine.game import Decision, Finished, Move, Seat
from engine.games.seismic import GAME
from engine.games.seismic.actions import Strike
from engine.games.seismic.tiles import BOX
from tests.games.seismic.worked import count, crew_choices, flipping, place, points, standing

ALONE = {
    6: "03 03-14-25 +1:0 +2:03 +3:024 +6:012345",
    12: "01 02 01-34 02-35 03-14 01-23-45 +2:01 +2:02 +4:0134",
    18: "01-25-34 02-14-35 +3:012 +3:013 +3:014",
    24: "01-23 01-24 01-25 01-35 02-13 02-14 +4:0123 +4:0124",
    30: "+5:01234",
    36: "01-24-35",
}


@pytest.mark.parametrize(
    ("code", "ways"), [(code, ways) for ways, codes in ALONE.items() for code in codes.split()]
)
def test_beside_san_andreas_alone_each_tile_fits_so_often(code: str, ways: int) -> None:
    assert count(standing(), code) == ways


def test_every_tile_of_the_box_is_counted_beside_san_andreas() -> None:
    counted = {code for codes in ALONE.values() for code in codes.split()}

    assert counted == {tile.code for tile in BOX if tile.kind in ("highway", "intersection")}


ROUND_TRIP = "0,-1 03-14/0; 0,-2 01/2; 1,-2 01/4; -1,0 01/1"


def test_a_section_that_crosses_a_tile_twice_counts_it_twice() -> None:
    state = standing(ROUND_TRIP, "0,-2:3 a")

    assert points(state) == (17, 0)
    assert GAME.observe(state, "public").lines == ((2, 0, 0, 0, 0, 1),)
    assert (count(state, "03"), count(state, "+6:012345")) == (4, 2)


def test_the_longest_line_is_struck() -> None:
    state = flipping(standing(ROUND_TRIP, "0,-2:3 a"), "Q1.0")

    (quake,) = state.quakes
    assert (quake.line, [str(laid.cell) for laid in quake.fallen]) == (0, ["0,-1"])


def test_two_fragments_of_one_section_are_two_choices() -> None:
    state = standing("0,-2 01/2; 1,-2 01/4; -1,0 01/1")

    assert crew_choices(state, "0,-1 03-14/0") == [0, 1]


RING = "0,-1 01/2; 1,-1 01/4; 1,0 01/4; 0,1 01/0; -1,1 01/0"
RING_CREWS = "0,-1:3 a; 1,0:5 b; -1,1:1 a"


def test_one_open_cell_takes_only_what_fits_all_around() -> None:
    state = standing(RING, RING_CREWS)

    assert set(state.board.constraints) == {state.board.ground.numbers[place("-1,0 01/2").cell]}
    assert [count(state, code) for code in ("01", "+2:01", "02", "03", "+6:012345")] == [
        1,
        1,
        0,
        0,
        0,
    ]


def test_five_equal_lines_tie() -> None:
    state = flipping(standing(RING, RING_CREWS), "Q1.0")

    assert state.quakes[-1].tied == (0, 1, 2, 3, 4)
    assert GAME.node(state) == Decision(frozenset({Seat(0)}))
    assert list(GAME.legal_actions(state, Seat(0))) == [Strike(line) for line in range(5)]


def test_closing_the_last_open_highway_ends_the_match() -> None:
    state = standing(RING, RING_CREWS)

    over = GAME.apply(state, Move(Seat(0), place("-1,0 01/2"))).state

    node = GAME.node(over)
    assert isinstance(node, Finished)
    assert (node.outcome.scores, node.outcome.ranks) == ((28, 14), (1, 2))
    assert node.outcome.reason == "seismic-nothing-open"


def test_an_intersection_ends_the_match_too_and_a_crew_may_take_its_free_stub() -> None:
    state = standing(RING, RING_CREWS, display="+2:01")

    assert crew_choices(state, "-1,0 +2:01/2") == [2]
    over = GAME.apply(state, Move(Seat(0), place("-1,0 +2:01/2"))).state
    crewed = GAME.apply(state, Move(Seat(0), place("-1,0 +2:01/2", 2))).state
    assert over.outcome is not None
    assert over.outcome.scores == (23, 14)
    assert crewed.outcome is not None
    assert crewed.outcome.scores == (31, 14)


CUT_OFF = "0,-1 03/0; 0,-2 03/0; 0,-4 03/0; 0,1 +2:03/0; 0,2 03/0; 0,3 03/0"
CUT_OFF_CREWS = "0,1:0 a; 0,-2:3 b"


def test_the_player_on_turn_chooses_between_tied_lines() -> None:
    state = standing(CUT_OFF, CUT_OFF_CREWS)
    assert points(state) == (8, 0)

    shaken = flipping(state, "Q2.0")

    assert list(GAME.legal_actions(shaken, Seat(0))) == [Strike(0), Strike(3)]


def test_north_takes_the_two_nearest_tiles_and_their_crew_goes_home() -> None:
    shaken = flipping(standing(CUT_OFF, CUT_OFF_CREWS), "Q2.0")

    north = GAME.apply(shaken, Move(Seat(0), Strike(0))).state

    assert [str(laid.cell) for laid in north.quakes[-1].fallen] == ["0,-1", "0,-2"]
    assert (points(north), north.crews) == ((8, 0), (19, 20))
    assert (count(north, "03"), count(north, "+6:012345")) == (8, 6)


def test_south_takes_the_intersection_and_its_points() -> None:
    shaken = flipping(standing(CUT_OFF, CUT_OFF_CREWS), "Q2.0")

    south = GAME.apply(shaken, Move(Seat(0), Strike(3))).state

    assert [str(laid.cell) for laid in south.quakes[-1].fallen] == ["0,1", "0,2"]
    assert (points(south), south.crews) == ((0, 0), (20, 19))
    assert (count(south, "03"), count(south, "+6:012345")) == (9, 7)
