"""Pings that waited, in both databases: of all that came in quiet hours, what is still so."""

from datetime import UTC, datetime, timedelta
from json import dumps
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from bot.hosting.host import Host
from bot.storage import timers as timer_rows
from bot.storage.database import Database
from bot.storage.notices.outbox_store import OutboxStore
from bot.storage.players import PlayerStore
from bot.storage.schema import (
    ballots,
    holidays,
    matches,
    outbox,
    seats,
    timers,
    votes,
    waits,
)
from bot.storage.stores import NOTICE_QUESTIONS
from bot.storage.time import mentions
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Unpinged, Venue
from bot.table.preferences import GuildPreferences, Preferences
from bot.table.time.timers import Timer, TimerKind
from tests.bot.fakes import StandingClock
from tests.bot.tables import ANN, BOB, HERE, table_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ELSEWHERE = Venue(guild=2, channel=200, threaded=False)
QUIET = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=10 * 60)
"""The clock stands at nine."""


class Night:
    """Tables of Ann and Bob that wait for Ann, and what she is not pinged for until ten."""

    def __init__(self, host: Host, database: Database, clock: StandingClock) -> None:
        self._host, self._database, self.clock = host, database, clock
        self.store = OutboxStore(database, NOTICE_QUESTIONS)

    async def table(self, venue: Venue = HERE) -> MatchId:
        match = await table_of(self._host, ANN, BOB, venue=venue)
        now = self.clock.now()
        row = {"match_id": match.id, "seat": 0, "player": ANN.id, "asked_at": now, "since": now}
        await self.does(delete(timers), delete(waits).where(waits.c.match_id == match.id))
        await self.does(insert(waits).values(row))
        return match.id

    async def does(self, *changes: Any) -> None:
        def do(connection: Connection) -> None:
            for each in changes:
                connection.execute(each)

        await self._database.write(do)

    async def rows(self, table: Any) -> list[Any]:
        return await self._database.write(
            lambda connection: list(connection.execute(select(table)).all())
        )

    async def notice(self, match: int, kind: str, key: str = "k", **facts: Any) -> str:
        """Put a message that was sent; return what pings of it are called."""
        wait = facts.pop("wait", None)
        row = {"target": "channel:100", "kind": kind, "key": key, "match_id": match}
        row |= {"place": 100, "message": 77, "state": "sent", "wait_id": wait}
        await self.does(insert(outbox).values(facts=dumps(facts), **row))
        return f"{kind}:{key}"

    async def left_alone(self, match: int, about: str, player: PlayerId = ANN.id) -> None:
        until = self.clock.now() + HOUR
        unpinged = [Unpinged(player, until)]
        await self._database.write(mentions.later, MatchId(match), about, unpinged)

    async def fires(self) -> list[Any]:
        """Fire all timers of pings that are due; return what waits in the outbox then."""
        while due := [
            each
            for each in await self.rows(timers)
            if each.kind == "mention" and each.due_at <= self.clock.now()
        ]:
            first = due[0]
            timer = Timer(
                TimerKind.MENTION,
                first.key,
                first.due_at,
                first.match_id,
                rev=first.rev,
                id=first.id,
                player=first.player,
            )

            def fire(connection: Connection, timer: Timer = timer) -> None:
                if timer_rows.taken(connection, timer, self.clock.now()):
                    mentions.mention(connection, timer, self.clock.now())

            await self._database.write(fire)
        return [each for each in await self.rows(outbox) if each.kind == "mention"]

    async def handed_out(self) -> list[dict[str, Any]]:
        """Return the rows of what is handed out to be sent now."""
        now = self.clock.now()
        found = []
        for lane in await self.store.lease("here", now, 9, new_people=True):
            queued = await self.store.next(lane, now)
            if queued is not None:
                found += queued.notice.facts["tables"]
        return found

    async def looks(self) -> list[Any]:
        return sorted(
            (each.key, each.due_at - self.clock.now())
            for each in await self.rows(timers)
            if each.kind == "mention"
        )


@pytest.fixture
def night(host: Host, database: Database, clock: StandingClock) -> Night:
    return Night(host, database, clock)


def says(rows: list[dict[str, Any]]) -> list[tuple[int, list[str]]]:
    return [(each["match"], each["says"]) for each in rows]


async def test_all_that_came_at_night_is_one_message(night: Night) -> None:
    first, second = await night.table(), await night.table()
    vote = await night.notice(second, "standstill", "s")
    (wait,) = [each.id for each in await night.rows(waits) if each.match_id == first]
    nudge = await night.notice(first, "nudge", "n", by="Bob", wait=wait)
    await night.does(update(seats).where(seats.c.match_id == second).values(lapses=1))
    late = await night.notice(second, "time-up", "t")
    for match, about in (
        (first, f"turn:{first}"),
        (first, nudge),
        (second, vote),
        (second, late),
    ):
        await night.left_alone(match, about)
    night.clock.pass_by(hours=1)

    (one,) = await night.fires()
    rows = await night.handed_out()

    assert says(rows) == [(second, ["time-up", "turn"]), (first, ["turn", "nudge"])]
    assert rows[1]["by"] == {"nudge": "Bob"}
    assert (one.target, one.state) == ("channel:100", "pending")
    assert await night.looks() == []


