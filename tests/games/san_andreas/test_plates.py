"""The ground: the table of first shifts, and what shifts do to a stack."""

import pytest

from engine.boards.squares import Space
from engine.games.san_andreas.ground import fresh_ground, lean, slid
from engine.games.san_andreas.tiles import EAST_BORDER, START, footprint, is_land
from tests.games.san_andreas.worked import ground_after

FIRST_SHIFTS = """
A1 1:A2 A1(1,0)|2:LAND -|3:LAND A1(0,1)|4:B1 B1(0,1)|5:B1 A1(0,-1)
B1 1:B2 B1(1,0)|2:A1 A1(0,-1)|3:A1 B1(0,1)|4:C1 C1(0,1)|5:C1 B1(0,-1)
C1 1:C2 C1(1,0)|2:B1 B1(0,-1)|3:B1 C1(0,1)|4:D1 D1(-1,1)|5:D1 C1(1,-1)
D1 1:D2 D1(1,0)|2:C1+C2 C1(1,-1),C2(-1,-1)|3:C1+C2 D1(0,1)|4:E1 E1(-1,1)|5:E1 D1(1,-1)
E1 1:E2 E1(1,0)|2:D1+D2 D1(1,-1),D2(-1,-1)|3:D1+D2 E1(0,1)|4:F1 F1(-1,1)|5:F1 E1(1,-1)
F1 1:F2 F1(1,0)|2:E1+E2 E1(1,-1),E2(-1,-1)|3:E1+E2 F1(0,1)|4:G1 G1(-1,1)|5:G1 F1(1,-1)
G1 1:G2 G1(1,0)|2:F1+F2 F1(1,-1),F2(-1,-1)|3:F1+F2 G1(0,1)|4:sea -|5:sea -
H1 1:H2 H1(1,0)|2:G2 G2(0,-1)|3:G2 H1(0,1)|4:LAND -|5:LAND H1(0,-1)
"""
CASES = [
    (line.split(" ", 1)[0], *case.split(":"))
    for line in FIRST_SHIFTS.strip().splitlines()
    for case in line.split(" ", 1)[1].split("|")
]


@pytest.mark.parametrize(("tile", "face", "what"), CASES)
def test_the_first_shift_of_each_coastal_tile(tile: str, face: str, what: str) -> None:
    slide = slid(fresh_ground(), tile, int(face))

    met = "+".join((*slide.over, *slide.under)) or "sea"
    leans = [f"{each}({x},{y})" for each in slide.leans for x, y in [slide.ground.leans[each]]]
    assert f"{met} {','.join(leans) or '-'}" == what


def test_the_table_has_every_tile_of_the_first_coast_and_every_face() -> None:
    assert len(CASES) == 40
    assert {tile for tile, _, _ in CASES} == set(fresh_ground().coastal)


def test_a_lift_goes_over_and_a_dip_under() -> None:
    lift, dip = slid(fresh_ground(), "D1", 3), slid(fresh_ground(), "D1", 2)

    assert (lift.over, lift.under) == (("C1", "C2"), ())
    assert (dip.over, dip.under) == ((), ("C1", "C2"))


def test_the_start_has_23_tiles_and_92_spaces_between_the_borders() -> None:
    spaces = {space for corner in START.values() for space in footprint(corner)}

    assert (len(START), len(spaces)) == (23, 92)
    assert not any(is_land(space) for space in spaces)
    assert {y: max(x for x, row in spaces if row == y) for y in range(1, 17)} == EAST_BORDER


def test_the_notch_west_of_h1_is_ocean() -> None:
    assert [fresh_ground().plates(Space(x, y)) for x in (5, 6) for y in (1, 2)] == [()] * 4
    assert fresh_ground().water.lakes == 0


def test_one_plate_of_land_keeps_a_tile_that_is_under_it_below_everywhere() -> None:
    ground = ground_after("A1 by 2; A1 by 1")

    assert ground.plates(Space(2, 17)) == ("A1", "LAND")
    assert ground.plates(Space(3, 17)) == ("A1", "LAND")
    # A1 was lifted onto A2 in the row that is not land.
    assert ground.plates(Space(3, 16)) == ("A2", "A1")


def test_a_tile_that_lies_on_the_land_stays_on_it_when_it_dips() -> None:
    ground = ground_after("A1 by 3; A1 by 2")

    assert ground.plates(Space(1, 18)) == ("LAND", "A1")
    assert ground.leans["A1"] == (0, 0)


def test_what_rests_on_a_plate_that_stays_above_stays_above_too() -> None:
    # D1 slides under C1 and C2; C1 is then covered by B1. Another lift keeps D1 below them all.
    ground = ground_after("D1 by 2; B1 by 5; D1 by 3")

    assert ground.plates(Space(2, 12)) == ("D1", "C1", "B1")
    assert ground.plates(Space(3, 12)) == ("D1", "C2")


def test_the_leans_that_are_kept_are_those_of_the_stacks() -> None:
    ground = ground_after("E1 by 3; D1 by 1; F1 by 2; G1 by 1; H1 by 5")

    assert ground.leans == {
        tile: lean(ground.stacks, tile, corner) for tile, corner in ground.corners.items()
    }


def test_in_a_pinwheel_a_lift_keeps_what_lay_above() -> None:
    # E3 lies on the land and under D3, and D3 lies under the land: one of it must give way.
    ground = ground_after("D3 by 2; E3 by 3; E3 by 2; E3 by 3")

    assert ground.plates(Space(8, 10)) == ("LAND", "E3")
    assert ground.plates(Space(7, 11)) == ("E3", "D3", "LAND")
    assert ground.plates(Space(8, 11)) == ("E3", "LAND")


def test_in_a_pinwheel_a_dip_keeps_what_lay_below() -> None:
    # E3 lies over C3, C3 on the land, and the land over E3.
    ground = ground_after("E3 by 2; C3 by 4; C3 by 1; E3 by 3; E3 by 2")

    assert ground.plates(Space(8, 10)) == ("E3", "LAND")
    assert ground.plates(Space(7, 11)) == ("LAND", "C3", "E3")
    assert ground.plates(Space(8, 11)) == ("LAND", "E3")
