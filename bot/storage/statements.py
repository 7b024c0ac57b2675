"""Statements of the shelf, made once: SQLAlchemy then finds their compiled form without a key."""

from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.hosting.match import PlayerId, Status, Target
from bot.storage.schema import entries, matches, players, requests, seats, tellings

ADD: Final = insert(matches).returning(matches.c.id)
SAVE: Final = update(matches).where(
    matches.c.id == bindparam("of"), matches.c.revision == bindparam("seen")
)
WANT: Final = (
    update(tellings)
    .where(tellings.c.match_id == bindparam("of"), tellings.c.target == bindparam("to"))
    .values(want=bindparam("upon"))
)
# A slower teller doesn't take back what a faster one has told.
POSTED: Final = update(tellings).where(
    tellings.c.match_id == bindparam("of"),
    tellings.c.target == bindparam("to"),
    tellings.c.version == bindparam("seen"),
)
APPEND: Final = insert(entries)
REQUEST: Final = insert(requests)
# Proposals are told besides: nobody keeps what was told of them.
OF_THE_MATCH: Final = tellings.c.target.in_([each.value for each in Target])
_POSTS: Final = select(func.sum(tellings.c.version)).where(
    tellings.c.match_id == matches.c.id, OF_THE_MATCH
)
FRESH: Final = select(matches.c.revision, _POSTS.scalar_subquery()).where(
    matches.c.id == bindparam("of")
)
IDS: Final[BindParameter[Any]] = bindparam("ids", expanding=True)
SEATS: Final = select(seats).where(seats.c.match_id.in_(IDS)).order_by(seats.c.seat)
TELLINGS: Final = select(tellings).where(tellings.c.match_id.in_(IDS), OF_THE_MATCH)
ENTRIES: Final = (
    select(entries.c.body).where(entries.c.match_id == bindparam("of")).order_by(entries.c.seq)
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

COUNTED: Final = and_(OPEN, matches.c.lost_at.is_(None))
"""Matches that count against what a person may have: not those whose channel is gone."""


def here(channel: int) -> ColumnElement[bool]:
    """Return the condition that a match is in this channel or thread."""
    threads = select(tellings.c.match_id).where(tellings.c.place == channel)
    return or_(matches.c.channel == channel, matches.c.id.in_(threads))


def seated(player: PlayerId) -> ColumnElement[bool]:
    """Return the condition that this person plays in a match."""
    mine = select(seats.c.match_id).where(seats.c.player == player, seats.c.agent.is_(None))
    return matches.c.id.in_(mine)
