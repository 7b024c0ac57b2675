"""Whether the process works, and whether it can be used: what is wrong, in words.

A process is healthy while its clock ticks; only a restart would help one whose clock stands still.
It is ready if it can answer people now: Discord and the database are there, and it is not stopping.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final

from sqlalchemy import text

from bot import metrics
from bot.client import FaultlineClient
from bot.storage.database import Database
from bot.table.errors import OutOfReach

STOPPED_SECONDS: Final = 300.0
"""A look at the clock may take some minutes: one for each channel that hangs."""
ANSWER_SECONDS: Final = 2.0
"""How long the database may take to answer."""
ASKED_AGAIN_SECONDS: Final = 1.0
"""How long an answer of the database is reused, however often the port is asked."""

Problems = Mapping[str, str]
"""What is wrong, by the part where it is; empty: nothing."""


@dataclass(slots=True)
class Health:
    """The parts to be judged, as soon as there are any."""

    tick_seconds: float
    database: Database | None = None
    client: FaultlineClient | None = None
    awaited: str | None = None
    """The problem for whose end the start waits; the database is not open then."""
    _asked: tuple[float, str | None] | None = None

    def problems(self) -> Problems:
        """Return what only a restart mends. That the event loop turns, it shows by answering."""
        limit = STOPPED_SECONDS + 2 * self.tick_seconds
        ages = {chore: metrics.TICKS.of(chore) for chore in metrics.CHORES}
        return {
            chore: f"no look at the clock for {age:.0f} s"
            for chore, age in ages.items()
            if age is not None and age > limit
        }

    async def unready(self) -> Problems:
        """Return why nobody can be answered now; answers within some seconds."""
        found = dict(self.problems())
        if (problem := await self._database_problem()) is not None:
            found["database"] = problem
        if self.client is None or self.client.is_closed():
            found["gateway"] = "not connected to Discord"
        elif not self.client.is_ready():
            found["gateway"] = "Discord has not yet told of all servers"
        elif not self.client.is_answered():
            found["gateway"] = "Discord does not answer heartbeats"
        is_draining = self.client is not None and self.client.is_draining
        if is_draining:
            found["draining"] = "it hands its work over to newer processes, and ends"
        metrics.DRAINING.set(is_draining)
        metrics.READY.set(not found)
        return found

    async def _database_problem(self) -> str | None:
        if self.database is None:
            metrics.DATABASE_UP.set(0)
            return "not open" if self.awaited is None else f"not open yet: waiting, {self.awaited}"
        now = monotonic()
        if self._asked is None or now - self._asked[0] > ASKED_AGAIN_SECONDS:
            problem = None
            try:
                async with asyncio.timeout(ANSWER_SECONDS), self.database.asking() as connection:
                    await connection.execute(text("SELECT 1"))
            except OutOfReach:
                problem = "it can't be reached"
            except TimeoutError:
                problem = f"no answer within {ANSWER_SECONDS:.0f} s"
            self._asked = now, problem
        metrics.DATABASE_UP.set(self._asked[1] is None)
        return self._asked[1]
