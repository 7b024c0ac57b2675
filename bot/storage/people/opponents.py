"""People who look for their next opponent: those who fit are called together, once."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from json import loads
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, select

from bot.storage import outbox, timers
from bot.storage.database import Database
from bot.storage.people.moderation import FingerprintOf, check_ban
from bot.storage.people.results import EVERYBODY, known
from bot.storage.schema import blocks, opponent_wishes
from bot.storage.schema import outbox as outbox_rows
from bot.storage.time import mentions
from bot.storage.upserts import Upsert
from bot.table.ages import UNANSWERED
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person
from bot.table.notices.notice import Notice, NoticeKind, to_channel
from bot.table.people.opponents import (
    PATIENT,
    OpponentWish,
    are_similar,
    find_opponents,
)
from bot.table.people.rating import beginner
from bot.table.time.timers import Timer, TimerKey, TimerKind
from engine.registry import game

_MOST: Final = 30
"""Among at most how many wishes, the oldest, opponents are looked for."""
_KEY: Final = ("guild", "game", "player")
# One who wishes again is looked for again from now on.
_PUT: Final = Upsert(opponent_wishes, _KEY, ["name", "channel", "pace", "at", "until", "anybody"])
_LOCK: Final = Upsert(opponent_wishes, _KEY, ["at"])


class Seeking(NamedTuple):
    """What a person looks for: a title in a server, in the terms of a finished match."""

    guild: int
    game: str
    channel: int
    pace: str
    match: MatchId


class OpponentStore:
    """Wishes for the next opponent."""

    def __init__(self, database: Database, fingerprint_of: FingerprintOf) -> None:
        self._database = database
        self._fingerprint_of = fingerprint_of

    async def seek(
        self, seeking: Seeking, person: Person, now: datetime, *, anybody: bool = False
    ) -> datetime | None:
        """Look for opponents; return until when, or None if some were found at once.

        Then all of them are called, in the same transaction. A wish that is there stays as old as
        it is. Raises `LobbyRefused` (banned).
        """

        def seek(connection: Connection) -> datetime | None:
            check_ban(connection, seeking.guild, person.id, now, self._fingerprint_of)
            _lock(connection, seeking, now)
            mine = _mine(seeking.guild, seeking.game, person.id)
            wanted = select(opponent_wishes.c.at).where(*mine, opponent_wishes.c.until > now)
            since = connection.execute(wanted).scalar_one_or_none() or now
            values = {
                "guild": seeking.guild,
                "game": seeking.game,
                "player": person.id,
                "name": person.name,
                "channel": seeking.channel,
                "pace": seeking.pace,
                "at": since,
                "until": since + UNANSWERED,
                "anybody": anybody,
            }
            _PUT.execute(connection, values)
            if _call(connection, seeking, now, person.id):
                return None
            timers.put(connection, _timer(seeking, person.id, since + PATIENT))
            return since + UNANSWERED

        return await self._database.write(seek)

    async def called(self, group: str) -> Mapping[PlayerId, str]:
        """Return the people who were called together, by name; nobody once that is long ago."""
        wanted = select(outbox_rows.c.facts).where(
            outbox_rows.c.kind == NoticeKind.OPPONENTS.value, outbox_rows.c.key == group
        )
        facts = await self._database.scalar(wanted)
        names = {} if facts is None else loads(facts).get("names", {})
        return {PlayerId(int(each)): name for each, name in names.items()}

    async def stop(self, guild: int, title: str, player: PlayerId) -> None:
        """Look for no opponents of a person any more."""
        await self._database.write(_forget, guild, title, player)


def look_again(connection: Connection, timer: Timer, now: datetime) -> None:
    """Call those who fit now that a person has waited long; they look on until it is too late."""
    guild, title, player = timer.key.split(":")
    wanted = select(opponent_wishes).where(*_mine(int(guild), title, PlayerId(int(player))))
    row = connection.execute(wanted).one_or_none()
    if row is None or timer.match is None or row.until <= now:
        return
    seeking = Seeking(int(guild), title, row.channel, row.pace, timer.match)
    _lock(connection, seeking, now)
    if not _call(connection, seeking, now) and now < row.at + PATIENT:
        timers.put(connection, _timer(seeking, PlayerId(row.player), row.at + PATIENT))


def _call(
    connection: Connection, seeking: Seeking, now: datetime, awake: PlayerId | None = None
) -> bool:
    """Call people who fit to a table, if there are enough; their wishes go.

    `awake` has just pressed something, quiet hours or not.
    """
    wanted = (
        select(opponent_wishes)
        .where(
            opponent_wishes.c.guild == seeking.guild,
            opponent_wishes.c.game == seeking.game,
            opponent_wishes.c.channel == seeking.channel,
            opponent_wishes.c.pace == seeking.pace,
            opponent_wishes.c.player != EVERYBODY,
            opponent_wishes.c.until > now,
        )
        .order_by(opponent_wishes.c.at, opponent_wishes.c.player)
        .limit(_MOST)
    )
    rows = connection.execute(wanted).all()
    # Those who may not be pinged now are called when they may be.
    people = [PlayerId(row.player) for row in rows if row.player != awake]
    asleep = mentions.quiet_until(connection, people, seeking.guild, now)
    after = timedelta(seconds=1)
    timers.put(
        connection, *(_timer(seeking, each, until + after) for each, until in asleep.items())
    )
    rows = [row for row in rows if row.player not in asleep]
    people = [PlayerId(row.player) for row in rows]
    ratings = known(connection, (seeking.guild, seeking.game), people)
    wishes = [
        OpponentWish(
            PlayerId(row.player),
            row.name,
            ratings[PlayerId(row.player)][1] if row.player in ratings else beginner(),
            row.at,
            row.anybody,
        )
        for row in rows
    ]
    blocked = select(blocks.c.player, blocks.c.blocked).where(
        blocks.c.player.in_(people), blocks.c.blocked.in_(people)
    )
    apart = {frozenset(map(PlayerId, pair)) for pair in connection.execute(blocked)}
    # As many as the title needs.
    size = min(game(seeking.game).meta.seats)
    group = find_opponents(wishes, size, apart, now)
    if not group:
        return False
    for each in group:
        _forget(connection, seeking.guild, seeking.game, each.player)
    key = f"{group[-1].player}-{now.timestamp():.0f}"
    facts: Mapping[str, object] = {
        "names": {str(each.player): each.name for each in group},
        "size": size,
        "pace": seeking.pace,
        "group": key,
        "similar": all(are_similar(group[0].rating, each.rating) for each in group),
    }
    target = to_channel(seeking.channel)
    outbox.put(connection, Notice(target, NoticeKind.OPPONENTS, key, seeking.match, facts=facts))
    return True


def _lock(connection: Connection, seeking: Seeking, now: datetime) -> None:
    """Let those who look for the same at once do so one after the other: else neither is found."""
    row = {"guild": seeking.guild, "game": seeking.game, "player": EVERYBODY, "name": ""}
    times = {"at": now, "until": now}
    _LOCK.execute(connection, row | times | {"channel": 0, "pace": "", "anybody": False})


def _forget(connection: Connection, guild: int, title: str, player: PlayerId) -> None:
    connection.execute(delete(opponent_wishes).where(*_mine(guild, title, player)))
    timers.drop(connection, _key(guild, title, player))


def _mine(guild: int, title: str, player: PlayerId) -> tuple[ColumnElement[bool], ...]:
    return (
        opponent_wishes.c.guild == guild,
        opponent_wishes.c.game == title,
        opponent_wishes.c.player == player,
    )


def _timer(seeking: Seeking, player: PlayerId, due_at: datetime) -> Timer:
    kind, key = _key(seeking.guild, seeking.game, player)
    return Timer(kind, key, due_at, seeking.match, player=player)


def _key(guild: int, title: str, player: PlayerId) -> TimerKey:
    return TimerKey(TimerKind.OPPONENT, f"{guild}:{title}:{player}")
