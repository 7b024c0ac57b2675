"""What becomes of a match when time is up, and as its people come back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.table.errors import HostingError
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Ending, Match, Person, StandIn, Status, Venue, WhenLate
from bot.table.match.pace import NO_LIMIT, PACES
from bot.table.time.lateness import (
    back,
    given_a_day,
    handed_on,
    is_late,
    stood_in,
    substituted,
    there,
    time_up,
)
from bot.table.time.waits import Stop, Wait
from engine.game import Seat, Setup
from engine.games.seismic import GAME

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
DAY: Final = timedelta(days=1)
ANN, BOB, CLEO = (PlayerId(number) for number in (1, 2, 3))
DAN: Final = Person(PlayerId(4), "Dan")
FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
NOBODY: Final[frozenset[PlayerId]] = frozenset()


def table(when_late: WhenLate = WhenLate.COMPUTER, **bob: Any) -> Match:
    """Return a match of Ann, Bob and Cleo that waits for Bob; `bob` is what is said of his seat."""
    lobby = opened(Person(ANN, "Ann"), Venue(7, 100), GAME, Setup(3), "open", now=NOW)
    chairs = (*lobby.chairs, Chair("Bob", "b", BOB, **bob), Chair("Cleo", "c", CLEO))
    begun = replace(lobby, id=MatchId(1), status=Status.PLAYING, has_begun=True, chairs=chairs)
    return replace(begun, when_late=when_late, pace=PACES["day"], acting=(SECOND,))


def everybody(match: Match, **changes: Any) -> Match:
    """Return the match with the same said of the seats of the others."""
    ann, bob, cleo = match.chairs
    return replace(match, chairs=(replace(ann, **changes), bob, replace(cleo, **changes)))


@pytest.mark.parametrize(
    ("match", "again", "lapses", "stand_in", "is_offered", "status"),
    [
        (table(), [], 1, True, False, Status.PLAYING),
        (table(lapses=1), [], 2, True, False, Status.PLAYING),
        (table(lapses=2), [], 3, False, True, Status.PLAYING),
        (table(WhenLate.WAIT, lapses=2), [SECOND], 3, False, False, Status.PLAYING),
        (table(WhenLate.END), [], 1, False, False, Status.PLAYING),
        # Late in an earlier turn, in which a computer player moved once: this one has its day.
        (table(WhenLate.END, lapses=1), [], 2, False, False, Status.PLAYING),
        (table(WhenLate.END, lapses=1), [SECOND], 1, False, False, Status.CLOSED),
        # Its player came back meanwhile.
        (table(WhenLate.END), [SECOND], 0, False, False, Status.CLOSED),
    ],
)
def test_what_happens_when_time_is_up(
    match: Match,
    again: list[Seat],
    lapses: int,
    status: Status,
    *,
    stand_in: bool,
    is_offered: bool,
) -> None:
    after = time_up(match, [SECOND], again=again, now=NOW)

    chair = after.chairs[SECOND]
    assert (chair.lapses, bool(chair.stand_in), chair.is_offered) == (lapses, stand_in, is_offered)
    assert (after.status, after.is_deserted) == (status, False)
    assert after.ending == (Ending.TIME_UP if status is Status.CLOSED else None)


@pytest.mark.parametrize(
    ("match", "away", "is_deserted"),
    [
        (everybody(table(), lapses=1), NOBODY, True),
        (everybody(table(), is_offered=True), NOBODY, True),
        (everybody(table(), agent="greedy"), NOBODY, True),
        (table(), frozenset({ANN, CLEO}), True),
        (table(), frozenset({ANN}), False),
        (everybody(table(WhenLate.WAIT), lapses=1), NOBODY, False),
    ],
)
def test_computers_do_not_play_on_among_themselves(
    match: Match, away: frozenset[PlayerId], *, is_deserted: bool
) -> None:
    assert time_up(match, [SECOND], away, now=NOW).is_deserted is is_deserted


@pytest.mark.parametrize(
    ("match", "away", "stand_in", "is_deserted"),
    [
        (table(), frozenset({BOB}), True, False),
        (table(), frozenset({ANN, BOB, CLEO}), True, True),
        (table(agent="greedy"), frozenset({BOB}), False, False),
        (replace(table(), acting=(FIRST,)), frozenset({BOB}), False, False),
    ],
)
def test_a_computer_player_moves_in_a_holiday(
    match: Match, away: frozenset[PlayerId], *, stand_in: bool, is_deserted: bool
) -> None:
    after = stood_in(match, SECOND, away, now=NOW)

    assert (bool(after.chairs[SECOND].stand_in), after.is_deserted) == (stand_in, is_deserted)


def test_whoever_is_back_has_never_been_late() -> None:
    match = table(lapses=2, stand_in=StandIn.TIME_UP, is_offered=True)

    assert back(match, BOB, now=NOW).chairs == table().chairs


def test_a_press_sets_a_table_going_that_stood_still() -> None:
    still = time_up(everybody(table(), lapses=1), [SECOND], now=NOW)

    woken = there(still, FIRST, now=NOW + DAY)

    assert still.is_deserted
    assert (woken.is_deserted, woken.held_until, woken.held_s) == (False, None, 0)
    # A computer player moves for the one who is awaited, and was late.
    assert [each.lapses for each in woken.chairs] == [0, 1, 1]
    assert [each.stand_in for each in woken.chairs] == [None, StandIn.TIME_UP, None]


def test_the_last_who_hands_a_seat_on_leaves_a_table_that_stands_still() -> None:
    match = table()

    assert handed_on(match, BOB, now=NOW).chairs[SECOND].is_offered
    assert not handed_on(match, BOB, now=NOW).is_deserted
    assert handed_on(everybody(match, lapses=1), BOB, now=NOW).is_deserted


@pytest.mark.parametrize(
    ("match", "by", "seat", "key"),
    [
        (table(), BOB, SECOND, "time-own"),
        (table(), DAN.id, SECOND, "not-seated"),
        (table(), ANN, THIRD, "time-not-awaited"),
        (table(), ANN, Seat(9), "time-not-awaited"),
        (table(agent="greedy"), ANN, SECOND, "time-not-awaited"),
        (replace(table(), pace=NO_LIMIT), ANN, SECOND, "no-limit"),
        (replace(table(), status=Status.CLOSED), ANN, SECOND, "not-playing"),
    ],
)
def test_when_nobody_gives_a_day_more(match: Match, by: PlayerId, seat: Seat, key: str) -> None:
    with pytest.raises(HostingError, match=key):
        given_a_day(match, by, seat)


def test_a_day_more_sends_the_stand_in_away() -> None:
    assert not given_a_day(table(stand_in=StandIn.TIME_UP), ANN, SECOND).chairs[SECOND].stand_in


OFFERED: Final = table(lapses=3, is_offered=True)


@pytest.mark.parametrize(
    ("match", "person", "knowing", "gone", "key"),
    [
        (OFFERED, Person(ANN, "Ann"), NOBODY, None, "lobby-already-in"),
        (OFFERED, DAN, frozenset({DAN.id}), None, "seat-known"),
        (OFFERED, Person(BOB, "Bob"), NOBODY, None, "lobby-already-in"),
        (table(), DAN, NOBODY, None, "player-replaced"),
        (table(), DAN, NOBODY, CLEO, "player-replaced"),
        (replace(OFFERED, status=Status.CLOSED), DAN, NOBODY, None, "not-playing"),
    ],
)
def test_who_takes_no_seat_over(
    match: Match, person: Person, knowing: frozenset[PlayerId], gone: PlayerId | None, key: str
) -> None:
    with pytest.raises(HostingError, match=key):
        substituted(match, SECOND, person, knowing, gone=gone, now=NOW)


def test_a_substitute_begins_without_lapses() -> None:
    chair = substituted(OFFERED, SECOND, DAN, frozenset({BOB}), now=NOW).chairs[SECOND]

    assert (chair.player, chair.name, chair.join) == (DAN.id, "Dan", "b")
    assert (chair.lapses, chair.is_offered, chair.stand_in) == (0, False, None)


@pytest.mark.parametrize(
    ("changes", "now", "late"),
    [
        ({}, NOW + 0.9 * DAY, False),
        ({}, NOW + DAY, True),
        ({"stops": frozenset({Stop.HOLD})}, NOW + 9 * DAY, False),
        ({"stops": frozenset({Stop.HOLD}), "left": -DAY}, NOW, True),
        ({"since": None}, NOW + 9 * DAY, False),
        # Without a limit it is a week.
        ({"length": None, "left": None}, NOW + 6.9 * DAY, False),
        ({"length": None, "left": None}, NOW + 7 * DAY, True),
        ({"length": None, "left": None, "since": None}, NOW + 9 * DAY, False),
    ],
)
def test_who_is_late(changes: dict[str, Any], now: datetime, *, late: bool) -> None:
    wait = Wait(1, MatchId(1), SECOND, NOW, DAY, DAY, NOW)

    assert is_late(replace(wait, **changes), now) is late
