"""Whether the message of a proposal says all there is to say by now."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "deals", sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index(
        "ix_deals_untold",
        "deals",
        ["match_id"],
        sqlite_where=sa.text("told = 0 AND closed = 0"),
        postgresql_where=sa.text("NOT told AND NOT closed"),
    )


def downgrade() -> None:
    op.drop_index("ix_deals_untold", table_name="deals")
    op.drop_column("deals", "told")
