"""The moderators' log of a server, and who may neither open nor join tables there."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, func, or_, select

from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.rows import OPEN
from bot.storage.schema import bans, matches, moderation, opponent_wishes, table_wishes
from bot.storage.upserts import Upsert
from bot.table.ages import MODERATION
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person
from bot.table.notices.notice import Notice
from bot.table.people.moderation import CHANGES_OWNER, Act, Ban, LogEntry
from engine.game import Seat

# A repeated request is known by its row.
_LOG: Final = Upsert(moderation)
_BAN: Final = Upsert(bans, ["guild", "player"], ["name", "by", "reason", "at", "until"])
_IN_FORCE: Final = or_(bans.c.until.is_(None), bans.c.until > bindparam("now"))
FingerprintOf = Callable[[PlayerId], str | None]
"""Returns under what a person is known once they are erased; None: nobody was yet."""

_BANNED: Final = select(
    bans.c.player, bans.c.fingerprint, bans.c.name, bans.c.reason, bans.c.until
).where(
    bans.c.guild == bindparam("there"),
    or_(
        bans.c.player.in_(bindparam("them", expanding=True)),
        # Of a person who was erased: only the fingerprint says who it is.
        bans.c.fingerprint.is_not(None),
    ),
    _IN_FORCE,
)
_FREED: Final = select(moderation.c.seat).where(
    moderation.c.match_id == bindparam("of"),
    moderation.c.seat.is_not(None),
    moderation.c.act.in_([each.value for each in CHANGES_OWNER]),
)


def log(connection: Connection, entry: LogEntry) -> bool:
    """Put an act into the log; False: it is there already, since its request was repeated."""
    whom = entry.whom
    values = {
        "guild": entry.guild,
        "at": entry.at,
        "moderator": entry.moderator.id,
        "moderator_name": entry.moderator.name,
        "act": entry.act.value,
        "reason": entry.reason,
        "match_id": entry.match,
        "seat": entry.seat,
        "player": None if whom is None else whom.id,
        "name": None if whom is None else whom.name,
        "until": entry.until,
        "plays_there": entry.plays_there,
        "request": entry.request,
    }
    return _LOG.execute(connection, values) > 0


def freed(connection: Connection, match: MatchId) -> frozenset[Seat]:
    """Return the seats of a running match that moderators freed or handed over."""
    return frozenset(map(Seat, connection.execute(_FREED, {"of": match}).scalars()))


def let_in_turn(connection: Connection, player: PlayerId) -> None:
    """Let a person take one seat at a time, and none while they are being banned.

    SQLite does one thing after the other anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(player)))


def check_ban(
    connection: Connection,
    guild: int,
    player: PlayerId,
    now: datetime,
    fingerprint_of: FingerprintOf,
) -> None:
    """Refuse a person who is banned from the tables of a server: raise `LobbyRefused` (banned)."""
    ban = _banned(connection, guild, [player], now, fingerprint_of).get(player)
    if ban is not None:
        raise LobbyRefused("banned", until=ban.until, reason=ban.reason)


def forget_old(connection: Connection, now: datetime) -> None:
    """Delete what is older than the log goes back, and bans that are over.

    What happened at a table that is still open stays: it decides how its seats will count.
    """
    is_open = exists().where(matches.c.id == moderation.c.match_id, OPEN)
    connection.execute(delete(moderation).where(moderation.c.at < now - MODERATION, ~is_open))
    connection.execute(delete(bans).where(bans.c.until < now))


