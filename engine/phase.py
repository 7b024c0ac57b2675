"""Parts of a match: each says what the state waits for and what a move leads to.

A game whose rules come in phases keeps them in a mapping by name, and its state names the one it
is in.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Chance, Event, Finished, Move, Node, Outcome, Seat, Step

S = TypeVar("S")
A = TypeVar("A")
C = TypeVar("C")


class Phase(Protocol[S, A]):
    """A part of a match; it holds nothing itself."""

    def node(self, state: S) -> Node[A]:
        """Return what the state waits for."""

    def legal_actions(self, state: S, seat: Seat) -> Iterable[A]:
        """Return what `seat` may choose."""

    def apply(self, state: S, move: Move[A]) -> Step[S]:
        """Return what `move` leads to; raise `IllegalAction` or `NotYourTurn`."""


class Drawing(ABC, Generic[S, A, C]):
    """A phase in which chance acts; `refusal` is the key for a draw that can't be."""

    refusal: ClassVar[str]

    @abstractmethod
    def outcomes(self, state: S) -> Mapping[C, int]:
        """Return what may be drawn, with weights."""

    @abstractmethod
    def drawn(self, state: S, action: C) -> Step[S]:
        """Return what the draw leads to."""

    def node(self, state: S) -> Node[A]:
        """Return what the state waits for."""
        outcomes: Mapping[Any, int] = self.outcomes(state)
        return Chance(outcomes)

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:  # noqa: ARG002
        """Return what `seat` may choose: nothing."""
        return ()

    def apply(self, state: S, move: Move[A]) -> Step[S]:
        """Return what `move` leads to."""
        if move.actor != CHANCE:
            raise NotYourTurn("not-your-turn", seats=())
        action: Any = move.action
        if action not in self.outcomes(state):
            raise IllegalAction(self.refusal)
        return self.drawn(state, action)


Events: TypeAlias = tuple[Event, ...]


class Draw(NamedTuple, Generic[S]):
    """A phase in which chance acts: what may come with which weights, and what it does.

    It knows no other phase: what follows stands in the table of contents of the title.
    """

    outcomes: Callable[[S], Mapping[Any, int]]
    play: Callable[[S, Any], tuple[S, Events]]


class Choice(NamedTuple, Generic[S]):
    """A phase in which one seat acts by actions of these kinds.

    `refusal` decides what is legal and says why not; `legal` lists all that it lets pass.
    """

    kinds: tuple[type, ...]
    legal: Callable[[S], Sequence[Any]]
    refusal: Callable[[S, Any], IllegalAction | None]
    play: Callable[[S, Any], tuple[S, Events]]


class Ended(Protocol):
    """A state that knows how the match ended."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, once the match is over."""


class Over:
    """Nobody acts any more."""

    def node(self, state: Ended) -> Node[Any]:
        """Return what the state waits for."""
        if state.outcome is None:
            raise ValueError(state)
        return Finished(state.outcome)

    def legal_actions(self, state: Ended, seat: Seat) -> Sequence[Any]:  # noqa: ARG002
        """Return what `seat` may choose: nothing."""
        return ()

    def apply(self, state: Ended, move: Move[Any]) -> Step[Any]:  # noqa: ARG002
        """Refuse every move."""
        raise NotYourTurn("not-your-turn", seats=())


OVER: Final = Over()
