"""Everything that is kept about a person, as values for a file: the rows that are theirs.

The models are made of the tables, so that a new column is in the file by itself. Records of matches
are added by `bot.interactions.people.privacy`.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from json import loads
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, create_model
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
    union,
    update,
)

from bot.storage import schema
from bot.storage.database import Database
from bot.storage.rows import preference_values
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status
from bot.table.notices.notice import to_player
from bot.table.preferences import Preferences

VERSION: Final = 1
"""Of the schema of the file, `docs/own-data.schema.json`."""
ONCE_IN: Final = timedelta(days=1)
"""How often a person gets the file."""
_LINE: Final = 8
"""Characters that a line of a record has in a file beside its own: an indentation, a line break."""

Snowflake = Annotated[int, PlainSerializer(str, return_type=str)]
"""A number of Discord: a text in the file, because many readers of JSON round it."""
Parsed = Annotated[Any, BeforeValidator(loads)]
_PARSED: Final = frozenset({schema.outbox.c.facts, schema.deals.c.answers, schema.plans.c.body})
"""Columns with JSON."""
_NAMES: Final = ("player", "guild", "channel", "by", "blocked", "moderator", "place", "message")
_DISCORDS: Final = {
    schema.players.c.id,
    *(
        table.c[name]
        for table in schema.metadata.sorted_tables
        for name in _NAMES
        if name in table.c
    ),
} - {schema.votes.c.by}
"""Columns with numbers of Discord; a vote's is that of a seat."""

_ME: Final = bindparam("me", type_=BigInteger)
_MY_MESSAGES: Final = bindparam("my_messages", type_=Text)


def _mine_now(match_id: ColumnElement[Any], seat: ColumnElement[Any]) -> ColumnElement[bool]:
    seats = schema.seats.c
    return exists().where(seats.match_id == match_id, seats.seat == seat, seats.player == _ME)


def _mine_then(table: Table, seat: ColumnElement[Any], line: str) -> ColumnElement[bool]:
    """Say whether a seat was this person's at a line: seats change hands."""
    sitters, match_id = schema.sitters.c, table.c.match_id
    of_seat = (sitters.match_id == match_id, sitters.seat == seat)
    before = select(sitters.player).where(*of_seat, sitters.from_line <= table.c[line])
    newest = before.order_by(sitters.from_line.desc()).limit(1).scalar_subquery()
    has_changed = exists().where(*of_seat)
    return case((has_changed, func.coalesce(newest, 0) == _ME), else_=_mine_now(match_id, seat))


def _is_mine(column: Column[Any]) -> ColumnElement[bool]:
    return column == _ME


def _my_moves() -> ColumnElement[bool]:
    entries, seats, matches = schema.entries.c, schema.seats.c, schema.matches.c
    moved = entries.body.contains(literal('"actor":') + cast(seats.seat, Text) + literal("}"))
    return and_(
        entries.match_id.in_(_MY_MATCHES),
        # Till then the moments of sealed choices would tell of those of others.
        exists().where(matches.id == entries.match_id, matches.status == Status.FINISHED.value),
        exists().where(
            seats.match_id == entries.match_id,
            moved,
            _mine_then(schema.entries, seats.seat, "seq"),
        ),
    )


def _asked_or_proposed() -> ColumnElement[bool]:
    deals, seats = schema.deals.c, schema.seats.c
    asked = deals.answers.contains(literal('"seat":') + cast(seats.seat, Text) + literal(","))
    was_asked = exists().where(
        seats.match_id == deals.match_id, asked, _mine_then(schema.deals, seats.seat, "line")
    )
    return or_(was_asked, _mine_then(schema.deals, deals.proposer, "line"))


_MY_MATCHES: Final = union(
    *(
        select(each.c.match_id).where(each.c.player == _ME)
        for each in (schema.seats, schema.sitters, schema.results)
    ),
    select(schema.matches.c.id).where(schema.matches.c.host == _ME),
)


class Section(NamedTuple):
    """The rows of a table that are a person's; `without` are columns that tell of others."""

    table: Table
    whose: ColumnElement[bool]
    without: Collection[str] = ()


