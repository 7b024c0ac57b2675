"""1A: which of one's eight cards to buy from the bank (rules 2)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from engine.errors import IllegalAction
from engine.game import Event, Seat, Step
from engine.games.aftershock.actions import Action, Keep
from engine.games.aftershock.board import Board
from engine.games.aftershock.buying import begin_buying
from engine.games.aftershock.events import CardsOffered
from engine.games.aftershock.phases import Drafts, Sealed, misplaced
from engine.games.aftershock.state import Cards, State


@lru_cache(maxsize=256)
def payable(board: Board, hand: Cards, money: int) -> tuple[Keep, ...]:
    """Return every set of cards of a hand that costs no more than `money`."""
    sets: list[tuple[Cards, int]] = [((), money)]
    for code, equal in groupby(hand):
        price, cards = board.card[code].cost, tuple(equal)
        sets += [
            (kept + cards[:count], left - count * price)
            for count in range(1, len(cards) + 1)
            for kept, left in sets
            if left >= count * price
        ]
    return tuple([Keep(kept) for kept, _ in sets])


def keep_refusal(board: Board, hand: Cards, money: int, cards: Cards) -> IllegalAction | None:
    """Return why these cards can't be kept, or None if they can."""
    if surplus := Counter(cards) - Counter(hand):
        return IllegalAction("aftershock-not-in-hand", card=min(surplus))
    if list(cards) != sorted(cards):
        return IllegalAction("aftershock-unsorted")
    if (cost := board.cost(cards)) > money:
        return IllegalAction("aftershock-too-dear", cost=cost, money=money)
    return None


def without(cards: Cards, gone: Cards) -> Cards:
    """Return the cards but for those gone."""
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


class Keeping(Sealed):
    """Every seat chooses which cards to buy; all pay at once, the others are for sale."""

    name = "keep"

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return every set of cards that `seat` can pay for."""
        return payable(state.board, state.hands[seat], state.money[seat])

    def drafted(self, state: State, seat: Seat, action: Action) -> Cards:
        """Return the cards that `seat` keeps; raise `IllegalAction`."""
        if not isinstance(action, Keep):
            raise misplaced(state, action)
        hand, money = state.hands[seat], state.money[seat]
        if refusal := keep_refusal(state.board, hand, money, action.cards):
            raise refusal
        return action.cards

    def is_complete(self, state: State, seat: Seat, draft: Cards) -> bool:  # noqa: ARG002
        """Say that one action is the whole choice."""
        return True

    def opened(self, state: State, drafts: Drafts, events: tuple[Event, ...]) -> Step[State]:
        """Let everybody pay; the other cards go face up for sale."""
        kept = tuple(draft or () for draft in drafts)
        paid = tuple(state.board.cost(cards) for cards in kept)
        market = tuple(without(*pair) for pair in zip(state.hands, kept, strict=True))
        money = tuple(has - pays for has, pays in zip(state.money, paid, strict=True))
        offered = state.but(
            hands=kept, paid=paid, market=market, money=money, bank=state.bank + sum(paid)
        )
        shown = (CardsOffered(Seat(seat), paid[seat], market[seat]) for seat in range(state.seats))
        return begin_buying(offered, (*events, *shown))


KEEPING: Final = Keeping()
