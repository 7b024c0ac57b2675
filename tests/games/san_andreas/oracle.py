"""The ground a second time, slowly: a list of which plate lies above which, space by space.

Nothing here knows a stack. A shift forgets what the tile no longer overlaps, adds what it newly
does, and every stack is sorted anew by how many plates lie below.
"""

from collections import defaultdict
from typing import NamedTuple

from engine.boards.squares import Space
from engine.games.san_andreas.tiles import LAND, START, Plate, Tile, is_land

STEPS = {1: (1, 0), 2: (0, 1), 3: (0, 1), 4: (0, -1), 5: (0, -1)}
LIFTS = {1, 3, 5}


class Above(NamedTuple):
    """`upper` lies above `lower` in a space, not always right upon it."""

    space: Space
    upper: Plate
    lower: Plate


class Naive:
    """Corners of the tiles, and every relation between two plates."""

    def __init__(self) -> None:
        self.corners = dict(START)
        self.above: set[Above] = set()

    def shift(self, tile: Tile, face: int) -> None:
        """Let a die of this face act on a tile."""
        before = set(spaces(self.corners[tile]))
        if face in LIFTS:
            fixed = {each.upper for each in self.above if each.lower == tile}
        else:
            fixed = {each.lower for each in self.above if each.upper == tile}
        x, y = self.corners[tile]
        east, north = STEPS[face]
        self.corners[tile] = Space(x + east, y + north)
        after = set(spaces(self.corners[tile]))
        self.above = {
            each
            for each in self.above
            if tile not in (each.upper, each.lower) or each.space in after
        }
        self._decide(tile, face, fixed, after - before)

    def _decide(self, tile: Tile, face: int, fixed: set[Plate], entered: set[Space]) -> None:
        here = [each for each in self.above if each.space in entered]
        while True:
            if face in LIFTS:
                more = {each.upper for each in here if each.lower in fixed}
            else:
                more = {each.lower for each in here if each.upper in fixed}
            if more <= fixed:
                break
            fixed |= more
        for space in entered:
            for other in self.present(space) - {tile}:
                is_below = (other in fixed) == (face in LIFTS)
                pair = (other, tile) if is_below else (tile, other)
                self.above.add(Above(space, *pair))

    def present(self, space: Space) -> set[Plate]:
        """Return the plates in a space."""
        x, y = space
        tiles = {
            tile
            for tile, corner in self.corners.items()
            if 0 <= x - corner.x <= 1 and 0 <= y - corner.y <= 1
        }
        return tiles | {LAND} if is_land(space) else tiles

    def stacks(self) -> dict[Space, tuple[Plate, ...]]:
        """Return every stack that has a tile, bottom to top."""
        below: defaultdict[Space, dict[Plate, int]] = defaultdict(dict)
        for tile, corner in self.corners.items():
            for space in spaces(corner):
                below[space][tile] = 0
        for space, upper, lower in self.above:
            below[space][upper] = below[space].get(upper, 0) + 1
            below[space].setdefault(lower, 0)
        return {space: tuple(sorted(each, key=each.__getitem__)) for space, each in below.items()}


def spaces(corner: Space) -> list[Space]:
    return [Space(corner.x + east, corner.y + north) for east in (0, 1) for north in (0, 1)]


def lean(stacks: dict[Space, tuple[Plate, ...]], tile: Tile, corner: Space) -> tuple[int, int]:
    """Return east minus west and north minus south, each the larger depth of two spaces."""
    depth = {
        (east, north): stacks[Space(corner.x + east, corner.y + north)].index(tile)
        for east in (0, 1)
        for north in (0, 1)
    }
    side = [max(depth[1, n] for n in (0, 1)) - max(depth[0, n] for n in (0, 1))]
    side += [max(depth[e, 1] for e in (0, 1)) - max(depth[e, 0] for e in (0, 1))]
    return side[0], side[1]
