"""Moves matches on: by what people submit, and by all that comes without them."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.hosting.computer_players import ComputerPlayers
from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.plans import Plans
from bot.hosting.match.tables import Tables
from bot.hosting.match.telling import Telling
from bot.hosting.match.turns import Played, Turn, Turns
from bot.hosting.match.updates import Rhythm
from bot.table.ids import MatchId, PlayerId
from bot.table.processes.concurrency import beside


class Moves:
    """Lets people, plans and computer players move, in this order; the scheduler asks for the rest.

    Each move is stored before anybody is told of it.
    """

    def __init__(
        self,
        cache: MatchCache,
        tables: Tables,
        turns: Turns,
        plans: Plans,
        computer_players: ComputerPlayers,
        telling: Telling,
        rhythm: Rhythm,
    ) -> None:
        self._cache = cache
        self._tables = tables
        self._turns = turns
        self._plans = plans
        self._computer_players = computer_players
        self._telling = telling
        self._rhythm = rhythm

    async def submit(
        self, match_id: MatchId, player: PlayerId, actions: tuple[Any, ...], seen: int, request: str
    ) -> Played:
        """Play and store `actions` in a row for `player`, who last saw `seen` lines of the match.

        All are stored or none. What others chose meanwhile in a decision that `player` shares
        does no harm. What was planned for the turns that come then is played, too. Call
        `Telling.tell` next; the scheduler does what a caller forgets. Raises `NotSeated`,
        `NotPlaying`, `Stale`, `NotYourTurn`, `IllegalAction`; then nothing has changed.
        """
        events = await self._turns.carry_out(Turn(match_id, player, actions, seen, request))
        await self._plans.play_next(match_id)
        return Played(await self._cache.match(match_id), events)

    async def advance(self, match_id: MatchId, goes_on: Callable[[], None]) -> None:
        """Do all that time asks of a match, until people must act or its channel can't be told.

        `goes_on` is called each time that this gets somewhere, and so may take longer.
        """
        await self._tables.settle_lobby(match_id)
        await self._plans.play_due(match_id)
        # A channel that can't be told gets no more moves.
        while await self._telling.tell(match_id) is None:
            if not await self._move_agents(match_id, goes_on):
                return

    async def _move_agents(self, match_id: MatchId, goes_on: Callable[[], None]) -> bool:
        """Let computer players move; say whether any did. What takes long is told so far."""
        with beside(self._run(match_id)) as run:
            if not (await asyncio.wait({run}, timeout=self._rhythm.noticed.total_seconds()))[0]:
                await self._telling.type_in(match_id)
            while not (await asyncio.wait({run}, timeout=self._rhythm.patience.total_seconds()))[0]:
                # Thinking, and waiting for a turn to think, come to an end: only a channel hangs.
                goes_on()
                if await self._telling.tell(match_id, so_far=True) is not None:
                    return False
                await self._telling.type_in(match_id)
            return await run

    async def _run(self, match_id: MatchId) -> bool:
        """Let computer players move until the channel must be told; say whether any did."""
        moved = False
        while await self._computer_players.move(match_id):
            moved = True
            await self._plans.play_next(match_id)
            if not self._telling.is_held_back(await self._cache.match(match_id)):
                break
        return moved
