"""The real client; only the language buttons of the hint are its own."""

from typing import Final

import discord

from bot.client import FaultlineClient
from bot.hosting.match import PlayerId
from bot.hosting.ports import GuildPreferences, Preferences
from bot.interactions.context import Interaction
from bot.interactions.welcome import welcome
from bot.locale.localisation import words
from bot.messages.components import layout
from bot.playground.hint import first_hint, language_of_button, later_hint
from bot.playground.town import Town

NEVER: Final = 1e6
"""The client's own clock stands still: SimCord waits for whatever ticks before it answers."""


class PlaygroundClient(FaultlineClient):
    """The bot of the playground."""

    _people: tuple[PlayerId, ...] = ()
    _greeting: discord.Message | None = None
    _hint: discord.Message | None = None

    async def greet(self, town: Town) -> None:
        """Say hello, and keep tables in the channel: the page shows no threads."""
        self._people = tuple(each.id for each in town.people)
        await self.shell.players.set_guild(town.guild.id, GuildPreferences(threads=False))
        self._greeting = await self._place(town.channel.id).send(view=self._welcome("en"))

    async def explain(self, town: Town) -> None:
        """Post the hint below everything else."""
        self._hint = await self._place(town.channel.id).send(
            view=first_hint(words("en"), self.shell.panels)
        )

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer the hint's buttons, or do what the bot does."""
        language = language_of_button(interaction)
        if language is None:
            await super().on_interaction(interaction)
            return
        await interaction.response.defer()
        await self._speak(language, interaction.guild_id or 0, interaction.channel_id or 0)

    async def _speak(self, language: str, guild: int, channel: int) -> None:
        """Let everybody, and the channel, have another language; tell the tables anew in it."""
        players = self.shell.players
        for each in self._people:
            await players.prefer(each, Preferences(language))
        await players.set_guild(guild, GuildPreferences(language, threads=False))
        if self._greeting is not None:
            await self._greeting.edit(view=self._welcome(language))
        place = self._place(channel)
        for match in reversed(await self.shell.host.in_channel(channel)):
            shown = match.table.message or match.cover.message
            if shown is not None:
                await place.get_partial_message(shown).delete()
            await self.shell.host.refresh(match.id)
        if self._hint is not None:
            await self._hint.delete()
        self._hint = await place.send(view=later_hint(words(language), self.shell.panels))

    def _welcome(self, language: str) -> discord.ui.LayoutView:
        return layout(welcome(words(language), self.shell.panels)).view

    def _place(self, channel: int) -> discord.TextChannel:
        found = self.get_channel(channel)
        if not isinstance(found, discord.TextChannel):
            raise TypeError(channel)
        return found
