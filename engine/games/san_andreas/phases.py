"""The parts of a match by name.

A phase says what the state waits for and what a move leads to; `course` says which phase is next.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.chances import Beginning, Rolling
from engine.games.san_andreas.quaking import Ordering, Swapping
from engine.games.san_andreas.state import State
from engine.games.san_andreas.turns import Playing
from engine.phase import OVER, Phase

PHASES: Final[Mapping[str, Phase[State, Action]]] = MappingProxyType(
    {
        "beginning": Beginning(),
        "playing": Playing(),
        "rolling": Rolling(),
        "ordering": Ordering(),
        "swapping": Swapping(),
        "over": OVER,
    }
)
