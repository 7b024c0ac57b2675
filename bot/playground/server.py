"""The simulated server: a channel, three people, and a table that is ready to try.

The table is a real match, some turns old, with its first player to move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Final

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle

from bot.hosting.host import Host
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Person, Venue
from engine.agents.greedy import AGENT
from engine.game import Seat, Setup
from engine.registry import game

NAMES: Final = ("Ann", "Bob", "Cleo")
CHANNEL: Final = "board-games"
GAME: Final = "seismic"
FIRST_TO_BEGIN: Final = {"first_player": "1"}
MOVES: Final = 27
"""At least how many moves are made before visitors come; then it is the first one's turn."""
TOLD: Final = 1
"""How many of the moves stand in the channel; the others were made before it was looked at."""
SEED: Final = sha256(b"the playground of Faultline").digest()
CHOICES: Final = 1
"""With this seed and these choices everybody has points, and the three tiles differ."""


@dataclass(frozen=True, slots=True)
class Server:
    """The simulated server, and its people as the bot knows them."""

    guild: GuildHandle
    channel: ChannelHandle
    viewers: tuple[MemberActor, ...]

    @property
    def people(self) -> tuple[Person, ...]:
        """Those who play."""
        return tuple(
            Person(PlayerId(each.id), name) for each, name in zip(self.viewers, NAMES, strict=True)
        )

    @property
    def venue(self) -> Venue:
        """The channel itself: the page shows one channel, and no threads."""
        return Venue(self.guild.id, self.channel.id, threaded=False)


def built(env: simcord.Env) -> Server:
    """Make the server; the first person owns it and may use `/setup`."""
    users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
    guild = env.create_guild("Faultline", owner=users[0])
    channel = guild.create_text_channel(CHANNEL)
    return Server(guild, channel, tuple(guild.add_member(each) for each in users))


class SameSeed:
    """Gives every table the same seed, so that the table to try is the same each time."""

    def seed(self) -> bytes:
        """Return the seed."""
        return SEED


async def table_to_try(quiet: Host, host: Host, venue: Venue, people: Sequence[Person]) -> Match:
    """Play a match until the first of `people` is to move; only the end of it is told."""
    setup = Setup(len(people), options=FIRST_TO_BEGIN)
    match = await quiet.lobbies.open(people[0], venue, GAME, len(people), "playground-0", setup)
    for number, person in enumerate(people[1:], 1):
        await quiet.lobbies.join(match.id, person, f"playground-{number}")
    match = await quiet.lobbies.start(match.id, people[0].id)
    chance, moves = Random(CHOICES), 0  # noqa: S311 - nothing here is secret
    while moves < MOVES or match.acting != (Seat(0),):
        teller = quiet if moves < MOVES - TOLD else host
        match, progress = await teller.cache.progress(match.id)
        rules, seat = game(match.game), match.acting[0]
        legal = tuple(rules.legal_actions(progress.state, seat))
        action = AGENT.choose(rules.observe(progress.state, seat), legal, chance)
        player, request = match.chairs[seat].player, f"playground-line-{match.line}"
        assert player is not None
        await teller.moves.submit(match.id, player, (action,), match.line, request)
        match = await teller.telling.tell_or_raise(match.id)
        moves += 1
    return match
