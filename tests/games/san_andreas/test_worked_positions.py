"""The worked positions of the rules (section 8), fresh ground each."""

import pytest

from engine.boards.squares import parsed_space
from engine.game import PUBLIC, Move, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Swap
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.match import scores as scored
from engine.games.san_andreas.state import but
from tests.games.san_andreas.worked import (
    after,
    cities_on,
    cleared,
    counts,
    distances,
    ground_after,
    how_lost,
    leans,
    scores,
    standing,
    table,
)


def still_distance(space: str) -> int | None:
    found = fresh_ground().path_to_ocean(parsed_space(space))
    return found.distance if found else None


def test_an_east_lift_rides_over_the_neighbour_and_buries_what_it_covers() -> None:
    state = after("1 on B1", cities_on("B1") + "; b5 at 3,14; c5 at 4,14")

    assert str(state.ground.corners["B1"]) == "2,13"
    assert leans(state) == {"B1": (1, 0)}
    assert state.ground.plates(parsed_space("1,13")) == ()
    assert how_lost(state) == {
        **dict.fromkeys(("B1a", "B1b", "B1c", "B1d"), "destroyed"),
        "B2c": "buried",
    }
    assert standing(state) == {"B2a": "4,14"}
    assert (still_distance("4,14"), distances(state)) == (3, {"4,14": 2})


def test_a_north_dip_slides_under_two_tiles_and_lifts_their_edges() -> None:
    state = after("2 on D1", cities_on("C1", "C2") + "; b5 at 2,9; c5 at 3,10; b4 at 4,9")

    assert str(state.ground.corners["D1"]) == "2,10"
    assert leans(state) == {"C1": (1, -1), "C2": (-1, -1)}
    lost = how_lost(state)
    assert lost.pop("D1a") == "buried"
    assert lost == {f"{tile}{quarter}": "destroyed" for tile in ("C1", "C2") for quarter in "abcd"}
    assert standing(state) == {"D1d": "2,10", "D2d": "4,9"}
    assert (still_distance("4,9"), distances(state)["4,9"]) == (2, 0)
    assert "D2" in state.ground.coastal
    assert "D2" not in fresh_ground().coastal


def test_the_same_as_a_lift_comes_to_lie_on_top() -> None:
    state = after("3 on D1", cities_on("D1") + "; b5 at 2,11; b4 at 3,11; c5 at 1,12; c4 at 4,12")

    assert str(state.ground.corners["D1"]) == "2,10"
    assert leans(state) == {"D1": (0, 1)}
    lost = how_lost(state)
    assert {lost.pop(f"D1{quarter}") for quarter in "abcd"} == {"destroyed"}
    assert lost == {"C1b": "buried", "C2d": "buried"}
    assert standing(state) == {"C1c": "1,12", "C2a": "4,12"}


def test_a_dip_under_the_land_buries_what_goes_below() -> None:
    state = after("4 on H1", "5 at 7,2; 4 at 8,1; b5 at 9,2; c5 at 7,3")

    assert str(state.ground.corners["H1"]) == "7,0"
    assert leans(state) == {}
    assert {parsed_space("7,2"), parsed_space("8,2")}.isdisjoint(state.ground.stacks)
    assert {"G2", "H2"} <= set(state.ground.coastal)
    assert {"G2", "H2"}.isdisjoint(fresh_ground().coastal)
    assert how_lost(state) == {"H1b": "buried"}
    assert standing(state) == {"H1c": "7,1", "H2c": "9,2", "G2d": "7,3"}
    assert (still_distance("9,2"), still_distance("7,3")) == (2, 2)
    assert (distances(state)["9,2"], distances(state)["7,3"]) == (0, 0)


def test_a_shift_over_open_water_does_no_harm() -> None:
    state = after("5 on G1", cities_on("G1"))

    assert str(state.ground.corners["G1"]) == "5,2"
    assert leans(state) == {}
    assert {"F2", "G2"} <= set(state.ground.coastal)
    assert how_lost(state) == {}
    assert len(standing(state)) == 4


def test_a_lift_onto_the_land_leans_on_it() -> None:
    state = after("5 on H1", cities_on("H1"))

    assert str(state.ground.corners["H1"]) == "7,0"
    assert leans(state) == {"H1": (0, -1)}
    assert set(how_lost(state).values()) == {"destroyed"}
    assert len(how_lost(state)) == 4


def test_a_tile_that_is_lifted_twice_lies_flat_on_its_neighbour() -> None:
    once = after("1 on B1")
    twice = after("1 on B1; 1 on B1", cities_on("B1"))
    thrice = after("1 on B1; 1 on B1; 1 on B1")

    assert leans(once) == {"B1": (1, 0)}
    assert leans(twice) == {}
    assert twice.quake is not None
    assert [len(shift.leans) for shift in twice.quake.shifts] == [1, 1]
    assert thrice.quake is not None
    assert [len(shift.leans) for shift in thrice.quake.shifts] == [1, 1, 0]


def test_a_pinned_tile_moves_on_under_what_lies_on_it() -> None:
    state = after("2 on D1; 3 on D1")

    assert state.quake is not None
    assert [(each.tile, each.before, each.after) for each in state.quake.shifts[1].leans] == [
        ("C1", (1, -1), (1, 0)),
        ("C2", (-1, -1), (-1, 0)),
    ]
    assert leans(state) == {"C1": (1, 0), "C2": (-1, 0)}


def test_two_plates_under_one_side_are_too_steep_to_found_on() -> None:
    state = after("3 on E1; 1 on D1")

    assert state.ground.leans["E1"] == (1, 2)
    assert state.ground.steepness("E1") == 2
    seen = GAME.observe(state, PUBLIC)
    assert "E1" in {tile for tile, _ in state.ground.visible.values()}
    assert "E1" not in {state.ground.visible[space][0] for space in seen.foundable}


