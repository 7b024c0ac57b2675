"""What a viewer may know of a state (rules 4)."""

from typing import Any, Final

from engine.game import PUBLIC, Viewer
from engine.games.aftershock.state import Observation, Pair, Planned, State

_IN_TURN: Final = frozenset({"buy", "build", "dismantle", "resolve", "shock", "move"})
# fmt: off
_PUBLIC: Final = (
    "seats", "dials", "round", "phase", "first", "ready",
    "scores", "money", "bank", "paid", "tokens",
    "market", "gained", "discards", "purchases", "passes",
    "items", "to_build", "markers", "builds", "aftershocks",
    "meeples", "bridges", "pieces", "supply", "free_marker",
    "scorings", "outcome",
)
"""What lies open on the table, as it stands in the state."""
# fmt: on
_SEALED: Final = frozenset({"keep", "take", "plan", "mark"})


def observed(state: State, viewer: Viewer) -> Observation:
    """Return the state without hands, sealed choices and plans of other seats."""
    building = state.building
    return Observation(
        viewer=viewer,
        board=state.board.name,
        rounds=state.board.seatings[state.seats].rounds,
        to_act=_to_act(state),
        hands=tuple(len(hand) for hand in state.hands),
        deck=sum(state.deck.values()),
        building=None if building is None else Pair(building.area, building.to),
        **{name: getattr(state, name) for name in _PUBLIC},
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
