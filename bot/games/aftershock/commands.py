"""`/aftershock …`: everything that can be clicked, for those who type."""

from typing import Final

from bot.games.aftershock import typed
from bot.games.panel import Choice, Command, Commands, Option
from engine.games.aftershock.actions import Action
from engine.games.aftershock.board import TOKENS

PAYING: Final = (
    Choice("−2, once a round", TOKENS[0]),
    Choice("−1, once a round", TOKENS[1]),
    Choice("tax: $1M more", TOKENS[2]),
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

COMMANDS: Final = Commands(
    "aftershock",
    "Plan in secret, bargain in public.",
    MOVES,
    desk="Open your desk: keep, plan or mark in secret.",
    mine="the space that you mark, or leave alone",
    yours="the space that they mark, or leave alone",
)
