"""What all parts of a round have in common: draws, decisions in turn, sealed decisions."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

from engine import phase
from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Actor, Decision, Event, Move, Node, Seat, Step
from engine.games.aftershock.actions import Action, Influence, Keep, Mark, Plan, Reopen, Take
from engine.games.aftershock.events import ChoiceReopened, ChoiceSealed, PhaseBegun
from engine.games.aftershock.state import State

C = TypeVar("C", bound=Action)
Drafts: TypeAlias = tuple[tuple[str, ...] | None, ...]

NOBODY: Final[frozenset[Seat]] = frozenset()
_DECISIONS: Final = tuple(Decision(frozenset({Seat(seat)})) for seat in range(5))
_SEALED: Final[Mapping[type, str]] = MappingProxyType(
    {Keep: "keep", Take: "take", Plan: "plan", Mark: "mark", Influence: "mark"}
)
REOPEN: Final = Reopen()


def order(state: State) -> tuple[Seat, ...]:
    """Return the seats in turn order from the first player."""
    return after(Seat((state.first - 1) % state.seats), state.seats)


def after(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats clockwise from the left of `seat`, which comes last."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats + 1))


def changed(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return the values with that of one seat, area or link changed."""
    return (*values[:seat], value, *values[seat + 1 :])


def misplaced(state: State, action: Action) -> IllegalAction:
    """Return why an action of another phase is refused."""
    phase = _SEALED.get(type(action), state.phase)
    if phase != state.phase:
        return IllegalAction("aftershock-already-open", phase=phase)
    return IllegalAction("aftershock-not-now")


def refuse_actor(actor: Actor, seats: frozenset[Seat]) -> NoReturn:
    """Refuse somebody who has nothing to decide."""
    if actor == CHANCE:
        raise IllegalAction("aftershock-not-now")
    raise NotYourTurn("not-your-turn", seats=tuple(sorted(seats)))


class Drawing(phase.Drawing[State, Action, C]):
    """A phase in which chance acts."""

    refusal = "aftershock-not-now"


class Deciding(ABC):
    """A phase in which the seat on turn chooses."""

    @abstractmethod
    def choices(self, state: State) -> Sequence[Action]:
        """Return what the seat on turn may choose."""

    @abstractmethod
    def chosen(self, state: State, action: Any) -> Step[State]:
        """Return what one of the choices leads to."""

    @abstractmethod
    def refusal(self, state: State, action: Action) -> IllegalAction:
        """Return why an action is none of the choices."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return _DECISIONS[state.seat]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        return self.choices(state) if seat == state.seat else ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.seat:
            refuse_actor(move.actor, frozenset({state.seat}))
        if move.action not in self.choices(state):
            raise self.refusal(state, move.action)
        return self.chosen(state, move.action)


class Sealed(ABC):
    """A phase in which every seat chooses on its own, until all are ready (rules 2).

    A seat that is ready without a draft had nothing to decide: it can't reopen anything.
    """

    name: str

    @abstractmethod
    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat`, which isn't ready, may choose next."""

    @abstractmethod
    def drafted(self, state: State, seat: Seat, action: Action) -> tuple[str, ...]:
        """Return the draft of `seat` with one more action; raise `IllegalAction`."""

    @abstractmethod
    def is_complete(self, state: State, seat: Seat, draft: tuple[str, ...]) -> bool:
        """Say whether nothing is left to choose."""

    @abstractmethod
    def opened(self, state: State, drafts: Drafts, events: tuple[Event, ...]) -> Step[State]:
        """Return what all choices together lead to; None where nothing was to decide."""

    def begin(
        self, state: State, deciding: Sequence[bool], events: tuple[Event, ...]
    ) -> Step[State]:
        """Begin the phase for the seats that have something to decide, or go past it."""
        ready = tuple(not each for each in deciding)
        begun = state.but(phase=self.name, ready=ready, drafts=(None,) * state.seats)
        events = (*events, PhaseBegun(self.name, state.round))
        return self._opened_if_ready(begun, events)

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        choosing = [Seat(seat) for seat, ready in enumerate(state.ready) if not ready]
        return Decision(
            frozenset(choosing),
            frozenset(
                Seat(seat)
                for seat, draft in enumerate(state.drafts)
                if draft is not None and state.ready[seat]
            ),
        )

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if not state.ready[seat]:
            return self.choices(state, seat)
        return () if state.drafts[seat] is None else (REOPEN,)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        seat = move.actor
        if seat == CHANCE or (state.ready[seat] and state.drafts[seat] is None):
            waiting = frozenset(Seat(n) for n, ready in enumerate(state.ready) if not ready)
            refuse_actor(seat, waiting)
        if not state.ready[seat]:
            return self._drafted(state, seat, move.action)
        if move.action != REOPEN:
            raise misplaced(state, move.action)
        open_again = state.but(
            ready=changed(state.ready, seat, value=False),
            drafts=changed(state.drafts, seat, None),
        )
        return Step(open_again, (ChoiceReopened(seat, self.name, state.drafts[seat] or ()),))

    def _drafted(self, state: State, seat: Seat, action: Action) -> Step[State]:
        draft = self.drafted(state, seat, action)
        drafts = changed(state.drafts, seat, draft)
        if not self.is_complete(state, seat, draft):
            return Step(state.but(drafts=drafts), ())
        sealed = state.but(drafts=drafts, ready=changed(state.ready, seat, value=True))
        return self._opened_if_ready(sealed, (ChoiceSealed(seat, self.name),))

    def _opened_if_ready(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        if not all(state.ready):
            return Step(state, events)
        nothing = state.but(ready=(False,) * state.seats, drafts=(None,) * state.seats)
        return self.opened(nothing, state.drafts, events)
