"""Holidays as rows; when they begin and end, the waits of the person stand still and go on."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    RowMapping,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from bot.storage import timers
from bot.storage.database import Database
from bot.storage.schema import holidays, matches
from bot.storage.schema import waits as waiting
from bot.storage.time import waits
from bot.table.errors import PreferenceRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status
from bot.table.time import holidays as rules
from bot.table.time.holidays import Holiday, HolidayPlan, TableTimes
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import Stop
from engine.game import Seat

_HERE: Final = holidays.c.guild.is_not_distinct_from(bindparam("there", type_=BigInteger))
_OF: Final = (
    select(holidays)
    .where(holidays.c.player == bindparam("who"), _HERE)
    .order_by(holidays.c.begins_at)
)
_OF_SOME: Final = (
    select(holidays)
    .where(
        holidays.c.player.in_(bindparam("ids", expanding=True)),
        _HERE,
        holidays.c.ends_at > bindparam("now"),
        holidays.c.begins_at <= bindparam("soon"),
    )
    .order_by(holidays.c.begins_at.desc())
)
_ONE: Final = select(holidays).where(holidays.c.id == bindparam("of"))
# The owner of each seat that is waited for, and where it is played.
_WAITING: Final = (
    select(waiting.c.match_id, waiting.c.seat, waiting.c.due_at, waiting.c.since, waiting.c.id)
    .join(matches, matches.c.id == waiting.c.match_id)
    .where(
        waiting.c.player == bindparam("who"),
        matches.c.guild.is_not_distinct_from(bindparam("there", type_=BigInteger)),
        matches.c.status == Status.PLAYING.value,
    )
    .order_by(waiting.c.match_id)
)


class HolidayStore:
    """Keeps holidays in a database, and says what tables show of time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: PlayerId, guild: int | None) -> Sequence[Holiday]:
        """Return a person's holidays in a server, past ones too, in their order."""
        async with self._database.asking() as connection:
            found = await connection.execute(_OF, {"who": player, "there": guild})
            return [_holiday(row) for row in found.mappings()]

    async def plan(
        self, player: PlayerId, guild: int | None, plan: HolidayPlan, now: datetime
    ) -> Holiday:
        """Store a holiday, and let clocks stand if it begins at once.

        Raises `PreferenceRefused`: what `holidays.planned` does, or holiday-late.
        """

        def store(connection: Connection) -> Holiday:
            known = _locked(connection, player, guild)
            new = rules.planned(
                player,
                guild,
                plan.first,
                plan.last,
                plan.zone,
                known,
                is_computer=plan.is_computer,
                now=now,
            )
            if new.is_on(now):
                _check_time(connection, new, now)
            values = {
                "player": player,
                "guild": guild,
                "begins_at": new.begins_at,
                "ends_at": new.ends_at,
                "zone": new.zone,
                "computer": new.is_computer,
            }
            returning = insert(holidays).returning(holidays.c.id)
            key = str(connection.execute(returning, values).scalar_one())
            turn(connection, Timer(TimerKind.HOLIDAY, key, new.begins_at), now)
            return new

        return await self._database.write(store)

    async def end(self, player: PlayerId, guild: int | None, holiday: int, now: datetime) -> None:
        """End a holiday early, or take one back; raises `PreferenceRefused` (holiday-over)."""

        def end(connection: Connection) -> None:
            known = _locked(connection, player, guild)
            found = next((each for each in known if each.id == holiday), None)
            if found is None or found.ends_at <= now:
                raise PreferenceRefused("holiday-over")
            which = holidays.c.id == holiday
            if (cut := rules.ended(found, now)) is None:
                connection.execute(delete(holidays).where(which))
            else:
                connection.execute(update(holidays).where(which).values(ends_at=cut.ends_at))
                _back(connection, found, now)
            timers.drop(connection, TimerKey(TimerKind.HOLIDAY, str(holiday)))

        await self._database.write(end)

    async def times(self, tables: Collection[Match], now: datetime) -> Mapping[MatchId, TableTimes]:
        """Return what these tables show of time."""

        def times(connection: Connection) -> Mapping[MatchId, TableTimes]:
            open_ = waits.of_matches(connection, [each.id for each in tables])
            return {
                each.id: TableTimes(tuple(open_[each.id]), _away(connection, each, now))
                for each in tables
            }

        async with self._database.reading() as connection:
            return await connection.run_sync(times)

    async def has_stand_in(self, match: Match, seat: Seat, now: datetime) -> bool:
        """Say whether a computer player is to move for a seat whose owner is away."""
        async with self._database.asking() as connection:
            away = await connection.run_sync(_away, match, now)
        return seat in away and away[seat].is_computer and away[seat].is_on(now)


