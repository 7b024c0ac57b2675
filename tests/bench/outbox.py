"""How fast notices are delivered, where Discord answers at once; and a tick that finds none.

On an SQLite file with `synchronous=FULL`, as the bot uses it; each notice is two commits.
"""

from datetime import UTC, datetime
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from sqlalchemy import func, select

from bot.hosting.notices.outbox_worker import BURST, Outbox
from bot.storage import outbox as rows
from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.storage.notices.outbox_store import OutboxStore
from bot.storage.schema import outbox
from bot.table.errors import CannotPost
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch
from bot.table.notices.notice import Notice, NoticeKind, to_channel
from bot.table.world import NullMessenger

TARGETS: Final = 400
TICKS: Final = 50


class _Standing:
    """A clock that stands: each target gets as much as it may at once."""

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)


async def _tell(_: MatchId) -> CannotPost | None:
    return None


async def _load(match_id: MatchId, _: object) -> LoadedMatch:
    raise LookupError(match_id)


async def measure(targets: int = TARGETS) -> dict[str, float]:
    """Return the figures: notices a second, milliseconds of the processor."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/bench.db")
        await upgrade(database)
        worker = Outbox(OutboxStore(database, {}), NullMessenger(), _tell, _load, _Standing())
        notices = [
            Notice(to_channel(target), NoticeKind.SAID, f"{target} {number}")
            for number in range(BURST)
            for target in range(targets)
        ]
        await database.write(lambda connection: rows.put(connection, *notices))
        began, cpu = perf_counter(), process_time()
        await worker.tick()
        took, cpu = perf_counter() - began, process_time() - cpu
        idle = []
        for _ in range(TICKS):
            before = process_time()
            await worker.tick()
            idle.append(1000 * (process_time() - before))
        sent = select(func.count()).where(outbox.c.state == "sent")
        async with database.asking() as connection:
            delivered = (await connection.execute(sent)).scalar_one()
        await database.close()
    return {
        "targets": targets,
        "delivered": delivered,
        "delivered_per_second": round(delivered / took),
        "cpu_ms_a_notice": round(1000 * cpu / delivered, 2),
        "none_pending_cpu_ms": round(median(idle), 3),
    }
