"""Holidays that begin by themselves as time is up, for those who allow that."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import select, update

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.storage.schema import holidays, matches, waits
from bot.storage.stores import stores_in
from bot.storage.time.holidays import HolidayStore
from bot.table.errors import CannotPost, OutOfReach
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Person, WhenLate
from bot.table.notices.notice import DIRECT_CLOSED, NoticeKind
from bot.table.preferences import Preferences
from bot.table.time.holidays import Holiday, HolidayPlan, days_left
from engine.game import Seat
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.hosting.test_lateness import Evening, late
from tests.bot.tables import ANN, BOB, CLEO, new_request, one_move

BACK: Final = datetime(2026, 11, 24, tzinfo=UTC)
"""When a holiday ends that begins on the day after that of the fakes' clock."""
HERE: Final = 1


@pytest.fixture
def at(host: Host, clock: StandingClock, database: Database) -> Evening:
    return Evening(host, MatchStore(database, games()), clock, database)


async def allows(at: Evening, person: Person, **wishes: Any) -> None:
    await PlayerStore(at.database).prefer(person.id, Preferences(auto_holiday=True, **wishes))


async def begun(at: Evening, *people: Person, **agreed: Any) -> tuple[Match, Seat, Person]:
    """Begin a match in which all allow it; return who is waited for, too."""
    for each in people:
        await allows(at, each)
    match = await at.begins(*people, **agreed)
    return match, *late(match)


async def of(at: Evening, player: PlayerId) -> list[Holiday]:
    return list(await HolidayStore(at.database).of(player, HERE))


async def stops(at: Evening) -> list[str]:
    return [row[1] for row in await at.rows(waits, "seat", "stops")]


@pytest.mark.parametrize("when_late", list(WhenLate))
async def test_the_table_waits_for_those_who_allow_it(at: Evening, when_late: WhenLate) -> None:
    match, seat, person = await begun(at, ANN, BOB, CLEO, when_late=when_late)

    after = await at.passes(hours=25)

    (holiday,) = await of(at, person.id)
    assert (holiday.is_automatic, holiday.ends_at) == (True, BACK)
    assert (after.line, after.acting, after.chairs[seat].lapses) == (match.line, (seat,), 0)
    assert await stops(at) == ["holiday"]
    assert await at.told(NoticeKind.TIME_UP) == []
    # To the channel, and to those who take direct messages.
    assert sorted(await at.told(NoticeKind.AUTO_HOLIDAY)) == ["dead", "sent"]


async def test_after_it_there_is_a_day_and_no_second_one(at: Evening) -> None:
    match, seat, person = await begun(at, ANN, BOB, CLEO)
    await at.passes(hours=25)
    at.clock.time = BACK
    await at.host.tick()
    assert [row[0] for row in await at.rows(waits, "due_at")] == [BACK + timedelta(days=1)]

    waiting = await at.passes(hours=23)
    after = await at.passes(hours=2)

    assert (waiting.line, waiting.chairs[seat].lapses) == (match.line, 0)
    assert after.chairs[seat].lapses == 1
    assert after.line > match.line
    assert len(await of(at, person.id)) == 1


@pytest.mark.parametrize("why", ["switched off", "no days left", "away already", "no such zone"])
async def test_who_has_it_and_who_has_not(at: Evening, why: str) -> None:
    _, seat, person = await begun(at, ANN, BOB, CLEO)
    store, today = HolidayStore(at.database), at.clock.now().date()
    if why == "switched off":
        await PlayerStore(at.database).prefer(person.id, Preferences())
    elif why == "no days left":
        for first, days in ((20, 14), (50, 7)):
            begins = today - timedelta(days=300 - first)
            plan = HolidayPlan(begins, begins + timedelta(days=days - 1), "UTC")
            await store.plan(person.id, HERE, plan, at.clock.now() - timedelta(days=301))
    elif why == "away already":
        # It begins as time is up.
        plan = HolidayPlan(today + timedelta(days=1), today + timedelta(days=1), "Asia/Tokyo")
        await store.plan(person.id, HERE, plan, at.clock.now())
    else:
        await allows(at, person, zone="Middle/Earth")

    after = await at.passes(hours=25)

    is_taken = any(each.is_automatic for each in await of(at, person.id))
    assert is_taken is (why == "no such zone")
    assert after.chairs[seat].lapses == (why in ("switched off", "no days left"))


