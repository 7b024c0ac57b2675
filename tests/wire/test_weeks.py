"""Time between turns over real sockets, on a moved clock: reminders, time that is up, a hold."""

import re
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from tests.wire.clocked import AHEAD
from tests.wire.table import Table, named, opened, press
from tests.wire.test_match import assert_wire_is_clean
from tests.wire.world import KILLED, PATIENCE, Wire, public, verb

# The loopback's own HTTP server says so when a connection breaks.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

CLOCKED: Final = (sys.executable, "-m", "tests.wire.clocked", "run")
HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
RESTED: Final = timedelta(seconds=10)
"""After that a channel hears the next."""
LEASE_ENDS: Final = timedelta(seconds=70)
"""After that another process may say what one was about to say when it was killed."""

_BUSY: Final = """
    SELECT 1 FROM timers WHERE due_at <= :now
    UNION ALL SELECT 1 FROM waits WHERE look_at <= :now
    UNION ALL SELECT 1 FROM outbox WHERE state IN ('pending', 'retract')
    UNION ALL SELECT 1 FROM tellings WHERE told < want
    UNION ALL SELECT 1 FROM lanes WHERE owner IS NOT NULL
"""


@dataclass
class Days:
    """A table of two people with 1 day per move, and the bot's clock."""

    wire: Wire
    table: Table
    ahead: timedelta = timedelta()

    @property
    def now(self) -> datetime:
        """What time it is for the bot."""
        return datetime.now(UTC) + self.ahead

    def reach(self, moment: datetime) -> None:
        """Let time pass up to a moment."""
        self.ahead += moment - self.now
        _set(self.wire, self.ahead)

    async def lived(self, moment: datetime) -> None:
        """Let time pass up to a moment, and all be done and said that it brings about."""
        self.reach(moment)
        await self.calm()

    async def calm(self) -> None:
        """Wait until nothing is due, and nobody has anything left to say."""
        now = f"{self.now:%Y-%m-%d %H:%M:%S.%f}"
        await self.wire.discord.until(
            lambda: not _asked(self.wire, _BUSY, now=now), PATIENCE, "nothing left to do"
        )

    @property
    def due(self) -> datetime:
        """When the time of whoever is waited for is up."""
        ((due,),) = _asked(self.wire, "SELECT due_at FROM waits")
        return datetime.fromisoformat(due).replace(tzinfo=UTC)

    @property
    def left(self) -> int:
        """How many seconds the clock has that is waiting, at its last start or stop."""
        ((left,),) = _asked(self.wire, "SELECT left_s FROM waits")
        return int(left)

    @property
    def waiting(self) -> Any:
        """Who isn't asked for anything."""
        return next(each for each in self.table.people if each is not self.table.to_move)

    def said(self, *words: str) -> list[Any]:
        """Return the messages of the channel that have one of these words."""
        every = public(self.table.channel)
        return [each for each in every if any(one in each.text for one in words)]

    @property
    def reminders(self) -> list[Any]:
        return self.said("the table is waiting for you", "is still waiting for your move")


def _set(wire: Wire, ahead: timedelta) -> None:
    """Write down how far the bot's clock is ahead, at one stroke."""
    new = wire.folder / "ahead.new"
    new.write_text(str(ahead.total_seconds()), encoding="ascii")
    new.replace(wire.folder / "ahead")


def _asked(wire: Wire, query: str, **values: str) -> list[Any]:
    with closing(sqlite3.connect(wire.database, timeout=PATIENCE)) as database:
        return database.execute(query, values).fetchall()


@pytest.fixture
async def days(wire: Wire) -> Days:
    _set(wire, timedelta())
    wire.hurry()
    wire.command = CLOCKED
    await wire.begin(**{AHEAD: str(wire.folder / "ahead")})
    people = [wire.discord.user(name) for name in ("Ann", "Bob")]
    days = Days(wire, await opened(wire, *people, pace="day"))
    await days.calm()
    return days


def shown_due(message: Any) -> int:
    """Return the latest moment that a message counts down to."""
    return max(map(int, re.findall(r"<t:(\d+):R>", message.text)))


async def rests(person: Any, begin: datetime, end: datetime) -> None:
    """Let a player fill in quiet hours."""
    settings = (await person.slash("/settings")).message
    screen = await press(person, settings, named(settings, "reminders"))
    form = await person.click(screen, named(screen, "quiet"))
    hours = {"s.quiet.from": f"{begin:%H:%M}", "s.quiet.to": f"{end:%H:%M}"}
    reply = await person.submit(form, {**hours, "s.quiet.zone": "UTC"})
    assert f"Quiet hours: {begin:%H:%M} to {end:%H:%M}" in reply.message.labels


