"""The small lines under a result: what the match was worth, or why it counts for nobody."""

from dataclasses import replace
from typing import Any

import pytest

from bot.locale.localisation import words
from bot.messages.people.rated import rated_lines
from bot.table.match.match import Chair, Match
from bot.table.people.rating import Counted, MatchReason, Rating, SeatReason, beginner
from bot.table.people.statistics import RatedMatch, RatedSeat
from engine.game import Seat
from tests.games.seismic.views import match_of

NAMES = ("Ann", "Bob", "Cleo")


def shown(number: int, matches: int = 9) -> Rating:
    """Return a rating that is shown as this number."""
    return Rating(beginner().mu + (number - 1500) / 20, 5.0, matches)


ANN = RatedSeat(Seat(0), "Ann", 3, Counted.RATED, None, 1610, shown(1590))
BOB = RatedSeat(Seat(1), "Bob", 1, Counted.RATED, None, 1480, shown(1510))
CLEO = RatedSeat(Seat(2), "Cleo", 2, Counted.RATED, None, 1580, shown(1570))


def last(seat: RatedSeat, reason: SeatReason) -> RatedSeat:
    return seat._replace(counted=Counted.LAST, reason=reason, rank=1)


def out(seat: RatedSeat, reason: SeatReason, **more: Any) -> RatedSeat:
    apart = seat._replace(counted=Counted.OUT, reason=reason, before=None, after=None)
    return apart._replace(**more)


BOB_AND_CLEO = "-# Rated: Bob 1,480 → 1,510 · Cleo 1,580 → 1,570."
TOLD: dict[str, tuple[RatedMatch, list[str]]] = {
    "all of them, the best first": (
        RatedMatch(None, (ANN, BOB, CLEO)),
        ["-# Rated: Bob 1,480 → 1,510 · Cleo 1,580 → 1,570 · Ann 1,610 → 1,590."],
    ),
    "too few matches": (
        RatedMatch(None, (ANN._replace(before=None, after=shown(1700, 3)), BOB)),
        ["-# Rated: Bob 1,480 → 1,510 · Ann 3 of 5."],
    ),
    "the fifth match tells no number of before": (
        RatedMatch(None, (ANN._replace(before=None, after=shown(1700, 5)), BOB)),
        ["-# Rated: Bob 1,480 → 1,510 · Ann 1,700."],
    ),
    "with computer players": (
        RatedMatch(None, (out(ANN, SeatReason.COMPUTER, name=None), BOB, CLEO)),
        [BOB_AND_CLEO, "-# Rated among Bob and Cleo; computer players don't count."],
    ),
    "one left": (
        RatedMatch(None, (last(ANN, SeatReason.LEFT), BOB, CLEO)),
        [
            "-# Rated: Bob 1,480 → 1,510 · Cleo 1,580 → 1,570 · Ann 1,610 → 1,590.",
            "-# Ann left and is placed last; the others are compared without that seat.",
        ],
    ),
    "a stand-in": (
        RatedMatch(None, (last(ANN, SeatReason.STOOD_IN), BOB, CLEO)),
        [
            "-# Rated: Bob 1,480 → 1,510 · Cleo 1,580 → 1,570 · Ann 1,610 → 1,590.",
            "-# A stand-in made more than a quarter of Ann's moves: placed last.",
        ],
    ),
    "a holiday": (
        RatedMatch(None, (out(ANN, SeatReason.HOLIDAY), BOB, CLEO)),
        [
            BOB_AND_CLEO,
            "-# Rated without Ann's seat: on holiday for more than a quarter of its moves.",
        ],
    ),
    "another owner": (
        RatedMatch(None, (out(ANN, SeatReason.CHANGED, name=None), BOB, CLEO)),
        [BOB_AND_CLEO, "-# Rated without Ann's seat: it changed hands."],
    ),
    "freed": (
        RatedMatch(None, (out(ANN, SeatReason.FREED), BOB, CLEO)),
        [BOB_AND_CLEO, "-# Rated without Ann's seat: it changed hands."],
    ),
    "who isn't rated is never named": (
        RatedMatch(None, (out(ANN, SeatReason.UNLISTED), BOB, CLEO)),
        [BOB_AND_CLEO, "-# Rated without one seat."],
    ),
    "friendly": (
        RatedMatch(MatchReason.FRIENDLY, (ANN, BOB)),
        ["-# Not rated: friendly, as agreed in the lobby."],
    ),
    "by vote": (RatedMatch(MatchReason.VOTE, (ANN, BOB)), ["-# Not rated: ended by vote."]),
    "alone": (
        RatedMatch(MatchReason.ALONE, (ANN, out(BOB, SeatReason.COMPUTER))),
        ["-# Not rated: only one person played to the end."],
    ),
    "nobody learns that one of two isn't rated by their wish": (
        RatedMatch(MatchReason.ALONE, (ANN, out(BOB, SeatReason.UNLISTED))),
        ["-# Not rated: there are fewer than two people to compare."],
    ),
    "a lesson": (RatedMatch(MatchReason.LESSON, (ANN, BOB)), []),
}


@pytest.mark.parametrize(("worth", "told"), TOLD.values(), ids=TOLD)
def test_what_a_match_was_worth_is_said(worth: RatedMatch, told: list[str]) -> None:
    assert rated_lines(match_of(3, NAMES), worth, words("en")) == told


def test_one_who_ends_a_match_alone_voted_with_nobody() -> None:
    match = match_of(2, NAMES[:2])
    alone: Match = replace(match, chairs=(match.chairs[0], Chair("Robo", "", agent="greedy")))

    worth = RatedMatch(MatchReason.VOTE, (ANN, out(BOB, SeatReason.COMPUTER)))

    assert alone.is_for_one
    assert rated_lines(alone, worth, words("en")) == [
        "-# Not rated: only one person played to the end."
    ]


def test_a_name_has_no_power_over_the_line() -> None:
    worth = RatedMatch(None, (ANN._replace(name="**@everyone**"), BOB))

    (line,) = rated_lines(match_of(3, NAMES), worth, words("en"))

    assert "@everyone" not in line
    assert "**" not in line.replace("\\*", "")
