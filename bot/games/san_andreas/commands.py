"""`/sanandreas …`: everything that can be clicked, for those who type."""

from typing import Final

from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.cogs.typed import on_turn, suggested
from bot.games.commands import TitleCommands
from bot.games.san_andreas import guide, typed
from bot.locale.commands import named
from bot.views.asking import Asked
from engine.games.san_andreas.rules import META

GAME: Final = META.key


class SanAndreasCommands(TitleCommands):
    """`/sanandreas`."""

    def __init__(self) -> None:
        description = named("description", "Found cities on ground that moves.")
        super().__init__("sanandreas", description, META, guide.page)

    @app_commands.command(
        name=named("command", "found"), description=named("description", "Found a city.")
    )
    @rename(space=named("option", "space"), coin=named("option", "coin"))
    @describe(
        space=named("hint", "such as D1c or D1 north-west"),
        coin=named("hint", "one of yours; nobody else sees this"),
    )
    async def found(self, interaction: Asked, space: str, coin: str = "") -> None:
        """Found a city, or open the wizard at what is not clear."""
        await on_turn(interaction, GAME, lambda view: typed.found(view, space, coin))

    @found.autocomplete("space")
    async def city_spaces(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the spaces for a city."""
        return await suggested(
            interaction, GAME, lambda view: typed.city_suggestions(view, current)
        )

    @found.autocomplete("coin")
    async def coins(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer one's own coins."""
        return await suggested(
            interaction, GAME, lambda view: typed.coin_suggestions(view, current)
        )

    @app_commands.command(
        name=named("command", "epicenter"),
        description=named("description", "Set a pawn on a coastal tile."),
    )
    @rename(space=named("option", "space"), pawn=named("option", "pawn"))
    @describe(
        space=named("hint", "such as D1c or D1 north-west"),
        pawn=named("hint", "one that is free, such as Sun"),
    )
    async def epicenter(self, interaction: Asked, space: str, pawn: str = "") -> None:
        """Set an epicenter, or open the wizard at what is not clear."""
        await on_turn(interaction, GAME, lambda view: typed.epicenter(view, space, pawn))

    @epicenter.autocomplete("space")
    async def epicenter_spaces(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the spaces by the ocean."""
        return await suggested(
            interaction, GAME, lambda view: typed.epicenter_suggestions(view, current)
        )

    @epicenter.autocomplete("pawn")
    async def pawns(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the free pawns."""
        return await suggested(
            interaction, GAME, lambda view: typed.pawn_suggestions(view, current)
        )

    @app_commands.command(
        name=named("command", "quake"),
        description=named("description", "Choose the order of the shifts."),
    )
    @rename(order=named("option", "order"))
    @describe(order=named("hint", "the dice one after the other, such as Sun Moon"))
    async def quake(self, interaction: Asked, order: str) -> None:
        """Let the dice act, or open the wizard with those that are named."""
        await on_turn(interaction, GAME, lambda view: typed.quake(view, order))

    @quake.autocomplete("order")
    async def orders(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the next die."""
        return await suggested(
            interaction, GAME, lambda view: typed.order_suggestions(view, current)
        )

    @app_commands.command(
        name=named("command", "swap"),
        description=named("description", "Swap a surviving null for a lost coin."),
    )
    @rename(coin=named("option", "coin"))
    @describe(coin=named("hint", "one you have lost; null keeps it"))
    async def swap(self, interaction: Asked, coin: str) -> None:
        """Swap, or ask which coin."""
        await on_turn(interaction, GAME, lambda view: typed.swap(view, coin))

    @swap.autocomplete("coin")
    async def lost_coins(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the lost coins."""
        return await suggested(
            interaction, GAME, lambda view: typed.swap_suggestions(view, current)
        )
