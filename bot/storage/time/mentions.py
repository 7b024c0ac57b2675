"""The rows from which pings that waited are decided: what is still so, asked when they are due.

These functions are parts of the caller's transaction, and read rows alone. What is asked of a kind
of message stands in `bot.table.time.mentions`; here is what no row of a table says: whether a vote
is open, a proposal answered, a seat still saved.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from json import loads
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    RowMapping,
    Text,
    and_,
    bindparam,
    cast,
    null,
    select,
    union_all,
    update,
)

from bot.storage import outbox, timers
from bot.storage.rows import preferences_of
from bot.storage.schema import (
    Instant,
    ballots,
    deals,
    guilds,
    holidays,
    matches,
    players,
    seats,
    tellings,
    votes,
    waits,
)
from bot.storage.schema import outbox as notices
from bot.storage.schema import timers as rows
from bot.storage.time.away import COUNTS_THERE
from bot.storage.time.waits import wait_of
from bot.table.ids import MatchId, PlayerId
from bot.table.invitations import GuestAnswer
from bot.table.match.match import Status, Target, Unpinged, WhenLate
from bot.table.notices.notice import DIRECT, NoticeKind, NoticeState, QueuedNotice
from bot.table.preferences import quiet_hours
from bot.table.time import mentions as rules
from bot.table.time.decision import Scope
from bot.table.time.mentions import DEAL, TURN, Standing, StillAsked
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.reminders import BY_MESSAGE
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import Wait
from bot.table.together.deals import Reply
from engine.game import Seat

_IDS: Final[Any] = bindparam("ids", expanding=True)
# Whose time was up has not said that they are away: they may still be called.
_IS_AWAY: Final = and_(
    holidays.c.player.in_(_IDS),
    ~holidays.c.automatic,
    COUNTS_THERE,
    holidays.c.begins_at <= bindparam("now"),
    holidays.c.ends_at > bindparam("now"),
)
# One question: it is asked before each message that pings.
_QUIET: Final = union_all(
    select(
        players.c.id,
        players.c.zone,
        players.c.quiet_from,
        players.c.quiet_to,
        cast(null(), Instant).label("away_until"),
    ).where(players.c.id.in_(_IDS), players.c.quiet_from.is_not(None)),
    select(
        holidays.c.player,
        cast(null(), Text),
        cast(null(), Integer),
        cast(null(), Integer),
        holidays.c.ends_at,
    ).where(_IS_AWAY),
    # The server's own quiet hours, for everybody.
    select(
        cast(null(), BigInteger),
        guilds.c.zone,
        guilds.c.quiet_from,
        guilds.c.quiet_to,
        cast(null(), Instant),
    ).where(guilds.c.id == bindparam("channels_of"), guilds.c.quiet_from.is_not(None)),
)
_WHO: Final = select(players).where(players.c.id == bindparam("whom"))
_DUE: Final = (
    select(rows, matches.c.guild)
    .outerjoin(matches, matches.c.id == rows.c.match_id)
    .where(
        rows.c.kind == TimerKind.MENTION.value,
        rows.c.player == bindparam("whom"),
        rows.c.due_at <= bindparam("until"),
    )
    .order_by(rows.c.id)
    # Those that another process has just taken are in its message.
    .with_for_update(of=rows, skip_locked=True)
)
_GUILD: Final = select(matches.c.guild).where(matches.c.id == bindparam("of"))
_LOOK: Final = (
    update(rows)
    .where(rows.c.kind == TimerKind.MENTION.value, rows.c.player == bindparam("whom"))
    .values(due_at=bindparam("now"), rev=rows.c.rev + 1)
)
_LOOK_IN: Final = (
    update(rows)
    .where(
        rows.c.kind == TimerKind.MENTION.value,
        rows.c.match_id.in_(select(matches.c.id).where(matches.c.guild == bindparam("there"))),
    )
    .values(due_at=bindparam("now"), rev=rows.c.rev + 1)
)
_CAME_BACK: Final = select(holidays.c.id).where(
    holidays.c.player == bindparam("whom"),
    holidays.c.ends_at <= bindparam("now"),
    holidays.c.ends_at > bindparam("before"),
)
_STANDING: Final = (
    select(
        matches.c.id.label("table"),
        matches.c.game,
        matches.c.guild,
        matches.c.channel,
        matches.c.status,
        matches.c.lost_at,
        matches.c.when_late,
        matches.c.deserted,
        matches.c.held_until,
        tellings.c.place,
        tellings.c.message.label("telling"),
        seats.c.seat.label("own"),
        seats.c.lapses,
        seats.c.stand_in_for,
        seats.c.offered,
        waits,
        rows.c.id.label("turn_timer"),
        notices.c.state.label("turn_state"),
        notices.c.message.label("turn_message"),
        notices.c.facts.label("turn_facts"),
    )
    .outerjoin(
        tellings,
        and_(tellings.c.match_id == matches.c.id, tellings.c.target == Target.TABLE.value),
    )
    .outerjoin(
        seats,
        and_(
            seats.c.match_id == matches.c.id,
            seats.c.player == bindparam("whom"),
            seats.c.agent.is_(None),
        ),
    )
    .outerjoin(
        waits,
        and_(
            waits.c.match_id == matches.c.id,
            waits.c.seat == seats.c.seat,
            waits.c.player == seats.c.player,
        ),
    )
    .outerjoin(
        rows,
        and_(rows.c.kind == TimerKind.TURN.value, rows.c.key == cast(waits.c.id, Text)),
    )
    .outerjoin(
        notices,
        and_(
            notices.c.kind == NoticeKind.TURN.value,
            notices.c.key == cast(waits.c.id, Text),
            notices.c.target.startswith(DIRECT),
        ),
    )
    .where(matches.c.id.in_(_IDS))
)
_NOTICE: Final = select(notices).where(
    notices.c.kind == bindparam("of_kind"), notices.c.key == bindparam("named")
)
_OPEN_VOTE: Final = select(votes.c.number).where(
    votes.c.match_id == bindparam("of"),
    votes.c.number == bindparam("number"),
    votes.c.result.is_(None),
)
_BALLOT: Final = select(ballots.c.seat).where(
    ballots.c.match_id == bindparam("of"),
    ballots.c.number == bindparam("number"),
    ballots.c.player == bindparam("whom"),
)
_GIVEN: Final = select(waits.c.given_by).where(waits.c.id == bindparam("of"))
_DEAL: Final = (
    select(deals.c.answers, tellings.c.message)
    .join(
        tellings,
        and_(tellings.c.match_id == deals.c.match_id, tellings.c.target == bindparam("telling")),
    )
    .where(deals.c.id == bindparam("of"), deals.c.withdrawn.is_(False), deals.c.closed.is_(False))
)


def quiet_until(
    connection: Connection,
    people: Collection[PlayerId],
    guild: int | None,
    now: datetime,
    *,
    is_direct: bool = False,
) -> Mapping[PlayerId, datetime]:
    """Return who may not be pinged in a server now, and until when: quiet hours and holidays.

    `is_direct`: in direct messages, where the server's own quiet hours don't count.
    """
    if not people:
        return {}
    quiet = defaultdict[PlayerId | None, list[QuietHours]](list)
    away: dict[PlayerId, datetime] = {}
    values = {"ids": list(people), "there": guild, "now": now}
    values["channels_of"] = None if is_direct else guild
    for row in connection.execute(_QUIET, values):
        player = None if row.id is None else PlayerId(row.id)
        if player is not None and row.away_until is not None:
            away[player] = max(row.away_until, away.get(player, row.away_until))
        elif hours := quiet_hours(row.zone, row.quiet_from, row.quiet_to):
            quiet[player].append(hours)
    until = {
        each: rules.quiet_until((*quiet[each], *quiet[None]), away.get(each), now)
        for each in people
    }
    return {player: moment for player, moment in until.items() if moment is not None}


def later(
    connection: Connection, match_id: MatchId | None, about: str, unpinged: Collection[Unpinged]
) -> None:
    """Ping those whom a message left alone, if it still asks something of them by then."""
    timers.put(connection, *rules.later(match_id, about, unpinged))


def welcome(connection: Connection, player: PlayerId, back: Iterable[Wait], now: datetime) -> None:
    """Tell a person whose holiday is over where it is their move, of these waits."""
    unpinged = [Unpinged(player, now + rules.AFTER_HOLIDAY)]
    for each in back:
        later(connection, each.match, f"{TURN}:{each.match}", unpinged)


def look_anew(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Ask for all pings of a person that wait whether they may come now."""
    connection.execute(_LOOK, {"whom": player, "now": now})


