"""What the shell's types are for Aftershock."""

from typing import TypeAlias

from bot.games import panel
from engine.games.aftershock.actions import Action
from engine.games.aftershock.state import Observation

View: TypeAlias = panel.View[Observation, Action]
Moment: TypeAlias = panel.Moment[Observation, Action]
Answer: TypeAlias = panel.Answer[Action]
