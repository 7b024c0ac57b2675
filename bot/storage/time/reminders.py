"""Reminders, nudges and pings that waited: what is asked again when their moment has come.

These functions are parts of somebody else's transaction. They read rows alone: no match is loaded
and no record replayed. The words are made when a notice is sent.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from json import loads
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, RowMapping, and_, bindparam, select, update
from sqlalchemy import alias as aliased_table
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import outbox, timers
from bot.storage.rows import preferences_of
from bot.storage.schema import (
    ballots,
    deals,
    matches,
    nudges,
    players,
    reminded,
    seats,
    table_preferences,
    tellings,
    votes,
    waits,
)
from bot.storage.schema import outbox as notices
from bot.storage.time.waits import wait_of
from bot.table.errors import NudgeRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status, Target, Unpinged
from bot.table.notices.notice import Notice, NoticeKind, QueuedNotice, to_channel, to_player
from bot.table.time.reminders import (
    AFTER_ASKING,
    LAST_PAUSE,
    LAST_STEP,
    NUDGE_AFTER,
    NUDGE_PAUSE,
    SOFT_PAUSE,
    Night,
    Nudged,
    Reminder,
    ReminderKind,
    Reminding,
    Wishes,
    next_reminder,
    reminders,
)
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import Wait
from bot.table.together.deals import Reply
from engine.game import Seat

BY_MESSAGE: Final = 0
"""Stands in `reminded` for the server of those who are reminded in direct messages."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A running match that waits for a person, and how they want to be reminded of it."""

    wait: Wait
    player: PlayerId
    game: str
    guild: int | None
    place: int
    message: int | None
    wishes: Wishes
    is_direct: bool
    sent: int

    @property
    def facts(self) -> dict[str, Any]:
        """What the words say of the table."""
        due = self.wait.due_at
        return {
            "match": self.wait.match,
            "game": self.game,
            "guild": self.guild,
            "place": self.place,
            "message": self.message,
            "asked": int(self.wait.asked_at.timestamp()),
            "due": None if due is None else int(due.timestamp()),
        }

    @property
    def scope(self) -> int:
        """The server in which the person is reminded softly once in a while."""
        return BY_MESSAGE if self.is_direct else self.guild or BY_MESSAGE

    def coming(self, now: datetime) -> Sequence[Reminder]:
        """Return what is to come."""
        return reminders(self.wait, self.wishes, self.sent, now)


_SEAT_IS_THEIRS: Final = and_(
    seats.c.match_id == waits.c.match_id,
    seats.c.seat == waits.c.seat,
    seats.c.player == waits.c.player,
    seats.c.agent.is_(None),
    seats.c.stand_in.is_(False),
    seats.c.offered.is_(False),
)
_WAITING: Final = (
    select(
        waits,
        matches.c.game,
        matches.c.guild,
        matches.c.channel,
        tellings.c.place,
        tellings.c.message,
        table_preferences.c.reminders.label("here"),
        *(column for column in players.c if column is not players.c.id),
    )
    .join(matches, matches.c.id == waits.c.match_id)
    .join(seats, _SEAT_IS_THEIRS)
    .outerjoin(players, players.c.id == waits.c.player)
    .outerjoin(
        table_preferences,
        and_(
            table_preferences.c.player == waits.c.player,
            table_preferences.c.match_id == waits.c.match_id,
        ),
    )
    .outerjoin(
        tellings,
        and_(tellings.c.match_id == waits.c.match_id, tellings.c.target == Target.TABLE.value),
    )
    .where(matches.c.status == Status.PLAYING.value, matches.c.lost_at.is_(None))
    .order_by(waits.c.due_at, waits.c.id)
)
_WITH_IT: Final = _WAITING.where(
    waits.c.player == select(waits.c.player).where(waits.c.id == bindparam("of")).scalar_subquery()
)
"""All tables that wait for the person of this wait."""
_AT: Final = _WAITING.where(
    waits.c.match_id == bindparam("of_match"), waits.c.seat == bindparam("of_seat")
)
_OF: Final = _WAITING.where(
    waits.c.match_id == bindparam("of_match"), waits.c.player == bindparam("whom")
)
_SENT: Final = update(waits).where(waits.c.id == bindparam("of")).values(reminded=bindparam("step"))
_LAST_SOFT: Final = select(reminded.c.at).where(
    reminded.c.player == bindparam("whom"), reminded.c.guild == bindparam("where")
)
_LAST_NUDGE: Final = select(nudges.c.at).where(
    nudges.c.match_id == bindparam("of_match"), nudges.c.seat == bindparam("of_seat")
)


