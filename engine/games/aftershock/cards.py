"""Cards: the deal, what is kept and taken, and what they become (rules 1, 1A, 1C, 2A and 2B)."""

from bisect import insort
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, cast

from engine.errors import IllegalAction
from engine.game import Event, Seat
from engine.games.aftershock.actions import Begin, Deal, Keep, Take
from engine.games.aftershock.board import MARKERS, Board
from engine.games.aftershock.events import (
    AreaPopulated,
    CardDealt,
    CardsOffered,
    CardsRevealed,
    CardTaken,
    MatchBegun,
)
from engine.games.aftershock.state import (
    Cards,
    Drafts,
    Items,
    State,
    changed,
    with_meeples,
    without,
)
from engine.phase import Events
from engine.values import but

# Before a round: the hands (rules 1)


def first_players(state: State) -> Mapping[Begin, int]:
    """Return who may be drawn; certain if the table said so."""
    return {Begin(seat): 1 for seat in state.starters}


def begun(state: State, action: Begin) -> tuple[State, Events]:
    """Let a seat play first, and give everybody the Bridge cards of the first round."""
    count = state.board.bridge_cards
    begun = but(
        state,
        first=action.seat,
        seat=action.seat,
        hands=(("bridge",) * count,) * state.seats,
        deck=full_deck(state.board, count * state.seats),
    )
    dealt = tuple(CardDealt(Seat(seat), "bridge") for seat in range(state.seats))
    return begun, (MatchBegun(action.seat), *dealt * count)


def full_deck(board: Board, bridges_out: int = 0) -> Mapping[Deal, int]:
    """Return all cards but as many Bridge cards as were handed out."""
    counts = {card.code: card.count for card in board.cards}
    counts["bridge"] -= bridges_out
    return {Deal(code): count for code, count in counts.items() if count}


def left_to_deal(state: State) -> Mapping[Deal, int]:
    """Return which card may be dealt next, with weights."""
    return state.deck


def dealt(state: State, action: Deal) -> tuple[State, Events]:
    """Give a card to the first seat whose hand isn't full."""
    seat = next(n for n, hand in enumerate(state.hands) if len(hand) < state.board.hand)
    deck = cast("dict[Deal, int]", state.deck).copy()  # a copy keeps the hashes, dict() may not
    if (left := deck[action] - 1) > 0:
        deck[action] = left
    else:
        del deck[action]
    hands = changed(state.hands, seat, with_card(state.hands[seat], action.card))
    return but(state, deck=deck, hands=hands), (CardDealt(Seat(seat), action.card),)


def dealing(state: State) -> tuple[State, Events, str | None]:
    """Deal until all hands are full, one seat after the other."""
    return state, (), "dealing" if len(state.hands[-1]) < state.board.hand else None


def with_card(cards: Cards, card: str) -> Cards:
    """Return the cards with one more."""
    grown = list(cards)
    insort(grown, card)
    return tuple(grown)


# 1A: which of one's eight cards to buy from the bank (rules 2)


def can_pay(state: State) -> Sequence[bool]:
    """Say who could buy the cheapest card of the game: what everybody knows, not the hand."""
    cheapest = min(card.cost for card in state.board.cards)
    return [money >= cheapest for money in state.money]


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


def keeps(state: State, seat: Seat) -> Sequence[Keep]:
    """Return every set of cards that `seat` can pay for."""
    return payable(state.board, state.hands[seat], state.money[seat])


def keep_refusal(state: State, seat: Seat, keep: Keep) -> IllegalAction | None:
    """Return why these cards can't be kept, or None if they can."""
    cards, money = keep.cards, state.money[seat]
    if surplus := Counter(cards) - Counter(state.hands[seat]):
        return IllegalAction("aftershock-not-in-hand", card=min(surplus))
    if list(cards) != sorted(cards):
        return IllegalAction("aftershock-unsorted")
    if (cost := state.board.cost(cards)) > money:
        return IllegalAction("aftershock-too-dear", cost=cost, money=money)
    return None


def pay_and_offer(state: State, drafts: Drafts) -> tuple[State, Events]:
    """Let everybody pay what was kept; the other cards go face up for sale."""
    kept = tuple(draft or () for draft in drafts)
    paid = tuple(state.board.cost(cards) for cards in kept)
    market = tuple(without(hand, *own) for hand, own in zip(state.hands, kept, strict=True))
    money = tuple(has - pays for has, pays in zip(state.money, paid, strict=True))
    offered = but(
        state, hands=kept, paid=paid, market=market, money=money, bank=state.bank + sum(paid)
    )
    seats = map(Seat, range(state.seats))
    return offered, tuple(CardsOffered(seat, paid[seat], market[seat]) for seat in seats)


# 1C: one unsold card each, free of charge (rules 2)


def have_a_choice(state: State) -> Sequence[bool]:
    """Say who has different unsold cards."""
    return [len(set(cards)) > 1 for cards in state.market]


def takes(state: State, seat: Seat) -> Sequence[Take]:
    """Return a `Take` for each kind of card that `seat` has not sold."""
    return [Take(code) for code in dict.fromkeys(state.market[seat])]


def take_refusal(state: State, seat: Seat, take: Take) -> IllegalAction | None:
    """Return why a card can't be taken, or None if it can."""
    if take.card not in state.market[seat]:
        return IllegalAction("aftershock-not-unsold", card=take.card)
    return None


def hand_out(state: State, drafts: Drafts) -> tuple[State, Events]:
    """Hand the cards out; a seat that had one kind only gets that. All others are discarded."""
    gained, discards, events = list(state.gained), list(state.discards), list[Event]()
    for seat, unsold in enumerate(state.market):
        if unsold:
            (card,) = drafts[seat] or unsold[:1]
            rest = without(unsold, card)
            gained[seat] = with_card(gained[seat], card)
            discards += rest
            events.append(CardTaken(Seat(seat), card, rest))
    nothing: tuple[Cards, ...] = ((),) * state.seats
    taken = but(state, gained=tuple(gained), discards=tuple(sorted(discards)), market=nothing)
    return taken, tuple(events)


# 2A and 2B: area cards become meeples, the other cards things to plan (rules 2)


def populate(state: State) -> tuple[State, Events]:
    """Play all cards in hand; nobody has anything to decide."""
    board, items, discards = state.board, list[Items](), list(state.discards)
    populated, revealed = list[Event](), list[Event]()
    for seat in map(Seat, range(state.seats)):
        cards = tuple(sorted(state.hands[seat] + state.gained[seat]))
        discards += cards
        for card in board.cards:
            for _ in range(cards.count(card.code) if card.area else 0):
                state, placed = with_meeples(state, seat, card.area, card.meeples)
                populated.append(AreaPopulated(seat, card.code, card.area, placed))
        shown = tuple(code for code in cards if not board.card[code].area)
        items.append(_items(board, shown, is_free=state.free_marker == seat))
        if items[-1] != Items():
            revealed.append(CardsRevealed(seat, shown, items[-1]))
    nothing: tuple[Cards, ...] = ((),) * state.seats
    after = but(
        state, hands=nothing, gained=nothing, discards=tuple(sorted(discards)), items=tuple(items)
    )
    return after, (*populated, *revealed)


def _items(board: Board, cards: Cards, *, is_free: bool) -> Items:
    """Return what the cards bring that are no area cards, perhaps with a free marker."""
    markers: list[Any] = ["normal"] * is_free
    markers += [marker for code in cards if (marker := board.card[code].marker)]
    bridges = cards.count("bridge")
    return Items(
        bridges, bridges, tuple(sorted(markers, key=MARKERS.index)), cards.count("influence")
    )
