"""What time asks of the host: matches in trouble must not keep the others waiting."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

from bot.hosting.match import MatchId
from bot.hosting.ports import Entropy
from bot.hosting.rests import Rests
from bot.hosting.tables import Tables
from bot.hosting.telling import Telling
from bot.hosting.turns import Turns

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

_AT_ONCE: Final = 8


class Chores:
    """Does the same for many matches, some at once; what fails rests and is tried again later."""

    def __init__(
        self, tables: Tables, turns: Turns, telling: Telling, rests: Rests, entropy: Entropy
    ) -> None:
        self._tables = tables
        self._turns = turns
        self._telling = telling
        self._rests = rests
        self._entropy = entropy

    async def lobbies(self, due: Iterable[MatchId]) -> None:
        """Begin or clear away lobbies whose time has come."""
        await self._each(due, self._lobby_ended)

    async def agents(self, waiting: Iterable[MatchId]) -> None:
        """Let computer players move until people must act."""
        await self._each(waiting, self._agents_moved)

    async def news(self, untold: Iterable[MatchId]) -> None:
        """Tell channels what they have not been told."""
        await self._each(untold, self._news_told)

    async def _lobby_ended(self, match_id: MatchId) -> None:
        await self._tables.ended(match_id)
        await self._telling.tell(match_id)

    async def _agents_moved(self, match_id: MatchId) -> None:
        # A channel that can't be told gets no more moves: one message for each.
        while await self._telling.tell(match_id) is None:
            if not await self._turns.agent_moved(match_id, self._entropy):
                return

    async def _news_told(self, match_id: MatchId) -> None:
        await self._telling.tell(match_id)

    async def _each(
        self, matches: Iterable[MatchId], chore: Callable[[MatchId], Awaitable[None]]
    ) -> None:
        turnstile = asyncio.Semaphore(_AT_ONCE)
        awake = [match_id for match_id in matches if not self._rests.is_resting(match_id)]
        await asyncio.gather(*(self._done(match_id, chore, turnstile) for match_id in awake))

    async def _done(
        self,
        match_id: MatchId,
        chore: Callable[[MatchId], Awaitable[None]],
        turnstile: asyncio.Semaphore,
    ) -> None:
        async with turnstile:
            try:
                await chore(match_id)
            except Exception:
                self._rests.rest(match_id)
                log.exception("chore-failed", match=match_id)
