"""A house that does one thing wrong has no exact ledger: what the oracle is there for, it finds."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest

from bot.hosting.match import plans
from bot.messages import messenger
from bot.messages import notice_posts as notices
from bot.messages.channels import send_post
from bot.messages.time.absence import Membership
from bot.storage.notices import outbox_store
from bot.storage.schema import outbox
from bot.storage.time import beats
from bot.storage.time import reminders as reminder_rows
from bot.table.match.pace import Pace
from bot.table.time import holidays, reminders, waits
from bot.table.time.quiet_hours import Night, QuietHours
from bot.table.time.reminders import Reminder, ReminderKind
from bot.table.time.waits import Wait
from tests.weeks.driver import Scenario
from tests.weeks.ledger import ran

SMALL: Final = 14


def asks_nothing_again(patch: pytest.MonkeyPatch) -> None:
    """Remind whenever a timer comes, whether it is still so or not."""

    def next_reminder(_: Any, __: Any, sent: int, now: datetime) -> Reminder | None:
        return None if sent else Reminder(now, ReminderKind.SOFT, 1)

    patch.setattr(reminders, "next_reminder", next_reminder)


def takes_the_newest_first(patch: pytest.MonkeyPatch) -> None:
    """Deliver rows as they come to hand, not in the order of their target."""
    first = outbox_store.FIRST.order_by(None).order_by(outbox.c.id.desc())
    patch.setattr(outbox_store, "FIRST", first)


def subtracts_on_the_wall(patch: pytest.MonkeyPatch) -> None:
    """Let a night be as long as the clock on the wall says."""

    def night_of(self: QuietHours, moment: datetime) -> Night | None:
        here, length = ZoneInfo(self.zone), (self.end - self.begin) % 1440
        today = moment.astimezone(here).date()
        for day in (today - timedelta(days=1), today):
            wall = datetime.combine(day, time(*divmod(self.begin, 60)), here)
            begins = wall.astimezone(UTC)
            if begins <= moment < begins + timedelta(minutes=length):
                return Night(begins, begins + timedelta(minutes=length))
        return None

    patch.setattr(QuietHours, "night_of", night_of)


def gives_nothing_back(patch: pytest.MonkeyPatch) -> None:
    """Let an outage cost people their time."""
    patch.setattr(beats, "give_back", lambda _connection, _lost: None)


def forgets_what_it_sent(patch: pytest.MonkeyPatch) -> None:
    """Send anew what may have been sent, under another name."""
    numbers = count()

    async def sent(place: Any, post: Any, nonce: str, **rest: Any) -> Any:
        del nonce
        return await send_post(place, post, f"n{next(numbers)}", **rest)

    for module in (messenger, notices):
        patch.setattr(module, "send_post", sent)


def looks_for_nobody(patch: pytest.MonkeyPatch) -> None:
    """Take everybody for being in the server still."""

    async def is_there(*_: Any) -> bool:
        return True

    patch.setattr(Membership, "is_there", is_there)


def forgets_what_was_chosen(patch: pytest.MonkeyPatch) -> None:
    """Say that a reminder will come, and let none come."""
    patch.setattr(reminder_rows, "wish", lambda *_: None)


def lets_gifts_into_a_clock(patch: pytest.MonkeyPatch) -> None:
    """Let a clock keep what other players gave to a wait."""
    right = waits.bank_after

    def bank_after(pace: Pace, wait: Wait, now: datetime, **moved: bool) -> timedelta:
        return right(pace, replace(wait, given=timedelta()), now, **moved)

    patch.setattr(waits, "bank_after", bank_after)


def plays_plans_at_once(patch: pytest.MonkeyPatch) -> None:
    """Leave the player who moved before a plan no minute to take that back freely."""
    patch.setattr(plans, "GRACE", timedelta())


GENEROUS: Final = Scenario(seed=1, matches=SMALL, gifts=0.6)


def takes_holidays_twice(patch: pytest.MonkeyPatch) -> None:
    """Let a holiday begin by itself as often as time is up for the same move."""
    automatic = holidays.automatic

    def again(wait: Any, guild: Any, zone: str, known: Any, now: datetime) -> Any:
        earlier = [replace(each, is_automatic=False) for each in known]
        return automatic(wait, guild, zone, earlier, now)

    patch.setattr(holidays, "automatic", again)


def lets_time_be_up(patch: pytest.MonkeyPatch) -> None:
    """Let no holiday begin by itself."""
    patch.setattr(holidays, "automatic", lambda *_: None)


SUMMER_TIME: Final = Scenario(
    seed=1,
    matches=SMALL,
    zone="America/New_York",
    opened_after=timedelta(days=12, hours=14),
    opened_within=timedelta(hours=18),
)
RESTING: Final = Scenario(seed=7, matches=20)
"""Here holidays begin by themselves."""
LEAVING: Final = Scenario(seed=6, matches=SMALL)
"""Here a player leaves the server."""


@pytest.mark.parametrize(
    ("mutate", "scenario"),
    [
        (asks_nothing_again, Scenario(seed=1, matches=SMALL)),
        (takes_the_newest_first, Scenario(seed=1, matches=SMALL)),
        (subtracts_on_the_wall, SUMMER_TIME),
        (gives_nothing_back, Scenario(seed=1, matches=SMALL, outages=4)),
        (forgets_what_it_sent, Scenario(seed=1, matches=SMALL, kill_every=25)),
        (looks_for_nobody, LEAVING),
        (forgets_what_was_chosen, Scenario(seed=1, matches=SMALL)),
        (lets_gifts_into_a_clock, GENEROUS),
        (plays_plans_at_once, Scenario(seed=1, matches=SMALL)),
        (takes_holidays_twice, RESTING),
        (lets_time_be_up, RESTING),
    ],
)
def test_a_mutant_is_found(
    mutate: Callable[[pytest.MonkeyPatch], None],
    scenario: Scenario,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mutate(monkeypatch)

    _, wrong = ran(scenario, tmp_path)

    assert [line for line in wrong if not line.startswith("logged")]


@pytest.mark.parametrize("scenario", [SUMMER_TIME, GENEROUS], ids=["summer time", "generous"])
def test_without_a_mutant_the_ledger_is_exact(scenario: Scenario, tmp_path: Path) -> None:
    _, wrong = ran(scenario, tmp_path)

    assert not wrong, "\n".join(wrong)
