"""A month of four people at one table, as a table in Markdown: `python -m tests.weeks.month`.

They sleep from 23:00 to 07:00, when they have quiet hours, and move some hours after they were
pinged (6 in the median, log-normal). One of them only sits down at lunch, one is gone for five days
without a word. They play greedily, at 3 days per move; nothing goes wrong by itself. With
`--looks` they also look at their table by themselves, once a day; with `--no-quiet` nobody has set
quiet hours.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from math import exp
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final
from zoneinfo import ZoneInfo

import structlog

from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.table.match.match import NewsMode
from tests.weeks.clock import FIRST_DAY
from tests.weeks.driver import HOURS, PACES, Scenario, Table, Weeks, toy_installed
from tests.weeks.people import DAY, ZONES, Habit, Player, on_grid

TITLES: Final = ("seismic", "san_andreas", "aftershock")
ASLEEP: Final = (23 * 60, 7 * 60)
MEDIAN: Final = timedelta(hours=6)
SPREAD: Final = 1.0
"""Of the logarithm: two of three answers come between a third and three times the median."""
LUNCH: Final = time(12)
GONE: Final = (FIRST_DAY + 8 * DAY, FIRST_DAY + 13 * DAY)
COLUMNS: Final = (
    "mode",
    "title",
    "days",
    "sittings",
    "messages (a day)",
    "still there",
    "pings a person and day",
    "most in a day",
    "at night",
    "direct",
    "time up",
)


@dataclass(frozen=True)
class Found:
    """What one match was like."""

    days: float
    sittings: int
    messages: int
    left: int
    """How many messages are still there in the end."""
    pings: int
    most: int
    """How many pings one person had on one day."""
    at_night: int
    direct: int
    times_up: int


class Month(Weeks):
    """One table, whose people come when they are pinged."""

    def __init__(self, seed: int, url: str, game: str, mode: str, zones: Sequence[str]) -> None:
        super().__init__(Scenario(seed, 1), url)
        self._game = game
        self._mode = mode
        self._zones = zones
        self._seen = 0
        self.looks = False
        self.is_quiet = True
        self.sittings = 0

    def _draw_tables(self) -> None:
        self.people = [
            Player(
                1000 + number,
                name,
                zone,
                Habit.PROMPT,
                ASLEEP if self.is_quiet else None,
                "default",
                direct=False,
                gone=GONE if name == "Cleo" else None,
                holiday=None,
                holiday_computer=False,
            )
            for number, (name, zone) in enumerate(
                zip(("Ann", "Bob", "Cleo", "Dan"), self._zones, strict=True)
            )
        ]
        table = Table(0, self._game, list(self.people), PACES["three-days"], news=self._mode)
        table.seated = list(self.people)
        self.tables.append(table)
        self.at(on_grid(FIRST_DAY + 19 * HOURS), lambda: self._open(table))
        if self.looks:
            for person in self.people:
                self._look_some_day(person, FIRST_DAY + DAY)

    def _look_some_day(self, person: Player, day: datetime) -> None:
        rng = self.rng("look", person.id, day)
        moment = self._awake(person, day + 24 * HOURS * rng.random(), rng)
        self.at(on_grid(moment), partial(self._visit, person, day))

    async def _visit(self, person: Player, day: datetime) -> None:
        await self._sit(person)
        if self.tables[0].status in ("lobby", "playing"):
            self._look_some_day(person, day + DAY)

    def _ask(self, table: Table, seat: int) -> None:
        table.asked[seat] = table.asked.get(seat, 0) + 1

    async def _look(self, *tables: Table) -> None:
        await super()._look(*tables)
        new = list(self.chat.messages.values())[self._seen :]
        self._seen += len(new)
        people = {each.id: each for each in self.people}
        for message in new:
            for person in map(people.__getitem__, sorted(message.pinged)):
                moment = self._comes_at(person, message.at)
                self.at(on_grid(moment), partial(self._sit, person))

    def _comes_at(self, person: Player, pinged: datetime) -> datetime:
        """Return when a player comes who was pinged."""
        rng = self.rng("comes", person.id, pinged.replace(second=0, microsecond=0))
        moment = pinged + MEDIAN * exp(rng.gauss(0, SPREAD))
        return self._awake(person, moment, rng)

    def _awake(self, person: Player, moment: datetime, rng: Random) -> datetime:
        """Return when a player who would come at a moment is there."""
        zone = ZoneInfo(person.zone)
        if person.gone is not None and person.gone[0] <= moment < person.gone[1]:
            moment = person.gone[1]
        here = moment.astimezone(zone)
        if person.name == "Dan":
            lunch = datetime.combine(here.date(), LUNCH, zone)
            if here > lunch + HOURS:
                lunch = datetime.combine(here.date() + DAY, LUNCH, zone)
            return max(here, lunch + timedelta(minutes=rng.uniform(0, 30)))
        if here.hour >= ASLEEP[0] // 60 or here.hour < ASLEEP[1] // 60:
            day = here.date() + (DAY if here.hour >= ASLEEP[0] // 60 else timedelta())
            here = datetime.combine(day, time(7), zone) + timedelta(minutes=rng.uniform(0, 120))
        return here

    async def _sit(self, person: Player) -> None:
        """Let a player move as long as they are waited for."""
        table, played = self.tables[0], 0
        seat = table.people.index(person)
        while seat in table.acting:
            request = f"{table.id} at {table.lines}"
            rng = self.rng("move", seat, table.lines)
            before = table.lines
            if not await self._move(table, seat, person, rng, request):
                break
            played += 1
            await self._look(table)
            if table.lines == before:
                break
        self.sittings += bool(played)

    def found(self) -> Found:
        """Say what the match was like."""
        posted = [each for each in self.chat.messages.values() if each.place >= 100_000]
        direct = [each for each in self.chat.messages.values() if each.place < 100_000]
        people = {each.id: each for each in self.people}
        pings: Counter[tuple[int, object]] = Counter()
        at_night = 0
        for each in (*posted, *direct):
            for who in each.pinged or ([each.place] if each.place in people else ()):
                here = each.at.astimezone(ZoneInfo(people[who].zone))
                pings[who, here.date()] += 1
                at_night += here.hour >= ASLEEP[0] // 60 or here.hour < ASLEEP[1] // 60
        last = max(at for at, *_ in self.journal.acknowledged)
        return Found(
            (last - FIRST_DAY) / DAY,
            self.sittings,
            len(posted),
            sum(each.deleted_at is None for each in posted),
            pings.total(),
            max(pings.values()),
            at_night,
            len(direct),
            len(self.journal.ups),
        )


async def month(
    seed: int,
    game: str,
    mode: str,
    zones: Sequence[str],
    *,
    looks: bool = False,
    is_quiet: bool = True,
) -> Found:
    """Play one match through."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'month.db'}"
        database = Database(url)
        await upgrade(database)
        await database.close()
        weeks = Month(seed, url, game, mode, zones)
        weeks.looks, weeks.is_quiet = looks, is_quiet
        await weeks.run()
        return weeks.found()


