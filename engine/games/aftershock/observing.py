"""What a viewer may know of a state (rules 4)."""

from typing import Any, Final

from engine.games.aftershock.state import Observation, Pair, Planned, State
from engine.seat import PUBLIC, Viewer

_IN_TURN: Final = frozenset({"buy", "build", "dismantle", "resolve", "shock", "move"})
_SEALED: Final = frozenset({"keep", "take", "plan", "mark"})


def observed(state: State, viewer: Viewer) -> Observation:
    """Return the state without hands, sealed choices and plans of other seats."""
    building = state.building
    return Observation(
        viewer=viewer,
        seats=state.seats,
        board=state.board.name,
        dials=state.dials,
        rounds=state.board.seatings[state.seats].rounds,
        round=state.round,
        phase=state.phase,
        first=state.first,
        to_act=_to_act(state),
        ready=state.ready,
        scores=state.scores,
        money=state.money,
        bank=state.bank,
        hands=tuple(len(hand) for hand in state.hands),
        paid=state.paid,
        market=state.market,
        gained=state.gained,
        discards=state.discards,
        deck=sum(state.deck.values()),
        tokens=state.tokens,
        purchases=state.purchases,
        passes=state.passes,
        items=state.items,
        to_build=state.to_build,
        building=None if building is None else Pair(building.area, building.to),
        markers=state.markers,
        builds=state.builds,
        aftershocks=state.aftershocks,
        meeples=state.meeples,
        bridges=state.bridges,
        pieces=state.pieces,
        supply=state.supply,
        free_marker=state.free_marker,
        scorings=state.scorings,
        outcome=state.outcome,
        **_own(state, viewer),
    )


def _own(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return what depends on who looks."""
    if viewer == PUBLIC:
        return {"hand": (), "draft": None, "standing": False, "plans": _plans(state, viewer)}
    return {
        "hand": state.hands[viewer],
        "draft": state.drafts[viewer],
        "standing": state.standing[viewer],
        "plans": _plans(state, viewer),
    }


def _plans(state: State, viewer: Viewer) -> tuple[tuple[Planned, ...] | None, ...]:
    return tuple(
        plan if state.opened[seat] or seat == viewer else None
        for seat, plan in enumerate(state.plans)
    )


def _to_act(state: State) -> tuple[Any, ...]:
    if state.phase in _SEALED:
        return tuple(seat for seat, ready in enumerate(state.ready) if not ready)
    return (state.seat,) if state.phase in _IN_TURN else ()
