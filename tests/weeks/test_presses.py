"""Whatever people press, and whenever: no table hangs, nobody is pinged asleep or away.

Seeds draw people, a table and hundreds of presses, most of which are refused. After each the
laws are asked. In the end nobody comes any more: the table has to end, and not in silence.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from bot.games.panel import AnyPanel, AnyView
from bot.games.screen import Post
from bot.messages.match import turns
from bot.messages.match.posts import without_picture
from bot.table.errors import HostingError
from bot.table.ids import PlayerId
from bot.table.match.match import NewsMode, Person, Status, VoteKind, WhenLate
from bot.table.match.pace import PACES
from bot.table.time.turns import NextUp
from engine.errors import EngineError
from engine.game import Seat
from engine.plans import added, planning_of
from engine.registry import games
from engine.takebacks import TakeBackKind
from tests.weeks.chat import GUILD
from tests.weeks.clock import instant
from tests.weeks.stage import ANN, BOB, CLEO, DAN, EVE, NAMES, Stage, staged

pytestmark = pytest.mark.slow

ZONES: Final = ("Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC")
STEPS: Final = 60
MORNING: Final = timedelta(hours=2)
ENOUGH: Final = timedelta(days=130)
"""A table without a limit stands still after 60 days of silence, and is closed 37 days later."""


class Crowd:
    """Presses at random, and says what is not as it should be."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage = stage
        self.rng = Random(seed)
        self.people = [ANN, BOB, CLEO, DAN][: self.rng.choice((2, 3, 3, 4))]
        self.wrong: list[str] = []
        self.done: list[str] = []
        """What was pressed and not refused."""
        self._read = 0

    async def sat_down(self) -> None:
        rng, stage = self.rng, self.stage
        title = rng.choice(("seismic", "seismic", "san_andreas", "aftershock"))
        if title != "seismic" and len(self.people) < 3:
            self.people = [ANN, BOB, CLEO]
        pace, late = rng.choice(sorted(PACES)), rng.choice((*WhenLate, *(WhenLate.COMPUTER,) * 2))
        news = rng.choice((None, None, NewsMode.ONE, NewsMode.DIGEST))
        for each in (*self.people, EVE):
            if rng.random() < 0.6:
                await self.sleeps(each)
        has_computer = rng.random() < 0.2 and len(self.people) < 4
        await stage.sat_down(title, self.people, pace, late, news, int(has_computer))

    async def pressed(self) -> None:
        """Let a player press something."""
        person = self.rng.choice(self.people)
        press = self.rng.choices(list(PRESSES), list(PRESSES.values()))[0]
        try:
            await press(self, person)
        except (HostingError, EngineError):
            pass
        else:
            self.done.append(press.__name__)
        await self.stage.tick()

    async def moves(self, _: PlayerId) -> None:
        match = await self.stage.match()
        owned = [each for each in match.acting if match.chairs[each].mover is None]
        if owned:
            await self.stage.moved(self.rng.choice(owned), is_whole=self.rng.random() < 0.8)

    async def asks_all(self, person: PlayerId) -> None:
        kind = self.rng.choice([each for each in VoteKind if each is not VoteKind.TAKE_BACK])
        if kind in (VoteKind.END, VoteKind.END_AS_IT_STANDS) and self.rng.random() < 0.8:
            return
        seat = str(self.rng.randrange(len(self.people)))
        arg = self.rng.choice(sorted(PACES)) if kind is VoteKind.PACE else seat
        await self.stage.asked_all(person, kind, arg)

    async def votes(self, person: PlayerId) -> None:
        stage, is_yes = self.stage, self.rng.random() < 0.75
        for vote in [each for each in (await stage.match()).votes if each.is_open][:1]:
            if vote.kind is VoteKind.TAKE_BACK:
                await stage.host.take_backs.answer(
                    stage.match_id, person, vote.id, stage.request(), is_yes=is_yes
                )
            else:
                await stage.host.agreements.vote(
                    stage.match_id, person, vote.id, stage.request(), is_yes=is_yes
                )

    async def is_back(self, person: PlayerId) -> None:
        await self.stage.host.agreements.back(self.stage.match_id, person, self.stage.request())

    async def gives_a_day(self, person: PlayerId) -> None:
        seat = Seat(self.rng.randrange(len(self.people)))
        await self.stage.host.agreements.give_a_day(
            self.stage.match_id, person, seat, self.stage.request()
        )

    async def hands_on(self, person: PlayerId) -> None:
        await self.stage.host.agreements.hand_on(self.stage.match_id, person, self.stage.request())

    async def is_replaced(self, _: PlayerId) -> None:
        seat = Seat(self.rng.randrange(len(self.people)))
        substitute = Person(EVE, NAMES[EVE])
        await self.stage.host.agreements.take_seat(
            self.stage.match_id, seat, substitute, self.stage.request()
        )
        self.people.append(EVE)

    async def goes_away(self, person: PlayerId) -> None:
        zone = (await self.stage.players.preferences(person)).zone or "UTC"
        today = self.stage.now.astimezone(ZoneInfo(zone)).date()
        first = today + timedelta(days=self.rng.randrange(5))
        last = first + timedelta(days=self.rng.randrange(6))
        plays = self.rng.random() < 0.5
        await self.stage.planned_holiday(person, first, last, zone, is_computer=plays)

    async def comes_home(self, person: PlayerId) -> None:
        holidays = self.stage.shell.stores.holidays
        for each in (await holidays.of(person, GUILD))[-1:]:
            await holidays.end(person, each.id, self.stage.now)

    async def sleeps(self, person: PlayerId) -> None:
        begin, end = self.rng.choice((21, 22, 23, 0)), self.rng.choice((6, 7, 8, 9))
        await self.stage.sleeps(person, self.rng.choice(ZONES), begin, end)

    async def is_asked_directly(self, person: PlayerId) -> None:
        before = await self.stage.players.preferences(person)
        wish = replace(before, turns_direct=not before.turns_direct)
        await self.stage.players.prefer(person, wish, self.stage.now)

    async def hears_who_is_next(self, person: PlayerId) -> None:
        before = await self.stage.players.preferences(person)
        wish = replace(before, next_up=self.rng.choice(list(NextUp)))
        await self.stage.players.prefer(person, wish, self.stage.now)

    async def is_asked_for_hours(self, person: PlayerId) -> None:
        if await self.stage.players.ask_hours(person):
            await self.stage.sleeps(person, self.rng.choice(ZONES), 22, 8)

    async def takes_back(self, person: PlayerId) -> None:
        stage = self.stage
        found = (await stage.host.take_backs.look(stage.match_id, person)).take_back
        if found.line is not None and found.kind is not TakeBackKind.NEVER:
            is_free = found.kind is TakeBackKind.FREE
            press = stage.host.take_backs.take_back if is_free else stage.host.take_backs.ask
            await press(stage.match_id, person, found.line, stage.request())
            await stage.host.telling.tell(stage.match_id)

    async def plans(self, person: PlayerId) -> None:
        loaded = await self.stage.host.cache.of(self.stage.match_id)
        match, rules = loaded.match, games()[loaded.match.game]
        seat, planning = match.seat_of(person), planning_of(games()[loaded.match.game])
        if seat is None or planning is None or seat in match.acting:
            return
        seen = rules.observe(loaded.begun.state, seat)
        ahead = planning.ahead(seen)
        if ahead is not None and ahead.legal:
            action, is_same = self.rng.choice(ahead.legal), self.rng.random() < 0.5
            plan = added(None, planning, seen, (action,), is_same=is_same)
            await self.stage.host.plans.change(match.id, person, lambda _: plan)

    async def mutes(self, person: PlayerId) -> None:
        await self.stage.players.mute(person, self.stage.match_id)

    async def nudges(self, person: PlayerId) -> None:
        seat, _ = await self.stage.awaited()
        await self.stage.players.nudge(self.stage.match_id, seat, NAMES[person], self.stage.now)

    async def is_quieter(self, _: PlayerId) -> None:
        mode, host = self.rng.choice((None, *NewsMode)), (await self.stage.match()).host
        await self.stage.host.news.set(self.stage.match_id, host, mode)

    async def nobody_comes(self, _: PlayerId) -> None:
        await self.stage.passed(timedelta(hours=self.rng.choice((20, 50, 120))))

    async def look(self) -> None:
        """See what is wrong now."""
        stage = self.stage
        self.wrong += [each for each in stage.law.broken if each not in self.wrong]
        for message in list(stage.chat.messages.values())[self._read :]:
            self._read += 1
            for person in map(PlayerId, message.pinged):
                if await self._is_asleep(person, message.at):
                    self.wrong.append(f"{NAMES[person]} asleep at {message.at}: {message.text}")
                if await self._is_away(person, message.at):
                    self.wrong.append(f"{NAMES[person]} away at {message.at}: {message.text}")
        for due, person in await self._due():
            times = (due, due - MORNING + timedelta(minutes=1))
            if any([await self._is_asleep(person, each) for each in times]):
                wrong = f"{NAMES[person]} has time until {due}"
                self.wrong += [wrong] if wrong not in self.wrong else []

    async def _due(self) -> list[tuple[datetime, PlayerId]]:
        found = await self.stage.rows(
            "SELECT due_at, player FROM waits WHERE due_at IS NOT NULL AND late_at IS NULL"
        )
        soon = self.stage.now + timedelta(hours=20)
        times = ((instant(each["due_at"]), PlayerId(each["player"])) for each in found)
        # When quiet hours are changed in the last hours nothing moves any more.
        return [(due, player) for due, player in times if due > soon]

    async def _is_asleep(self, person: PlayerId, at: datetime) -> bool:
        wishes = await self.stage.players.preferences(person)
        if wishes.zone is None or wishes.quiet_from is None or wishes.quiet_to is None:
            return False
        here = at.astimezone(ZoneInfo(wishes.zone))
        minute, begin, end = 60 * here.hour + here.minute, wishes.quiet_from, wishes.quiet_to
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    async def _is_away(self, person: PlayerId, at: datetime) -> bool:
        known = await self.stage.shell.stores.holidays.of(person, GUILD)
        return any(each.begins_at < at < each.ends_at for each in known)


