"""1C: one unsold card each, free of charge (rules 2)."""

from collections.abc import Sequence
from typing import Final

from engine.errors import IllegalAction
from engine.game import Event, Seat, Step
from engine.games.aftershock.actions import Action, Take
from engine.games.aftershock.events import CardTaken
from engine.games.aftershock.phases import Drafts, Sealed, misplaced
from engine.games.aftershock.populating import begin_populating
from engine.games.aftershock.state import Cards, State


def begin_taking(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let those choose who have different unsold cards."""
    return TAKING.begin(state, [len(set(cards)) > 1 for cards in state.market], events)


class Taking(Sealed):
    """Every seat with unsold cards takes one of them; the others are discarded."""

    name = "take"

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return a `Take` for each kind of card that `seat` has not sold."""
        return [Take(code) for code in dict.fromkeys(state.market[seat])]

    def drafted(self, state: State, seat: Seat, action: Action) -> Cards:
        """Return the card that `seat` takes; raise `IllegalAction`."""
        if not isinstance(action, Take):
            raise misplaced(state, action)
        if action.card not in state.market[seat]:
            raise IllegalAction("aftershock-not-unsold", card=action.card)
        return (action.card,)

    def is_complete(self, state: State, seat: Seat, draft: Cards) -> bool:  # noqa: ARG002
        """Say that one action is the whole choice."""
        return True

    def opened(self, state: State, drafts: Drafts, events: tuple[Event, ...]) -> Step[State]:
        """Hand the cards out; who had one kind only gets that."""
        gained, discards = list(state.gained), list(state.discards)
        for seat, unsold in enumerate(state.market):
            if unsold:
                (card,) = drafts[seat] or unsold[:1]
                place = unsold.index(card)
                rest = unsold[:place] + unsold[place + 1 :]
                gained[seat] = tuple(sorted((*gained[seat], card)))
                discards += rest
                events = (*events, CardTaken(Seat(seat), card, rest))
        taken = state.but(
            gained=tuple(gained), discards=tuple(sorted(discards)), market=((),) * state.seats
        )
        return begin_populating(taken, events)


TAKING: Final = Taking()
