"""Looks ahead as an expert does, farther and with more lines: for operators who have the time.

How much is bounded by work, not by a clock, so that the same chance chooses the same everywhere.
"""

from typing import Final

from engine.agents import Level
from engine.agents.expert import Expert

WORK: Final = 4
"""How many times the work of an expert it does."""
STAGES: Final = 2
"""How many times as far a line is played on; near the end of a match it just ends."""
AGENT: Final[Level] = Expert(WORK, STAGES)
