"""The ground a second time, slowly: a list of which plate lies above which, space by space.

Nothing here knows a stack or a bit, and nothing comes from the engine: pieces and borders are
written down once more. A shift forgets what the tile no longer overlaps, adds what it newly does,
and every stack is sorted anew by how many plates lie below.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from operator import itemgetter
from typing import NamedTuple, TypeAlias

Tile: TypeAlias = str
Plate: TypeAlias = str
Space: TypeAlias = tuple[int, int]
Stacks: TypeAlias = dict[Space, tuple[Plate, ...]]

LAND = "LAND"
ROWS = {  # the first tile's southwest space and how many there are, two spaces apart
    "A": (1, 15, 3),
    "B": (1, 13, 3),
    "C": (1, 11, 3),
    "D": (2, 9, 3),
    "E": (3, 7, 3),
    "F": (4, 5, 3),
    "G": (5, 3, 3),
    "H": (7, 1, 2),
}
LAST_BEFORE_LAND = {16: 6, 10: 7, 8: 8, 6: 9, 4: 10}  # in this row and those below
STEPS = {1: (1, 0), 2: (0, 1), 3: (0, 1), 4: (0, -1), 5: (0, -1)}
LIFTS = {1, 3, 5}
WAYS = {"west": (-1, 0), "north": (0, 1), "south": (0, -1), "east": (1, 0)}  # ties: the first


def start() -> dict[Tile, Space]:
    return {
        f"{row}{place + 1}": (x + 2 * place, y)
        for row, (x, y, count) in ROWS.items()
        for place in range(count)
    }


def is_land(space: Space) -> bool:
    x, y = space
    lasts = [last for top, last in sorted(LAST_BEFORE_LAND.items()) if top >= y]
    return y < 1 or not lasts or x > lasts[0]


class Above(NamedTuple):
    """`upper` lies above `lower` in a space, not always right upon it."""

    space: Space
    upper: Plate
    lower: Plate


class Naive:
    """Corners of the tiles, and every relation between two plates."""

    def __init__(self) -> None:
        self.corners = start()
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
        self.corners[tile] = (x + east, y + north)
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
            for tile, (west, south) in self.corners.items()
            if 0 <= x - west <= 1 and 0 <= y - south <= 1
        }
        return tiles | {LAND} if is_land(space) else tiles

    def stacks(self) -> Stacks:
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
    x, y = corner
    return [(x + east, y + north) for east in (0, 1) for north in (0, 1)]


def beside(space: Space) -> set[Space]:
    x, y = space
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def lean(stacks: Stacks, tile: Tile, corner: Space) -> tuple[int, int]:
    """Return east minus west and north minus south, each the larger depth of two spaces."""
    x, y = corner
    depth = {
        (east, north): stacks[x + east, y + north].index(tile)
        for east in (0, 1)
        for north in (0, 1)
    }
    side = [max(depth[1, n] for n in (0, 1)) - max(depth[0, n] for n in (0, 1))]
    side += [max(depth[e, 1] for e in (0, 1)) - max(depth[e, 0] for e in (0, 1))]
    return side[0], side[1]


def visible(stacks: Stacks) -> dict[Space, Tile]:
    """Return the spaces in which a tile lies on top."""
    return {space: plates[-1] for space, plates in stacks.items() if plates[-1] != LAND}


def ocean(stacks: Stacks) -> set[Space]:
    """Return the water that joins the far west, walking from x = -1 (rules 3)."""
    reached, ahead = set[Space](), [(-1, 1)]
    while ahead:
        space = ahead.pop()
        if space not in reached and space not in stacks and space[0] >= -1 and not is_land(space):
            reached.add(space)
            ahead += beside(space)
    return reached


def coastal(stacks: Stacks) -> set[Tile]:
    """Return the tiles of which a visible space has the ocean beside it (rules 3)."""
    sea = ocean(stacks)
    return {tile for space, tile in visible(stacks).items() if beside(space) & sea}


def straight_paths(
    stacks: Stacks, *, edition: int, lakes: bool
) -> dict[Space, tuple[str, int, Space] | None]:
    """Return for each visible space the direction of the ocean, how far and where it is (rules 6).

    A space with the land on top blocks a direction. In edition 1 only bare land did.
    """
    sea, paths = ocean(stacks), dict[Space, tuple[str, int, Space] | None]()
    for space in visible(stacks):
        found = list[tuple[str, int, Space]]()
        for direction, (east, north) in WAYS.items():
            x, y = space
            for distance in range(30):
                x, y = x + east, y + north
                plates = stacks.get((x, y), (LAND,) if is_land((x, y)) else ())
                if (x, y) in sea or (lakes and not plates):
                    found.append((direction, distance, (x, y)))
                    break
                if plates == (LAND,) or (edition > 1 and plates[-1:] == (LAND,)):
                    break
        paths[space] = min(found, key=itemgetter(1), default=None)
    return paths


class Pieces(NamedTuple):
    """Where cities stand, and pawns that no plate covers."""

    cities: Collection[Space]
    pawns: Collection[Space]


def for_cities(stacks: Stacks, corners: dict[Tile, Space], on: Pieces) -> Iterator[Space]:
    """Yield the spaces for a city: empty, none beside it, the tile not steep (rules 2)."""
    for space, tile in visible(stacks).items():
        steepness = max(map(abs, lean(stacks, tile, corners[tile])))
        taken = space in on.pawns or ({space} | beside(space)) & set(on.cities)
        if steepness < 2 and not taken:
            yield space


def for_pawns(stacks: Stacks, on: Pieces) -> Iterator[Space]:
    """Yield the spaces for a pawn: empty, on a tile that is coastal (rules 2)."""
    coast = coastal(stacks)
    for space, tile in visible(stacks).items():
        if tile in coast and space not in (*on.cities, *on.pawns):
            yield space
