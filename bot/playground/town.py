"""Where the playground plays: a server, a channel, three people."""

from dataclasses import dataclass
from typing import Final

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle

from bot.hosting.match import Person, PlayerId, Venue

NAMES: Final = ("Ann", "Bob", "Cleo")
CHANNEL: Final = "board-games"


@dataclass(frozen=True, slots=True)
class Town:
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


def built(env: simcord.Env) -> Town:
    """Make the server; the first person owns it and may use `/setup`."""
    users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
    guild = env.create_guild("Faultline", owner=users[0])
    channel = guild.create_text_channel(CHANNEL)
    return Town(guild, channel, tuple(guild.add_member(each) for each in users))
