"""`/seismic …`: everything that can be clicked, for those who type."""

from collections.abc import Callable
from typing import Final

from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.cogs.tables import Where, answered, found, open_table
from bot.games.panel import Answer, Submit, View
from bot.games.seismic import guide, typed
from bot.games.seismic.typed import Suggestion, Typed
from bot.hosting.errors import NotPlaying, NotSeated
from bot.hosting.match import Status
from bot.locale.commands import named
from bot.views.asking import Asked, Asking
from bot.views.names import shortened
from bot.views.troubles import asked
from engine.errors import EngineError, NotYourTurn
from engine.games.seismic.actions import Strike
from engine.seat import PUBLIC

MOST: Final = 25
LONGEST: Final = 100


class SeismicCommands(app_commands.Group):
    """`/seismic`."""

    def __init__(self) -> None:
        super().__init__(
            name="seismic",
            description=named("description", "Build highways between quakes."),
        )

    @app_commands.command(
        name=named("command", "new"), description=named("description", "Open a table.")
    )
    @rename(seats=named("option", "seats"), where=named("option", "where"))
    @describe(
        seats=named("hint", "how many may sit down, you included"),
        where=named("hint", "in a thread of its own, or right here"),
    )
    @app_commands.choices(
        where=[
            Choice(name=named("choice", "in a thread"), value=Where.THREAD.value),
            Choice(name=named("choice", "right here"), value=Where.HERE.value),
        ]
    )
    async def new(
        self,
        interaction: Asked,
        seats: app_commands.Range[int, 2, 4] = 4,
        where: str = Where.THREAD.value,
    ) -> None:
        """Open a lobby."""
        await open_table(interaction, "seismic", seats, where)

    @app_commands.command(
        name=named("command", "place"),
        description=named("description", "Build one of the tiles on offer."),
    )
    @rename(
        tile=named("option", "tile"),
        cell=named("option", "cell"),
        way=named("option", "way"),
        crew=named("option", "crew"),
    )
    @describe(
        tile=named("hint", "one of those on offer, such as 3"),
        cell=named("hint", "where, such as J8"),
        way=named("hint", "which way round, by its number"),
        crew=named("hint", "on which free section, or none"),
    )
    async def place(
        self, interaction: Asked, tile: str, cell: str, way: str = "", crew: str = ""
    ) -> None:
        """Place a tile, or open the wizard at what is not clear."""
        said = Typed(tile, cell, way, crew)
        await _on_turn(interaction, lambda view: typed.place(view, said))

    @place.autocomplete("tile")
    async def tiles(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the tiles that fit somewhere."""
        return await _suggested(interaction, lambda view: typed.tile_suggestions(view, current))

    @place.autocomplete("cell")
    async def cells(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the cells where the tile fits."""
        tile = _filled(interaction, "tile")
        return await _suggested(
            interaction, lambda view: typed.cell_suggestions(view, tile, current)
        )

    @place.autocomplete("way")
    async def ways(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the ways round."""
        tile, cell = _filled(interaction, "tile"), _filled(interaction, "cell")
        return await _suggested(
            interaction, lambda view: typed.way_suggestions(view, tile, cell, current)
        )

    @place.autocomplete("crew")
    async def crews(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the free sections."""
        tile, cell, way = (_filled(interaction, name) for name in ("tile", "cell", "way"))
        said = Typed(tile, cell, way, current)
        return await _suggested(interaction, lambda view: typed.crew_suggestions(view, said))

    @app_commands.command(
        name=named("command", "quake"),
        description=named("description", "Choose the line that a quake takes."),
    )
    @rename(line=named("option", "line"))
    @describe(line=named("hint", "one of the longest lines"))
    async def quake(self, interaction: Asked, line: str) -> None:
        """Let a line fall, or ask which."""
        await _on_turn(interaction, lambda view: _struck(typed.quake(view, line)))

    @quake.autocomplete("line")
    async def lines(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the tied lines."""
        return await _suggested(interaction, lambda view: typed.line_suggestions(view, current))

    @app_commands.command(
        name=named("command", "rules"),
        description=named("description", "The rules, with drawn examples."),
    )
    async def rules(self, interaction: Asked) -> None:
        """Show the guide."""
        async with asked(interaction) as ask:
            await ask.answer(await ask.drawn(guide.page, ask.words, 0))


def seismic_commands() -> SeismicCommands:
    """Return the commands, made anew for each client."""
    return SeismicCommands()


def _struck(chosen: Answer | Strike) -> Answer:
    return Submit(chosen) if isinstance(chosen, Strike) else chosen


async def _on_turn(interaction: Asked, answer: Callable[[View], Answer]) -> None:
    """Answer somebody whose move it is; the one door in explains to all others why not."""
    async with asked(interaction) as ask:
        match = await found(ask, "seismic")
        if match is None:
            return
        if match.status is not Status.PLAYING:
            raise NotPlaying("not-playing", status=match.status)
        view = await ask.view(match.id)
        if view.viewer == PUBLIC:
            raise NotSeated("not-seated")
        if not view.legal:
            raise NotYourTurn("not-your-turn", seats=())
        await answered(ask, view, await ask.drawn(answer, view))


def _filled(interaction: Asked, option: str) -> str:
    """Return what an earlier option holds, also unfinished; "" if it is not filled in."""
    return str(getattr(interaction.namespace, option, None) or "")


async def _suggested(
    interaction: Asked, suggestions: Callable[[View], list[Suggestion]]
) -> list[Choice[str]]:
    """Return what fits at the table of this channel; nothing if there is no answer."""
    ask = await Asking.of(interaction)
    view = await _table(ask)
    if view is None or not view.legal:
        return []
    try:
        found_ = await ask.drawn(suggestions, view)
    except EngineError:  # a cell that is only half typed: there is nothing to suggest yet
        return []
    return [Choice(name=shortened(each.name, LONGEST), value=each.value) for each in found_[:MOST]]


async def _table(ask: Asking) -> View | None:
    """Return the table of this channel where it is this person's move."""
    here = await ask.shell.host.in_channel(ask.interaction.channel_id or 0)
    for match in here:
        if match.game == "seismic" and match.status is Status.PLAYING:
            view = await ask.view(match.id)
            if view.legal:
                return view
    return None
