"""Who is reminded or nudged, of which tables, and when it is looked at again.

Hours are counted from the moment at which Ann was asked; the tables have a day or three each.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.table.errors import NudgeRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.notices.notice import Notice, NoticeKind
from bot.table.time.decision import NOTHING, NudgedSeat, Scope, TimeDecision
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.reminders import (
    Awaited,
    Nudged,
    Reminding,
    Wishes,
    ask_time,
    instead_of_sending,
    nudge,
    remind,
)
from bot.table.time.waits import Stop, Wait
from engine.game import Seat

START: Final = datetime(2026, 6, 1, 9, tzinfo=UTC)
ANN = PlayerId(1)
AT_NIGHT: Final = Wishes(quiet=QuietHours(20 * 60, 7 * 60, "UTC"))
"""From eleven hours after she was asked to twenty-two hours after that."""


def hour(at: float) -> datetime:
    return START + timedelta(hours=at)


def table(number: int = 1, hours: float | None = 72, asked: float = 0, **about: Any) -> Awaited:
    """Return a table that waits for Ann, which has its wait's number; `about` what is special."""
    length = None if hours is None else timedelta(hours=hours)
    of_wait = {name: about.pop(name) for name in ("since", "stops", "is_muted") if name in about}
    wait = Wait(
        number, MatchId(number), Seat(0), hour(asked), length, length, hour(asked), player=ANN
    )
    wait = replace(wait, reminded=about.pop("sent", 0), **of_wait)
    usual: dict[str, Any] = {"guild": 1, "place": 100 + number, "wishes": Wishes()}
    usual |= {"message": None, "is_direct": False}
    return Awaited(wait, "seismic", **{**usual, **about})


def listed(decision: TimeDecision) -> list[int]:
    """Return the tables that stand in what is said."""
    (notice,) = decision.notices
    return [each["match"] for each in notice.facts["tables"]]


def looks(decision: TimeDecision) -> list[float]:
    """Return when it is looked at again."""
    moments = [each for each in decision.looks.values() if each is not None]
    return [(each - START) / timedelta(hours=1) for each in moments]


@pytest.mark.parametrize(
    ("sent", "at", "key", "again"),
    [(0, 0, None, [36]), (0, 36, "1:2", [57.6]), (2, 40, None, [57.6]), (2, 57.6, "1:3", [])],
)
def test_a_wait_is_reminded_of_at_half_time_and_at_a_fifth(
    sent: int, at: float, key: str | None, again: list[float]
) -> None:
    decision = remind(1, [table(sent=sent)], hour(at))

    assert [each.key.rpartition(":")[0] for each in decision.notices] == [key] * (key is not None)
    assert looks(decision) == again
    assert decision.reminded == (Scope(ANN, 1) if key == "1:2" else None)
    assert decision.steps == ({1: int(key[-1])} if key else {})
    assert all(each.best_before == hour(72) for each in decision.notices)
    assert all((each.target, each.wait) == ("channel:101", 1) for each in decision.notices)


@pytest.mark.parametrize(
    "about",
    [
        {"is_muted": True},
        {"stops": frozenset({Stop.HOLD})},
        {"stops": frozenset({Stop.HOLIDAY, Stop.TROUBLE})},
        {"since": None},
        {"wishes": Wishes(Reminding.OFF)},
    ],
)
def test_nobody_is_reminded_of_what_is_not_so_any_more(about: dict[str, Any]) -> None:
    assert remind(1, [table(**about)], hour(36)) == TimeDecision(looks={1: None})


def test_nobody_is_reminded_of_what_is_over() -> None:
    assert remind(1, [table(2)], hour(36)) == NOTHING


MINE: Final = table(1, 24, 20)
LISTS: Final = {
    "all tables of the server, and what is due there within 20 hours is done": (
        [MINE, table(2)], 33, [1, 2], {1: 2, 2: 2}
    ),
    "not those of other servers": ([MINE, table(2, guild=2)], 33, [1], {1: 2}),
    "but in a direct message": (
        [replace(MINE, is_direct=True), table(2, guild=2)], 33, [1, 2], {1: 2, 2: 2}
    ),
    "no muted ones": ([MINE, table(2, is_muted=True)], 33, [1], {1: 2}),
    "none that stand still": ([MINE, table(2, stops=frozenset({Stop.HOLD}))], 33, [1], {1: 2}),
    "none of which nothing is wanted": (
        [MINE, table(2, wishes=Wishes(Reminding.OFF))], 33, [1], {1: 2}
    ),
    "none that have just asked": ([MINE, table(2, 24, 32)], 33, [1], {1: 2}),
    "the one that it is for first": ([table(2), MINE], 33, [1, 2], {1: 2, 2: 2}),
    "a last one takes in those of the next 12 hours": (
        [table(1, 24), table(2, 24, 11)], 19.2, [1, 2], {1: 3, 2: 3}
    ),
    "and no soft ones": ([table(1, 24), table(2, 48, 11)], 19.2, [1], {1: 3}),
    "and none after that": ([table(1, 24), table(2, 24, 14)], 19.2, [1], {1: 3}),
    "a last one comes whatever went before": (
        [table(1, 24, sent=2, reminded_at=hour(19))], 19.2, [1], {1: 3}
    ),
}  # fmt: skip


@pytest.mark.parametrize(("every", "at", "tables", "steps"), LISTS.values(), ids=LISTS)
def test_what_a_reminder_lists(
    every: list[Awaited], at: float, tables: list[int], steps: dict[int, int]
) -> None:
    decision = remind(1, every, hour(at))

    assert listed(decision) == tables
    assert decision.steps == steps
    assert decision.notices[0].wait == tables[0]


