"""A table that is ready to try: a real match, some turns old, with its first player to move."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Final

from bot.hosting.host import Host
from bot.hosting.match import Match, MatchId, Person, Venue
from engine.agents.uniform import AGENT
from engine.game import CHANCE, Seat, Setup
from engine.registry import game

GAME: Final = "seismic"
FIRST_TO_BEGIN: Final = {"first_player": "1"}
MOVES: Final = 18
"""So many moves are made when people come: with three players it is the first one's turn 19."""
TOLD: Final = 1
"""So many of them stand in the channel; the others were made before anybody looked."""
SEED: Final = sha256(b"the playground of Faultline").digest()
CHOICES: Final = 295
"""With this seed and these choices everybody has points, and every tile fits somewhere."""


class SameSeed:
    """Gives every table the same seed, so that the table to try is the same each time."""

    def seed(self) -> bytes:
        """Return the seed."""
        return SEED


async def laid(quiet: Host, host: Host, venue: Venue, people: Sequence[Person]) -> Match:
    """Play a match until the first of `people` is to move; only the end of it is told."""
    match = await _begun(quiet, venue, people)
    chance = Random(CHOICES)  # noqa: S311 - nothing here is secret
    while (moves := await _moves(host, match)) < MOVES or match.acting != (Seat(0),):
        match = await _moved(quiet if moves < MOVES - TOLD else host, match.id, chance)
    return match


async def _begun(host: Host, venue: Venue, people: Sequence[Person]) -> Match:
    setup = Setup(len(people), options=FIRST_TO_BEGIN)
    match = await host.open_table(people[0], venue, GAME, len(people), "playground-0", setup)
    for number, person in enumerate(people[1:], 1):
        await host.join(match.id, person, f"playground-{number}")
    return await host.start(match.id, people[0].id)


async def _moved(host: Host, match_id: MatchId, chance: Random) -> Match:
    match, progress = await host.progress(match_id)
    rules, seat = game(match.game), match.acting[0]
    legal = tuple(rules.legal_actions(progress.state, seat))
    action = AGENT.choose(rules.observe(progress.state, seat), legal, chance)
    player = match.chairs[seat].player
    assert player is not None
    played = await host.play(match.id, player, action, match.line, f"playground-line-{match.line}")
    return played.match


async def _moves(host: Host, match: Match) -> int:
    """Return how often somebody has moved."""
    record = (await host.standing(match.id)).begun.record
    return sum(1 for each in record.entries if each.move and each.move.actor != CHANCE)
