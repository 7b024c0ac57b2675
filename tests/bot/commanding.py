"""The slash commands as they are when the bot has loaded them, without a client that runs."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import load_cogs
from bot.interactions.command_tree import CatalogTranslator


async def tree_of_commands() -> app_commands.CommandTree[Any]:
    """Return the tree of all commands, with the translator."""
    bot = commands.AutoShardedBot((), help_command=None, intents=discord.Intents.none())
    await load_cogs(bot)
    await bot.tree.set_translator(CatalogTranslator())
    return bot.tree


async def payloads() -> list[dict[str, Any]]:
    """Return the commands as Discord is told of them, in all languages."""
    tree, translator = await tree_of_commands(), CatalogTranslator()
    return [await each.get_translated_payload(tree, translator) for each in tree.get_commands()]
