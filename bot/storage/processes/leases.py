"""Which process does which chores: leases of buckets in a PostgreSQL, by its own clock.

No transaction waits for another one here. A process that takes leases passes over locked rows
(`SKIP LOCKED`): another process renews them, or a transaction has checked its fence and is about to
commit. The fence locks its row `FOR KEY SHARE`, which keeps others from taking the lease, but not
its owner from renewing it.
"""

from typing import Final

from sqlalchemy import bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.processes.lasting import LastingConnection
from bot.storage.schema import VERSION, Instant
from bot.table.processes.buckets import BUCKETS
from bot.table.processes.fences import LEASE
from bot.table.processes.shares import Kept, Process, Shards

_HEARTBEAT: Final = text("""
    INSERT INTO processes
        (id, version, schema, shard_count, shard_ids, began_at, ready_at, seen_at, draining)
    VALUES (
        :id, :version, :schema, :shard_count, :shard_ids, coalesce(:began_at, clock_timestamp()),
        CASE WHEN :ready THEN clock_timestamp() END, clock_timestamp(), :draining
    )
    ON CONFLICT (id) DO UPDATE SET
        shard_count = excluded.shard_count,
        shard_ids = excluded.shard_ids,
        ready_at = coalesce(processes.ready_at, excluded.ready_at),
        seen_at = excluded.seen_at,
        draining = excluded.draining
    RETURNING began_at
""").bindparams(bindparam("began_at", type_=Instant), schema=VERSION)
_WRITERS: Final = text("""
    SELECT CAST(value AS integer) FROM deployment WHERE key = 'writers_from'
""")
# What is left of leases that ended is renewed as well, if nobody has taken them meanwhile.
_RENEW: Final = text("""
    UPDATE bucket_leases SET until = clock_timestamp() + :lease
    WHERE owner = :id AND bucket = ANY(:wanted) RETURNING bucket, epoch
""").bindparams(lease=LEASE)
_GIVE_UP: Final = text("""
    UPDATE bucket_leases SET owner = NULL, until = NULL
    WHERE owner = :id AND bucket != ALL(:wanted)
""")
# The first epoch is the time of day: the server may forget this table when it crashes, and no epoch
# may come twice.
_FILL: Final = text("""
    INSERT INTO bucket_leases (bucket, epoch)
    SELECT each, extract(epoch FROM clock_timestamp())::bigint
    FROM generate_series(0, :last) AS each
    ON CONFLICT DO NOTHING
""").bindparams(last=BUCKETS - 1)
# A clock that was set back makes no lease any longer, and nobody alive.
_TAKE: Final = text("""
    WITH free AS MATERIALIZED (
        SELECT bucket FROM bucket_leases
        WHERE bucket = ANY(:wanted) AND (
            owner IS NULL OR until <= clock_timestamp() OR until > clock_timestamp() + :lease
        )
        FOR UPDATE SKIP LOCKED
    )
    UPDATE bucket_leases
    SET owner = :id, epoch = epoch + 1, until = clock_timestamp() + :lease
    FROM free WHERE bucket_leases.bucket = free.bucket
    RETURNING bucket_leases.bucket, bucket_leases.epoch
""").bindparams(lease=LEASE)
_NEWER: Final = text("""
    SELECT shard_count, shard_ids FROM processes
    WHERE ready_at IS NOT NULL AND NOT draining
    AND seen_at BETWEEN clock_timestamp() - :lease AND clock_timestamp() + :lease
    AND (began_at, id) > (:began_at, :id)
""").bindparams(bindparam("began_at", type_=Instant), lease=LEASE)
_FORGET: Final = text("DELETE FROM processes WHERE id = :id")


class LeaseStore:
    """Which process holds which buckets, in a PostgreSQL that several processes share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.connection: Final = LastingConnection(database, ends_after=LEASE)
        """Asked every few seconds; a process that is stopped loses it with its leases."""

    async def keep(self, process: Process) -> Kept:
        """Note that a process lives, and renew its leases.

        One that is ready and not about to end takes those of its shards that nobody has.
        """
        shards = process.shards.buckets
        heartbeat = {
            "id": process.id,
            "version": process.version,
            "shard_count": process.shards.count,
            "shard_ids": ",".join(map(str, sorted(process.shards.ids))),
            "began_at": process.began_at,
            "ready": process.is_ready,
            "draining": process.is_draining,
        }

        async def keep(connection: AsyncConnection) -> Kept:
            began_at = (await connection.execute(_HEARTBEAT, heartbeat)).scalar_one()
            oldest = (await connection.execute(_WRITERS)).scalar_one_or_none() or 0
            self._database.admit_writers(oldest)
            # A process that may only read leaves the chores to others.
            wanted = frozenset() if oldest > VERSION else shards
            of = {"id": process.id, "wanted": sorted(wanted)}
            leases: dict[int, int] = dict((await connection.execute(_RENEW, of)).all())
            await connection.execute(_GIVE_UP, of)
            missing = wanted - leases.keys()
            if missing and process.is_ready and not process.is_draining:
                await connection.execute(_FILL)
                of["wanted"] = sorted(missing)
                leases |= dict((await connection.execute(_TAKE, of)).all())
            me = {"id": process.id, "began_at": began_at}
            newer = (await connection.execute(_NEWER, me)).all()
            return Kept(began_at, leases, [_shards(*each) for each in newer])

        return await self.connection.ask(keep)

    async def leave(self, process: str) -> None:
        """Note that a process ends: others may take its leases at once."""

        async def leave(connection: AsyncConnection) -> None:
            await connection.execute(_GIVE_UP, {"id": process, "wanted": []})
            await connection.execute(_FORGET, {"id": process})

        try:
            await self.connection.ask(leave)
        finally:
            await self.connection.close()


def _shards(count: int, ids: str) -> Shards:
    return Shards(count, frozenset(map(int, ids.split(","))))
