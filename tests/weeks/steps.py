"""A game of turns for simulated weeks: a few steps each, some by a die; moves can be planned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from engine.errors import BadSetup, IllegalAction
from engine.game import EVERYBODY, Decision, Meta, Outcome, Seat, Setup, Step, Viewer, Witnesses
from engine.phase import Choice, Draw, Events, PhasedGame, Phases
from engine.plans import Ahead, Planning

TURNS: Final = 3


@dataclass(frozen=True, slots=True)
class Go:
    steps: int
    type: Literal["go"] = "go"


@dataclass(frozen=True, slots=True)
class Leap:
    """Go as far as the die says."""

    type: Literal["leap"] = "leap"


@dataclass(frozen=True, slots=True)
class Throw:
    pips: int
    type: Literal["throw"] = "throw"


Action: TypeAlias = Go | Leap | Throw


@dataclass(frozen=True, slots=True)
class Gone:
    seat: Seat
    place: int
    seen_by: Witnesses = EVERYBODY


@dataclass(frozen=True, slots=True)
class Leapt:
    seat: Seat
    seen_by: Witnesses = EVERYBODY


@dataclass(frozen=True, slots=True)
class State:
    places: tuple[int, ...]
    turn: int = -1
    """Before the first one the die says how far ahead the first seat is."""
    is_leaping: bool = False

    @property
    def phase(self) -> str:
        if self.turn < 0:
            return "tossing"
        if self.turn >= TURNS * len(self.places):
            return "over"
        return "leaping" if self.is_leaping else "going"

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        ranks = tuple(1 + sum(other > own for other in self.places) for own in self.places)
        return Outcome(self.places, ranks, "toy-over")

    @property
    def seat(self) -> Seat:
        return Seat(max(0, self.turn) % len(self.places))


@dataclass(frozen=True, slots=True)
class Observation:
    viewer: Viewer
    places: tuple[int, ...]
    turn: int
    is_leaping: bool
    outcome: Outcome | None = None


_STEPS: Final[Sequence[Action]] = (Go(1), Go(2), Leap())


class Steps(PhasedGame[State, Action]):
    planning: Final = Planning[Observation, Action](
        ahead=lambda seen: Ahead(seen, tuple(_STEPS)),
        near=lambda seen, _: max(seen.places),
    )

    def initial(self, setup: Setup, rules_version: int = 1) -> State:  # noqa: ARG002
        if setup.seats not in META.seats:
            raise BadSetup("setup-seats", seats=setup.seats)
        return State((0,) * setup.seats)

    def observe(self, state: State, viewer: Viewer) -> Observation:
        return Observation(viewer, state.places, state.turn, state.is_leaping, state.outcome)


def _asked(state: State) -> Decision:
    return Decision(frozenset({state.seat}))


def _ways(state: State, seat: Seat) -> Sequence[Action]:
    return _STEPS if seat == state.seat else ()


def _refusal(state: State, seat: Seat, action: Action) -> IllegalAction | None:
    return None if action in _ways(state, seat) else IllegalAction("toy-no-such-bid")


def _went(state: State, seat: Seat, action: Go | Leap) -> tuple[State, Events]:
    if isinstance(action, Leap):
        return replace(state, is_leaping=True), (Leapt(seat),)
    return _moved(state, action.steps)


def _moved(state: State, steps: int) -> tuple[State, Events]:
    seat = state.seat
    place = state.places[seat] + steps
    places = (*state.places[:seat], place, *state.places[seat + 1 :])
    return State(places, state.turn + 1), (Gone(seat, place),)


def _pips(state: State) -> Mapping[Throw, int]:  # noqa: ARG001
    return {Throw(1): 2, Throw(2): 1, Throw(3): 1}


def _thrown(state: State, throw: Throw) -> tuple[State, Events]:
    return _moved(state, throw.pips)


META = Meta(key="steps", seats=(2, 3), rules_version=1, actions=get_args(Action))
PHASES: Phases[State] = {
    "tossing": Draw(_pips, _thrown),
    "going": Choice(_asked, (Go, Leap), _ways, _refusal, _went),
    "leaping": Draw(_pips, _thrown),
}
STEPS: Final = Steps(META, PHASES, Step)
