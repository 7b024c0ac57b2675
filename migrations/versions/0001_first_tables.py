"""First tables: players, guilds, matches and all that belongs to a match."""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    create_preferences()
    create_matches()
    create_match_indexes()
    create_seats_and_seeds()
    create_entries_and_requests()
    create_results()


def downgrade() -> None:
    for name in (
        "results",
        "requests",
        "entries",
        "seats",
        "seeds",
        "matches",
        "guilds",
        "players",
    ):
        op.drop_table(name)


def create_preferences() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("lists", sa.Boolean(), nullable=False),
        sa.Column("confirm_twice", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guilds"),
    )


def create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger()),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger()),
        sa.Column("threaded", sa.Boolean(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT),
        sa.Column("follows", ROW_ID),
        sa.Column("rematch", ROW_ID),
        sa.Column("header", sa.Text()),
        sa.Column("outcome", sa.Text()),
        sa.Column("revealed", sa.Text()),
        sa.Column("paused_at", sa.Integer()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("acting", sa.Integer(), nullable=False),
        sa.Column("agent_acts", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("lobby_message", sa.BigInteger()),
        sa.Column("table_message", sa.BigInteger()),
        sa.CheckConstraint("lines >= told", name="ck_matches_told"),
        sa.ForeignKeyConstraint(["follows"], ["matches.id"], name="fk_matches_follows"),
        sa.ForeignKeyConstraint(["rematch"], ["matches.id"], name="fk_matches_rematch"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )


def create_match_indexes() -> None:
    op.create_index("ix_matches_channel", "matches", ["channel", "status"])
    op.create_index("ix_matches_thread", "matches", ["thread", "status"])
    partial("ix_matches_expires_at", "expires_at", "expires_at IS NOT NULL")
    partial("ix_matches_agent_acts", "id", "agent_acts", sqlite="agent_acts = 1")
    partial("ix_matches_untold", "id", "told < lines OR shown < revision")


def partial(name: str, column: str, where: str, sqlite: str | None = None) -> None:
    op.create_index(
        name,
        "matches",
        [column],
        sqlite_where=sa.text(sqlite or where),
        postgresql_where=sa.text(where),
    )


def create_seats_and_seeds() -> None:
    op.create_table(
        "seats",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.Column("agent", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_by", sa.Text(), nullable=False),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_player", "seats", ["player"])
    op.create_table(
        "seeds",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seeds_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_seeds"),
    )


def create_entries_and_requests() -> None:
    op.create_table(
        "entries",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("request", sa.Text()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_entries_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_entries"),
        sa.UniqueConstraint("request", name="uq_entries_request"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "requests",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_requests_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_requests"),
    )


def create_results() -> None:
    op.create_table(
        "results",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_results_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_results"),
    )
