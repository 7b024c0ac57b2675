"""Aids of a match, heights of people, and who won a tie by theirs."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The tables that are there were opened with all aids.
    op.add_column("matches", sa.Column("aids", sa.Text(), nullable=False, server_default="all"))
    op.add_column("matches", sa.Column("tallest", sa.Integer()))
    op.add_column("players", sa.Column("height_cm", sa.Integer()))


def downgrade() -> None:
    op.drop_column("players", "height_cm")
    op.drop_column("matches", "tallest")
    op.drop_column("matches", "aids")