def turn(connection: Connection, timer: Timer, now: datetime) -> None:
    """Begin or end the holiday that a timer names: clocks stand still, or go on."""
    row = connection.execute(_ONE, {"of": int(timer.key)}).mappings().one_or_none()
    if row is None:
        return
    holiday = _holiday(row)
    if holiday.ends_at <= now:
        _back(connection, holiday, now)
        return
    if now < holiday.begins_at:
        timers.put(connection, Timer(TimerKind.HOLIDAY, timer.key, holiday.begins_at))
        return
    timers.put(connection, Timer(TimerKind.HOLIDAY, timer.key, holiday.ends_at))
    for each in _waiting(connection, holiday):
        match_id, seat = MatchId(each.match_id), Seat(each.seat)
        waits.stop(connection, match_id, Stop.HOLIDAY, now, seat)
        if holiday.is_computer and each.since is not None:
            timers.put(connection, Timer(TimerKind.AWAY, str(each.id), now, match_id, seat))


def _back(connection: Connection, holiday: Holiday, now: datetime) -> None:
    known = connection.execute(_OF, {"who": holiday.player, "there": holiday.guild}).mappings()
    if any(_holiday(row).is_on(now) for row in known):
        return  # the next one begins at once
    for each in _waiting(connection, holiday):
        waits.go_on(connection, MatchId(each.match_id), Stop.HOLIDAY, now, Seat(each.seat))


def _waiting(connection: Connection, holiday: Holiday) -> Sequence[Any]:
    return connection.execute(_WAITING, {"who": holiday.player, "there": holiday.guild}).all()


def _check_time(connection: Connection, holiday: Holiday, now: datetime) -> None:
    """Refuse to begin at once where hardly any time is left."""
    late = now + rules.TOO_LATE
    if any(
        each.due_at is not None and each.due_at < late for each in _waiting(connection, holiday)
    ):
        raise PreferenceRefused("holiday-late")


def _locked(connection: Connection, player: PlayerId, guild: int | None) -> list[Holiday]:
    """Read and lock a person's holidays until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(player)))
    found = connection.execute(_OF, {"who": player, "there": guild}).mappings()
    return [_holiday(row) for row in found]


def _away(connection: Connection, match: Match, now: datetime) -> Mapping[Seat, Holiday]:
    """Return who of a table is away or will be soon, each the next time."""
    people = [each.id for each in match.people]
    if not people:
        return {}
    soon = now + rules.SHOWN_AHEAD
    values = {"ids": people, "there": match.venue.guild, "now": now, "soon": soon}
    found = {
        row["player"]: _holiday(row) for row in connection.execute(_OF_SOME, values).mappings()
    }
    return {
        Seat(seat): found[chair.player]
        for seat, chair in enumerate(match.chairs)
        if chair.agent is None and chair.player in found
    }


def _holiday(row: RowMapping) -> Holiday:
    return Holiday(
        player=PlayerId(row["player"]),
        guild=row["guild"],
        begins_at=row["begins_at"],
        ends_at=row["ends_at"],
        zone=row["zone"],
        is_computer=row["computer"],
        id=row["id"],
    )
