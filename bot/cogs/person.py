"""What concerns people and no single table, such as `/my-tables`, `/settings` and `/tables`."""

from discord import Member, User, app_commands
from discord.ext import commands

from bot.interactions import settings, suggestions, welcome
from bot.interactions.advice import puzzles
from bot.interactions.answering import answering
from bot.interactions.commands import run
from bot.interactions.context import Interaction
from bot.interactions.people import ranking, seats, statistics
from bot.interactions.time import reminders
from bot.table.ids import PlayerId


class PersonCog(commands.Cog):
    """What concerns a person and no table."""

    @app_commands.command(name="my-tables")
    async def my_tables(self, interaction: Interaction) -> None:
        """Your tables; those that wait for you come first."""
        await run(interaction, welcome.mine)

    @app_commands.command()
    @app_commands.describe(zone="your time zone, a big city near you")
    @app_commands.autocomplete(zone=suggestions.zones)
    async def settings(self, interaction: Interaction, zone: str = "") -> None:
        """Language, reminders, quiet hours, confirmations, lists."""
        if zone:
            await run(interaction, reminders.zone, zone)
        else:
            await run(interaction, settings.settings)

    @app_commands.command()
    async def puzzle(self, interaction: Interaction) -> None:
        """A puzzle a day: one try, the solution tomorrow."""
        await run(interaction, puzzles.puzzle)

    @app_commands.command()
    @app_commands.describe(player="a person of this server; without one, yourself")
    async def stats(self, interaction: Interaction, player: Member | User | None = None) -> None:
        """What was played: yours, or what another person played in this server."""
        if player is None or player.id == interaction.user.id:
            await run(interaction, statistics.stats)
        else:
            async with answering(interaction) as ctx:
                who, name = PlayerId(player.id), player.display_name
                await statistics.stats_of(ctx, who, name, is_bot=player.bot)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which game; without it, the one played most here")
    @app_commands.autocomplete(game=suggestions.titles)
    async def ranking(self, interaction: Interaction, game: str = "") -> None:
        """Who plays well in this server."""
        await run(interaction, ranking.ranking, *filter(None, (game,)))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which game; without it, all of them")
    @app_commands.autocomplete(game=suggestions.titles)
    async def tables(self, interaction: Interaction, game: str = "") -> None:
        """Open seats in this server."""
        await run(interaction, seats.seats, *filter(None, (game,)))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """What I can do, and how a turn works."""
        await run(interaction, welcome.help_)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog."""
    await bot.add_cog(PersonCog())
