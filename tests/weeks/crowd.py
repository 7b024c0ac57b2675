"""Whatever people press, and whenever: no table hangs, nobody is pinged asleep or away.

Seeds draw people, a table and hundreds of presses, most of which are refused. After each the
laws are asked. In the end nobody comes any more: the table has to end, and not in silence.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from bot.messages.match import turns
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
from tests.weeks.chat import GUILD, Message
from tests.weeks.clock import MINUTE, instant
from tests.weeks.stage import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    NAMES,
    Stage,
    board_in_words,
    staged,
)

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
        self._is_digest = False
        """Whether the table had a message a day at any time."""
        self._read = 0
        self._own: set[int] = set()
        """Waits that began by a press of their own player."""
        self._presser = ANN

    async def sat_down(self) -> None:
        """Open a table; at half of them most people are asked by direct message from the start."""
        rng, stage = self.rng, self.stage
        title = rng.choice(("seismic", "seismic", "san_andreas", "aftershock"))
        if title != "seismic" and len(self.people) < 3:
            self.people = [ANN, BOB, CLEO]
        pace, late = rng.choice(sorted(PACES)), rng.choice((*WhenLate, *(WhenLate.COMPUTER,) * 2))
        news = rng.choice((None, None, NewsMode.ONE, NewsMode.DIGEST))
        likes_direct = rng.choice((0.0, 0.8))
        for each in (*self.people, EVE):
            if rng.random() < 0.6:
                await self.sleeps(each)
            if rng.random() < likes_direct:
                await self.is_asked_directly(each)
                await self.hears_who_is_next(each)
        has_computer = rng.random() < 0.2 and len(self.people) < 4
        self._is_digest = news is NewsMode.DIGEST
        await stage.sat_down(title, self.people, pace, late, news, int(has_computer))

    async def pressed(self) -> None:
        """Let a player press something."""
        person = self.rng.choice(self.people)
        press = self.rng.choices(list(PRESSES), list(PRESSES.values()))[0]
        known = {each["id"] for each in await self.stage.rows("SELECT id FROM waits")}
        self._presser = person
        try:
            await press(self, person)
        except (HostingError, EngineError):
            pass
        else:
            self.done.append(press.__name__)
            if press in AT_THE_TABLE:
                await self.stage.was_there(person)
        began = await self.stage.rows("SELECT id, player FROM waits")
        self._own |= {
            each["id"]
            for each in began
            if each["id"] not in known and each["player"] == self._presser
        }
        await self.stage.tick()

    async def moves(self, _: PlayerId) -> None:
        match = await self.stage.match()
        owned = [each for each in match.acting if match.chairs[each].mover is None]
        if owned:
            seat = self.rng.choice(owned)
            self._presser = PlayerId(match.chairs[seat].player or 0)
            await self.stage.moved(seat, is_whole=self.rng.random() < 0.8)

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
        self._is_digest = self._is_digest or mode is NewsMode.DIGEST

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
        await self._look_who_is_asked()
        for due, person in await self._due():
            times = (due, due - MORNING + timedelta(minutes=1))
            if any([await self._is_asleep(person, each) for each in times]):
                wrong = f"{NAMES[person]} has time until {due}"
                self.wrong += [wrong] if wrong not in self.wrong else []

    async def _look_who_is_asked(self) -> None:
        """See that each player who is waited for was asked, once, and has one board at most."""
        for row in await self.stage.rows(_RUNNING):
            await self._look_at_pings(PlayerId(row["player"]), row["id"], instant(row["since"]))
        for person in self.people:
            boards = [each for each in self.stage.chat.of(person) if is_board(each)]
            waits = await self.stage.rows("SELECT id FROM waits WHERE player = :of", of=person)
            if len(boards) > len(waits):
                self._complain(f"{NAMES[person]} has {len(boards)} boards at {self.stage.now}")

    async def _look_at_pings(self, person: PlayerId, wait: int, since: datetime) -> None:
        """Look at what was said since a wait began, or went on after a hold or a holiday."""
        stage, now = self.stage, self.stage.now
        heard = [each for each in stage.pings(person, since - MINUTE) if person in each.pinged]
        asking = [each for each in heard if self._asks(each)]
        if len(asking) > 1:
            times = ", ".join(f"{each.at} in {each.place}" for each in asking)
            self._complain(f"{NAMES[person]} was asked twice in wait {wait}: {times}")
        moments = [now - each * MINUTE for each in (0, 8, 15)]
        is_off = [
            await self._is_asleep(person, each) or await self._is_away(person, each)
            for each in moments
        ]
        boards = [each for each in stage.chat.of(person) if is_board(each)]
        if not (heard or boards or any(is_off) or wait in self._own or since > moments[-1]):
            self._complain(f"{NAMES[person]} wasn't asked in wait {wait} by {now}")

    def _asks(self, message: Message) -> bool:
        """Say whether a message asks for a move, and isn't a reminder, nor that of another day."""
        is_of_day = message.place == CHANNEL and is_shown(message) and self._is_digest
        return not is_of_day and (is_shown(message) or bool(_ASKING.search(message.text)))

    def _complain(self, what: str) -> None:
        if what not in self.wrong:
            self.wrong.append(what)

    async def left_alone(self) -> None:
        """Let nobody come any more: the table has to end, and not in silence."""
        stage, left = self.stage, self.stage.now
        is_played = (await stage.match()).status is Status.PLAYING
        await stage.passed(ENOUGH)
        await self.look()
        match = await stage.match()
        if match.status is Status.PLAYING:
            self._complain(f"the table is still played at {stage.now}")
        is_silent = not any(stage.pings(each.id, left) for each in match.people)
        if is_played and match.people and is_silent:
            self._complain(f"nobody was pinged after {left}")

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


