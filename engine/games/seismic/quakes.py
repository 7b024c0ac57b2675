"""Quakes: six lines out of a town, the longest is struck (rules 6)."""

from engine.games.seismic.board import Board, without_tiles
from engine.games.seismic.state import Laid, Quake
from engine.games.seismic.tiles import TILES


def lengths(board: Board, town: int) -> tuple[int, ...]:
    """Return the number of tiles on each line out of a town, gaps ignored."""
    built = board.built
    return tuple(sum(cell in built for cell in ray) for ray in board.ground.rays[town])


def risen(board: Board, tile: str, town: int) -> Quake:
    """Return a quake that was just turned up, with the lines it may strike."""
    counts = lengths(board, town)
    longest = max(counts)
    tied = tuple(line for line, count in enumerate(counts) if count == longest and longest)
    return Quake(tile, counts, tied, None, (), town)


def struck(board: Board, quake: Quake, line: int) -> tuple[Board, tuple[Laid, ...]]:
    """Return the board after the quake took the nearest tiles of a line, and those tiles."""
    cells = standing(board, quake.town, line)[: TILES[quake.tile].value]
    return without_tiles(board, cells), tuple(board.built[cell][0] for cell in cells)


def standing(board: Board, town: int, line: int) -> tuple[int, ...]:
    """Return the cells, by number, of the tiles on a line that can fall, nearest first.

    Another town on the line counts as a tile of it, but never falls (rules 9).
    """
    ray = (cell for cell in board.ground.rays[town][line] if cell in board.built)
    return tuple(cell for cell in ray if board.built[cell][0].tile != "SA")
