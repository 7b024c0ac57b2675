"""A game for tests: hidden cards, a die, sealed bids made at the same time, two rounds.

Each round every seat is dealt a card that only it sees, a die is thrown for all, and everybody
bids. The highest bids win the die and their own card; every bid costs itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from engine.errors import BadSetup, IllegalAction, NotYourTurn
from engine.game import (
    CHANCE,
    EVERYBODY,
    Chance,
    Decision,
    Event,
    Finished,
    Game,
    Meta,
    Move,
    Node,
    Outcome,
    Seat,
    Setup,
    Step,
    Viewer,
    Witnesses,
)

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
class Revealed:
    bids: tuple[int, ...]
    seen_by: Witnesses = EVERYBODY


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    round: int
    deck: tuple[int, ...]
    hands: tuple[int, ...]
    die: int | None
    bids: tuple[int | None, ...]
    scores: tuple[int, ...]


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


META = Meta(key="toy", seats=(2, 3), rules_version=1, actions=get_args(Action))


class Toy:
    @property
    def meta(self) -> Meta:
        return META

    def initial(self, setup: Setup, rules_version: int = 1) -> State:  # noqa: ARG002
        if setup.seats not in META.seats:
            raise BadSetup("setup-seats", seats=setup.seats)
        nobody = (None,) * setup.seats
        return State(setup.seats, 1, (1, 2, 3, 4, 5, 6), (), None, nobody, (0,) * setup.seats)

    def node(self, state: State) -> Node[Action]:
        if outcome := _outcome(state):
            return Finished(outcome)
        if outcomes := _outcomes(state):
            return Chance(outcomes)
        waiting = frozenset(_waiting(state))
        return Decision(waiting, frozenset(map(Seat, range(state.seats))) - waiting)

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:
        if not _waiting(state):
            return ()
        if seat not in _waiting(state):
            return (Reopen(),)
        return tuple(
            Bid(coins, aloud) for coins in range(3) for aloud in (False, True)[: coins + 1]
        )

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        if move.actor == CHANCE:
            return _drawn(state, move.action)
        if not _waiting(state):
            raise NotYourTurn("not-your-turn", seats=())
        if move.action not in self.legal_actions(state, move.actor):
            raise IllegalAction("toy-no-such-bid")
        if isinstance(move.action, Reopen):
            return _reopened(state, move.actor)
        assert isinstance(move.action, Bid)
        return _committed(state, move.actor, move.action.coins)

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
            outcome=_outcome(state),
        )


def _outcome(state: State) -> Outcome | None:
    if state.round <= ROUNDS:
        return None
    ranks = tuple(1 + sum(other > own for other in state.scores) for own in state.scores)
    return Outcome(state.scores, ranks, "toy-over")


def _outcomes(state: State) -> Mapping[Action, int]:
    if len(state.hands) < state.seats:
        return {Deal(card): 1 for card in state.deck}
    return {} if state.die else {Throw(1): 3, Throw(2): 2, Throw(3): 1}


def _waiting(state: State) -> tuple[Seat, ...]:
    if state.round > ROUNDS or _outcomes(state):
        return ()
    return tuple(Seat(seat) for seat, bid in enumerate(state.bids) if bid is None)


def _drawn(state: State, action: Action) -> Step[State]:
    if state.round > ROUNDS or action not in _outcomes(state):
        raise IllegalAction("toy-not-now")
    if isinstance(action, Throw):
        return Step(replace(state, die=action.pips), (Thrown(action.pips),))
    assert isinstance(action, Deal)
    seat = Seat(len(state.hands))
    deck = tuple(card for card in state.deck if card != action.card)
    events: tuple[Event, ...] = (CardDealt(seat), CardSeen(action.card, frozenset({seat})))
    return Step(replace(state, deck=deck, hands=(*state.hands, action.card)), events)


def _committed(state: State, seat: Seat, coins: int) -> Step[State]:
    bids = (*state.bids[:seat], coins, *state.bids[seat + 1 :])
    sealed = replace(state, bids=bids)
    return _resolved(sealed) if None not in bids else Step(sealed, (Committed(seat),))


def _reopened(state: State, seat: Seat) -> Step[State]:
    bids = (*state.bids[:seat], None, *state.bids[seat + 1 :])
    return Step(replace(state, bids=bids), ())


def _resolved(state: State) -> Step[State]:
    bids = tuple(bid or 0 for bid in state.bids)
    won = [
        (state.die or 0) + hand if bid == max(bids) else 0
        for bid, hand in zip(bids, state.hands, strict=True)
    ]
    scores = tuple(
        score + gain - bid for score, gain, bid in zip(state.scores, won, bids, strict=True)
    )
    following = State(
        state.seats, state.round + 1, (1, 2, 3, 4, 5, 6), (), None, (None,) * state.seats, scores
    )
    return Step(following, (Revealed(bids),))


TOY: Game[State, Action, Observation] = Toy()
