"""Computer players: hints, reviews, teaching tables, the puzzle of the day."""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    hints = sa.Column("hints", sa.Text(), server_default="private", nullable=False)
    teaching: sa.Column[bool] = sa.Column(
        "teaching", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("matches", hints)
    op.add_column("matches", teaching)
    op.create_table(
        "hints",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_hints_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", "line", name="pk_hints"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reviewed_lines",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reviewed_lines_match_id"),
        sa.PrimaryKeyConstraint("match_id", "line", name="pk_reviewed_lines"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reviews",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("done_at", MOMENT),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reviews_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_reviews"),
    )
    op.create_index(
        "ix_reviews_asked_at",
        "reviews",
        ["asked_at"],
        sqlite_where=sa.text("done_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL"),
    )
    op.create_table(
        "puzzles",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_puzzles"),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("answer", sa.Integer(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["day"], ["puzzles.day"], name="fk_puzzle_answers_day"),
        sa.PrimaryKeyConstraint("day", "player", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_player", "puzzle_answers", ["player", "day"])
    op.create_index("ix_puzzle_answers_guild", "puzzle_answers", ["guild", "day"])


def downgrade() -> None:
    # The version before knows no other levels, and no characters.
    op.execute("UPDATE seats SET agent = 'greedy' WHERE agent NOT IN ('greedy', 'uniform')")
    for table in ("puzzle_answers", "puzzles", "reviews", "reviewed_lines", "hints"):
        op.drop_table(table)
    op.drop_column("matches", "teaching")
    op.drop_column("matches", "hints")
