"""Proposals between players and what became of them."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("proposer", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.Column("mine", sa.Text(), nullable=False),
        sa.Column("yours", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("request", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_deals_match_id_matches"),
        sa.UniqueConstraint("request", name="uq_deals_request"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_deals_match_id", "deals", ["match_id"])


def downgrade() -> None:
    op.drop_index("ix_deals_match_id", table_name="deals")
    op.drop_table("deals")
