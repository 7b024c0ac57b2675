"""What admins and moderators set and do for their server: `/setup ...`."""

from discord import app_commands
from discord.ext import commands

from bot.interactions.commands import run
from bot.interactions.context import Interaction
from bot.interactions.people import server


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerCog(commands.GroupCog, name="setup"):
    """For admins and moderators: this server's tables."""

    @app_commands.command()
    async def server(self, interaction: Interaction) -> None:
        """Who may open tables, where, and how."""
        await run(interaction, server.setup)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog."""
    await bot.add_cog(ServerCog())
