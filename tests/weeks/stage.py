"""One table on a virtual clock, driven by a test: the real client in a false Discord.

`tests.weeks.driver` draws people and lets them live; here a test says who presses what, and when.
"""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import discord
from sqlalchemy import text, update

from bot.games.panel import AnyPanel, AnyView
from bot.games.screen import Post
from bot.messages.match.posts import without_picture
from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.storage.schema import beats
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, NewsMode, Person, Venue, VoteKind, WhenLate
from bot.table.match.pace import PACES
from bot.table.time.holidays import Holiday, HolidayPlan
from engine.agents import agent
from engine.game import Seat, Setup
from engine.registry import games
from tests.weeks.chat import GUILD, Chat, FalseClient, Message
from tests.weeks.clock import FIRST_DAY, MINUTE, VirtualClock, instant
from tests.weeks.driver import InOneThread, in_words
from tests.weeks.law import Law
from tests.weeks.life import MortalDatabase

ANN, BOB, CLEO, DAN, EVE = map(PlayerId, range(1001, 1006))
NAMES: Final = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DAN: "Dan", EVE: "Eve"}
CHANNEL: Final = 5000
LONGEST_STEP: Final = timedelta(days=1)


class OneSeed:
    """Gives the seed of a number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def seed(self) -> bytes:
        return sha256(str(self._number).encode()).digest()


class Stage:
    """A table, its people, and the clock; each step says what people do or lets time pass."""

    def __init__(self, url: str, seed: int) -> None:
        self.clock = VirtualClock()
        self.chat = Chat(self.clock)
        self.law = Law(url, self.clock)
        self.gone: set[PlayerId] = set()
        """People who have left the server."""
        self._database = MortalDatabase(url, lambda _: None, self.law.committed)
        self._observer = Database(url)
        client = self._client = FalseClient(
            self._database, self.chat, self.clock, OneSeed(seed), lambda _: None
        )
        client.get_guild = self._guild  # type: ignore[method-assign]
        self.shell = client.shell
        self.host = client.shell.host
        self.players = client.shell.stores.players
        messenger: Any = client.shell.messenger
        messenger._pool = InOneThread()
        messenger._post = in_words(client.shell.panels)
        messenger.notice.__self__._pool = InOneThread()
        self._requests = 0
        self._ticked = self.clock.now()
        self.match_id = MatchId(0)

    def _guild(self, number: int, /) -> Any:
        """Know a server whose people are there, but for those who are gone."""

        async def fetch_member(player: int) -> Any:
            if player in self.gone:
                unknown: Any = SimpleNamespace(status=404, reason="false")
                raise discord.NotFound(unknown, {"code": 10007, "message": "Unknown Member"})
            return SimpleNamespace(id=player)

        locale = SimpleNamespace(value="en-US")
        return SimpleNamespace(
            id=number, name="Server", me=None, fetch_member=fetch_member, preferred_locale=locale
        )

    async def close(self) -> None:
        """Let go of the file."""
        self.law.close()
        await self._database.close()
        await self._observer.close()

    @property
    def now(self) -> datetime:
        return self.clock.now()

    def request(self) -> str:
        """Return a new interaction's id."""
        self._requests += 1
        return f"request {self._requests}"

    async def rows(self, question: str, **values: object) -> list[dict[str, Any]]:
        """Return what the file says."""
        async with self._observer.asking() as connection:
            found = await connection.execute(text(question), values)
            return [dict(row) for row in found.mappings()]

    # Time.

    async def tick(self) -> None:
        """Let the clock's turn come."""
        await self._client._look_at_timers()
        await self.host.scheduler.tick()
        await self.host.outbox.tick()
        await self.host.outbox.tick()
        self.law.ticked(self.now)
        self._ticked = self.now

    async def passed(self, length: timedelta) -> None:
        """Let time pass, with the clock's turn in each minute in which something is due."""
        end = self.now + length
        while True:
            due = await self._next_due()
            step = min(end if due is None else max(due, self._ticked), self._ticked + LONGEST_STEP)
            step = max(step, self._ticked + MINUTE).replace(second=0, microsecond=0) + MINUTE
            if step > end:
                break
            await self._reached(step)
            await self.tick()
        await self._reached(end)
        await self.tick()

    async def _reached(self, moment: datetime) -> None:
        """Go on to a moment; the beats on the way, which change nothing, are left out."""
        if moment <= self.now:
            return
        self.clock.reach(moment)
        async with self._observer.writing() as connection:
            await connection.execute(update(beats).values(at=moment))
        known: Any = self._client._beats
        known._last = (moment, (moment - FIRST_DAY).total_seconds())

    async def _next_due(self) -> datetime | None:
        found = [next(iter(row.values())) for each in _DUE for row in await self.rows(each)]
        return min((instant(each) for each in found if each is not None), default=None)

    # The table.

    async def sat_down(
        self,
        title: str,
        people: Collection[PlayerId],
        pace: str = "three-days",
        when_late: WhenLate = WhenLate.COMPUTER,
        news: NewsMode | None = None,
        computers: int = 0,
    ) -> MatchId:
        """Open a table, and begin."""
        first, *others = people
        options = {"table_radius": 5} if title == "seismic" else {}
        lobbies, size = self.host.lobbies, len(people) + computers
        opened = await lobbies.open(
            Person(first, NAMES[first]),
            Venue(GUILD, CHANNEL, threaded=False),
            title,
            size,
            self.request(),
            Setup(size, options=options),
        )
        self.match_id = opened.id
        for each in others:
            await lobbies.join(opened.id, Person(each, NAMES[each]), self.request())
        for number in range(computers):
            name = f"Robot {number}"
            await lobbies.add_agent(opened.id, first, "greedy", name, self.request())

        def agreed(match: Match, _: datetime) -> Match:
            return replace(match, pace=PACES[pace], when_late=when_late, news=news)

        await self.host.tables.change(opened.id, agreed)
        await lobbies.start(opened.id, first)
        await self.tick()
        return opened.id

    async def match(self) -> Match:
        """Return the match as it is."""
        return await self.host.cache.match(self.match_id)

    async def awaited(self) -> tuple[Seat, PlayerId]:
        """Return the first seat that must act, and who has it."""
        match = await self.match()
        seat = match.acting[0]
        return seat, PlayerId(match.chairs[seat].player or 0)

    async def moved(self, seat: Seat | None = None, *, is_whole: bool = True) -> None:
        """Let a person move greedily, once, or until another player is asked."""
        first = (await self.awaited())[0] if seat is None else seat
        while True:
            loaded = await self.host.cache.of(self.match_id)
            match, rules = loaded.match, games()[loaded.match.game]
            owner = match.chairs[first].player
            if first not in match.acting or owner is None or match.chairs[first].agent:
                break
            state = loaded.begun.state
            legal = tuple(rules.legal_actions(state, first))
            seen = rules.observe(state, first)
            action = agent("greedy").choose(seen, legal, Random(match.line))
            await self.host.moves.submit(match.id, owner, (action,), match.line, self.request())
            await self.was_there(owner)
            if not is_whole:
                break
        await self.host.telling.tell(self.match_id)
        await self.tick()

    async def left(self, seat: Seat) -> timedelta | None:
        """Return what a seat has left; None: no limit, or nobody waits for it."""
        found = await self.rows(
            "SELECT left_s, due_at FROM waits WHERE match_id = :of AND seat = :seat",
            of=self.match_id,
            seat=seat,
        )
        if not found:
            return None
        if found[0]["due_at"] is not None:
            return instant(found[0]["due_at"]) - self.now
        return None if found[0]["left_s"] is None else timedelta(seconds=found[0]["left_s"])

    async def was_there(self, player: PlayerId) -> None:
        """Let it be known that a player pressed something at the table."""
        await self.host.agreements.note_presence(await self.match(), player)

    # The people.

    async def sleeps(self, player: PlayerId, zone: str, begin: int, end: int) -> None:
        """Let a player have quiet hours."""
        before = await self.players.preferences(player)
        wished = replace(before, zone=zone, quiet_from=60 * begin, quiet_to=60 * end)
        await self.players.prefer(player, wished, self.now)

    async def asked_directly(self, player: PlayerId, *, is_on: bool = True) -> None:
        """Let a player have their turns by direct message."""
        before = await self.players.preferences(player)
        await self.players.prefer(player, replace(before, turns_direct=is_on), self.now)

    async def asked_all(self, by: PlayerId, kind: VoteKind, arg: str = "") -> None:
        """Let a player open a vote."""
        await self.host.agreements.ask(self.match_id, by, kind, arg, self.request())

    async def voted(self, by: PlayerId, *, is_yes: bool = True) -> None:
        """Let a player vote on what was asked last."""
        vote = [each for each in (await self.match()).votes if each.is_open][-1]
        await self.host.agreements.vote(self.match_id, by, vote.id, self.request(), is_yes=is_yes)

    async def planned_holiday(
        self, player: PlayerId, first: date, last: date, zone: str, *, is_computer: bool = False
    ) -> Holiday:
        """Let a player plan a holiday in this server."""
        plan = HolidayPlan(first, last, zone, is_computer=is_computer)
        planned = await self.shell.stores.holidays.plan(player, GUILD, plan, self.now)
        return planned.holiday

    def pings(self, player: PlayerId, since: datetime) -> list[Message]:
        """Return the messages since then that let a player's phone sound."""
        return [
            each
            for each in self.chat.messages.values()
            if each.at >= since and (player in each.pinged or each.place == player)
        ]


def board_in_words(panel: AnyPanel, seen: AnyView, *_: object, **__: object) -> Post:
    """Return the board of a direct message without drawing it."""
    return without_picture(panel, seen)


_DUE: Final = (
    "SELECT min(due_at) FROM timers",
    "SELECT min(look_at) FROM waits",
    """SELECT min(CASE WHEN until > next_at THEN until ELSE next_at END) FROM lanes
    WHERE next_at IS NOT NULL""",
)


@asynccontextmanager
async def staged(folder: Path, seed: int = 1) -> AsyncIterator[Stage]:
    """Begin on a new file."""
    url = f"sqlite:///{folder / 'stage.db'}"
    database = Database(url)
    await upgrade(database)
    await database.close()
    stage = Stage(url, seed)
    try:
        await stage.tick()
        yield stage
    finally:
        await stage.close()
