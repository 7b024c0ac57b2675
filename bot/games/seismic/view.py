"""What the shell's types are for Seismic."""

from typing import TypeAlias

from bot.games import panel
from engine.games.seismic.actions import Action
from engine.games.seismic.state import Observation

View: TypeAlias = panel.View[Observation, Action]
Moment: TypeAlias = panel.Moment[Observation, Action]
Answer: TypeAlias = panel.Answer[Action]
