"""Play over weeks, many processes, computer players that advise: all that came after 0.1.0.

Steps 0006 to 0010 were never released on their own: they are part of this one.
"""

from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

revision: str = "0011"
down_revision: str | None = "0005"
branch_labels = None
depends_on = None

Columns: TypeAlias = list[sa.Column[Any]]

INTEGER, BIG, TEXT, FLAG, DAY = sa.Integer(), sa.BigInteger(), sa.Text(), sa.Boolean(), sa.Date()
MOMENT = sa.DateTime(timezone=True)
ROW_ID = BIG.with_variant(INTEGER, "sqlite")
# A rebuilt table would not keep this: the number of a deleted row would be given again.
NUMBERED = {"sqlite_autoincrement": True}
# So 0001 named it in truth: the convention was laid on the name that it gave.
CHECK = "ck_matches_ck_matches_told"
TOLD_COUNTS = ("shown", "told", "told_from", "told_to")
TOLD_PLACES = ("thread", "lobby_message", "table_message")

COVERS = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT id, 'cover', revision, shown, 0, 0, NULL, lobby_message, 0 FROM matches
"""
# A match that was told everything has told = want; whatever was behind is wanted once more. Lines
# between told_to and told were for nobody, and are none of the message's either way.
TABLES = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT id, 'table', CASE WHEN header IS NULL THEN 0 ELSE revision END,
        CASE WHEN header IS NULL OR told < lines OR table_message IS NULL THEN 0 ELSE revision END,
        told_from, told_to, thread, table_message, 0
    FROM matches
"""
# What was final counts as told, whether it was ever posted or not.
DEALS = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT match_id, 'deal:' || id, 1, CASE WHEN told OR closed THEN 1 ELSE 0 END,
        0, 0, NULL, message, 0
    FROM deals
"""
# As `bot.table.processes.buckets` has it.
BUCKETS = "UPDATE matches SET bucket = (guild >> 22) % 1024 WHERE guild IS NOT NULL"
# The players for whom a running match waits are waited for from now on: nobody knows better.
WAITS = """
    INSERT INTO waits (match_id, seat, player, line, asked_at, since)
    SELECT matches.id, seats.seat, seats.player, matches.lines, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP
    FROM matches JOIN seats ON seats.match_id = matches.id
    WHERE matches.status = 'playing' AND seats.player IS NOT NULL AND seats.agent IS NULL
        AND (matches.acting >> seats.seat) & 1 = 1
    ORDER BY matches.id, seats.seat
"""
# The first look comes at once, and finds when the next one is due.
LOOKS = """
    INSERT INTO timers (bucket, kind, key, match_id, seat, due_at)
    SELECT matches.bucket, 'reminder', CAST(waits.id AS TEXT), match_id, seat, CURRENT_TIMESTAMP
    FROM waits JOIN matches ON matches.id = waits.match_id ORDER BY waits.id
"""
# When the bot looks whether anything has happened in a match for long.
SILENCE = """
    INSERT INTO timers (bucket, kind, key, match_id, due_at)
    SELECT bucket, 'all-away', CAST(id AS TEXT), id, {} FROM matches WHERE status = 'playing'
    ORDER BY matches.id
