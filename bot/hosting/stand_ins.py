"""Computer players at the table: they know what a person in their seat would know."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any, Final

from bot.hosting.errors import LobbyRefused, NotPlaying, NotSeated
from bot.hosting.lobby import closed, with_host
from bot.hosting.match import Match, Person, PlayerId, Status
from bot.hosting.ports import Entropy
from engine.agents import agent as agent_named
from engine.game import AnyGame, Seat

COMPUTER_PLAYER: Final = "greedy"
"""The agent that sits in for people: as good as the game's heuristics, at random without any."""


@dataclass(frozen=True, slots=True)
class Agent:
    """A computer player in a seat."""

    seat: Seat
    name: str


def handed_over(match: Match, player: PlayerId, agent: str, *, now: datetime) -> Match:
    """Return a running match in which `agent` moves for `player`; without people it is closed."""
    agent_named(agent)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    chairs = list(match.chairs)
    chairs[seat] = replace(chairs[seat], agent=agent)
    match = replace(match, chairs=tuple(chairs), changed_at=now)
    return with_host(match) if match.people else closed(match, now=now)


def substituted(match: Match, gone: PlayerId, person: Person, *, now: datetime) -> Match:
    """Return a running match in which `person` goes on in the seat of somebody who is gone."""
    if match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", match=match.id, status=match.status)
    if match.seat_of(person.id) is not None:
        raise LobbyRefused("lobby-already-in", match=match.id)
    seat = match.seat_of(gone)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    chairs = list(match.chairs)
    chairs[seat] = replace(chairs[seat], player=person.id, name=person.name)
    return with_host(replace(match, chairs=tuple(chairs), changed_at=now))


def next_agent(match: Match) -> Agent | None:
    """Return the computer player that must act now, if there is one."""
    if not match.agent_acts:
        return None
    agents = ((seat, match.chairs[seat].agent) for seat in match.acting)
    return next((Agent(seat, name) for seat, name in agents if name), None)


async def choice(game: AnyGame, state: Any, agent: Agent, entropy: Entropy) -> Any:
    """Return what an agent chooses, from chance of its own, without keeping the loop waiting."""
    return await asyncio.to_thread(_choice, game, state, agent, entropy.seed())


def _choice(game: AnyGame, state: Any, agent: Agent, seed: bytes) -> Any:
    legal = tuple(game.legal_actions(state, agent.seat))
    rng = Random(seed)  # noqa: S311 - a choice, not a secret
    return agent_named(agent.name).choose(game.observe(state, agent.seat), legal, rng)
