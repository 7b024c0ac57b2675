"""What the shell's types are for San Andreas."""

from typing import TypeAlias

from bot.games import panel
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.state import Observation

View: TypeAlias = panel.View[Observation, Action]
Moment: TypeAlias = panel.Moment[Observation, Action]
Answer: TypeAlias = panel.Answer[Action]
