"""What counts for a rating, and what it is worth: hand-made matches, and a season of them."""

from collections.abc import Mapping
from random import Random

import pytest

from bot.table.ids import PlayerId
from bot.table.people.rating import (
    LISTED_FROM,
    Counted,
    MatchReason,
    Rating,
    SeatCount,
    SeatFacts,
    SeatReason,
    beginner,
    counted,
    rated,
    reason_not_rated,
)
from engine.game import Seat

ANN, BOB, CLEO, DAN = map(PlayerId, (11, 12, 13, 14))


def facts(seat: int, rank: int, player: PlayerId | None = None, **more: object) -> SeatFacts:
    return SeatFacts(Seat(seat), rank, player, 20)._replace(**more)  # type: ignore[arg-type]


def seats(*players: PlayerId | None, **more: object) -> tuple[SeatCount, ...]:
    """Return seats in the order of their ranks; `more` is said of the last one."""
    every = [facts(n, n + 1, player) for n, player in enumerate(players)]
    return counted([*every[:-1], every[-1]._replace(**more)])  # type: ignore[arg-type]


NOBODY: Mapping[PlayerId, Rating] = {}


def test_a_winner_gains_what_a_loser_of_the_same_strength_loses() -> None:
    after = rated(NOBODY, seats(ANN, BOB))

    assert after[ANN].mu - 25 == pytest.approx(25 - after[BOB].mu)
    assert after[ANN].number > 1500 > after[BOB].number
    assert after[ANN].sigma < beginner().sigma
    assert after[ANN].matches == 1


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_better_rank_is_worth_more_for_every_number_of_seats(count: int) -> None:
    people = [PlayerId(20 + n) for n in range(count)]

    after = rated(NOBODY, seats(*people))

    found = [after[each].mu for each in people]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == count


def test_those_who_share_a_place_are_worth_the_same() -> None:
    tie = counted([facts(0, 1, ANN), facts(1, 1, BOB), facts(2, 3, CLEO)])

    after = rated(NOBODY, tie)

    assert after[ANN] == after[BOB]
    assert after[CLEO].mu < after[ANN].mu


def test_computer_players_make_no_difference() -> None:
    alone = counted([facts(0, 1, ANN), facts(1, 2, BOB)])
    among = counted([facts(0, 2, ANN), facts(1, 3, BOB), facts(2, 1), facts(3, 4)])

    assert rated(NOBODY, among) == rated(NOBODY, alone)
    assert [each.reason for each in among][2:] == [SeatReason.COMPUTER] * 2


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"has_left": True}, (Counted.LAST, SeatReason.LEFT)),
        ({"late": 6}, (Counted.LAST, SeatReason.STOOD_IN)),
        ({"late": 5}, (Counted.RATED, None)),
        ({"away": 6}, (Counted.OUT, SeatReason.HOLIDAY)),
        ({"away": 3, "late": 3}, (Counted.OUT, SeatReason.HOLIDAY)),
        ({"has_changed": True}, (Counted.OUT, SeatReason.CHANGED)),
        ({"is_freed": True, "has_changed": True}, (Counted.OUT, SeatReason.FREED)),
        ({"is_listed": False, "has_left": True}, (Counted.OUT, SeatReason.UNLISTED)),
        # A seat that was left and then taken by another person was left all the same.
        ({"has_left": True, "has_changed": True}, (Counted.LAST, SeatReason.LEFT)),
        ({"moves": 0}, (Counted.RATED, None)),
    ],
)
def test_what_counts(more: dict[str, object], expected: tuple[Counted, SeatReason | None]) -> None:
    *_, last = seats(ANN, BOB, CLEO, **more)

    assert (last.counted, last.reason) == expected


def test_a_player_who_leaves_comes_last_and_the_others_do_not_feel_it() -> None:
    # Cleo led when she left.
    left = counted([facts(0, 2, ANN), facts(1, 3, BOB), facts(2, 1, CLEO, has_left=True)])
    without = rated(NOBODY, seats(ANN, BOB))

    after = rated(NOBODY, left)

    assert (after[ANN], after[BOB]) == (without[ANN], without[BOB])
    assert after[CLEO] == rated(NOBODY, seats(ANN, BOB, CLEO))[CLEO]
    assert after[CLEO].mu < beginner().mu


def test_two_who_leave_do_not_gain_by_one_another() -> None:
    both = counted(
        [
            facts(0, 1, ANN),
            facts(1, 2, BOB),
            facts(2, 3, CLEO, has_left=True),
            facts(3, 4, DAN, has_left=True),
        ]
    )

    after = rated(NOBODY, both)

    assert after[CLEO] == after[DAN]


def test_seats_that_do_not_count_stay_as_they_were() -> None:
    away = seats(ANN, BOB, CLEO, away=20)

    after = rated({CLEO: Rating(30.0, 4.0, 9)}, away)

    assert CLEO not in after
    assert after == rated(NOBODY, seats(ANN, BOB))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({}, None),
        ({"is_friendly": True}, MatchReason.FRIENDLY),
        ({"is_lesson": True, "is_friendly": True}, MatchReason.LESSON),
        ({"is_voted": True}, MatchReason.VOTE),
    ],
)
def test_why_a_match_does_not_count(said: dict[str, bool], reason: MatchReason | None) -> None:
    every = {"is_friendly": False, "is_lesson": False, "is_voted": False}

    assert reason_not_rated(seats(ANN, BOB), **every | said) is reason


def test_a_match_with_one_person_does_not_count() -> None:
    def found(*every: SeatFacts) -> MatchReason | None:
        return reason_not_rated(counted(every), is_friendly=False, is_lesson=False, is_voted=False)

    left = facts(1, 2, BOB, has_left=True)
    assert found(facts(0, 1, ANN), facts(1, 2)) is MatchReason.ALONE
    assert found(facts(0, 1, ANN), left) is None
    assert found(facts(0, 1, ANN, has_left=True), left) is MatchReason.ALONE


def test_a_season_is_the_same_each_time_and_finds_the_strong() -> None:
    def season() -> list[Rating]:
        chance, ratings = Random(4), dict[PlayerId, Rating]()
        people = [PlayerId(n) for n in range(12)]
        for _ in range(200):
            four = chance.sample(people, 4)
            # The higher the number, the stronger.
            order = sorted(four, key=lambda each: -each + chance.gauss(0, 3))
            ratings |= rated(ratings, seats(*order))
        return [ratings[each] for each in people]

    found = season()

    assert found == season()
    strongest = sorted(range(12), key=lambda n: found[n].mu)
    assert sum(abs(n - place) for place, n in enumerate(strongest)) <= 12
    assert all(each.is_listed and not each.is_provisional for each in found)


def test_a_rating_is_shown_with_its_doubt_and_not_before_five_matches() -> None:
    ratings = dict[PlayerId, Rating]()
    doubts = []
    for number in range(30):
        four = [ANN, BOB, CLEO, DAN]
        ratings |= rated(ratings, seats(*four[number % 4 :], *four[: number % 4]))
        doubts.append(ratings[ANN].doubt)
        assert ratings[ANN].is_listed == (number + 1 >= LISTED_FROM)

    shown = ratings[ANN]
    assert doubts == sorted(doubts, reverse=True)
    assert (shown.number % 10, shown.doubt % 10) == (0, 0)
    assert shown.lower == pytest.approx(1500 + 20 * (shown.mu - 25 - shown.sigma))
    assert Rating(25.0, 6.26).is_provisional
    assert not Rating(25.0, 6.0).is_provisional
