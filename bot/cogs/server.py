"""What admins set for their server, and what moderators see and do there: `/setup ...`."""

from discord import Member, User, app_commands
from discord.ext import commands

from bot.interactions import suggestions
from bot.interactions.answering import answering
from bot.interactions.commands import run
from bot.interactions.context import Interaction
from bot.interactions.people import moderation, server
from bot.table.ids import PlayerId


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerCog(commands.GroupCog, name="setup"):
    """For admins and moderators: this server's tables."""

    @app_commands.command()
    async def server(self, interaction: Interaction) -> None:
        """Who may open tables, where, and how."""
        await run(interaction, server.setup)

    @app_commands.command()
    @app_commands.describe(table="which table; without it, a list")
    @app_commands.autocomplete(table=suggestions.tables)
    async def tables(self, interaction: Interaction, table: str = "") -> None:
        """All tables; hold, close, free a seat."""
        if not table:
            await run(interaction, moderation.tables)
            return
        async with answering(interaction) as ctx:
            await moderation.table(ctx, table)

    @app_commands.command()
    @app_commands.describe(player="only what concerns this person")
    async def log(self, interaction: Interaction, player: Member | User | None = None) -> None:
        """What moderators did, 90 days."""
        async with answering(interaction) as ctx:
            await moderation.log_of(ctx, None if player is None else PlayerId(player.id))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog."""
    await bot.add_cog(ServerCog())
