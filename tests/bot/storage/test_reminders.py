"""Reminders in both databases: what is asked again when their moment has come."""

from collections.abc import Callable
from datetime import timedelta
from json import loads
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from bot.hosting.host import Host
from bot.storage import timers
from bot.storage.database import Database
from bot.storage.notices.outbox_store import OutboxStore
from bot.storage.outbox import retract_about
from bot.storage.players import PlayerStore
from bot.storage.schema import matches, outbox, seats, waits
from bot.storage.stores import NOTICE_QUESTIONS
from bot.storage.time import reminders
from bot.table.errors import NudgeRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Venue
from bot.table.notices.notice import Delivered, NoticeState, Settled
from bot.table.preferences import Preferences
from bot.table.time.reminders import Nudged, Reminding
from bot.table.time.timers import Timer, TimerKind
from engine.game import Seat
from tests.bot.fakes import StandingClock
from tests.bot.tables import ANN, BOB, HERE, table_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ELSEWHERE = Venue(guild=2, channel=200, threaded=False)


class Tables:
    """Running tables that wait for Ann since nine o'clock, and the database that reminds her."""

    def __init__(self, host: Host, database: Database, clock: StandingClock) -> None:
        self._host, self._database, self._clock = host, database, clock
        self.began_at = clock.now()

    async def waiting(self, length: timedelta | None = 3 * DAY, venue: Venue = HERE) -> int:
        """Return a new wait, which was seen at once."""
        match = await table_of(self._host, ANN, BOB, venue=venue)
        seconds = None if length is None else length.total_seconds()
        now = self._clock.now()
        row = {
            "match_id": match.id,
            "seat": 0,
            "player": ANN.id,
            "asked_at": now,
            "length_s": seconds,
            "left_s": seconds,
            "since": now,
            "due_at": length and now + length,
            "look_at": now,
        }

        def put(connection: Connection) -> int:
            connection.execute(delete(waits).where(waits.c.match_id == match.id))
            return int(connection.execute(insert(waits).returning(waits.c.id), row).scalar_one())

        return await self._database.write(put)

    async def fires(self, wait: int) -> list[Any]:
        """Look at a wait; return what is new in the outbox."""
        now = self._clock.now()

        def look(connection: Connection) -> None:
            look_at = connection.execute(select(waits.c.look_at).where(waits.c.id == wait)).scalar()
            timer = Timer(TimerKind.REMINDER, str(wait), look_at or now, id=wait)
            timers.taken(connection, timer, now)
            reminders.remind(connection, timer, now)

        return await self.does(look)

    async def does(self, work: Callable[[Connection], object]) -> list[Any]:
        before = {each.id for each in await self.rows(outbox)}
        await self._database.write(work)
        return [each for each in await self.rows(outbox) if each.id not in before]

    async def rows(self, table: Any) -> list[Any]:
        return await self._database.write(
            lambda connection: list(connection.execute(select(table)).all())
        )

    async def looked_at(self) -> list[timedelta]:
        """Return when waits are looked at again before their time is up, since the beginning."""
        looks = [each.look_at for each in await self.rows(waits) if each.look_at != each.due_at]
        return [each - self.began_at for each in looks]


def listed(notice: Any) -> list[int]:
    return [each["match"] for each in loads(notice.facts)["tables"]]


@pytest.fixture
def outbox_store(database: Database) -> OutboxStore:
    return OutboxStore(database, NOTICE_QUESTIONS)


@pytest.fixture
def tables(host: Host, database: Database, clock: StandingClock) -> Tables:
    return Tables(host, database, clock)


async def test_a_wait_is_reminded_of_at_half_time_and_at_a_fifth(
    tables: Tables, clock: StandingClock
) -> None:
    wait = await tables.waiting()

    early = await tables.fires(wait)
    first = await tables.looked_at()
    clock.pass_by(hours=36)
    soft = await tables.fires(wait)
    second = await tables.looked_at()
    clock.pass_by(hours=21.6)
    last = await tables.fires(wait)
    again = await tables.fires(wait)

    assert early == again == []
    assert first == [36 * HOUR]
    assert second == [57.6 * HOUR]
    keys = [each.key.rpartition(":")[0] for each in soft + last]
    assert [
        (each.target, key, each.wait_id) for key, each in zip(keys, soft + last, strict=True)
    ] == [
        ("channel:100", f"{wait}:2", wait),
        ("channel:100", f"{wait}:3", wait),
    ]
    assert last[0].best_before == tables.began_at + 3 * DAY


@pytest.mark.parametrize(
    "change",
    [
        update(matches).values(status="finished"),
        update(matches).values(lost_at=matches.c.opened_at),
        update(seats).values(stand_in_for="time-up"),
        update(seats).values(offered=True),
        update(seats).values(agent="greedy"),
        update(seats).values(player=99),
        update(waits).values(muted=True),
        delete(waits),
    ],
)
async def test_nobody_is_reminded_of_what_is_not_so_any_more(
    tables: Tables, clock: StandingClock, change: Any
) -> None:
    wait = await tables.waiting()
    clock.pass_by(hours=36)
    await tables.does(lambda connection: connection.execute(change))

    assert await tables.fires(wait) == []
    assert await tables.looked_at() == []