class ModerationStore:
    """The log and the bans of every server; each is asked about one of them."""

    def __init__(
        self, database: Database, fingerprint_of: FingerprintOf = lambda _player: None
    ) -> None:
        self._database = database
        self._fingerprint_of = fingerprint_of

    async def acts(
        self,
        guild: int,
        now: datetime,
        *,
        player: PlayerId | None = None,
        match: MatchId | None = None,
        after: int = 0,
        most: int,
    ) -> Sequence[LogEntry]:
        """Return the log of a server, newest first: at most `most` acts after the first `after`.

        Only those that concern a `player`, or that were done at a `match`, if that is given.
        """
        wanted = (
            select(moderation, matches.c.game)
            .outerjoin(matches, matches.c.id == moderation.c.match_id)
            .where(moderation.c.guild == guild, moderation.c.at >= now - MODERATION)
        )
        if player is not None:
            wanted = wanted.where(moderation.c.player == player)
        if match is not None:
            wanted = wanted.where(moderation.c.match_id == match)
        newest = wanted.order_by(moderation.c.at.desc(), moderation.c.id.desc())
        return [_entry(row) for row in await self._database.rows(newest.offset(after).limit(most))]

    async def banned(
        self, guild: int, players: Collection[PlayerId], now: datetime
    ) -> Mapping[PlayerId, Ban]:
        """Return which of these people may neither open nor join tables of a server now."""
        them = sorted(players)
        return await self._database.ask(
            partial(
                _banned,
                guild=guild,
                players=them,
                now=now,
                fingerprint_of=self._fingerprint_of,
            )
        )

    async def ban(self, entry: LogEntry, *notices: Notice) -> None:
        """Store a ban in place of an earlier one, its act in the log, and who is told of it."""

        def ban(connection: Connection) -> None:
            assert entry.whom is not None
            let_in_turn(connection, entry.whom.id)
            if not log(connection, entry):
                return
            values = {
                "guild": entry.guild,
                "player": entry.whom.id,
                "name": entry.whom.name,
                "by": entry.moderator.id,
                "reason": entry.reason,
                "at": entry.at,
                "until": entry.until,
            }
            # One that was kept of an erased person who is back gives way to this one.
            connection.execute(delete(bans).where(self._of(entry.guild, entry.whom.id)))
            _BAN.execute(connection, values)
            for wishes in (table_wishes, opponent_wishes):
                theirs = (wishes.c.guild == entry.guild, wishes.c.player == entry.whom.id)
                connection.execute(delete(wishes).where(*theirs))
            outbox.put(connection, *notices)

        await self._database.write(ban)

    async def lift(self, entry: LogEntry, *notices: Notice) -> bool:
        """End a ban, with its act in the log, and tell of it; False: there is none."""

        def lift(connection: Connection) -> bool:
            assert entry.whom is not None
            of = self._of(entry.guild, entry.whom.id)
            let_in_turn(connection, entry.whom.id)
            if not connection.execute(delete(bans).where(of)).rowcount:
                done = select(exists().where(moderation.c.request == entry.request))
                return bool(connection.execute(done).scalar_one())
            log(connection, entry)
            outbox.put(connection, *notices)
            return True

        return await self._database.write(lift)

    def _of(self, guild: int, player: PlayerId) -> ColumnElement[bool]:
        """Return which bans of a server are a person's, also one kept while they were erased."""
        known = self._fingerprint_of(player)
        theirs = bans.c.player == player
        if known is not None:
            theirs = or_(theirs, bans.c.fingerprint == known)
        return and_(bans.c.guild == guild, theirs)


def _banned(
    connection: Connection,
    guild: int,
    players: Sequence[PlayerId],
    now: datetime,
    fingerprint_of: FingerprintOf,
) -> Mapping[PlayerId, Ban]:
    found = connection.execute(_BANNED, {"there": guild, "them": players, "now": now}).all()
    by_id = {row.player: Ban(row.name, row.reason, row.until) for row in found if row.player}
    erased = {
        row.fingerprint: Ban(row.name, row.reason, row.until)
        for row in found
        if row.fingerprint is not None
    }
    # The key of fingerprints is only read where somebody was erased who is banned.
    again = {each: erased.get(fingerprint_of(each)) for each in players if erased}
    return by_id | {each: ban for each, ban in again.items() if ban is not None}


def _entry(row: Any) -> LogEntry:
    return LogEntry(
        row.guild,
        row.at,
        Person(PlayerId(row.moderator), row.moderator_name),
        Act(row.act),
        row.reason,
        row.request,
        None if row.match_id is None else MatchId(row.match_id),
        row.game,
        None if row.seat is None else Seat(row.seat),
        None if row.player is None else Person(PlayerId(row.player), row.name),
        row.until,
        row.plays_there,
    )
