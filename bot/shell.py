"""What every command and button of the Discord shell can reach."""

from dataclasses import dataclass

import discord

from bot.games.panel import Panels
from bot.hosting.deals import Negotiation
from bot.hosting.host import Host
from bot.hosting.limits import Limits
from bot.hosting.ports import Clock, Players
from bot.views.deal_posts import DealPosts
from bot.views.membership import Membership
from bot.views.messenger import ChannelMessenger
from bot.views.studio import Studio


@dataclass(frozen=True, slots=True)
class Shell:
    """The parts that answers are made of."""

    host: Host
    players: Players
    clock: Clock
    studio: Studio
    panels: Panels
    messenger: ChannelMessenger
    negotiation: Negotiation
    deal_posts: DealPosts
    limits: Limits
    membership: Membership


class ShellClient(discord.Client):
    """A client that carries the shell; interactions find it here."""

    shell: Shell


def shell_of(interaction: discord.Interaction[discord.Client]) -> Shell:
    """Return the shell of the client that got this interaction."""
    client = interaction.client
    if not isinstance(client, ShellClient):
        raise TypeError(type(client))
    return client.shell
