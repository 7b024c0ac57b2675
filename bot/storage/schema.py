"""The tables. Only `entries` is the truth; the rest is who and where, or can be computed anew."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
)

VERSION: Final = 14
"""The number of the newest migration that this program knows."""

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
    # An IANA name; quiet hours are minutes of the day there.
    Column("zone", Text),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("reminders", Text, nullable=False, server_default="default"),
    Column("direct", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # Whether they were asked for their zone and quiet hours.
    Column("hours_asked", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # Whether a day of holiday is taken for them when their time is up.
    Column(
        "auto_holiday", Boolean(create_constraint=False), nullable=False, server_default=false()
    ),
    # Whether their turns come as direct messages, and how they hear that they are next.
    Column(
        "turns_direct", Boolean(create_constraint=False), nullable=False, server_default=false()
    ),
    Column("next_up", Text, nullable=False, server_default="off"),
    # Whether they are neither rated nor listed, and whether others see no statistics of them.
    Column("unlisted", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("unseen", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # When they last got the file of what is kept about them.
    Column("data_at", Instant),
)

guilds: Final = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", Text),
    Column("channels", Text, nullable=False),
    Column("threads", Boolean(create_constraint=False), nullable=False),
    Column("news", Text),
    # The roles that may open tables, JSON as `channels`; empty: everybody. At most how many tables
    # may be open or running; none: no limit.
    Column("openers", Text, nullable=False, server_default="[]"),
    Column("most_tables", Integer),
    # What new tables begin with; none: as everywhere.
    Column("pace", Text),
    Column("aids", Text),
    Column("hints", Text),
    # When its channels are quiet, minutes of the day in `zone`.
    Column("zone", Text),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    # The channel in which tables look for players.
    Column("seeking", BigInteger),
    # Whether it has no rankings; whether tables with computer players are in its statistics.
    Column("unranked", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column(
        "counts_computers", Boolean(create_constraint=False), nullable=False, server_default=false()
    ),
    # Since when the bot is no longer in it.
    Column("left_at", Instant),
    # Whether its tables have no pages at an address.
    Column("pageless", Boolean(create_constraint=False), nullable=False, server_default=false()),
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
    # Who may know that a player took a hint; "none": nobody may take one.
    Column("hints", Text, nullable=False, server_default="private"),
    # Whether what is new is explained.
    Column("teaching", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("commitment", Text, nullable=False),
    Column("guild", BigInteger),
    # That of the server: see `bot.table.processes.buckets`.
    Column("bucket", Integer, nullable=False, server_default="0"),
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
    # Counts every change but those of the messenger's columns below. A transaction that saves names
    # the revision it changed, so that it can't overwrite what it has not seen.
    Column("revision", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    # The seats that must act, one bit for each, and whether a computer player is among them.
    Column("acting", Integer, nullable=False),
    Column("agent_acts", Boolean(create_constraint=False), nullable=False),
    # How much time a move has, and what happens when it is up.
    Column("pace", Text, nullable=False, server_default="none"),
    Column("span_s", Integer, nullable=False, server_default="0"),
    Column("add_s", Integer, nullable=False, server_default="0"),
    Column("when_late", Text, nullable=False, server_default="computer"),
    # Until when and since when it is on hold, how long its table has held it so far, whether it is
    # because nobody is there; how often a vote added time.
    Column("held_until", Instant),
    Column("held_since", Instant),
    Column("deserted", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("held_s", Integer, nullable=False, server_default="0"),
    Column("extensions", Integer, nullable=False, server_default="0"),
    # How the channel is told; none: as its server says.
    Column("news", Text),
    # At which minute of the day a daily digest comes, in the zone of most; none: at six.
    Column("digest_at", Integer),
    # How it ended, if its rules didn't end it.
    Column("ending", Text),
    # Whether its table agreed, before it began, that it is not rated.
    Column("friendly", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # What the host or admin is called who closed it, if one did.
    Column("closed_by", Text),
    sqlite_autoincrement=True,
)

# What each target of a match has been told: "cover", "table", "deal:7"… `want` is set with the
# change that causes it, all else by the process that tells.
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
Index("ix_matches_guild", matches.c.guild, matches.c.status)
Index(
    "ix_matches_lost_at",
    matches.c.lost_at,
    sqlite_where=text("lost_at IS NOT NULL"),
    postgresql_where=text("lost_at IS NOT NULL"),
)
# Else the database would read all matches to see that none refers to one that is deleted.
Index(
    "ix_matches_follows",
    matches.c.follows,
    sqlite_where=text("follows IS NOT NULL"),
    postgresql_where=text("follows IS NOT NULL"),
)
Index(
    "ix_matches_rematch",
    matches.c.rematch,
    sqlite_where=text("rematch IS NOT NULL"),
    postgresql_where=text("rematch IS NOT NULL"),
)
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
    # How often in a row time was up, why the computer plays this wait if it does, whether the seat
    # is free for a substitute.
    Column("lapses", Integer, nullable=False, server_default="0"),
    Column("stand_in_for", Text),
    Column("offered", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # When the table let a computer player move for them in the holiday that they had then.
    Column("stand_in_agreed_at", Instant),
    # What is left of the time that a seat has for the rest of the match; none: all of it.
    Column("bank_s", Integer),
    Index("ix_seats_player", "player"),
)

# The page of a match at an address. `key` is the address, none while it has none; `edition` counts
# those that ended because a person was erased. `asked`: what the host wants, whoever sees the
# channel; none: nothing.
pages: Final = Table(
    "pages",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("key", Text, unique=True),
    Column("edition", Integer, nullable=False, server_default="0"),
    Column("asked", Boolean(create_constraint=False)),
)

# Secrets of this database by what they are for, the same for all its processes.
secrets: Final = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
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
    # Why a computer player made this move in a person's place, if one did.
    Column("stand_in_for", Text),
    # The rows lie in the order of their key: fewer pages to write for a move.
    sqlite_with_rowid=False,
)

# Interactions that caused no lines, and when: none if a program of before stored it.
requests: Final = Table(
    "requests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("match_id", _RowId, ForeignKey("matches.id"), nullable=False),
    Column("at", Instant),
)

# What became of each seat of a match that is over. All of statistics and ratings is computed from
# these rows alone; those that a program of before wrote have no more than the score and the rank
# until `python -m bot statistics` completes them.
results: Final = Table(
    "results",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    # Where and when; the name of its variants, with commas, "" without.
    Column("guild", BigInteger),
    Column("game", Text),
    Column("seats", Integer),
    Column("variants", Text),
    Column("ended_at", Instant),
    # Its part of the win: those who share the first place have an equal one.
    Column("share", Double),
    # Whether the match counts for statistics; lessons don't. Whether it was ended by vote.
    Column("is_lesson", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("is_voted", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # Whether computer players had seats from the beginning.
    Column(
        "with_computers", Boolean(create_constraint=False), nullable=False, server_default=false()
    ),
    # The person who had the seat first, and the name at this table; none for a computer player.
    Column("player", BigInteger),
    Column("name", Text),
    # Whether it went first; its moves, and those of them that a computer player made late.
    Column("began", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("moves", Integer, nullable=False, server_default="0"),
    Column("late", Integer, nullable=False, server_default="0"),
    # How many seconds passed from the opening of its table to its end.
    Column("lasted", Integer),
    # How many promises of its player were kept, and how many were not, in a title with deals.
    Column("promises_kept", Integer, nullable=False, server_default="0"),
    Column("promises_broken", Integer, nullable=False, server_default="0"),
    # What its title counts, in that order: see `engine.counters`.
    Column("count_1", Integer, nullable=False, server_default="0"),
    Column("count_2", Integer, nullable=False, server_default="0"),
    Column("count_3", Integer, nullable=False, server_default="0"),
    Column("count_4", Integer, nullable=False, server_default="0"),
    # How it counts for ratings, and why, if not by its rank; why its match counts for none.
    Column("counted", Text),
    Column("reason", Text),
    Column("unrated", Text),
    # How many matches of the server and title were rated up to this one, and its player's strength
    # after it; of one who was erased that of before it, rounded.
    Column("number", Integer),
    Column("mu", Double),
    Column("sigma", Double),
    Column("rated", Integer),
    Index("ix_results_player", "player", "guild", "game"),
    Index("ix_results_guild", "guild", "game", "number"),
)

# The strength of each player in a server and title, as their last rated match left it; player 0
# counts the rated matches of all.
ratings: Final = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
)

# How long people took to answer in a running match: from a line on, to another one without it.
answers: Final = Table(
    "answers",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("upto", Integer, nullable=False),
    Column("taken_s", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# How long answers of a seat took, as a match ends: how many fell into each class of
# `bot.table.people.answer_times`.
answer_times: Final = Table(
    "answer_times",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("class", Integer, primary_key=True, autoincrement=False),
    Column("answers", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Who doesn't want to sit at a table with whom; known to `player` alone. `name` is that of the
# blocked person as it was then.
blocks: Final = Table(
    "blocks",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Index("ix_blocks_blocked", "blocked"),
    sqlite_with_rowid=False,
)

# Who wants to hear in a server that a table of a title opens.
table_wishes: Final = Table(
    "table_wishes",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    Column("pinged_at", Instant),
    Index("ix_table_wishes_player", "player"),
)

# Who looks for the next opponent at a title in a server, until then.
opponent_wishes: Final = Table(
    "opponent_wishes",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    # The channel in which it was wished, and how much time a move should have.
    Column("channel", BigInteger, nullable=False),
    Column("pace", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("until", Instant, nullable=False),
    # Whether opponents of any strength will do.
    Column("anybody", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Index("ix_opponent_wishes_player", "player"),
)

# Seats of open tables that are kept for people who were invited, until they answer or it is late;
# they go when the match begins. One that was declined keeps none.
invitations: Final = Table(
    "invitations",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
    Column("until", Instant, nullable=False),
    Column("declined", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Index("ix_invitations_player", "player"),
)

# Who may not open or join tables of a server, until then; none: for good. Of a person who was
# erased only the fingerprint stays.
bans: Final = Table(
    "bans",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("player", BigInteger),
    Column("fingerprint", Text),
    Column("name", Text, nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("until", Instant),
    Index("ix_bans_guild_player", "guild", "player", unique=True),
    Index("ix_bans_fingerprint", "fingerprint"),
    sqlite_autoincrement=True,
)

# What moderators of a server did at tables and to whom, and why.
moderation: Final = Table(
    "moderation",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
    Column("moderator", BigInteger, nullable=False),
    Column("moderator_name", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("match_id", _RowId),
    Column("seat", Integer),
    # Whom it concerns, and what they are called.
    Column("player", BigInteger),
    Column("name", Text),
    Column("until", Instant),
    # Whether the moderator sat at the table.
    Column("plays_there", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # The interaction that caused it: carried out once.
    Column("request", Text, nullable=False, unique=True),
    Index("ix_moderation_guild", "guild", "at"),
    Index("ix_moderation_match_id", "match_id"),
    sqlite_autoincrement=True,
)

# Who follows which running match in direct messages: "turn" or "day".
follows: Final = Table(
    "follows",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("how", Text, nullable=False),
    Column("at", Instant, nullable=False),
    # How many lines they were told, and since when there has been nothing new.
    Column("told", Integer, nullable=False, server_default="0"),
    Column("quiet_since", Instant),
    Index("ix_follows_player", "player"),
    sqlite_with_rowid=False,
)

# Fingerprints of people who were erased: by these they are erased again from a backup.
erased: Final = Table(
    "erased",
    metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("at", Instant, nullable=False),
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

# Open waits: one row for each person who must act, from the moment they must until they have. Its
# clock runs if it was started (`since`) and `stops`, names with commas, is empty; then
# `due_at` is `since` and `left_s` more. Without a pace there is neither `left_s` nor `due_at`.
waits: Final = Table(
    "waits",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("match_id", _RowId, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", BigInteger, nullable=False),
    # The number of lines that were played before it.
    Column("line", Integer, nullable=False, server_default="0"),
    Column("asked_at", Instant, nullable=False),
    Column("length_s", Integer),
    Column("left_s", Integer),
    Column("since", Instant),
    Column("due_at", Instant),
    Column("stops", Text, nullable=False, server_default=""),
    Column("muted", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # When it is looked at next: a reminder may come then, or its time is up.
    Column("look_at", Instant),
    # How many steps of the reminders were sent, or count as sent.
    Column("reminded", Integer, nullable=False, server_default="0"),
    # What others added, and the players who gave a day more, ids with commas.
    Column("given_s", Integer, nullable=False, server_default="0"),
    Column("given_by", Text, nullable=False, server_default=""),
    Column("late_at", Instant),
    # What was added so that time isn't up at night; a part of `given_s`.
    Column("night_s", Integer, nullable=False, server_default="0"),
    # When its player asked to be reminded.
    Column("wish_at", Instant),
    # Whether a computer player was the last to move in it, and whether it began as its player took
    # a move of the same turn back.
    Column("stood_in", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("redone", Boolean(create_constraint=False), nullable=False, server_default=false()),
    # How long it ran before `since`.
    Column("waited_s", Integer, nullable=False, server_default="0"),
    Index("ix_waits_match_id_seat", "match_id", "seat", unique=True),
    Index("ix_waits_player", "player"),
    Index("ix_waits_look_at", "look_at"),
    sqlite_autoincrement=True,
)

# The waits with a limit that ended, each with what it had and used, and the lines within it: what a
# take-back needs, so that it gives nobody time.
spent: Final = Table(
    "spent",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("upto", Integer, nullable=False),
    Column("length_s", Integer, nullable=False),
    Column("used_s", Integer, nullable=False),
    Column("redone", Boolean(create_constraint=False), nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

# What is to be done at a moment. The process that does it deletes the row of this `rev`, in the
# transaction of all that comes of it.
timers: Final = Table(
    "timers",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("bucket", Integer, nullable=False, server_default="0"),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("match_id", _RowId),
    Column("seat", Integer),
    # Whom it concerns alone.
    Column("player", BigInteger),
    Column("rev", Integer, nullable=False, server_default="0"),
    Column("due_at", Instant, nullable=False),
    Index("ix_timers_kind_key", "kind", "key", unique=True),
    Index("ix_timers_due_at", "due_at"),
    Index("ix_timers_match_id", "match_id"),
    Index(
        "ix_timers_player",
        "player",
        sqlite_where=text("player IS NOT NULL"),
        postgresql_where=text("player IS NOT NULL"),
    ),
    sqlite_autoincrement=True,
)

# Messages to channels and people, each sent once. A row is written with what causes it and
# delivered later, in the order of the ids of its target ("channel:1", "dm:2").
outbox: Final = Table(
    "outbox",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("bucket", Integer, nullable=False, server_default="0"),
    Column("target", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("match_id", _RowId),
    Column("wait_id", _RowId),
    Column("facts", Text, nullable=False, server_default="{}"),
    Column("best_before", Instant),
    # "pending", "sent", "retract" (to be deleted), "gone" (deleted), "dead"; `version` counts what
    # was asked of the row, so that the process that delivers it sees that more was asked meanwhile.
    Column("state", Text, nullable=False, server_default="pending"),
    Column("version", Integer, nullable=False, server_default="0"),
    # The channel that has the message, and the message.
    Column("place", BigInteger),
    Column("message", BigInteger),
    # When it was sent; of one that is pending, when a process tried and got no answer.
    Column("sent_at", Instant),
    Column("error", Text),
    Index("ix_outbox_kind_key", "kind", "key", unique=True),
    Index("ix_outbox_wait_id", "wait_id"),
    Index("ix_outbox_match_id", "match_id"),
    sqlite_autoincrement=True,
)
Index(
    "ix_outbox_target_id",
    outbox.c.target,
    outbox.c.id,
    sqlite_where=text("state IN ('pending', 'retract')"),
    postgresql_where=text("state IN ('pending', 'retract')"),
)

# The targets that were ever told something; without `next_at` nothing is pending. The process that
# holds the lease (until `until`) delivers; `epoch` counts the leases, so that nothing is stored
# under one that had ended. Without an owner, `until` is when the target may be told more.
lanes: Final = Table(
    "lanes",
    metadata,
    Column("target", Text, primary_key=True),
    Column("bucket", Integer, nullable=False, server_default="0"),
    Column("next_at", Instant),
    Column("owner", Text),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("until", Instant),
    Column("failures", Integer, nullable=False, server_default="0"),
    Index("ix_lanes_next_at", "next_at"),
)

# When this scope ("all") was last known to be connected, and the times when it was not.
beats: Final = Table(
    "beats",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("at", Instant, nullable=False),
)
outages: Final = Table(
    "outages",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("scope", Text, nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
)

# Moves prepared by a seat for its next turns, which only its owner may know.
plans: Final = Table(
    "plans",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", BigInteger, nullable=False),
    # How many lines there were when it was made; one that goes by a line taken back is dropped.
    Column("line", Integer, nullable=False),
    # Whether it outlives the owner's own moves.
    Column("stands", Boolean(create_constraint=False), nullable=False),
    # Whether its owner alone is awaited, and nobody has judged it yet.
    Column("due", Boolean(create_constraint=False), nullable=False),
    # Why it was dropped, as its owner doesn't know yet.
    Column("why", Text),
    Column("body", Text, nullable=False),
)
Index(
    "ix_plans_due",
    plans.c.match_id,
    sqlite_where=text("due = 1"),
    postgresql_where=text("due"),
)

# When a person is away, in one server: whole days of a zone, as moments.
holidays: Final = Table(
    "holidays",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("player", BigInteger, nullable=False),
    Column("guild", BigInteger),
    Column("begins_at", Instant, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Column("zone", Text, nullable=False),
    # Whether the computer plays meanwhile; else the tables wait.
    Column("computer", Boolean(create_constraint=False), nullable=False),
    # Whether it is one for all servers; whether it was taken for them as their time was up.
    Column("everywhere", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Column("automatic", Boolean(create_constraint=False), nullable=False, server_default=false()),
    Index("ix_holidays_player", "player"),
    sqlite_autoincrement=True,
)

# Which person or computer player played a seat from a line on, if not its first owner throughout.
sitters: Final = Table(
    "sitters",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("from_line", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("player", BigInteger),
)

# What a table decides together. `number` counts within the match.
votes: Final = Table(
    "votes",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("arg", Text, nullable=False, server_default=""),
    Column("by", BigInteger, nullable=False),
    Column("wait_id", _RowId),
    Column("opened_at", Instant, nullable=False),
    Column("lapses_at", Instant, nullable=False),
    Column("closed_at", Instant),
    Column("result", Text),
)
ballots: Final = Table(
    "ballots",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", BigInteger, nullable=False),
    Column("yes", Boolean(create_constraint=False), nullable=False),
    Column("at", Instant, nullable=False),
)

# When a player of a table last pressed or typed something there, to the hour.
presences: Final = Table(
    "presences",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
)

# What a person set for one table alone.
table_preferences: Final = Table(
    "table_preferences",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("reminders", Text, nullable=False),
)

# When a person was last reminded softly in a server; 0: in direct messages.
reminded: Final = Table(
    "reminded",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
)

# When a seat was last nudged by other players.
nudges: Final = Table(
    "nudges",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
)

# Which seat took a hint before which line; a decision's hint is counted once.
hints: Final = Table(
    "hints",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    sqlite_with_rowid=False,
)

# What a finished match looks like to an expert, line by line; a match is reviewed when all that can
# be judged are there, and `reviews` says so.
reviewed_lines: Final = Table(
    "reviewed_lines",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
reviews: Final = Table(
    "reviews",
    metadata,
    Column("match_id", _RowId, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("asked_at", Instant, nullable=False),
    Column("done_at", Instant),
)
Index(
    "ix_reviews_asked_at",
    reviews.c.asked_at,
    sqlite_where=text("done_at IS NULL"),
    postgresql_where=text("done_at IS NULL"),
)

# The puzzle of each day, the same everywhere, and what people answered: once, for good.
puzzles: Final = Table(
    "puzzles",
    metadata,
    Column("day", Date, primary_key=True),
    Column("game", Text, nullable=False),
    Column("body", Text, nullable=False),
)
puzzle_answers: Final = Table(
    "puzzle_answers",
    metadata,
    Column("day", Date, ForeignKey("puzzles.day"), primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    # Where it was given; there it is told tomorrow who found it.
    Column("guild", BigInteger),
    Column("name", Text, nullable=False),
    Column("answer", Integer, nullable=False),
    Column("right", Boolean(create_constraint=False), nullable=False),
    Column("at", Instant, nullable=False),
    Index("ix_puzzle_answers_player", "player", "day"),
    Index("ix_puzzle_answers_guild", "guild", "day"),
)

# From here on: several processes on one PostgreSQL. In SQLite most of it stays empty.

# Which process does the chores of a bucket, all times by the database's clock. `epoch` counts the
# owners, so that no process stores what it began under a lease that has ended.
bucket_leases: Final = Table(
    "bucket_leases",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text),
    Column("epoch", BigInteger, nullable=False, server_default="0"),
    Column("until", Instant),
)

# The processes that run the bot, and which shards each has.
processes: Final = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("version", Text, nullable=False),
    # The newest migration that its program knows, `VERSION`.
    Column("schema", Integer, nullable=False, server_default="0"),
    Column("shard_count", Integer, nullable=False),
    Column("shard_ids", Text, nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("ready_at", Instant),
    Column("seen_at", Instant, nullable=False),
    Column("draining", Boolean(create_constraint=False), nullable=False, server_default=false()),
)

# The interactions that a process answers: where two are told of one, the first claims it. By the
# `question` it knows its own when its connection broke before it had the answer.
claims: Final = Table(
    "claims",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("question", BigInteger, nullable=False, server_default="0"),
    Column("at", Instant, nullable=False),
)

# What all processes of a deployment have to know.
deployment: Final = Table(
    "deployment",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
