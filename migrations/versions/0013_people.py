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
# SQLite numbers rows by itself only in an INTEGER column.
ROW = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

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
            *flags("is_lesson", "is_voted", "with_computers"),
            sa.Column("player", BIG),
            sa.Column("name", TEXT),
            *flags("began"),
            *counts("moves", "late"),
            sa.Column("lasted", INTEGER),
            *counts("promises_kept", "promises_broken"),
            *counts("count_1", "count_2", "count_3", "count_4"),
            *(sa.Column(name, TEXT) for name in ("counted", "reason", "unrated")),
            sa.Column("number", INTEGER),
            sa.Column("mu", REAL),
            sa.Column("sigma", REAL),
            sa.Column("rated", INTEGER),
        ],
        "players": [*flags("unlisted", "unseen"), sa.Column("data_at", MOMENT)],
        "requests": [sa.Column("at", MOMENT)],
        "matches": flags("friendly"),
        "waits": counts("waited_s"),
        "guilds": [
            sa.Column("openers", TEXT, server_default="[]", nullable=False),
            sa.Column("most_tables", INTEGER),
            *(sa.Column(name, TEXT) for name in ("pace", "aids", "hints", "zone")),
            sa.Column("quiet_from", INTEGER),
            sa.Column("quiet_to", INTEGER),
            sa.Column("seeking", BIG),
            *flags("unranked", "counts_computers"),
            sa.Column("left_at", MOMENT),
        ],
    }


def answers() -> list[sa.schema.SchemaItem]:
    return [
        *of_match("answers", "seat", "line"),
        *(sa.Column(name, INTEGER, nullable=False) for name in ("upto", "taken_s")),
    ]


def answer_times() -> list[sa.schema.SchemaItem]:
    return [
        *of_match("answer_times", "seat", "class"),
        sa.Column("answers", INTEGER, nullable=False),
    ]


def blocks() -> list[sa.schema.SchemaItem]:
    return [
        *(own(name, BIG) for name in ("player", "blocked")),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("player", "blocked", name="pk_blocks"),
    ]


def table_wishes() -> list[sa.schema.SchemaItem]:
    return [
        own("guild", BIG),
        sa.Column("game", TEXT, nullable=False),
        own("player", BIG),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("pinged_at", MOMENT),
        sa.PrimaryKeyConstraint("guild", "game", "player", name="pk_table_wishes"),
    ]


def opponent_wishes() -> list[sa.schema.SchemaItem]:
    return [
        own("guild", BIG),
        sa.Column("game", TEXT, nullable=False),
        own("player", BIG),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("channel", BIG, nullable=False),
        sa.Column("pace", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        *flags("anybody"),
        sa.PrimaryKeyConstraint("guild", "game", "player", name="pk_opponent_wishes"),
    ]


def invitations() -> list[sa.schema.SchemaItem]:
    return [
        *of_match("invitations", "player", kind=BIG),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("by", BIG, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        *flags("declined"),
    ]


def bans() -> list[sa.schema.SchemaItem]:
    return [
        sa.Column("id", ROW, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("player", BIG),
        sa.Column("fingerprint", TEXT),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("by", BIG, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("until", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
    ]


def moderation() -> list[sa.schema.SchemaItem]:
    return [
        sa.Column("id", ROW, nullable=False),
        sa.Column("guild", BIG, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("moderator", BIG, nullable=False),
        *(sa.Column(name, TEXT, nullable=False) for name in ("moderator_name", "act", "reason")),
        sa.Column("match_id", ROW),
        sa.Column("seat", INTEGER),
        sa.Column("player", BIG),
        sa.Column("name", TEXT),
        sa.Column("until", MOMENT),
        *flags("plays_there"),
        sa.Column("request", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation"),
        sa.UniqueConstraint("request", name="uq_moderation_request"),
    ]


def follows() -> list[sa.schema.SchemaItem]:
    return [
        *of_match("follows", "player", kind=BIG),
        sa.Column("how", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        *counts("told"),
        sa.Column("quiet_since", MOMENT),
    ]


def erased() -> list[sa.schema.SchemaItem]:
    return [
        sa.Column("fingerprint", TEXT, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_erased"),
    ]


CREATED = {
    each.__name__: each
    for each in (
        answers,
        answer_times,
        blocks,
        table_wishes,
        opponent_wishes,
        invitations,
        bans,
        moderation,
        follows,
        erased,
    )
}
OPTIONS: dict[str, dict[str, bool]] = {
    **{
        name: {"sqlite_with_rowid": False}
        for name in ("answers", "answer_times", "blocks", "follows")
    },
    **{name: {"sqlite_autoincrement": True} for name in ("bans", "moderation")},
}
INDEXES = (
    ("ix_blocks_blocked", "blocks", ["blocked"], False),
    ("ix_table_wishes_player", "table_wishes", ["player"], False),
    ("ix_opponent_wishes_player", "opponent_wishes", ["player"], False),
    ("ix_invitations_player", "invitations", ["player"], False),
    ("ix_bans_guild_player", "bans", ["guild", "player"], True),
    ("ix_bans_fingerprint", "bans", ["fingerprint"], False),
    ("ix_moderation_guild", "moderation", ["guild", "at"], False),
    ("ix_moderation_match_id", "moderation", ["match_id"], False),
    ("ix_follows_player", "follows", ["player"], False),
)


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
    # Which is old enough to be forgotten, nobody knows.
    op.execute("UPDATE requests SET at = CURRENT_TIMESTAMP")
    for name in ("follows", "rematch"):
        is_set = sa.text(f"{name} IS NOT NULL")
        op.create_index(
            f"ix_matches_{name}",
            "matches",
            [name],
            sqlite_where=is_set,
            postgresql_where=is_set,
        )
    for name, create in CREATED.items():
        op.create_table(name, *create(), **OPTIONS.get(name, {}))
    for name, table, indexed, is_unique in INDEXES:
        op.create_index(name, table, indexed, unique=is_unique)


def downgrade() -> None:
    for name in reversed(CREATED):
        op.drop_table(name)
    for name in ("follows", "rematch"):
        op.drop_index(f"ix_matches_{name}", "matches")
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


def own(name: str, kind: sa.types.TypeEngine[int]) -> sa.Column[int]:
    """Return a column of a key that isn't numbered by the database."""
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def of_match(
    table: str, *key: str, kind: sa.types.TypeEngine[int] = INTEGER
) -> list[sa.schema.SchemaItem]:
    """Return the key of a table of matches: the match, and these columns."""
    return [
        own("match_id", ROW),
        *(own(name, kind) for name in key),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=f"fk_{table}_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", *key, name=f"pk_{table}"),
    ]
