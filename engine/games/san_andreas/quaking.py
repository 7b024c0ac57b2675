"""The choices in a quake: which die acts next, and whether a null is swapped (rules 4 and 6)."""

from collections.abc import Sequence
from typing import Any, cast

from engine.errors import IllegalAction
from engine.game import Decision, Move, Node, Seat, Step
from engine.games.san_andreas.actions import Action, Resolve, Swap
from engine.games.san_andreas.course import die_acts, swaps_decided
from engine.games.san_andreas.events import SwapDecided, SwapSealed
from engine.games.san_andreas.quakes import unresolved
from engine.games.san_andreas.refusals import wrong_actor, wrong_kind
from engine.games.san_andreas.state import Quake, Scene, State
from engine.games.san_andreas.turns import TURNS


def _running(state: State) -> Quake[Scene]:
    return cast("Quake[Scene]", state.quake)


class Ordering:
    """Whoever caused the quake chooses which die acts next (rules 4)."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return TURNS[state.seat]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat != state.seat:
            return ()
        return [Resolve(die) for die in unresolved(_running(state))]

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.seat:
            raise wrong_actor(move.actor, (state.seat,))
        if not isinstance(move.action, Resolve):
            raise wrong_kind(state, state.seat, move.action)
        quake = _running(state)
        if refusal := die_refusal(quake, move.action):
            raise refusal
        return die_acts(state, quake, move.action.die, state.seat, ())


def die_refusal(quake: Quake[Any], resolve: Resolve) -> IllegalAction | None:
    """Return why a die can't act now, or None if it can."""
    data = {"die": resolve.die, "left": unresolved(quake)}
    die = next((each for each in quake.dice if each.die == resolve.die), None)
    if die is None:
        return IllegalAction("san-andreas-no-such-die", **data)
    if die.face == 0:
        return IllegalAction("san-andreas-die-null", **data)
    return IllegalAction("san-andreas-die-resolved", **data) if die.is_resolved else None


class Swapping:
    """Founders whose null survived may swap it, all at the same time (rules 6).

    Who has decided may decide anew until the last one has.
    """

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        waiting = frozenset(seat for seat in state.asked if state.swaps[seat] is None)
        return Decision(waiting, optional=frozenset(state.asked) - waiting)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat not in state.asked:
            return ()
        return [Swap(None), *(Swap(coin.value) for coin in state.lost[seat])]

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor not in state.asked:
            raise wrong_actor(move.actor, state.asked)
        seat, swap = move.actor, move.action
        if not isinstance(swap, Swap):
            raise wrong_kind(state, seat, swap)
        if swap not in self.legal_actions(state, seat):
            lost = tuple(coin.value for coin in state.lost[seat])
            raise IllegalAction("san-andreas-coin-not-lost", coin=swap.coin, lost=lost)
        decided = state.but(swaps=(*state.swaps[:seat], swap, *state.swaps[seat + 1 :]))
        events = (SwapDecided(seat), SwapSealed(seat, swap.coin))
        if any(decided.swaps[each] is None for each in decided.asked):
            return Step(decided, events)
        return swaps_decided(decided, _running(decided), events)
