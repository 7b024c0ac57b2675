"""`/seismic …`: everything that can be clicked, for those who type."""

from typing import Final

from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.cogs.typed import filled, on_turn, suggested
from bot.games.commands import TitleCommands
from bot.games.seismic import guide, typed, typed_quakes
from bot.games.seismic.typed import Typed
from bot.locale.commands import named
from bot.views.asking import Asked
from engine.games.seismic.rules import META

GAME: Final = META.key


class SeismicCommands(TitleCommands):
    """`/seismic`."""

    def __init__(self) -> None:
        description = named("description", "Build highways between quakes.")
        super().__init__("seismic", description, META, guide.page)

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
        await on_turn(interaction, GAME, lambda view: typed.place(view, said))

    @place.autocomplete("tile")
    async def tiles(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the tiles that fit somewhere."""
        return await suggested(
            interaction, GAME, lambda view: typed.tile_suggestions(view, current)
        )

    @place.autocomplete("cell")
    async def cells(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the cells where the tile fits."""
        tile = filled(interaction, "tile")
        return await suggested(
            interaction, GAME, lambda view: typed.cell_suggestions(view, tile, current)
        )

    @place.autocomplete("way")
    async def ways(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the ways round."""
        tile, cell = filled(interaction, "tile"), filled(interaction, "cell")
        return await suggested(
            interaction, GAME, lambda view: typed.way_suggestions(view, tile, cell, current)
        )

    @place.autocomplete("crew")
    async def crews(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the free sections."""
        tile, cell, way = (filled(interaction, name) for name in ("tile", "cell", "way"))
        said = Typed(tile, cell, way, current)
        return await suggested(interaction, GAME, lambda view: typed.crew_suggestions(view, said))

    @app_commands.command(
        name=named("command", "quake"),
        description=named("description", "Choose the line that a quake takes."),
    )
    @rename(line=named("option", "line"))
    @describe(line=named("hint", "one of the longest lines, or the town to be struck first"))
    async def quake(self, interaction: Asked, line: str) -> None:
        """Let a line fall, or ask which."""
        await on_turn(interaction, GAME, lambda view: typed_quakes.quake(view, line))

    @quake.autocomplete("line")
    async def lines(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the tied lines."""
        return await suggested(
            interaction, GAME, lambda view: typed_quakes.line_suggestions(view, current)
        )

    @app_commands.command(
        name=named("command", "rotate"),
        description=named("description", "Turn one tile after a quake (Aftershocks)."),
    )
    @rename(cell=named("option", "cell"), way=named("option", "way"))
    @describe(
        cell=named("hint", "of the tile, such as J8, or none"),
        way=named("hint", "which way round, by its number"),
    )
    async def rotate(self, interaction: Asked, cell: str, way: str = "") -> None:
        """Turn a tile, or open the wizard at what is not clear."""
        await on_turn(interaction, GAME, lambda view: typed_quakes.rotate(view, cell, way))

    @rotate.autocomplete("cell")
    async def turning(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the tiles that can turn."""
        return await suggested(
            interaction, GAME, lambda view: typed_quakes.turn_suggestions(view, current)
        )

    @rotate.autocomplete("way")
    async def rotations(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the ways round."""
        cell = filled(interaction, "cell")
        return await suggested(
            interaction, GAME, lambda view: typed_quakes.rotation_suggestions(view, cell, current)
        )
