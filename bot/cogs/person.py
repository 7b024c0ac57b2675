"""What concerns people and no single table: `/my-tables`, `/stats`, `/tables` and others."""

from discord import Member, User, app_commands
from discord.app_commands import ContextMenu
from discord.ext import commands

from bot.games.names import visible
from bot.interactions import block_list, settings, suggestions, welcome
from bot.interactions.advice import puzzles
from bot.interactions.answering import answering
from bot.interactions.commands import run
from bot.interactions.context import Interaction
from bot.interactions.people import privacy, ranking, seats, statistics
from bot.interactions.time import reminders
from bot.table.ids import PlayerId
from bot.table.match.match import Person


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
    @app_commands.describe(
        player="a person of this server; without one, yourself",
        game="one game alone; without a player, what was played of it in this server",
    )
    @app_commands.autocomplete(game=suggestions.titles)
    async def stats(
        self, interaction: Interaction, player: Member | User | None = None, game: str = ""
    ) -> None:
        """What was played: yours, someone's, a game's."""
        if player is None and not game:
            await run(interaction, statistics.stats)
            return
        async with answering(interaction) as ctx:
            if player is None:
                await statistics.title_stats(ctx, game)
            elif player.id == interaction.user.id:
                await statistics.own_stats_of_title(ctx, game)
            else:
                who, name = PlayerId(player.id), player.display_name
                await statistics.stats_of_member(ctx, who, name, game, is_bot=player.bot)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which game; without it, the one played most here")
    @app_commands.autocomplete(game=suggestions.titles)
    async def ranking(self, interaction: Interaction, game: str = "") -> None:
        """Who plays well in this server."""
        await run(interaction, ranking.ranking, *filter(None, (game,)))

    @app_commands.command()
    async def privacy(self, interaction: Interaction) -> None:
        """What I keep about you, why and for how long; all of it as a file."""
        await run(interaction, privacy.privacy)

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


async def block(interaction: Interaction, person: Member | User) -> None:
    """Put the person on whom the menu was opened on one's block list."""
    async with answering(interaction) as ctx:
        whom = Person(PlayerId(person.id), visible(person.display_name))
        await block_list.block(ctx, whom, is_bot=person.bot)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog, and what stands in the menu of a person."""
    await bot.add_cog(PersonCog())
    bot.tree.add_command(ContextMenu(name="Block at tables", callback=block))
