"""What is conserved: tiles and crews are somewhere at every step (rules 11)."""

from collections import Counter

from engine.games.seismic.state import State
from engine.games.seismic.tiles import BOX

WHOLE_BOX = Counter({tile.code: tile.count for tile in BOX})


PHASES = {"placing"}
"""What is due in every match."""


def nothing_is_lost(state: State) -> None:
    assert pieces(state) == boxes(state)
    assert crews_in_play(state) == (20 * state.variant.boxes,) * state.seats
    assert sum(own.tiles for own in state.piles) in (0, sum(face_down(state).values()))


def boxes(state: State) -> Counter[str]:
    count = state.variant.boxes
    return Counter({code: n * count for code, n in WHOLE_BOX.items()})


def pieces(state: State) -> Counter[str]:
    counted = face_down(state)
    for aside, count in state.first_stage.items():
        counted[aside.tile] += count
    counted.update(laid.tile for laid in state.board.tiles)
    counted.update(state.display + state.discarded + state.boxed)
    return counted


def crews_in_play(state: State) -> tuple[int, ...]:
    home = list(state.crews)
    for laid in state.board.tiles:
        assert len(laid.crews) <= 1
        for crew in laid.crews:
            home[crew.seat] += 1
    return tuple(home)


def face_down(state: State) -> Counter[str]:
    counted: Counter[str] = Counter()
    for bag in (state.pile, state.apart):
        counted.update({flip.tile: count for flip, count in bag.items()})
    return counted
