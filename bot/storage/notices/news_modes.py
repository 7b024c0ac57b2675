"""Quiet tables: what is to be told when something is stored, and when the daily message comes.

All are functions of a connection, parts of the transaction that stores a move or what was told.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, select

from bot.storage import timers
from bot.storage.rows import WANT
from bot.storage.schema import guilds, players
from bot.table.match.match import Match, NewsMode, Status, Target
from bot.table.notices.news_modes import Digest, news_mode, next_digest, zone_of_most
from bot.table.time.quiet_hours import zones as known_zones
from bot.table.time.timers import Timer, TimerKind

_GUILD: Final = select(guilds.c.news, guilds.c.language).where(
    guilds.c.id == bindparam("of", type_=BigInteger)
)
_ZONES: Final = select(players.c.zone).where(
    players.c.id.in_(bindparam("ids", expanding=True)), players.c.zone.is_not(None)
)


def want(
    connection: Connection, match: Match, revision: int, targets: Collection[Target], now: datetime
) -> Collection[Target]:
    """Note that there is something to tell; return the targets that are told of it.

    Where the table's message is only edited, those who must act are asked besides: at once, or by
    the next daily message.
    """
    wanted = set(targets)
    if match.status is Status.PLAYING and Target.TABLE in wanted:
        way = mode(connection, match)
        # The first message of a match asks, however it goes on.
        if way is NewsMode.ONE or (way is NewsMode.DIGEST and match.table.message is None):
            wanted.add(Target.PING)
        elif way is NewsMode.DIGEST:
            due = digest(connection, match, now).due_at
            timers.put(connection, Timer(TimerKind.DIGEST, str(match.id), due, match.id))
    if match.ping.message is not None and (
        Target.TABLE in wanted or match.status is not Status.PLAYING
    ):
        # The line that stands is out of date.
        wanted.add(Target.PING)
    if wanted:
        rows = [{"of": match.id, "to": target.value, "upon": revision} for target in sorted(wanted)]
        connection.execute(WANT, rows)
    return wanted


def mode(connection: Connection, match: Match) -> NewsMode:
    """Return how a table's channel is told now."""
    servers = None
    if match.news is None and match.venue.guild is not None:
        servers = connection.execute(_GUILD, {"of": match.venue.guild}).scalar()
    return news_mode(match, None if servers is None else NewsMode(servers))


def digest(connection: Connection, match: Match, now: datetime) -> Digest:
    """Return when the next daily message of a table comes, and in which zone that is meant."""
    people = {"ids": [each.id for each in match.people]}
    stored = connection.execute(_ZONES, people).scalars()
    zones = [each for each in stored if each in known_zones()]
    guild = connection.execute(_GUILD, {"of": match.venue.guild}).first()
    zone = zone_of_most(zones, None if guild is None else guild.language)
    return next_digest(match, zone, now)
