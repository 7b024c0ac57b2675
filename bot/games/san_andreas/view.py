"""What the shell's types are for San Andreas."""

from dataclasses import replace
from typing import TypeAlias

from bot.games import panel
from bot.table.match.match import Status
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.memory import remembered
from engine.games.san_andreas.state import Observation

View: TypeAlias = panel.View[Observation, Action]
Moment: TypeAlias = panel.Moment[Observation, Action]
Answer: TypeAlias = panel.Answer[Action]


def looked_back_on(view: View) -> View:
    """Return a view; of the past of a running match without values that are hidden again since."""
    if view.line == view.match.line or view.match.status == Status.FINISHED:
        return view
    return replace(view, observation=remembered(view.observation))
