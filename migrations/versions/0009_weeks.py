"""Play over weeks: paces and waits, timers and what is to be said, votes, plans, holidays."""

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
PENDING = sa.text("state IN ('pending', 'retract')")

# Whoever is waited for in a running match is waited for from now on: nobody knows better.
WAITS = """
    INSERT INTO waits (match_id, seat, player, line, asked_at, since)
    SELECT matches.id, seats.seat, seats.player, matches.lines, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP
    FROM matches JOIN seats ON seats.match_id = matches.id
    WHERE matches.status = 'playing' AND seats.player IS NOT NULL AND seats.agent IS NULL
        AND (matches.acting >> seats.seat) & 1 = 1
"""
# The first look comes at once, and finds when the next one is due.
LOOKS = """
    INSERT INTO timers (kind, key, match_id, seat, due_at)
    SELECT 'reminder', CAST(id AS TEXT), match_id, seat, CURRENT_TIMESTAMP FROM waits
"""
# When somebody looks whether anything has happened in a match for long.
SILENCE = """
    INSERT INTO timers (kind, key, match_id, due_at)
    SELECT 'all-away', CAST(id AS TEXT), id, {} FROM matches WHERE status = 'playing'
"""
IN_SIXTY_DAYS = {
    "sqlite": "datetime(CURRENT_TIMESTAMP, '+60 days')",
    "postgresql": "CURRENT_TIMESTAMP + INTERVAL '60 days'",
}
# Whose rows come and go: without this PostgreSQL would clear away after a fifth of them.
SHORT_LIVED = ("waits", "timers", "outbox", "lanes")


