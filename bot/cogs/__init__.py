"""Slash commands and controls, as extensions of discord.py: each module here adds its cogs.

A command's docstring is what Discord shows of it. The catalogs translate names, docstrings, hints
and choices (`bot/locale`). Most commands do what a button does: they name its answer, which stands
with its feature in `bot.interactions`.
"""

from pkgutil import iter_modules

from discord.ext import commands


async def load_cogs(bot: commands.AutoShardedBot) -> None:
    """Add the cogs of every module here. No list to edit."""
    for each in iter_modules(__path__, f"{__name__}."):
        await bot.load_extension(each.name)
