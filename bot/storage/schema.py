"""The tables. Only `entries` is the truth; the rest is who and where, or can be computed anew."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    text,
)

metadata: Final = MetaData(
    # Named constraints, because Alembic can't alter what has no name.
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Instant(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the time zone, this gives it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store UTC; SQLite gets it without the zone, so that texts compare as times do."""
        if value is None:
            return None
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - the same for all
    ) -> datetime | None:
        """Return a moment that knows its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# SQLite numbers rows by itself only in an INTEGER column.
_RowId: Final = BigInteger().with_variant(Integer(), "sqlite")

players: Final = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("lists", Boolean(create_constraint=False), nullable=False),
    Column("confirm_twice", Boolean(create_constraint=False), nullable=False),
    # Shown to nobody: it only breaks ties, and then the table learns who is tallest.
    Column("height_cm", Integer),
)

guilds: Final = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("channels", Text, nullable=False),
    Column("threads", Boolean(create_constraint=False), nullable=False),
)

matches: Final = Table(
    "matches",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("places", Integer, nullable=False),
    Column("setup", Text, nullable=False),
    Column("aids", Text, nullable=False, server_default="all"),
    Column("commitment", Text, nullable=False),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("threaded", Boolean(create_constraint=False), nullable=False),
    Column("opened_at", Instant, nullable=False),
    Column("changed_at", Instant, nullable=False),
    Column("expires_at", Instant),
    # Since when its channel or server is gone.
    Column("lost_at", Instant),
    Column("follows", _RowId, ForeignKey("matches.id")),
    Column("rematch", _RowId, ForeignKey("matches.id")),
    # The record's head and end; its lines are `entries`.
    Column("header", Text),
    Column("outcome", Text),
    Column("revealed", Text),
    # The seat to which a tie went by height; the outcome knows nothing of it.
    Column("tallest", Integer),
    Column("paused_at", Integer),
    # Counts every change but those of the messenger's columns below; whoever saves names the
    # revision they changed, so that nobody overwrites what they have not seen.
    Column("revision", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    # Who must act, one bit for each seat, and whether an agent is among them.
    Column("acting", Integer, nullable=False),
    Column("agent_acts", Boolean(create_constraint=False), nullable=False),
    sqlite_autoincrement=True,
)

# What each target of a match has been told: "cover", "table", "deal:7"… `want` is set with the
# change that causes it, all else by whoever tells.
tellings: Final = Table(
    "tellings",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("target", Text, primary_key=True),
    Column("want", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    # The lines that the newest message tells of.
    Column("since", Integer, nullable=False),
    Column("upto", Integer, nullable=False),
    Column("place", BigInteger),
    Column("message", BigInteger),
    Column("version", Integer, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_tellings_place", tellings.c.place)
Index(
    "ix_tellings_behind",
    tellings.c.match_id,
    sqlite_where=text("told < want"),
    postgresql_where=text("told < want"),
)

# None on the status alone: SQLite would read all tables that are open to find those of a channel.
Index("ix_matches_channel", matches.c.channel, matches.c.status)
Index(
    "ix_matches_expires_at",
    matches.c.expires_at,
    sqlite_where=text("expires_at IS NOT NULL"),
    postgresql_where=text("expires_at IS NOT NULL"),
)
Index(
    "ix_matches_agent_acts",
    matches.c.id,
    # As SQLAlchemy asks for it there: else SQLite passes the index over.
    sqlite_where=text("agent_acts = 1"),
    postgresql_where=text("agent_acts"),
)

seeds: Final = Table(
    "seeds",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seed", LargeBinary, nullable=False),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", BigInteger),
    Column("agent", Text),
    Column("name", Text, nullable=False),
    Column("joined_by", Text, nullable=False),
    Column("letter", Text, nullable=False),
    Index("ix_seats_player", "player"),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("at", Instant, nullable=False),
    # The interaction that caused the line and those of chance after it: carried out once.
    Column("request", Text, unique=True),
    # The rows lie in the order of their key: fewer pages to write for a move.
    sqlite_with_rowid=False,
)

# Interactions that caused no lines.
requests: Final = Table(
    "requests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("match_id", _RowId, ForeignKey("matches.id"), nullable=False),
)

results: Final = Table(
    "results",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
)

# What players propose to one another; the record knows nothing of it.
deals: Final = Table(
    "deals",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("match_id", _RowId, ForeignKey("matches.id"), nullable=False),
    Column("line", Integer, nullable=False),
    Column("proposer", Integer, nullable=False),
    Column("chapter", Text, nullable=False),
    Column("mine", Text, nullable=False),
    Column("yours", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("answers", Text, nullable=False),
    Column("withdrawn", Boolean(create_constraint=False), nullable=False),
    Column("closed", Boolean(create_constraint=False), nullable=False),
    Column("request", Text, nullable=False, unique=True),
    Index("ix_deals_match_id", "match_id"),
    sqlite_autoincrement=True,
)