def remind(connection: Connection, timer: Timer, now: datetime) -> None:
    """Remind somebody, if it is still so; else look again when it may be.

    A soft reminder lists all tables of that server that wait for the person, and those of all
    servers in a direct message; what would be due there within 20 hours is done with it. It waits
    if there was one so lately. A last one always goes, and takes in those of the next 12 hours.
    """
    every = _waiting(connection, int(timer.key))
    mine = next((each for each in every if each.wait.id == int(timer.key)), None)
    if mine is None:
        return
    coming = next_reminder(mine.wait, mine.wishes, mine.sent, now)
    if coming is None:
        return
    last = connection.execute(_LAST_SOFT, {"whom": mine.player, "where": mine.scope}).scalar()
    is_soon = last is not None and now < last + SOFT_PAUSE
    if coming.at > now or (coming.kind is ReminderKind.SOFT and is_soon):
        _look_again(connection, mine, now, None if last is None else last + SOFT_PAUSE)
        return
    near = [each for each in every if mine.is_direct or each.guild == mine.guild]
    if coming.kind is ReminderKind.SOFT:
        listed = [each for each in near if _is_listed(each, now)]
        done = {each.wait.id: _done(each, ReminderKind.SOFT, now, SOFT_PAUSE) for each in listed}
        _put_at(connection, reminded, {"player": mine.player, "guild": mine.scope}, now)
    else:
        done = {each.wait.id: _done(each, ReminderKind.LAST, now, LAST_PAUSE) for each in near}
        listed = [each for each in near if done[each.wait.id] > each.sent]
    # The one that it is for comes first.
    listed = [mine, *(each for each in listed if each is not mine)]
    done[mine.wait.id] = max(coming.step, done.get(mine.wait.id, 0))
    for each in listed:
        connection.execute(_SENT, {"of": each.wait.id, "step": max(done[each.wait.id], each.sent)})
    outbox.put(connection, _reminder(mine, coming, listed, now))
    after = reminders(mine.wait, mine.wishes, done[mine.wait.id], now)
    if after:
        _put_timer(connection, mine, min(each.at for each in after))


def _is_listed(table: _Table, now: datetime) -> bool:
    wait, wishes = table.wait, table.wishes
    is_wanted = wishes.reminding is not Reminding.OFF and not wait.is_muted
    return is_wanted and wait.runs and now >= wait.asked_at + AFTER_ASKING


def _done(table: _Table, kind: ReminderKind, now: datetime, pause: timedelta) -> int:
    """Return how many steps are behind if a reminder of this kind takes in the next ones."""
    taken = (each for each in table.coming(now) if each.at <= now + pause and each.kind is kind)
    return max((each.step for each in taken), default=table.sent)


def _look_again(
    connection: Connection, table: _Table, now: datetime, soft_from: datetime | None
) -> None:
    moments = [
        max(each.at, soft_from or now) if each.kind is ReminderKind.SOFT else each.at
        for each in table.coming(now)
    ]
    _put_timer(connection, table, min(moments))


def _reminder(mine: _Table, coming: Reminder, listed: Sequence[_Table], now: datetime) -> Notice:
    due, quiet = mine.wait.due_at, mine.wishes.quiet
    ends = [] if due is None else [due]
    if quiet is not None:
        ends.append(quiet.next_night(now))
    is_last = mine.wait.length is None and coming.step == LAST_STEP
    facts = {
        "player": mine.player,
        "kind": coming.kind.value,
        "step": coming.step,
        "is_final": is_last,
        "channel": mine.place,
        "tables": [each.facts for each in listed],
    }
    return Notice(
        target=to_player(mine.player) if mine.is_direct else to_channel(mine.place),
        kind=NoticeKind.REMINDER,
        key=f"{mine.wait.id}:{coming.step}",
        match=mine.wait.match,
        # A list stays when one of its tables has its move.
        wait=mine.wait.id if len(listed) == 1 else None,
        facts=facts,
        best_before=min(ends, default=None),
    )


