"""Matches as rows and back, and the statements for them.

A line is stored as the text that its digest is made of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
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

from bot.storage.schema import (
    ballots,
    entries,
    invitations,
    matches,
    players,
    requests,
    seats,
    tellings,
    votes,
)
from bot.storage.upserts import Upsert
from bot.table.errors import NewerRules
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import (
    Aids,
    Ballot,
    Chair,
    Ending,
    Hints,
    Invitation,
    Match,
    NewsMode,
    Posted,
    StandIn,
    Status,
    Target,
    Venue,
    Vote,
    VoteKind,
    VoteResult,
    WhenLate,
)
from bot.table.match.pace import Pace, PaceKind
from bot.table.preferences import Preferences
from bot.table.processes.buckets import bucket_of
from bot.table.time.reminders import Reminding
from bot.table.time.turns import NextUp
from engine.errors import CorruptRecord, UnknownGame
from engine.game import CHANCE, AnyGame, Seat, Setup
from engine.record import Entry, Record, canonical
from engine.record_text import read_own_record, read_record
from engine.referee import ended_by_vote

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


def whole_values(match: Match, record: Record[Any]) -> Values:
    """Return all columns of `matches` that may change; the first lines fix the header."""
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
        "hints": match.hints.value,
        "teaching": match.teaching,
        "friendly": match.is_friendly,
        "pace": match.pace.kind.value,
        "span_s": _seconds(match.pace.span),
        "add_s": _seconds(match.pace.add),
        "when_late": match.when_late.value,
        "held_until": match.held_until,
        "held_since": match.held_since,
        "held_s": match.held_s,
        "deserted": match.is_deserted,
        "ending": match.ending,
        "closed_by": match.closed_by,
        "extensions": match.extensions,
        "news": match.news,
        "digest_at": match.digest_at,
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
        "bucket": bucket_of(match.venue.guild),
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
            "lapses": chair.lapses,
            "stand_in_for": chair.stand_in,
            "offered": chair.is_offered,
            "stand_in_agreed_at": chair.stand_in_agreed_at,
        }
        for number, chair in enumerate(match.chairs)
    ]


def vote_values(match: Match) -> list[Values]:
    """Return the rows of `votes`."""
    return [
        {
            "match_id": match.id,
            "number": vote.id,
            "kind": vote.kind.value,
            "arg": vote.arg,
            "by": vote.by,
            "wait_id": vote.wait,
            "opened_at": vote.opened_at,
            "lapses_at": vote.lapses_at,
            "closed_at": vote.closed_at,
            "result": vote.result,
        }
        for vote in match.votes
    ]


def ballot_values(match: Match) -> list[Values]:
    """Return the rows of `ballots`."""
    return [
        {
            "match_id": match.id,
            "number": vote.id,
            "seat": each.seat,
            "player": each.player,
            "yes": each.is_yes,
            "at": each.at,
        }
        for vote in match.votes
        for each in vote.ballots
    ]


def vote_of(row: RowMapping) -> Vote:
    """Read a row of `votes`; its ballots are rows of their own."""
    return Vote(
        id=row["number"],
        kind=VoteKind(row["kind"]),
        arg=row["arg"],
        by=Seat(row["by"]),
        opened_at=row["opened_at"],
        lapses_at=row["lapses_at"],
        wait=row["wait_id"],
        closed_at=row["closed_at"],
        result=None if row["result"] is None else VoteResult(row["result"]),
    )


def ballot_of(row: RowMapping) -> Ballot:
    """Read a row of `ballots`."""
    return Ballot(Seat(row["seat"]), PlayerId(row["player"]), row["yes"], row["at"])


def entry_values(
    match: Match,
    entries: Sequence[Entry[Any]],
    request: str | None,
    at: datetime,
    stand_in: StandIn | None = None,
) -> list[Values]:
    """Return the rows of `entries`; the first one names the interaction that caused them.

    `stand_in` is why a computer player made its moves in a person's place, if it did.
    """
    return [
        {
            "match_id": match.id,
            "seq": entry.seq,
            "body": canonical(entry),
            "at": at,
            "request": None if place else request,
            "stand_in_for": stand_in if entry.move and entry.move.actor != CHANCE else None,
        }
        for place, entry in enumerate(entries)
    ]


def chair_of(row: RowMapping) -> Chair:
    """Read a row of `seats`."""
    player = None if row["player"] is None else PlayerId(row["player"])
    return Chair(
        name=row["name"],
        join=row["joined_by"],
        player=player,
        agent=row["agent"],
        letter=row["letter"],
        lapses=row["lapses"],
        stand_in=None if (why := row["stand_in_for"]) is None else StandIn(why),
        is_offered=row["offered"],
        stand_in_agreed_at=row["stand_in_agreed_at"],
        is_former=player is None and not row["name"],
    )


@dataclass(slots=True)
class ChildRows:
    """What a match has in rows of other tables."""

    chairs: list[Chair] = field(default_factory=list)
    posts: dict[Target, Posted] = field(default_factory=dict)
    votes: dict[int, Vote] = field(default_factory=dict)
    invitations: list[Invitation] = field(default_factory=list)


def invitation_of(row: RowMapping) -> Invitation:
    """Read a row of `invitations`."""
    return Invitation(
        player=PlayerId(row["player"]),
        name=row["name"],
        by=PlayerId(row["by"]),
        at=_moment(row["at"]),
        until=_moment(row["until"]),
        is_declined=row["declined"],
    )


def match_of(row: RowMapping, parts: ChildRows) -> Match:
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
        chairs=tuple(parts.chairs),
        opened_at=_moment(row["opened_at"]),
        changed_at=_moment(row["changed_at"]),
        expires_at=row["expires_at"],
        has_begun=row["header"] is not None,
        line=0 if row["status"] == Status.PAUSED else row["lines"],
        cover=parts.posts[Target.COVER],
        table=parts.posts[Target.TABLE],
        ping=parts.posts[Target.PING],
        rematch=row["rematch"],
        follows=row["follows"],
        acting=tuple(Seat(n) for n in range(row["acting"].bit_length()) if row["acting"] >> n & 1),
        paused_at=row["paused_at"],
        revision=row["revision"],
        aids=Aids(row["aids"]),
        hints=Hints(row["hints"]),
        tallest=None if row["tallest"] is None else Seat(row["tallest"]),
        lost_at=row["lost_at"],
        pace=Pace(
            PaceKind(row["pace"]),
            timedelta(seconds=row["span_s"]),
            timedelta(seconds=row["add_s"]),
        ),
        when_late=WhenLate(row["when_late"]),
        held_until=row["held_until"],
        held_since=row["held_since"],
        held_s=row["held_s"],
        is_deserted=row["deserted"],
        extensions=row["extensions"],
        news=None if row["news"] is None else NewsMode(row["news"]),
        digest_at=row["digest_at"],
        votes=tuple(parts.votes.values()),
        invitations=tuple(parts.invitations),
        ending=None if row["ending"] is None else Ending(row["ending"]),
        closed_by=row["closed_by"],
        teaching=row["teaching"],
        is_friendly=row["friendly"],
    )


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())


def _moment(value: Any) -> datetime:
    if not isinstance(value, datetime):
        raise TypeError(type(value))
    return value


def record_of(
    games: Mapping[str, AnyGame], row: RowMapping, bodies: Sequence[str]
) -> Record[Any] | None:
    """Read the record of a match that has begun.

    A paused match has none: it can't be played on. Raises `NewerRules`; `CorruptRecord` if it
    can't be read.
    """
    _check_known(games, row)
    if row["header"] is None or row["status"] == Status.PAUSED:
        return None
    if len(bodies) != row["lines"]:
        key = "record-line-missing" if len(bodies) < row["lines"] else "record-line-extra"
        raise CorruptRecord(key, line=_first_gap(bodies, row["lines"]) + 1)
    if row["outcome"] is None and row["revealed"] is None:
        # The match isn't over: the digests show that the record is as it was written.
        own = read_own_record(games[row["game"]], row["header"], bodies)
        if own is not None and own.header.game == row["game"]:
            return own
    text = '{{"header":{},"entries":[{}],"outcome":{},"seed":{}}}'.format(
        row["header"],
        ",".join(bodies),
        row["outcome"] or "null",
        f'"{row["revealed"]}"' if row["revealed"] else "null",
    )
    try:
        record = read_record(games, text, has_nulls=True)
    except UnknownGame as error:
        named = {"game": error.data["game"], "known": row["game"]}
        raise CorruptRecord("record-game", line=0, **named) from error
    if row["ending"] == Ending.AS_IT_STANDS and record.seed is not None:
        # The row says how it ended, the lines what that is bound to.
        return ended_by_vote(record, bytes.fromhex(record.seed))
    return record


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
PUT_SEATS: Final = Upsert(
    seats,
    ["match_id", "seat"],
    # What clocks stand at is stored by `bot.storage.time.decisions`.
    [each.name for each in seats.c if each.name not in ("match_id", "seat", "bank_s")],
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
INVITATIONS: Final = (
    select(invitations)
    .where(invitations.c.match_id.in_(IDS))
    .order_by(invitations.c.at, invitations.c.player)
)
VOTES: Final = select(votes).where(votes.c.match_id.in_(IDS)).order_by(votes.c.number)
BALLOTS: Final = select(ballots).where(ballots.c.match_id.in_(IDS)).order_by(ballots.c.at)
TELLINGS: Final = select(tellings).where(tellings.c.match_id.in_(IDS), OF_THE_MATCH)
ENTRIES: Final = (
    select(entries.c.body, entries.c.request, entries.c.stand_in_for)
    .where(entries.c.match_id == bindparam("of"))
    .order_by(entries.c.seq)
)
PRESSED: Final = select(entries.c.seq).where(
    entries.c.match_id == bindparam("of"),
    entries.c.seq.between(bindparam("first"), bindparam("last")),
    entries.c.request.is_not(None),
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


READS_DIRECT: Final = or_(players.c.direct, players.c.turns_direct)
"""What is said to such a person alone goes to their direct messages, as `reads_direct` says."""


def preferences_of(row: RowMapping) -> Preferences:
    """Read a row of `players`; all of it is None where nobody set anything."""
    if row["lists"] is None:
        return Preferences()
    return Preferences(
        language=row["language"],
        lists=row["lists"],
        confirm_twice=row["confirm_twice"],
        height_cm=row["height_cm"],
        zone=row["zone"],
        quiet_from=row["quiet_from"],
        quiet_to=row["quiet_to"],
        reminding=Reminding(row["reminders"]),
        direct=row["direct"],
        turns_direct=row["turns_direct"],
        next_up=NextUp(row["next_up"]),
        auto_holiday=row["auto_holiday"],
        hours_asked=row["hours_asked"],
        unlisted=row["unlisted"],
        unseen=row["unseen"],
    )


def preference_values(preferences: Preferences) -> Values:
    """Return the columns of `players` that a person sets."""
    return {
        "language": preferences.language,
        "lists": preferences.lists,
        "confirm_twice": preferences.confirm_twice,
        "height_cm": preferences.height_cm,
        "zone": preferences.zone,
        "quiet_from": preferences.quiet_from,
        "quiet_to": preferences.quiet_to,
        "reminders": preferences.reminding.value,
        "direct": preferences.direct,
        "turns_direct": preferences.turns_direct,
        "next_up": preferences.next_up.value,
        "auto_holiday": preferences.auto_holiday,
        "unlisted": preferences.unlisted,
        "unseen": preferences.unseen,
    }
