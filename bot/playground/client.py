"""The real client; only the language buttons below everything else are its own."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ButtonStyle, ui
from discord.ext import commands

from bot.client import FaultlineClient
from bot.cogs.controls import ControlsCog
from bot.games.custom_ids import plain_id
from bot.games.panel import Panels
from bot.games.screen import AMBER
from bot.interactions.context import Interaction
from bot.interactions.welcome import open_button, welcome
from bot.locale.localisation import LANGUAGES, Words, words
from bot.messages.components import layout, sealed
from bot.playground.server import Server
from bot.table.ids import PlayerId
from bot.table.preferences import GuildPreferences, Preferences

NEVER: Final = 1e6
"""The client's own clock stands still: SimCord waits for whatever ticks before it answers."""
SPEAK: Final = "playground."
"""What the ids of the language buttons begin with; the running bot knows none of them."""
LATER: Final = "playground-later."
"""What the ids of the buttons begin with that let days pass; their number follows."""
_LENGTHS: Final = {f"{LATER}{days}": timedelta(days=days) for days in (1, 7)}
IN_A_ROW: Final = 5
"""How many buttons fit in a row of Discord's."""


class PlaygroundClient(FaultlineClient):
    """The bot of the playground; `pass_time` lets an amount of time pass at once."""

    pass_time: Callable[[timedelta], None] = staticmethod(lambda _: None)
    _people: tuple[PlayerId, ...] = ()
    _greeting: discord.Message | None = None
    _hint: discord.Message | None = None

    async def greet(self, server: Server) -> None:
        """Say hello, and keep tables in the channel: the page shows no threads."""
        self._people = tuple(each.id for each in server.people)
        await self.shell.stores.players.set_guild(server.guild.id, GuildPreferences(threads=False))
        greeting = layout(welcome(words("en"), self.shell.panels)).view
        self._greeting = await self._place(server.channel.id).send(view=greeting)

    async def explain(self, server: Server) -> None:
        """Post the hint below everything else."""
        said = words("en")
        view = hint(what_to_do(said), said, self.shell.panels)
        self._hint = await self._place(server.channel.id).send(view=view)

    async def setup_hook(self) -> None:
        """Let the hint's buttons be answered, too."""
        await super().setup_hook()
        await self.add_cog(PlaygroundCog(self), override=True)

    async def speak(self, language: str, guild: int, channel: int) -> None:
        """Let everybody, and the channel, have another language; tell the tables anew in it."""
        players, panels, said = self.shell.stores.players, self.shell.panels, words(language)
        for each in self._people:
            await players.prefer(each, Preferences(language))
        await players.set_guild(guild, GuildPreferences(language, threads=False))
        if self._greeting is not None:
            await self._greeting.edit(view=layout(welcome(said, panels)).view)
        place = self._place(channel)
        for match in reversed(await self.shell.stores.matches.in_channel(channel)):
            shown = match.table.message or match.cover.message
            if shown is not None:
                await place.get_partial_message(shown).delete()
            await self.shell.host.telling.tell_again(match.id)
        if self._hint is not None:
            await self._hint.delete()
        text = f"{said.say('**I speak English now.**')} {what_to_do(said)}"
        self._hint = await place.send(view=hint(text, said, panels))

    def _place(self, channel: int) -> discord.TextChannel:
        found = self.get_channel(channel)
        if not isinstance(found, discord.TextChannel):
            raise TypeError(channel)
        return found


class PlaygroundCog(ControlsCog, name=ControlsCog.__name__):
    """The controls of the bot, and those of the hint."""

    bot: PlaygroundClient

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer the hint's buttons, or do what the bot does."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if custom_id in _LENGTHS:
            await interaction.response.defer()
            self.bot.pass_time(_LENGTHS[custom_id])
            return
        language = custom_id.removeprefix(SPEAK)
        if custom_id != SPEAK + language or language not in LANGUAGES:
            await super().on_interaction(interaction)
            return
        await interaction.response.defer()
        await self.bot.speak(language, interaction.guild_id or 0, interaction.channel_id or 0)


def what_to_do(said: Words) -> str:
    """Return what a visitor may begin with."""
    lines = (
        said.say(
            "**You are Ann.** This playground runs on your computer; nothing can break and nothing"
            " leaves it."
        ),
        said.say("**New?** The green button opens a short first match, explained as you go."),
        said.say(
            "**Just trying?** The board above waits for your move: press a tile under it."
            " *Viewing as*, at the top, makes you Bob or Cleo."
        ),
    )
    return "\n".join(lines)


def hint(text: str, said: Words, panels: Panels) -> ui.LayoutView:
    """Return the last message of the channel: what to press, and in which language."""
    # Every language is offered in its own words, in whatever language the page is read.
    first: list[ui.Button[ui.LayoutView]] = [
        ui.Button(
            label=said.say("Learn by playing"),
            custom_id=f"b.{plain_id('learn')}",
            style=ButtonStyle.success,
        ),
        ui.Button(label=said.say("How it works"), custom_id=f"b.{plain_id('help')}"),
        *(
            ui.Button(label=words(each).say("In English"), custom_id=SPEAK + each)
            for each in LANGUAGES
            if each != said.language
        ),
    ]
    more: list[ui.Button[ui.LayoutView]] = [
        *(
            ui.Button(label=each.label, custom_id=f"b.{each.id}")
            for each in (open_button(panel, said) for panel in panels.values())
        ),
        ui.Button(label=said.say("A day later"), custom_id=f"{LATER}1"),
        ui.Button(label=said.say("A week later"), custom_id=f"{LATER}7"),
    ]
    rows = (
        ui.ActionRow[ui.LayoutView](*buttons[start : start + IN_A_ROW])
        for buttons in (first, more)
        for start in range(0, len(buttons), IN_A_ROW)
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text), *rows, accent_color=AMBER))
    return sealed(view)
