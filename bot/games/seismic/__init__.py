"""Seismic in Discord."""

from bot.games.seismic.panel import PANEL

__all__ = ["PANEL"]
