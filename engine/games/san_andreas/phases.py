"""The parts of a match by name.

A phase says what the state waits for and what a move leads to; `course` says which phase is next.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, cast

from engine.errors import NotYourTurn
from engine.game import Step
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.chances import Beginning, Rolling
from engine.games.san_andreas.quaking import Ordering, Swapping
from engine.games.san_andreas.state import State
from engine.games.san_andreas.turns import Playing
from engine.node import Finished, Node
from engine.record import Move
from engine.seat import Seat


class Phase(Protocol):
    """A part of a match; it holds nothing itself."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:
        """Return what `seat` may choose."""

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to; raise `IllegalAction` or `NotYourTurn`."""


class Over:
    """Nobody acts any more."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return Finished(cast("Any", state.outcome))

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:  # noqa: ARG002
        """Return what `seat` may choose."""
        return ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:  # noqa: ARG002
        """Return what `move` leads to."""
        raise NotYourTurn("not-your-turn", seats=())


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "beginning": Beginning(),
        "playing": Playing(),
        "rolling": Rolling(),
        "ordering": Ordering(),
        "swapping": Swapping(),
        "over": Over(),
    }
)
