"""Aftershock in Discord."""

from bot.games.aftershock.panel import PANEL

__all__ = ["PANEL"]
