"""Which lines the newest table message tells of."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("told_from", "told_to"):
        column = sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        op.add_column("matches", column)
    # Until now every message told all that there was.
    op.execute("UPDATE matches SET told_from = told, told_to = told")


def downgrade() -> None:
    op.drop_column("matches", "told_to")
    op.drop_column("matches", "told_from")
