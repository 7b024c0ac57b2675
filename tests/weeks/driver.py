"""Drives simulated weeks: one heap of events, the real host, real storage, a false Discord."""

import asyncio
import heapq
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from sqlalchemy import text, update

import bot.games
import engine.games
from bot.games.panel import Panels
from bot.games.registry import panels
from bot.games.screen import Post
from bot.messages.match.posts import without_picture
from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.messages.viewing import Reader, view
from bot.storage.database import Database
from bot.storage.schema import beats
from bot.table.errors import CannotPost, HostingError, NudgeRefused, PreferenceRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match import pace as hosting
from bot.table.match.match import (
    ABOUT_A_SEAT,
    LoadedMatch,
    Match,
    NewsMode,
    Person,
    Posted,
    Status,
    Venue,
    VoteKind,
    VoteResult,
    WhenLate,
)
from bot.table.notices.notice import Delivered, NoticeKind, QueuedNotice
from bot.table.preferences import Preferences
from bot.table.time.holidays import HolidayPlan
from bot.table.time.reminders import Nudged, Reminding
from engine.agents import agent
from engine.errors import EngineError
from engine.game import Seat, Setup
from engine.plans import added, planning_of
from engine.registry import games
from engine.takebacks import TakeBackKind
from tests.weeks.chat import GUILD, Chat, FalseClient
from tests.weeks.clock import FIRST_DAY, VirtualClock, instant, next_minute
from tests.weeks.law import Law
from tests.weeks.life import Killed, MortalDatabase, Mortality, buried, lived
from tests.weeks.oracle import Fact, Pace, Sample, TimeUp
from tests.weeks.people import GRID, OFFSET, REMINDERS, Player, floor, on_grid
from tests.weeks.reminding import Chosen, Nudge, Wish
from tests.weeks.weather import Weather

T = TypeVar("T")

FOLDERS: Final = (Path(__file__).parents[1] / "fourth_game", Path(__file__).parent / "found")
FIRST_CHANNEL: Final = 100_000
NOBODY: Final = MatchId(0)


@contextmanager
def toy_installed() -> Iterator[None]:
    """Put the toys where games and panels are looked for: no list is edited."""
    before = [(package, list(package.__path__)) for package in (engine.games, bot.games)]
    for package, name in ((engine.games, "engine"), (bot.games, "bot")):
        package.__path__ = [*package.__path__, *(str(folder / name) for folder in FOLDERS)]
    for registry in (games, panels):
        registry.cache_clear()
    try:
        yield
    finally:
        for package, path in before:
            package.__path__ = path
        for registry in (games, panels):
            registry.cache_clear()


@dataclass(frozen=True)
class Scenario:
    """What is simulated; the same seed gives the same people, tables and plans."""

    seed: int
    matches: int = 50
    titles: int = 0
    """How many of the matches are of the three titles, the others of the toys."""
    kill_every: int = 0
    """About once in how many crossings the process is killed; 0: never."""
    outages: int = 0
    faults: bool = False
    zone: str | None = None
    """Where all people live; None: in four zones."""
    gifts: float = 0.1
    """How often another player gives a day to a wait."""
    opened_after: timedelta = timedelta()
    opened_within: timedelta = timedelta(days=21)
    ends: datetime = FIRST_DAY + timedelta(days=200)


