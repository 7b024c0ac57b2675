"""Pages of matches at an address that nobody can guess."""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels = None
depends_on = None

ROW = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column(
        "guilds", sa.Column("pageless", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_table(
        "pages",
        sa.Column("match_id", ROW, autoincrement=False, nullable=False),
        sa.Column("key", sa.Text()),
        sa.Column("edition", sa.Integer(), server_default="0", nullable=False),
        sa.Column("asked", sa.Boolean()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_pages_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", name="pk_pages"),
        sa.UniqueConstraint("key", name="uq_pages_key"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )


def downgrade() -> None:
    op.drop_table("secrets")
    op.drop_table("pages")
    op.drop_column("guilds", "pageless")
