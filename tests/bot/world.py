"""A simulated Discord with the real bot in it, and hands to click with."""

from dataclasses import dataclass
from random import Random
from typing import Any

import discord
import simcord
from discord import ButtonStyle
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.results import InteractionResult, ResponseMessage, to_discord_message

from bot.client import FaultlineClient, TickRate
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.ids import MatchId
from bot.table.match.match import Match
from engine.registry import games
from tests.bot.fakes import KnownEntropy, StandingClock

TICK_SECONDS = 3600.0


def client(database: Database, clock: StandingClock, entropy: KnownEntropy) -> FaultlineClient:
    stores = stores_in(database, games())
    return FaultlineClient(stores, clock, entropy, pace=TickRate(TICK_SECONDS))


@dataclass(frozen=True, slots=True)
class Control:
    """A button as it stands in a message."""

    label: str
    custom_id: str
    style: ButtonStyle
    disabled: bool
    url: str | None

    @property
    def verb(self) -> str:
        return self.custom_id.split(".")[1] if self.custom_id else ""


@dataclass
class World:
    """A guild with one channel, and the parts of the bot that outlive a restart."""

    env: simcord.Env
    database: Database
    clock: StandingClock
    entropy: KnownEntropy
    guild: GuildHandle
    channel: ChannelHandle

    def person(self, name: str) -> MemberActor:
        """Return a new person in the guild."""
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name))

    @property
    def bot(self) -> FaultlineClient:
        bot = self.env.bot
        assert isinstance(bot, FaultlineClient)
        return bot

    async def match(self, number: int = 1) -> Match:
        return await self.bot.shell.host.cache.match(MatchId(number))

    async def restart(self) -> None:
        await self.env.restart_bot(client(self.database, self.clock, self.entropy))

    async def tick(self) -> None:
        await self.env.advance_time(TICK_SECONDS + 1)

    def message(self, message_id: int | None, channel: ChannelHandle | None = None) -> Any:
        """Return a message of the channel, or of one of its threads."""
        places = [channel] if channel else [self.channel, *self.channel.threads]
        kept = self.env.backend.messages
        found = [each[message_id] for place in places if message_id in (each := kept[place.id])]
        assert found, message_id
        # Not through `history()`: that copies every message of the channel.
        return to_discord_message(self.env, found[0])

    async def table(self, number: int = 1) -> Any:
        """Return the newest table message of a match."""
        return self.message((await self.match(number)).table.message)

    @property
    def newest(self) -> Any:
        """The last message of the channel."""
        kept = self.env.backend.messages[self.channel.id].values()
        return self.message(max(each.id for each in kept if each.visible_to(None)), self.channel)

    async def leftover(self, *custom_ids: str) -> Any:
        """Post buttons as an older version, or an older table, may have left them."""
        view = discord.ui.View(timeout=None)
        for each in custom_ids:
            view.add_item(discord.ui.Button(label=each, custom_id=each))
        view.stop()
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("left over", view=view)
        return self.newest

    async def older_menu(self, custom_id: str, *values: str) -> Any:
        """Post a menu as an older version may have left it."""
        view = discord.ui.View(timeout=None)
        options = [discord.SelectOption(label=each) for each in values]
        view.add_item(discord.ui.Select(custom_id=custom_id, options=options))
        view.stop()
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("left over", view=view)
        return self.newest

    async def begun(
        self, *people: MemberActor, where: str = "here", title: str = "seismic", **options: Any
    ) -> Match:
        """Open a table of `title` with these people and start it, by clicks."""
        seats = max(2, len(people))
        await people[0].slash(self.channel, f"{title} new", seats=seats, where=where, **options)
        lobby = self.newest
        for each in people[1:]:
            await each.click(lobby, custom_id=control(lobby, "join").custom_id)
        await people[0].click(lobby, custom_id=control(lobby, "start").custom_id)
        return await self.match()

    async def seat_computer(self, host: MemberActor, level: str = "greedy") -> InteractionResult:
        """Seat a computer player of this level at the newest open table."""
        shown = await self.set_up(host)
        menu = next(each for each in menus(shown) if each["custom_id"].startswith("s.computer."))
        value = next(
            each["value"] for each in menu["options"] if each["value"].endswith(f"/{level}")
        )
        return await host.select(shown, [value], custom_id=menu["custom_id"])

    async def set_up(self, person: MemberActor) -> ResponseMessage:
        """Open what is behind **Set up** at the newest open table."""
        lobby = self.newest
        return reply(await person.click(lobby, custom_id=control(lobby, "set-up").custom_id))


