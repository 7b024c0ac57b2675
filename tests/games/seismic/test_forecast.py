"""What was learned of how matches end, in positions where one knows what is better."""

from dataclasses import replace

import pytest

from engine.game import Outcome, Seat
from engine.games.seismic import GAME
from engine.games.seismic.forecast import features, forecast, size
from engine.games.seismic.heuristics import outlook_anew, outlook_in, worth
from engine.games.seismic.outlook import COMPLETE, OPEN, Outlook
from engine.games.seismic.weights import WEIGHTS
from tests.games.seismic.worked import standing

SEATS = GAME.meta.seats
A, B = Seat(0), Seat(1)
TURNS = (1.5, 5.0, 15.0)
"""Turns that are left: at the end, in the middle, at the beginning."""


def holding(seats: int, *complete: float) -> list[list[float]]:
    """Return the sums of seats that have these points in complete sections, and nothing else."""
    found = [[0.0, 0.0] for _ in range(seats)]
    for mine, points in zip(found, complete, strict=False):
        mine[COMPLETE] = points
    return found


def lead(sums: list[list[float]], turns: float) -> float:
    return forecast(sums, [5] * len(sums), A, turns)


@pytest.mark.parametrize("seats", SEATS)
def test_there_are_weights_for_every_feature_early_and_late(seats: int) -> None:
    found = features(holding(seats), [20] * seats, A)

    assert len(found) == size(seats)
    assert len(WEIGHTS[seats].split()) == 2 * size(seats)
    assert set(WEIGHTS) == set(SEATS)


@pytest.mark.parametrize("seats", SEATS)
def test_own_points_are_worth_much_at_the_end_and_those_of_the_best_rival_are_a_loss(
    seats: int,
) -> None:
    even = lead(holding(seats, 20, 20), TURNS[0])

    ahead, behind = (lead(holding(seats, *each), TURNS[0]) for each in ((30, 20), (20, 30)))

    assert even + 4 < ahead < even + 15
    assert even - 15 < behind < even - 3


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("seats", SEATS)
def test_more_points_are_always_better_but_a_leader_with_several_rivals_keeps_less_of_them(
    seats: int, turns: float
) -> None:
    gained = [
        lead(holding(seats, points + 10, 60), turns) - lead(holding(seats, points, 60), turns)
        for points in (60, 110)
    ]

    assert min(gained) > 1
    assert seats == 2 or gained[0] < gained[1]


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("seats", SEATS)
def test_an_open_section_is_worth_its_crew_but_less_than_a_complete_one(
    seats: int, turns: float
) -> None:
    nothing, hoped, sure = (holding(seats, 20, 20) for _ in range(3))
    hoped[A][OPEN] = 8.0
    sure[A][COMPLETE] += 12.0
    placed = [4, *[5] * (seats - 1)]

    assert lead(nothing, turns) < forecast(hoped, placed, A, turns) < lead(sure, turns)


@pytest.mark.parametrize("turns", TURNS[:2])
def test_where_crews_run_short_none_is_placed_for_nothing(turns: float) -> None:
    found = holding(2, 20, 20)

    assert forecast(found, [5, 5], A, turns) > forecast(found, [4, 5], A, turns)


def test_which_of_two_rivals_is_ahead_makes_no_difference() -> None:
    one, other = holding(3, 20, 25, 10), holding(3, 20, 10, 25)

    assert lead(one, 5.0) == pytest.approx(lead(other, 5.0))


def test_at_the_end_points_are_points() -> None:
    state = standing("0,-1 03/0", "0,-1:0 a", display="+1:0", pile="")
    over = replace(state, outcome=Outcome((41, 30), (1, 2), "seismic-pile-empty"))

    assert worth(over, A) == 11
    assert worth(over, B) == -11


def test_it_judges_a_position_by_its_own_turns_and_sections() -> None:
    tiles = "0,-1 03/0; 0,-2 +6:012345/0"
    mine, nobodys = (
        standing(tiles, crew, display="+1:0 02 03", pile="03 +2:03 02") for crew in ("0,-1:0 a", "")
    )

    assert worth(mine, A) > worth(nobodys, A) + 3
    assert worth(mine, B) < worth(nobodys, B) - 3


def test_it_judges_by_the_odds_of_the_moment_and_not_by_those_in_which_the_line_began() -> None:
    tiles, crew = "0,-1 03/0; 0,-2 03/0", "0,-1:0 a"
    early = standing(tiles, crew, display="+1:0 02 03", pile=" ".join(["03 +2:03"] * 20))
    late = standing(tiles, crew, display="+1:0 02 03", pile="03 +2:03")
    alone = worth(late, A)

    late.__dict__["outlook"] = Outlook(late.board, outlook_in(early).odds, late.crews)

    assert outlook_in(late).odds.turns > outlook_anew(late).odds.turns
    assert worth(late, A) == alone
    assert worth(early, A) > alone + 1
