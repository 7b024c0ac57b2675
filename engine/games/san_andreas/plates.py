"""How a plate shifts over and under others (rules 3)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.boards.squares import Space, moved
from engine.games.san_andreas.ground import Ground, Lean, Stacks, lean, without
from engine.games.san_andreas.tiles import LAND, SHIFTS, Plate, Tile, footprint


class Slide(NamedTuple):
    """A shift of the ground alone.

    `over` and `under` are the plates newly overlapped, in the order of their names; `leans` has
    every tile whose lean changed, with the lean before.
    """

    ground: Ground
    over: tuple[Plate, ...]
    under: tuple[Plate, ...]
    leans: Mapping[Tile, Lean]


def slid(ground: Ground, tile: Tile, face: int) -> Slide:
    """Return the ground after a die of this face, 1 to 5, has acted on `tile`."""
    direction, edge = SHIFTS[face]
    corner = ground.corners[tile]
    leaving, entering = _path(corner, direction)
    above, below = _above_and_below(ground.stacks, tile, corner)
    entered = [ground.plates(space) for space in entering]
    places = _lifted(entered, above) if edge == "lift" else _dipped(entered, below)
    stacks = without(ground.stacks, tile, leaving)
    over: set[Plate] = set()
    under: set[Plate] = set()
    for space, plates, place in zip(entering, entered, places, strict=True):
        over.update(plates[:place])
        under.update(plates[place:])
        stacks[space] = (*plates[:place], tile, *plates[place:])
    corners = {**ground.corners, tile: moved(corner, direction)}
    touched = (above | under | {tile}) - {LAND}
    changed = _changed(ground, corners, stacks, touched)
    leans = {**ground.leans, **changed}
    return Slide(
        Ground(corners, stacks, leans, ground.lakes_are_ocean, ground.always_coast),
        tuple(sorted(over - above - below)),
        tuple(sorted(under - above - below)),
        {each: ground.leans[each] for each in changed},
    )


@lru_cache(maxsize=4096)
def _path(corner: Space, direction: str) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Return the two spaces that a tile leaves and the two that it enters."""
    old, new = footprint(corner), footprint(moved(corner, direction))
    leaving = tuple(space for space in old if space not in new)
    return leaving, tuple(space for space in new if space not in old)


def _above_and_below(stacks: Stacks, tile: Tile, corner: Space) -> tuple[set[Plate], set[Plate]]:
    """Return the plates that lie above and below a tile, in whichever of its spaces."""
    above: set[Plate] = set()
    below: set[Plate] = set()
    for space in footprint(corner):
        plates = stacks[space]
        if len(plates) > 1:
            place = plates.index(tile)
            below.update(plates[:place])
            above.update(plates[place + 1 :])
    return above, below


def _lifted(entered: Sequence[tuple[Plate, ...]], above: set[Plate]) -> list[int]:
    """Return how high a tile comes in each stack: just under the lowest plate that stays above.

    What rests on such a plate stays above, too, in all stacks that the tile enters. In a pinwheel
    of three plates that may be something that lay below the tile (rules 3).
    """
    if not above:
        return [len(plates) for plates in entered]
    fixed = set(above)
    while True:
        places = [_lowest(plates, fixed) for plates in entered]
        resting = {
            each for plates, place in zip(entered, places, strict=True) for each in plates[place:]
        }
        if resting <= fixed:
            return places
        fixed |= resting


def _lowest(plates: tuple[Plate, ...], fixed: set[Plate]) -> int:
    return next((place for place, each in enumerate(plates) if each in fixed), len(plates))


def _dipped(entered: Sequence[tuple[Plate, ...]], below: set[Plate]) -> list[int]:
    """Return how high a tile comes in each stack: the mirror image of `_lifted`."""
    if not below:
        return [0 for _ in entered]
    mirrored = _lifted([plates[::-1] for plates in entered], below)
    return [len(plates) - place for plates, place in zip(entered, mirrored, strict=True)]


def _changed(
    ground: Ground,
    corners: Mapping[Tile, Space],
    stacks: Stacks,
    touched: Iterable[Tile],
) -> dict[Tile, Lean]:
    """Return the new leans of those tiles whose lean is another one now, by name."""
    leans = {each: lean(stacks, each, corners[each]) for each in sorted(touched)}
    return {each: now for each, now in leans.items() if now != ground.leans[each]}
