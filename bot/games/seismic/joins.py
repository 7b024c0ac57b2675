"""Which claimed sections a tile has joined: worth a word, for it may change who owns the road."""

from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation


def joined(before: Observation, after: Observation, cell: Cell) -> tuple[Seat, ...]:
    """Return whose claimed sections the tile now on `cell` has joined, none if it joined none."""
    parts = {
        crew: number for number, section in enumerate(before.sections) for crew in section.crews
    }
    for section in after.sections:
        known = {parts[crew] for crew in section.crews if crew in parts}
        if len(known) > 1 and _crosses(section, cell):
            return tuple(sorted({crew.seat for _, crew in section.crews}))
    return ()


def _crosses(section: Section, cell: Cell) -> bool:
    return any(piece.cell == cell for piece in (*section.fragments, *section.stubs))