def look_anew_in(connection: Connection, guild: int, now: datetime) -> None:
    """Ask for all pings in a server that wait whether they may come now."""
    connection.execute(_LOOK_IN, {"there": guild, "now": now})


def mention(connection: Connection, timer: Timer, now: datetime) -> None:
    """Say to a person in one message what they were not pinged for, if anything is still so."""
    if timer.player is None:
        return
    scope, due = _due(connection, timer, timer.player, now)
    guild, is_direct = _guild(connection, timer.match), scope.guild == BY_MESSAGE
    until = quiet_until(connection, [timer.player], guild, now, is_direct=is_direct)
    if timer.player in until:
        timers.put(connection, *rules.put_off(due, until[timer.player]))
    elif asked := asked_of(connection, timer.player, due):
        outbox.put(connection, rules.mention(scope, due, asked, now))


def facts_of(
    connection: Connection, queued: QueuedNotice, now: datetime
) -> Mapping[str, Any] | None:
    """Return what such a message says as it is handed out; None: nothing is so any more.

    What comes into quiet hours, or a holiday, waits once more.
    """
    every = rules.of_notice(queued.notice, now)
    if not every or (player := every[0].player) is None:
        return None
    guild = _guild(connection, queued.notice.match)
    is_direct = queued.notice.target.startswith(DIRECT)
    until = quiet_until(connection, [player], guild, now, is_direct=is_direct)
    if player in until:
        timers.put(connection, *rules.put_off(every, until[player]))
        return None
    asked = asked_of(connection, player, every)
    if not is_direct:
        # It may have been one to read as a direct message: other servers' tables are private.
        asked = [each for each in asked if each.table.guild == guild]
    if not asked:
        return None
    back = {"whom": player, "now": now, "before": now - rules.LATELY}
    is_back = connection.execute(_CAME_BACK, back).first() is not None
    return {"tables": rules.told(asked), "is_back": is_back}


