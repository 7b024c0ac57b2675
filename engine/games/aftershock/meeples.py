"""Meeples on the map: placed from a supply, taken back to it (rules 1 and 2)."""

from engine.game import Seat
from engine.games.aftershock.phases import changed
from engine.games.aftershock.state import State


def with_meeples(state: State, seat: Seat, area: str, count: int) -> tuple[State, int]:
    """Return the state with meeples on an area, and how many the population ceiling allowed."""
    placed = min(count, state.supply[seat])
    place = state.board.index[area]
    there = changed(state.meeples[place], seat, state.meeples[place][seat] + placed)
    placed_state = state.but(
        meeples=changed(state.meeples, place, there),
        supply=changed(state.supply, seat, state.supply[seat] - placed),
    )
    return placed_state, placed


def with_meeple_moved(state: State, seat: Seat, area: str, to: str | None) -> State:
    """Return the state with a meeple gone from `area` to another one, or home (None)."""
    place = state.board.index[area]
    there = changed(state.meeples[place], seat, state.meeples[place][seat] - 1)
    left = state.but(
        meeples=changed(state.meeples, place, there),
        supply=changed(state.supply, seat, state.supply[seat] + 1),
    )
    return left if to is None else with_meeples(left, seat, to, 1)[0]