async def test_other_servers_have_their_own_message_and_direct_ones_are_for_all(
    night: Night, players: PlayerStore
) -> None:
    here, there = await night.table(), await night.table(ELSEWHERE)
    for match in (here, there):
        await night.left_alone(match, f"turn:{match}")
    night.clock.pass_by(hours=1)
    apart = [each.target for each in await night.fires()]

    await night.does(delete(outbox))
    await players.prefer(ANN.id, Preferences(direct=True))
    for match in (here, there):
        await night.left_alone(match, f"turn:{match}")
    night.clock.pass_by(hours=1)
    (direct,) = await night.fires()

    assert sorted(apart) == ["channel:100", "channel:200"]
    assert direct.target == f"dm:{ANN.id}"
    assert says(await night.handed_out()) == [(here, ["turn"]), (there, ["turn"])]


async def test_what_is_due_some_minutes_later_is_taken_in(night: Night) -> None:
    first, second, third = [await night.table() for _ in range(3)]
    for match, minutes in ((first, 0), (second, 5), (third, 30)):
        night.clock.pass_by(minutes=minutes)
        await night.left_alone(match, f"turn:{match}")
        night.clock.pass_by(minutes=-minutes)
    night.clock.pass_by(hours=1)

    await night.fires()

    assert says(await night.handed_out()) == [(first, ["turn"]), (second, ["turn"])]
    assert await night.looks() == [(f"turn:{third}:{ANN.id}", timedelta(minutes=30))]


SEATS = seats.c.seat == 0
LATE = outbox.c.kind == "time-up"
BALLOT = {
    "match_id": 1,
    "number": 2,
    "seat": 0,
    "player": ANN.id,
    "yes": True,
    "at": datetime(2026, 1, 1, tzinfo=UTC),
}
OVER: dict[str, tuple[str, dict[str, Any], Any]] = {
    "moved": ("turn", {}, delete(waits)),
    "muted": ("turn", {}, update(waits).values(muted=True)),
    "on hold": ("turn", {}, update(waits).values(stops="hold")),
    "match over": ("turn", {}, update(matches).values(status="finished")),
    "table lost": ("turn", {}, update(matches).values(lost_at=matches.c.opened_at)),
    "a computer for good": ("turn", {}, update(seats).where(SEATS).values(agent="greedy")),
    "replaced": ("turn", {}, update(seats).where(SEATS).values(player=99)),
    "on offer": ("turn", {}, update(seats).where(SEATS).values(offered=True)),
    "a stand-in": ("turn", {}, update(seats).where(SEATS).values(stand_in_for="time-up")),
    "back after time was up": ("time-up", {}, update(seats).values(lapses=0)),
    "replaced after time was up": (
        "time-up", {}, update(seats).where(SEATS).values(player=99)
    ),
    "the seat is theirs again": ("seat-offered", {}, update(seats).values(offered=False)),
    "the table goes on, for another": (
        "standstill", {}, update(seats).where(SEATS).values(player=99)
    ),
    "nudged, and moved": ("nudge", {"wait": 1}, delete(waits)),
    "nudged in another wait": ("nudge", {"wait": 1}, update(waits).values(id=8)),
    "deleted": ("time-up", {}, update(outbox).where(LATE).values(state="gone")),
    "voted": ("vote", {"vote": 2}, insert(ballots).values(**BALLOT)),
    "the vote is over": ("vote", {"vote": 2}, update(votes).values(result="passed")),
    "the request is over": ("take-back", {"vote": 2}, update(votes).values(result="refused")),
    "left the table, which votes": ("vote", {"vote": 2}, update(seats).values(player=99)),
    "time was given": ("ask-time", {"wait": 1}, update(waits).values(given_by=str(ANN.id))),
    "time is not needed any more": ("ask-time", {"wait": 1}, delete(waits)),
}  # fmt: skip


async def asked(night: Night, about: str, facts: dict[str, Any]) -> None:
    """Let Ann be asked something at night, and be left alone."""
    match, now = await night.table(), night.clock.now()
    await night.does(update(waits).values(id=1))
    if about == "turn":
        await night.left_alone(match, f"turn:{match}")
        return
    mine = update(seats).where(SEATS)
    vote = {"match_id": match, "number": 2, "kind": "hold", "by": 1, "opened_at": now}
    if "vote" in facts:
        await night.does(insert(votes).values(**vote, lapses_at=now + 3 * DAY))
    if about == "time-up":
        await night.does(mine.values(lapses=1))
    if about == "seat-offered":
        await night.does(mine.values(offered=True))
    await night.left_alone(match, await night.notice(match, about, **facts))


@pytest.mark.parametrize(("about", "facts", "_change"), OVER.values(), ids=OVER)
async def test_what_is_still_so_is_said(
    night: Night, about: str, facts: dict[str, Any], _change: Any
) -> None:
    await asked(night, about, facts)
    night.clock.pass_by(hours=1)

    await night.fires()

    assert [each["match"] for each in await night.handed_out()] == [1]


