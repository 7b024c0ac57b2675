"""Which process answers an interaction of which several are told: the first that claims it.

For PostgreSQL alone. The table is not logged: a crash of the server may empty it, which costs at
most an answer that Discord refuses because it has one.
"""

import asyncio
from collections.abc import Sequence
from secrets import randbits
from time import monotonic
from typing import Final, NamedTuple

import structlog
from sqlalchemy import BigInteger, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.processes.lasting import LastingConnection
from bot.table.errors import OutOfReach

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

PATIENCE_SECONDS: Final = 1.0
"""Discord gives three seconds for an answer: after one it is given without a claim."""
HOUSE_KEPT_EVERY_SECONDS: Final = 300.0

# With it comes the oldest schema whose programs may still write: see `bot.storage.schema_version`.
_CLAIM: Final = text("""
    WITH won AS (
        INSERT INTO claims (id, question, at) SELECT unnest(:numbers), :question, now()
        ON CONFLICT DO NOTHING RETURNING id
    ), mine AS (
        SELECT id FROM won UNION ALL
        SELECT id FROM claims WHERE id = ANY(:numbers) AND question = :question
    )
    SELECT (SELECT array_agg(id) FROM mine),
        (SELECT CAST(value AS integer) FROM deployment WHERE key = 'writers_from')
""").bindparams(
    bindparam("numbers", type_=ARRAY(BigInteger)), bindparam("question", type_=BigInteger)
)
# An interaction can be answered for fifteen minutes.
_KEEP_HOUSE: Final = text("DELETE FROM claims WHERE at < now() - INTERVAL '15 minutes'")


class _Claim(NamedTuple):
    number: int
    is_won: "asyncio.Future[bool]"


class ClaimStore:
    """Keeps the port `Claims`, on a connection of its own: no click waits for other work.

    Those that come while the database is asked are claimed together by the next question.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection = LastingConnection(database)
        self._waiting: list[_Claim] = []
        self._asking: asyncio.Task[None] | None = None
        self._kept_house = monotonic()

    async def claim(self, number: int) -> bool:
        claim = _Claim(number, asyncio.get_running_loop().create_future())
        self._waiting.append(claim)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(), name="claims")
        return await claim.is_won

    async def close(self) -> None:
        """Close the connection."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})
        await self._connection.close()

    async def _ask(self) -> None:
        while self._waiting:
            claims, self._waiting = self._waiting, []
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    won = await self._claim([each.number for each in claims])
            except OutOfReach:
                won = {each.number for each in claims}  # it was logged where it was found
            except TimeoutError:
                log.warning("claims-not-waited-for", count=len(claims))
                won = {each.number for each in claims}
            except Exception:
                # Rather twice than never: Discord takes one answer.
                log.exception("claims-failed")
                won = {each.number for each in claims}
            for each in claims:
                if not each.is_won.done():
                    each.is_won.set_result(each.number in won)
                # Told of it twice, this process answers once.
                won.discard(each.number)
            # Claims that came meanwhile are asked about next.
            if not self._waiting and monotonic() - self._kept_house > HOUSE_KEPT_EVERY_SECONDS:
                self._kept_house = monotonic()
                await self._keep_house()

    async def _keep_house(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._connection.ask(lambda connection: connection.execute(_KEEP_HOUSE))
        except (OutOfReach, TimeoutError):
            return  # it was logged where it was found, or is done a day later
        except Exception:
            log.exception("old-claims-not-deleted")

    async def _claim(self, numbers: Sequence[int]) -> set[int]:
        # Put twice if the connection breaks: the first time may have claimed them.
        asked = {"numbers": numbers, "question": randbits(63)}

        async def ask(connection: AsyncConnection) -> tuple[list[int] | None, int | None]:
            won, writers_from = (await connection.execute(_CLAIM, asked)).one()
            return won, writers_from

        won, writers_from = await self._connection.ask(ask)
        self._database.admit_writers(writers_from or 0)
        return set(won or ())
