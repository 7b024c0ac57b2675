"""Names of commands and options in every language, from the same catalogs as all words.

Discord shows a command's name in the user's language; the bot always gets the default one.
"""

from typing import Any, Final

import discord
from discord import app_commands

from bot.locale.localisation import words

SPOKEN: Final = {
    discord.Locale.french: "fr",
    discord.Locale.spain_spanish: "es",
    discord.Locale.latin_american_spanish: "es",
}
"""English is the default of every name, so it needs no entry."""


def named(context: str, message: str) -> app_commands.locale_str:
    """Return a name to translate at sync; Babel finds `message` under `context`.

    Contexts are "command", "description", "option", "hint" (an option's description), "choice".
    """
    return app_commands.locale_str(message, context=context)


class CatalogTranslator(app_commands.Translator):
    """Translates names that `named` made."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],  # noqa: ARG002 - the base class says so
    ) -> str | None:
        """Return the name in this language, or None for the default one."""
        if locale not in SPOKEN:
            return None
        return words(SPOKEN[locale]).named(string.extras.get("context", ""), string.message)
