"""Seismic: highways out of San Andreas, and the quakes that take them."""

from engine.games.seismic.rules import GAME

__all__ = ["GAME"]
