"""Who a seat counts for, by what happened to it."""

from dataclasses import replace
from typing import Any

import pytest

from bot.table.ids import PlayerId
from bot.table.match.match import Chair, StandIn
from bot.table.match.sitters import Sitter, SitterKind
from bot.table.people.rating import Counted, SeatCount, SeatReason, counted
from bot.table.people.seats import seat_facts
from engine.game import Outcome, Seat

ANN, BOB, EVA = map(PlayerId, (11, 12, 15))
CHAIRS = (Chair("Ann", "1", ANN), Chair("Bob", "2", BOB))
OUTCOME = Outcome((10, 20), (2, 1), "")
BOB_SEAT = Seat(1)
COMPUTER, PERSON, STAND_IN = SitterKind.COMPUTER, SitterKind.PERSON, SitterKind.STAND_IN


def bob(
    *sitters: Sitter,
    moves: tuple[StandIn | None, ...] = (None,) * 8,
    is_freed: bool = False,
    **chair: Any,
) -> SeatCount:
    """Return how Bob's seat counts, who moved in it so, and in which chair it ended."""
    chairs = (CHAIRS[0], replace(CHAIRS[1], **chair))
    freed = frozenset({BOB_SEAT}) if is_freed else frozenset[Seat]()
    moved = [(BOB_SEAT, why) for why in moves]
    facts = seat_facts(chairs, OUTCOME, moved, sitters, freed=freed)
    return counted(facts)[1]


def sat(line: int, kind: SitterKind, player: PlayerId | None = BOB) -> Sitter:
    return Sitter(BOB_SEAT, line, kind, player)


def test_who_plays_to_the_end_counts_by_rank() -> None:
    assert bob() == SeatCount(BOB_SEAT, 1, BOB, Counted.RATED)


def test_a_computer_player_from_the_beginning_is_nobody() -> None:
    found = bob(player=None, agent="greedy")

    assert (found.player, found.reason) == (None, SeatReason.COMPUTER)


@pytest.mark.parametrize(
    ("sitters", "chair", "counts"),
    [
        # Left to a computer player for good, and it stayed so.
        ([sat(9, COMPUTER)], {"agent": "greedy"}, (BOB, Counted.LAST, SeatReason.LEFT)),
        # Back before the end.
        ([sat(9, COMPUTER), sat(12, PERSON)], {}, (BOB, Counted.RATED, None)),
        # On offer at the end, and nobody took it.
        ([sat(9, STAND_IN)], {"is_offered": True}, (BOB, Counted.LAST, SeatReason.LEFT)),
        # Handed over to Eva while Bob was there.
        (
            [sat(0, PERSON), sat(9, PERSON, EVA)],
            {"player": EVA},
            (BOB, Counted.OUT, SeatReason.CHANGED),
        ),
        # Left, and only then taken by Eva.
        (
            [sat(0, PERSON), sat(7, COMPUTER), sat(9, PERSON, EVA)],
            {"player": EVA},
            (BOB, Counted.LAST, SeatReason.LEFT),
        ),
        # Eva took it over and left it herself: Bob's seat had changed hands.
        (
            [sat(0, PERSON), sat(9, PERSON, EVA), sat(12, COMPUTER, EVA)],
            {"player": EVA, "agent": "greedy"},
            (BOB, Counted.OUT, SeatReason.CHANGED),
        ),
        # A computer player moved for a while, as time was up.
        ([sat(9, STAND_IN), sat(10, PERSON)], {}, (BOB, Counted.RATED, None)),
    ],
)
def test_what_became_of_a_seat(
    sitters: list[Sitter], chair: dict[str, Any], counts: tuple[Any, ...]
) -> None:
    found = bob(*sitters, **chair)

    assert (found.player, found.counted, found.reason) == counts


@pytest.mark.parametrize(
    ("whys", "counts"),
    [
        ([StandIn.TIME_UP] * 2, (Counted.RATED, None)),
        ([StandIn.TIME_UP] * 3, (Counted.LAST, SeatReason.STOOD_IN)),
        ([StandIn.TIME_UP, StandIn.TIME_UP, StandIn.VOTE], (Counted.LAST, SeatReason.STOOD_IN)),
        ([StandIn.MODERATORS] * 3, (Counted.RATED, None)),
        ([StandIn.HOLIDAY] * 3, (Counted.OUT, SeatReason.HOLIDAY)),
        ([StandIn.HOLIDAY] * 2 + [StandIn.TIME_UP], (Counted.OUT, SeatReason.HOLIDAY)),
    ],
)
def test_who_moved_for_a_seat_of_eight_moves(
    whys: list[StandIn], counts: tuple[Counted, SeatReason | None]
) -> None:
    found = bob(moves=(*whys, *[None] * (8 - len(whys))))

    assert (found.counted, found.reason) == counts


@pytest.mark.parametrize(
    ("sitters", "chair", "counts"),
    [
        # Nobody took it.
        ([sat(9, STAND_IN)], {"is_offered": True}, (Counted.OUT, SeatReason.FREED)),
        # Eva did, or got it.
        ([sat(0, PERSON), sat(9, PERSON, EVA)], {"player": EVA}, (Counted.OUT, SeatReason.FREED)),
        # Bob took it back, and played to the end.
        ([sat(9, STAND_IN), sat(10, PERSON)], {}, (Counted.RATED, None)),
        # Bob took it back, and left: that was his own doing.
        (
            [sat(9, STAND_IN), sat(10, PERSON), sat(12, COMPUTER)],
            {"agent": "greedy"},
            (Counted.LAST, SeatReason.LEFT),
        ),
    ],
)
def test_what_became_of_a_seat_that_moderators_freed(
    sitters: list[Sitter], chair: dict[str, Any], counts: tuple[Any, ...]
) -> None:
    found = bob(*sitters, is_freed=True, **chair)

    assert (found.counted, found.reason) == counts
