"""The simulated Discord of the shell's tests, for the commands of Seismic."""

from tests.bot.cogs.conftest import simcord_bot, world

__all__ = ["simcord_bot", "world"]