def nudge(connection: Connection, match_id: MatchId, seat: Seat, by: str, now: datetime) -> Nudged:
    """Remind a seat's owner because somebody else asks for it; it is the soft reminder then.

    Raises `NudgeRefused`.
    """
    where = {"of_match": match_id, "of_seat": seat}
    found = connection.execute(_AT, where).mappings().one_or_none()
    if found is None:
        raise NudgeRefused("nudge-not-awaited")
    table = _table(found)
    if not table.wait.runs:
        raise NudgeRefused("nudge-stands-still")
    if table.wait.is_muted or table.wishes.reminding is Reminding.OFF:
        return Nudged.KNOWN
    earliest = table.wait.asked_at + NUDGE_AFTER
    if now < earliest:
        raise NudgeRefused("nudge-soon", until=earliest)
    soft = {"whom": table.player, "where": table.scope}
    before = connection.execute(_LAST_NUDGE, where).scalar()
    reminded_at = connection.execute(_LAST_SOFT, soft).scalar()
    again = [
        last + pause
        for last, pause in ((before, NUDGE_PAUSE), (reminded_at, SOFT_PAUSE))
        if last is not None
    ]
    if again and now < max(again):
        raise NudgeRefused("nudge-again", until=max(again))
    _put_at(connection, nudges, {"match_id": match_id, "seat": seat}, now)
    _put_at(connection, reminded, {"player": table.player, "guild": table.scope}, now)
    step = _done(table, ReminderKind.SOFT, now, SOFT_PAUSE)
    connection.execute(_SENT, {"of": table.wait.id, "step": max(step, table.sent)})
    notice = Notice(
        target=to_player(table.player) if table.is_direct else to_channel(table.place),
        kind=NoticeKind.NUDGE,
        key=f"{table.wait.id}:{int(now.timestamp())}",
        match=match_id,
        wait=table.wait.id,
        facts={"player": table.player, "by": by, "channel": table.place, "tables": [table.facts]},
        best_before=table.wait.due_at,
    )
    outbox.put(connection, notice)
    quiet = table.wishes.quiet
    return Nudged.SENT if quiet is None or quiet.night_of(now) is None else Nudged.LATER


def ask_time(connection: Connection, player: PlayerId, match_id: MatchId, name: str) -> None:
    """Ask the others at a table for more time; who asks again asks in the same message.

    Raises `NudgeRefused` (not-awaited, no-limit).
    """
    where = {"of_match": match_id, "whom": player}
    found = connection.execute(_OF, where).mappings().one_or_none()
    if found is None:
        raise NudgeRefused("not-awaited")
    table = _table(found)
    if table.wait.due_at is None:
        raise NudgeRefused("no-limit")
    seat = table.wait.seat
    notice = Notice(
        target=to_channel(table.place),
        kind=NoticeKind.ASK_TIME,
        key=str(table.wait.id),
        match=match_id,
        wait=table.wait.id,
        facts={"player": player, "by": name, "seat": seat, "tables": [table.facts]},
    )
    outbox.put(connection, notice)


def mute(connection: Connection, player: PlayerId, match_id: MatchId) -> bool:
    """Remind a person no more of the move that a match waits for; False: it doesn't."""
    of = and_(waits.c.match_id == match_id, waits.c.player == player)
    return connection.execute(update(waits).where(of).values(muted=True)).rowcount > 0


