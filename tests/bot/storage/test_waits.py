"""Waits follow their match: opened, started, stopped and settled in its transactions."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import insert, select, update

from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.storage.schema import holidays, seats, spent, timers
from bot.storage.schema import waits as wait_rows
from bot.storage.time import waits
from bot.storage.time.holidays import HolidayStore
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.errors import VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Status, Target, Venue, WhenLate
from bot.table.match.pace import PACES, Pace
from bot.table.preferences import Preferences
from bot.table.time.waits import MoreTime, Stop, Wait
from engine.game import Move, Seat, Setup
from engine.games.seismic import GAME
from engine.record import Entry, Header, Record, line_digest, root_digest

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
HEADER: Final = Header("seismic", 1, Setup(2), "c0ffee01" * 8, ("1", "2"))
ANN, BOB = Seat(0), Seat(1)
CLOCK: Final = PACES["three-days-clock"]


def message_at(moment: datetime) -> int:
    """Return the id of a message that was made then."""
    return int((moment - datetime(2015, 1, 1, tzinfo=UTC)).total_seconds() * 1000) << 22


REMINDED: Final = update(wait_rows).values(look_at=wait_rows.c.due_at)


class Table:
    """A match of Ann and Bob whose lines nobody replays."""

    def __init__(self, database: Database, matches: MatchStore, match: Match) -> None:
        self.database = database
        self.matches = matches
        self.match = match
        self.entries: list[Entry[Any]] = []

    async def acts(
        self,
        *seats: Seat,
        at: datetime,
        mover: Seat = ANN,
        may_return: frozenset[Seat] = frozenset(),
        undo: int | None = None,
    ) -> None:
        """Store one more line, after which these seats must act."""
        seq = len(self.entries)
        before = self.entries[-1].digest if self.entries else root_digest(HEADER)
        move = None if undo is not None else Move(mover, 0)
        self.entries.append(Entry(seq, line_digest(before, seq, 0), move=move, undo_to=undo))
        now = replace(
            self.match,
            status=Status.PLAYING,
            has_begun=True,
            line=seq + 1,
            acting=seats,
            expires_at=None,
        )
        record = Record(HEADER, tuple(self.entries))
        effects = Effects(may_return=may_return)
        self.match = await self.matches.append(now, record, seq, None, at, effects=effects)

    async def shown(self, at: datetime) -> None:
        """Store that a message stands since then."""
        posted = self.match.table.done(message=message_at(at))
        assert await self.matches.store_posted(self.match.id, {Target.TABLE: posted}, at)
        told = replace(posted, version=posted.version + 1)
        self.match = self.match.with_posts({Target.TABLE: told})

    async def becomes(self, at: datetime, effects: Effects = NO_EFFECTS, **changes: Any) -> None:
        """Store another state of the match."""
        self.match = await self.matches.save(replace(self.match, **changes), at, effects=effects)

    async def waits(self) -> dict[Seat, Wait]:
        """Return the open waits by their seats."""
        async with self.database.reading() as connection:
            found = await connection.run_sync(waits.of_matches, [self.match.id])
        return {each.seat: each for each in found[self.match.id]}

    async def looks(self) -> list[datetime]:
        """Return when open waits are looked at next."""
        looks = [each.look_at for each in (await self.waits()).values()]
        return [each for each in looks if each is not None]

    async def due(self) -> datetime:
        """Return when time is up for the player who is awaited: they are looked at by then."""
        (wait,) = (await self.waits()).values()
        assert wait.look_at is not None
        assert wait.due_at is not None
        assert wait.look_at <= wait.due_at
        return wait.due_at

    async def rows(self, table: Any) -> int:
        """Return how many rows a table has."""
        async with self.database.reading() as connection:
            return len((await connection.execute(select(table))).all())


async def table_with(database: Database, matches: MatchStore, pace: Pace) -> Table:
    lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "open", now=NOW)
    bob = Chair("Bob", "join", PlayerId(2))
    lobby = replace(lobby, chairs=(*lobby.chairs, bob), commitment="c0ffee01" * 8, pace=pace)
    return Table(database, matches, await matches.add(lobby, bytes(32), "open"))


@pytest.fixture
async def clocked(database: Database, matches: MatchStore) -> Table:
    return await table_with(database, matches, CLOCK)


@pytest.fixture
async def paced(database: Database, matches: MatchStore) -> Table:
    return await table_with(database, matches, PACES["day"])


async def test_a_wait_opens_with_a_line_and_runs_when_it_is_shown(paced: Table) -> None:
    await paced.acts(BOB, at=NOW)
    opened_now = (await paced.waits())[BOB]
    assert (opened_now.asked_at, opened_now.since, opened_now.length) == (NOW, None, 24 * HOUR)
    assert await paced.looks() == []

    await paced.shown(NOW + HOUR)
    running = (await paced.waits())[BOB]
    assert running.due_at == NOW + 25 * HOUR
    assert await paced.due() == running.due_at
    (look_at,) = await paced.looks()
    assert NOW + 3 * HOUR < look_at < running.due_at


async def test_a_move_ends_the_wait_and_opens_the_next_one(clocked: Table) -> None:
    await clocked.acts(BOB, at=NOW)
    await clocked.shown(NOW)
    await clocked.acts(ANN, at=NOW + 30 * HOUR, mover=BOB)
    await clocked.shown(NOW + 30 * HOUR)
    assert list(await clocked.waits()) == [ANN]
    assert await clocked.due() == NOW + 102 * HOUR

    await clocked.acts(BOB, at=NOW + 40 * HOUR, mover=ANN)
    assert (await clocked.waits())[BOB].length == 66 * HOUR


async def test_a_match_on_hold_stands_still(paced: Table) -> None:
    await paced.acts(BOB, at=NOW)
    await paced.shown(NOW)
    await paced.becomes(NOW + 2 * HOUR, held_until=NOW + 50 * HOUR, held_since=NOW + 2 * HOUR)
    assert await paced.looks() == []

    # Bob moves nevertheless; nobody can be late.
    await paced.acts(ANN, at=NOW + 3 * HOUR, mover=BOB)
    await paced.shown(NOW + 3 * HOUR)
    assert (await paced.waits())[ANN].due_at is None

    await paced.becomes(NOW + 50 * HOUR, held_until=None, held_since=None)
    assert (await paced.waits())[ANN].due_at == NOW + 74 * HOUR
    assert await paced.due() == NOW + 74 * HOUR


async def test_a_table_that_cannot_be_told_costs_nobody_time(paced: Table) -> None:
    await paced.acts(ANN, BOB, at=NOW)
    await paced.shown(NOW)
    await paced.acts(BOB, at=NOW + 4 * HOUR)
    await paced.matches.stop_clocks(paced.match.id, NOW + 4 * HOUR)
    await paced.matches.stop_clocks(paced.match.id, NOW + 5 * HOUR)
    assert (await paced.waits())[BOB].stops == {Stop.TROUBLE}

    await paced.shown(NOW + 10 * HOUR)
    assert (await paced.waits())[BOB].due_at == NOW + 30 * HOUR


async def test_clocks_stand_while_a_record_is_damaged(paced: Table) -> None:
    await paced.acts(BOB, at=NOW)
    await paced.shown(NOW)
    await paced.matches.pause(paced.match.id, 1, NOW + HOUR)
    assert not (await paced.waits())[BOB].runs
    assert await paced.looks() == []

    await paced.matches.unpause(paced.match.id, NOW + 9 * HOUR)
    assert (await paced.waits())[BOB].due_at == NOW + 32 * HOUR
    assert await paced.due() == NOW + 32 * HOUR


async def test_somebody_else_in_the_seat_has_a_clock_of_their_own(clocked: Table) -> None:
    await clocked.acts(BOB, at=NOW)
    await clocked.shown(NOW)
    await clocked.acts(ANN, at=NOW + 60 * HOUR, mover=BOB)
    await clocked.acts(BOB, at=NOW + 61 * HOUR, mover=ANN)
    assert (await clocked.waits())[BOB].length == 36 * HOUR

    ann, bob = clocked.match.chairs
    cleo = replace(bob, name="Cleo", player=PlayerId(3))
    await clocked.shown(NOW + 61 * HOUR)
    await clocked.becomes(NOW + 62 * HOUR, chairs=(ann, cleo))
    # The table shows already that this seat must act.
    assert (await clocked.waits())[BOB].due_at == NOW + 134 * HOUR
    assert await clocked.due() == NOW + 134 * HOUR


async def test_the_end_leaves_no_waits_behind(clocked: Table) -> None:
    await clocked.acts(BOB, at=NOW)
    await clocked.shown(NOW)
    await clocked.acts(ANN, at=NOW + HOUR, mover=BOB)
    await clocked.shown(NOW + HOUR)
    assert await clocked.rows(spent) == 1

    await clocked.becomes(NOW + 2 * HOUR, status=Status.CLOSED, acting=())

    assert await clocked.waits() == {}
    assert [await clocked.rows(each) for each in (timers, spent)] == [0, 0]


async def test_clocks_go_with_the_seats_and_are_kept_as_those_change(clocked: Table) -> None:
    async def stand() -> dict[int, int | None]:
        async with clocked.database.reading() as connection:
            found = await connection.execute(select(seats).order_by(seats.c.seat))
            return {row.seat: row.bank_s for row in found}

    await clocked.acts(BOB, at=NOW)
    await clocked.shown(NOW)
    await clocked.acts(ANN, at=NOW + 60 * HOUR, mover=BOB)
    ann, bob = clocked.match.chairs
    await clocked.becomes(NOW + 61 * HOUR, chairs=(replace(ann, lapses=1), bob))
    kept = await stand()
    cleo = replace(bob, name="Cleo", player=PlayerId(3))
    taken_over = Effects(new_owners=(BOB,))
    await clocked.becomes(NOW + 62 * HOUR, taken_over, chairs=(ann, cleo))

    assert kept == {ANN: None, BOB: 36 * 3600}
    assert await stand() == {ANN: None, BOB: None}


async def test_others_give_a_day_once_each(paced: Table) -> None:
    await paced.acts(BOB, at=NOW)
    await paced.shown(NOW)
    day = Effects(more_time=(MoreTime(timedelta(days=1), BOB, PlayerId(1)),))
    await paced.becomes(NOW + HOUR, day)
    assert (await paced.waits())[BOB].due_at == NOW + 48 * HOUR

    with pytest.raises(VoteRefused, match="time-given"):
        await paced.becomes(NOW + HOUR, day)
    table = Effects(more_time=(MoreTime(timedelta(days=2)),))
    await paced.becomes(NOW + HOUR, table)
    await paced.becomes(NOW + HOUR, table)
    assert await paced.due() == NOW + 144 * HOUR


@pytest.mark.parametrize(("server", "stands"), [(7, True), (8, False), (None, False)])
async def test_in_their_holiday_nobody_loses_time(
    paced: Table, *, server: int | None, stands: bool
) -> None:
    values = {"player": 2, "guild": server, "zone": "UTC", "computer": False}
    days = {"begins_at": NOW - HOUR, "ends_at": NOW + 48 * HOUR}
    async with paced.database.writing() as connection:
        await connection.execute(insert(holidays).values(**values, **days))
    await paced.acts(BOB, at=NOW)
    await paced.shown(NOW)

    assert (Stop.HOLIDAY in (await paced.waits())[BOB].stops) is stands
    assert (await paced.looks() == []) is stands


async def sleeps(at: Table, player: int, begin: int, end: int, now: datetime | None = None) -> None:
    quiet = Preferences(zone="Europe/Paris", quiet_from=60 * begin, quiet_to=60 * end)
    await PlayerStore(at.database).prefer(PlayerId(player), quiet, now)


async def test_time_is_never_up_at_night(paced: Table) -> None:
    # Bob sleeps from 17:00 to 8:00 in Paris: until 6:00 in UTC, as summer time begins.
    await sleeps(paced, 2, 17, 8)
    await paced.acts(BOB, at=NOW)
    shown = await HolidayStore(paced.database).times([paced.match], NOW)
    await paced.shown(NOW)

    (wait,) = (await paced.waits()).values()
    assert wait.due_at == shown[paced.match.id].waits[0].due_at == NOW + 38 * HOUR
    assert (wait.night, wait.given) == (14 * HOUR, 14 * HOUR)
    assert await paced.due() == wait.due_at

    await sleeps(paced, 2, 22, 6, NOW + HOUR)
    assert (await paced.waits())[BOB].due_at == NOW + 24 * HOUR
    assert await paced.due() == NOW + 24 * HOUR


async def test_a_night_is_added_once_whatever_second_it_began_in(paced: Table) -> None:
    # What was reminded of would be looked at again after each change of the table.
    await sleeps(paced, 2, 17, 8)
    await paced.acts(BOB, at=NOW)
    await paced.shown(NOW + timedelta(milliseconds=950))
    (before,) = (await paced.waits()).values()
    assert before.due_at is not None
    assert before.due_at >= NOW + 38 * HOUR
    await paced.database.write(lambda connection: connection.execute(REMINDED))

    await paced.becomes(NOW + HOUR, when_late=WhenLate.WAIT)

    assert list((await paced.waits()).values()) == [replace(before, look_at=before.due_at)]


async def test_time_is_not_up_in_the_first_hours_after_a_holiday(paced: Table) -> None:
    values = {"player": 2, "guild": 9, "zone": "UTC", "computer": False, "everywhere": True}
    days = {"begins_at": NOW - 9 * HOUR, "ends_at": NOW + 3 * HOUR}
    await paced.acts(ANN, BOB, at=NOW - 21 * HOUR)
    await paced.shown(NOW - 21 * HOUR)
    async with paced.database.writing() as connection:
        await connection.execute(insert(holidays).values(**values, **days))
    await paced.database.write(waits.stop, paced.match.id, Stop.HOLIDAY, NOW + 2.5 * HOUR, BOB)
    await paced.database.write(waits.go_on, paced.match.id, Stop.HOLIDAY, NOW + 3 * HOUR, BOB)

    assert (await paced.waits())[ANN].due_at == NOW + 3 * HOUR
    assert (await paced.waits())[BOB].due_at == NOW + 5 * HOUR


async def test_a_person_who_sits_down_has_their_own_night(paced: Table) -> None:
    await sleeps(paced, 3, 17, 8)
    await paced.acts(BOB, at=NOW)
    await paced.shown(NOW)
    ann, bob = paced.match.chairs
    await paced.becomes(NOW + HOUR, chairs=(ann, replace(bob, player=PlayerId(3))))

    assert (await paced.waits())[BOB].due_at == NOW + 38 * HOUR


async def test_a_take_back_gives_nobody_time(clocked: Table) -> None:
    await clocked.acts(BOB, at=NOW)
    await clocked.shown(NOW)
    await clocked.acts(ANN, at=NOW + 30 * HOUR, mover=BOB)
    await clocked.shown(NOW + 30 * HOUR)

    # Ann has thought for ten hours; then Bob takes his move back.
    await clocked.acts(BOB, at=NOW + 40 * HOUR, undo=1)
    assert (await clocked.waits())[BOB].length == 42 * HOUR

    await clocked.shown(NOW + 40 * HOUR)
    await clocked.acts(ANN, at=NOW + 41 * HOUR, mover=BOB)
    assert (await clocked.waits())[ANN].length == 62 * HOUR


async def test_waits_of_nothing_are_none(database: Database) -> None:
    async with database.reading() as connection:
        assert await connection.run_sync(waits.of_matches, [MatchId(1)]) == {MatchId(1): []}