@pytest.mark.parametrize(
    ("cities", "expected"),
    [("", (92, 32)), ("b5 at 2,12", (87, 31)), ("b5 at 1,16", (89, 31))],
)
def test_the_first_turn_has_so_many_spaces(cities: str, expected: tuple[int, int]) -> None:
    assert counts(table(cities)) == expected


@pytest.mark.parametrize(
    ("order", "lost", "left"),
    [
        ("4 on A1; 1 on B1", {"A1d": "buried"}, {}),
        ("1 on B1; 4 on A1", {}, {"A1d": "1,14"}),
    ],
)
def test_the_order_of_the_dice_decides_who_is_buried(
    order: str, lost: dict[str, str], left: dict[str, str]
) -> None:
    state = after(order, "5 at 1,15")

    assert (how_lost(state), standing(state)) == (lost, left)


@pytest.mark.parametrize("order", ["4 on A1; 1 on B1", "1 on B1; 4 on A1"])
def test_some_cities_fare_the_same_in_any_order(order: str) -> None:
    state = after(order, "5 at 1,16; b5 at 2,15")

    assert how_lost(state) == {"A1b": "buried"}
    assert list(standing(state)) == ["A1c"]


def test_a_tile_may_come_back_to_its_place() -> None:
    state = after("4 on H1; 2 on H1", "5 at 7,2; 4 at 7,1")

    assert str(state.ground.corners["H1"]) == "7,1"
    assert state.ground == fresh_ground()
    assert standing(state) == {"H1c": "7,2"}
    assert how_lost(state) == {"H1d": "buried"}


def test_a_tile_that_leans_on_the_land_and_falls_back_loses_all_its_cities() -> None:
    state = after("5 on H1; 2 on H1", "5 at 7,2; 4 at 7,1")

    assert state.quake is not None
    assert [[each.after for each in shift.leans] for shift in state.quake.shifts] == [
        [(0, -1)],
        [(0, 0)],
    ]
    assert how_lost(state) == {"H1c": "destroyed", "H1d": "destroyed"}


def test_a_tile_wholly_under_the_land_can_bear_no_pawn() -> None:
    state = after("2 on A1; 3 on A1")

    assert "A1" not in {tile for tile, _ in state.ground.visible.values()}
    assert state.ground.laid("A1").depths == (0, 0, 0, 0)
    assert "A1" not in state.ground.coastal


def test_a_tile_flat_on_the_land_is_a_coast() -> None:
    state = after("3 on A1; 2 on A1")

    assert leans(state) == {}
    assert counts(cleared(state)) == (92, 36)
    found = state.ground.path_to_ocean(parsed_space("1,17"))
    assert found is not None
    assert (found.distance, found.direction) == (0, "south")


@pytest.mark.parametrize(("lakes", "far"), [("no", 4), ("yes", 0)])
def test_a_lake_counts_as_spaces_or_as_ocean(lakes: str, far: int) -> None:
    state = after("2 on A1; 4 on A2", "5 at 5,16; 4 at 5,15", lakes_are_ocean=lakes)

    assert leans(state) == {"B2": (0, 1)}
    assert distances(state)["5,16"] == far
    if lakes == "no":
        assert distances(state)["5,15"] == 2
        assert counts(cleared(after("2 on A1; 4 on A2"))) == (88, 32)


def test_an_island_sinks_before_the_scoring() -> None:
    state = after("2 on B1; 4 on D1; 1 on C2", "5 at 1,11")

    assert leans(state) == {"A1": (0, -1), "E1": (-1, 1), "C2": (1, 0)}
    assert state.quake is not None
    assert [laid.tile for laid in state.quake.sunk] == ["C1"]
    assert (how_lost(state), scores(state)) == ({"C1d": "sunk"}, {})
    assert state.points == (0, 0, 0)


def test_an_island_may_score_and_then_sink() -> None:
    state = after("2 on B1; 4 on D1; 1 on C2", "5 at 1,11", islands_sink="after")

    assert state.points == (5, 0, 0)
    assert (how_lost(state), standing(state)) == ({"C1d": "sunk"}, {})


def test_a_pawn_works_from_a_tile_that_is_covered() -> None:
    state = after("1 on A1; 1 on A1; 4 on A2")

    assert leans(state) == {"A1": (0, -1), "B2": (0, 1)}
    assert "A2" not in {tile for tile, _ in state.ground.visible.values()}


@pytest.mark.parametrize(
    ("city", "points"),
    [("5 at 4,12", 2), ("2 at 3,10", 1), ("1 at 6,11", 0), ("0 at 1,15", 0)],
)
def test_a_city_scores_its_value_less_the_spaces_to_the_ocean(city: str, points: int) -> None:
    assert scored(table(city))[0].points == points


def test_a_null_on_the_shore_swapped_for_a_lost_three_scores_three() -> None:
    state = after("5 on H1", "0 at 1,15; 3 at 7,1")
    assert state.phase == "swapping"

    state = GAME.apply(state, Move(Seat(0), Swap(3))).state

    assert (scores(state), state.points) == ({"1,15": 3}, (3, 0, 0))
    assert [coin.value for coin in state.lost[0]] == [0]


@pytest.mark.parametrize(
    ("shifts", "tile"),
    [
        ("G3 by 1", "G3"),
        ("H1 by 4; H2 by 1; H1 by 1; H1 by 1; G3 by 5", "H2"),
        ("H2 by 1; H2 by 1", "H2"),
    ],
)
def test_land_in_the_east_is_no_coast(shifts: str, tile: str) -> None:
    ground = ground_after(shifts)

    assert tile not in ground.coastal
    assert not any(on == tile for on, _ in but(table(), ground=ground).settable.values())