def is_shown(message: Message) -> bool:
    """Say whether a message has the buttons of a board."""
    return any(".text." in key for key in message.ids)


def is_board(message: Message) -> bool:
    """Say whether a message is one with a board, and still there."""
    return message.deleted_at is None and is_shown(message)


_ASKING: Final = re.compile(r"\bit's your move\b|\*\*your move:\*\*")
_RUNNING: Final = """
SELECT waits.id, waits.player, waits.since FROM waits
JOIN matches ON matches.id = waits.match_id
JOIN seats ON seats.match_id = waits.match_id AND seats.seat = waits.seat
WHERE matches.status = 'playing' AND matches.held_until IS NULL AND matches.lost_at IS NULL
AND waits.since IS NOT NULL AND waits.stops = '' AND NOT waits.muted
AND seats.stand_in_for IS NULL AND NOT seats.offered AND seats.agent IS NULL
"""
AT_THE_TABLE: Final = frozenset(
    {
        *(Crowd.asks_all, Crowd.votes, Crowd.is_back, Crowd.gives_a_day, Crowd.hands_on),
        *(Crowd.takes_back, Crowd.plans, Crowd.mutes, Crowd.nudges),
    }
)
"""What shows that the person who presses it is at the table."""


class Pressed(NamedTuple):
    """What came of it: `wrong` is what should not be, `done` what was pressed and not refused."""

    wrong: list[str]
    done: list[str]


async def pressed(folder: Path, seed: int) -> Pressed:
    """Let a crowd press at a table, and then nobody come any more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "post", board_in_words)
        async with staged(folder, seed) as stage:
            crowd = Crowd(stage, seed)
            await crowd.sat_down()
            for _ in range(STEPS):
                if (await stage.match()).status is not Status.PLAYING:
                    break
                await crowd.pressed()
                await stage.passed(timedelta(minutes=crowd.rng.choice((5, 60, 300, 600, 1200))))
                await crowd.look()
            await crowd.left_alone()
            return Pressed(crowd.wrong, crowd.done)


def main() -> None:
    """Try seeds, and print what is wrong."""
    parser = argparse.ArgumentParser("tests.weeks.crowd", description=__doc__)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    wrong = 0
    for seed in range(given.first, given.first + given.seeds):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(pressed(Path(folder), seed))
        print(seed, *found.wrong or ["right"], sep="\n  ", flush=True)
        wrong += bool(found.wrong)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
