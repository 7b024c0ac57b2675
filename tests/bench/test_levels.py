"""The cross table of the levels."""

from itertools import pairwise

import pytest

from bot.table.people.levels import LEVELS
from engine.registry import games
from tests.bench.levels import HEAD, NAIVE, Row, measure, meetings, won


def test_each_level_meets_the_one_below_at_every_table() -> None:
    found = [each for each in meetings(1) if each.one != NAIVE]

    tables = [(key, seats) for key, rules in games().items() for seats in rules.meta.seats]
    assert [(each.title, each.seats, each.others, each.one) for each in found] == [
        (*table, *pair) for table in tables for pair in pairwise(LEVELS)
    ]


def test_who_is_naive_meets_the_weakest_level_at_two_seats() -> None:
    (found,) = meetings(1, [NAIVE])

    assert (found.title, found.seats, found.others) == ("seismic", 2, LEVELS[0])


def test_a_match_is_the_same_every_time() -> None:
    (naive,) = meetings(1, [NAIVE])

    for meeting in (naive, *meetings(1, ["greedy"])):
        assert won(meeting, 1) == won(meeting, 1)


def test_a_row_tells_the_share_its_interval_and_how_far_it_is_from_even() -> None:
    meeting = next(each for each in meetings(10, ["greedy"]) if each.title == "san_andreas")

    # By hand: 8 of 10.
    row = str(Row(meeting, (1.0,) * 8 + (0.0,) * 2))

    assert row == "| San Andreas, 3 | greedy | beginner | 10 | 80 % (49-94) | 2.40 |"


def test_the_table_is_markdown() -> None:
    lines = list(measure(1, 1, NAIVE))

    assert tuple(lines[:2]) == HEAD
    assert {line.count("|") for line in lines} == {7}


def test_a_level_in_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match="greedy"):
        measure(1, 1, "beginner")
