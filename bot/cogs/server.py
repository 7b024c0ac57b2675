"""What admins set for their server: `/setup`."""

from discord import app_commands
from discord.ext import commands

from bot.interactions import settings
from bot.interactions.commands import run
from bot.interactions.context import Interaction


class ServerCog(commands.Cog):
    """What admins set for their server."""

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: Interaction) -> None:
        """For admins: where tables may open, threads, language."""
        await run(interaction, settings.setup)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog."""
    await bot.add_cog(ServerCog())
