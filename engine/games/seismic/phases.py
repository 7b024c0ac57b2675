"""The parts of a match by their names (rules 3, 4, 6, 7 and 9).

A phase says what the state waits for and what a move leads to; `course` says which phase is next.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from engine.errors import NotYourTurn
from engine.game import Step
from engine.games.seismic.actions import Action
from engine.games.seismic.deciding import ChoosingTown, Placing, Rotating, Striking
from engine.games.seismic.drawing import Beginning, Flipping, Opening, SettingAside
from engine.games.seismic.phase import Phase
from engine.games.seismic.state import State
from engine.node import Finished, Node
from engine.record import Move
from engine.seat import Seat


class Over:
    """Nobody acts any more."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return Finished(cast("Any", state.outcome))

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Return what `seat` may choose."""
        return ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:  # noqa: ARG002
        """Return what `move` leads to."""
        raise NotYourTurn("not-your-turn", seats=())


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "beginning": Beginning(),
        "setting_aside": SettingAside(),
        "opening": Opening(),
        "flipping": Flipping(),
        "choosing_town": ChoosingTown(),
        "striking": Striking(),
        "rotating": Rotating(),
        "placing": Placing(),
        "over": Over(),
    }
)
