"""The parts of a match in which chance acts: who begins, and the dice."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

from engine.game import Chance, Node, Step
from engine.games.san_andreas.actions import Action, Begin, Roll
from engine.games.san_andreas.course import dice_fell
from engine.games.san_andreas.events import MatchBegun
from engine.games.san_andreas.state import State
from engine.games.san_andreas.tiles import FACES, PAWNS
from engine.phase import Drawing

C = TypeVar("C", bound=Action)


class _Drawing(Drawing[State, Action, C]):
    refusal = "san-andreas-not-now"


class Beginning(_Drawing[Begin]):
    """Who plays first is drawn, or certain if the table said so."""

    def outcomes(self, state: State) -> Mapping[Begin, int]:
        """Return what may be drawn, with weights."""
        return {Begin(seat): 1 for seat in state.starters}

    def drawn(self, state: State, action: Begin) -> Step[State]:
        """Return what the draw leads to."""
        begun = state.but(seat=action.seat, turn=1, phase="playing")
        return Step(begun, (MatchBegun(action.seat),))


_ROLLS: Final[tuple[Mapping[Roll, int], ...]] = tuple(
    MappingProxyType({Roll(die, face): 1 for face in FACES}) for die in PAWNS
)


_NODES: Final[tuple[Node[Action], ...]] = tuple(Chance(cast("Any", rolls)) for rolls in _ROLLS)


class Rolling(_Drawing[Roll]):
    """The dice are rolled one after the other (rules 4)."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for, made beforehand."""
        return _NODES[len(state.faces)]

    def outcomes(self, state: State) -> Mapping[Roll, int]:
        """Return what may be drawn, with weights."""
        return _ROLLS[len(state.faces)]

    def drawn(self, state: State, action: Roll) -> Step[State]:
        """Return what the draw leads to."""
        faces = (*state.faces, action.face)
        if len(faces) == len(PAWNS):
            return dice_fell(state, faces)
        return Step(state.but(faces=faces), ())
