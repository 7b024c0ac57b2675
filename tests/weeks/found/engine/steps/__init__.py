"""Where the engine finds the game of turns, as it finds the others."""

from tests.weeks.steps import STEPS as GAME

__all__ = ["GAME"]
