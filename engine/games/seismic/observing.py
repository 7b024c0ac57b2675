"""What people see of a state: in Seismic the same for everybody (rules 10)."""

from collections.abc import Iterable

from engine.games.seismic.actions import Flip, Rotate
from engine.games.seismic.quakes import lengths
from engine.games.seismic.rotations import rotations, turned
from engine.games.seismic.scoring import points
from engine.games.seismic.sections import sections
from engine.games.seismic.state import Observation, State
from engine.games.seismic.tiles import BOX
from engine.seat import Viewer


def observed(state: State, viewer: Viewer) -> Observation:
    """Return the state without the order of the pile and without what was set aside."""
    joined = sections(state.board)
    pile = sum(state.pile.values()) + sum(state.apart.values())
    is_over = state.outcome is not None
    return Observation(
        viewer=viewer,
        seats=state.seats,
        variants=state.variant.names,
        radius=state.radius,
        towns=state.variant.towns,
        turn=state.turn,
        to_act=None if is_over else state.to_act,
        tiles=state.board.tiles,
        display=state.display,
        pile=pile,
        unseen=unseen(state),
        discarded=state.discarded,
        crews=state.crews,
        points=points(joined, state.seats),
        sections=joined,
        lines=tuple(lengths(state.board, town) for town in range(len(state.variant.towns))),
        last=state.last,
        last_by=state.last_by,
        quakes=state.quakes,
        outcome=state.outcome,
        boxed=state.boxed if is_over else (),
        phase=state.phase,
        on_turn=state.seat,
        rising=state.rising,
        asked=state.asked,
        rotated=state.rotated,
        piles=state.piles,
        drawn=state.drawn,
        rotations=_rotations(state),
        buried=_buried(state),
        bottom=min(pile, state.variant.bottom),
    )


def _rotations(state: State) -> tuple[Rotate, ...]:
    return rotations(state.board, turned(state)) if state.phase == "rotating" else ()


def _buried(state: State) -> tuple[str, ...]:
    """Return what is known to lie in the bottom of the pile (rules 9, The Big One)."""
    if not state.variant.mixed:
        return ()
    bags = (state.apart, state.pile)
    return tuple(
        code
        for code in state.variant.kept_apart
        for bag in bags
        for _ in range(bag.get(Flip(code), 0))
    )


def unseen(state: State) -> tuple[tuple[str, int], ...]:
    """Count the shapes that lie face down, in the order of the box."""
    counts = dict.fromkeys((tile.code for tile in BOX), 0)
    for code, count in _hidden(state):
        counts[code] += count
    return tuple((code, count) for code, count in counts.items() if count)


def _hidden(state: State) -> Iterable[tuple[str, int]]:
    for bag in (state.pile, state.apart):
        yield from ((flip.tile, count) for flip, count in bag.items())
    yield from ((aside.tile, count) for aside, count in state.first_stage.items())
    if state.outcome is None:
        yield from ((code, 1) for code in state.boxed)
