"""Tables whose channel or server is gone."""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Which ones are gone is found out when the bot is connected again.
    op.add_column("matches", sa.Column("lost_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("matches", "lost_at")
