"""Aftershock: bridges across the Bay, sealed plans, and deals that bind nobody."""

from engine.games.aftershock.rules import GAME

__all__ = ["GAME"]
