"""What each target of a match has been told, in rows of their own."""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COUNTS = ("want", "told", "since", "upto")

# A match that was told everything has told = want; whatever was behind is wanted once more. Lines
# between told_to and told were for nobody, and are none of the message's either way.
TABLES = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT id, 'table', CASE WHEN header IS NULL THEN 0 ELSE revision END,
        CASE WHEN header IS NULL OR told < lines OR table_message IS NULL THEN 0 ELSE revision END,
        told_from, told_to, thread, table_message, 0
    FROM matches
"""
COVERS = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT id, 'cover', revision, shown, 0, 0, NULL, lobby_message, 0 FROM matches
"""


def upgrade() -> None:
    op.create_table(
        "tellings",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in COUNTS),
        sa.Column("place", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_tellings_match_id"),
        sa.PrimaryKeyConstraint("match_id", "target", name="pk_tellings"),
        sqlite_with_rowid=False,
    )
    op.execute(COVERS)
    op.execute(TABLES)
    op.create_index("ix_tellings_place", "tellings", ["place"])
    op.create_index(
        "ix_tellings_behind",
        "tellings",
        ["match_id"],
        sqlite_where=sa.text("told < want"),
        postgresql_where=sa.text("told < want"),
    )
    op.drop_index("ix_matches_untold", table_name="matches")
    op.drop_index("ix_matches_thread", table_name="matches")
    with op.batch_alter_table("matches", table_kwargs=NUMBERED) as table:
        table.drop_constraint(op.f(CHECK), type_="check")
        for name in OLD:
            table.drop_column(name)


# So 0001 named it in truth: the convention was laid on the name that it gave.
CHECK = "ck_matches_ck_matches_told"
# A rebuilt table would not keep this: the number of a deleted match would be given again.
NUMBERED = {"sqlite_autoincrement": True}
OLD = ("thread", "shown", "told", "told_from", "told_to", "lobby_message", "table_message")


def downgrade() -> None:
    with op.batch_alter_table("matches", table_kwargs=NUMBERED) as table:
        for name in ("shown", "told", "told_from", "told_to"):
            table.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
        for name in ("thread", "lobby_message", "table_message"):
            table.add_column(sa.Column(name, sa.BigInteger()))
    op.execute("""
        UPDATE matches SET
            (told, told_from, told_to, thread, table_message) = (
                SELECT CASE WHEN told < want THEN upto ELSE lines END, since, upto, place, message
                FROM tellings WHERE match_id = id AND target = 'table'
            ),
            (shown, lobby_message) = (
                SELECT told, message FROM tellings WHERE match_id = id AND target = 'cover'
            )
    """)
    with op.batch_alter_table("matches", table_kwargs=NUMBERED) as table:
        for name in ("shown", "told"):
            table.alter_column(name, server_default=None)
        table.create_check_constraint(op.f(CHECK), "lines >= told")
    op.create_index("ix_matches_thread", "matches", ["thread", "status"])
    behind = sa.text("told < lines OR shown < revision")
    op.create_index(
        "ix_matches_untold", "matches", ["id"], sqlite_where=behind, postgresql_where=behind
    )
    op.drop_table("tellings")
