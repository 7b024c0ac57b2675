"""What people see of a state: everything but the coins of others that lie face down."""

from collections.abc import Iterable
from dataclasses import replace

from engine.game import Decision, Seat, Viewer
from engine.games.san_andreas.layouts import layout
from engine.games.san_andreas.phases import PHASES
from engine.games.san_andreas.pieces import City, Coin, Layout, Purse
from engine.games.san_andreas.placing import pool
from engine.games.san_andreas.state import Observation, Quake, Scene, State


def observed(state: State, viewer: Viewer) -> Observation:
    """Return the state without the values of coins that the viewer may not know."""
    quake = state.quake
    waiting = tuple(seat for seat in state.asked if state.swaps[seat] is None)
    return Observation(
        viewer=viewer,
        seats=state.seats,
        options=state.dials.settings,
        phase=state.phase,
        turn=state.turn,
        seat=state.seat,
        to_act=_to_act(state),
        layout=_seen(state.scene, viewer),
        foundable=tuple(state.foundable),
        settable=tuple(state.settable),
        pool=pool(state.pawns),
        purses=tuple(_purse(state, Seat(seat), viewer) for seat in range(state.seats)),
        dice=() if quake is None or quake.is_over else quake.dice,
        quake=None if quake is None else _seen_quake(quake, viewer),
        swapping=waiting,
        decided=tuple(seat for seat in state.asked if seat not in waiting),
        points=state.points,
        last=state.last,
        outcome=state.outcome,
    )


def _to_act(state: State) -> tuple[Seat, ...]:
    node = PHASES[state.phase].node(state)
    return tuple(sorted(node.seats)) if isinstance(node, Decision) else ()


def _seen(scene: Scene, viewer: Viewer) -> Layout:
    return layout(scene, tuple(_city(city, viewer) for city in scene.cities))


def _city(city: City, viewer: Viewer) -> City:
    is_known = city.is_shown or city.seat == viewer
    return city if is_known else replace(city, value=None)


def _seen_quake(quake: Quake[Scene], viewer: Viewer) -> Quake[Layout]:
    return Quake(
        number=quake.number,
        seat=quake.seat,
        dice=quake.dice,
        before=_seen(quake.before, viewer),
        shifts=quake.shifts,
        sunk=quake.sunk,
        drowned=quake.drowned,
        swaps=quake.swaps,
        scores=quake.scores,
        is_over=quake.is_over,
    )


def _purse(state: State, seat: Seat, viewer: Viewer) -> Purse:
    hand, lost = state.hands[seat], state.lost[seat]
    if seat == viewer:
        return Purse(len(hand), hand, len(lost), _values(lost))
    return Purse(len(hand), (), len(lost), _values(coin for coin in lost if coin.is_shown))


def _values(coins: Iterable[Coin]) -> tuple[int, ...]:
    return tuple(coin.value for coin in coins)
