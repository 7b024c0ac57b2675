"""Many processes: who is there, who does the chores of which servers, who answers which click."""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)

# As `bot.table.processes.buckets` has it.
BUCKETS = "UPDATE matches SET bucket = (guild >> 22) % 1024 WHERE guild IS NOT NULL"
OF_THEIR_MATCH = """
    UPDATE {table} SET bucket = (SELECT bucket FROM matches WHERE matches.id = {table}.match_id)
    WHERE match_id IN (SELECT id FROM matches)
"""
# A direct message belongs to shard 0, whatever match it is about.
DIRECT = "UPDATE outbox SET bucket = 0 WHERE target LIKE 'dm:%'"
OF_THEIR_NOTICES = """
    UPDATE lanes SET bucket = (
        SELECT max(outbox.bucket) FROM outbox WHERE outbox.target = lanes.target
    )
    WHERE target NOT LIKE 'dm:%' AND target IN (SELECT target FROM outbox)
"""


IS_LOST = sa.text("lost_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("matches", sa.Column("bucket", sa.Integer(), server_default="0", nullable=False))
    op.create_index("ix_matches_guild", "matches", ["guild", "status"])
    op.create_index(
        "ix_matches_lost_at",
        "matches",
        ["lost_at"],
        sqlite_where=IS_LOST,
        postgresql_where=IS_LOST,
    )
    op.create_table(
        "bucket_leases",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Text()),
        sa.Column("epoch", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("until", MOMENT),
        sa.PrimaryKeyConstraint("bucket", name="pk_bucket_leases"),
        # Renewed every few seconds, for which no log of the server has to grow. A crash of the
        # server may empty it: whoever takes leases fills it again.
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
    op.create_table(
        "claims",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("question", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_claims"),
        # A crash of the server may empty it: whoever clicked then has no answer to wait for.
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
    op.create_table(
        "deployment",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_deployment"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("schema", sa.Integer(), server_default="0", nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("shard_ids", sa.Text(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ready_at", MOMENT),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("draining", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_snapshots_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_snapshots"),
    )
    op.execute(BUCKETS)
    for table in ("timers", "outbox"):
        op.execute(OF_THEIR_MATCH.format(table=table))
    op.execute(DIRECT)
    op.execute(OF_THEIR_NOTICES)


def downgrade() -> None:
    op.execute("UPDATE timers SET bucket = 0")
    op.execute("UPDATE outbox SET bucket = 0")
    op.execute("UPDATE lanes SET bucket = 0")
    for table in ("snapshots", "processes", "deployment", "claims", "bucket_leases"):
        op.drop_table(table)
    op.drop_index("ix_matches_lost_at", "matches")
    op.drop_index("ix_matches_guild", "matches")
    op.drop_column("matches", "bucket")
