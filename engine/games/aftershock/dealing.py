"""Before a round: who is first player, and the hands (rules 1 and "End of round", A)."""

from bisect import insort
from collections.abc import Mapping
from typing import Final, cast

from engine.game import Seat, Step
from engine.games.aftershock.actions import Begin, Deal
from engine.games.aftershock.cards import deck
from engine.games.aftershock.events import CardDealt, MatchBegun
from engine.games.aftershock.keeping import KEEPING
from engine.games.aftershock.phases import Drawing, changed
from engine.games.aftershock.state import State


class Beginning(Drawing[Begin]):
    """The first player is drawn, or certain if the table said so."""

    def outcomes(self, state: State) -> Mapping[Begin, int]:
        """Return what may be drawn, with weights."""
        return {Begin(seat): 1 for seat in state.starters}

    def drawn(self, state: State, action: Begin) -> Step[State]:
        """Return what the draw leads to: everybody gets the Bridge cards of the first round."""
        count = state.board.bridge_cards
        begun = state.but(
            first=action.seat,
            seat=action.seat,
            phase="dealing",
            hands=(("bridge",) * count,) * state.seats,
            deck=deck(state.board, count * state.seats),
        )
        dealt = tuple(CardDealt(Seat(seat), "bridge") for seat in range(state.seats))
        return _go_on(begun, (MatchBegun(action.seat), *dealt * count))


class Dealing(Drawing[Deal]):
    """The hands are filled card by card, one seat after the other."""

    def outcomes(self, state: State) -> Mapping[Deal, int]:
        """Return what may be drawn, with weights."""
        return state.deck

    def drawn(self, state: State, action: Deal) -> Step[State]:
        """Return what the draw leads to."""
        seat = next(n for n, hand in enumerate(state.hands) if len(hand) < state.board.hand)
        hand = list(state.hands[seat])
        insort(hand, action.card)
        hands = changed(state.hands, seat, tuple(hand))
        dealt = state.but(deck=_less(state.deck, action), hands=hands)
        return _go_on(dealt, (CardDealt(Seat(seat), action.card),))


def _less(cards: Mapping[Deal, int], one: Deal) -> Mapping[Deal, int]:
    rest = cast("dict[Deal, int]", cards).copy()  # a copy keeps the hashes, dict() may not
    if (left := rest[one] - 1) > 0:
        rest[one] = left
    else:
        del rest[one]
    return rest


def _go_on(state: State, events: tuple[MatchBegun | CardDealt, ...]) -> Step[State]:
    if len(state.hands[-1]) < state.board.hand:
        return Step(state, events)
    cheapest = min(card.cost for card in state.board.cards)
    # What everybody knows decides who is ready at once: money, not the hand.
    return KEEPING.begin(state, [money >= cheapest for money in state.money], events)


BEGINNING: Final = Beginning()
DEALING: Final = Dealing()
