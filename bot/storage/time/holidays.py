"""Holidays as rows; when they begin and end, the waits of the person stand still and go on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Final

from sqlalchemy import (
    Connection,
    RowMapping,
    Text,
    bindparam,
    cast,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.storage import outbox, timers
from bot.storage.database import Database
from bot.storage.schema import holidays, matches, players, seats, votes
from bot.storage.schema import waits as waiting
from bot.storage.time import mentions, turns, waits
from bot.storage.time.away import COUNTS_THERE
from bot.table.errors import PreferenceRefused, Stale
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status, VoteKind
from bot.table.notices.notice import NoticeKind
from bot.table.time import holidays as rules
from bot.table.time.holidays import (
    Holiday,
    HolidayPlan,
    PlannedHoliday,
    TableTimes,
    TakenHoliday,
)
from bot.table.time.quiet_hours import zones
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import Stop, Wait
from engine.game import Seat

_OF: Final = (
    select(holidays).where(holidays.c.player == bindparam("who")).order_by(holidays.c.begins_at)
)
_OF_SOME: Final = (
    select(holidays)
    .where(
        holidays.c.player.in_(bindparam("ids", expanding=True)),
        COUNTS_THERE,
        holidays.c.ends_at > bindparam("now"),
        holidays.c.begins_at <= bindparam("soon"),
    )
    .order_by(holidays.c.begins_at)
)
_ONE: Final = select(holidays).where(holidays.c.id == bindparam("of"))
# The open waits of a person, and where they are played.
_WAITING: Final = (
    select(waiting, matches.c.guild)
    .join(matches, matches.c.id == waiting.c.match_id)
    .where(waiting.c.player == bindparam("who"), matches.c.status == Status.PLAYING.value)
    .order_by(waiting.c.match_id)
)

_IS_VOTED_ON: Final = (
    select(votes.c.number)
    .where(
        votes.c.match_id == matches.c.id,
        votes.c.kind == VoteKind.COMPUTER_MEANWHILE.value,
        votes.c.result.is_(None),
        votes.c.arg == cast(seats.c.seat, Text),
    )
    .exists()
)
_IS_AWAITED: Final = exists().where(
    waiting.c.match_id == matches.c.id, waiting.c.player == bindparam("who")
)
# The tables that stand still until a person is back, vote on their holiday, or wait for them.
_TO_HEAR: Final = (
    select(matches.c.id)
    .join(seats, seats.c.match_id == matches.c.id)
    .where(
        seats.c.player == bindparam("who"),
        seats.c.agent.is_(None),
        or_(matches.c.deserted, _IS_VOTED_ON, _IS_AWAITED),
        matches.c.status == Status.PLAYING.value,
    )
    .order_by(matches.c.id)
)
_ALLOWS: Final = select(players.c.zone).where(
    players.c.id == bindparam("who"), players.c.auto_holiday
)
_WAIT: Final = select(waiting).where(waiting.c.id == bindparam("of")).with_for_update()


class HolidayStore:
    """Keeps holidays in a database, and says what tables show of time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: PlayerId, guild: int | None) -> Sequence[Holiday]:
        """Return a person's holidays that count in a server, past ones too, in their order."""
        known = await self._database.ask(lambda connection: _known(connection, player))
        return [each for each in known if each.counts_in(guild)]

    async def plan(
        self, player: PlayerId, guild: int | None, plan: HolidayPlan, now: datetime
    ) -> PlannedHoliday:
        """Store a holiday, and let clocks stand if it begins at once.

        Raises `PreferenceRefused`: what `holidays.planned` does, or holiday-late.
        """

        def store(connection: Connection) -> PlannedHoliday:
            known = _locked(connection, player)
            new = rules.planned(player, guild, plan, known, now)
            if new.is_on(now):
                rules.check_left(_waiting(connection, new), now)
            return PlannedHoliday(new, _begin(connection, new, known, now))

        return await self._database.write(store)

    async def end(self, player: PlayerId, holiday: int, now: datetime) -> Holiday:
        """End a holiday early, or take one back; return it as it was.

        Raises `PreferenceRefused` (holiday-over).
        """

        def end(connection: Connection) -> Holiday:
            known = _locked(connection, player)
            found = next((each for each in known if each.id == holiday), None)
            if found is None or found.ends_at <= now:
                raise PreferenceRefused("holiday-over")
            _end(connection, found, known, now)
            return found

        return await self._database.write(end)

    async def automatic(
        self, guild: int | None, up: Collection[Wait], now: datetime
    ) -> Mapping[Seat, TakenHoliday]:
        """Return the holidays that begin in a server as the time of these waits is up."""

        def automatic(connection: Connection) -> Mapping[Seat, TakenHoliday]:
            found = ((each, _automatic(connection, guild, each, now)) for each in up)
            return {
                each.seat: TakenHoliday(each.id, holiday)
                for each, holiday in found
                if holiday is not None
            }

        return await self._database.ask(automatic)

    async def times(self, tables: Collection[Match], now: datetime) -> Mapping[MatchId, TableTimes]:
        """Return what these tables show of time."""

        def times(connection: Connection) -> Mapping[MatchId, TableTimes]:
            open_ = waits.times_of(connection, [each.id for each in tables], now)
            return {
                each.id: TableTimes(tuple(open_[each.id]), _away(connection, each, now))
                for each in tables
            }

        return await self._database.read(times)

    async def has_stand_in(self, match: Match, seat: Seat, now: datetime) -> bool:
        """Say whether a computer player is to move for a seat whose owner is away."""
        chair = match.chairs[seat]
        found = await self._database.ask(lambda connection: _of_people(connection, match, now))
        on = [each for each in found if each.player == chair.player and each.is_on(now)]
        return any(each.is_computer or each.has_agreed(chair) for each in on)


