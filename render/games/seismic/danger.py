"""What a quake would strike now, by magnitude, and how likely each magnitude is."""

from collections import Counter
from typing import Final

from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.games.seismic.board import plain_field
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.check import Undrawable
from render.games.seismic.dials import HEIGHT, WIDTH, draw_dial, longest, present_dial
from render.games.seismic.field import MapField
from render.games.seismic.quake import border_line, line_cells
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.view import Strip, whole_layout
from render.signs import chip_sprite
from render.strips import headline, line

_MOST: Final = max(tile.value for tile in TILES.values() if tile.kind == "quake")
_HEAD: Final = 66
_ROW: Final = 54
_NUMBER: Final = Face("bold", 38)
_WORDS: Final = Face("regular", 36)
_APART: Final = 36


def danger_canvas(
    observation: Observation, captions: Captions, lines: tuple[Choice, ...]
) -> Canvas:
    """Return the board with the tiles numbered that the longest lines would lose."""
    if len(observation.lines) != len(observation.towns):
        raise Undrawable(f"{len(observation.towns)} towns, but lines={observation.lines}")
    dials = [
        present_dial(observation, town, label)
        for town, label in enumerate(captions.town_labels or ("",) * len(observation.towns))
    ]
    rows = -(-len(lines) // 2)
    odds = _ROW * rows + 44 * len(captions.foot)
    strip = Strip(_HEAD, max(HEIGHT + 22 + (40 if captions.town_labels else 0), odds + 24))
    layout = whole_layout(observation, strip)
    field = plain_field(observation, captions, layout.view, _borders)
    _numbers(field)
    sheet = Sheet(field, layout, "frame")
    width, _ = headline(sheet.above, 32, captions.headline, ROOM // 2)
    note = f"{captions.note} \N{MIDDLE DOT} {captions.title}" if captions.note else captions.title
    line(sheet.above.moved(width + 24, 0), 36, note, ROOM - width - 24)
    for n, dial in enumerate(dials):
        draw_dial(sheet.below, dial, (n * (WIDTH + 12) + WIDTH // 2, 14 + HEIGHT // 2))
    left = len(dials) * (WIDTH + 12) + 24
    _odds(sheet.below.moved(left, 14), lines, ROOM - left)
    for n, text in enumerate(captions.foot):
        line(sheet.below.moved(left, 14), rows * _ROW + 22 + 44 * n, text, ROOM - left, _WORDS)
    return sheet.canvas


def _endangered(field: MapField) -> list[tuple[int, int]]:
    """Return the town and the direction of each line that could be struck."""
    lines = enumerate(field.observation.lines)
    return [(town, way) for town, lengths in lines for way in longest(lengths)]


def _borders(field: MapField) -> None:
    for town, way in _endangered(field):
        border_line(field, town, way, _MOST)


def _numbers(field: MapField) -> None:
    """Number each endangered tile with the least magnitude that takes it."""
    least: Counter[tuple[int, int]] = Counter()
    for town, way in _endangered(field):
        for magnitude, cell in enumerate(line_cells(field, town, way)[:_MOST], 1):
            place = field.view.point(cell)
            least[place] = min(magnitude, least[place] or magnitude)
    side = max(16, min(36, round(0.62 * field.view.side)))
    for place, magnitude in least.items():
        field.canvas.stamp(chip_sprite(str(magnitude), side, round(1.2 * side)), *place)


def _odds(canvas: Canvas, lines: tuple[Choice, ...], room: int) -> None:
    """Write a row for each magnitude, what is known of it, and how likely it is."""
    rows, width = -(-len(lines) // 2), (room - _APART) // 2
    for n, each in enumerate(lines):
        column, row = divmod(n, rows)
        place, y = canvas.moved(column * (width + _APART), 0), row * _ROW + 26
        place.stamp(chip_sprite(each.quake[1], 24, 34), 24, y)
        taken = place.write(each.note, width, y, _NUMBER, "right")
        line(place.moved(62, 0), y, each.text, width - 62 - taken - 12, _WORDS)
