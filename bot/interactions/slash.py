"""Slash commands as data: names in every language from the catalogs, options, what is suggested.

Discord shows a command's name in the user's language; the bot always gets the default one.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.locale.localisation import words
from bot.views.asking import Asked

SPOKEN: Final = {
    discord.Locale.french: "fr",
    discord.Locale.spain_spanish: "es",
    discord.Locale.latin_american_spanish: "es",
}
"""English is the default of every name, so it needs no entry."""

SlashCommand: TypeAlias = app_commands.Command[Any, ..., Any]
Suggest: TypeAlias = Callable[[Asked, str], Coroutine[Any, Any, list[Choice[Any]]]]
"""What is offered for an option, half typed as it is."""


def named(context: str, message: str) -> locale_str:
    """Return a name to translate at sync; Babel finds `message` under `context`.

    Contexts are "command", "description", "option", "hint" (an option's description), "choice".
    """
    return locale_str(message, context=context)


class CatalogTranslator(app_commands.Translator):
    """Translates names that `named` made."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],  # noqa: ARG002 - the base class says so
    ) -> str | None:
        if locale not in SPOKEN:
            return None
        return words(SPOKEN[locale]).named(string.extras.get("context", ""), string.message)


@dataclass(frozen=True, slots=True)
class Field:
    """An option of a slash command; `type` is an annotation that discord.py reads."""

    name: locale_str
    hint: locale_str
    type: Any = str
    default: Any = Parameter.empty
    choices: Sequence[Choice[str]] = ()
    suggest: Suggest | None = None


def slash(
    name: locale_str,
    description: locale_str,
    answer: Callable[..., Coroutine[Any, Any, None]],
    fields: Sequence[Field] = (),
) -> SlashCommand:
    """Return a command; `answer` gets the interaction and the fields by their default names."""

    async def callback(interaction: Asked, **given: Any) -> None:
        await answer(interaction, **given)

    # discord.py reads the options from the signature.
    command: Any = callback
    command.__signature__ = Signature(
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Asked),
            *(
                Parameter(
                    each.name.message,
                    Parameter.KEYWORD_ONLY,
                    annotation=each.type,
                    default=each.default,
                )
                for each in fields
            ),
        ]
    )
    command = app_commands.rename(**{each.name.message: each.name for each in fields})(command)
    command = app_commands.describe(**{each.name.message: each.hint for each in fields})(command)
    with_choices = {each.name.message: list(each.choices) for each in fields if each.choices}
    command = app_commands.choices(**with_choices)(command)
    built: SlashCommand = app_commands.Command(name=name, description=description, callback=command)
    for each in fields:
        if each.suggest is not None:
            built.autocomplete(each.name.message)(each.suggest)
    return built
