"""The private picture of what happened since a player's last turn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.boards.hexes import Cell, distance
from engine.games.seismic.events import QuakeStruck
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.faults import fault_sprite, torn_cell
from render.games.seismic.map import Corners, MapField
from render.games.seismic.signs import SIGNS
from render.games.seismic.strip import DISPLAY, ROOM, MapPicture, changed_rows, display
from render.games.seismic.view import Strip, whole_layout
from render.lettering import fitting_size, one_size, shortened, text_width
from render.signs import Badge, badge_sprite, chip_sprite, seat_sprite
from render.sprites import Sprite
from render.strips import SEAT, WORDS, headline, seats_across

_EVENT: Final = 56
_FIRST: Final = 70
"""Height of the headline, above the events."""
_COLUMN: Final = 384
_MOST: Final = 6
_BADGE: Final = 44
_CROWDED: Final = 36
_NAMES: Final = (38, 36, 34, 32)
_WORDS: Final = (36, 34, 32, 30, 28)
_MANY: Final = 14
"""More numbers than this are drawn smaller."""


def since_canvas(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Cell, str],
    strikes: Sequence[QuakeStruck],
    lines: tuple[Choice, ...],
) -> Canvas:
    """Return what happened since a player's turn; `lines` tell the events in order.

    `marks` numbers the new and the turned tiles, and one cell of each quake's rubble; `strikes`
    are the quakes that took tiles.
    """
    lines = lines[-_MOST:]
    rows = max(2, -(-len(lines) // 2))
    strip = Strip(SEAT + 4, _FIRST + _EVENT * rows + 4)
    bare = {
        laid.cell: strike
        for strike in strikes
        for laid in strike.fallen
        if observation.at(laid.cell) is None
    }
    layout = whole_layout(observation, strip, bare)
    field = MapField(observation, layout.view)
    field.outlines()
    field.shadows()
    _rubble(field, bare)
    field.tiles()
    built = [cell for cell in marks if observation.at(cell)]
    for cell in built:
        field.mark(cell)
    field.crews(captions.letters)
    # The places have numbers: rubble in its middle, a tile at a corner with room.
    size = _CROWDED if len(marks) > _MANY else _BADGE
    corners = Corners(field, size)
    for cell in (cell for cell in marks if cell not in built):
        badge = badge_sprite(marks[cell], Badge(size, "hot"))
        corners.stamp_at(badge, field.view.point(cell))
    for cell in built:
        corners.stamp(badge_sprite(marks[cell], Badge(size)), cell)
    picture = MapPicture(field, layout, "frame")
    seats_across(picture.above, changed_rows(observation, captions), ROOM)
    headline(picture.below, 36, captions.headline, ROOM - DISPLAY - 24)
    for column in range(2):
        told = lines[column * rows : (column + 1) * rows]
        _events(picture.below.moved(column * (_COLUMN + 24), _FIRST), told, captions.letters)
    display(picture.below.moved(ROOM - DISPLAY, _FIRST + 28), observation, captions)
    return picture.canvas


def _rubble(field: MapField, bare: Mapping[Cell, QuakeStruck]) -> None:
    """Draw the cells that quakes left empty, and each fault as far as any of them reached."""
    reach: dict[tuple[Cell, int], int] = {}
    for cell, strike in bare.items():
        laid = next(laid for laid in strike.fallen if laid.cell == cell)
        torn_cell(field, laid, strike.line)
        town = field.observation.towns[strike.town]
        far = distance(town, cell)
        reach[town, strike.line] = max(far, reach.get((town, strike.line), 0))
    for (town, line), far in reach.items():
        field.canvas.stamp(fault_sprite(field.view.side, line, far), *field.view.point(town))


def _events(canvas: Canvas, lines: Sequence[Choice], letters: tuple[str, ...]) -> None:
    told = []
    for line in lines:
        before = list(_pieces(line, letters))
        noted = text_width(line.note, WORDS.weight, WORDS.size) + 12 if line.note else 0
        told.append((line, before, _COLUMN - sum(wide for _, _, wide in before) - noted))
    names = ((line.text, room) for line, _, room in told if line.seat is not None)
    name = Face("bold", one_size(names, "bold", _NAMES))
    for n, (line, before, room) in enumerate(told):
        y, x = n * _EVENT + _EVENT // 2, 0
        for sprite, half, wide in before:
            canvas.stamp(sprite, x + half, y)
            x += wide
        canvas.write(line.note, _COLUMN, y, WORDS, "right")
        size = fitting_size(line.text, WORDS.weight, _WORDS, room)
        face = name if line.seat is not None else Face(WORDS.weight, size)
        canvas.write(shortened(line.text, face.weight, face.size, room), x, y, face)


def _pieces(line: Choice, letters: tuple[str, ...]) -> Iterator[tuple[Sprite, int, int]]:
    """Return what stands before the words: a sprite, its middle, the room it takes."""
    if line.label:
        colour = "hot" if line.quake else "ink"
        yield badge_sprite(line.label, Badge(44, colour)), 24, 56
    seats = line.others if line.seat is None else (line.seat, *line.others)
    for seat in seats:
        yield seat_sprite(seat, 42, letters[seat]), 20, 50
    if line.quake:
        yield chip_sprite(line.quake[1], 24, 34), 22, 56
    if line.sign:
        yield SIGNS[line.sign](34, "soft"), 17, 44
