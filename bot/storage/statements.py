"""Statements of the shelf, made once: SQLAlchemy then finds their compiled form without a key."""

from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, bindparam, insert, or_, select, update

from bot.hosting.match import PlayerId, Status
from bot.hosting.ports import Freshness
from bot.storage.schema import entries, matches, players, requests, seats

ADD: Final = insert(matches).returning(matches.c.id)
SAVE: Final = update(matches).where(
    matches.c.id == bindparam("of"), matches.c.revision == bindparam("seen")
)
# A slower teller doesn't take back what a faster one has told.
POSTED: Final = update(matches).where(
    matches.c.id == bindparam("of"),
    matches.c.told <= bindparam("up_to"),
    matches.c.shown <= bindparam("shows"),
)
APPEND: Final = insert(entries)
REQUEST: Final = insert(requests)
FRESH: Final = select(*(matches.c[name] for name in Freshness._fields)).where(
    matches.c.id == bindparam("of")
)
IDS: Final[BindParameter[Any]] = bindparam("ids", expanding=True)
SEATS: Final = select(seats).where(seats.c.match_id.in_(IDS)).order_by(seats.c.seat)
ENTRIES: Final = (
    select(entries.c.match_id, entries.c.body)
    .where(entries.c.match_id.in_(IDS))
    .order_by(entries.c.match_id, entries.c.seq)
)
HEIGHTS: Final = (
    select(seats.c.seat, players.c.height_cm)
    .join_from(seats, players, seats.c.player == players.c.id)
    .where(
        seats.c.match_id == bindparam("of"),
        seats.c.agent.is_(None),
        players.c.height_cm.is_not(None),
    )
)
OPEN: Final = matches.c.status.in_((Status.LOBBY.value, Status.PLAYING.value))


def here(channel: int) -> ColumnElement[bool]:
    """Return the condition that a match is in this channel or thread."""
    return or_(matches.c.channel == channel, matches.c.thread == channel)


def seated(player: PlayerId) -> ColumnElement[bool]:
    """Return the condition that this person plays in a match."""
    mine = select(seats.c.match_id).where(seats.c.player == player, seats.c.agent.is_(None))
    return matches.c.id.in_(mine)
