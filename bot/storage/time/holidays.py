"""Holidays as rows; when they begin and end, the waits of the person stand still and go on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

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
from bot.table.time.waits import Stop, Wait
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
    .order_by(holidays.c.begins_at)
)
_ONE: Final = select(holidays).where(holidays.c.id == bindparam("of"))
# The owner of each seat that is waited for, and where it is played.
_WAITING: Final = (
    select(waiting)
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
                rules.check_left(_waiting(connection, new), now)
            values = {
                "player": player,
                "guild": guild,
                "begins_at": new.begins_at,
                "ends_at": new.ends_at,
                "zone": new.zone,
                "computer": new.is_computer,
            }
            returning = insert(holidays).returning(holidays.c.id)
            stored = replace(new, id=connection.execute(returning, values).scalar_one())
            _turn(connection, stored, known, now)
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
                others = [each for each in known if each is not found]
                _turn(connection, cut, others, now)
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

        return await self._database.read(times)

    async def has_stand_in(self, match: Match, seat: Seat, now: datetime) -> bool:
        """Say whether a computer player is to move for a seat whose owner is away."""
        away = await self._database.ask(lambda connection: _away(connection, match, now))
        return seat in away and away[seat].is_computer and away[seat].is_on(now)


def turn(connection: Connection, timer: Timer, now: datetime) -> None:
    """Begin or end the holiday that a timer names: clocks stand still, or go on."""
    row = connection.execute(_ONE, {"of": int(timer.key)}).mappings().one_or_none()
    if row is not None:
        holiday = _holiday(row)
        _turn(connection, holiday, _known(connection, holiday.player, holiday.guild), now)


def _turn(
    connection: Connection, holiday: Holiday, known: Sequence[Holiday], now: datetime
) -> None:
    turn = rules.turned(holiday, known, _waiting(connection, holiday), now)
    for each in turn.stands:
        waits.stop(connection, each.match, Stop.HOLIDAY, now, each.seat)
    for each in turn.goes_on:
        waits.go_on(connection, each.match, Stop.HOLIDAY, now, each.seat)
    timers.put(connection, *turn.timers)


def _waiting(connection: Connection, holiday: Holiday) -> list[Wait]:
    values = {"who": holiday.player, "there": holiday.guild}
    return [waits.wait_of(row) for row in connection.execute(_WAITING, values).mappings()]


def _known(connection: Connection, player: PlayerId, guild: int | None) -> list[Holiday]:
    found = connection.execute(_OF, {"who": player, "there": guild}).mappings()
    return [_holiday(row) for row in found]


def _locked(connection: Connection, player: PlayerId, guild: int | None) -> list[Holiday]:
    """Read and lock a person's holidays until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(player)))
    return _known(connection, player, guild)


def _away(connection: Connection, match: Match, now: datetime) -> Mapping[Seat, Holiday]:
    """Return who of a table is away or will be soon, each the next time."""
    values = {
        "ids": [each.id for each in match.people],
        "there": match.venue.guild,
        "now": now,
        "soon": now + rules.SHOWN_AHEAD,
    }
    found = [_holiday(row) for row in connection.execute(_OF_SOME, values).mappings()]
    return rules.away_by_seat(match, found)


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