async def test_direct_messages_list_the_tables_of_all_servers(
    tables: Tables, clock: StandingClock, players: PlayerStore
) -> None:
    wait, _ = await tables.waiting(), await tables.waiting(venue=ELSEWHERE)
    await players.prefer(ANN.id, Preferences(direct=True), clock.now())
    clock.pass_by(hours=36)

    (soft,) = await tables.fires(wait)

    assert soft.target == f"dm:{ANN.id}"
    assert listed(soft) == [1, 2]


async def test_changed_wishes_are_looked_at_at_once(
    tables: Tables, clock: StandingClock, players: PlayerStore
) -> None:
    wait = await tables.waiting()
    clock.pass_by(hours=1)
    await tables.fires(wait)

    await players.prefer(ANN.id, Preferences(reminding=Reminding.SOONER), clock.now())
    looks = await tables.looked_at()
    await tables.fires(wait)
    sooner = await tables.looked_at()
    await players.remind_at(ANN.id, MatchId(1), Reminding.OFF, clock.now())
    off = await tables.fires(wait), await players.reminding_at(ANN.id, MatchId(1))
    clock.pass_by(hours=36)
    silent = await tables.fires(wait)
    await players.remind_at(ANN.id, MatchId(1), None, clock.now())
    (back,) = await tables.fires(wait)

    assert looks == [HOUR]
    assert sooner == [18 * HOUR]
    assert off == ([], Reminding.OFF)
    assert silent == []
    assert listed(back) == [1]
    assert await players.reminding_at(ANN.id, MatchId(1)) is None


async def test_a_muted_move_is_quiet_and_the_next_one_is_not(
    tables: Tables, clock: StandingClock, players: PlayerStore
) -> None:
    wait = await tables.waiting()

    assert await players.mute(ANN.id, MatchId(1))
    assert not await players.mute(PlayerId(99), MatchId(1))
    assert not await players.mute(ANN.id, MatchId(9))

    clock.pass_by(hours=60)
    assert await tables.fires(wait) == []


async def test_a_nudge_is_the_soft_reminder(
    tables: Tables, clock: StandingClock, players: PlayerStore
) -> None:
    wait = await tables.waiting()

    async def nudged() -> object:
        try:
            return await players.nudge(MatchId(1), Seat(0), "Bob", clock.now())
        except NudgeRefused as refused:
            until = refused.data.get("until")
            return refused.key, until and until - tables.began_at

    soon = await nudged()
    clock.pass_by(hours=12)
    sent = await nudged()
    again = await nudged()
    clock.pass_by(hours=24)
    half = await tables.fires(wait)
    after_a_soft_one = await nudged()

    assert soon == ("nudge-soon", 12 * HOUR)
    assert sent is Nudged.SENT
    assert again == ("nudge-again", 36 * HOUR)
    assert len(half) == 1
    assert after_a_soft_one == ("nudge-again", 56 * HOUR)
    (row,) = [each for each in await tables.rows(outbox) if each.kind == "nudge"]
    assert (row.wait_id, loads(row.facts)["by"]) == (wait, "Bob")
    assert await players.nudge(MatchId(1), Seat(0), "Bob", clock.now() + 20 * HOUR) is Nudged.SENT


async def test_a_nudge_of_nobody_is_refused(
    tables: Tables, clock: StandingClock, players: PlayerStore
) -> None:
    await tables.waiting()

    for match, seat in ((1, 1), (2, 0)):
        with pytest.raises(NudgeRefused, match="nudge-not-awaited"):
            await players.nudge(MatchId(match), Seat(seat), "Bob", clock.now())


async def standing(tables: Tables) -> list[tuple[str, str, list[int]]]:
    """Return kind, state and tables of all reminders there ever were."""
    rows = sorted(await tables.rows(outbox), key=lambda row: row.id)
    return [(each.kind, each.state, listed(each)) for each in rows]


async def test_an_older_reminder_goes_as_a_newer_one_comes(
    tables: Tables, clock: StandingClock, players: PlayerStore
) -> None:
    wait = await tables.waiting()
    clock.pass_by(hours=12)
    await players.nudge(MatchId(1), Seat(0), "Bob", clock.now())
    nudged = await standing(tables)
    clock.pass_by(hours=24)
    await tables.fires(wait)
    await players.wish(ANN.id, MatchId(1), clock.now() + 1 * HOUR, clock.now())
    clock.pass_by(hours=1)
    await tables.fires(wait)
    clock.pass_by(hours=20.6)
    await tables.fires(wait)

    assert nudged == [("nudge", "pending", [1])]
    assert await standing(tables) == [
        ("nudge", "retract", []),
        ("reminder", "retract", []),
        ("wish", "retract", []),
        ("reminder", "pending", [1]),
    ]


