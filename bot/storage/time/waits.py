"""Open waits as rows: read by one reader, locked, and stored as the rules of time decide.

These functions are parts of a transaction that the caller has begun. What is decided stands
in `bot.table.time.clocks`, in which order rows are locked in `bot.storage.time.decisions`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Label,
    RowMapping,
    Select,
    and_,
    bindparam,
    func,
    select,
)

from bot.storage import outbox
from bot.storage.rows import preferences_of
from bot.storage.schema import (
    Instant,
    holidays,
    matches,
    players,
    seats,
    spent,
    table_preferences,
    waits,
)
from bot.storage.time import answers
from bot.storage.time.away import counts_in
from bot.storage.time.decisions import apply
from bot.table.effects import Effects
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status
from bot.table.notices.news_modes import moment_of
from bot.table.time import clocks, turns
from bot.table.time import waits as rules
from bot.table.time.clocks import Clocks, MatchChange, NewLines
from bot.table.time.decision import TimeDecision
from bot.table.time.nights import OffHours
from bot.table.time.turns import NextUp, TurnWishes
from bot.table.time.waits import Spent, Stop, Wait
from engine.game import Seat

_NOW: Final = bindparam("today", type_=Instant)


def _back_at(player: ColumnElement[Any], guild: ColumnElement[Any]) -> Label[Any]:
    """Return when the holiday ends, or ended, in which a player is, or was last, in a server."""
    ends = select(func.max(holidays.c.ends_at)).where(
        holidays.c.player == player, counts_in(guild), holidays.c.begins_at <= _NOW
    )
    return ends.scalar_subquery().label("back_at")


_SET: Final = tuple(each for each in players.c if each is not players.c.id)
TIMED: Final = (
    select(waits, *_SET, _back_at(waits.c.player, matches.c.guild))
    .join(matches, matches.c.id == waits.c.match_id)
    .outerjoin(players, players.c.id == waits.c.player)
    .order_by(waits.c.match_id, waits.c.id)
)
"""The open waits with what says when their time must not be up."""
BY_OWNERS: Final = (
    select(waits, *_SET, table_preferences.c.reminders.label("here"))
    .join(matches, matches.c.id == waits.c.match_id)
    .join(seats, and_(seats.c.match_id == waits.c.match_id, seats.c.seat == waits.c.seat))
    .outerjoin(players, players.c.id == waits.c.player)
    .outerjoin(
        table_preferences,
        and_(
            table_preferences.c.player == waits.c.player,
            table_preferences.c.match_id == waits.c.match_id,
        ),
    )
    .where(
        matches.c.status == Status.PLAYING.value,
        matches.c.lost_at.is_(None),
        seats.c.agent.is_(None),
        seats.c.stand_in_for.is_(None),
        seats.c.offered.is_(False),
    )
)
"""The open waits of players who move themselves, with what they have set, where they play."""
_LOCK: Final = TIMED.with_for_update(of=waits)
_LOCK_MATCH: Final = _LOCK.where(waits.c.match_id == bindparam("of"))
_LOCK_PLAYER: Final = _LOCK.where(waits.c.player == bindparam("of"))
_TIMES_OF: Final = TIMED.where(waits.c.match_id.in_(bindparam("ids", expanding=True)))
_PEOPLE: Final = (
    select(
        seats.c.seat,
        seats.c.player,
        seats.c.bank_s,
        *_SET,
        _back_at(seats.c.player, matches.c.guild),
    )
    .join(matches, matches.c.id == seats.c.match_id)
    .outerjoin(players, players.c.id == seats.c.player)
    .where(
        seats.c.match_id == bindparam("of"), seats.c.player.is_not(None), seats.c.agent.is_(None)
    )
)
_OPEN_OF: Final = (
    select(waits)
    .where(waits.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(waits.c.match_id, waits.c.seat)
)
_SPENT: Final = select(spent).where(spent.c.match_id == bindparam("of"))


class _People(NamedTuple):
    """When a table's people are not there, and what their clocks stand at, if not at the start.

    And the wishes of those who want messages about turns.
    """

    off: Mapping[PlayerId, OffHours] = MappingProxyType({})
    banks: Mapping[Seat, timedelta] = MappingProxyType({})
    wishes: Mapping[PlayerId, TurnWishes] = MappingProxyType({})


def follow(
    connection: Connection,
    match: Match,
    at: datetime,
    effects: Effects,
    played: NewLines | None = None,
) -> frozenset[Seat]:
    """Let the waits be those of the match as it is stored now, as `clocks.follow` says.

    Returns the seats of which a wait stood still because of a holiday. Raises `VoteRefused`
    (time-given) if a person gave some to the same wait before.
    """
    if not match.has_begun or match.status is Status.PAUSED:
        return frozenset()
    rows, _ = _locked(connection, _LOCK_MATCH, match.id, at)
    people = _people(connection, match, at)
    stored = _clocks(connection, match, people, with_spent=bool(played and played.undone))
    decision = clocks.follow(
        match,
        rows,
        stored,
        at,
        played,
        effects.more_time,
        MatchChange(effects.has_new_pace, effects.new_owners, effects.back),
    )
    opened = apply(connection, decision, at, match.id)
    if people.wishes:
        movers = () if played is None else played.movers
        messages = _messages(match, rows, decision, opened, people, movers, effects.following, at)
        apply(connection, messages, at)
    return frozenset(row.seat for row in rows if Stop.HOLIDAY in row.stops)


def _messages(
    match: Match,
    before: Sequence[Wait],
    decision: TimeDecision,
    opened: Sequence[Wait],
    people: _People,
    movers: Collection[Seat],
    following: Sequence[Seat],
    at: datetime,
) -> TimeDecision:
    """Return the direct messages that come of a change of the waits."""
    changed = {wait.id: wait for wait in decision.changed}
    kept = [changed.get(wait.id, wait) for wait in before if wait not in decision.ended]
    asked = turns.turns(before, [*kept, *opened], movers, people.wishes, at)
    after = turns.next_up(match, opened, following, _away(people.off, at), people.wishes, at)
    return replace(asked, notices=(*asked.notices, *after.notices))


def _clocks(connection: Connection, match: Match, people: _People, *, with_spent: bool) -> Clocks:
    if not with_spent:
        return Clocks(people.banks, off=people.off)
    past = connection.execute(_SPENT, {"of": match.id}).mappings()
    taken = answers.noted(connection, match.id)
    return Clocks(people.banks, [_spent_of(row) for row in past], people.off, taken)


def _people(connection: Connection, match: Match, at: datetime) -> _People:
    if match.status is not Status.PLAYING:
        return _People()
    rows = connection.execute(_PEOPLE, {"of": match.id, "today": at}).mappings().all()
    wishes = {PlayerId(row["player"]): preferences_of(row).turns for row in rows}
    return _People(
        {PlayerId(row["player"]): _off_hours_of(row) for row in rows},
        {
            Seat(row["seat"]): timedelta(seconds=row["bank_s"])
            for row in rows
            if row["bank_s"] is not None
        },
        {
            player: wish
            for player, wish in wishes.items()
            if wish.is_direct or wish.next_up is NextUp.DIRECT
        },
    )


def shown(connection: Connection, match_id: MatchId, message: int, now: datetime) -> None:
    """Let the waits of a match run since this message stands, which shows who is waited for.

    They go on if they stood because the table could not be told. Its time is that in its id, also
    if it is found again after a crash.
    """
    posted = moment_of(message)
    changed(connection, match_id, lambda wait: rules.shown(wait, posted, now), now)


def stop(
    connection: Connection,
    match_id: MatchId,
    reason: Stop,
    now: datetime,
    seat: Seat | None = None,
) -> None:
    """Let the waits of a match stand still for this reason, or that of one seat."""

    def stands(wait: Wait) -> Wait:
        return rules.stopped(wait, reason, now) if seat in (None, wait.seat) else wait

    changed(connection, match_id, stands, now)


def go_on(
    connection: Connection,
    match_id: MatchId,
    reason: Stop,
    now: datetime,
    seat: Seat | None = None,
) -> None:
    """Let waits go on that stood still for this reason; another one may still stop them."""

    def goes_on(wait: Wait) -> Wait:
        return rules.going_on(wait, reason, now) if seat in (None, wait.seat) else wait

    changed(connection, match_id, goes_on, now)


def late(connection: Connection, match_id: MatchId, which: Collection[int], now: datetime) -> None:
    """Store that the time of these waits of a match is up, of which it is."""
    rows, _ = _locked(connection, _LOCK_MATCH, match_id, now)
    noted = [clocks.late(wait, now) for wait in rows if wait.id in which]
    late = tuple(each for each in noted if each.late_at is not None)
    apply(connection, TimeDecision(changed=late), now)
    # That time is up is said by another message.
    outbox.supersede(connection, [each.id for each in late])


def changed(
    connection: Connection, match_id: MatchId, change: Callable[[Wait], Wait], now: datetime
) -> None:
    """Store what a pure function makes of each open wait of a match."""
    before, off = _locked(connection, _LOCK_MATCH, match_id, now)
    apply(connection, clocks.changes(before, [change(each) for each in before], off, now), now)


def hours_changed(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Let the time of a player be up at no moment that lies in their quiet hours by now."""
    for each in decisions(connection, _LOCK_PLAYER, {"of": player}, lambda wait: wait, now):
        apply(connection, each, now)


