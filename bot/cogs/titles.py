"""The commands of each title: `/seismic ...`, `/sanandreas ...`, `/aftershock ...`."""

from inspect import Parameter, Signature
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.games.abilities import HasDesk, MakesDeals, Teaches
from bot.games.panel import AnyPanel, Command
from bot.games.registry import panels
from bot.interactions import suggestions
from bot.interactions.advice import teaching
from bot.interactions.answering import answering
from bot.interactions.commands import run, run_here
from bot.interactions.context import Interaction
from bot.interactions.match import playing, reading, tables
from bot.interactions.match.tables import Where
from bot.interactions.together import deals
from bot.table.together.deals import LONGEST_WORDS
from engine.registry import game

SlashCommand: TypeAlias = app_commands.Command[Any, ..., Any]

PACES: Final = [
    Choice(name="no limit", value="none"),
    Choice(name="1 day per move", value="day"),
    Choice(name="3 days per move", value="three-days"),
    Choice(name="1 week per move", value="week"),
    Choice(name="clock: 1 day + 12 h per turn", value="day-clock"),
    Choice(name="clock: 3 days + 24 h per turn", value="three-days-clock"),
    Choice(name="clock: 1 week + 36 h per turn", value="week-clock"),
]
PLACES: Final = [
    Choice(name="in a thread", value=Where.THREAD.value),
    Choice(name="right here", value=Where.HERE.value),
]


def title_cog(panel: AnyPanel) -> commands.GroupCog:
    """Return the cog of a title.

    It has a class of its own: how many may sit down, and some hints, stand in its decorators.
    """
    typed, meta = panel.commands(), game(panel.key).meta
    fewest, most = min(meta.seats), max(meta.seats)
    promises = suggestions.promises(panel.key)

    class TitleCog(commands.GroupCog, name=typed.name, description=typed.description):
        """A title's commands."""

        def __init__(self) -> None:
            """Keep what the title has a use for, and add its moves, in the order of the menu."""
            group = self.app_command
            assert group is not None
            for each in group.commands:
                group.remove_command(each.name)
            in_order: list[tuple[SlashCommand, bool]] = [
                (self.desk, isinstance(panel, HasDesk)),
                (self.propose, isinstance(panel, MakesDeals)),
                *((move_command(panel.key, move), True) for move in typed.moves),
                (self.new, not meta.variants),
                (self.new_with_variants, bool(meta.variants)),
                (self.rules, True),
                (self.learn, isinstance(panel, Teaches)),
            ]
            for command, is_there in in_order:
                if is_there:
                    group.add_command(command)

        @app_commands.command(description=typed.desk)
        async def desk(self, interaction: Interaction) -> None:
            """Open what lies before a player; the title says what that is."""
            await run_here(interaction, playing.desk, game=panel.key)

        @app_commands.command()
        @app_commands.rename(to=locale_str("to", context="recipient"))
        @app_commands.describe(
            to="a player at the table",
            i=typed.mine,
            you=typed.yours,
            words="in your own words, if you like",
        )
        @app_commands.autocomplete(i=promises, you=promises)
        async def propose(
            self,
            interaction: Interaction,
            to: discord.User,
            i: str,
            you: str,
            words: app_commands.Range[str, 0, LONGEST_WORDS] = "",
        ) -> None:
            """Propose a deal; nothing is binding."""
            async with answering(interaction) as ctx:
                await deals.propose(ctx, panel.key, to.id, i, you, words)

        @app_commands.command()
        @app_commands.describe(
            seats="number of players, including you",
            pace="how much time a move has",
            where="in a thread of its own, or right here",
        )
        @app_commands.choices(pace=PACES, where=PLACES)
        async def new(
            self,
            interaction: Interaction,
            seats: app_commands.Range[int, fewest, most] = most,
            pace: str = "",
            where: str = Where.THREAD,
        ) -> None:
            """Open a table."""
            async with answering(interaction) as ctx:
                await tables.open_as_asked(ctx, panel.key, seats, pace, where)

        @app_commands.command(name="new")
        @app_commands.describe(
            seats="number of players, including you",
            pace="how much time a move has",
            variants="one or several, with commas between them",
            where="in a thread of its own, or right here",
        )
        @app_commands.choices(pace=PACES, where=PLACES)
        @app_commands.autocomplete(variants=suggestions.variants(panel.key))
        async def new_with_variants(
            self,
            interaction: Interaction,
            seats: app_commands.Range[int, fewest, most] = most,
            pace: str = "",
            variants: str = "",
            where: str = Where.THREAD,
        ) -> None:
            """Open a table."""
            async with answering(interaction) as ctx:
                await tables.open_as_asked(ctx, panel.key, seats, pace, where, variants)

        @app_commands.command()
        async def rules(self, interaction: Interaction) -> None:
            """The rules, with drawn examples."""
            await run(interaction, reading.rules, panel.key)

        @app_commands.command()
        async def learn(self, interaction: Interaction) -> None:
            """A first match against a beginner; new things are explained."""
            await run(interaction, teaching.learn, panel.key)

    return TitleCog()


def move_command(key: str, move: Command[Any]) -> SlashCommand:
    """Return the command of a move that a title lets one type, with its options."""
    names = [each.name for each in move.options]

    async def callback(interaction: Interaction, **given: str) -> None:
        texts = [given.get(name, "") for name in names]
        async with answering(interaction) as ctx:
            # With several tables here it is asked for which, and what was typed is kept.
            match = await tables.find_table(ctx, key, "typed", *playing.kept(move.name, texts))
            if match is not None:
                await playing.typed(ctx, match.id, texts, move.answer)

    # discord.py reads the options from the signature.
    read: Any = callback
    parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    for number, each in enumerate(move.options):
        default = Parameter.empty if each.is_needed else ""
        option = Parameter(each.name, Parameter.KEYWORD_ONLY, annotation=str, default=default)
        parameters.append(option)
        app_commands.describe(**{each.name: each.description})(read)
        if each.choices:
            offered = [Choice(name=word.name, value=word.value) for word in each.choices]
            app_commands.choices(**{each.name: offered})(read)
        elif each.suggest is not None:
            suggest = suggestions.fitting(key, names[:number], each.suggest)
            app_commands.autocomplete(**{each.name: suggest})(read)
    read.__signature__ = Signature(parameters)
    return app_commands.Command(name=move.name, description=move.description, callback=read)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add a cog for each title."""
    for panel in panels().values():
        await bot.add_cog(title_cog(panel))
