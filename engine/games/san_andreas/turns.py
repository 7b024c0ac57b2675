"""A turn: found a city or set a pawn (rules 2)."""

from collections.abc import Sequence
from typing import Final

from engine.errors import IllegalAction
from engine.game import Decision, Move, Node, Seat, Step
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass
from engine.games.san_andreas.course import ended, next_turn, quake_begins
from engine.games.san_andreas.events import CityFounded, CoinChosen, EpicenterSet, TurnPassed
from engine.games.san_andreas.memory import forgotten
from engine.games.san_andreas.pieces import City, LastMove
from engine.games.san_andreas.placing import (
    epicenter_refusal,
    epicenters,
    found_refusal,
    founds,
    pool,
)
from engine.games.san_andreas.refusals import wrong_actor, wrong_kind
from engine.games.san_andreas.room import around, less
from engine.games.san_andreas.state import State
from engine.games.san_andreas.tiles import PAWNS

_PASS: Final = Pass()
TURNS: Final = tuple(Decision(frozenset({Seat(seat)})) for seat in range(4))


class Playing:
    """The seat on turn founds a city or sets a pawn (rules 2)."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return TURNS[state.seat]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose: cities tile by tile, then pawns."""
        return _possible(state) if seat == state.seat else ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.seat:
            raise wrong_actor(move.actor, (state.seat,))
        match move.action:
            case Found() as found:
                return _founded(state, found)
            case Epicenter() as epicenter:
                return _set(state, epicenter)
            case Pass():
                return _passed(state)
            case other:
                raise wrong_kind(state, state.seat, other)


def _possible(state: State) -> Sequence[Action]:
    """Return the actions; those of a space are taken over as a whole, not one by one."""
    hand, free = state.hands[state.seat], pool(state.pawns)
    cities, pawns = state.foundable if hand else (), state.settable if free else ()
    actions: list[Action] = []
    for found in map(founds(hand).__getitem__, cities):
        actions += found
    for epicenter in map(epicenters(free).__getitem__, pawns):
        actions += epicenter
    return actions or (_PASS,)


def _remembering(state: State) -> State:
    return state if state.dials.memory == "open" else forgotten(state)


def _founded(state: State, found: Found) -> Step[State]:
    seat, hand = state.seat, state.hands[state.seat]
    spot = state.foundable.get(found.space)
    if spot is None or found.coin not in hand:
        raise found_refusal(state.scene, found, hand)
    state, (tile, quarter) = _remembering(state), spot
    left = tuple([coin for coin in hand if coin != found.coin])
    return next_turn(
        state,
        (CityFounded(seat, tile, quarter, found.space), CoinChosen(seat, found.coin)),
        cities=(*state.cities, City(seat, found.coin, tile, quarter, found.space)),
        hands=(*state.hands[:seat], left, *state.hands[seat + 1 :]),
        last=LastMove(seat, "found", tile, quarter),
        passes=0,
        foundable=less(state.foundable, around(found.space)),
        settable=less(state.settable, (found.space,)),
    )


def _set(state: State, epicenter: Epicenter) -> Step[State]:
    seat, pawn, space = state.seat, epicenter.pawn, epicenter.space
    spot = state.settable.get(space)
    if spot is None or pawn not in pool(state.pawns):
        raise epicenter_refusal(state.scene, epicenter)
    state, (tile, quarter) = _remembering(state), spot
    events = (EpicenterSet(seat, pawn, tile, quarter, space),)
    place = PAWNS.index(pawn)
    pawns = (*state.pawns[:place], spot, *state.pawns[place + 1 :])
    course = next_turn if None in pawns else quake_begins
    last = LastMove(seat, "epicenter", tile, quarter, pawn)
    return course(
        state,
        events,
        pawns=pawns,
        last=last,
        passes=0,
        foundable=less(state.foundable, (space,)),
        settable=less(state.settable, (space,)),
    )


def _passed(state: State) -> Step[State]:
    if _possible(state) != (_PASS,):
        raise IllegalAction("san-andreas-must-act")
    events, passes = (TurnPassed(state.seat),), state.passes + 1
    last = LastMove(state.seat, "pass")
    state = _remembering(state)
    if passes == state.seats:
        still = state.but(passes=passes, last=last)
        return ended(still, events, "san-andreas-nobody-can-act")
    return next_turn(state, events, passes=passes, last=last)
