"""San Andreas: cities on tiles that slide over one another."""

from engine.games.san_andreas.rules import GAME

__all__ = ["GAME"]