"""
IN_SIXTY_DAYS = {
    "sqlite": "datetime(CURRENT_TIMESTAMP, '+60 days')",
    "postgresql": "CURRENT_TIMESTAMP + INTERVAL '60 days'",
}
# Whose rows come and go: without this PostgreSQL would clear away after a fifth of them.
SHORT_LIVED = ("waits", "timers", "outbox", "lanes")


def upgrade() -> None:
    create_tellings()
    for table, columns in added().items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("ix_matches_guild", "matches", ["guild", "status"])
    create_partial_index("ix_matches_lost_at", "matches", ["lost_at"], "lost_at IS NOT NULL")
    create_clocks()
    create_timers_and_outbox()
    create_reminders()
    create_agreements()
    create_shared_work()
    create_advice()
    op.execute(BUCKETS)
    op.execute(WAITS)
    op.execute(LOOKS)
    dialect = op.get_bind().dialect.name
    op.execute(SILENCE.format(IN_SIXTY_DAYS[dialect]))
    if dialect == "postgresql":
        for table in SHORT_LIVED:
            op.execute(f"ALTER TABLE {table} SET (autovacuum_vacuum_scale_factor = 0.02)")


def create_tellings() -> None:
    """Give what each target of a match has been told rows of their own."""
    create_table_of_matches(
        "tellings",
        *required(TEXT, "target"),
        *required(INTEGER, "want", "told", "since", "upto"),
        *optional(BIG, "place", "message"),
        *required(INTEGER, "version"),
        key=["target"],
        sqlite_with_rowid=False,
    )
    for statement in (COVERS, TABLES, DEALS):
        op.execute(statement)
    op.create_index("ix_tellings_place", "tellings", ["place"])
    create_partial_index("ix_tellings_behind", "tellings", ["match_id"], "told < want")
    op.drop_index("ix_matches_untold", table_name="matches")
    op.drop_index("ix_matches_thread", table_name="matches")
    with op.batch_alter_table("matches", table_kwargs=NUMBERED) as table:
        table.drop_constraint(op.f(CHECK), type_="check")
        for name in TOLD_PLACES + TOLD_COUNTS:
            table.drop_column(name)
    op.drop_index("ix_deals_untold", table_name="deals")
    with op.batch_alter_table("deals", table_kwargs=NUMBERED) as table:
        table.drop_column("message")
        table.drop_column("told")


def added() -> dict[str, Columns]:
    """Return the columns that tables of before get."""
    return {
        "guilds": [*optional(TEXT, "news")],
        "matches": [
            # Which ones are gone is found out when the bot is connected again.
            *optional(MOMENT, "lost_at"),
            text("pace", "none"),
            *counts("span_s", "add_s"),
            text("when_late", "computer"),
            *optional(MOMENT, "held_until", "held_since"),
            *flags("deserted"),
            *optional(TEXT, "ending"),
            *counts("held_s", "extensions"),
            *optional(TEXT, "news"),
            *counts("bucket"),
            text("hints", "private"),
            *flags("teaching"),
        ],
        "players": [
            *optional(TEXT, "zone"),
            *optional(INTEGER, "quiet_from", "quiet_to"),
            text("reminders", "default"),
            *flags("direct"),
        ],
        "seats": [*counts("lapses"), *flags("stand_in", "offered")],
    }


def create_clocks() -> None:
    """Create what says how long players were waited for, and when nobody could play."""
    create_table(
        "waits",
        *required(ROW_ID, "id", "match_id"),
        *required(INTEGER, "seat"),
        *required(BIG, "player"),
        *counts("line", "span_s"),
        *required(MOMENT, "asked_at"),
        *optional(INTEGER, "length_s", "left_s"),
        *optional(MOMENT, "since", "due_at"),
        text("stops", ""),
        *flags("muted"),
        *counts("reminded", "given_s"),
        text("given_by", ""),
        *optional(MOMENT, "late_at"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_waits_match_id"),
        key=["id"],
        **NUMBERED,
    )
    op.create_index("ix_waits_match_id_seat", "waits", ["match_id", "seat"], unique=True)
    op.create_index("ix_waits_player", "waits", ["player"])
    create_table_of_matches("banks", *required(INTEGER, "seat", "left_s"), key=["seat"])
    create_table_of_matches(
        "spent",
        *required(INTEGER, "seat", "line", "upto", "length_s", "used_s"),
        key=["seat", "line"],
        sqlite_with_rowid=False,
    )
    create_table(
        "holidays",
        *required(ROW_ID, "id"),
        *required(BIG, "player"),
        *optional(BIG, "guild"),
        *required(MOMENT, "begins_at", "ends_at"),
        *required(TEXT, "zone"),
        *required(FLAG, "computer"),
        key=["id"],
        **NUMBERED,
    )
    op.create_index("ix_holidays_player", "holidays", ["player"])
    create_table("beats", *required(TEXT, "scope"), *required(MOMENT, "at"), key=["scope"])
    create_table(
        "outages",
        *required(ROW_ID, "id"),
        *required(TEXT, "scope"),
        *required(MOMENT, "began_at", "ended_at"),
        key=["id"],
    )


def create_timers_and_outbox() -> None:
    """Create what is to be done at a moment, and what is to be said."""
    create_table(
        "timers",
        *required(ROW_ID, "id"),
        *counts("bucket"),
        *required(TEXT, "kind", "key"),
        *optional(ROW_ID, "match_id"),
        *optional(INTEGER, "seat"),
        *counts("rev"),
        *required(MOMENT, "due_at"),
        key=["id"],
        **NUMBERED,
    )
    op.create_index("ix_timers_due_at", "timers", ["due_at"])
    op.create_index("ix_timers_kind_key", "timers", ["kind", "key"], unique=True)
    op.create_index("ix_timers_match_id", "timers", ["match_id"])
    create_table(
        "outbox",
        *required(ROW_ID, "id"),
        *counts("bucket"),
        *required(TEXT, "target", "kind", "key"),
        *optional(ROW_ID, "match_id", "wait_id"),
        text("facts", "{}"),
        *optional(MOMENT, "best_before"),
        text("state", "pending"),
        *counts("version"),
        *optional(BIG, "place", "message"),
        *optional(MOMENT, "sent_at"),
        *optional(TEXT, "error"),
        key=["id"],
        **NUMBERED,
    )
    op.create_index("ix_outbox_kind_key", "outbox", ["kind", "key"], unique=True)
    op.create_index("ix_outbox_match_id", "outbox", ["match_id"])
    op.create_index("ix_outbox_wait_id", "outbox", ["wait_id"])
    is_pending = "state IN ('pending', 'retract')"
    create_partial_index("ix_outbox_target_id", "outbox", ["target", "id"], is_pending)
    create_table(
        "lanes",
        *required(TEXT, "target"),
        *counts("bucket"),
        *optional(MOMENT, "next_at"),
        *optional(TEXT, "owner"),
        *counts("epoch"),
        *optional(MOMENT, "until"),
        *counts("failures"),
        key=["target"],
    )
    op.create_index("ix_lanes_next_at", "lanes", ["next_at"])


def create_reminders() -> None:
    """Create who was reminded or nudged when, who was there, and what a player set for a table."""
    of_reminded = (*required(BIG, "player", "guild"), *required(MOMENT, "at"))
    create_table("reminded", *of_reminded, key=["player", "guild"])
    of_nudges = (*required(INTEGER, "seat"), *required(MOMENT, "at"))
    create_table_of_matches("nudges", *of_nudges, key=["seat"])
    of_presences = (*required(BIG, "player"), *required(MOMENT, "at"))
    create_table_of_matches("presences", *of_presences, key=["player"])
    create_table(
        "table_preferences",
        *required(BIG, "player"),
        *required(ROW_ID, "match_id"),
        *required(TEXT, "reminders"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_table_preferences_match_id"),
        key=["player", "match_id"],
    )


def create_agreements() -> None:
    """Create votes, plans, and who played a seat when."""
    create_table_of_matches(
        "votes",
        *required(INTEGER, "number"),
        *required(TEXT, "kind"),
        text("arg", ""),
        *required(BIG, "by"),
        *optional(ROW_ID, "wait_id"),
        *required(MOMENT, "opened_at", "lapses_at"),
        *optional(MOMENT, "closed_at"),
        *optional(TEXT, "result"),
        key=["number"],
    )
    create_table_of_matches(
        "ballots",
        *required(INTEGER, "number", "seat"),
        *required(BIG, "player"),
        *required(FLAG, "yes"),
        *required(MOMENT, "at"),
        key=["number", "seat"],
    )
    create_table_of_matches(
        "plans",
        *required(INTEGER, "seat"),
        *required(BIG, "player"),
        *required(INTEGER, "line"),
        *required(FLAG, "stands", "due", "failed"),
        *required(TEXT, "body"),
        key=["seat"],
    )
    create_partial_index("ix_plans_due", "plans", ["match_id"], "due", sqlite="due = 1")
    create_table_of_matches(
        "sitters",
        *required(INTEGER, "seat", "from_line"),
        *required(TEXT, "kind"),
        *optional(BIG, "player"),
        key=["seat", "from_line"],
    )


def create_shared_work() -> None:
    """Create what says which process does which chores and answers which click."""
    # What a crash of a PostgreSQL server may empty needs no log. Leases are renewed every few
    # seconds, and the processes that take them fill the table again; after a crash nobody waits
    # for the answer to a click of before.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    create_table(
        "bucket_leases",
        sa.Column("bucket", INTEGER, autoincrement=False, nullable=False),
        *optional(TEXT, "owner"),
        sa.Column("epoch", BIG, server_default="0", nullable=False),
        *optional(MOMENT, "until"),
        key=["bucket"],
        prefixes=unlogged,
    )
    create_table(
        "claims",
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("question", BIG, server_default="0", nullable=False),
        *required(MOMENT, "at"),
        key=["id"],
        prefixes=unlogged,
    )
    create_table("deployment", *required(TEXT, "key", "value"), key=["key"])
    create_table(
        "processes",
        *required(TEXT, "id", "version"),
        *counts("schema"),
        *required(INTEGER, "shard_count"),
        *required(TEXT, "shard_ids"),
        *required(MOMENT, "began_at"),
        *optional(MOMENT, "ready_at"),
        *required(MOMENT, "seen_at"),
        *flags("draining"),
        key=["id"],
    )
    of_snapshots = (*required(INTEGER, "line"), *required(TEXT, "digest", "made_by", "body"))
    create_table_of_matches("snapshots", *of_snapshots, key=[])


def create_advice() -> None:
    """Create what is known of hints, reviews and puzzles."""
    create_table_of_matches(
        "hints",
        *required(INTEGER, "seat", "line"),
        *required(MOMENT, "at"),
        key=["seat", "line"],
        sqlite_with_rowid=False,
    )
    create_table_of_matches(
        "reviewed_lines",
        *required(INTEGER, "line"),
        *required(TEXT, "body"),
        key=["line"],
        sqlite_with_rowid=False,
    )
    of_reviews = (*required(MOMENT, "asked_at"), *optional(MOMENT, "done_at"))
    create_table_of_matches("reviews", *of_reviews, key=[])
    create_partial_index("ix_reviews_asked_at", "reviews", ["asked_at"], "done_at IS NULL")
    create_table("puzzles", *required(DAY, "day"), *required(TEXT, "game", "body"), key=["day"])
    create_table(
        "puzzle_answers",
        *required(DAY, "day"),
        *required(BIG, "player"),
        *optional(BIG, "guild"),
        *required(TEXT, "name"),
        *required(INTEGER, "answer"),
        *required(FLAG, "right"),
        *required(MOMENT, "at"),
        sa.ForeignKeyConstraint(["day"], ["puzzles.day"], name="fk_puzzle_answers_day"),
        key=["day", "player"],
    )
    op.create_index("ix_puzzle_answers_player", "puzzle_answers", ["player", "day"])
    op.create_index("ix_puzzle_answers_guild", "puzzle_answers", ["guild", "day"])


def required(kind: TypeEngine[Any], *names: str) -> Columns:
    return [sa.Column(name, kind, nullable=False) for name in names]


def optional(kind: TypeEngine[Any], *names: str) -> Columns:
    return [sa.Column(name, kind) for name in names]


def counts(*names: str) -> Columns:
    return [sa.Column(name, INTEGER, server_default="0", nullable=False) for name in names]


def flags(*names: str) -> Columns:
    return [sa.Column(name, FLAG, server_default=sa.false(), nullable=False) for name in names]


def text(name: str, default: str) -> sa.Column[Any]:
    return sa.Column(name, TEXT, server_default=default, nullable=False)


def create_table(name: str, *parts: SchemaItem, key: list[str], **options: Any) -> None:
    op.create_table(name, *parts, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"), **options)


def create_table_of_matches(
    name: str, *columns: sa.Column[Any], key: list[str], **options: Any
) -> None:
    """Create a table whose key is a match and, within it, `key`."""
    match_id = sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False)
    of_match = sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=f"fk_{name}_match_id")
    create_table(name, match_id, *columns, of_match, key=["match_id", *key], **options)


def create_partial_index(
    name: str, table: str, columns: list[str], where: str, sqlite: str | None = None
) -> None:
    on_sqlite, on_postgresql = sa.text(sqlite or where), sa.text(where)
    op.create_index(name, table, columns, sqlite_where=on_sqlite, postgresql_where=on_postgresql)


CREATED = (
    *("waits", "banks", "spent", "holidays", "beats", "outages"),
    *("timers", "outbox", "lanes", "reminded", "nudges", "presences", "table_preferences"),
    *("votes", "ballots", "plans", "sitters"),
    *("bucket_leases", "claims", "deployment", "processes", "snapshots"),
    *("hints", "reviewed_lines", "reviews", "puzzle_answers", "puzzles"),
)


def downgrade() -> None:
    # The version before knows no other levels, and no characters.
    op.execute("UPDATE seats SET agent = 'greedy' WHERE agent NOT IN ('greedy', 'uniform')")
    for name in CREATED:
        op.drop_table(name)
    op.drop_index("ix_matches_lost_at", "matches")
    op.drop_index("ix_matches_guild", "matches")
    for table, columns in added().items():
        for column in columns:
            op.drop_column(table, column.name)
    take_back_tellings_of_deals()
    take_back_tellings_of_matches()
    op.drop_table("tellings")


def take_back_tellings_of_deals() -> None:
    with op.batch_alter_table("deals", table_kwargs=NUMBERED) as table:
        for column in (*optional(BIG, "message"), *flags("told")):
            table.add_column(column)
    op.execute("""
        UPDATE deals SET (message, told) = (
            SELECT message, told >= want FROM tellings
            WHERE tellings.match_id = deals.match_id AND target = 'deal:' || deals.id
        )
    """)
    is_untold = "NOT told AND NOT closed"
    create_partial_index(
        "ix_deals_untold", "deals", ["match_id"], is_untold, sqlite="told = 0 AND closed = 0"
    )


def take_back_tellings_of_matches() -> None:
    with op.batch_alter_table("matches", table_kwargs=NUMBERED) as table:
        for column in (*counts(*TOLD_COUNTS), *optional(BIG, *TOLD_PLACES)):
            table.add_column(column)
    op.execute("""
        UPDATE matches SET
            (told, told_from, told_to, thread, table_message) = (
                SELECT CASE WHEN told < want THEN upto ELSE lines END, since, upto, place, message
                FROM tellings WHERE match_id = id AND target = 'table'
            ),
            (shown, lobby_message) = (
                SELECT told, message FROM tellings WHERE match_id = id AND target = 'cover'
            )
    """)
    with op.batch_alter_table("matches", table_kwargs=NUMBERED) as table:
        for name in ("shown", "told"):
            table.alter_column(name, server_default=None)
        table.create_check_constraint(op.f(CHECK), "lines >= told")
    op.create_index("ix_matches_thread", "matches", ["thread", "status"])
    create_partial_index("ix_matches_untold", "matches", ["id"], "told < lines OR shown < revision")