async def test_a_move_by_hand_ends_it_and_gives_days_back(at: Evening) -> None:
    _, seat, person = await begun(at, ANN, BOB, CLEO)
    await at.passes(hours=25)
    assert days_left(await of(at, person.id), 2026) == 19

    after = await at.moves()

    (holiday,) = await of(at, person.id)
    assert (holiday.ends_at, days_left([holiday], 2026)) == (at.clock.now(), 20)
    assert after.chairs[seat].lapses == 0
    assert await stops(at) == [""]
    await at.passes(minutes=1)
    assert "gone" in await at.told(NoticeKind.AUTO_HOLIDAY)
    # What they are asked for next is not in a holiday.
    while (await at.now()).acting != (seat,):
        await at.moves()
    assert await stops(at) == [""]


async def test_a_holiday_that_was_planned_stays_after_a_move(at: Evening) -> None:
    _, _, person = await begun(at, ANN, BOB, CLEO)
    today = at.clock.now().date()
    plan = HolidayPlan(today, today + timedelta(days=3), "UTC")
    planned, _ = await HolidayStore(at.database).plan(person.id, HERE, plan, at.clock.now())

    await at.moves()

    assert [each.ends_at for each in await of(at, person.id)] == [planned.ends_at]


async def test_i_am_back_ends_it(at: Evening) -> None:
    match, seat, person = await begun(at, ANN, BOB, CLEO)
    await at.passes(hours=25)

    await at.host.agreements.back(match.id, person.id, new_request())
    await at.passes(minutes=1)

    assert await stops(at) == [""]
    due = at.clock.now() - timedelta(minutes=1) + timedelta(days=1)
    assert [row[0] for row in await at.rows(waits, "due_at")] == [due]
    assert sorted(await at.told(NoticeKind.AUTO_HOLIDAY)) == ["dead", "sent"]
    after = await at.passes(hours=25)
    assert after.chairs[seat].lapses == 1


async def test_it_is_for_the_tables_of_one_server(at: Evening) -> None:
    match, _, person = await begun(at, ANN, BOB, CLEO)
    at.clock.pass_by(minutes=30)
    other = Evening(at.host, at.matches, at.clock, at.database)
    there = await other.begins(ANN, BOB, CLEO)
    while late(there)[1] != person:
        there = await other.moves()
    async with at.database.writing() as connection:
        moved = update(matches).where(matches.c.id == there.id).values(guild=HERE + 1)
        await connection.execute(moved)
    at.host.cache.forget(there.id)

    await at.passes(hours=23, minutes=40)
    assert await stops_of(at, match) == "holiday"
    assert await stops_of(at, there) == ""

    # There it is another one.
    await at.passes(minutes=30)
    assert await stops_of(at, there) == "holiday"
    assert len(await HolidayStore(at.database).of(person.id, HERE + 1)) == 1


async def stops_of(at: Evening, match: Match) -> str:
    async with at.database.asking() as connection:
        wanted = select(waits.c.stops).where(waits.c.match_id == match.id)
        return str((await connection.execute(wanted)).scalar_one())