def turn(connection: Connection, timer: Timer, now: datetime) -> None:
    """Begin or end the holiday that a timer names: clocks stand still, or go on."""
    row = connection.execute(_ONE, {"of": int(timer.key)}).mappings().one_or_none()
    if row is not None:
        holiday = _holiday(row)
        _turn(connection, holiday, _known(connection, holiday.player), now)
        if holiday.ends_at <= now:
            back = chain.from_iterable(_waiting(connection, holiday).values())
            mentions.welcome(connection, holiday.player, back, now)


def take(connection: Connection, guild: int | None, taken: TakenHoliday, now: datetime) -> None:
    """Begin the holiday of a person whose time is up; raise `Stale` if that is not so any more."""
    known = _locked(connection, taken.holiday.player)
    row = connection.execute(_WAIT, {"of": taken.wait}).mappings().one_or_none()
    wait = None if row is None else waits.wait_of(row)
    if wait is None or wait.due_at is None or now < wait.due_at or wait.late_at is not None:
        raise Stale("stale", wait=taken.wait)
    again = _automatic(connection, guild, wait, now)
    if again is None or again.ends_at != taken.holiday.ends_at:
        raise Stale("stale", wait=taken.wait)
    _begin(connection, again, known, now)
    outbox.supersede(connection, [wait.id])


def come_back(connection: Connection, player: PlayerId, guild: int | None, now: datetime) -> None:
    """End the automatic holiday of a person who acts in a server, if they have one."""
    known = _known(connection, player)
    for each in known:
        if each.is_automatic and each.is_on(now) and each.counts_in(guild):
            _end(connection, each, known, now)


def _automatic(
    connection: Connection, guild: int | None, wait: Wait, now: datetime
) -> Holiday | None:
    """Return the holiday that is taken as the time of a wait is up, if its person allows that."""
    row = connection.execute(_ALLOWS, {"who": wait.player}).first()
    if row is None:
        return None
    zone = row.zone if row.zone in zones() else rules.DEFAULT_ZONE
    return rules.automatic(wait, guild, zone, _known(connection, wait.player), now)


