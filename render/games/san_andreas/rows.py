"""Rows of a quake in the panel: the die, what it did or would do, and who lost a city."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.games.san_andreas.pieces import Ruin, Shift
from engine.games.san_andreas.state import Observation, Quake
from engine.games.san_andreas.tiles import LAND, Pawn
from render.canvas import Canvas, Face
from render.games.san_andreas.marks import small_waves
from render.games.san_andreas.panels import LEFT, RIGHT, rule
from render.games.san_andreas.pieces import die_sprite, lost_sprite, pawn_sprite
from render.games.san_andreas.signs import face_sprite
from render.lettering import shortened, text_width
from render.signs import Badge, badge_sprite

HIGH: Final = 44
_PIECE: Final = 32
_PITCH: Final = 38
_TILE: Final = Face("bold", 34)
_PLATES: Final = Face("regular", 28, "soft")
_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class DieRow:
    """One die: its number if it has acted, and its shift, None for a null."""

    die: Pawn
    face: int
    tile: str
    shift: Shift | None
    number: int = 0


def die_rows(
    observation: Observation, coming: Sequence[tuple[Pawn, Shift | None]] = ()
) -> list[DieRow]:
    """Return the dice: those that acted in their order, those to come, and the nulls."""
    quake = observation.quake
    assert quake is not None
    on = {pawn.pawn: pawn.tile for pawn in quake.before.layout.pawns}
    faces = {die.die: die.face for die in quake.dice}
    done = [
        DieRow(shift.die, shift.face, shift.tile, shift, number)
        for number, shift in enumerate(quake.shifts, 1)
    ]
    ahead = [DieRow(die, faces[die], on[die], shift) for die, shift in coming]
    nulls = [DieRow(die, 0, on[die], None) for die, face in faces.items() if not face]
    return [*done, *ahead, *nulls]


def put_die_row(canvas: Canvas, middle: int, row: DieRow) -> None:
    """Draw the row of one die."""
    x = LEFT + 15
    if row.number:
        canvas.stamp(badge_sprite(str(row.number), Badge(34)), x, middle)
    canvas.stamp(die_sprite(row.face, row.die, 32), x + 43, middle)
    canvas.stamp(pawn_sprite(row.die, 34), x + 83, middle)
    faded = _TILE if row.face else Face("bold", 34, "soft")
    canvas.write(row.tile, x + 109, middle, faded)
    canvas.stamp(face_sprite(row.face, 36), x + 185, middle)
    if row.shift is not None:
        left = put_lost(canvas, middle, row.shift.ruins)
        _plates(canvas, x + 214, middle, row.shift, left)


def _plates(canvas: Canvas, left: int, middle: int, shift: Shift, right: int) -> None:
    """Name the plates that the tile came to lie over or under; bare land is seen on the map."""
    names = [plate for plate in (*shift.over, *shift.under) if plate != LAND]
    text = " ".join(names)
    room = right - left - 8
    size = 28 if text_width(text, "regular", 28) <= room else 26
    canvas.write(
        shortened(text, "regular", size, room), left, middle, Face("regular", size, "soft")
    )


def put_lost(canvas: Canvas, middle: int, ruins: Iterable[Ruin]) -> int:
    """Draw the cities that were lost from the right; return where they begin."""
    lost = list(ruins)
    right = RIGHT
    if len(lost) > _MOST:
        more = f"+{len(lost) - _MOST + 1}"
        right -= canvas.write(more, right, middle, Face("bold", 28, "hot"), "right") + 6
        lost = lost[: _MOST - 1]
    for ruin in reversed(lost):
        right -= _PITCH
        canvas.stamp(lost_sprite(ruin.seat, _PIECE), right + _PITCH / 2, middle)
    return right


def _put_sunk_row(canvas: Canvas, middle: int, quake: Quake) -> None:
    """Draw the row of the islands that sank."""
    canvas.stamp(small_waves(), LEFT + 42, middle)
    left = put_lost(canvas, middle, quake.drowned)
    names = " ".join(laid.tile for laid in quake.sunk)
    start = LEFT + 124
    canvas.write(shortened(names, "bold", 34, left - start - 8), start, middle, _TILE)


def put_rows(canvas: Canvas, top: int, rows: Sequence[DieRow], quake: Quake) -> None:
    """Draw all rows of a quake with thin rules between them."""
    for n, row in enumerate(rows):
        if n:
            rule(canvas, top + HIGH * n - 4)
        put_die_row(canvas, top + 18 + HIGH * n, row)
    if quake.sunk:
        rule(canvas, top + HIGH * len(rows) - 4)
        _put_sunk_row(canvas, top + 18 + HIGH * len(rows), quake)


def height(count: int) -> int:
    """Return how high a panel with so many rows is."""
    return 72 + HIGH * count