def upgrade() -> None:
    op.create_table(
        "beats",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("scope", name="pk_beats"),
    )
    op.create_table(
        "holidays",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger()),
        sa.Column("begins_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_holidays"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_holidays_player", "holidays", ["player"])
    op.create_table(
        "lanes",
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("bucket", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_at", MOMENT),
        sa.Column("owner", sa.Text()),
        sa.Column("epoch", sa.Integer(), server_default="0", nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("target", name="pk_lanes"),
    )
    op.create_index("ix_lanes_next_at", "lanes", ["next_at"])
    op.create_table(
        "outages",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("bucket", sa.Integer(), server_default="0", nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("match_id", ROW_ID),
        sa.Column("wait_id", ROW_ID),
        sa.Column("facts", sa.Text(), server_default="{}", nullable=False),
        sa.Column("best_before", MOMENT),
        sa.Column("state", sa.Text(), server_default="pending", nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("place", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("sent_at", MOMENT),
        sa.Column("error", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_kind_key", "outbox", ["kind", "key"], unique=True)
    op.create_index("ix_outbox_match_id", "outbox", ["match_id"])
    op.create_index(
        "ix_outbox_target_id",
        "outbox",
        ["target", "id"],
        sqlite_where=PENDING,
        postgresql_where=PENDING,
    )
    op.create_index("ix_outbox_wait_id", "outbox", ["wait_id"])
    op.create_table(
        "timers",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("bucket", sa.Integer(), server_default="0", nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("match_id", ROW_ID),
        sa.Column("seat", sa.Integer()),
        sa.Column("rev", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_timers"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_timers_due_at", "timers", ["due_at"])
    op.create_index("ix_timers_kind_key", "timers", ["kind", "key"], unique=True)
    op.create_index("ix_timers_match_id", "timers", ["match_id"])
    op.create_table(
        "ballots",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_ballots_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", "seat", name="pk_ballots"),
    )
    op.create_table(
        "banks",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("left_s", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_banks_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_banks"),
    )
    op.create_table(
        "spent",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("length_s", sa.Integer(), nullable=False),
        sa.Column("used_s", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_spent_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", "line", name="pk_spent"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "plans",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("stands", sa.Boolean(), nullable=False),
        sa.Column("due", sa.Boolean(), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_plans"),
    )
    op.create_index(
        "ix_plans_due",
        "plans",
        ["match_id"],
        sqlite_where=sa.text("due = 1"),
        postgresql_where=sa.text("due"),
    )
    op.create_table(
        "sitters",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("from_line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_sitters_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", "from_line", name="pk_sitters"),
    )
    op.create_table(
        "reminded",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player", "guild", name="pk_reminded"),
    )
    op.create_table(
        "nudges",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_nudges_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_nudges"),
    )
    op.create_table(
        "presences",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_presences_match_id"),
        sa.PrimaryKeyConstraint("match_id", "player", name="pk_presences"),
    )
    op.create_table(
        "table_preferences",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("reminders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_table_preferences_match_id"),
        sa.PrimaryKeyConstraint("player", "match_id", name="pk_table_preferences"),
    )
    op.create_table(
        "votes",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("arg", sa.Text(), server_default="", nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=False),
        sa.Column("wait_id", ROW_ID),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("lapses_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.Column("result", sa.Text()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_votes_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_votes"),
    )
    op.create_table(
        "waits",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), server_default="0", nullable=False),
        sa.Column("span_s", sa.Integer(), server_default="0", nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("length_s", sa.Integer()),
        sa.Column("left_s", sa.Integer()),
        sa.Column("since", MOMENT),
        sa.Column("due_at", MOMENT),
        sa.Column("stops", sa.Text(), server_default="", nullable=False),
        sa.Column("muted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reminded", sa.Integer(), server_default="0", nullable=False),
        sa.Column("given_s", sa.Integer(), server_default="0", nullable=False),
        sa.Column("given_by", sa.Text(), server_default="", nullable=False),
        sa.Column("late_at", MOMENT),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_waits_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_waits"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_waits_match_id_seat", "waits", ["match_id", "seat"], unique=True)
    op.create_index("ix_waits_player", "waits", ["player"])
    op.add_column("guilds", sa.Column("news", sa.Text()))
    op.add_column("matches", sa.Column("pace", sa.Text(), server_default="none", nullable=False))
    op.add_column("matches", sa.Column("span_s", sa.Integer(), server_default="0", nullable=False))
    op.add_column("matches", sa.Column("add_s", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "matches", sa.Column("when_late", sa.Text(), server_default="computer", nullable=False)
    )
    op.add_column("matches", sa.Column("held_until", MOMENT))
    op.add_column("matches", sa.Column("held_since", MOMENT))
    op.add_column(
        "matches", sa.Column("deserted", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("matches", sa.Column("ending", sa.Text()))
    op.add_column("matches", sa.Column("held_s", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "matches", sa.Column("extensions", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column("matches", sa.Column("news", sa.Text()))
    op.add_column("players", sa.Column("zone", sa.Text()))
    op.add_column("players", sa.Column("quiet_from", sa.Integer()))
    op.add_column("players", sa.Column("quiet_to", sa.Integer()))
    op.add_column(
        "players", sa.Column("reminders", sa.Text(), server_default="default", nullable=False)
    )
    op.add_column(
        "players", sa.Column("direct", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("seats", sa.Column("lapses", sa.Integer(), server_default="0", nullable=False))
    op.add_column(
        "seats", sa.Column("stand_in", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column(
        "seats", sa.Column("offered", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.execute(WAITS)
    op.execute(LOOKS)
    dialect = op.get_bind().dialect.name
    op.execute(SILENCE.format(IN_SIXTY_DAYS[dialect]))
    if dialect == "postgresql":
        for table in SHORT_LIVED:
            op.execute(f"ALTER TABLE {table} SET (autovacuum_vacuum_scale_factor = 0.02)")


def downgrade() -> None:
    op.drop_column("seats", "offered")
    op.drop_column("seats", "stand_in")
    op.drop_column("seats", "lapses")
    op.drop_column("players", "direct")
    op.drop_column("players", "reminders")
    op.drop_column("players", "quiet_to")
    op.drop_column("players", "quiet_from")
    op.drop_column("players", "zone")
    op.drop_column("matches", "news")
    op.drop_column("matches", "extensions")
    op.drop_column("matches", "held_s")
    op.drop_column("matches", "ending")
    op.drop_column("matches", "deserted")
    op.drop_column("matches", "held_since")
    op.drop_column("matches", "held_until")
    op.drop_column("matches", "when_late")
    op.drop_column("matches", "add_s")
    op.drop_column("matches", "span_s")
    op.drop_column("matches", "pace")
    op.drop_column("guilds", "news")
    op.drop_index("ix_waits_player", table_name="waits")
    op.drop_index("ix_waits_match_id_seat", table_name="waits")
    op.drop_table("waits")
    op.drop_table("votes")
    op.drop_table("table_preferences")
    op.drop_table("presences")
    op.drop_table("nudges")
    op.drop_table("reminded")
    op.drop_table("sitters")
    op.drop_index(
        "ix_plans_due",
        table_name="plans",
        sqlite_where=sa.text("due = 1"),
        postgresql_where=sa.text("due"),
    )
    op.drop_table("plans")
    op.drop_table("spent")
    op.drop_table("banks")
    op.drop_table("ballots")
    op.drop_index("ix_timers_match_id", table_name="timers")
    op.drop_index("ix_timers_kind_key", table_name="timers")
    op.drop_index("ix_timers_due_at", table_name="timers")
    op.drop_table("timers")
    op.drop_index("ix_outbox_wait_id", table_name="outbox")
    op.drop_index(
        "ix_outbox_target_id", table_name="outbox", sqlite_where=PENDING, postgresql_where=PENDING
    )
    op.drop_index("ix_outbox_match_id", table_name="outbox")
    op.drop_index("ix_outbox_kind_key", table_name="outbox")
    op.drop_table("outbox")
    op.drop_table("outages")
    op.drop_index("ix_lanes_next_at", table_name="lanes")
    op.drop_table("lanes")
    op.drop_index("ix_holidays_player", table_name="holidays")
    op.drop_table("holidays")
    op.drop_table("beats")