@pytest.mark.parametrize("is_closed", [True, False])
async def test_who_takes_direct_messages_is_told_there_too(
    at: Evening, messenger: Listener, *, is_closed: bool
) -> None:
    _, _, person = await begun(at, ANN, BOB, CLEO)
    await allows(at, person, direct=True)
    closed = CannotPost(DIRECT_CLOSED)
    messenger.minds = lambda queued: (
        closed if is_closed and queued.notice.target.startswith("dm:") else None
    )

    await at.passes(hours=25)
    await at.passes(minutes=1)

    told = [each.notice for each in messenger.noticed]
    targets = [each.target for each in told if each.kind is NoticeKind.AUTO_HOLIDAY]
    # The channel reads it once, also if the person can't be written to.
    assert len([each for each in targets if not each.startswith("dm:")]) == 1
    assert (f"dm:{person.id}" in targets) is not is_closed


async def test_two_processes_begin_one(at: Evening) -> None:
    _, seat, person = await begun(at, ANN, BOB, CLEO)
    beside = Host(stores_in(at.database, games()), Listener(), at.clock, KnownEntropy())
    await beside.cache.match(at.id)
    at.clock.pass_by(hours=25)

    await asyncio.gather(at.host.timers.tick(), beside.timers.tick())

    assert len(await of(at, person.id)) == 1
    assert (await at.matches.get(at.id)).match.chairs[seat].lapses == 0


async def test_who_moves_meanwhile_has_none(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, person = await begun(at, ANN, BOB, CLEO)
    beside = Host(stores_in(at.database, games()), Listener(), at.clock, KnownEntropy())
    at.clock.pass_by(hours=25)
    automatic = HolidayStore.automatic

    async def moved(store: HolidayStore, *which: Any) -> Any:
        found = await automatic(store, *which)
        await one_move(beside, at.id)
        return found

    monkeypatch.setattr(HolidayStore, "automatic", moved)
    await at.host.timers.tick()

    assert await of(at, person.id) == []


async def test_a_process_that_is_killed_leaves_all_or_nothing(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, person = await begun(at, ANN, BOB, CLEO)
    at.clock.pass_by(hours=25)
    save = MatchStore.save

    async def killed(*_: Any, **__: Any) -> Any:
        raise OutOfReach("out-of-reach")

    async def stored(store: MatchStore, *what: Any, **more: Any) -> Any:
        await save(store, *what, **more)
        raise OutOfReach("out-of-reach")

    for stops_at, holidays_then in ((killed, 0), (stored, 1)):
        monkeypatch.setattr(MatchStore, "save", stops_at)
        with pytest.raises(OutOfReach):
            await at.host.timers.tick()
        assert len(await of(at, person.id)) == holidays_then
    monkeypatch.setattr(MatchStore, "save", save)

    await at.host.tick()
    async with at.database.asking() as connection:
        assert len((await connection.execute(select(holidays))).all()) == 1
    assert await stops(at) == ["holiday"]
    assert sorted(await at.told(NoticeKind.AUTO_HOLIDAY)) == ["dead", "sent"]


async def test_where_the_others_are_late_the_table_stands_still_after_it(at: Evening) -> None:
    match = await at.begins(ANN, BOB)
    first, gone = late(match)
    match = await at.passes(hours=25)
    second, person = late(match)
    await allows(at, person)

    match = await at.passes(hours=25)
    assert not match.is_deserted
    assert (match.acting, match.chairs[first].player) == ((second,), gone.id)

    await at.passes(days=2)
    after = await at.passes(hours=25)
    assert (after.chairs[second].lapses, after.is_deserted) == (1, True)


async def test_it_begins_and_ends_outside_of_the_night(at: Evening) -> None:
    for each in (ANN, BOB):
        await allows(at, each, zone="UTC", quiet_from=22 * 60, quiet_to=8 * 60)
    match = await at.begins(ANN, BOB)
    _, person = late(match)

    # A day after nine is within two hours after the night.
    await at.passes(hours=24, minutes=59)
    assert await of(at, person.id) == []
    await at.passes(minutes=1)
    assert [each.ends_at for each in await of(at, person.id)] == [BACK]

    at.clock.time = BACK
    await at.host.tick()
    assert [row[0] for row in await at.rows(waits, "due_at")] == [BACK + timedelta(hours=34)]
