"""What a part of a match is."""

from collections.abc import Sequence
from typing import Protocol

from engine.game import Step
from engine.games.seismic.actions import Action
from engine.games.seismic.state import State
from engine.node import Node
from engine.record import Move
from engine.seat import Seat


class Phase(Protocol):
    """A part of a match; it holds nothing itself."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to; raise `IllegalAction` or `NotYourTurn`."""