def reply(result: InteractionResult) -> ResponseMessage:
    """Return what a person was shown, whichever way it came."""
    if result.followups:
        return result.followups[-1]
    assert result.response is not None
    return result.response


def raw(message: Any) -> list[dict[str, Any]]:
    """Return the components of a message as Discord stores them."""
    if isinstance(message, discord.Message):
        return [each.to_dict() for each in message.components]  # type: ignore[misc]
    found: list[dict[str, Any]] = message.components
    return found


def controls(message: Any) -> list[Control]:
    """Return every button of a message, in containers too."""
    return [
        Control(
            each.get("label", ""),
            each.get("custom_id", ""),
            ButtonStyle(each["style"]),
            each.get("disabled", False),
            each.get("url"),
        )
        for each in walked(raw(message))
        if each["type"] == discord.ComponentType.button.value
    ]


def menus(message: Any) -> list[dict[str, Any]]:
    """Return every menu of a message."""
    shown = walked(raw(message))
    return [each for each in shown if each["type"] == discord.ComponentType.select.value]


def control(message: Any, verb: str) -> Control:
    """Return the button of this verb."""
    return next(each for each in controls(message) if each.verb == verb)


def green(message: Any) -> list[str]:
    """Return what stands on the green buttons of a message."""
    return [each.label for each in controls(message) if each.style is ButtonStyle.success]


def said(message: Any) -> str:
    """Return every word of a message but its buttons."""
    texts = [each["content"] for each in walked(raw(message)) if "content" in each]
    return "\n".join([message.content, *texts])


def words_of(message: Any) -> str:
    """Return every word of a message, on buttons and menus too."""
    labels = [each.label for each in controls(message)]
    menus = [each for each in walked(raw(message)) if "options" in each]
    options = [option["label"] for menu in menus for option in menu["options"]]
    placeholders = [menu.get("placeholder") or "" for menu in menus]
    return "\n".join([said(message), *labels, *options, *placeholders])


def walked(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for each in components:
        found.append(each)
        found += walked(each.get("components", []))
    return found


async def played(person: MemberActor, table: Any, chance: Random) -> ResponseMessage:
    """Play a whole turn by clicking what is offered, and return the receipt."""
    message: Any = table
    for _ in range(12):
        key = next_key(message, chance)
        if key is None:
            return message  # type: ignore[no-any-return]
        message = reply(await person.click(message, custom_id=key))
    raise AssertionError(words_of(message))


def next_key(message: Any, chance: Random) -> str | None:
    """Return the id of a title's button; what ends the question is preferred. None: no more."""
    offered = [each for each in controls(message) if len(each.verb) == 1 and not each.disabled]
    ending = [each for each in offered if each.style in (ButtonStyle.success, ButtonStyle.danger)]
    going_on = [each for each in offered if each.style is ButtonStyle.primary]
    choices = ending or going_on or offered
    return chance.choice(choices).custom_id if choices else None


def posts(world: World) -> list[dict[str, Any]]:
    """Return what the bot posted into channels, as it went to Discord."""
    return [
        each.json or {}
        for each in world.env.http_requests
        if each.method == "POST" and each.path.endswith("/messages") and "channels" in each.path
    ]


def acting(match: Match, people: list[MemberActor]) -> MemberActor:
    """Return who must act."""
    player = match.chairs[match.acting[0]].player
    return next(each for each in people if each.id == player)


def waiting(match: Match, people: list[MemberActor]) -> MemberActor:
    """Return a player at the table who has nothing to do."""
    return next(each for each in people if each is not acting(match, people))
