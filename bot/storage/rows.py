"""Matches as rows and back, and the statements for them.

A line is stored as the text that its digest is made of.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from json import loads
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    RowMapping,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.hosting.errors import NewerRules
from bot.hosting.match import Aids, Chair, Match, MatchId, PlayerId, Posted, Status, Target, Venue
from bot.storage.schema import entries, matches, players, requests, seats, tellings
from engine.errors import CorruptRecord, UnknownGame
from engine.game import AnyGame, Outcome, Seat, Setup
from engine.record import Entry, Record, canonical
from engine.record_text import read_record

_SETUPS: Final = TypeAdapter(Setup)

Values = dict[str, Any]

POSTED_COLUMNS: Final = ("want", "told", "since", "upto", "place", "message", "version")


def _turn_values(match: Match) -> Values:
    return {
        "status": match.status.value,
        "changed_at": match.changed_at,
        "revision": match.revision,
        "acting": sum(1 << seat for seat in match.acting),
        "agent_acts": match.agent_acts,
        "tallest": match.tallest,
    }


def line_values(match: Match, record: Record[Any]) -> Values:
    """Return the columns of `matches` that may change with every move."""
    return {
        **_turn_values(match),
        "lines": match.line,
        "outcome": canonical(record.outcome) if record.outcome else None,
        "revealed": record.seed,
    }


def first_values(match: Match, record: Record[Any]) -> Values:
    """Return the columns of `matches` that the first lines fix."""
    header = {"header": canonical(record.header)}
    return {**match_values(match), **line_values(match, record), **header}


def match_values(match: Match) -> Values:
    """Return the columns of `matches` that may change besides the record."""
    return {
        **_turn_values(match),
        "game": match.game,
        "host": match.host,
        "places": match.places,
        "setup": canonical(match.setup),
        "aids": match.aids.value,
        "expires_at": match.expires_at,
        "lost_at": match.lost_at,
        "rematch": match.rematch,
        "paused_at": match.paused_at,
    }


def new_values(match: Match) -> Values:
    """Return the columns of a new match: those that never change, too."""
    return {
        **match_values(match),
        "commitment": match.commitment,
        "guild": match.venue.guild,
        "channel": match.venue.channel,
        "threaded": match.venue.threaded,
        "opened_at": match.opened_at,
        "lines": 0,
        "follows": match.follows,
    }


def posted_values(posted: Posted) -> Values:
    """Return the columns of `tellings` that the teller writes: all but `want`."""
    values = {name: getattr(posted, name) for name in POSTED_COLUMNS if name != "want"}
    return {**values, "version": posted.version + 1}


def telling_values(match: Match) -> list[Values]:
    """Return the rows of `tellings` of a new match."""
    return [telling_row(match.id, each.value, match.posted(each)) for each in Target]


def telling_row(match_id: MatchId, target: str, posted: Posted) -> Values:
    """Return a row of `tellings`."""
    values = {name: getattr(posted, name) for name in POSTED_COLUMNS}
    return {"match_id": match_id, "target": target, **values}


def posted_of(row: RowMapping) -> Posted:
    """Read a row of `tellings`."""
    return Posted(*(row[name] for name in POSTED_COLUMNS))


def seat_values(match: Match) -> list[Values]:
    """Return the rows of `seats`."""
    return [
        {
            "match_id": match.id,
            "seat": number,
            "player": chair.player,
            "agent": chair.agent,
            "name": chair.name,
            "joined_by": chair.join,
            "letter": chair.letter,
        }
        for number, chair in enumerate(match.chairs)
    ]


def entry_values(
    match: Match, entries: Sequence[Entry[Any]], request: str | None, at: datetime
) -> list[Values]:
    """Return the rows of `entries`; the first one names the interaction that caused them."""
    return [
        {
            "match_id": match.id,
            "seq": entry.seq,
            "body": canonical(entry),
            "at": at,
            "request": None if place else request,
        }
        for place, entry in enumerate(entries)
    ]


def result_values(match_id: MatchId, outcome: Outcome) -> list[Values]:
    """Return the rows of `results`."""
    places = enumerate(zip(outcome.scores, outcome.ranks, strict=True))
    return [
        {"match_id": match_id, "seat": seat, "score": score, "rank": rank}
        for seat, (score, rank) in places
    ]


def chair_of(row: RowMapping) -> Chair:
    """Read a row of `seats`."""
    player = None if row["player"] is None else PlayerId(row["player"])
    return Chair(row["name"], row["joined_by"], player, row["agent"], row["letter"])


def match_of(row: RowMapping, chairs: Sequence[Chair], posts: Mapping[Target, Posted]) -> Match:
    """Read a row of `matches`."""
    return Match(
        id=MatchId(row["id"]),
        game=row["game"],
        status=Status(row["status"]),
        host=PlayerId(row["host"]),
        venue=Venue(row["guild"], row["channel"], row["threaded"]),
        places=row["places"],
        setup=_SETUPS.validate_json(row["setup"]),
        commitment=row["commitment"],
        chairs=tuple(chairs),
        opened_at=_moment(row["opened_at"]),
        changed_at=_moment(row["changed_at"]),
        expires_at=row["expires_at"],
        has_begun=row["header"] is not None,
        line=0 if row["status"] == Status.PAUSED else row["lines"],
        cover=posts[Target.COVER],
        table=posts[Target.TABLE],
        rematch=row["rematch"],
        follows=row["follows"],
        acting=tuple(Seat(n) for n in range(row["acting"].bit_length()) if row["acting"] >> n & 1),
        paused_at=row["paused_at"],
        revision=row["revision"],
        aids=Aids(row["aids"]),
        tallest=None if row["tallest"] is None else Seat(row["tallest"]),
        lost_at=row["lost_at"],
    )


def _moment(value: Any) -> datetime:
    if not isinstance(value, datetime):
        raise TypeError(type(value))
    return value


def record_of(
    games: Mapping[str, AnyGame], row: RowMapping, bodies: Sequence[str]
) -> Record[Any] | None:
    """Read the record of a match that has begun.

    A paused match has none: nobody can go on with it. Raises `NewerRules`; `CorruptRecord` if it
    can't be read.
    """
    _check_known(games, row)
    if row["header"] is None or row["status"] == Status.PAUSED:
        return None
    if len(bodies) != row["lines"]:
        key = "record-line-missing" if len(bodies) < row["lines"] else "record-line-extra"
        raise CorruptRecord(key, line=_first_gap(bodies, row["lines"]) + 1)
    text = '{{"header":{},"entries":[{}],"outcome":{},"seed":{}}}'.format(
        row["header"],
        ",".join(bodies),
        row["outcome"] or "null",
        f'"{row["revealed"]}"' if row["revealed"] else "null",
    )
    try:
        return read_record(games, text)
    except UnknownGame as error:
        named = {"game": error.data["game"], "known": row["game"]}
        raise CorruptRecord("record-game", line=0, **named) from error


def _check_known(games: Mapping[str, AnyGame], row: RowMapping) -> None:
    """Refuse a match that only a later version of the program can play."""
    key, version = row["game"], 0
    if row["header"] is not None:
        header = _parsed(row["header"])
        found = header.get("rules_version") if isinstance(header, dict) else None
        version = found if isinstance(found, int) else 0
    if key not in games or version > games[key].meta.rules_version:
        raise NewerRules("newer-rules", match=row["id"], game=key, version=version)


def _first_gap(bodies: Sequence[str], lines: int) -> int:
    """Return the first place in which another line stands than should; the end if there is none."""
    places = (place for place, body in enumerate(bodies) if _seq(body) != place)
    return next(places, min(len(bodies), lines))


def _seq(body: str) -> int | None:
    found = _parsed(body)
    return found.get("seq") if isinstance(found, dict) else None


def _parsed(text: str) -> Any:
    try:
        return loads(text)
    except ValueError:
        return None


# Statements, made once: SQLAlchemy then finds their compiled form without a key.

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
