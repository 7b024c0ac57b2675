"""The tree of slash commands: their names by language, who is given suggestions, old commands."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation, locale_str

from bot.games.custom_ids import OldCommand
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.answering import answering
from bot.interactions.context import Interaction, check_room, spend
from bot.locale.localisation import language_of, words
from bot.messages.processes.render_pool import DrawUrgency
from bot.table.errors import Limited

CONTEXTS: Final[Mapping[TranslationContextLocation, str]] = {
    TranslationContextLocation.command_name: "command",
    TranslationContextLocation.group_name: "command",
    TranslationContextLocation.command_description: "description",
    TranslationContextLocation.group_description: "description",
    TranslationContextLocation.parameter_name: "option",
    TranslationContextLocation.parameter_description: "hint",
    TranslationContextLocation.choice_name: "choice",
}
"""In which context of the catalogs a name stands."""


class CatalogTranslator(app_commands.Translator):
    """Finds the names of commands in the catalogs.

    `locale_str("to", context="recipient")` is for a word that needs two translations.
    """

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        language = language_of(locale.value)
        if language == "en":
            return None  # English is the default of every name
        where = string.extras.get("context", CONTEXTS.get(context.location, ""))
        return words(language).named(where, string.message)


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands; a client that types faster than people can gets no suggestions for a while."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Say whether to answer a command, or what is typed of it."""
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        try:
            spend(interaction, LimitedAction.SUGGEST)
            check_room(interaction, DrawUrgency.LOOK)
        except Limited:
            await interaction.response.autocomplete([])
            return False
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Explain what the library itself refuses."""
        outdated = app_commands.CommandNotFound | app_commands.CommandSignatureMismatch
        async with answering(interaction):
            raise OldCommand("old-command") if isinstance(error, outdated) else error


async def digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return what tells this release's commands from others': all that `sync` would send."""
    translator = tree.translator
    assert translator is not None
    every = [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]
    every.sort(key=lambda each: str(each["name"]))
    told = json.dumps([tree.client.application_id, every], sort_keys=True)
    return sha256(told.encode()).hexdigest()
