"""The slash commands that all titles share; titles add their own group through the panel."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.games.custom_ids import CustomId
from bot.games.names import shortened
from bot.games.panel import Panels
from bot.games.speech import folded
from bot.interactions import aids, leaving, reading, records, settings, welcome
from bot.interactions.handler import Handler
from bot.interactions.slash import named
from bot.interactions.tables import found, own, readable
from bot.interactions.titles import group_of
from bot.views.asking import Asked, Asking
from bot.views.troubles import asked

MOST_CHOICES: Final = 25
NOTHING: Final = CustomId("")


class TableCommands(app_commands.Group):
    """`/table`: what one can do at the table of this channel; most of it is for watchers too."""

    def __init__(self) -> None:
        super().__init__(
            name=named("command", "table"),
            description=named("description", "The table of this channel."),
        )

    @app_commands.command(
        name=named("command", "board"),
        description=named("description", "The board, now or after any move."),
    )
    @rename(move=named("option", "move"))
    @describe(move=named("hint", "number of the move"))
    async def board(self, interaction: Asked, move: int | None = None) -> None:
        """Show the board."""
        if move is None:
            await _about(interaction, "board", reading.board)
        else:
            await _about(interaction, "history", reading.at, str(move))

    @board.autocomplete("move")
    async def moves(self, interaction: Asked, typed: int | str) -> list[Choice[int]]:
        """Offer the newest moves, or those whose number begins as typed."""
        return await _moves(interaction, str(typed))

    @app_commands.command(
        name=named("command", "text"),
        description=named("description", "The whole board in words."),
    )
    @rename(part=named("option", "part"))
    @describe(part=named("hint", "which part of it"))
    async def text(self, interaction: Asked, part: str = "") -> None:
        """Show the board in words."""
        await _about(interaction, "text", reading.text, *((part,) if part else ()))

    @text.autocomplete("part")
    async def parts(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Offer the pages of the text."""
        return await _parts(interaction, typed)

    @app_commands.command(
        name=named("command", "since"),
        description=named("description", "What happened since your last turn."),
    )
    async def since(self, interaction: Asked) -> None:
        """Tell what happened."""
        await _about(interaction, "since", aids.since)

    @app_commands.command(
        name=named("command", "history"),
        description=named("description", "Every move, with its picture."),
    )
    async def history(self, interaction: Asked) -> None:
        """List the moves."""
        await _about(interaction, "history", reading.history)

    @app_commands.command(
        name=named("command", "replay"),
        description=named("description", "The match as an animation."),
    )
    @rename(start=named("option", "from"))
    @describe(start=named("hint", "number of the move it begins with"))
    async def replay(self, interaction: Asked, start: int | None = None) -> None:
        """Show the animation."""
        await _about(interaction, "replay", aids.replay, *((str(start),) if start else ()))

    @replay.autocomplete("start")
    async def starts(self, interaction: Asked, typed: int | str) -> list[Choice[int]]:
        """Offer the newest moves, or those whose number begins as typed."""
        return await _moves(interaction, str(typed))

    @app_commands.command(
        name=named("command", "unseen"),
        description=named("description", "Tiles or cards that nobody has seen yet."),
    )
    @rename(cell=named("option", "cell"))
    @describe(cell=named("hint", "only what would fit there"))
    async def unseen(self, interaction: Asked, cell: str = "") -> None:
        """Show what is left."""
        await _about(interaction, "unseen", aids.unseen, *((cell,) if cell else ()))

    @unseen.autocomplete("cell")
    async def fitting_cells(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Offer the places of the board."""
        return await _places(interaction, typed)

    @app_commands.command(
        name=named("command", "danger"),
        description=named("description", "What the next quake would take, and how likely one is."),
    )
    async def danger(self, interaction: Asked) -> None:
        """Show what is in danger."""
        await _about(interaction, "danger", aids.danger)

    @app_commands.command(
        name=named("command", "zoom"),
        description=named("description", "A part of the board, large."),
    )
    @rename(cell=named("option", "cell"))
    @describe(cell=named("hint", "in the middle of it"))
    async def zoom(self, interaction: Asked, cell: str = "") -> None:
        """Show a part of the board."""
        await _about(interaction, "zoom", aids.zoom, *((cell,) if cell else ()))

    @zoom.autocomplete("cell")
    async def zoom_cells(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Offer the places of the board."""
        return await _places(interaction, typed)

    @app_commands.command(
        name=named("command", "score"),
        description=named("description", "Who scores what, and why."),
    )
    async def score(self, interaction: Asked) -> None:
        """Show the scores."""
        await _about(interaction, "score", aids.score)

    @app_commands.command(
        name=named("command", "leave"),
        description=named("description", "Leave; a computer player takes over."),
    )
    async def leave(self, interaction: Asked) -> None:
        """Leave the table."""
        async with asked(interaction) as ask:
            if match := await own(ask, "quit"):
                await leaving.quit_(ask, CustomId("quit", match=match.id))

    @app_commands.command(
        name=named("command", "close"),
        description=named("description", "For hosts and admins: close it for everybody."),
    )
    async def close(self, interaction: Asked) -> None:
        """Close the table."""
        async with asked(interaction) as ask:
            if match := await own(ask, "close"):
                await leaving.close(ask, CustomId("close", match=match.id))

    @app_commands.command(
        name=named("command", "verify"),
        description=named("description", "Check every draw of a finished match."),
    )
    async def verify(self, interaction: Asked) -> None:
        """Check the draws."""
        await _about(interaction, "verify", records.verify)

    @app_commands.command(
        name=named("command", "export"),
        description=named("description", "The record of the match as a file."),
    )
    async def export(self, interaction: Asked) -> None:
        """Give the record."""
        await _about(interaction, "export", records.export)


@app_commands.command(
    name=named("command", "my-tables"),
    description=named("description", "Your tables; those that wait for you come first."),
)
async def my_tables(interaction: Asked) -> None:
    """List the tables of whoever asks."""
    await _simply(interaction, welcome.mine)


@app_commands.command(
    name=named("command", "settings"),
    description=named("description", "Language, confirm twice, lists."),
)
async def own_settings(interaction: Asked) -> None:
    """Show the settings of whoever asks."""
    await _simply(interaction, settings.settings)


@app_commands.command(
    name=named("command", "help"),
    description=named("description", "What I can do, and how a turn works."),
)
async def help_command(interaction: Asked) -> None:
    """Show the help."""
    await _simply(interaction, welcome.help_)


@app_commands.command(
    name=named("command", "setup"),
    description=named("description", "For admins: where tables may open, threads, language."),
)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def setup_command(interaction: Asked) -> None:
    """Show the server's settings."""
    await _simply(interaction, settings.setup)


def add_to(tree: app_commands.CommandTree[discord.Client], panels: Panels) -> None:
    """Give a client all commands: the titles' groups, `/table` and the single ones."""
    for panel in panels.values():
        tree.add_command(group_of(panel))
    tree.add_command(TableCommands())
    tree.add_command(my_tables)
    tree.add_command(own_settings)
    tree.add_command(help_command)
    tree.add_command(setup_command)


async def _simply(interaction: Asked, handler: Handler) -> None:
    async with asked(interaction) as ask:
        await handler(ask, NOTHING)


async def _about(interaction: Asked, verb: str, handler: Handler, *args: str) -> None:
    """Answer a command about the table of this channel as its button would be."""
    async with asked(interaction) as ask:
        match = await found(ask, then=verb)
        if match is not None:
            await handler(ask, CustomId(verb, args, match.id))


async def _moves(interaction: Asked, typed: str) -> list[Choice[int]]:
    ask = await Asking.of(interaction)
    match = await readable(ask)
    told = await reading.choices(ask, match.id) if match else []
    fitting = [(n, said) for n, said in told if not typed or str(n).startswith(typed)]
    return [
        Choice(name=shortened(f"{number} · {reading.bare(said)}", 100), value=number)
        for number, said in fitting[:MOST_CHOICES]
    ]


async def _places(interaction: Asked, typed: str) -> list[Choice[str]]:
    ask = await Asking.of(interaction)
    match = await readable(ask)
    names = await aids.places(ask, match) if match else ()
    fitting = [each for each in names if folded(each).startswith(folded(typed))]
    return [Choice(name=each, value=each) for each in fitting[:MOST_CHOICES]]


async def _parts(interaction: Asked, typed: str) -> list[Choice[str]]:
    ask = await Asking.of(interaction)
    match = await readable(ask)
    titles = await reading.parts(ask, match.id) if match else []
    fitting = [(key, title) for key, title in titles if typed.lower() in title.lower()]
    return [Choice(name=shortened(title, 100), value=key) for key, title in fitting[:MOST_CHOICES]]
