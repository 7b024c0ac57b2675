"""When people could not reach the bot, their time is given back: all of it, and nothing else."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from bot.hosting.time.beats import Beats
from bot.storage.time.beats import BeatStore
from bot.table.errors import OutOfReach
from bot.table.processes.buckets import Buckets
from bot.table.time.outages import Gap, gap
from tests.bot.fakes import StandingClock

NOON: Final = datetime(2027, 3, 27, 12, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
HOUR: Final = timedelta(hours=1)
YEAR: Final = timedelta(days=365)
NONE: Final = timedelta()


@pytest.mark.parametrize(
    ("passed", "jump", "lost"),
    [
        (30 * SECOND, NONE, None),
        (90 * SECOND, NONE, None),
        (91 * SECOND, NONE, (NONE, 91 * SECOND)),
        (3 * HOUR, NONE, (NONE, 3 * HOUR)),
        # Set wrong while the bot ran: only the jump counts, with its sign.
        (YEAR + 30 * SECOND, YEAR, (30 * SECOND, YEAR + 30 * SECOND)),
        (30 * SECOND - YEAR, -YEAR, (30 * SECOND, 30 * SECOND - YEAR)),
        # A bit off: networks set clocks all the time.
        (25 * SECOND, -5 * SECOND, None),
        # An outage as well: all of it.
        (YEAR + HOUR, YEAR, (NONE, YEAR + HOUR)),
        # Set back while the bot was not there; after that it knows nothing of true time.
        (-2 * HOUR, NONE, (NONE, -2 * HOUR)),
        (-5 * SECOND, NONE, None),
    ],
)
def test_what_is_lost_since_the_last_beat(
    passed: timedelta, jump: timedelta, lost: tuple[timedelta, timedelta] | None
) -> None:
    expected = None if lost is None else Gap(NOON + lost[0], NOON + lost[1])

    assert gap(NOON, NOON + passed, jump) == expected


def test_the_first_beat_loses_nothing() -> None:
    assert gap(None, NOON) is None


class Kept(BeatStore):
    """Remembers beats."""

    def __init__(self) -> None:
        self.beats: list[tuple[datetime, timedelta]] = []
        self.is_away = False

    async def beat(self, now: datetime, jump: timedelta, buckets: Buckets = None) -> Sequence[Gap]:
        assert buckets is None
        if self.is_away:
            raise OutOfReach("out-of-reach")
        self.beats.append((now, jump))
        return ()


class Machine:
    """A clock on the wall, one that nobody sets, and a connection."""

    def __init__(self) -> None:
        self.wall = StandingClock()
        self.ran = 0.0
        self.is_connected = True
        self.kept = Kept()
        self.beats = Beats(self.kept, self.wall, self._connected, lambda: self.ran)

    def _connected(self) -> Buckets:
        return None if self.is_connected else frozenset()

    async def after(self, seconds: float) -> bool:
        self.wall.pass_by(seconds=seconds)
        self.ran += seconds
        return await self.beats.time_counts()


async def test_a_beat_is_stored_every_half_minute() -> None:
    machine = Machine()
    began = machine.wall.time

    for _ in range(13):
        assert await machine.after(5)

    assert [at - began for at, _ in machine.kept.beats] == [
        5 * SECOND,
        35 * SECOND,
        65 * SECOND,
    ]


async def test_nothing_counts_while_discord_is_silent_or_the_database_away() -> None:
    machine = Machine()
    assert await machine.after(30)
    machine.is_connected = False
    assert not await machine.after(30)
    machine.is_connected, machine.kept.is_away = True, True
    assert not await machine.after(30)
    machine.kept.is_away = False
    assert await machine.after(30)

    assert len(machine.kept.beats) == 2


async def test_a_clock_that_is_set_is_found_at_once() -> None:
    machine = Machine()
    await machine.after(30)
    machine.wall.pass_by(hours=5)
    await machine.after(5)
    machine.wall.pass_by(hours=-5)
    await machine.after(5)

    assert [jump for _, jump in machine.kept.beats] == [NONE, 5 * HOUR, -5 * HOUR]
