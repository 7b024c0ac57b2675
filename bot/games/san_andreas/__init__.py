"""San Andreas in Discord."""

from bot.games.san_andreas.panel import PANEL

__all__ = ["PANEL"]
