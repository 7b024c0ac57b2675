"""Looks ahead as an expert does, with many times the lines: for operators who have the time.

How many is bounded by work, not by a clock, so that the same chance chooses the same everywhere.
"""

from typing import Final

from engine.agents import Level
from engine.agents.expert import Expert

LINES: Final = 10
"""How many times as many lines as an expert plays."""
WIDTH: Final = 2
"""How many times as many candidates as an expert looks at."""
AGENT: Final[Level] = Expert(LINES, WIDTH)
