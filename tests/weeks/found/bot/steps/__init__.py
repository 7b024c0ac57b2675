"""The face of the game of turns in Discord."""

from bot.games.plain import PlainPanel
from tests.weeks.steps import STEPS

PANEL = PlainPanel(
    STEPS, "Steps", "2 or 3 · go farthest", "Everybody goes in turn; the farthest wins."
)
