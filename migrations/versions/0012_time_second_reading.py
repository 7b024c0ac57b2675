"""Time, second reading: due dates that spare the night, one morning message, wishes of people."""

from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

revision: str = "0012"
down_revision: str | None = "0011"
# Programs of before keep clocks and what is due in tables of their own.
WRITERS_FROM = 12
branch_labels = None
depends_on = None

Columns: TypeAlias = list[sa.Column[Any]]

INTEGER, BIG, TEXT, FLAG = sa.Integer(), sa.BigInteger(), sa.Text(), sa.Boolean()
ROW_ID = BIG.with_variant(INTEGER, "sqlite")
MOMENT = sa.DateTime(timezone=True)
# Of those of before nothing says more than whether a player was late.
STOOD_IN = """
    UPDATE seats SET stand_in_for = CASE WHEN lapses > 0 THEN 'time-up' ELSE 'holiday' END
    WHERE stand_in
"""
STANDS_IN = "UPDATE seats SET stand_in = (stand_in_for IS NOT NULL)"
PLANS = sa.table("plans", sa.column("failed", FLAG), sa.column("why", TEXT))


def added() -> dict[str, Columns]:
    """Return the columns that tables of before get."""
    return {
        "waits": [
            *counts("night_s"),
            *optional(MOMENT, "wish_at", "look_at"),
            *flags("stood_in", "redone"),
        ],
        "spent": [*flags("redone")],
        "seats": [
            *optional(INTEGER, "bank_s"),
            *optional(MOMENT, "stand_in_agreed_at"),
            *optional(TEXT, "stand_in_for"),
        ],
        "entries": [*optional(TEXT, "stand_in_for")],
        "timers": [*optional(BIG, "player")],
        "matches": [*optional(INTEGER, "digest_at"), *optional(TEXT, "closed_by")],
        "players": [
            *flags("hours_asked", "auto_holiday", "turns_direct"),
            text("next_up", "off"),
        ],
        "holidays": [*flags("everywhere", "automatic")],
        "plans": [*optional(TEXT, "why")],
    }


# Who must act was asked by the table's message, as far as that tells, or by a line of their own.
PINGS = """
    INSERT INTO tellings (match_id, target, want, told, since, upto, place, message, version)
    SELECT match_id, 'ping', 0, 0, 0, upto, NULL, (
        SELECT max(outbox.message) FROM outbox WHERE outbox.match_id = tellings.match_id
            AND kind = 'ping-line' AND state = 'sent'
    ), 0
    FROM tellings WHERE target = 'table'
"""
# Lines that were not sent yet are made anew.
UNSENT_LINES = """
    UPDATE tellings SET want = 1, upto = 0 WHERE target = 'ping' AND match_id IN (
        SELECT match_id FROM outbox
        WHERE kind = 'ping-line' AND state = 'pending' AND message IS NULL
    )
"""
# One line of a table stands on; others are deleted, by what deletes any notice.
OLD_LINES = (
    """
    UPDATE outbox SET kind = 'said', key = 'ping-line ' || key, state = 'retract'
    WHERE kind = 'ping-line' AND state IN ('pending', 'sent', 'retract')
        AND (message IS NOT NULL OR sent_at IS NOT NULL)
        AND NOT EXISTS (
            SELECT 1 FROM tellings WHERE target = 'ping' AND tellings.message = outbox.message
        )
    """,
    "DELETE FROM outbox WHERE kind = 'ping-line'",
    """
    UPDATE lanes SET next_at = CURRENT_TIMESTAMP WHERE next_at IS NULL AND target IN (
        SELECT outbox.target FROM outbox WHERE kind = 'said' AND state = 'retract'
    )
    """,
)


BANKS_TO_SEATS = """
    UPDATE seats SET bank_s = (
        SELECT left_s FROM banks
        WHERE banks.match_id = seats.match_id AND banks.seat = seats.seat
    )
"""
BANKS_FROM_SEATS = """
    INSERT INTO banks (match_id, seat, left_s)
    SELECT match_id, seat, bank_s FROM seats WHERE bank_s IS NOT NULL
"""


# When a wait is looked at stood in timers of its own.
LOOKS_TO_WAITS = """
    UPDATE waits SET look_at = (
        SELECT min(timers.due_at) FROM timers
        WHERE kind IN ('reminder', 'time-up') AND key = CAST(waits.id AS TEXT)
    )
"""
NO_LOOKS = "DELETE FROM timers WHERE kind IN ('reminder', 'time-up')"
LOOKS_FROM_WAITS = """
    INSERT INTO timers (bucket, kind, key, match_id, seat, due_at)
    SELECT matches.bucket, '{kind}', CAST(waits.id AS TEXT), match_id, seat, waits.{moment}
    FROM waits JOIN matches ON matches.id = waits.match_id
    WHERE {condition}
"""


