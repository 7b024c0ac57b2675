"""1B: cards of the other players, with Buy tokens, in turn (rules 2)."""

from bisect import insort
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.errors import IllegalAction
from engine.game import CHANCE, Decision, Event, Move, Node, Seat, Step
from engine.games.aftershock.actions import Action, Buy, Pass, Stand, Withdraw
from engine.games.aftershock.board import TAX, TOKENS, Board
from engine.games.aftershock.events import (
    CardBought,
    Passed,
    PhaseBegun,
    StandingPassLeft,
    StandingPassWithdrawn,
)
from engine.games.aftershock.phases import changed, misplaced, refuse_actor
from engine.games.aftershock.state import Cards, Purchase, State
from engine.games.aftershock.taking import begin_taking

PASS: Final = Pass()
STAND: Final = Stand()
WITHDRAW: Final = Withdraw()
_OFF: Final = {"minus_2": 2, "minus_1": 1, "tax": 0}


class Price(NamedTuple):
    """What the seller gets, and what the bank gets first."""

    price: int
    tax: int


def price(cost: int, token: str) -> Price:
    """Return what a card of this cost takes with a token: never below 0, no change."""
    return Price(max(0, cost - _OFF[token]), int(token == TAX))


@lru_cache(maxsize=1024)
def offers(
    board: Board, market: tuple[Cards, ...], seat: Seat, money: int, tokens: tuple[str, ...]
) -> tuple[Buy, ...]:
    """Return every purchase that `seat` can pay, by seller, card and token."""
    limits = [(token, money + _OFF[token] - (token == TAX)) for token in tokens]
    return tuple(
        [
            _buy(seller, code, token)
            for seller, cards in enumerate(market)
            if seller != seat
            for code in dict.fromkeys(cards)
            for token, limit in limits
            if board.card[code].cost <= limit
        ]
    )


@cache
def _buy(seller: int, card: str, token: str) -> Buy:
    return Buy(Seat(seller), card, token)


def possible(state: State, seat: Seat) -> tuple[Buy, ...]:
    """Return every purchase that `seat` can pay now."""
    return offers(state.board, state.market, seat, state.money[seat], state.tokens[seat])


@lru_cache(maxsize=1024)
def _with_passes(buys: tuple[Buy, ...]) -> tuple[Action, ...]:
    return (*buys, PASS, STAND)


def begin_buying(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let the first player buy, or go past the phase if nothing can be bought."""
    begun = state.but(phase="buy", seat=state.first, passes=0)
    return _go_on(begun, (*events, PhaseBegun("buy", state.round)))


def _go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Pass for those who have to, until somebody decides or all have passed in a row."""
    seat, passes = state.seat, state.passes
    while passes < state.seats and any(state.market):
        if not _passes_by_itself(state, seat):
            return Step(state.but(seat=seat, passes=passes), events)
        events = (*events, Passed(seat))
        seat, passes = _next(state, seat), passes + 1
    done = state.but(passes=passes, standing=(False,) * state.seats)
    return begin_taking(done, events)


def _passes_by_itself(state: State, seat: Seat) -> bool:
    return state.standing[seat] or (state.dials.auto_pass and not possible(state, seat))


def _next(state: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % state.seats)


class Buying:
    """The seat on turn buys or passes; everybody else may leave or withdraw a standing pass."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        others = (Seat(seat) for seat in range(state.seats) if seat != state.seat)
        return Decision(frozenset({state.seat}), frozenset(others))

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat == state.seat:
            return _with_passes(possible(state, seat))
        return (WITHDRAW,) if state.standing[seat] else (STAND,)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        seat, action = move.actor, move.action
        if seat == CHANCE:
            refuse_actor(seat, frozenset({state.seat}))
        if action not in self.legal_actions(state, seat):
            raise _refusal(state, seat, action)
        if isinstance(action, Buy):
            return _bought(state, action)
        if isinstance(action, Pass):
            return _passed(state, (Passed(seat),))
        return _standing(state, seat, is_on=isinstance(action, Stand))


def _bought(state: State, buy: Buy) -> Step[State]:
    seat, seller = state.seat, buy.seller
    cost, tax = price(state.board.card[buy.card].cost, buy.token)
    money: list[int] = list(state.money)
    money[seat] -= cost + tax
    money[seller] += cost
    purchase = Purchase(seat, seller, buy.card, buy.token, cost, tax)
    left: Any = state.tokens[seat]
    if buy.token != TAX:
        left = tuple(token for token in left if token != buy.token)
    bought = state.but(
        money=tuple(money),
        bank=state.bank + tax,
        tokens=changed(state.tokens, seat, left),
        market=changed(state.market, seller, _less(state.market[seller], buy.card)),
        gained=changed(state.gained, seat, more(state.gained[seat], buy.card)),
        purchases=(*state.purchases, purchase),
        seat=_next(state, seat),
        passes=0,
    )
    return _go_on(bought, (CardBought(purchase),))


def _less(cards: Cards, card: str) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def more(cards: Cards, card: str) -> Cards:
    """Return the cards with one more."""
    grown = list(cards)
    insort(grown, card)
    return tuple(grown)


def _passed(state: State, events: tuple[Event, ...]) -> Step[State]:
    passed = state.but(seat=_next(state, state.seat), passes=state.passes + 1)
    return _go_on(passed, events)


def _standing(state: State, seat: Seat, *, is_on: bool) -> Step[State]:
    stands = state.but(standing=changed(state.standing, seat, is_on))
    if not is_on:
        return Step(stands, (StandingPassWithdrawn(seat),))
    if seat != state.seat:
        return Step(stands, (StandingPassLeft(seat),))
    return _passed(stands, (StandingPassLeft(seat), Passed(seat)))


def _refusal(state: State, seat: Seat, action: Action) -> IllegalAction:
    if not isinstance(action, Buy) or seat != state.seat:
        return misplaced(state, action)
    return _buy_refusal(state, seat, action)


def _buy_refusal(state: State, seat: Seat, buy: Buy) -> IllegalAction:
    """Return why `seat` can't buy this."""
    if buy.seller == seat:
        return IllegalAction("aftershock-own-card", card=buy.card)
    if not 0 <= buy.seller < state.seats or buy.card not in state.market[buy.seller]:
        return IllegalAction("aftershock-not-for-sale", seller=buy.seller, card=buy.card)
    if buy.token not in TOKENS:
        return IllegalAction("aftershock-no-such-token", token=buy.token)
    if buy.token not in state.tokens[seat]:
        return IllegalAction("aftershock-token-used", token=buy.token, left=state.tokens[seat])
    cost = price(state.board.card[buy.card].cost, buy.token)
    data = {"card": buy.card, "token": buy.token, "money": state.money[seat], **cost._asdict()}
    return IllegalAction("aftershock-price", **data)


BUYING: Final = Buying()
