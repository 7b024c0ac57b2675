"""1B: cards of the other players, with Buy tokens, in turn (rules 2)."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Buy, Pass, Stand, Withdraw
from engine.games.aftershock.board import TAX, TOKENS, Board
from engine.games.aftershock.cards import with_card
from engine.games.aftershock.events import (
    CardBought,
    Passed,
    PhaseBegun,
    StandingPassLeft,
    StandingPassWithdrawn,
)
from engine.games.aftershock.state import Cards, Purchase, State, T, Table, changed, without
from engine.phase import Events
from engine.values import but

_Choice: TypeAlias = Buy | Pass | Stand | Withdraw
_PASS, _STAND, _WITHDRAW = Pass(), Stand(), Withdraw()
_OFF: Final = {"minus_2": 2, "minus_1": 1, TAX: 0}


def open_market(state: State) -> tuple[State, Events]:
    """Let the first player buy first."""
    return but(state, seat=state.first, passes=0), (PhaseBegun("buy", state.round),)


def buying(state: State) -> tuple[State, Events, str | None]:
    """Pass for seats that have to, until a seat has a choice, all have passed or all is sold."""
    events: Events = ()
    while state.passes < state.seats and any(state.market):
        passes = state.dials.auto_pass and not offers(state, state.seat)
        if not passes and not state.standing[state.seat]:
            return state, events, "buy"
        state, told = _passed(state)
        events += told
    return but(state, standing=(False,) * state.seats), events, None


class Price(NamedTuple):
    """What the seller gets, and what the bank gets first."""

    price: int
    tax: int


@cache
def price(cost: int, token: str) -> Price:
    """Return what a card of this cost takes with a token: never below 0, no change."""
    return Price(max(0, cost - _OFF[token]), int(token == TAX))


def offers(table: Table, seat: Seat) -> tuple[Buy, ...]:
    """Return every purchase that `seat` could pay now, by seller, card and token."""
    return _offers(table.board, table.market, seat, table.money[seat], table.tokens[seat])


@lru_cache(maxsize=1024)
def _offers(
    board: Board, market: tuple[Cards, ...], seat: Seat, money: int, tokens: tuple[str, ...]
) -> tuple[Buy, ...]:
    return tuple(
        [
            _buy(seller, code, token)
            for seller, cards in enumerate(market)
            if seller != seat
            for code in dict.fromkeys(cards)
            for token in tokens
            if sum(price(board.card[code].cost, token)) <= money
        ]
    )


@cache
def _buy(seller: int, card: str, token: str) -> Buy:
    return Buy(Seat(seller), card, token)


def legal_purchases(state: State, seat: Seat) -> Sequence[_Choice]:
    """Return what `seat` may do, on turn or (its standing pass) at any time."""
    if seat == state.seat:
        return (*offers(state, seat), _PASS, _STAND)
    return (_WITHDRAW,) if state.standing[seat] else (_STAND,)


def buy_refusal(state: State, seat: Seat, action: _Choice) -> IllegalAction | None:
    """Return why `seat` can't buy this, pass or leave a standing pass now, or None if it can."""
    if isinstance(action, Withdraw) != state.standing[seat]:
        return IllegalAction("aftershock-not-now")
    if seat != state.seat and not isinstance(action, Stand | Withdraw):
        return IllegalAction("aftershock-not-now")
    if not isinstance(action, Buy):
        return None
    seller, card, token = action.seller, action.card, action.token
    if seller == seat:
        return IllegalAction("aftershock-own-card", card=card)
    if not 0 <= seller < state.seats or card not in state.market[seller]:
        return IllegalAction("aftershock-not-for-sale", seller=seller, card=card)
    if token not in TOKENS:
        return IllegalAction("aftershock-no-such-token", token=token)
    if token not in state.tokens[seat]:
        return IllegalAction("aftershock-token-used", token=token, left=state.tokens[seat])
    cost, money = price(state.board.card[card].cost, token), state.money[seat]
    if sum(cost) > money:
        data = {"card": card, "token": token, "money": money, **cost._asdict()}
        return IllegalAction("aftershock-price", **data)
    return None


def traded(state: State, seat: Seat, action: _Choice) -> tuple[State, Events]:
    """Buy, pass, leave a standing pass or withdraw it."""
    if isinstance(action, Buy):
        after, told = bought(state, seat, action)
        return but(after, seat=_next(state)), told
    if isinstance(action, Pass):
        return _passed(state)
    is_on = isinstance(action, Stand)
    state = but(state, standing=changed(state.standing, seat, is_on))
    if not is_on:
        return state, (StandingPassWithdrawn(seat),)
    if seat != state.seat:
        return state, (StandingPassLeft(seat),)
    state, told = _passed(state)
    return state, (StandingPassLeft(seat), *told)


def bought(table: T, seat: Seat, buy: Buy) -> tuple[T, Events]:
    """Let a card change hands: first the tax to the bank, then the price to the seller."""
    seller, card, token = buy.seller, buy.card, buy.token
    cost, tax = price(table.board.card[card].cost, token)
    money = list(table.money)
    money[seat] -= cost + tax
    money[seller] += cost
    left = table.tokens[seat]
    purchase = Purchase(seat, seller, card, token, cost, tax)
    after = but(
        table,
        money=tuple(money),
        bank=table.bank + tax,
        tokens=changed(table.tokens, seat, left if token == TAX else without(left, token)),
        market=changed(table.market, seller, without(table.market[seller], card)),
        gained=changed(table.gained, seat, with_card(table.gained[seat], card)),
        purchases=(*table.purchases, purchase),
        passes=0,
    )
    return after, (CardBought(purchase),)


def _passed(state: State) -> tuple[State, Events]:
    passed = but(state, seat=_next(state), passes=state.passes + 1)
    return passed, (Passed(state.seat),)


def _next(state: State) -> Seat:
    return Seat((state.seat + 1) % state.seats)