def row(mode: str, title: str, found: Sequence[Found]) -> str:
    """Return a line of the table: what several matches were like on an average."""

    def average(name: str) -> float:
        return float(mean(getattr(each, name) for each in found))

    a_day = average("messages") / average("days")
    apiece = mean(each.pings / 4 / each.days for each in found)
    cells = (
        mode,
        title,
        f"{average('days'):.0f}",
        f"{average('sittings'):.0f}",
        f"{average('messages'):.0f} ({a_day:.1f})",
        f"{average('left'):.0f}",
        f"{apiece:.2f}",
        f"{max(each.most for each in found)}",
        f"{sum(each.at_night for each in found)}",
        f"{average('direct'):.0f}",
        f"{average('times_up'):.1f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser("tests.weeks.month", description=__doc__)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--titles", nargs="*", default=TITLES)
    parser.add_argument("--modes", nargs="*", default=list(NewsMode))
    parser.add_argument("--zones", choices=("paris", "four"), default="paris")
    parser.add_argument("--looks", action="store_true")
    parser.add_argument("--no-quiet", dest="is_quiet", action="store_false")
    given = parser.parse_args()
    zones = ZONES if given.zones == "four" else (ZONES[0],) * 4
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    sys.stdout.write(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}\n")
    with toy_installed():
        for mode in given.modes:
            for title in given.titles:
                found = [
                    asyncio.run(
                        month(seed, title, mode, zones, looks=given.looks, is_quiet=given.is_quiet)
                    )
                    for seed in range(1, given.seeds + 1)
                ]
                sys.stdout.write(row(str(mode), title, found) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
