"""What the channel knows of proposals stands with all else that it was told."""

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels = None
depends_on = None

# What was final counts as told, whether it was ever posted or not.
TELLINGS = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT match_id, 'deal:' || id, 1, CASE WHEN told OR closed THEN 1 ELSE 0 END,
        0, 0, NULL, message, 0
    FROM deals
"""
# A rebuilt table would not keep this: the number of a deleted proposal would be given again.
NUMBERED = {"sqlite_autoincrement": True}


def upgrade() -> None:
    op.execute(TELLINGS)
    op.drop_index("ix_deals_untold", table_name="deals")
    with op.batch_alter_table("deals", table_kwargs=NUMBERED) as table:
        table.drop_column("message")
        table.drop_column("told")


def downgrade() -> None:
    with op.batch_alter_table("deals", table_kwargs=NUMBERED) as table:
        table.add_column(sa.Column("message", sa.BigInteger()))
        table.add_column(sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("""
        UPDATE deals SET (message, told) = (
            SELECT message, told >= want FROM tellings
            WHERE tellings.match_id = deals.match_id AND target = 'deal:' || deals.id
        )
    """)
    op.execute("DELETE FROM tellings WHERE target LIKE 'deal:%'")
    op.create_index(
        "ix_deals_untold",
        "deals",
        ["match_id"],
        sqlite_where=sa.text("told = 0 AND closed = 0"),
        postgresql_where=sa.text("NOT told AND NOT closed"),
    )
