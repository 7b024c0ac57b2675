"""A game for tests: hidden cards, a die, sealed bids made at the same time, two rounds.

Each round every seat is dealt a card that only it sees, a die is thrown for all, and everybody
bids. The highest bids win the die and their own card; every bid costs itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias, get_args

from engine.errors import BadSetup, IllegalAction
from engine.game import (
    EVERYBODY,
    Decision,
    Game,
    Meta,
    Opens,
    Outcome,
    Seat,
    Setup,
    Step,
    Viewer,
    Witnesses,
)
from engine.phase import Choice, Draw, Events, PhasedGame, Phases
from engine.values import dataclass

ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Deal:
    card: int
    type: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Throw:
    pips: int
    type: Literal["throw"] = "throw"


@dataclass(frozen=True, slots=True)
class Bid:
    coins: int
    aloud: bool = False
    type: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Reopen:
    """Take one's sealed bid back, before the last one is in."""

    type: Literal["reopen"] = "reopen"


Action: TypeAlias = Deal | Throw | Bid | Reopen


@dataclass(frozen=True, slots=True)
class CardDealt:
    seat: Seat
    seen_by: Witnesses = EVERYBODY


@dataclass(frozen=True, slots=True)
class CardSeen:
    card: int
    seen_by: Witnesses


@dataclass(frozen=True, slots=True)
class Thrown:
    pips: int
    seen_by: Witnesses = EVERYBODY


@dataclass(frozen=True, slots=True)
class Committed:
    seat: Seat
    seen_by: Witnesses = EVERYBODY


@dataclass(frozen=True, slots=True)
class Revealed(Opens):
    bids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    round: int
    deck: tuple[int, ...]
    hands: tuple[int, ...]
    die: int | None
    bids: tuple[int | None, ...]
    scores: tuple[int, ...]

    @property
    def phase(self) -> str:
        if self.round > ROUNDS:
            return "over"
        if len(self.hands) < self.seats:
            return "dealing"
        return "bidding" if self.die else "throwing"

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        ranks = tuple(1 + sum(other > own for other in self.scores) for own in self.scores)
        return Outcome(self.scores, ranks, "toy-over")


@dataclass(frozen=True, slots=True)
class Observation:
    viewer: Viewer
    round: int
    hand: int | None
    dealt: int
    die: int | None
    committed: tuple[bool, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None = None


class Toy(PhasedGame[State, Action]):
    def initial(self, setup: Setup, rules_version: int = 1) -> State:  # noqa: ARG002
        if setup.seats not in META.seats:
            raise BadSetup("setup-seats", seats=setup.seats)
        return _round(1, (0,) * setup.seats)

    def observe(self, state: State, viewer: Viewer) -> Observation:
        is_dealt = viewer != "public" and viewer < len(state.hands)
        return Observation(
            viewer=viewer,
            round=state.round,
            hand=state.hands[int(viewer)] if is_dealt else None,
            dealt=len(state.hands),
            die=state.die,
            committed=tuple(bid is not None for bid in state.bids),
            scores=state.scores,
            outcome=state.outcome,
        )


def go_on(state: State, events: Events) -> Step[State]:
    """Let the bids be seen when the last one is in."""
    if None in state.bids:
        return Step(state, events)
    bids = tuple(bid or 0 for bid in state.bids)
    won = [
        (state.die or 0) + hand if bid == max(bids) else 0
        for bid, hand in zip(bids, state.hands, strict=True)
    ]
    scores = tuple(
        score + gain - bid for score, gain, bid in zip(state.scores, won, bids, strict=True)
    )
    return Step(_round(state.round + 1, scores), (Revealed(bids),))


def _round(number: int, scores: tuple[int, ...]) -> State:
    seats = len(scores)
    return State(seats, number, (1, 2, 3, 4, 5, 6), (), None, (None,) * seats, scores)


def _cards(state: State) -> Mapping[Deal, int]:
    return {Deal(card): 1 for card in state.deck}


def _dealt(state: State, deal: Deal) -> tuple[State, Events]:
    seat = Seat(len(state.hands))
    deck = tuple(card for card in state.deck if card != deal.card)
    events = CardDealt(seat), CardSeen(deal.card, frozenset({seat}))
    return replace(state, deck=deck, hands=(*state.hands, deal.card)), events


def _pips(state: State) -> Mapping[Throw, int]:  # noqa: ARG001
    return {Throw(1): 3, Throw(2): 2, Throw(3): 1}


def _thrown(state: State, throw: Throw) -> tuple[State, Events]:
    return replace(state, die=throw.pips), (Thrown(throw.pips),)


def _bidding(state: State) -> Decision:
    waiting = frozenset(Seat(seat) for seat, bid in enumerate(state.bids) if bid is None)
    return Decision(waiting, frozenset(map(Seat, range(state.seats))) - waiting, is_sealed=True)


def _bids(state: State, seat: Seat) -> Sequence[Action]:
    if state.bids[seat] is not None:
        return (Reopen(),)
    return [Bid(coins, aloud) for coins in range(3) for aloud in (False, True)[: coins + 1]]


def _refusal(state: State, seat: Seat, action: Action) -> IllegalAction | None:
    return None if action in _bids(state, seat) else IllegalAction("toy-no-such-bid")


def _bid(state: State, seat: Seat, action: Bid | Reopen) -> tuple[State, Events]:
    coins = action.coins if isinstance(action, Bid) else None
    bids = (*state.bids[:seat], coins, *state.bids[seat + 1 :])
    return replace(state, bids=bids), () if coins is None else (Committed(seat),)


META = Meta(key="toy", seats=(2, 3), rules_version=1, actions=get_args(Action))
PHASES: Phases[State] = {
    "dealing": Draw(_cards, _dealt),
    "throwing": Draw(_pips, _thrown),
    "bidding": Choice(_bidding, (Bid, Reopen), _bids, _refusal, _bid),
}
TOY: Game[State, Action, Observation] = Toy(META, PHASES, go_on)
