"""`/aftershock …`: everything that can be clicked, for those who type."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.games.aftershock import typed
from bot.games.aftershock.guide import GUIDE
from bot.games.commands import TitleCommands
from bot.games.custom_ids import CustomId
from bot.games.phase import Command, Option
from bot.hosting.match import PlayerId
from bot.interactions import deals, playing
from bot.interactions.tables import found, readable
from bot.interactions.typed import MOST
from bot.locale.commands import named
from bot.views.asking import Asked, Asking
from bot.views.troubles import asked
from engine.games.aftershock.actions import Action
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.rules import META

GAME: Final = META.key
LONGEST_WORDS: Final = 200

PAYING: Final = (
    Choice(name=named("choice", "−2, once a round"), value=TOKENS[0]),
    Choice(name=named("choice", "−1, once a round"), value=TOKENS[1]),
    Choice(name=named("choice", "tax: $1M more"), value=TOKENS[2]),
)

MOVES: Final[tuple[Command[Action], ...]] = (
    Command(
        "buy",
        "Buy a card that is for sale.",
        typed.buy,
        (
            Option("card", "one of those for sale, such as 3", typed.card_suggestions),
            Option("token", "which Buy token pays for it", choices=PAYING, is_needed=False),
        ),
    ),
    Command("pass", "Buy nothing this time.", typed.pass_),
    Command(
        "build",
        "Carry out one item of your plan.",
        typed.build,
        (
            Option("item", "the area of the bridge", typed.item_suggestions, is_needed=False),
            Option("to", "the area it leads to", typed.end_suggestions, is_needed=False),
        ),
    ),
    Command(
        "shock",
        "Choose whose meeples are shocked.",
        typed.shock,
        (
            Option(
                "owners",
                "how many of whom, such as Jake 2, Zach 1",
                typed.owner_suggestions,
                is_needed=False,
            ),
        ),
    ),
    Command(
        "move",
        "Move a shocked meeple.",
        typed.move,
        (Option("to", "an area, or off the board", typed.way_suggestions),),
    ),
)


class AftershockCommands(TitleCommands):
    """`/aftershock`."""

    def __init__(self) -> None:
        description = named("description", "Plan in secret, bargain in public.")
        super().__init__("aftershock", description, META, GUIDE.page, MOVES)

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
