"""The rules of tiles and sections worked out the slow way: edge by edge, by flood fill.

It shares nothing with the engine but the words of a position: codes are read here anew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
Place = tuple[int, int]
Piece = tuple[Place, frozenset[int]]
"""A fragment: its cell and the edges it reaches; a stub reaches one."""


@dataclass(frozen=True)
class Tile:
    code: str
    turn: int
    crews: tuple[tuple[int, int], ...] = ()
    """Seat and one edge of the fragment."""

    def pieces(self) -> list[frozenset[int]]:
        return [frozenset((edge + self.turn) % 6 for edge in piece) for piece in written(self.code)]

    def has_highway(self, edge: int) -> bool:
        return any(edge in piece for piece in self.pieces())

    def piece(self, edge: int) -> frozenset[int]:
        return next(piece for piece in self.pieces() if edge in piece)


def written(code: str) -> list[list[int]]:
    if code == "SA":
        return [[edge] for edge in range(6)]
    if code.startswith("+"):
        return [[int(edge)] for edge in code[3:]]
    return [[int(edge) for edge in pair] for pair in code.split("-")]


def value(code: str) -> int:
    return 6 if code == "SA" else int(code[1]) if code.startswith("+") else 0


Table = dict[Place, Tile]


def beside(cell: Place, edge: int) -> Place:
    return cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1]


def towns(table: Table) -> list[Place]:
    return [cell for cell, tile in table.items() if tile.code == "SA"]


def on_table(table: Table, cell: Place, radius: int) -> bool:
    return any(
        max(abs(q), abs(r), abs(q + r)) <= radius
        for q, r in ((cell[0] - town[0], cell[1] - town[1]) for town in towns(table))
    )


def rotations(code: str) -> Iterator[int]:
    seen = []
    for turn in range(6):
        shape = sorted(map(sorted, Tile(code, turn).pieces()))
        if shape not in seen:
            seen.append(shape)
            yield turn


def fits(table: Table, cell: Place, tile: Tile) -> bool:
    joined = False
    for edge in range(6):
        neighbour = table.get(beside(cell, edge))
        if neighbour is not None:
            facing = neighbour.has_highway((edge + 3) % 6)
            if facing != tile.has_highway(edge):
                return False
            joined = joined or facing
    return joined


def section(table: Table, start: Piece) -> set[Piece]:
    found, waiting = {start}, [start]
    while waiting:
        cell, edges = waiting.pop()
        for edge in edges:
            neighbour = beside(cell, edge)
            if neighbour in table and table[neighbour].has_highway((edge + 3) % 6):
                piece = (neighbour, table[neighbour].piece((edge + 3) % 6))
                if piece not in found:
                    found.add(piece)
                    waiting.append(piece)
    return found


def crews_on(table: Table, pieces: Iterable[Piece]) -> list[int]:
    return [seat for cell, edges in pieces for seat, edge in table[cell].crews if edge in edges]


def free_crews(table: Table, cell: Place, tile: Tile) -> Iterator[int]:
    after = {**table, cell: tile}
    for piece in tile.pieces():
        if not crews_on(after, section(after, (cell, piece))):
            yield min(piece)


def placements(
    table: Table, radius: int, codes: Iterable[str], crews_left: int
) -> set[tuple[str, Place, int, int | None]]:
    near = {beside(cell, edge) for cell in table for edge in range(6)} - table.keys()
    found: set[tuple[str, Place, int, int | None]] = set()
    for code in set(codes):
        for cell in near:
            if on_table(table, cell, radius):
                for turn in rotations(code):
                    tile = Tile(code, turn)
                    if fits(table, cell, tile):
                        found.add((code, cell, turn, None))
                        if crews_left:
                            for edge in free_crews(table, cell, tile):
                                found.add((code, cell, turn, edge))
    return found


def sections(table: Table) -> list[set[Piece]]:
    found: list[set[Piece]] = []
    for cell, tile in table.items():
        for edges in tile.pieces():
            if not any((cell, edges) in known for known in found):
                found.append(section(table, (cell, edges)))
    return found


def is_complete(table: Table, pieces: set[Piece]) -> bool:
    """Both ends are stubs; every other edge is met; a loop has no stub at all."""
    stubs = [piece for piece in pieces if len(piece[1]) == 1]
    met = all(beside(cell, edge) in table for cell, edges in pieces for edge in edges)
    return len(stubs) == 2 and met


def worth(table: Table, pieces: set[Piece]) -> int:
    fragments = [piece for piece in pieces if len(piece[1]) == 2]
    ends = [cell for cell, edges in pieces if len(edges) == 1]
    joined = {cell for cell in ends if table[cell].code == "SA"}
    return len(fragments) + sum(value(table[cell].code) for cell in ends) + 10 * (len(joined) > 1)


def scores(table: Table, seats: int) -> tuple[int, ...]:
    total = [0] * seats
    for pieces in sections(table):
        crews = crews_on(table, pieces)
        if crews and is_complete(table, pieces):
            most = max(crews.count(seat) for seat in range(seats))
            for seat in range(seats):
                if crews.count(seat) == most:
                    total[seat] += worth(table, pieces)
    return tuple(total)


def is_open(table: Table, radius: int) -> bool:
    return any(
        beside(cell, edge) not in table and on_table(table, beside(cell, edge), radius)
        for cell, tile in table.items()
        for piece in tile.pieces()
        for edge in piece
    )


def lines(table: Table, radius: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(line(table, radius, town, edge) for edge in range(6)) for town in towns(table)
    )


def line(table: Table, radius: int, town: Place, edge: int) -> int:
    cell, count = beside(town, edge), 0
    while on_table(table, cell, radius):
        count += cell in table
        cell = beside(cell, edge)
    return count


def looks(tile: Tile) -> tuple[object, ...]:
    """What a tile looks like with its crews: fragments, and whose crew is on which."""
    crews = sorted((seat, sorted(tile.piece(edge))) for seat, edge in tile.crews)
    return sorted(map(sorted, tile.pieces())), crews


def turned(tile: Tile, turn: int) -> Tile:
    moved = ((seat, (edge + turn - tile.turn) % 6) for seat, edge in tile.crews)
    return Tile(tile.code, turn, tuple(moved))


def ways_to_turn(table: Table, barred: Iterable[Place]) -> set[tuple[Place, int]]:
    found: set[tuple[Place, int]] = set()
    for cell, tile in table.items():
        seen = [looks(tile)]
        for turn in range(6) if tile.code != "SA" and cell not in barred else ():
            if looks(turned(tile, turn)) not in seen:
                seen.append(looks(turned(tile, turn)))
                if fits(table, cell, turned(tile, turn)):
                    found.add((cell, turn))
    return found