@pytest.mark.parametrize(
    ("before", "is_said", "again"),
    # Twenty hours after the first one would be later than the last one.
    [(13, False, 30.2), (3.5, False, 23.5), (3, True, 30.2), (None, True, 30.2)],
)
def test_a_soft_reminder_comes_once_in_twenty_hours(
    before: float | None, *, is_said: bool, again: float
) -> None:
    last = None if before is None else hour(before)

    decision = remind(1, [table(1, 24, 11, reminded_at=last)], hour(23))

    assert len(decision.notices) == is_said
    assert looks(decision) == [again]


def test_a_last_reminder_goes_first_and_may_take_in_a_soft_one_of_the_same_moment() -> None:
    one = remind(1, [table(1, 50), table(2, 40, 4)], hour(36))
    two = remind(1, [table(1, 72), table(2, 40, 4)], hour(36))

    assert (listed(one), one.steps) == ([2, 1], {1: 3, 2: 3})
    assert (listed(two), two.steps) == ([2], {2: 3})
    assert looks(one) == looks(two) == [36]


def test_a_soft_reminder_leaves_out_what_a_last_one_says() -> None:
    said = table(2, 40, sent=3)
    late = replace(said, wait=replace(said.wait, late_at=hour(34)))

    assert listed(remind(1, [said, table(1, 72)], hour(36))) == [1]
    assert listed(remind(1, [late, table(1, 72)], hour(36))) == [1, 2]


def test_quiet_hours_put_a_reminder_off_and_end_it() -> None:
    quiet = remind(1, [table(wishes=AT_NIGHT)], hour(36))
    (soft,) = remind(1, [table(wishes=AT_NIGHT)], hour(46)).notices

    assert quiet == TimeDecision(looks=quiet.looks)
    assert looks(quiet) == [46]
    assert soft.best_before == hour(59)


def test_by_direct_message_a_reminder_counts_for_all_servers() -> None:
    decision = remind(1, [table(is_direct=True)], hour(36))

    assert decision.reminded == Scope(ANN, 0)
    assert decision.notices[0].target == f"dm:{ANN}"


REFUSED: Final = {
    "nobody is awaited": (None, "nudge-not-awaited", None),
    "it stands still": (table(stops=frozenset({Stop.HOLD})), "nudge-stands-still", None),
    "too soon": (table(asked=30), "nudge-soon", 42),
    "nudged within a day": (table(nudged_at=hour(13)), "nudge-again", 37),
    "reminded within 20 hours": (table(reminded_at=hour(20)), "nudge-again", 40),
    "the later of both": (
        table(nudged_at=hour(20), reminded_at=hour(20)), "nudge-again", 44
    ),
}  # fmt: skip


@pytest.mark.parametrize(("asked", "key", "until"), REFUSED.values(), ids=REFUSED)
def test_a_nudge_is_refused(asked: Awaited | None, key: str, until: float | None) -> None:
    with pytest.raises(NudgeRefused, match=key) as refused:
        nudge(asked, "Bob", hour(36))
    assert refused.value.data.get("until") == (None if until is None else hour(until))


@pytest.mark.parametrize(
    ("asked", "nudged"),
    [
        (table(), Nudged.SENT),
        (table(nudged_at=hour(12), reminded_at=hour(16)), Nudged.SENT),
        (table(wishes=AT_NIGHT), Nudged.LATER),
        (table(is_muted=True), Nudged.KNOWN),
        (table(wishes=Wishes(Reminding.OFF)), Nudged.KNOWN),
    ],
)
def test_a_nudge_is_the_soft_reminder(asked: Awaited, nudged: Nudged) -> None:
    became, decision = nudge(asked, "Bob", hour(36))

    assert became is nudged
    if nudged is Nudged.KNOWN:
        assert decision == NOTHING
    else:
        assert decision.nudged == NudgedSeat(MatchId(1), Seat(0))
        assert (decision.reminded, decision.steps) == (Scope(ANN, 1), {1: 2})
        assert (decision.notices[0].wait, decision.notices[0].facts["by"]) == (1, "Bob")


def test_more_time_is_asked_for_where_there_is_a_limit() -> None:
    notice = ask_time(table(), "Ann")

    assert (notice.target, notice.key, notice.wait) == ("channel:101", "1", 1)
    for asked, key in ((None, "not-awaited"), (table(hours=None), "no-limit")):
        with pytest.raises(NudgeRefused, match=key):
            ask_time(asked, "Ann")


def said(kind: NoticeKind, key: str = "1:2") -> Notice:
    return Notice("channel:101", kind, key, MatchId(1), facts={"player": ANN, "step": 2})


REMINDER, NUDGE = NoticeKind.REMINDER, NoticeKind.NUDGE
SENT: Final = {
    "a reminder": (said(REMINDER), table(), 30, None),
    "a reminder of a muted wait": (said(REMINDER), table(is_muted=True), 30, NOTHING),
    "a reminder of what is over": (said(REMINDER), table(2), 30, NOTHING),
    "a reminder that stands still": (said(REMINDER), table(since=None), 30, NOTHING),
    "a reminder at night is thought of anew": (
        said(REMINDER),
        table(),
        12,
        TimeDecision(steps={1: 1}, looks={1: hour(12)}),
    ),
    "a nudge at night": (said(NUDGE), table(), 12, None),
    "a nudge of what is over": (said(NUDGE), table(2), 12, NOTHING),
}


@pytest.mark.parametrize(("notice", "now", "at", "instead"), SENT.values(), ids=SENT)
def test_what_is_sent_is_still_so(
    notice: Notice, now: Awaited, at: float, instead: TimeDecision | None
) -> None:
    asked = replace(now, wishes=AT_NIGHT)

    assert instead_of_sending(notice, [asked], hour(at)) == instead