async def test_a_list_keeps_what_the_newer_reminder_does_not_say(
    tables: Tables, clock: StandingClock
) -> None:
    wait, _ = await tables.waiting(), await tables.waiting(4 * DAY)
    clock.pass_by(hours=36)
    await tables.fires(wait)
    both = await standing(tables)
    clock.pass_by(hours=21.6)
    await tables.fires(wait)

    assert both == [("reminder", "pending", [1, 2])]
    assert await standing(tables) == [
        ("reminder", "retract", [2]),
        ("reminder", "pending", [1]),
    ]


async def next_of(store: OutboxStore, clock: StandingClock) -> Any:
    """Hand out what is next to the channel; return the lane, too."""
    (lane,) = await store.lease("me", clock.now(), 5, new_people=True)
    return lane, await store.next(lane, clock.now())


@pytest.mark.parametrize("how", ["late", "gone"])
async def test_a_last_reminder_that_was_never_sent_does_not_count(
    tables: Tables, clock: StandingClock, outbox_store: OutboxStore, how: str
) -> None:
    first, second = await tables.waiting(), await tables.waiting(6 * DAY)
    clock.pass_by(hours=57.6)
    (last,) = await tables.fires(first)
    assert loads(last.facts)["kind"] == "last"
    if how == "late":
        late = update(outbox).values(best_before=clock.now() + HOUR)
        await tables.does(lambda connection: connection.execute(late))
        clock.pass_by(hours=2)
        _, found = await next_of(outbox_store, clock)
        assert found is None
    else:
        (lane,) = await outbox_store.lease("me", clock.now(), 5, new_people=True)
        await outbox_store.mark_gone(lane, clock.now())
        clock.pass_by(minutes=1)
        runs = update(waits).values(stops="", due_at=tables.began_at + 3 * DAY)
        await tables.does(lambda connection: connection.execute(runs))

    soft = await tables.fires(second)
    again = await tables.fires(first)

    # It is said once, by the one that is due; the list leaves that table out.
    assert [loads(each.facts)["kind"] for each in soft + again] == ["last"]
    assert listed((soft + again)[0]) == [1]
    assert (await tables.rows(outbox))[0].state == "dead"


async def test_a_soft_one_that_came_too_late_for_the_evening_comes_after_the_night(
    tables: Tables, clock: StandingClock, outbox_store: OutboxStore, players: PlayerStore
) -> None:
    quiet = Preferences(zone="UTC", quiet_from=22 * 60, quiet_to=23 * 60)
    wait = await tables.waiting()
    await players.prefer(ANN.id, quiet, clock.now())
    clock.pass_by(hours=36)  # nine in the evening
    (soft,) = await tables.fires(wait)
    clock.pass_by(hours=1.5)
    _, found = await next_of(outbox_store, clock)
    moved = await tables.fires(wait)
    clock.pass_by(hours=0.5)
    after = await tables.fires(wait)

    assert soft.best_before == tables.began_at + 37 * HOUR
    assert found is None
    assert moved == []
    assert [listed(each) for each in after] == [[1]]


async def test_a_list_that_was_not_sent_as_its_first_table_moved_is_made_anew(
    tables: Tables, clock: StandingClock, outbox_store: OutboxStore
) -> None:
    first, second = await tables.waiting(), await tables.waiting(3 * DAY)
    clock.pass_by(hours=36)
    (both,) = await tables.fires(first)

    def moved(connection: Connection) -> None:
        connection.execute(delete(waits).where(waits.c.id == first))
        retract_about(connection, first)

    await tables.does(moved)
    _, found = await next_of(outbox_store, clock)
    again = await tables.fires(second)

    assert listed(both) == [1, 2]
    assert found is None
    assert [listed(each) for each in again] == [[2]]


@pytest.mark.parametrize("has_other", [True, False])
async def test_a_list_gets_shorter_with_each_move_and_goes_with_the_last(
    tables: Tables, clock: StandingClock, outbox_store: OutboxStore, *, has_other: bool
) -> None:
    first, second = await tables.waiting(), await tables.waiting(4 * DAY)
    clock.pass_by(hours=36)
    await tables.fires(first)
    (lane,) = await outbox_store.lease("me", clock.now(), 5, new_people=True)
    sent = await outbox_store.next(lane, clock.now())
    assert sent is not None
    told = Settled(NoticeState.SENT, Delivered(100, 4711))
    await outbox_store.settle(lane, sent, told, clock.now())

    def moved(connection: Connection) -> None:
        gone = [first] if has_other else [first, second]
        connection.execute(delete(waits).where(waits.c.id.in_(gone)))
        retract_about(connection, first)

    await tables.does(moved)
    then = await outbox_store.next(lane, clock.now())

    assert then is not None
    assert (then.message, then.notice.key) == (4711, sent.notice.key)
    if has_other:
        assert then.state is NoticeState.PENDING
        assert [each["match"] for each in then.notice.facts["tables"]] == [2]
        await outbox_store.settle(lane, then, told, clock.now())
        (row,) = await tables.rows(outbox)
        assert (row.state, row.wait_id) == ("sent", second)
    else:
        assert then.state is NoticeState.RETRACT
