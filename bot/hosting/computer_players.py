"""Lets computer players move: they propose something, perhaps, then choose."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import structlog

from bot import metrics, tracing
from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.talk import lets_people_deal
from bot.hosting.match.turns import AgentSeat, Turn, Turns
from bot.hosting.together.negotiation import Negotiation
from bot.table.errors import NotPlaying, OutOfReach, Stale, ThinkingFailed
from bot.table.ids import MatchId
from bot.table.match.match import MASTER, LoadedMatch
from bot.table.world import Clock, Thinkers, ThinkUrgency
from engine.agents import agent as agent_named
from engine.agents.heuristics import Promise
from engine.agents.move_job import MoveJob
from engine.errors import UnknownAgent
from engine.game import AnyGame
from engine.record import standing

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class ComputerPlayers:
    """Moves for the seats that computer players have."""

    def __init__(
        self,
        cache: MatchCache,
        turns: Turns,
        negotiation: Negotiation,
        thinkers: Thinkers,
        games: Mapping[str, AnyGame],
        clock: Clock,
    ) -> None:
        self._cache = cache
        self._clock = clock
        self._turns = turns
        self._negotiation = negotiation
        self._thinkers = thinkers
        self._games = games

    async def move(self, match_id: MatchId) -> bool:
        """Let a computer player move if the match waits for one; say whether to ask again.

        While people may still deal about what is to be chosen, none does. What it chose before the
        last promise was given is chosen again.
        """
        loaded = await self._cache.of(match_id)
        match = loaded.match
        if not match.agent_acts or lets_people_deal(loaded, now=self._clock.now()):
            return False
        agents = ((seat, match.chairs[seat].mover) for seat in match.acting)
        agent = next((AgentSeat(seat, name) for seat, name in agents if name), None)
        if agent is None:
            return False
        try:
            with tracing.span("agent", title=match.game):
                await self._let_propose(loaded, agent)
                promises = await self._promises(loaded, agent)
                game = self._games[match.game]
                action = await choose(game, loaded, agent, self._thinkers, promises)
            if await self._promises(loaded, agent) != promises:
                return True  # While it thought it gave its word, or was given one.
            await self._turns.carry_out(Turn(match_id, agent, (action,), match.line))
        except (Stale, NotPlaying):
            # Another process let it move, or the table was closed; there may be more to do.
            self._cache.forget(match_id)
        return True

    async def _let_propose(self, loaded: LoadedMatch, agent: AgentSeat) -> None:
        """Let a computer player propose something, perhaps."""
        try:
            await self._negotiation.let_agent_propose(loaded, agent.seat)
        except OutOfReach:
            raise
        except Exception:
            # Deals bind nobody: the match continues without.
            log.exception("proposal-failed", match=loaded.match.id, agent=agent.name)

    async def _promises(self, loaded: LoadedMatch, agent: AgentSeat) -> tuple[Promise, ...]:
        """Return the promises given so far; none if they can't be read, as they bind nobody."""
        try:
            return await self._negotiation.promises_for(loaded, agent.seat)
        except OutOfReach:
            raise
        except Exception:
            log.exception("deal-failed", match=loaded.match.id, agent=agent.name)
            return ()


async def choose(
    game: AnyGame,
    loaded: LoadedMatch,
    agent: AgentSeat,
    thinkers: Thinkers,
    promises: tuple[Promise, ...] = (),
) -> Any:
    """Return what an agent chooses, without keeping the loop waiting; the same every time.

    An agent that looks ahead does so in another process. The others take no longer than a job takes
    to be packed, sent and unpacked, so they use a thread. If thinking fails, the greedy agent
    chooses; if that fails, too, chance does.
    """
    progress, draws = loaded.playing
    seed = draws.of_agent(agent.seat, len(standing(progress.record.entries)))

    def asked() -> MoveJob:
        legal = tuple(game.legal_actions(progress.state, agent.seat))
        seen = game.observe(progress.state, agent.seat)
        return MoveJob(agent.name, seen, legal, seed, promises, loaded.teaching)

    job = await asyncio.to_thread(asked)
    level, colon, character = agent.name.partition(":")
    try:
        if len(job.legal) > 1 and agent_named(agent.name).level.looks_ahead:
            urgency = ThinkUrgency.LONG_MOVE if level == MASTER else ThinkUrgency.MOVE
            return await thinkers.think(urgency, job)
        return await asyncio.to_thread(job.done)
    except UnknownAgent:
        # The chair is from another version. It knows greedy by this name, without a character.
        log.warning("unknown-agent", match=loaded.match.id, agent=agent.name, plays="greedy")
        level, colon, character = "", "", ""
    except ThinkingFailed as failed:
        log.warning("thinking-failed", match=loaded.match.id, agent=agent.name, reason=failed.key)
    except Exception:
        log.exception("thinking-failed", match=loaded.match.id, agent=agent.name)
    if level != "greedy":
        try:
            greedy = await asyncio.to_thread(replace(job, agent=f"greedy{colon}{character}").done)
        except Exception:
            log.exception("thinking-failed", match=loaded.match.id, agent="greedy")
        else:
            metrics.PLAIN_MOVES.labels("greedy").inc()
            return greedy
    metrics.PLAIN_MOVES.labels("uniform").inc()
    # Keeping promises may be what fails; they bind nobody.
    return await asyncio.to_thread(replace(job, agent="uniform", promises=()).done)