def unpinged_by(
    connection: Connection, queued: QueuedNotice, unpinged: Collection[Unpinged], now: datetime
) -> None:
    """Ping those later whom a notice left alone."""
    notice = queued.notice
    if notice.kind is NoticeKind.MENTION:
        for each in unpinged:
            timers.put(connection, *rules.put_off(rules.of_notice(notice, now), each.until))
    else:
        later(connection, notice.match, f"{notice.kind.value}:{notice.key}", unpinged)


def asked_of(connection: Connection, player: PlayerId, due: Sequence[Timer]) -> list[StillAsked]:
    """Return what is still asked of a person of all that these pings were about."""
    ids = sorted({each.match for each in due if each.match is not None})
    found = connection.execute(_STANDING, {"ids": ids, "whom": player}).mappings()
    tables = {row["table"]: _standing(row) for row in found}
    asked = []
    for each in due:
        about, _, key = each.key.rpartition(":")[0].partition(":")
        table = tables.get(each.match)
        says = None if table is None else rules.still_asks(about, table)
        if table is None or says is None:
            continue
        where = _MESSAGES.get(about, _notice)(connection, Said(about, key), table, player)
        if where is not None:
            asked.append(StillAsked(each.key, says, table, *where))
    return asked


class Said(NamedTuple):
    """What was said without a ping: `about` is what it is, `key` which one of them."""

    about: str
    key: str


Where: TypeAlias = tuple[int, int | None, str]
"""The channel and the message in which something is asked, and who asks."""


def _turn(connection: Connection, said: Said, table: Standing, player: PlayerId) -> Where | None:
    del connection, said, player
    return table.place, table.message, ""


