"""Pings that waited for a morning or a return: until when, what is still so, what comes first.

Hours are counted from the moment at which Ann was asked.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Unpinged
from bot.table.notices.notice import Notice, NoticeKind
from bot.table.time import mentions
from bot.table.time.decision import Scope
from bot.table.time.mentions import Says, Standing, StillAsked, still_asks
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Stop, Wait
from engine.game import Seat

START: Final = datetime(2026, 6, 1, 9, tzinfo=UTC)
ANN: Final = PlayerId(1)
NIGHTS: Final = QuietHours(20 * 60, 7 * 60, "UTC")
"""From eleven to twenty-two hours after she was asked."""


def hour(at: float) -> datetime:
    return START + timedelta(hours=at)


def wait(**about: Any) -> Wait:
    day = timedelta(days=1)
    return replace(Wait(5, MatchId(1), Seat(0), START, day, day, START, player=ANN), **about)


def table(number: int = 1, **about: Any) -> Standing:
    """Return a table that waits for Ann; `about` what is special."""
    usual: dict[str, Any] = {"seat": Seat(0), "wait": wait(id=number, match=MatchId(number))}
    where = (MatchId(number), "seismic", 1, 100 + number, 1000 + number)
    return Standing(*where, **{"is_playing": True, **usual, **about})


@pytest.mark.parametrize(
    ("quiet", "away", "at", "until"),
    [
        (None, None, 12, None),
        (NIGHTS, None, 10, None),
        (NIGHTS, None, 12, 22),
        (None, 40, 12, 40 + 1 / 60),
        (NIGHTS, 40, 12, 46),
        (NIGHTS, 30, 12, 30 + 1 / 60),
        (NIGHTS, 11, 12, 22),
        (NIGHTS, 5, 6, None),
        # A minute before midnight; the night is still there when the holiday is over.
        (NIGHTS, 39, 38.9, 46),
    ],
)
def test_nobody_is_pinged_in_quiet_hours_nor_in_a_holiday_nor_in_the_night_after_it(
    quiet: QuietHours | None, away: float | None, at: float, until: float | None
) -> None:
    away_until = None if away is None else hour(away)

    found = mentions.quiet_until(() if quiet is None else (quiet,), away_until, hour(at))

    assert found == (None if until is None else hour(until))


@pytest.mark.parametrize(
    ("begin", "end", "at", "until"),
    [
        (6, 9, 12, 24),  # one after the other
        (6, 9, 23, 24),
        (19, 4, 12, 22),  # one around the other
        (9, 12, 12, 22),  # apart
        (7, 20, 12, 46),  # day and night: a day is waited for, and what is left of its night
    ],
)
def test_of_two_quiet_hours_the_last_end_is_waited_for(
    begin: int, end: int, at: float, until: float
) -> None:
    other = QuietHours(begin * 60, end * 60, "UTC")

    assert mentions.quiet_until((NIGHTS, other), None, hour(at)) == hour(until)


AWAITED: Final = table()
NOT_AWAITED: Final = {
    "moved": table(wait=None),
    "on hold": table(wait=wait(stops=frozenset({Stop.HOLD}))),
    "sealed": table(wait=wait(stops=frozenset({Stop.SEALED}))),
    "not shown": table(wait=wait(since=None)),
    "muted": table(wait=wait(is_muted=True)),
    "a computer player for good": table(seat=None, wait=None),
    "a stand-in": table(has_stand_in=True),
    "over": table(is_playing=False),
    "on offer": table(is_offered=True),
}


@pytest.mark.parametrize("now", NOT_AWAITED.values(), ids=NOT_AWAITED)
def test_a_turn_is_no_turn_any_more(now: Standing) -> None:
    assert still_asks("turn", AWAITED) is Says.TURN
    assert still_asks("turn", now) is None
    assert still_asks("nudge", now) is None


LATE: Final = table(lapses=1, wait=None)
DESERTED: Final = table(lapses=1, deserted_until=hour(900))
GONE: Final[dict[str, Any]] = {"seat": None, "wait": None}


@pytest.mark.parametrize(
    ("about", "now", "says"),
    [
        ("time-up", LATE, Says.TIME_UP),
        ("time-up", table(), None),
        ("time-up", replace(LATE, is_playing=False), None),
        ("time-up", replace(LATE, **GONE), None),
        ("seat-offered", table(is_offered=True), Says.OFFERED),
        ("seat-offered", table(), None),
        ("seat-offered", table(is_offered=True, **GONE), None),
        ("standstill", DESERTED, Says.STANDS_STILL),
        ("standstill", table(), Says.TURN),
        ("standstill", table(wait=None), None),
        ("standstill", replace(DESERTED, **GONE), None),
        ("vote", table(wait=None), Says.VOTE),
        ("vote", table(**GONE), None),
        ("take-back", table(wait=None), Says.TAKE_BACK),
        ("take-back", table(is_playing=False), None),
        ("ask-time", table(wait=None), Says.ASK_TIME),
        ("ask-time", table(**GONE), None),
        ("deal", table(is_playing=False), None),
        ("invitation", table(is_playing=False, **GONE), Says.INVITATION),
        ("invitation", table(is_playing=False), None),
        ("said", table(), None),
        ("of a later version", table(), None),
    ],
)
def test_what_is_asked_is_still_so(about: str, now: Standing, says: Says | None) -> None:
    assert still_asks(about, now) is says


def test_every_kind_of_message_says_while_what_it_pings() -> None:
    assert {*NoticeKind} <= {*mentions.STILL_ASKS}


def asked(says: Says, of: Standing, by: str = "") -> StillAsked:
    return StillAsked(f"{says}:{ANN}", says, of, of.place, 7, by)


def test_a_row_for_each_table_and_the_most_urgent_first() -> None:
    first, second = table(1), table(2, lapses=1, wait=None)

    rows = mentions.told(
        [
            asked(Says.NUDGE, first, "Bob"),
            asked(Says.VOTE, second),
            asked(Says.TURN, first),
            asked(Says.TIME_UP, second),
            asked(Says.TURN, first),
        ]
    )

    assert [(each["match"], each["says"]) for each in rows] == [
        (2, ["time-up", "vote"]),
        (1, ["turn", "nudge"]),
    ]
    assert rows[1]["by"] == {"nudge": "Bob"}
    assert [each["is_awaited"] for each in rows] == [False, True]
    assert [each["due"] for each in rows] == [None, int(hour(24).timestamp())]


def test_of_moves_the_one_that_is_due_first_is_first() -> None:
    later = table(1, wait=wait(left=timedelta(days=3)))

    rows = mentions.told([asked(Says.TURN, later), asked(Says.TURN, table(2))])

    assert [each["match"] for each in rows] == [2, 1]


def test_a_message_goes_with_the_one_move_that_it_is_about() -> None:
    timers = [Timer(TimerKind.MENTION, "turn:1:1", START, MatchId(1), player=ANN)]
    turn, vote = asked(Says.TURN, table(1)), asked(Says.VOTE, table(1))

    one = mentions.mention(Scope(ANN, 1), timers, [turn], START)
    both = mentions.mention(Scope(ANN, 1), timers, [turn, vote], START)
    direct = mentions.mention(Scope(ANN, 0), timers, [turn, asked(Says.TURN, table(2))], START)

    assert (one.target, one.wait, one.facts["asked"]) == ("channel:101", 1, [["turn:1:1", 1]])
    assert both.wait is direct.wait is None
    assert direct.target == "dm:1"


def test_pings_of_an_earlier_version_are_known() -> None:
    def keys(**about: Any) -> list[tuple[str, int | None]]:
        about["facts"] = {"player": 1, **about.get("facts", {})}
        notice = Notice("channel:1", NoticeKind.MENTION, about.pop("key", "5"), **about)
        return [(each.key, each.match) for each in mentions.of_notice(notice, START)]

    now = {"asked": [["turn:1:1", 1], ["vote:1:2:1", 1]]}
    turns = {"about": "turn", "tables": [{"match": 3}, {"match": 4}]}

    assert keys(facts=now) == [("turn:1:1", 1), ("vote:1:2:1", 1)]
    assert keys(facts=turns) == [("turn:3:1", 3), ("turn:4:1", 4)]
    assert keys(key="vote:1:2:1", match=MatchId(1)) == [("vote:1:2:1", 1)]


def test_those_whom_a_message_left_alone_are_asked_again_each_at_their_time() -> None:
    unpinged = [Unpinged(ANN, hour(5)), Unpinged(PlayerId(2), hour(6))]

    first, second = mentions.later(MatchId(3), "turn:3", unpinged)

    assert first == Timer(TimerKind.MENTION, "turn:3:1", hour(5), MatchId(3), player=ANN)
    assert (second.key, second.due_at, second.player) == ("turn:3:2", hour(6), 2)


@pytest.mark.parametrize(
    ("changes", "is_still_asked"),
    [
        ({"wait": wait()}, False),
        ({"wait": None}, False),
        ({"wait": wait(late_at=hour(24))}, True),
        ({"wait": wait(given=timedelta(days=1))}, True),
        # What moved the due date out of a night is no gift.
        ({"wait": wait(given=timedelta(hours=9), night=timedelta(hours=9))}, False),
        ({"wait": wait(late_at=hour(24)), "has_stand_in": True}, False),
    ],
)
def test_that_nobody_moved_shows_in_the_wait(
    changes: dict[str, Any], *, is_still_asked: bool
) -> None:
    assert table(lapses=1, **changes).is_still_asked is is_still_asked
