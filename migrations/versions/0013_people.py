"""People: what became of each seat, what it is worth, and who wants not to be rated or seen."""

from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels = None
depends_on = None

Columns: TypeAlias = list[sa.Column[Any]]

INTEGER, BIG, TEXT, FLAG = sa.Integer(), sa.BigInteger(), sa.Text(), sa.Boolean()
MOMENT = sa.DateTime(timezone=True)
REAL: sa.Double[float] = sa.Double()

# What is known without reading records; `python -m bot statistics` completes it.
WHERE_AND_WHEN = """
    UPDATE results SET
        guild = (SELECT guild FROM matches WHERE matches.id = results.match_id),
        game = (SELECT game FROM matches WHERE matches.id = results.match_id),
        ended_at = (SELECT changed_at FROM matches WHERE matches.id = results.match_id),
        is_lesson = (SELECT teaching FROM matches WHERE matches.id = results.match_id)
"""


def added() -> dict[str, Columns]:
    """Return the columns that tables of before get."""
    return {
        "results": [
            sa.Column("guild", BIG),
            sa.Column("game", TEXT),
            sa.Column("seats", INTEGER),
            sa.Column("variants", TEXT),
            sa.Column("ended_at", MOMENT),
            sa.Column("share", REAL),
            *flags("is_lesson", "is_voted"),
            sa.Column("player", BIG),
            sa.Column("name", TEXT),
            *flags("began"),
            *counts("moves", "late", "count_1", "count_2", "count_3", "count_4"),
            *(sa.Column(name, TEXT) for name in ("counted", "reason", "unrated")),
            sa.Column("number", INTEGER),
            sa.Column("mu", REAL),
            sa.Column("sigma", REAL),
            sa.Column("rated", INTEGER),
        ],
        "players": flags("unlisted", "unseen"),
        "matches": flags("friendly"),
    }


def upgrade() -> None:
    for table, columns in added().items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("ix_results_player", "results", ["player", "guild", "game"])
    op.create_index("ix_results_guild", "results", ["guild", "game", "number"])
    op.create_table(
        "ratings",
        sa.Column("guild", BIG, autoincrement=False, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("player", BIG, autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("mu", REAL, nullable=False),
        sa.Column("sigma", REAL, nullable=False),
        sa.Column("matches", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "player", name="pk_ratings"),
    )
    op.execute(WHERE_AND_WHEN)


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_index("ix_results_guild", "results")
    op.drop_index("ix_results_player", "results")
    for table, columns in added().items():
        for column in columns:
            op.drop_column(table, column.name)


def counts(*names: str) -> Columns:
    return [sa.Column(name, INTEGER, server_default="0", nullable=False) for name in names]


def flags(*names: str) -> Columns:
    return [sa.Column(name, FLAG, server_default=sa.false(), nullable=False) for name in names]
