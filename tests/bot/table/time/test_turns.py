"""Who is asked by direct message, and when: at once, after quiet hours, or not at all."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from bot.table.ids import MatchId, PlayerId
from bot.table.notices.notice import NoticeKind
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.timers import TimerKind
from bot.table.time.turns import TurnWishes, is_asked, turns
from bot.table.time.waits import Stop, Wait
from engine.game import Seat

ANN: Final = PlayerId(1)
NOON: Final = datetime(2027, 3, 1, 12, tzinfo=UTC)
NIGHT: Final = NOON.replace(hour=23)
HOURS: Final = QuietHours(22 * 60, 8 * 60, "UTC")
WAIT: Final = Wait(7, MatchId(3), Seat(1), NOON, player=ANN, since=NOON)
DIRECT: Final = TurnWishes(is_direct=True)
ASLEEP: Final = TurnWishes(is_direct=True, quiet=HOURS)


def asked(
    now: Wait, was: Wait | None = None, wish: TurnWishes = DIRECT, at: datetime = NOON
) -> list[object]:
    """Return whether each message is its player's own doing, and each timer with its moment.

    And which waits' messages are only to be edited.
    """
    decided = turns([was] if was else [], [now], (), {ANN: wish}, at)
    asks = [*decided.notices, *decided.asks]
    assert {each.kind for each in asks} <= {NoticeKind.TURN}
    own = [each.facts["is_own"] for each in asks]
    timers = ((each.kind, each.due_at) for each in decided.timers)
    return [*own, *timers, *decided.outdated]


def test_a_new_wait_is_asked_for_at_once_or_after_the_night() -> None:
    assert asked(WAIT) == [False]
    assert asked(WAIT, wish=ASLEEP) == [False]
    after = NIGHT.replace(hour=8) + timedelta(days=1)
    assert asked(WAIT, wish=ASLEEP, at=NIGHT) == [(TimerKind.TURN, after)]
    assert asked(WAIT, wish=TurnWishes()) == []


@pytest.mark.parametrize("stop", [Stop.HOLD, Stop.HOLIDAY, Stop.SEALED])
def test_one_that_stands_is_asked_for_when_it_goes_on(stop: Stop) -> None:
    stands = replace(WAIT, stops=frozenset({stop}))
    assert not is_asked(stands)
    assert asked(stands) == []
    assert asked(stands, stands) == []
    assert asked(WAIT, stands) == [False, WAIT.id]
    # What was sent shows that it stands.
    assert asked(stands, WAIT) == [WAIT.id]


def test_where_the_table_cant_be_told_its_message_comes_first() -> None:
    assert is_asked(replace(WAIT, stops=frozenset({Stop.TROUBLE})))


def test_who_wants_to_hear_no_more_of_this_move_isnt_asked() -> None:
    assert asked(replace(WAIT, is_muted=True)) == []


def test_what_reads_as_before_stays_and_an_edit_waits_for_no_morning() -> None:
    more = replace(WAIT, given=timedelta(days=1))
    assert asked(WAIT, WAIT) == []
    assert asked(more, WAIT) == [WAIT.id]
    assert asked(more, WAIT, ASLEEP, NIGHT) == [WAIT.id]


@pytest.mark.parametrize("at", [NOON, NIGHT])
def test_a_step_of_ones_own_shows_silently_at_any_hour(at: datetime) -> None:
    decided = turns([WAIT], [WAIT], {WAIT.seat}, {ANN: ASLEEP}, at)
    (notice,) = decided.notices
    assert notice.facts["is_own"]
    assert decided.timers == ()