def decisions(
    connection: Connection,
    which: Select[Any],
    values: Mapping[str, Any],
    change: Callable[[Wait], Wait],
    now: datetime,
) -> list[TimeDecision]:
    """Return what a pure function makes of open waits of several matches, of each match by itself.

    `which` is `TIMED` with conditions: a holiday of one server is none in another one.
    """
    rows = connection.execute(which, {**values, "today": now}).mappings().all()
    found = []
    for _, of_match in groupby(rows, key=itemgetter("match_id")):
        before, off = _timed(list(of_match))
        found.append(clocks.changes(before, [change(each) for each in before], off, now))
    return found


def _locked(
    connection: Connection, which: Select[Any], of: int, now: datetime
) -> tuple[list[Wait], Mapping[PlayerId, OffHours]]:
    """Read open waits, which nobody else changes until the transaction ends.

    Besides them returns when their players are not there.
    """
    return _timed(connection.execute(which, {"of": of, "today": now}).mappings().all())


def _timed(rows: Sequence[RowMapping]) -> tuple[list[Wait], Mapping[PlayerId, OffHours]]:
    return [wait_of(row) for row in rows], {
        PlayerId(row["player"]): _off_hours_of(row) for row in rows
    }


def _off_hours_of(row: RowMapping) -> OffHours:
    return OffHours(preferences_of(row).quiet, row["back_at"])


