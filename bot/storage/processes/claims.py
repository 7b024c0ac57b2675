"""Which process answers an interaction of which several are told: the first that claims it.

For PostgreSQL alone. A claim is a row. While the database doesn't answer, nobody knows who has it:

- Who holds the lease of the server's bucket presumes after `PRESUMED_SECONDS` that the claim is
  its own. It overrules, once it can, whoever has it.
- All others wait on. One that wins late asks again at `CONFIRMED_SECONDS`, by when it would have
  been overruled; one that knows nothing at `LAST_SECONDS` answers: the holder may be dead.

So two answer only if the database stays away for all of that time, or for one of them alone.
Discord takes the first answer and refuses the second; a move is stored once anyway.

The table is not logged: a crash of the server may empty it. Times are counted from when a process
was told of the interaction, by a clock that nobody sets.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from secrets import randbits
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import BigInteger, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.processes.lasting import LastingConnection
from bot.table.errors import OutOfReach
from bot.table.processes.deployment import Claimed

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

PROMPT_SECONDS: Final = 0.5
"""Within this a claim is won for certain: the holder of the lease has not given up waiting."""
PRESUMED_SECONDS: Final = 1.0
CONFIRMED_SECONDS: Final = 2.2
LAST_SECONDS: Final = 2.5
"""Discord gives three seconds for an answer."""
GRACE_SECONDS: Final = 0.05
"""A loop that was late itself looks once more whether the answer has come by now."""
PAUSE_SECONDS: Final = 0.1
"""Between two tries while the database is away."""
PATIENCE_SECONDS: Final = 1.0
"""How long a question may take before the connection is given up."""
HOUSE_KEPT_EVERY_SECONDS: Final = 300.0

_NUMBERS: Final = (
    bindparam("numbers", type_=ARRAY(BigInteger)),
    bindparam("questions", type_=ARRAY(BigInteger)),
)
# With it comes the oldest schema whose programs may still write: see `bot.storage.schema_version`.
_CLAIM: Final = text("""
    WITH asked AS (
        SELECT * FROM unnest(:numbers, :questions) AS asked(id, question)
    ), won AS (
        INSERT INTO claims (id, question, at) SELECT id, question, now() FROM asked
        ON CONFLICT DO NOTHING RETURNING question
    ), mine AS (
        SELECT question FROM won UNION ALL
        SELECT question FROM claims JOIN asked USING (id, question)
    )
    SELECT (SELECT array_agg(question) FROM mine),
        (SELECT CAST(value AS integer) FROM deployment WHERE key = 'writers_from')
""").bindparams(*_NUMBERS)
_OVERRULE: Final = text("""
    INSERT INTO claims (id, question, at)
    SELECT id, question, now() FROM unnest(:numbers, :questions) AS asked(id, question)
    ON CONFLICT (id) DO UPDATE SET question = excluded.question
""").bindparams(*_NUMBERS)
# An interaction can be answered for fifteen minutes.
_KEEP_HOUSE: Final = text("DELETE FROM claims WHERE at < now() - INTERVAL '15 minutes'")


@dataclass(eq=False)
class _Claim:
    number: int
    is_won: "asyncio.Future[bool | None]" = field(default_factory=asyncio.Future)
    """None: the database can't say."""
    began: float = field(default_factory=monotonic)
    question: int = field(default_factory=lambda: randbits(63))
    """Asked again, it is known as the same."""
    overrules: bool = False

    @property
    def age(self) -> float:
        return monotonic() - self.began

    async def wait_until(self, age: float) -> bool | None:
        """Return what the database says, or None at this age at the latest."""
        for seconds in (age - self.age, GRACE_SECONDS):
            if not self.is_won.done():
                await asyncio.wait({self.is_won}, timeout=max(0.0, seconds))
        return self.is_won.result() if self.is_won.done() else None


class ClaimStore:
    """Keeps the port `Claims`, on a connection of its own: no click waits for other work.

    Those that come while the database is asked are claimed together by the next question. `holds`
    says whether this process has the lease of a bucket, as far as it knows.
    """

    def __init__(self, database: Database, holds: Callable[[int], bool]) -> None:
        self._database = database
        self._holds = holds
        self._connection = LastingConnection(database)
        self._waiting: dict[int, _Claim] = {}
        self._asking: asyncio.Task[None] | None = None
        self._kept_house = monotonic()

    async def claim(self, number: int, bucket: int) -> Claimed:
        claim = _Claim(number)
        self._put(claim)
        is_won = await claim.wait_until(PRESUMED_SECONDS)
        if is_won is False:
            return Claimed.LOST
        if is_won and (claim.age < PROMPT_SECONDS or self._holds(bucket)):
            return Claimed.WON
        if self._holds(bucket):
            claim.overrules = True
            self._put(claim)
            return Claimed.PRESUMED
        is_won = await claim.wait_until(LAST_SECONDS)
        if is_won:
            await asyncio.sleep(max(0.0, CONFIRMED_SECONDS - claim.age))
            claim = replace(claim, is_won=asyncio.Future())
            self._put(claim)
            is_won = await claim.wait_until(LAST_SECONDS)
        if is_won is None:
            return Claimed.PRESUMED
        return Claimed.WON if is_won else Claimed.LOST

    async def close(self) -> None:
        """Close the connection."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})
        await self._connection.close()

    def _put(self, claim: _Claim) -> None:
        self._waiting[claim.question] = claim
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(), name="claims")

    async def _ask(self) -> None:
        while self._waiting:
            claims, self._waiting = self._waiting, {}
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    won = await self._claim(claims.values())
            except (OutOfReach, TimeoutError) as error:
                if isinstance(error, TimeoutError):  # the other was logged where it was found
                    log.warning("claims-not-waited-for", count=len(claims))
                wanted = {at: each for at, each in claims.items() if each.age < LAST_SECONDS}
                self._waiting = wanted | self._waiting
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            except Exception:
                log.exception("claims-failed")
                won = None
            for each in claims.values():
                if not each.is_won.done():
                    each.is_won.set_result(None if won is None else each.question in won)
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

    async def _claim(self, claims: Collection[_Claim]) -> set[int]:
        """Return the questions whose answer is yes."""
        # In one order: else two processes could each wait for a row of the other's.
        ordered = sorted(claims, key=lambda each: each.number)
        overruling = _arrays([each for each in ordered if each.overrules])
        asking = _arrays([each for each in ordered if not each.overrules])

        # Put twice if the connection breaks: the first time may have claimed them.
        async def ask(connection: AsyncConnection) -> tuple[list[int] | None, int | None]:
            if overruling["numbers"]:
                await connection.execute(_OVERRULE, overruling)
            won, writers_from = (await connection.execute(_CLAIM, asking)).one()
            return won, writers_from

        won, writers_from = await self._connection.ask(ask)
        self._database.admit_writers(writers_from or 0)
        return set(won or ())


def _arrays(claims: Sequence[_Claim]) -> dict[str, list[int]]:
    return {
        "numbers": [each.number for each in claims],
        "questions": [each.question for each in claims],
    }
