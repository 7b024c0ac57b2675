"""The private picture of what happened since a player's last turn."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.events import QuakeStruck
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.corners import Corners
from render.games.seismic.faults import fault_sprite, steps, torn_cell
from render.games.seismic.field import MapField
from render.games.seismic.sheets import COLUMNS, Sheet
from render.games.seismic.signs import SIGNS
from render.games.seismic.strip import changed_rows, display
from render.games.seismic.view import shown, view_of
from render.lettering import fitting_size, one_size, shortened, text_width
from render.parts import ROW_BELOW, WORDS, head, narrow_rows, rule
from render.seats import Badge, badge_sprite, chip_sprite, seat_sprite
from render.sprites import Sprite
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
_EVENT: Final = 54
_BAND: Final = 236
_MOST: Final = 6
_BADGE: Final = 36
_CROWDED: Final = 28
_NAMES: Final = (34, 32, 30, 28)
_WORDS: Final = (30, 28, 26)
_MANY: Final = 14
"""More numbers than this are drawn smaller."""


def since_canvas(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Cell, str],
    strikes: Sequence[QuakeStruck],
    lines: tuple[Choice, ...],
) -> Canvas:
    """Return the board with every new place numbered, and the events in their order."""
    lines = lines[-_MOST:]
    band = max(_BAND, _EVENT * len(lines) + 14, ROW_BELOW * observation.seats + 14)
    sheet = Sheet(_map(observation, captions, marks, strikes), "frame", band)
    head(sheet.part(COLUMNS[0], 20), captions.title, captions.headline)
    events = sheet.part(COLUMNS[1], 123)
    bottom = _events(events, lines, captions.letters)
    if not sheet.is_wide:
        rule(events, bottom + 14)
    seats = sheet.part(COLUMNS[2], bottom + 28)
    bottom = narrow_rows(seats, bottom + 28, changed_rows(observation, captions))
    if sheet.is_wide:
        display(sheet.part(COLUMNS[0], 0, 180), 0, observation, captions)
    elif bottom + 100 <= 776 + sheet.more:
        display(sheet.canvas, max(bottom + 54, 684 + sheet.more), observation, captions)
    return sheet.canvas


def _map(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Cell, str],
    strikes: Sequence[QuakeStruck],
) -> MapField:
    bare = {
        laid.cell: strike
        for strike in strikes
        for laid in strike.fallen
        if observation.at(laid.cell) is None
    }
    field = MapField(observation, view_of(shown(observation) | set(bare), observation))
    field.outlines()
    field.shadows()
    _rubble(field, bare)
    field.tiles()
    built = [cell for cell in marks if observation.at(cell)]
    for cell in built:
        field.mark(cell)
    field.crews(captions.letters)
    _numbers(field, marks, built)
    return field


def _rubble(field: MapField, bare: Mapping[Cell, QuakeStruck]) -> None:
    """Draw the cells that quakes left empty, and each fault as far as any of them reached."""
    reach: dict[tuple[Cell, int], int] = {}
    for cell, strike in bare.items():
        laid = next(laid for laid in strike.fallen if laid.cell == cell)
        torn_cell(field, laid, strike.line)
        town = field.observation.towns[strike.town]
        far = steps(town, cell)
        reach[town, strike.line] = max(far, reach.get((town, strike.line), 0))
    for (town, line), far in reach.items():
        field.canvas.stamp(fault_sprite(field.view.side, line, far), *field.view.point(town))


def _numbers(field: MapField, marks: Mapping[Cell, str], built: Collection[Cell]) -> None:
    """Number the places: rubble in its middle, a tile at a corner with room."""
    size = _CROWDED if len(marks) > _MANY else _BADGE
    corners = Corners(field, size)
    for cell in (cell for cell in marks if cell not in built):
        badge = badge_sprite(marks[cell], Badge(size, "hot"))
        corners.stamp_at(badge, field.view.point(cell))
    for cell in built:
        corners.stamp(badge_sprite(marks[cell], Badge(size)), cell)


def _events(canvas: Canvas, lines: tuple[Choice, ...], letters: tuple[str, ...]) -> int:
    before = [list(_pieces(line, letters)) for line in lines]
    rooms = [
        _RIGHT - _LEFT - sum(wide for _, _, wide in pieces) - _noted(line)
        for line, pieces in zip(lines, before, strict=True)
    ]
    told = list(zip(lines, before, rooms, strict=True))
    names = ((line.text, room) for line, _, room in told if line.seat is not None)
    name = Face("bold", one_size(names, "bold", _NAMES))
    for n, (line, pieces, room) in enumerate(told):
        y, x = 150 + n * _EVENT, _LEFT
        for sprite, half, wide in pieces:
            canvas.stamp(sprite, x + half, y)
            x += wide
        canvas.write(line.note, _RIGHT, y, WORDS, "right")
        face = name if line.seat is not None else _words(line.text, room)
        canvas.write(shortened(line.text, face.weight, face.size, room), x, y, face)
    return 150 - 27 + len(lines) * _EVENT


def _noted(line: Choice) -> int:
    """Return the room that a line's note takes, in pixels."""
    return text_width(line.note, WORDS.weight, WORDS.size) + 12 if line.note else 0


def _words(text: str, room: int) -> Face:
    return Face(WORDS.weight, fitting_size(text, WORDS.weight, _WORDS, room))


def _pieces(line: Choice, letters: tuple[str, ...]) -> Iterator[tuple[Sprite, int, int]]:
    """Return what stands before the words: a sprite, its middle, the room it takes."""
    if line.label:
        colour = "hot" if line.quake else "ink"
        yield badge_sprite(line.label, Badge(36, colour)), 18, 46
    seats = line.others if line.seat is None else (line.seat, *line.others)
    for seat in seats:
        yield seat_sprite(seat, 38, letters[seat]), 18, 48
    if line.quake:
        yield chip_sprite(line.quake[1], 22, 26), 20, 52
    if line.sign:
        yield SIGNS[line.sign](34, "soft"), 17, 44
