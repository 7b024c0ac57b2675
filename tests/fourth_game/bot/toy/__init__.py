"""The toy game's face in Discord: all that a title without screens of its own has to bring."""

from bot.games.plain import PlainPanel
from tests.engine.toy import TOY

PANEL = PlainPanel(
    TOY,
    "Toy",
    "2 or 3 · bid for the die and your card",
    "Each round everybody gets a card, a die is thrown, and all bid in secret. The highest bids win"
    " the die and their own card; every bid costs itself.",
)
