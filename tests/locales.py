"""A locale of Discord for every language that is spoken, such as "en-US"."""

from typing import Final

import discord

from bot.locale.localisation import LANGUAGES

LOCALES: Final = tuple(
    next(each.value for each in discord.Locale if each.value.partition("-")[0] == language)
    for language in LANGUAGES
)
