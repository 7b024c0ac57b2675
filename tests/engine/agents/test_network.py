"""What comes out of a small network."""

import pytest

from engine.agents.network import Network, units


def test_hidden_units_count_beside_the_straight_way_but_are_silent_below_nought() -> None:
    net = Network(0.5, (1.0, -1.0), ((1.0, (2.0, 0.0), 3.0), (-4.0, (1.0, 1.0), 9.0)))

    assert net.output((1.0, 2.0)) == pytest.approx(0.5 + 1 - 2 + 3 * (1 + 2))


def test_without_a_straight_way_only_hidden_units_count() -> None:
    assert Network(0.25, (), ((0.0, (1.0, 1.0), 2.0),)).output((1.0, 2.0)) == 6.25


def test_units_stand_in_a_row_with_the_bias_first_and_what_they_count_last() -> None:
    assert units((1, 2, 3, 4, 5, 6, 7, 8), 2) == ((1, (2, 3), 4), (5, (6, 7), 8))
    assert units((), 2) == ()
