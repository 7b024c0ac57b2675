"""What a quake would strike now, by magnitude, and how likely each magnitude is."""

from collections import Counter
from typing import Final

from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.games.seismic.board import plain_field
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.check import Undrawable
from render.games.seismic.dials import draw_dial, longest, present_dial
from render.games.seismic.field import MapField
from render.games.seismic.quake import border_line, line_cells
from render.games.seismic.sheets import COLUMNS, Sheet
from render.games.seismic.view import whole_view
from render.lettering import fitting_size, shortened
from render.parts import LABEL, WORDS, head, rule
from render.seats import chip_sprite
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
_MOST: Final = max(tile.value for tile in TILES.values() if tile.kind == "quake")
_ROW: Final = 50
_BAND: Final = 236
_DIAL_Y: Final = 236
_DIALS_X: Final = {1: (1026,), 2: (952, 1103)}
_NUMBER: Final = Face("bold", 34)
_WORDS: Final = (30, 28, 26, 24)


def danger_canvas(
    observation: Observation, captions: Captions, lines: tuple[Choice, ...]
) -> Canvas:
    """Return the board with the tiles numbered that the longest lines would lose."""
    if len(observation.lines) != len(observation.towns):
        raise Undrawable(f"{len(observation.towns)} towns, but lines={observation.lines}")
    field = plain_field(observation, captions, whole_view(observation), _borders)
    _numbers(field)
    sheet = Sheet(field, "frame", max(_BAND, 24 + _ROW * len(lines)))
    first, second = sheet.part(COLUMNS[0], 20), sheet.part(COLUMNS[1], 150)
    head(first, captions.title, captions.headline)
    first.write(shortened(captions.note, "regular", 26, _RIGHT - _LEFT), _LEFT, 126, LABEL)
    for town, x in enumerate(_DIALS_X[len(observation.towns)]):
        label = captions.town_labels[town] if captions.town_labels else ""
        draw_dial(second, present_dial(observation, town, label), (x, _DIAL_Y))
    top = 384 if captions.town_labels else 352
    _odds(sheet, top, lines, captions.foot)
    return sheet.canvas


def _endangered(field: MapField) -> list[tuple[int, int]]:
    """Return the town and the direction of each line that could be struck."""
    lines = enumerate(field.observation.lines)
    return [(town, line) for town, lengths in lines for line in longest(lengths)]


def _borders(field: MapField) -> None:
    for town, line in _endangered(field):
        border_line(field, town, line, _MOST)


def _numbers(field: MapField) -> None:
    """Number each endangered tile with the least magnitude that takes it."""
    least: Counter[tuple[int, int]] = Counter()
    for town, line in _endangered(field):
        for magnitude, cell in enumerate(line_cells(field, town, line)[:_MOST], 1):
            place = field.view.point(cell)
            least[place] = min(magnitude, least[place] or magnitude)
    side = max(16, min(24, round(0.62 * field.view.side)))
    for place, magnitude in least.items():
        field.canvas.stamp(chip_sprite(str(magnitude), side, round(1.2 * side)), *place)


def _odds(sheet: Sheet, top: int, lines: tuple[Choice, ...], foot: tuple[str, ...]) -> None:
    """Write a row for each magnitude, what is known of it, and how likely it is."""
    canvas = sheet.part(COLUMNS[2], top, 30)
    if lines and not sheet.is_wide:
        rule(canvas, top - 26)
    for n, line in enumerate(lines):
        y = top + n * _ROW
        canvas.stamp(chip_sprite(line.quake[1], 22, 26), _LEFT + 22, y)
        taken = canvas.write(line.note, _RIGHT - 3, y, _NUMBER, "right")
        room = _RIGHT - _LEFT - 58 - taken - 12
        size = fitting_size(line.text, WORDS.weight, _WORDS, room)
        face = Face(WORDS.weight, size)
        canvas.write(shortened(line.text, face.weight, size, room), _LEFT + 58, y, face)
    y = top + len(lines) * _ROW + 6
    below = sheet.part(COLUMNS[0], y, 160)
    for n, text in enumerate(foot):
        below.write(shortened(text, "regular", 26, _RIGHT - _LEFT), _LEFT, y + 34 * n, LABEL)
