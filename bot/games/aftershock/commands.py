"""`/aftershock …`: everything that can be clicked, for those who type."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.cogs import deals, playing
from bot.cogs.tables import found, readable
from bot.cogs.typed import MOST, filled, on_turn, suggested
from bot.games.aftershock import guide, typed
from bot.games.commands import TitleCommands
from bot.hosting.match import PlayerId
from bot.locale.commands import named
from bot.views.asking import Asked, Asking
from bot.views.custom_ids import CustomId
from bot.views.troubles import asked
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.rules import META

GAME: Final = META.key
LONGEST_WORDS: Final = 200

PAYING: Final = [
    Choice(name=named("choice", "−2, once a round"), value=TOKENS[0]),
    Choice(name=named("choice", "−1, once a round"), value=TOKENS[1]),
    Choice(name=named("choice", "tax: $1M more"), value=TOKENS[2]),
]


class AftershockCommands(TitleCommands):
    """`/aftershock`."""

    def __init__(self) -> None:
        description = named("description", "Plan in secret, bargain in public.")
        super().__init__("aftershock", description, META, guide.page)

    @app_commands.command(
        name=named("command", "desk"),
        description=named("description", "Open your desk: keep, plan or mark in secret."),
    )
    async def desk(self, interaction: Asked) -> None:
        """Show the desk, whoever must act."""
        async with asked(interaction) as ask:
            match = await found(ask, GAME, "desk")
            if match is not None:
                await playing.desk(ask, CustomId("desk", match=match.id))

    @app_commands.command(
        name=named("command", "buy"),
        description=named("description", "Buy a card that is for sale."),
    )
    @rename(card=named("option", "card"), token=named("option", "token"))
    @describe(
        card=named("hint", "one of those for sale, such as 3"),
        token=named("hint", "which Buy token pays for it"),
    )
    @app_commands.choices(token=PAYING)
    async def buy(self, interaction: Asked, card: str, token: str = "") -> None:
        """Buy a card, or ask how it is paid."""
        await on_turn(interaction, GAME, lambda view: typed.buy(view, card, token))

    @buy.autocomplete("card")
    async def cards(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the cards within reach."""
        return await suggested(
            interaction, GAME, lambda view: typed.card_suggestions(view, current)
        )

    @app_commands.command(
        name=named("command", "pass"), description=named("description", "Buy nothing this time.")
    )
    async def pass_(self, interaction: Asked) -> None:
        """Pass."""
        await on_turn(interaction, GAME, typed.pass_)

    @app_commands.command(
        name=named("command", "build"),
        description=named("description", "Carry out one item of your plan."),
    )
    @rename(item=named("option", "item"), to=named("option", "to"))
    @describe(
        item=named("hint", "the area of the bridge"),
        to=named("hint", "the area it leads to"),
    )
    async def build(self, interaction: Asked, item: str = "", to: str = "") -> None:
        """Build a bridge, or ask where it leads."""
        await on_turn(interaction, GAME, lambda view: typed.build(view, item, to))

    @build.autocomplete("item")
    async def items(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the bridges that wait."""
        return await suggested(
            interaction, GAME, lambda view: typed.item_suggestions(view, current)
        )

    @build.autocomplete("to")
    async def ends(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer where a bridge can lead."""
        item = filled(interaction, "item")
        return await suggested(
            interaction, GAME, lambda view: typed.end_suggestions(view, item, current)
        )

    @app_commands.command(
        name=named("command", "shock"),
        description=named("description", "Choose whose meeples are shocked."),
    )
    @rename(owners=named("option", "owners"))
    @describe(owners=named("hint", "how many of whom, such as Jake 2, Zach 1"))
    async def shock(self, interaction: Asked, owners: str = "") -> None:
        """Shock, or ask whom."""
        await on_turn(interaction, GAME, lambda view: typed.shock(view, owners))

    @shock.autocomplete("owners")
    async def owners(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer every choice."""
        return await suggested(
            interaction, GAME, lambda view: typed.owner_suggestions(view, current)
        )

    @app_commands.command(
        name=named("command", "move"),
        description=named("description", "Move a shocked meeple."),
    )
    @rename(to=named("option", "to"))
    @describe(to=named("hint", "an area, or off the board"))
    async def move(self, interaction: Asked, to: str) -> None:
        """Move a meeple, or ask whom to pay."""
        await on_turn(interaction, GAME, lambda view: typed.move(view, to))

    @move.autocomplete("to")
    async def ways(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer the areas with their tolls."""
        return await suggested(interaction, GAME, lambda view: typed.way_suggestions(view, current))

    @app_commands.command(
        name=named("command", "propose"),
        description=named("description", "Propose a deal; it binds nobody."),
    )
    @rename(
        to=named("recipient", "to"),
        i=named("option", "i"),
        you=named("option", "you"),
        words=named("option", "words"),
    )
    @describe(
        to=named("hint", "a player at the table"),
        i=named("hint", "the space that you mark, or leave alone"),
        you=named("hint", "the space that they mark, or leave alone"),
        words=named("hint", "in your own words, if you like"),
    )
    async def propose(
        self,
        interaction: Asked,
        to: discord.User,
        i: str,
        you: str,
        words: app_commands.Range[str, 0, LONGEST_WORDS] = "",
    ) -> None:
        """Make a proposal."""
        async with asked(interaction) as ask:
            match = await found(ask, GAME, "deal")
            if match is None:
                return
            view = await ask.view(match.id)
            mine, yours = typed.promise(view, i), typed.promise(view, you)
            seat = match.seat_of(PlayerId(to.id))
            asked_ = () if seat is None else (seat,)
            control = CustomId("dealt", match=match.id)
            await deals.made(ask, control, asked_, mine, yours, words)

    @propose.autocomplete("i")
    async def own_promises(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer what can be promised."""
        return await _promises(interaction, current)

    @propose.autocomplete("you")
    async def other_promises(self, interaction: Asked, current: str) -> list[Choice[str]]:
        """Offer what can be asked for."""
        return await _promises(interaction, current)


async def _promises(interaction: Asked, current: str) -> list[Choice[str]]:
    """Return what can be promised at the table of this channel, whoever must act there."""
    ask = await Asking.of(interaction)
    match = await readable(ask)
    if match is None or match.game != GAME:
        return []
    view = await ask.view(match.id)
    found_ = typed.promise_suggestions(view, current)
    return [Choice(name=each.name, value=each.value) for each in found_[:MOST]]
