"""What was learned of what sections bring, of sections of which one knows what is better."""

import pytest

from engine.games.seismic import GAME, section_value
from engine.games.seismic.heuristics import outlook_anew
from engine.games.seismic.outlook import OPEN
from engine.games.seismic.section_value import (
    INPUTS,
    UNITS,
    Opening,
    inputs,
    network,
    read,
)
from engine.games.seismic.weights import SECTIONS
from tests.games.seismic.worked import standing

SEATS = GAME.meta.seats


def value(
    seats: int, *openings: Opening, turns: float = 6.0, staying: float = 1.0, points: float = 10.0
) -> float:
    return section_value.value(network(seats), inputs(turns, staying, points, openings))


@pytest.mark.parametrize("seats", SEATS)
def test_there_is_a_network_for_each_number_of_seats(seats: int) -> None:
    assert len(SECTIONS[seats].split()) == 1 + UNITS * (INPUTS + 2)
    assert len(inputs(5.0, 1.0, 9.0, ())) == INPUTS
    assert set(SECTIONS) == set(SEATS)


def test_the_numbers_of_a_network_are_its_bias_and_its_units_in_a_row() -> None:
    net = read([float(n) for n in range(1 + UNITS * (INPUTS + 2))])

    assert net.bias == 0
    assert net.hidden[0] == (1.0, tuple(float(n) for n in range(2, 2 + INPUTS)), 2.0 + INPUTS)
    assert net.hidden[-1][-1] == UNITS * (INPUTS + 2)


@pytest.mark.parametrize("turns", [2.0, 6.0, 10.0])
@pytest.mark.parametrize("seats", SEATS)
def test_a_complete_section_that_no_quake_takes_brings_its_points(seats: int, turns: float) -> None:
    for points in (6.0, 10.0, 16.0):
        assert value(seats, turns=turns, points=points) == pytest.approx(points, rel=0.12, abs=0.8)


@pytest.mark.parametrize("turns", [2.0, 6.0, 10.0])
@pytest.mark.parametrize("seats", SEATS)
def test_it_brings_less_the_less_likely_it_is_complete_in_the_end(seats: int, turns: float) -> None:
    likely, unlikely = Opening(0.5, 1), Opening(0.2, 1)

    complete = value(seats, turns=turns)
    threatened = value(seats, turns=turns, staying=0.6)

    assert complete > threatened > 0
    assert complete > value(seats, likely, turns=turns) > value(seats, unlikely, turns=turns)
    assert value(seats, likely, turns=turns) > value(seats, likely, likely, turns=turns)
    assert value(seats, likely, turns=turns, points=14.0) > value(seats, likely, turns=turns)


def test_which_opening_comes_first_makes_no_difference() -> None:
    one, other = Opening(0.4, 2), Opening(0.3, 1)

    assert inputs(5.0, 1.0, 8.0, (one, other)) == inputs(5.0, 1.0, 8.0, (other, one))


def test_a_section_that_ends_at_the_edge_of_the_table_has_learned_nothing() -> None:
    tiles = "; ".join(f"0,-{n} 03/0" for n in range(1, 9))
    state = standing(tiles, "0,-1:0 a", display="+1:0 02 03", pile="03 +2:03 02")
    shorter = standing(
        tiles.rpartition(";")[0], "0,-1:0 a", display="+1:0 02 03", pile="03 +2:03 02"
    )

    closed, still_open = (outlook_anew(each) for each in (state, shorter))

    assert (closed.learned[0], closed.held[0].is_lost) == ([0.0, 0.0], True)
    assert still_open.learned[0][OPEN] > 0