def _deal(connection: Connection, said: Said, table: Standing, player: PlayerId) -> Where | None:
    """Return where a proposal stands that a person has not answered."""
    del player
    values = {"of": int(said.key), "telling": f"{said.about}:{said.key}"}
    row = connection.execute(_DEAL, values).first()
    if row is None:
        return None
    asked = [each["seat"] for each in loads(row.answers) if each["reply"] == Reply.WAITED_FOR.value]
    return (table.place, row.message, "") if table.seat in asked else None


def _notice(connection: Connection, said: Said, table: Standing, player: PlayerId) -> Where | None:
    """Return where a notice stands, unless it was deleted, or the person has done what it asks."""
    row = connection.execute(_NOTICE, {"of_kind": said.about, "named": said.key}).first()
    if row is None or row.state not in ("sent", "pending"):
        return None
    facts = loads(row.facts)
    match NoticeKind(said.about):
        case NoticeKind.VOTE | NoticeKind.TAKE_BACK:
            vote = {"of": table.match, "number": facts["vote"]}
            is_open = connection.execute(_OPEN_VOTE, vote).first() is not None
            has_voted = connection.execute(_BALLOT, {**vote, "whom": player}).first() is not None
            holds = is_open and not has_voted
        case NoticeKind.ASK_TIME:
            givers = connection.execute(_GIVEN, {"of": row.wait_id}).scalar_one_or_none()
            holds = givers is not None and str(player) not in givers.split(",")
        case NoticeKind.NUDGE:
            holds = table.wait is not None and table.wait.id == row.wait_id
        case NoticeKind.INVITATION:
            holds = facts["answer"] == GuestAnswer.NONE
        case _:
            holds = True
    return (row.place or table.place, row.message, facts.get("by", "")) if holds else None


_MESSAGES: Final[Mapping[str, Callable[[Connection, Said, Standing, PlayerId], Where | None]]] = (
    MappingProxyType({TURN: _turn, DEAL: _deal})
)
"""What finds the message in which something is asked, if it still is; others are notices."""


def _due(
    connection: Connection, first: Timer, player: PlayerId, now: datetime
) -> tuple[Scope, list[Timer]]:
    """Take the pings of a person that are due with this one, in the same server or in all."""
    prefers = connection.execute(_WHO, {"whom": player}).mappings().one_or_none()
    is_direct = prefers is not None and preferences_of(prefers).reads_direct
    guild = _guild(connection, first.match)
    values = {"whom": player, "until": now + rules.TAKEN_IN}
    near = [
        Timer(TimerKind.MENTION, row.key, row.due_at, row.match_id, player=player)
        for row in connection.execute(_DUE, values)
        if is_direct or row.guild == guild
    ]
    timers.drop(connection, *(TimerKey(each.kind, each.key) for each in near))
    scope = Scope(player, BY_MESSAGE if is_direct else guild or BY_MESSAGE)
    return scope, [first, *near]


def _guild(connection: Connection, match: MatchId | None) -> int | None:
    found: int | None = connection.execute(_GUILD, {"of": match}).scalar_one_or_none()
    return found


def _has_turn(row: RowMapping, wait: Wait) -> bool:
    """Say whether a direct message asks for a move, or is about to; one from before a stop doesn't.

    As a holiday or a hold ends, what asked before it is only edited.
    """
    if row["turn_message"] is None:
        return row["turn_timer"] is not None or row["turn_state"] == NoticeState.PENDING.value
    asked = loads(row["turn_facts"]).get("asked", 0)
    return wait.since is not None and asked >= (wait.since - rules.TAKEN_IN).timestamp()


def _standing(row: RowMapping) -> Standing:
    wait = None if row["id"] is None else wait_of(row)
    is_running = row["status"] == Status.PLAYING.value and row["lost_at"] is None
    return Standing(
        match=MatchId(row["table"]),
        game=row["game"],
        guild=row["guild"],
        place=row["place"] or row["channel"],
        message=row["telling"],
        is_playing=is_running,
        when_late=WhenLate(row["when_late"]),
        deserted_until=row["held_until"] if row["deserted"] else None,
        seat=None if row["own"] is None else Seat(row["own"]),
        lapses=row["lapses"] or 0,
        has_stand_in=row["stand_in_for"] is not None,
        is_offered=bool(row["offered"]),
        wait=wait,
        has_turn=wait is not None and _has_turn(row, wait),
    )