def look_anew(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Ask for all tables that wait for a person when they are to be reminded."""
    found = connection.execute(
        select(waits.c.id, waits.c.match_id, waits.c.seat).where(waits.c.player == player)
    )
    kind = TimerKind.REMINDER
    timers.put(
        connection,
        *(
            Timer(kind, str(each.id), now, MatchId(each.match_id), Seat(each.seat))
            for each in found
        ),
    )


def mention_turn(connection: Connection, match_id: MatchId, unpinged: Collection[Unpinged]) -> None:
    """Ping those whom a table's message left alone, if it is still their turn by then."""
    if not unpinged:
        return
    until = {each.player: each.until for each in unpinged}
    found = connection.execute(
        select(waits.c.id, waits.c.player, waits.c.seat).where(
            waits.c.match_id == match_id, waits.c.player.in_(until)
        )
    )
    kind = TimerKind.MENTION
    timers.put(
        connection,
        *(
            Timer(kind, str(each.id), until[PlayerId(each.player)], match_id, Seat(each.seat))
            for each in found
        ),
    )


def mention_later(
    connection: Connection,
    match_id: MatchId | None,
    about: str,
    unpinged: Collection[Unpinged],
) -> None:
    """Ping those whom a message left alone, if it still asks something of them by then.

    It is about a notice ("kind:key"), a proposal ("deal:7") or an open table ("invitation:42").
    """
    kind = TimerKind.MENTION
    timers.put(
        connection,
        *(Timer(kind, f"{about}:{each.player}", each.until, match_id) for each in unpinged),
    )


def mention(connection: Connection, timer: Timer, now: datetime) -> None:
    """Ping somebody after their quiet hours, if what it is about is still so.

    Of several tables of a server it is done at once.
    """
    if timer.key.isdecimal():
        every = _waiting(connection, int(timer.key))
        table = next((each for each in every if str(each.wait.id) == timer.key), None)
        if table is None or not _asks(table):
            return
        player, target = table.player, to_channel(table.place)
        facts: dict[str, Any] = {"about": "turn"}
        wait: int | None = None
    else:
        every, table = [], None
        said, _, whom = timer.key.rpartition(":")
        about = said.partition(":")[0]
        player = PlayerId(int(whom))
        found = _ASKS.get(about, _notice_asks)(connection, said, player)
        if found is None or found.message is None:
            return
        target, wait = found.target, found.wait
        facts = {"about": about, "place": found.place, "message": found.message}
    night = _night(connection, player, now)
    if night is not None:
        timers.put(connection, Timer(timer.kind, timer.key, night.ends, timer.match))
        return
    if table is not None:
        others = [each for each in every if each is not table and each.guild == table.guild]
        came = [
            each
            for each in others
            if timers.came(connection, TimerKey(TimerKind.MENTION, str(each.wait.id)), now)
        ]
        listed = [table, *(each for each in came if _asks(each))]
        facts["tables"] = [each.facts for each in listed]
        wait = table.wait.id if len(listed) == 1 else None
    facts["player"] = player
    notice = Notice(target, NoticeKind.MENTION, timer.key, timer.match, wait, facts)
    outbox.put(connection, notice)


def _asks(table: _Table) -> bool:
    """Say whether a table waits for somebody who wants to hear of it; sealed choices end that."""
    return table.wait.runs and not table.wait.is_muted


def still_pings(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a person still wants to be pinged by a notice that is about to be sent.

    What comes into their quiet hours is put off: a reminder is thought of anew, a mention waits.
    """
    notice = queued.notice
    player = PlayerId(int(notice.facts["player"]))
    if notice.kind is NoticeKind.MENTION:
        night = _night(connection, player, now)
        if night is not None:
            at = Timer(TimerKind.MENTION, notice.key, night.ends, notice.match)
            timers.put(connection, at)
        if night is not None or not notice.key.isdecimal():
            return night is None
        every = _waiting(connection, int(notice.key))
        return any(_asks(each) for each in every if str(each.wait.id) == notice.key)
    wait = int(notice.key.partition(":")[0])
    table = next((each for each in _waiting(connection, wait) if each.wait.id == wait), None)
    if table is None or not _asks(table):
        return False
    if notice.kind is NoticeKind.NUDGE or table.wishes.quiet is None:
        return True
    if table.wishes.quiet.night_of(now) is None:
        return True
    connection.execute(_SENT, {"of": wait, "step": notice.facts["step"] - 1})
    _put_timer(connection, table, now)
    return False


def _night(connection: Connection, player: PlayerId, now: datetime) -> Night | None:
    found = connection.execute(select(players).where(players.c.id == player))
    row = found.mappings().one_or_none()
    quiet = None if row is None else preferences_of(row).quiet
    return None if quiet is None else quiet.night_of(now)


class _Message(NamedTuple):
    """Where somebody is still asked something."""

    target: str
    place: int | None
    message: int | None
    wait: int | None = None


def _notice_asks(connection: Connection, said: str, player: PlayerId) -> _Message | None:
    """Return a notice that still asks something of somebody."""
    about, _, key = said.partition(":")
    of = and_(notices.c.kind == about, notices.c.key == key)
    notice = connection.execute(select(notices).where(of)).one_or_none()
    if notice is None or notice.state not in ("sent", "pending"):
        return None
    found = _Message(notice.target, notice.place, notice.message, notice.wait_id)
    if about not in (NoticeKind.VOTE.value, NoticeKind.TAKE_BACK.value):
        return found
    number = loads(notice.facts)["vote"]
    of = and_(votes.c.match_id == notice.match_id, votes.c.number == number)
    its = and_(ballots.c.match_id == notice.match_id, ballots.c.number == number)
    is_open = connection.execute(select(votes.c.number).where(of, votes.c.result.is_(None))).first()
    said_so = connection.execute(select(ballots.c.seat).where(its, ballots.c.player == player))
    return found if is_open is not None and said_so.first() is None else None


def _deal_asks(connection: Connection, said: str, player: PlayerId) -> _Message | None:
    """Return the message of a proposal that somebody has not answered."""
    row = connection.execute(_DEAL, {"of": int(said.partition(":")[2]), "telling": said}).first()
    if row is None:
        return None
    whose = and_(seats.c.match_id == row.match_id, seats.c.player == player)
    seat = connection.execute(select(seats.c.seat).where(whose, seats.c.agent.is_(None))).scalar()
    asked = [each["seat"] for each in loads(row.answers) if each["reply"] == Reply.WAITED_FOR.value]
    place = row.place or row.channel
    return _Message(to_channel(place), place, row.message) if seat in asked else None


def _invitation_asks(connection: Connection, said: str, player: PlayerId) -> _Message | None:
    """Return the message of an open table to which somebody was invited."""
    match_id = int(said.partition(":")[2])
    row = connection.execute(_LOBBY, {"of": match_id}).first()
    mine = and_(seats.c.match_id == match_id, seats.c.player == player)
    if row is None or connection.execute(select(seats.c.seat).where(mine)).first() is not None:
        return None
    return _Message(to_channel(row.channel), row.channel, row.message)


_ASKS: Final = {"deal": _deal_asks, "invitation": _invitation_asks}
_TABLE: Final = aliased_table(tellings, "of_table")
_DEAL: Final = (
    select(deals.c.match_id, deals.c.answers, matches.c.channel, _TABLE.c.place, tellings.c.message)
    .join(matches, and_(matches.c.id == deals.c.match_id))
    .join(
        tellings,
        and_(tellings.c.match_id == matches.c.id, tellings.c.target == bindparam("telling")),
    )
    .join(_TABLE, and_(_TABLE.c.match_id == matches.c.id, _TABLE.c.target == Target.TABLE.value))
    .where(
        deals.c.id == bindparam("of"),
        deals.c.withdrawn.is_(False),
        deals.c.closed.is_(False),
        matches.c.status == Status.PLAYING.value,
    )
)
_LOBBY: Final = (
    select(matches.c.channel, tellings.c.message)
    .join(
        tellings,
        and_(tellings.c.match_id == matches.c.id, tellings.c.target == Target.COVER.value),
    )
    .where(matches.c.id == bindparam("of"), matches.c.status == Status.LOBBY.value)
)


def _waiting(connection: Connection, wait: int) -> list[_Table]:
    return [_table(row) for row in connection.execute(_WITH_IT, {"of": wait}).mappings()]


def _table(row: RowMapping) -> _Table:
    prefers = preferences_of(row)
    here = prefers.reminding if row["here"] is None else Reminding(row["here"])
    return _Table(
        wait=wait_of(row),
        player=PlayerId(row["player"]),
        game=row["game"],
        guild=row["guild"],
        place=row["place"] or row["channel"],
        message=row["message"],
        wishes=Wishes(here, prefers.quiet),
        is_direct=prefers.direct,
        sent=row["reminded"],
    )


def _put_timer(connection: Connection, table: _Table, at: datetime) -> None:
    wait = table.wait
    timers.put(connection, Timer(TimerKind.REMINDER, str(wait.id), at, wait.match, wait.seat))


def _put_at(connection: Connection, table: Any, key: dict[str, Any], at: datetime) -> None:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    put = dialect.insert(table).values(**key, at=at)
    connection.execute(put.on_conflict_do_update(index_elements=list(key), set_={"at": at}))