_RESULTS: Final = schema.results.c
SECTIONS: Final[dict[str, Section]] = {
    "settings": Section(schema.players, schema.players.c.id == _ME),
    "settings_of_tables": Section(
        schema.table_preferences, _is_mine(schema.table_preferences.c.player)
    ),
    "holidays": Section(schema.holidays, _is_mine(schema.holidays.c.player)),
    "blocked": Section(schema.blocks, _is_mine(schema.blocks.c.player)),
    "followed": Section(schema.follows, _is_mine(schema.follows.c.player)),
    "table_wishes": Section(schema.table_wishes, _is_mine(schema.table_wishes.c.player)),
    "opponent_wishes": Section(schema.opponent_wishes, _is_mine(schema.opponent_wishes.c.player)),
    "invitations": Section(schema.invitations, _is_mine(schema.invitations.c.player), ("by",)),
    "invited": Section(schema.invitations, _is_mine(schema.invitations.c.by)),
    "seats": Section(schema.seats, _is_mine(schema.seats.c.player)),
    "seats_by_line": Section(schema.sitters, _is_mine(schema.sitters.c.player)),
    "moves": Section(schema.entries, _my_moves(), ("body",)),
    "results": Section(schema.results, _is_mine(_RESULTS.player)),
    "ratings": Section(schema.ratings, _is_mine(schema.ratings.c.player)),
    "answers": Section(schema.answers, _mine_then(schema.answers, schema.answers.c.seat, "line")),
    "answer_times": Section(
        schema.answer_times,
        exists().where(
            _RESULTS.match_id == schema.answer_times.c.match_id,
            _RESULTS.seat == schema.answer_times.c.seat,
            _RESULTS.player == _ME,
        ),
    ),
    "deals": Section(schema.deals, _asked_or_proposed(), ("request",)),
    "votes_begun": Section(
        schema.votes,
        exists().where(
            schema.ballots.c.match_id == schema.votes.c.match_id,
            schema.ballots.c.number == schema.votes.c.number,
            schema.ballots.c.seat == schema.votes.c.by,
            schema.ballots.c.player == _ME,
        ),
    ),
    "ballots": Section(schema.ballots, _is_mine(schema.ballots.c.player)),
    "hints": Section(schema.hints, _mine_then(schema.hints, schema.hints.c.seat, "line")),
    "plans": Section(schema.plans, _is_mine(schema.plans.c.player)),
    "waits": Section(schema.waits, _is_mine(schema.waits.c.player), ("given_by",)),
    "clock": Section(schema.spent, _mine_then(schema.spent, schema.spent.c.seat, "line")),
    "nudged": Section(schema.nudges, _mine_now(schema.nudges.c.match_id, schema.nudges.c.seat)),
    "present": Section(schema.presences, _is_mine(schema.presences.c.player)),
    "reminded": Section(schema.reminded, _is_mine(schema.reminded.c.player)),
    "due": Section(schema.timers, _is_mine(schema.timers.c.player)),
    "puzzles": Section(schema.puzzle_answers, _is_mine(schema.puzzle_answers.c.player)),
    "messages": Section(schema.outbox, schema.outbox.c.target == _MY_MESSAGES),
    "written_to": Section(schema.lanes, schema.lanes.c.target == _MY_MESSAGES, ("owner",)),
    "banned": Section(schema.bans, _is_mine(schema.bans.c.player), ("by", "fingerprint")),
    "bans_given": Section(
        schema.bans, _is_mine(schema.bans.c.by), ("player", "fingerprint", "name")
    ),
    "moderated": Section(
        schema.moderation,
        _is_mine(schema.moderation.c.player),
        ("moderator", "moderator_name", "plays_there", "request"),
    ),
    "moderation_done": Section(
        schema.moderation, _is_mine(schema.moderation.c.moderator), ("player", "name")
    ),
}


class OwnMatch(BaseModel):
    """A match at which a person has, or had, a seat.

    `record` is there once it is finished; before, `seen` is what this person may know of each step.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    id: int
    game: str
    status: str
    guild: Snowflake | None
    channel: Snowflake
    is_host: bool
    opened_at: datetime
    changed_at: datetime
    record: dict[str, Any] | None = None
    seen: list[dict[str, Any]] | None = None


def _type_of(column: Column[Any]) -> Any:
    kind: Any = column.type.python_type
    if column in _PARSED:
        return Parsed
    if column in _DISCORDS:
        kind = Snowflake
    return kind | None if column.nullable else kind


def _columns(section: Section) -> list[Column[Any]]:
    return [each for each in section.table.columns if each.name not in section.without]


def _model(name: str, fields: Mapping[str, Any]) -> Any:
    create: Any = create_model
    # What checks and writes them takes memory, and nobody may ever ask for it.
    required = {str(field): (kind, ...) for field, kind in fields.items()}
    return create(name, __config__=ConfigDict(frozen=True, defer_build=True), **required)


_ROWS: Final = {
    name: _model(name, {each.name: _type_of(each) for each in _columns(section)})
    for name, section in SECTIONS.items()
}
Kept: Any = _model("Kept", {name: list[row] for name, row in _ROWS.items()})  # type: ignore[valid-type]


class OwnData(BaseModel):
    """A file, or a part of it: what is kept stands in the first one, matches in all."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    version: Literal[1] = VERSION
    player: Snowflake
    made_at: datetime
    part: int
    parts: int
    kept: Kept | None
    matches: list[OwnMatch]


