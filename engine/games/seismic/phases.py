"""The parts of a match by their names (rules 3, 4, 6, 7 and 9).

A phase says what the state waits for and what a move leads to; `course` says which phase is next.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.games.seismic.actions import Action
from engine.games.seismic.deciding import ChoosingTown, Placing, Rotating, Striking
from engine.games.seismic.drawing import Beginning, Flipping, Opening, SettingAside
from engine.games.seismic.state import State
from engine.phase import OVER, Phase

PHASES: Final[Mapping[str, Phase[State, Action]]] = MappingProxyType(
    {
        "beginning": Beginning(),
        "setting_aside": SettingAside(),
        "opening": Opening(),
        "flipping": Flipping(),
        "choosing_town": ChoosingTown(),
        "striking": Striking(),
        "rotating": Rotating(),
        "placing": Placing(),
        "over": OVER,
    }
)