def of_matches(connection: Connection, ids: Collection[MatchId]) -> Mapping[MatchId, list[Wait]]:
    """Return the open waits of matches, in the order of their seats."""
    found: dict[MatchId, list[Wait]] = {each: [] for each in ids}
    for row in connection.execute(_OPEN_OF, {"ids": list(ids)}).mappings():
        wait = wait_of(row)
        found[wait.match].append(wait)
    return found


def times_of(
    connection: Connection, ids: Collection[MatchId], now: datetime
) -> Mapping[MatchId, list[Wait]]:
    """Return the open waits of matches, as they run if the tables show them now."""
    found: dict[MatchId, list[Wait]] = {each: [] for each in ids}
    rows = connection.execute(_TIMES_OF, {"ids": list(ids), "today": now}).mappings()
    for row in rows:
        wait = clocks.seen(wait_of(row), _off_hours_of(row), now)
        found[wait.match].append(wait)
    return found


def away(connection: Connection, match: Match, now: datetime) -> Mapping[PlayerId, datetime]:
    """Return who of a table's people is on holiday, and until when."""
    off = _people(connection, match, now).off
    return {
        player: hours.back_at
        for player, hours in off.items()
        if hours.back_at is not None and hours.is_away(now)
    }


def _away(off: Mapping[PlayerId, OffHours], now: datetime) -> frozenset[PlayerId]:
    return frozenset(player for player, hours in off.items() if hours.is_away(now))


def wait_of(row: RowMapping) -> Wait:
    """Read a row of `waits`."""
    return Wait(
        id=row["id"],
        match=MatchId(row["match_id"]),
        seat=Seat(row["seat"]),
        asked_at=row["asked_at"],
        length=_span(row["length_s"]),
        left=_span(row["left_s"]),
        since=row["since"],
        stops=frozenset(Stop(each) for each in row["stops"].split(",") if each),
        is_muted=row["muted"],
        given=timedelta(seconds=row["given_s"]),
        night=timedelta(seconds=row["night_s"]),
        player=PlayerId(row["player"]),
        line=row["line"],
        givers=tuple(PlayerId(int(each)) for each in row["given_by"].split(",") if each),
        look_at=row["look_at"],
        reminded=row["reminded"],
        late_at=row["late_at"],
        is_stood_in=row["stood_in"],
        is_redone=row["redone"],
        wish_at=row["wish_at"],
        waited=timedelta(seconds=row["waited_s"]),
    )


def _spent_of(row: RowMapping) -> Spent:
    length, used = timedelta(seconds=row["length_s"]), timedelta(seconds=row["used_s"])
    return Spent(Seat(row["seat"]), row["line"], row["upto"], length, used, row["redone"])


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