class SizedMatch(NamedTuple):
    """A match, and at most how many characters its record takes in a file."""

    match: OwnMatch
    size: int


class OwnDataStore:
    """What is kept about people, for themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kept(self, player: PlayerId) -> Any:
        """Return all rows that are a person's, as `Kept`; None: there are none."""
        values = {"me": player, "my_messages": to_player(player)}

        def read(connection: Connection) -> dict[str, list[Any]]:
            found = {}
            for name, section in SECTIONS.items():
                key = section.table.primary_key.columns
                wanted = select(*_columns(section)).where(section.whose).order_by(*key)
                rows = connection.execute(wanted, values).mappings()
                found[name] = [_ROWS[name].model_validate(dict(row)) for row in rows]
            return found

        found = await self._database.read(read)
        return Kept(**found) if any(found.values()) else None

    async def matches(self, player: PlayerId) -> Sequence[SizedMatch]:
        """Return the matches at which a person has or had a seat, without their records."""
        mine = schema.matches.c.id.in_(_MY_MATCHES)
        rows = await self._database.rows(sized(mine), {"me": player})
        return [
            SizedMatch(
                OwnMatch(
                    id=row.id,
                    game=row.game,
                    status=row.status,
                    guild=row.guild,
                    channel=row.channel,
                    is_host=row.host == player,
                    opened_at=row.opened_at,
                    changed_at=row.changed_at,
                ),
                row.size,
            )
            for row in rows
        ]

    async def finished_in(self, guild: int) -> Sequence[tuple[MatchId, int]]:
        """Return the finished matches of a server, each with the most characters of its record."""
        over = schema.matches.c.status == Status.FINISHED.value
        rows = await self._database.rows(sized(and_(schema.matches.c.guild == guild, over)))
        return [(MatchId(row.id), row.size) for row in rows]

    async def claim(self, player: PlayerId, now: datetime) -> datetime | None:
        """Store that a person gets the file now; if they had it within a day, return when."""

        def claim(connection: Connection) -> datetime | None:
            values = {"id": player, **preference_values(Preferences()), "data_at": now}
            if _CLAIM.execute(connection, {**values, "before": now - ONCE_IN}):
                return None
            wanted = select(schema.players.c.data_at).where(schema.players.c.id == player)
            had: datetime = connection.execute(wanted).scalar_one()
            return had

        return await self._database.write(claim)

    async def give_back(self, player: PlayerId, claimed_at: datetime) -> None:
        """Store that a person didn't get the file."""
        theirs = (schema.players.c.id == player, schema.players.c.data_at == claimed_at)
        await self._database.execute(update(schema.players).where(*theirs).values(data_at=None))


_CLAIM: Final = Upsert(
    schema.players,
    ["id"],
    ["data_at"],
    where=or_(
        schema.players.c.data_at.is_(None),
        schema.players.c.data_at <= bindparam("before", type_=schema.Instant),
    ),
)


def sized(which: ColumnElement[bool]) -> Select[Any]:
    """Return the question for matches, the oldest first, with the greatest size of their records.

    A record is never longer in a file than its texts are in the database and a little more.
    """
    lines = select(func.coalesce(func.sum(func.length(schema.entries.c.body) + _LINE), 0))
    of = lines.where(schema.entries.c.match_id == schema.matches.c.id).scalar_subquery()
    head = func.length(func.coalesce(schema.matches.c.header, "")) + 1000
    size = of + head + func.length(func.coalesce(schema.matches.c.outcome, ""))
    return select(schema.matches, size.label("size")).where(which).order_by(schema.matches.c.id)


def in_parts(sizes: Sequence[int], most: int) -> Sequence[range]:
    """Return which of these things go into each part: in order, at most so much in one.

    >>> in_parts([5, 4, 1, 7, 20], 10)
    [range(0, 3), range(3, 4), range(4, 5)]
    """
    parts, first, size = list[range](), 0, 0
    for place, each in enumerate(sizes):
        if place > first and size + each > most:
            parts.append(range(first, place))
            first, size = place, 0
        size += each
    return [*parts, range(first, len(sizes))]


def own_data_schema() -> dict[str, Any]:
    """Return the JSON schema of the file."""
    return OwnData.model_json_schema(mode="serialization")