def _end(connection: Connection, found: Holiday, known: Sequence[Holiday], now: datetime) -> None:
    """End a holiday early, or take one back that has not begun."""
    which = holidays.c.id == found.id
    if (cut := rules.ended(found, now)) is None:
        connection.execute(delete(holidays).where(which))
    else:
        connection.execute(update(holidays).where(which).values(ends_at=cut.ends_at))
        _turn(connection, cut, [each for each in known if each is not found], now)
        mentions.look_anew(connection, found.player, now)
    timers.drop(connection, TimerKey(TimerKind.HOLIDAY, str(found.id)))


def _begin(connection: Connection, new: Holiday, known: Sequence[Holiday], now: datetime) -> int:
    """Store a holiday with what it leads to; return how many clocks stand by now."""
    values = {
        "player": new.player,
        "guild": new.guild,
        "begins_at": new.begins_at,
        "ends_at": new.ends_at,
        "zone": new.zone,
        "computer": new.is_computer,
        "everywhere": new.is_everywhere,
        "automatic": new.is_automatic,
    }
    number = connection.execute(insert(holidays).returning(holidays.c.id), values).scalar_one()
    return _turn(connection, replace(new, id=number), known, now)


def _turn(connection: Connection, holiday: Holiday, known: Sequence[Holiday], now: datetime) -> int:
    """Let clocks stand or go on; return how many stand from now on."""
    turn = rules.turned(holiday, known, _waiting(connection, holiday), now)
    for each in turn.stands:
        waits.stop(connection, each.match, Stop.HOLIDAY, now, each.seat)
    for each in turn.goes_on:
        waits.go_on(connection, each.match, Stop.HOLIDAY, now, each.seat)
    turns.ask(connection, [each.id for each in turn.goes_on], now)
    for each in turn.goes_on if holiday.is_automatic else ():
        outbox.outdated(connection, each.match, NoticeKind.AUTO_HOLIDAY)
    timers.put(connection, *turn.timers)
    if holiday.ends_at <= now:
        hear = connection.execute(_TO_HEAR, {"who": holiday.player}).scalars()
        kind, player = TimerKind.RETURN, holiday.player
        timers.put(
            connection, *(Timer(kind, f"{each}:{player}", now, MatchId(each)) for each in hear)
        )
    return len(turn.stands)


def _waiting(connection: Connection, holiday: Holiday) -> Mapping[int | None, Sequence[Wait]]:
    """Return the waits of its person where a holiday counts, by server."""
    found = dict[int | None, list[Wait]]()
    for row in connection.execute(_WAITING, {"who": holiday.player}).mappings():
        if holiday.counts_in(row["guild"]):
            found.setdefault(row["guild"], []).append(waits.wait_of(row))
    return found


def _known(connection: Connection, player: PlayerId) -> list[Holiday]:
    return [_holiday(row) for row in connection.execute(_OF, {"who": player}).mappings()]


def _locked(connection: Connection, player: PlayerId) -> list[Holiday]:
    """Read and lock a person's holidays until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(player)))
    return _known(connection, player)


def _of_people(connection: Connection, match: Match, now: datetime) -> list[Holiday]:
    """Return the holidays of a table's people that are on, or begin soon."""
    values = {
        "ids": [each.id for each in match.people],
        "there": match.venue.guild,
        "now": now,
        "soon": now + rules.SHOWN_AHEAD,
    }
    return [_holiday(row) for row in connection.execute(_OF_SOME, values).mappings()]


def _away(connection: Connection, match: Match, now: datetime) -> Mapping[Seat, Holiday]:
    """Return who of a table is away or will be soon, each the next time."""
    return rules.away_by_seat(match, _of_people(connection, match, now))


def _holiday(row: RowMapping) -> Holiday:
    return Holiday(
        player=PlayerId(row["player"]),
        guild=row["guild"],
        begins_at=row["begins_at"],
        ends_at=row["ends_at"],
        zone=row["zone"],
        is_computer=row["computer"],
        id=row["id"],
        is_everywhere=row["everywhere"],
        is_automatic=row["automatic"],
    )
