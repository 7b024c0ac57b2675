"""Positions as text (rules 1): `q,r code/turn` for a tile, `q,r:edge letter` for a crew.

>>> written(laid_out("0,-1 03/0; 0,-2 01/2", "0,-2:3 a"))
('0,-1 03/0; 0,-2 01/2', '0,-2:2 a')
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.boards.hexes import Cell, parsed_cell
from engine.game import Seat
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.tiles import shape

LETTERS: Final = "abcd"
"""The seats in the order of play."""


def laid_out(tiles: str, crews: str = "") -> tuple[Laid, ...]:
    """Return the tiles of a text, with the crews of another; a crew may name either edge."""
    standing: dict[Cell, list[tuple[Seat, int]]] = {}
    for part in _parts(crews):
        place, letter = part.split()
        cell, edge = place.split(":")
        seat = Seat(LETTERS.index(letter))
        standing.setdefault(parsed_cell(cell), []).append((seat, int(edge)))
    return tuple(_laid(part, standing) for part in _parts(tiles))


def _parts(text: str) -> Iterator[str]:
    return (part.strip() for part in text.replace("\n", ";").split(";") if part.strip())


def _laid(part: str, standing: dict[Cell, list[tuple[Seat, int]]]) -> Laid:
    where, what = part.split()
    code, turn = what.split("/")
    cell, across = parsed_cell(where), shape(code, int(turn)).across
    crews = (Crew(seat, min(edge, across[edge])) for seat, edge in standing.get(cell, ()))
    return Laid(cell, code, int(turn), tuple(crews))


def written(tiles: Iterable[Laid]) -> tuple[str, str]:
    """Return the texts of tiles and of the crews on them."""
    laid = tuple(tiles)
    crews = [
        f"{each.cell}:{crew.edge} {LETTERS[crew.seat]}" for each in laid for crew in each.crews
    ]
    return "; ".join(f"{each.cell} {each.tile}/{each.turn}" for each in laid), "; ".join(crews)