def upgrade() -> None:
    for table, columns in added().items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("ix_waits_look_at", "waits", ["look_at"])
    for statement in (LOOKS_TO_WAITS, NO_LOOKS, BANKS_TO_SEATS):
        op.execute(statement)
    op.drop_table("banks")
    op.drop_table("snapshots")
    op.drop_column("waits", "span_s")
    op.execute(STOOD_IN)
    op.drop_column("seats", "stand_in")
    op.execute(sa.update(PLANS).where(PLANS.c.failed).values(why="impossible"))
    op.drop_column("plans", "failed")
    theirs = sa.text("player IS NOT NULL")
    op.create_index(
        "ix_timers_player", "timers", ["player"], sqlite_where=theirs, postgresql_where=theirs
    )
    name_mentions()
    for statement in (PINGS, UNSENT_LINES, *OLD_LINES):
        op.execute(statement)


def name_mentions() -> None:
    """Say of each ping that waits whom it concerns, and of a turn at which table."""
    timers, waits = (
        sa.table(name, *(sa.column(each) for each in columns), sa.column("player", BIG))
        for name, columns in (("timers", ("id", "kind", "key", "match_id")), ("waits", ("id",)))
    )
    bind = op.get_bind()
    owners = {
        str(row.id): row.player for row in bind.execute(sa.select(waits.c.id, waits.c.player))
    }
    pings = sa.select(timers.c.id, timers.c.key, timers.c.match_id)
    for row in bind.execute(pings.where(timers.c.kind == "mention")).all():
        player, key = row.key.rpartition(":")[2], row.key
        if row.key.isdecimal():
            player = owners.get(row.key)
            key = f"turn:{row.match_id}:{player}"
        mine = timers.c.id == row.id
        if player is None:
            op.execute(sa.delete(timers).where(mine))
        else:
            op.execute(sa.update(timers).where(mine).values(key=key, player=int(player)))


def downgrade() -> None:
    create_table_of_matches("banks", required(INTEGER, "seat", "left_s"), key=["seat"])
    of_snapshots = [*required(INTEGER, "line"), *required(TEXT, "digest", "made_by", "body")]
    create_table_of_matches("snapshots", of_snapshots, key=[])
    op.execute(BANKS_FROM_SEATS)
    limited = "due_at IS NOT NULL AND late_at IS NULL"
    for kind, moment, condition in (
        ("time-up", "due_at", limited),
        ("reminder", "look_at", "look_at IS NOT NULL"),
    ):
        op.execute(LOOKS_FROM_WAITS.format(kind=kind, moment=moment, condition=condition))
    op.drop_index("ix_waits_look_at", "waits")
    op.drop_index("ix_timers_player", "timers")
    op.execute("DELETE FROM tellings WHERE target = 'ping'")
    op.add_column("waits", *counts("span_s"))
    op.execute(
        "UPDATE waits SET span_s = (SELECT span_s FROM matches WHERE matches.id = waits.match_id)"
    )
    op.add_column("seats", *flags("stand_in"))
    op.execute(STANDS_IN)
    op.add_column("plans", *flags("failed"))
    op.execute(sa.update(PLANS).where(PLANS.c.why.is_not(None)).values(failed=True))
    for table, columns in added().items():
        for column in columns:
            op.drop_column(table, column.name)


def create_table_of_matches(name: str, columns: Columns, key: list[str]) -> None:
    match_id = sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False)
    of_match = sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=f"fk_{name}_match_id")
    named = sa.PrimaryKeyConstraint("match_id", *key, name=f"pk_{name}")
    op.create_table(name, match_id, *columns, of_match, named)


def required(kind: TypeEngine[Any], *names: str) -> Columns:
    return [sa.Column(name, kind, nullable=False) for name in names]


def optional(kind: TypeEngine[Any], *names: str) -> Columns:
    return [sa.Column(name, kind) for name in names]


def counts(*names: str) -> Columns:
    return [sa.Column(name, INTEGER, server_default="0", nullable=False) for name in names]


def flags(*names: str) -> Columns:
    return [sa.Column(name, FLAG, server_default=sa.false(), nullable=False) for name in names]


def text(name: str, default: str) -> sa.Column[Any]:
    return sa.Column(name, TEXT, server_default=default, nullable=False)
