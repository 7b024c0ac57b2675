"""Games whose rules come in phases: who acts, what is legal, and what an action does to the table.

A title keeps its phases in a mapping by name, and its state names the one it is in. A phase knows
no other one: which phase follows which is decided in one place, the title's `go_on`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, cast

from engine.errors import IllegalAction, NotYourTurn
from engine.game import (
    CHANCE,
    Chance,
    Decision,
    Event,
    Finished,
    Meta,
    Move,
    Node,
    Outcome,
    Seat,
    Step,
)
from engine.values import dataclass

S = TypeVar("S")
A = TypeVar("A")

Events: TypeAlias = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Draw(Generic[S]):
    """A phase in which chance acts: what may come with which weights, and what it does."""

    outcomes: Callable[[S], Mapping[Any, int]]
    play: Callable[[S, Any], tuple[S, Events]]


@dataclass(frozen=True, slots=True)
class Choice(Generic[S]):
    """A phase in which the seats that are `due` act by actions of these kinds.

    `refusal` decides what is legal and says why not; `legal` lists all that it lets pass. They are
    asked about nobody who isn't due, and about no action of another kind.
    """

    due: Callable[[S], Decision]
    kinds: tuple[type, ...]
    legal: Callable[[S, Seat], Sequence[Any]]
    refusal: Callable[[S, Seat, Any], IllegalAction | None]
    play: Callable[[S, Seat, Any], tuple[S, Events]]


Phases: TypeAlias = Mapping[str, Draw[S] | Choice[S]]
"""By name."""


class InTurn(Protocol):
    """A state in which one seat is on turn."""

    @property
    def seat(self) -> Seat: ...


# For every seat that a table may ever have.
_ALONE: Final = tuple(Decision(frozenset({Seat(seat)})) for seat in range(8))


def on_turn(state: InTurn) -> Decision:
    """Let the seat on turn act."""
    return _ALONE[state.seat]


Q = TypeVar("Q", bound=InTurn)


def in_turn(
    kinds: tuple[type, ...],
    legal: Callable[[Q], Sequence[Any]],
    refusal: Callable[[Q, Any], IllegalAction | None],
    play: Callable[[Q, Any], tuple[Q, Events]],
) -> Choice[Q]:
    """Return a phase in which the seat on turn acts: nobody has to be told which that is."""
    return Choice(
        on_turn,
        kinds,
        lambda state, _: legal(state),
        lambda state, _, action: refusal(state, action),
        lambda state, _, action: play(state, action),
    )


class InPhase(Protocol):
    """A state that names its phase; in that called "over", which is no other, it has an outcome."""

    @property
    def phase(self) -> str: ...
    @property
    def outcome(self) -> Outcome | None: ...


P = TypeVar("P", bound=InPhase)


class PhasedGame(Generic[P, A]):
    """The members of `Game` that follow from its phases: a title adds `initial` and `observe`.

    `go_on` gets what an action led to, and continues until a draw or a choice is needed.
    `not_now` says why an action of a kind that isn't due is refused, if there is more to say.
    """

    def __init__(
        self,
        meta: Meta,
        phases: Phases[P],
        go_on: Callable[[P, Events], Step[P]],
        not_now: Callable[[P, A], IllegalAction] | None = None,
    ) -> None:
        self.meta = meta
        self._phases: dict[str, Draw[P] | Choice[P] | None] = {**phases, "over": None}
        self._go_on = go_on
        self._not_now = not_now or (lambda *_: IllegalAction(meta.not_now))

    def node(self, state: P) -> Node[A]:
        """Return what the state waits for."""
        phase = self._phases[state.phase]
        if isinstance(phase, Choice):
            return phase.due(state)
        if isinstance(phase, Draw):
            return Chance(phase.outcomes(state))
        return Finished(cast("Outcome", state.outcome))

    def awaited(self, state: P) -> tuple[Seat, ...]:
        """Return the seats that have to choose now."""
        phase = self._phases[state.phase]
        return tuple(sorted(phase.due(state).seats)) if isinstance(phase, Choice) else ()

    def legal_actions(self, state: P, seat: Seat) -> Sequence[A]:
        """Return what `seat` may choose, in an order that depends on what it knows alone."""
        phase = self._phases[state.phase]
        if isinstance(phase, Choice):
            due = phase.due(state)
            if seat in due.seats or seat in due.optional:
                return phase.legal(state, seat)
        return ()

    def apply(self, state: P, move: Move[A]) -> Step[P]:
        """Return what `move` leads to: what it does to the table, and what follows."""
        phase, seat, action = self._phases[state.phase], move.actor, move.action
        if isinstance(phase, Choice):
            due = phase.due(state)
            if seat not in due.seats and seat not in due.optional:
                if seat == CHANCE:
                    raise IllegalAction(self.meta.not_now)
                raise NotYourTurn("not-your-turn", seats=self.awaited(state))
            if not isinstance(action, phase.kinds):
                raise self._not_now(state, action)
            if refused := phase.refusal(state, seat, action):
                raise refused
            return self._go_on(*phase.play(state, seat, action))
        if seat != CHANCE or phase is None:
            raise NotYourTurn("not-your-turn")
        if action not in phase.outcomes(state):
            raise IllegalAction(self.meta.not_now)
        return self._go_on(*phase.play(state, action))
