from datetime import timedelta

import pytest

from bot.table.ids import PlayerId
from bot.table.people.opponents import PATIENT, OpponentWish, find_opponents
from bot.table.people.rating import Rating
from tests.weeks.clock import instant

NOW = instant("2026-11-02 12:00")
HOUR = timedelta(hours=1)


def wish(number: int, mu: float = 25.0, hours: float = 1, *, anybody: bool = False) -> OpponentWish:
    """A wish of somebody of whom the strength is known to a point or so."""
    return OpponentWish(
        PlayerId(number), f"P{number}", Rating(mu, 1.0, 30), NOW - hours * HOUR, anybody
    )


LONG = PATIENT / HOUR
CASES = {
    "two of the same strength": ([wish(1), wish(2)], 2, {1, 2}),
    "too far apart": ([wish(1), wish(2, 35.0)], 2, set()),
    "any strength will do for both": (
        [wish(1, anybody=True), wish(2, 35.0, anybody=True)],
        2,
        {1, 2},
    ),
    "any will do for one of them alone": ([wish(1, anybody=True), wish(2, 35.0)], 2, set()),
    "both have waited for long": ([wish(1, hours=LONG), wish(2, 35.0, LONG)], 2, {1, 2}),
    "one has waited for long": ([wish(1, hours=LONG), wish(2, 35.0)], 2, set()),
    "those who waited longest": ([wish(1, hours=1), wish(2, hours=3), wish(3, hours=2)], 2, {2, 3}),
    "the longest wait fits nobody": (
        [wish(1, 40.0, 5), wish(2, hours=3), wish(3, hours=2)],
        2,
        {2, 3},
    ),
    "three, each with each": ([wish(1), wish(2, 26.5), wish(3, 25.5)], 3, {1, 2, 3}),
    "three, two of whom are too far apart": ([wish(1), wish(2, 26.9), wish(3, 28.8)], 3, set()),
    "too few": ([wish(1), wish(2)], 3, set()),
}


@pytest.mark.parametrize("case", CASES)
def test_people_meet_if_each_fits_each(case: str) -> None:
    wishes, size, expected = CASES[case]

    found = find_opponents(wishes, size, (), NOW)

    assert {int(each.player) for each in found} == expected


def test_two_of_whom_one_blocks_the_other_never_meet() -> None:
    wishes = [wish(1), wish(2), wish(3, hours=0)]

    found = find_opponents(wishes, 2, {frozenset((PlayerId(1), PlayerId(2)))}, NOW)

    assert {int(each.player) for each in found} == {1, 3}