@pytest.mark.parametrize(("about", "facts", "change"), OVER.values(), ids=OVER)
async def test_what_is_not_so_any_more_is_not_said(
    night: Night, about: str, facts: dict[str, Any], change: Any
) -> None:
    await asked(night, about, facts)
    night.clock.pass_by(hours=1)
    await night.does(change)

    assert await night.fires() == []
    assert await night.looks() == []


@pytest.mark.parametrize(("about", "facts", "change"), OVER.values(), ids=OVER)
async def test_it_is_asked_once_more_as_it_is_handed_out(
    night: Night, about: str, facts: dict[str, Any], change: Any
) -> None:
    await asked(night, about, facts)
    night.clock.pass_by(hours=1)
    await night.fires()
    await night.does(change)

    assert await night.handed_out() == []
    assert [each.state for each in await night.rows(outbox) if each.kind == "mention"] == ["dead"]


async def test_of_several_only_what_is_still_so_is_said(night: Night) -> None:
    first, second = await night.table(), await night.table()
    for match in (first, second):
        await night.left_alone(match, f"turn:{match}")
    night.clock.pass_by(hours=1)
    await night.fires()
    await night.does(delete(waits).where(waits.c.match_id == first))

    assert says(await night.handed_out()) == [(second, ["turn"])]


async def test_quiet_hours_that_are_longer_by_now_are_kept(
    night: Night, players: PlayerStore
) -> None:
    match = await night.table()
    await players.prefer(ANN.id, QUIET)
    await night.left_alone(match, f"turn:{match}")
    await players.prefer(ANN.id, Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=12 * 60))
    night.clock.pass_by(hours=1)

    at_timer = await night.fires()
    looks = await night.looks()
    night.clock.pass_by(hours=2)
    await night.fires()
    await players.prefer(ANN.id, Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=13 * 60))
    handed_out = await night.handed_out()

    assert at_timer == []
    assert looks == [(f"turn:{match}:{ANN.id}", 2 * HOUR)]
    assert handed_out == []
    assert await night.looks() == [(f"turn:{match}:{ANN.id}", HOUR)]


async def test_without_quiet_hours_nothing_waits_any_longer(
    night: Night, players: PlayerStore
) -> None:
    match = await night.table()
    await players.prefer(ANN.id, QUIET)
    await night.left_alone(match, f"turn:{match}")

    await players.prefer(ANN.id, Preferences(zone="UTC"), night.clock.now())
    await night.fires()

    assert says(await night.handed_out()) == [(match, ["turn"])]


@pytest.mark.parametrize(
    ("guild", "everywhere", "is_quiet"), [(1, False, True), (2, False, False), (2, True, True)]
)
async def test_who_is_away_is_left_alone_where_they_are_away(
    night: Night, database: Database, guild: int, *, everywhere: bool, is_quiet: bool
) -> None:
    now = night.clock.now()
    dates = {"begins_at": now - DAY, "ends_at": now + DAY, "zone": "UTC", "computer": False}
    holiday = insert(holidays).values(player=ANN.id, guild=guild, everywhere=everywhere, **dates)
    await night.does(holiday)

    found = await database.write(mentions.quiet_until, [ANN.id, BOB.id], 1, now)

    assert [*found] == [ANN.id] * is_quiet


async def test_in_a_holiday_pings_wait_and_the_return_says_so(night: Night) -> None:
    match, now = await night.table(), night.clock.now()
    dates = {"begins_at": now - DAY, "ends_at": now + 5 * HOUR, "zone": "UTC", "computer": False}
    await night.does(insert(holidays).values(player=ANN.id, guild=HERE.guild, **dates))
    await night.left_alone(match, f"turn:{match}")
    night.clock.pass_by(hours=1)

    meanwhile = await night.fires()
    looks = await night.looks()
    night.clock.pass_by(hours=4, minutes=1)
    (one,) = await night.fires()
    (lane,) = await night.store.lease("here", night.clock.now(), 9, new_people=True)
    queued = await night.store.next(lane, night.clock.now())

    assert meanwhile == []
    assert looks == [(f"turn:{match}:{ANN.id}", 4 * HOUR + timedelta(minutes=1))]
    assert one.wait_id is not None
    assert queued is not None
    assert queued.notice.facts["is_back"]


async def test_a_server_s_quiet_hours_are_everybody_s_in_its_channels_alone(
    players: PlayerStore, clock: StandingClock
) -> None:
    quiet = GuildPreferences(zone="UTC", quiet_from=8 * 60, quiet_to=10 * 60)
    await players.set_guild(1, quiet)
    await players.prefer(BOB.id, Preferences(zone="UTC", quiet_from=10 * 60, quiet_to=12 * 60))
    people, now = [ANN.id, BOB.id], clock.now()

    assert await players.quiet_until(people, 1, now) == {
        ANN.id: now + HOUR,
        BOB.id: now + 3 * HOUR,
    }
    assert await players.quiet_until(people, 1, now, is_direct=True) == {}
    assert await players.quiet_until(people, 2, now) == {}
    assert await players.quiet_until(people, None, now) == {}