async def agreed(days: Days, asking: Any, other: Any) -> Any:
    """Let a player ask for a hold, or for its end, and the other one agree; return the vote."""
    before = len(days.said(" proposes to "))
    question = (await asking.slash("/table hold", channel=days.table.channel)).message
    await press(asking, question, named(question, "vote-open"))
    days.reach(days.now + RESTED)
    await days.wire.discord.until(
        lambda: len(days.said(" proposes to ")) > before, PATIENCE, "the vote"
    )
    vote = days.said(" proposes to ")[-1]
    assert vote.pinged == {other.id}
    await other.click(vote, named(vote, "vote-yes"))
    days.reach(days.now + RESTED)
    await days.wire.discord.until(lambda: "**Agreed:**" in vote.text, PATIENCE, "the result")
    await days.calm()
    return vote


async def test_one_is_reminded_once_though_killed_and_for_the_last_time_not_at_night(
    days: Days,
) -> None:
    wire, due, mover = days.wire, days.due, days.table.to_move
    table_said = shown_due(days.table.newest)
    await days.lived(due - 12 * HOUR - MINUTE)
    too_early = len(days.reminders)

    # Killed when the channel has it, and before that is written down.
    fault = wire.discord.fault("create_message", delay=0.5, after=True)
    wire.by_design.append(KILLED)
    days.reach(due - 12 * HOUR)
    await wire.discord.until(lambda: fault.hits, PATIENCE, "the reminder")
    await wire.bot.kill()
    unknown = _asked(wire, "SELECT state FROM outbox")
    await wire.restart()
    await days.lived(days.now + LEASE_ENDS)
    (soft,) = days.reminders
    await rests(mover, due - 6 * HOUR, due - 2 * HOUR)
    await days.lived(due - 3 * HOUR)
    at_night = days.reminders
    await days.lived(due - 2 * HOUR + MINUTE)
    # The older one has gone by then.
    (last,) = days.reminders
    await days.lived(due - MINUTE)

    # Reckoned before it was drawn and sent; the clock runs from when it stood there.
    assert 0 <= due.timestamp() - table_said <= MINUTE.total_seconds()
    assert too_early == 0
    assert unknown == [("pending",)]
    assert soft.pinged == {mover.id}
    assert "the table is waiting for you" in soft.text
    assert abs(shown_due(soft) - due.timestamp()) <= 1
    assert at_night == [soft]
    assert last.id != soft.id
    assert last.pinged == {mover.id}
    assert "is still waiting for your move" in last.text
    assert days.reminders == [last]
    assert_wire_is_clean(wire)


async def test_time_that_is_up_is_said_once_and_whoever_is_back_has_the_seat(days: Days) -> None:
    wire, mover, other = days.wire, days.table.to_move, days.waiting
    before = days.table.told_so_far
    await days.lived(days.due + MINUTE)
    moved = await days.table.told(before)
    (up,) = days.said("Time is up")
    await wire.restart()
    await days.lived(days.now + HOUR)

    told = up.text
    reply = await mover.click(up, named(up, "back"))
    await wire.discord.until(lambda: "is back**" in up.text, PATIENCE, "the news")
    await days.calm()
    await days.table.turn()
    await days.calm()

    assert up.pinged == {mover.id}
    assert f"{mover.mention}: press **I am back** to keep playing." in told
    assert moved.pinged == {other.id}
    assert "**Welcome back.**" in reply.text
    assert "back" not in map(verb, up.buttons)
    assert days.said("Time is up", "is back**") == [up]
    assert days.table.to_move is mover
    assert _asked(wire, "SELECT max(lapses) FROM seats") == [(0,)]
    assert_wire_is_clean(wire)


async def test_on_hold_the_clock_stands_for_days_and_then_goes_on(days: Days) -> None:
    wire, mover, other = days.wire, days.table.to_move, days.waiting
    await days.lived(days.due - 13 * HOUR)
    held = await agreed(days, other, mover)
    left, messages = days.left, len(public(days.table.channel))
    on_hold = days.table.newest.text
    await wire.restart()
    await days.lived(days.now + 48 * HOUR)
    silent = len(public(days.table.channel))
    still = days.left

    gone_on = await agreed(days, mover, other)
    due, now = days.due, days.now
    await days.lived(due - 12 * HOUR)
    (reminder,) = days.reminders
    await days.table.turn()

    assert "the match is on hold until <t:" in held.text
    assert "on hold until <t:" in on_hold
    assert silent == messages
    assert still == left
    assert 12 * HOUR < timedelta(seconds=left) <= 13 * HOUR
    assert "the match continues." in gone_on.text
    assert 12 * HOUR < due - now <= 13 * HOUR
    assert reminder.pinged == {mover.id}
    assert_wire_is_clean(wire)