PRESSES: Final[Mapping[Callable[[Crowd, PlayerId], Awaitable[None]], int]] = {
    Crowd.moves: 8,
    Crowd.asks_all: 4,
    Crowd.votes: 6,
    Crowd.is_back: 2,
    Crowd.gives_a_day: 2,
    Crowd.hands_on: 1,
    Crowd.is_replaced: 1,
    Crowd.goes_away: 2,
    Crowd.comes_home: 1,
    Crowd.sleeps: 1,
    Crowd.is_asked_directly: 2,
    Crowd.hears_who_is_next: 1,
    Crowd.is_asked_for_hours: 1,
    Crowd.takes_back: 2,
    Crowd.plans: 2,
    Crowd.mutes: 1,
    Crowd.nudges: 1,
    Crowd.is_quieter: 1,
    Crowd.nobody_comes: 2,
}
"""What people press, and how often."""


def in_words(panel: AnyPanel, seen: AnyView, *_: object, **__: object) -> Post:
    """Return a board without drawing it."""
    return without_picture(panel, seen)


@pytest.mark.parametrize("seed", range(16))
async def test_whatever_is_pressed_tables_go_on_or_end(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "post", in_words)
    async with staged(tmp_path, seed) as stage:
        crowd = Crowd(stage, seed)
        await crowd.sat_down()
        for _ in range(STEPS):
            if (await stage.match()).status is not Status.PLAYING:
                break
            await crowd.pressed()
            await stage.passed(timedelta(minutes=crowd.rng.choice((5, 60, 300, 600, 1200))))
            await crowd.look()
        left, is_played = stage.now, (await stage.match()).status is Status.PLAYING
        await stage.passed(ENOUGH)
        await crowd.look()

        assert not crowd.wrong, "\n".join(crowd.wrong[:20])
        assert crowd.done
        match = await stage.match()
        assert match.status is not Status.PLAYING
        if is_played and match.people:
            assert any(stage.pings(each.id, left) for each in match.people)