class InOneThread(RenderPool):
    """Works at once, where it is asked."""

    async def run(
        self, urgency: DrawUrgency, work: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        del urgency
        return work(*args, **kwargs)


class Process:
    """What lives in memory between two kills: the real bot, but every board is in words."""

    def __init__(self, weeks: "Weeks", plan: Callable[[str], bool]) -> None:
        self.mortality = Mortality(plan)
        cross = self.mortality.cross
        self.database = MortalDatabase(weeks.url, cross, weeks.law.committed)
        self.client = FalseClient(self.database, weeks.chat, weeks.clock, weeks.entropy, cross)
        self.host = self.client.shell.host
        self.players = self.client.shell.stores.players
        messenger: Any = self.client.shell.messenger
        messenger._pool = InOneThread()
        messenger._post = in_words(self.client.shell.panels)
        messenger.table = weeks.listening(messenger.table)
        messenger.extend_table = weeks.listening(messenger.extend_table)
        messenger.ask = weeks.listening(messenger.ask, is_line=True)
        messenger.notice = weeks.hearing(messenger.notice)

    async def tick(self) -> None:
        """Do all that the clock asks for, as the client's own tasks do."""
        await self.client._look_at_timers()
        await self.host.scheduler.tick()
        await self.host.outbox.tick()

    def beat(self, moment: datetime) -> None:
        """Remember a beat that the driver left out."""
        known: Any = self.client._beats
        known._last = (moment, (moment - FIRST_DAY).total_seconds())


def in_words(shown: Panels) -> Callable[..., Any]:
    """Return what makes table messages without drawing."""

    def post(loaded: LoadedMatch, since: int, reader: Reader, *_: Any, **__: Any) -> Post:
        match, progress = loaded.match, loaded.since(since)
        return without_picture(shown[match.game], view(match, progress, reader))

    return post


class SeededEntropy:
    """Gives each table its own seed, however often it is asked for another one."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.next = ""

    def seed(self) -> bytes:
        return sha256(f"{self._seed} {self.next}".encode()).digest()


@dataclass(order=True)
class Event:
    """Something that people do at a moment."""

    at: datetime
    number: int
    act: Callable[[], Awaitable[None]] = field(compare=False)


HOURS: Final = timedelta(hours=1)
NO_LIMIT: Final = Pace()
PACES: Final = {
    "none": NO_LIMIT,
    "day": Pace("move", 24 * HOURS),
    "three-days": Pace("move", 72 * HOURS),
    "week": Pace("move", 168 * HOURS),
    "day-clock": Pace("bank", 24 * HOURS, 12 * HOURS),
    "three-days-clock": Pace("bank", 72 * HOURS, 24 * HOURS),
    "week-clock": Pace("bank", 168 * HOURS, 36 * HOURS),
}
"""What the lobby offers, in the words of those who agree on it."""
WHEN_LATE: Final = (*("computer",) * 5, "wait", "end")


@dataclass
class Table:
    """A table as those who sit there know it."""

    number: int
    game: str
    people: list[Player]
    """The owners of the seats now."""
    pace: Pace = NO_LIMIT
    when_late: str = "computer"
    news: str = "each"
    """How its channel is told."""
    options: Mapping[str, Any] = field(default_factory=dict)
    seated: list[Player] = field(default_factory=list)
    """The owners of the seats when the match began."""
    id: MatchId = NOBODY
    acting: frozenset[int] = frozenset()
    asked: dict[int, int] = field(default_factory=dict)
    """How often each seat was asked."""
    status: str = "lobby"
    lines: int = 0


@dataclass(frozen=True)
class Told:
    """The channel was told of a table up to a line; `message` None: it could not be told.

    `asks`: those who must act see by it that it is their move.
    """

    at: datetime
    match: int
    line: int
    message: int | None
    is_line: bool = False
    """By a line beside the table's message."""
    asks: bool = True


@dataclass(frozen=True)
class Noticed:
    """Something to be said that was written down, about this time."""

    at: datetime
    id: int
    kind: str
    match: int | None
    facts: Mapping[str, Any]


@dataclass
class Journal:
    """What the driver saw happen, for the oracle; nothing of it comes from the product's words."""

    acknowledged: list[tuple[datetime, int, int, int]] = field(default_factory=list)
    """When, match, seat, and how many lines it had before."""
    acts: list[tuple[datetime, int]] = field(default_factory=list)
    """When a person moved, took a move back, or said that they are there."""
    told: list["Told"] = field(default_factory=list)
    rested: list[tuple[int, datetime, datetime]] = field(default_factory=list)
    """Whose holidays began by themselves, from when to when."""
    wishes: list[tuple[int, Wish]] = field(default_factory=list)
    mutes: list[tuple[datetime, int, int]] = field(default_factory=list)
    """When, match, seat."""
    nudges: list[tuple[Nudge, bool]] = field(default_factory=list)
    chosen: list[tuple[int, Chosen]] = field(default_factory=list)
    """Which person wants to be reminded when."""
    facts: dict[int, list[Fact]] = field(default_factory=lambda: defaultdict(list))
    samples: dict[int, list[Sample]] = field(default_factory=lambda: defaultdict(list))
    ups: list[TimeUp] = field(default_factory=list)
    notices: list["Noticed"] = field(default_factory=list)
    said: dict[int, list[Mapping[str, Any]]] = field(default_factory=dict)
    """What each mention said of which tables as it was handed out, by its number."""
    kills: list[tuple[datetime, str]] = field(default_factory=list)
    refused: list[tuple[datetime, int, str]] = field(default_factory=list)
    taken_back: list[tuple[datetime, int, int, bool]] = field(default_factory=list)
    """When, match, the first line, and whether all others had to agree."""
    planned: list[tuple[datetime, int, int]] = field(default_factory=list)
    """When, match, seat."""


class Weeks:
    """One run of a scenario."""

    def __init__(self, scenario: Scenario, url: str) -> None:
        self.scenario = scenario
        self.url = url
        self.clock = VirtualClock()
        self.chat = Chat(self.clock)
        self.weather = Weather(scenario.seed, outages=scenario.outages, faults=scenario.faults)
        self.chat.fault = self.weather.fault
        self.chat.is_there = lambda moment: self.weather.outage(moment) is None
        self.entropy = SeededEntropy(scenario.seed)
        self.panels: Panels = panels()
        self.journal = Journal()
        self.tables: list[Table] = []
        self.people: list[Player] = []
        self._lapses: dict[tuple[int, int], int] = {}
        self._last_notice = 0
        self._held: dict[int, Any] = {}
        self._passed: set[tuple[int, int]] = set()
        self._offered: set[tuple[int, int]] = set()
        self.chat.has_left = self._has_left
        self._heap: list[Event] = []
        self._events = 0
        self._fate = Random(f"{scenario.seed} fate")
        self._observer = Database(url)
        self.law = Law(url, self.clock)
        self._process: Process | None = None
        self._pause = timedelta(minutes=1)
        self._ticked = self.clock.now()

    def listening(
        self,
        tell: Callable[..., Awaitable[Posted]],
        *,
        is_line: bool = False,
    ) -> Callable[..., Any]:
        """Return `tell`, which notes what the channel knows of a table.

        `is_line`: by a line beside the table's message.
        """

        async def noted(loaded: LoadedMatch, *rest: Any, **named: Any) -> Posted:
            match = loaded.match
            try:
                posted = await tell(loaded, *rest, **named)
            except Exception:
                told = Told(self.clock.now(), match.id, match.line, None, is_line=is_line)
                self.journal.told.append(told)
                raise
            news = next(each.news for each in self.tables if each.id == match.id)
            asks = {"each": not is_line, "one": is_line, "digest": posted.asks}[news]
            told = Told(self.clock.now(), match.id, match.line, posted.message, is_line, asks)
            self.journal.told.append(told)
            return posted

        return noted

    def hearing(self, send: Callable[..., Awaitable[Delivered]]) -> Callable[..., Any]:
        """Return `send`, which notes what a mention says."""

        async def noted(queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
            if queued.notice.kind is NoticeKind.MENTION:
                self.journal.said.setdefault(queued.id, queued.notice.facts["tables"])
            return await send(queued, loaded)

        return noted

    def told_of(self, match: int) -> list[str]:
        """Return all that the journal knows of a match, in order."""
        journal = self.journal
        table = next(each for each in self.tables if each.id == match)
        known: list[tuple[datetime, str]] = [
            *((each.at, f"{each}") for each in journal.facts[match]),
            *(
                (at, f"seat {seat} moved")
                for at, of, seat, _ in journal.acknowledged
                if of == match
            ),
            *((each.at, f"told up to {each.line}") for each in journal.told if each.match == match),
            *(
                (each.at, f"{each.kind} {each.facts}")
                for each in journal.notices
                if each.match == match
            ),
            *((each.at, f"time up for {each.seat}") for each in journal.ups if each.match == match),
            *((at, f"taken back: {line}") for at, of, line, _ in journal.taken_back if of == match),
        ]
        lines = [f"{at:%d %b %H:%M:%S} {what}" for at, what in sorted(known)]
        return [f"{table.game} {table.pace} {table.when_late} {table.seated}", *lines]

    def rng(self, *names: object) -> Random:
        """Return chance for one question, the same in every run."""
        return Random(" ".join(map(str, (self.scenario.seed, *names))))

    def at(self, moment: datetime, act: Callable[[], Awaitable[None]]) -> None:
        """Let people do something at a moment."""
        self._events += 1
        heapq.heappush(self._heap, Event(max(moment, self.clock.now()), self._events, act))

    async def run(self) -> None:
        """Play until nothing is left to do."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_quiet)
        self._draw_tables()
        self._begin_life()
        for person in self.people:
            await self._wishes(person, person.reminders)
            if person.holiday is not None:
                await self._holiday(person, *person.holiday)
        self._ticked = self.clock.now()
        await self._tick(next_minute(self.clock.now()))
        for each in self.weather.outages:
            # The first beat after it gives back what was lost.
            self.at(each.over_at, self._recovered)
        while self.clock.now() < self.scenario.ends:
            due = await self._next_due()
            event = self._heap[0] if self._heap else None
            is_over = all(each.status in ("finished", "closed") for each in self.tables)
            if event is None and (due is None or (is_over and not await self._is_busy())):
                break
            if event is not None and (due is None or event.at <= due):
                heapq.heappop(self._heap)
                outage = self.weather.outage(event.at)
                if outage is not None:
                    # They come back when they can.
                    self.at(on_grid(outage.over_at), event.act)
                    continue
                await self._reach(event.at)
                await event.act()
                # Else what came of it would be seen with whatever is due next, hours later.
                await self._look()
                self._pause = timedelta(minutes=1)
            elif due is not None:
                await self._tick(due)
        await self._end_life()
        self.law.close()
        await self._observer.close()

    async def _tick(self, moment: datetime) -> None:
        """Let the clock's turn come, if the process is there."""
        self._ticked = moment
        outage = self.weather.outage(moment)
        if outage is not None and outage.is_ours:
            await self._end_life()
            self._ticked = outage.over_at
            return
        await self._reach(moment)
        await self.attempt(Process.tick)
        self.law.ticked(moment)
        await self._look()

    async def _recovered(self) -> None:
        """Begin again after an outage."""
        if self._process is None:
            self._begin_life()
        self._ticked = self.clock.now()
        await self.attempt(Process.tick)
        await self._look()

    async def _reach(self, moment: datetime) -> None:
        """Go on to a moment; the beats on the way there, which change nothing, are left out."""
        before = self.clock.now()
        self.clock.reach(moment)
        outage = next((each for each in self.weather.outages if before < each.ends <= moment), None)
        outage = outage or self.weather.outage(moment)
        beat = min(moment, outage.begins) if outage is not None else moment
        if beat <= before:
            return
        await self._observer.execute(update(beats).values(at=beat))
        if self._process is not None:
            self._process.beat(beat)

    # The process.

    def _begin_life(self) -> None:
        left = self._life_length()
        kinds = Random(f"{self.scenario.seed} {len(self.journal.kills)} kind")

        def plan(_: str) -> bool:
            nonlocal left
            left -= 1
            if left != 0:
                return False
            if kinds.random() < 0.3:
                # At whatever its tasks wait for a few steps later.
                self._die_soon(kinds.randrange(1, 12))
                return False
            return True

        self._process = Process(self, plan)

    def _life_length(self) -> int:
        every = self.scenario.kill_every
        return 1 + int(self._fate.expovariate(1 / every)) if every else -1

    def _die_soon(self, steps: int) -> None:
        process, loop = self._process, asyncio.get_running_loop()

        def step(left: int) -> None:
            if left and process is not None:
                loop.call_soon(step, left - 1)
            elif process is not None:
                process.mortality.die("an await")

        step(steps)

    async def _end_life(self) -> None:
        if self._process is not None:
            self._process.mortality.die("the end")
            await buried()
            await self._process.database.close()
            self._process = None

    async def attempt(self, what: Callable[[Process], Awaitable[T]]) -> T:
        """Let the process do something; if it is killed meanwhile, ask its next life again."""
        while True:
            process = self._process
            assert process is not None
            try:
                return await lived(process.mortality, what(process))
            except Killed:
                where = process.mortality.died_at or ""
                self.journal.kills.append((self.clock.now(), where))
                await self._end_life()
                self.clock.take(seconds=1)
                self._begin_life()
                # What a start does.
                if what is not Process.tick:
                    await self.attempt(Process.tick)
                    await self._look()

    async def _is_busy(self) -> bool:
        """Say whether there is more to do than to keep the house."""
        async with self._observer.asking() as connection:
            return bool((await connection.execute(text(_BUSY))).scalar_one())

    async def _next_due(self) -> datetime | None:
        """Return the minute in which the clock has something to do; what waits is tried again."""
        async with self._observer.asking() as connection:
            row = (await connection.execute(text(_DUE))).one()
        moments = [instant(each) for each in row[:-1] if each is not None]
        waiting = bool(row[-1])
        due = min(moments, default=None)
        if waiting:
            self._pause = min(self._pause * 2, timedelta(hours=1))
            again = self._ticked + self._pause
            due = again if due is None else min(due, again)
        if due is None:
            return None
        after = self._ticked + timedelta(minutes=1)
        return max(next_minute(max(due, self.clock.now())), after)

    # The people.

    def _draw_tables(self) -> None:
        scenario = self.scenario
        crowd = max(6, scenario.matches // 4)
        self.people = [
            Player.drawn(scenario.seed, number, scenario.zone) for number in range(crowd)
        ]
        titles = ("seismic", "san_andreas", "aftershock")
        for number in range(scenario.matches):
            rng = self.rng("table", number)
            is_title = number % max(1, scenario.matches // max(1, scenario.titles)) == 0
            is_title = is_title and scenario.titles > 0
            # Half of the toys are played in turns: people plan there and take moves back.
            toy = "steps" if number % 2 else "toy"
            game = titles[number % 3] if is_title else toy
            seats = games()[game].meta.seats
            size = rng.choice([each for each in seats if each <= 4])
            pace, when_late = rng.choice(sorted(PACES)), rng.choice(WHEN_LATE)
            chosen = rng.sample(self.people, size)
            table = Table(number, game, chosen, PACES[pace], when_late, seated=list(chosen))
            slow = ("digest",) if pace.startswith(("three", "week", "none")) else ()
            table.news = rng.choice(("each", "each", "one", *slow))
            table.options = {"table_radius": 5} if game == "seismic" else {}
            self.tables.append(table)
            opened = FIRST_DAY + scenario.opened_after + scenario.opened_within * rng.random()
            self.at(on_grid(opened), lambda table=table: self._open(table))  # type: ignore[misc]

    async def _open(self, table: Table) -> None:
        first, *others = table.people
        name = f"{self.scenario.seed}-{table.number}"
        venue = Venue(GUILD, FIRST_CHANNEL + table.number, threaded=False)
        setup = Setup(len(table.people), options=table.options)

        async def opened(process: Process) -> MatchId:
            self.entropy.next = name
            match = await process.host.lobbies.open(
                _person(first), venue, table.game, len(table.people), f"open {name}", setup
            )
            return match.id

        table.id = await self.attempt(opened)
        for person in map(_person, others):
            await self.attempt(partial(_joined, table.id, person, f"join {name} {person.id}"))
        await self.attempt(partial(_as_agreed, table))
        await self.attempt(lambda process: process.host.lobbies.start(table.id, PlayerId(first.id)))
        self.weather.begins_at(venue.channel, self.clock.now())
        await self._look(table)

    async def _look(self, *tables: Table) -> None:
        """See who is asked now, as all who look at their tables do."""
        where = f"WHERE id = {tables[0].id}" if tables else ""
        async with self._observer.asking() as connection:
            rows = (await connection.execute(text(_STANDS.format(where)))).all()
        known = {each.id: each for each in self.tables}
        for number, status, lines, acting in rows:
            table = known.get(number)
            if table is None or (table.status, table.lines) == (status, lines):
                continue
            seats = frozenset(seat for seat in range(8) if acting >> seat & 1)
            if status != Status.PLAYING:
                seats = frozenset()
            for seat in sorted(seats - table.acting):
                self._ask(table, seat)
            if table.status == Status.PLAYING and status != Status.PLAYING:
                self._note(number, "over", self.clock.now())
            table.status, table.lines, table.acting = status, lines, seats
        await self._sample(where)

    async def _sample(self, where: str) -> None:
        """Note what clocks stand at, and whose time is up."""
        async with self._observer.asking() as connection:
            rows = (await connection.execute(text(_LATE))).all()
            clocks = (await connection.execute(text(_CLOCKS))).all() if where else []
            held = (await connection.execute(text(_HELD))).all()
            passed = (await connection.execute(text(_PASSED))).all()
            new = (await connection.execute(text(_NOTICES), {"last": self._last_notice})).all()
        for match, vote, kind, arg, at in passed:
            if (match, vote) not in self._passed:
                self._passed.add((match, vote))
                self.journal.facts[match].extend(_facts_of(kind, arg, instant(at)))
        for number, kind, match, facts in new:
            self._last_notice = number
            self.journal.notices.append(
                Noticed(self.clock.now(), number, kind, match, json.loads(facts))
            )
            if kind == "left":
                of = next(each for each in self.tables if each.id == match)
                self._miss(of, self.journal.notices[-1])
        known = {each.id: each for each in self.tables}
        for match, is_deserted, since, changed in held:
            names = ("deserted", "woken") if is_deserted else ("hold", "go-on")
            was = self._held.pop(match, None)
            if was is not None and since != was[1]:
                self._note(match, was[0][1], instant(since or changed))
            if since is not None:
                self._held[match] = names, since
                if was is None or since != was[1]:
                    self._note(match, names[0], instant(since))
        for match, seat, lapses, is_offered in rows:
            if match not in known:
                # The process died as it opened this table, before anybody heard of it.
                continue
            self._offers(known[match], seat, is_offered=bool(is_offered))
            before = self._lapses.get((match, seat), 0)
            self._lapses[match, seat] = lapses
            if lapses > before:
                person = self._owner(known[match], seat).id
                self.journal.ups.append(TimeUp(self.clock.now(), match, seat, person, 0, lapses))
        for match, seat, length, due in clocks:
            span = None if length is None else timedelta(seconds=length)
            at = None if due is None else instant(due)
            self.journal.samples[match].append(Sample(self.clock.now(), match, seat, at, span))

    def _note(self, match: int, what: str, at: datetime, seat: int = -1, person: int = 0) -> None:
        self.journal.facts[match].append(Fact(at, what, seat, person=person))

    def _offers(self, table: Table, seat: int, *, is_offered: bool) -> None:
        """Let another player think about a seat that is newly on offer."""
        key, number = (table.number, seat), table.asked.get(seat, 0)
        if is_offered and key not in self._offered:
            rng = self.rng("offer", *key, number)
            if rng.random() < 0.6:
                person = rng.choice([each for each in self.people if each not in table.people])
                moment = on_grid(floor(self.clock.now()) + timedelta(hours=rng.uniform(0, 40)))
                self.at(moment, partial(self._take_seat, table, seat, person))
        (self._offered.add if is_offered else self._offered.discard)(key)

    async def _take_seat(
        self, table: Table, seat: int, person: Player, gone: PlayerId | None = None
    ) -> None:
        """Let a player sit down who never sat here."""
        if person in (*table.seated, *table.people) or not self._is_here(person):
            return
        request, at = f"seat {table.id} {seat} {person.id}", self.clock.now()
        if not await self._agreed(
            lambda process: process.host.agreements.take_seat(
                table.id, Seat(seat), _person(person), request, gone=gone
            )
        ):
            return
        table.people[seat] = person
        self._note(table.id, "substitute", at, seat, person.id)
        await self._look(table)
        if seat in table.acting:
            self._ask(table, seat)

    def _has_left(self, player: int, moment: datetime) -> bool:
        """Say whether a person is no longer in the server."""
        person = next((each for each in self.people if each.id == player), None)
        return person is not None and person.left is not None and person.left <= moment

    def _is_here(self, person: Player) -> bool:
        return not self._has_left(person.id, self.clock.now())

    def _miss(self, table: Table, notice: Noticed) -> None:
        """Let the others hear that a player has left, and think about the seat."""
        seat, player = notice.facts["seat"], notice.facts["player"]
        rng = self.rng("missed", table.number, seat, player)
        moment = on_grid(floor(self.clock.now()) + timedelta(hours=rng.uniform(0, 30)))
        heir, what = rng.choice(self.people), rng.random()
        if what < 0.4:
            self.at(moment, partial(self._take_seat, table, seat, heir, PlayerId(player)))
        elif what < 0.7:
            self.at(moment, partial(self._let_computer, table, seat, PlayerId(player)))

    async def _let_computer(self, table: Table, seat: int, gone: PlayerId) -> None:
        """Let a computer player move on for a player who has left the server."""
        if table.people[seat].id != gone or table.status != Status.PLAYING:
            return
        at, lives = self.clock.now(), len(self.journal.kills)
        is_done = await self._agreed(lambda process: process.host.lobbies.leave(table.id, gone))
        # A person who asks again after a kill hears that it was done.
        if is_done or len(self.journal.kills) > lives:
            self._note(table.id, "for-good", at, seat)
        await self._look(table)

    async def _hand_on(self, table: Table, seat: int, person: Player, number: int) -> None:
        """Let a player offer their own seat."""
        if table.asked.get(seat) != number or table.people[seat] is not person:
            return
        if not self._is_here(person):
            return
        request, at = f"hand on {table.id} {seat} {person.id}", self.clock.now()
        if await self._agreed(
            lambda process: process.host.agreements.hand_on(table.id, PlayerId(person.id), request)
        ):
            self._note(table.id, "offer", at, seat)
        await self._look(table)

    def _ask(self, table: Table, seat: int) -> None:
        table.asked[seat] = number = table.asked.get(seat, 0) + 1
        asked, rng = floor(self.clock.now()), self.rng("asked", table.number, seat, number)
        person = self._owner(table, seat)
        moment = person.answers_at(rng, asked, table.pace.span or None)
        if moment is not None:
            self.at(moment, lambda: self._answer(table, seat, person, number))
        self._meanwhile(table, seat, person, number, asked)

    def _meanwhile(
        self, table: Table, seat: int, person: Player, number: int, asked: datetime
    ) -> None:
        """Let people do what they do while a player is waited for."""
        rng = self.rng("meanwhile", table.number, seat, number)

        def later(hours: float) -> datetime:
            return on_grid(asked + timedelta(hours=rng.uniform(0, hours)))

        if rng.random() < 0.05:
            self.at(later(20), lambda: self._mute(table, seat, person, number))
        if rng.random() < 0.05:
            wish = rng.choice(REMINDERS)
            self.at(later(60), lambda: self._wish_here(table, person, wish))
        if rng.random() < 0.02:
            everywhere = rng.choice(REMINDERS)
            self.at(later(60), lambda: self._wishes(person, everywhere))
        other = rng.choice([each for each in table.people if each is not person])
        late = (table.pace.span or 96 * HOURS) / HOURS
        if rng.random() < self.scenario.gifts:
            self.at(later(1.4 * late), lambda: self._give_a_day(table, seat, other, number))
        if rng.random() < 0.1:
            kind = rng.choice((VoteKind.HOLD, VoteKind.HOLD, VoteKind.GO_ON, VoteKind.EXTEND))
            self.at(later(late), partial(self._ask_all, table, other, kind, "", number))
        if rng.random() < 0.06:
            about_seat = rng.choice(sorted(ABOUT_A_SEAT))
            moment = later(3 * late)
            self.at(moment, partial(self._ask_all, table, other, about_seat, str(seat), number))
        if rng.random() < 0.02:
            pace = rng.choice(sorted(PACES))
            self.at(later(late), partial(self._ask_all, table, other, VoteKind.PACE, pace, number))
        if rng.random() < 0.004:
            end = rng.choice((VoteKind.END, VoteKind.END_AS_IT_STANDS))
            self.at(later(late), partial(self._ask_all, table, other, end, "", number))
        if rng.random() < 0.01:
            self.at(later(20), lambda: self._hand_on(table, seat, person, number))
        if rng.random() < 0.35:
            self.at(later(2), partial(self._plan, table, other, number))
        if rng.random() < 0.3:
            other = rng.choice([each for each in table.people if each is not person])
            self.at(later(90), lambda: self._nudge(table, seat, other))
        rng = self.rng("choose", table.number, seat, number)
        if rng.random() < 0.12:
            pressed = later(late / 2)
            moment = pressed - OFFSET + GRID * rng.randrange(1, 300)
            self.at(pressed, partial(self._choose, table, seat, person, number, moment))

    async def _wishes(self, person: Player, reminders: str) -> None:
        if not self._is_here(person):
            return
        begin, end = person.quiet or (None, None)
        prefers = Preferences(
            zone=person.zone,
            quiet_from=begin,
            quiet_to=end,
            reminding=Reminding(reminders),
            direct=person.direct,
            auto_holiday=person.rests,
        )
        of = PlayerId(person.id)
        await self.attempt(lambda process: process.players.prefer(of, prefers, self.clock.now()))
        self.journal.wishes.append((person.id, Wish(self.clock.now(), reminders)))

    async def _holiday(self, person: Player, begins: datetime, ends: datetime) -> None:
        here = ZoneInfo(person.zone)
        last = (ends - timedelta(hours=1)).astimezone(here).date()
        plan = HolidayPlan(begins.astimezone(here).date(), last, person.zone)
        of, lives = PlayerId(person.id), len(self.journal.kills)
        try:
            await self.attempt(
                lambda process: process.client.shell.stores.holidays.plan(
                    of, GUILD, plan, self.clock.now()
                )
            )
        except PreferenceRefused:
            # A person who asks again after a kill hears that it is there.
            assert len(self.journal.kills) > lives

    async def _give_a_day(self, table: Table, seat: int, by: Player, number: int) -> None:
        if seat not in table.acting or table.asked[seat] != number or not self._is_here(by):
            return
        request, giver = f"day {table.id} {seat} {number}", PlayerId(by.id)
        if await self._agreed(
            lambda process: process.host.agreements.give_a_day(table.id, giver, Seat(seat), request)
        ):
            fact = Fact(self.clock.now(), "more", seat, amount=24 * HOURS)
            self.journal.facts[table.id].append(fact)

    async def _ask_all(
        self, table: Table, by: Player, kind: VoteKind, arg: str, number: int
    ) -> None:
        """Open a vote, and let the others say what they think of it when they get round to it."""
        if by not in table.people or not self._is_here(by):
            return
        request, asker = f"vote {table.id} {number} {kind}", PlayerId(by.id)
        if not await self._agreed(
            lambda process: process.host.agreements.ask(table.id, asker, kind, arg, request)
        ):
            return
        self._pressed(table, by)
        match = await self.attempt(lambda process: process.host.cache.match(table.id))
        vote = match.votes[-1].id
        for other in table.people:
            rng = self.rng("ballot", table.number, vote, other.id)
            moment = other.answers_at(rng, floor(self.clock.now()), None)
            if other is not by and moment is not None:
                is_yes = rng.random() < 0.75
                self.at(moment, partial(self._vote, table, other, vote, is_yes))
        await self._look(table)

    async def _vote(self, table: Table, by: Player, vote: int, is_yes: bool) -> None:  # noqa: FBT001
        if by not in table.people or not self._is_here(by):
            return
        request, voter = f"ballot {table.id} {vote} {by.id}", PlayerId(by.id)
        if await self._agreed(
            lambda process: process.host.agreements.vote(
                table.id, voter, vote, request, is_yes=is_yes
            )
        ):
            self._pressed(table, by)
        await self._look(table)

    def _pressed(self, table: Table, by: Player) -> None:
        fact = Fact(self.clock.now(), "press", table.people.index(by))
        self.journal.facts[table.id].append(fact)

    async def _back(self, table: Table, seat: int, person: Player, number: int) -> None:
        if seat not in table.acting or table.asked[seat] != number:
            return
        request = f"back {table.id} {seat} {number}"
        if await self._agreed(
            lambda process: process.host.agreements.back(table.id, PlayerId(person.id), request)
        ):
            self.journal.facts[table.id].append(Fact(self.clock.now(), "back", seat))
            self.journal.acts.append((self.clock.now(), person.id))
        await self._look(table)

    async def _agreed(self, what: Callable[[Process], Awaitable[Any]]) -> bool:
        """Say whether the house agreed to something; that a channel can't be told is no matter."""
        try:
            await self.attempt(what)
        except CannotPost:
            return True
        except (HostingError, EngineError) as error:
            self.journal.refused.append((self.clock.now(), 0, str(error)))
            return False
        return True

    async def _wish_here(self, table: Table, person: Player, reminders: str) -> None:
        if not self._is_here(person):
            return
        of, how = PlayerId(person.id), Reminding(reminders)
        await self.attempt(
            lambda process: process.players.remind_at(of, table.id, how, self.clock.now())
        )
        self.journal.wishes.append((person.id, Wish(self.clock.now(), reminders, table.id)))

    async def _plan(self, table: Table, by: Player, number: int) -> None:
        """Let a player plan what they play next, which may fail."""
        if by not in table.people or not self._is_here(by):
            return
        rules, rng = games()[table.game], self.rng("plan", table.number, by.id, number)
        planning, seat = planning_of(rules), table.people.index(by)
        if planning is None or not table.acting or seat in table.acting:
            return
        loaded = await self.attempt(lambda process: process.host.cache.of(table.id))
        if loaded.match.status is not Status.PLAYING:
            return
        seen = rules.observe(loaded.begun.state, Seat(seat))
        ahead = planning.ahead(seen)
        if ahead is None:
            return
        action, is_same = rng.choice(ahead.legal), rng.random() < 0.5
        plan = added(None, planning, seen, (action,), is_same=is_same)
        of = PlayerId(by.id)
        if await self._agreed(
            lambda process: process.host.plans.change(table.id, of, lambda _: plan)
        ):
            self.journal.planned.append((self.clock.now(), table.id, seat))
            self._note(table.id, "plan", self.clock.now(), seat)

    async def _regret(self, table: Table, by: Player, lines: int) -> None:
        """Let a player take their last move back, or ask the others to agree to it."""
        if not self._is_here(by):
            return
        player = PlayerId(by.id)
        try:
            look = await self.attempt(
                lambda process: process.host.take_backs.look(table.id, player)
            )
        except HostingError:
            return
        kind, line = look.take_back.kind, look.take_back.line
        if line is None or kind is TakeBackKind.NEVER:
            return
        request = f"regret {table.id} {by.id} {lines}"
        if kind is TakeBackKind.FREE:
            if await self._agreed(
                lambda process: process.host.take_backs.take_back(table.id, player, line, request)
            ):
                self.journal.taken_back.append((self.clock.now(), table.id, line, False))
                self.journal.acts.append((self.clock.now(), by.id))
                await self.attempt(lambda process: process.host.telling.tell(table.id))
            await self._look(table)
            return
        if not await self._agreed(
            lambda process: process.host.take_backs.ask(table.id, player, line, request)
        ):
            return
        match = await self.attempt(lambda process: process.host.cache.match(table.id))
        asked = [each for each in match.votes if each.kind is VoteKind.TAKE_BACK]
        if not asked:
            return
        vote = asked[-1].id
        for other in table.people:
            rng = self.rng("regret", table.number, vote, other.id)
            is_heard, is_yes = rng.random() < 0.9, rng.random() < 0.85
            if other is not by and is_heard:
                moment = on_grid(self.clock.now() + timedelta(hours=rng.uniform(0, 4)))
                self.at(moment, partial(self._forgive, table, other, vote, is_yes))
        await self._look(table)

    async def _forgive(self, table: Table, by: Player, vote: int, is_yes: bool) -> None:  # noqa: FBT001
        """Let a player say whether another one may take a move back."""
        if not self._is_here(by):
            return
        request, voter = f"forgive {table.id} {vote} {by.id}", PlayerId(by.id)
        if not await self._agreed(
            lambda process: process.host.take_backs.answer(
                table.id, voter, vote, request, is_yes=is_yes
            )
        ):
            return
        match = await self.attempt(lambda process: process.host.cache.match(table.id))
        asked = next(each for each in match.votes if each.id == vote)
        if asked.result is VoteResult.PASSED:
            self.journal.taken_back.append((self.clock.now(), table.id, int(asked.arg), True))
            await self.attempt(lambda process: process.host.telling.tell(table.id))
        await self._look(table)

    async def _mute(self, table: Table, seat: int, person: Player, number: int) -> None:
        if seat not in table.acting or table.asked[seat] != number or not self._is_here(person):
            return
        of = PlayerId(person.id)
        await self.attempt(lambda process: process.players.mute(of, table.id))
        self.journal.mutes.append((self.clock.now(), table.id, seat))

    async def _choose(
        self, table: Table, seat: int, person: Player, number: int, moment: datetime
    ) -> None:
        """Let a player be reminded of a move at a moment that they choose."""
        if seat not in table.acting or table.asked[seat] != number or not self._is_here(person):
            return
        of = PlayerId(person.id)
        if await self._agreed(
            lambda process: process.players.wish(of, table.id, moment, self.clock.now())
        ):
            chosen = Chosen(self.clock.now(), table.id, seat, moment)
            self.journal.chosen.append((person.id, chosen))

    async def _nudge(self, table: Table, seat: int, by: Player) -> None:
        if not self._is_here(by):
            return
        lives = len(self.journal.kills)
        try:
            nudged = await self.attempt(
                lambda process: process.players.nudge(
                    table.id, Seat(seat), by.name, self.clock.now()
                )
            )
            happened = nudged is not Nudged.KNOWN
        except NudgeRefused as error:
            # A person who asks again after a kill hears that it was done.
            happened = error.key == "nudge-again" and len(self.journal.kills) > lives
        self.journal.nudges.append((Nudge(self.clock.now(), table.id, seat), happened))

    def _owner(self, table: Table, seat: int) -> Player:
        return table.people[seat]

    async def _answer(self, table: Table, seat: int, person: Player, number: int) -> None:
        """Let a player move, and go on as long as they are asked."""
        if not self._is_here(person):
            return
        rng = self.rng("answer", table.number, seat, number)
        if rng.random() < 0.1:
            await self._back(table, seat, person, number)
            hours = timedelta(hours=rng.uniform(1, 30))
            self.at(
                on_grid(self.clock.now() + hours), partial(self._go, table, seat, person, number)
            )
            return
        await self._go(table, seat, person, number)

    async def _go(self, table: Table, seat: int, person: Player, number: int) -> None:
        if not self._is_here(person):
            return
        rng = self.rng("move", table.number, seat, number)
        while seat in table.acting and table.asked[seat] == number:
            before = table.lines
            if not await self._move(table, seat, person, rng, f"{table.id} at {table.lines}"):
                return
            await self._look(table)
            if table.lines == before:
                return

    async def _move(
        self, table: Table, seat: int, person: Player, rng: Random, request: str
    ) -> bool:
        chance = f"{rng.random()} {request}"

        async def chosen(process: Process) -> tuple[Any, int] | None:
            loaded = await process.host.cache.of(table.id)
            match, game = loaded.match, games()[table.game]
            if seat not in match.acting or match.seat_of(PlayerId(person.id)) != seat:
                return None
            state = loaded.begun.state
            legal = tuple(game.legal_actions(state, Seat(seat)))
            observation = game.observe(state, Seat(seat))
            return agent("greedy").choose(observation, legal, Random(chance)), match.line

        found = await self.attempt(chosen)
        if found is None:
            return False
        action, seen = found

        async def moved(process: Process) -> None:
            await process.host.moves.submit(table.id, PlayerId(person.id), (action,), seen, request)

        try:
            await self.attempt(moved)
        except (HostingError, EngineError) as error:
            self.journal.refused.append((self.clock.now(), table.id, str(error)))
            return False
        self.journal.acknowledged.append((self.clock.now(), table.id, seat, seen))
        self.journal.acts.append((self.clock.now(), person.id))
        await self.attempt(lambda process: process.host.telling.tell(table.id))
        if rng.random() < 0.3 and table.game == "steps":
            moment = on_grid(self.clock.now() + timedelta(minutes=rng.choice((10, 60, 900))))
            self.at(moment, partial(self._regret, table, person, seen))
        return True


_DUE: Final = """
SELECT (SELECT min(expires_at) FROM matches WHERE expires_at IS NOT NULL),
       (SELECT min(due_at) FROM timers),
       (SELECT min(look_at) FROM waits),
       (SELECT min(CASE WHEN until > next_at THEN until ELSE next_at END) FROM lanes
        WHERE next_at IS NOT NULL),
       (SELECT count(*) FROM matches WHERE agent_acts)
       + (SELECT count(*) FROM tellings WHERE told < want)
       + (SELECT count(*) FROM plans JOIN matches ON matches.id = plans.match_id
          WHERE plans.due AND matches.status = 'playing')
"""
_BUSY: Final = """
SELECT (SELECT count(*) FROM timers WHERE kind != 'housekeeping')
       + (SELECT count(*) FROM waits WHERE look_at IS NOT NULL)
       + (SELECT count(*) FROM outbox WHERE state IN ('pending', 'retract'))
       + (SELECT count(*) FROM tellings WHERE told < want)
"""
_LATE: Final = "SELECT match_id, seat, lapses, offered FROM seats WHERE player IS NOT NULL"
_NOTICES: Final = "SELECT id, kind, match_id, facts FROM outbox WHERE id > :last ORDER BY id"
_HELD: Final = """
SELECT id, deserted, held_since, changed_at FROM matches WHERE status = 'playing'
"""
_PASSED: Final = """
SELECT match_id, number, kind, arg, closed_at FROM votes WHERE result = 'passed'
"""
_CLOCKS: Final = "SELECT match_id, seat, length_s, due_at FROM waits"
_STANDS: Final = "SELECT id, status, lines, acting FROM matches {}"


def _facts_of(kind: str, arg: str, at: datetime) -> list[Fact]:
    """Return what follows from a vote that has passed, besides holds."""
    seat = int(arg) if kind in ABOUT_A_SEAT else -1
    match kind:
        case "extend":
            return [Fact(at, "more", amount=48 * HOURS)]
        case "pace":
            return [Fact(at, "pace", pace=PACES[arg])]
        case "computer-once" | "computer-meanwhile":
            return [Fact(at, "once", seat)]
        case "computer-for-good":
            return [Fact(at, "for-good", seat)]
        case "offer-seat":
            return [Fact(at, "offer", seat)]
        case _:
            return []


async def _joined(match: MatchId, person: Person, request: str, process: Process) -> None:
    await process.host.lobbies.join(match, person, request)


async def _as_agreed(table: Table, process: Process) -> None:
    """Let a lobby have the pace and the news of a table."""
    pace = next(hosting.PACES[name] for name, pace in PACES.items() if pace == table.pace)
    when_late, news = WhenLate(table.when_late), NewsMode(table.news)

    def agreed(before: Match, _: datetime) -> Match:
        return replace(before, pace=pace, when_late=when_late, news=news)

    await process.host.tables.change(table.id, agreed)


def _person(player: Player) -> Person:
    return Person(PlayerId(player.id), player.name)


def _quiet(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    if not isinstance(context.get("exception"), Killed):
        loop.default_exception_handler(context)
