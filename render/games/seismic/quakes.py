"""Pictures of quakes: what one would strike now, what it waits for, a line that would fall."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engine.boards.hexes import OFFSETS, Cell, neighbour
from engine.games.seismic.pieces import Quake
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.games.seismic.board import plain_field
from render.games.seismic.building import lock
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.check import Undrawable
from render.games.seismic.faults import border_sprite
from render.games.seismic.map import MapField
from render.games.seismic.strip import ROOM, MapPicture, seat_rows
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import ring_sprite, tile_sprite
from render.games.seismic.view import Strip, whole_layout
from render.layout import Viewport, cell_height
from render.lettering import shortened
from render.shapes import circle, grown
from render.signs import Badge, badge_sprite, chip_sprite
from render.sprites import Sprite, kept, outlined
from render.strips import SEAT, TITLE, WORDS, counted, headline, line, seats_across

_SIDE: Final = 31
_CHOICE: Final = Face("bold", 34)
DIAL: Final = 200
"""Of a dial and the word beside its middle."""
DIAL_HEIGHT: Final = 166
_BELOW: Final = 108
"""From the middle of a dial to the words below it."""


@dataclass(frozen=True, slots=True)
class Dial:
    """The six lengths, which of them are red, and what stands below: a word, a choice's letter."""

    lengths: tuple[int, ...]
    red: Collection[int]
    label: str = ""
    letter: str = ""


def struck_dial(quake: Quake, label: str = "") -> Dial:
    """Return the dial of a quake: the line that falls, or those that may fall, in red."""
    return Dial(quake.lengths, set(quake.tied) if quake.line is None else {quake.line}, label)


def present_dial(observation: Observation, town: int, label: str = "", letter: str = "") -> Dial:
    """Return the lines of a town as they are now, the longest in red."""
    return Dial(observation.lines[town], longest(observation.lines[town]), label, letter)


def longest(lengths: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lines that a quake could strike now: all of the greatest length, if any."""
    most = max(lengths)
    return tuple(line for line, length in enumerate(lengths) if length == most and most)


def draw_dial(canvas: Canvas, dial: Dial, middle: tuple[int, int]) -> None:
    """Draw the lengths around a town."""
    view = Viewport(_SIDE + 1, *middle, 0, 0)
    for way, length in enumerate(dial.lengths):
        colour = "hot" if way in dial.red else "land"
        chip = chip_sprite(str(length), _SIDE, 36, colour)
        canvas.stamp(chip, *view.point(OFFSETS[way]))
    canvas.stamp(_town(), *middle)
    x, y = middle[0], middle[1] + _BELOW
    face, shift = (_CHOICE, 20) if dial.letter else (TITLE, 0)
    label = shortened(dial.label, face.weight, face.size, DIAL - 2 * shift)
    width = canvas.write(label, x + shift, y, face, "middle")
    if dial.letter:
        canvas.stamp(badge_sprite(dial.letter, Badge(42)), x - width / 2 - 6, y)


@kept
def _town() -> Sprite:
    disc = circle(19)
    return outlined(disc, (("ink", disc), ("town", grown(disc, -2))))


_ROOM: Final = 620
"""Room of the headline."""
_BORDER: Final = 0.12
_BORDER_AT_LEAST: Final = 4
_TOWN_RING: Final = 36
"""Least side of the ring around a town that may be chosen."""


def tie_canvas(observation: Observation, captions: Captions, lettered: Mapping[int, str]) -> Canvas:
    """Return the public picture of a tie: `lettered` has the letter of each direction."""
    quake, dials = latest(observation), _dials(observation, captions)
    layout = whole_layout(observation, _strip(dials))

    def borders(field: MapField) -> None:
        if len(observation.towns) > 1:
            field.mark(observation.towns[quake.town], "hot")
        for each in lettered:
            border_line(field, quake.town, each, TILES[quake.tile].value)

    field = plain_field(observation, captions, layout.view, borders)
    for struck in sorted(lettered):
        letter_line(field, quake.town, struck, lettered[struck])
    picture = MapPicture(field, layout, "frame")
    return _on_paper(picture, observation, captions, quake.tile, dials)


def towns_canvas(
    observation: Observation, captions: Captions, lettered: Mapping[Cell, str]
) -> Canvas:
    """Return the public picture of a quake that waits for the choice of a town, by its letter."""
    if observation.rising is None:
        raise Undrawable("no quake waits for a town")
    magnitude = TILES[observation.rising.tile].value
    dials = [
        present_dial(observation, n, _label(captions, n), lettered.get(town, ""))
        for n, town in enumerate(observation.towns)
    ]
    layout = whole_layout(observation, _strip(dials))

    def borders(field: MapField) -> None:
        for town, lines in enumerate(observation.lines):
            for each in longest(lines):
                border_line(field, town, each, magnitude)

    field = plain_field(observation, captions, layout.view, borders)
    side = max(layout.view.side, _TOWN_RING)
    for cell, letter in lettered.items():
        x, y = layout.view.point(cell)
        field.canvas.stamp(ring_sprite(side, "glow"), x, y)
        field.badge(letter, x, y - cell_height(side) // 2 - 28, Badge(60))
    picture = MapPicture(field, layout, "frame")
    return _on_paper(picture, observation, captions, observation.rising.tile, dials)


def fall_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the private picture of what a line, struck in `observation`, takes with it."""
    quake = latest(observation)
    if quake.line is None:
        raise Undrawable(f"{quake.tile} has no line to fall")
    dials = _dials(observation, captions)
    layout = whole_layout(observation, _strip(dials))
    picture = MapPicture(plain_field(observation, captions, layout.view), layout, "amber")
    lock(picture.below.moved(_ROOM - ROOM - 40, 0))
    return _on_paper(picture, observation, captions, quake.tile, dials)


def _strip(dials: list[Dial]) -> Strip:
    """Return what the strip around the map takes: the seats; the headline, the dials."""
    return Strip(SEAT + 4, DIAL_HEIGHT + 22 + (40 if any(dial.label for dial in dials) else 0))


def latest(observation: Observation) -> Quake:
    """Return the quake in question, the last one."""
    if not observation.quakes:
        raise Undrawable("no quake since the last placement")
    return observation.quakes[-1]


def border_line(field: MapField, town: int, line: int, magnitude: int) -> None:
    """Border the tiles that a line would lose."""
    side = field.view.side
    sprite = border_sprite(side, "hot", max(_BORDER, _BORDER_AT_LEAST / side))
    for cell in line_cells(field, town, line)[:magnitude]:
        field.canvas.stamp(sprite, *field.view.point(cell))


def letter_line(field: MapField, town: int, line: int, letter: str) -> None:
    """Put a line's letter behind its last tile, or on it at the end of the field."""
    if cells := line_cells(field, town, line):
        x, y = field.view.point(neighbour(cells[-1], line))
        inside = 32 <= x <= field.view.width - 32 and 32 <= y <= field.view.height - 32
        x, y = (x, y) if inside else field.view.point(cells[-1])
        field.badge(letter, x, y, Badge(60))


def line_cells(field: MapField, town: int, line: int) -> list[Cell]:
    """Return the cells of a line whose tiles can fall, nearest to its town first."""
    towns = field.observation.towns
    cell, found = towns[town], []
    while cell in field.grid.cells:
        cell = neighbour(cell, line)
        if field.observation.at(cell) and cell not in towns:
            found.append(cell)
    return found


def _dials(observation: Observation, captions: Captions) -> list[Dial]:
    """Return the dial of the struck town; of two towns the one that is struck first comes first."""
    quakes = observation.quakes
    if len(observation.towns) == 1:
        return [struck_dial(quakes[-1])]
    # Every quake strikes both towns: an even number means that the second one is struck now.
    if len(quakes) % 2 == 0:
        return [struck_dial(quake, _label(captions, quake.town)) for quake in quakes[-2:]]
    other = 1 - quakes[-1].town
    waits = Dial(observation.lines[other], (), _label(captions, other))
    return [struck_dial(quakes[-1], _label(captions, quakes[-1].town)), waits]


def _label(captions: Captions, town: int) -> str:
    return captions.town_labels[town] if captions.town_labels else ""


def _on_paper(
    picture: MapPicture, observation: Observation, captions: Captions, tile: str, dials: list[Dial]
) -> Canvas:
    """Finish the picture of a map: what everybody has; the quake's tile, or both dials."""
    seats_across(picture.above, seat_rows(observation, captions), ROOM)
    canvas = picture.below
    headline(canvas, 40, captions.headline, _ROOM)
    line(canvas, 92, captions.note, _ROOM, WORDS)
    if not observation.piles:
        counted(canvas, 148, str(observation.pile), captions.pile_label, _ROOM)
    middle = 14 + DIAL_HEIGHT // 2
    if len(dials) == 1:
        canvas.stamp(tile_sprite(TileFace(tile, 0, 84)), ROOM - 2 * DIAL, middle)
    for n, dial in enumerate(reversed(dials)):
        draw_dial(canvas, dial, (ROOM - DIAL // 2 - n * (DIAL + 24), middle))
    return picture.canvas


_MOST: Final = max(tile.value for tile in TILES.values() if tile.kind == "quake")
_TOP: Final = 66
_ROW: Final = 54
_NUMBER: Final = Face("bold", 38)
_WORDS: Final = Face("regular", 36)
_APART: Final = 36


def danger_canvas(
    observation: Observation, captions: Captions, lines: tuple[Choice, ...]
) -> Canvas:
    """Return which lines a quake would strike now; a tile's number is the magnitude it takes.

    `lines` say how likely each magnitude is: `Choice("", "2 left", "4 %", quake="Q3.0")`.
    """
    if len(observation.lines) != len(observation.towns):
        raise Undrawable(f"{len(observation.towns)} towns, but lines={observation.lines}")
    labels = captions.town_labels or ("",) * len(observation.towns)
    dials = [present_dial(observation, town, label) for town, label in enumerate(labels)]
    rows = -(-len(lines) // 2)
    odds = _ROW * rows + 44 * len(captions.foot)
    strip = Strip(_TOP, max(DIAL_HEIGHT + 22 + (40 if captions.town_labels else 0), odds + 24))
    layout = whole_layout(observation, strip)
    endangered = [
        (town, way) for town, each in enumerate(observation.lines) for way in longest(each)
    ]

    def borders(field: MapField) -> None:
        for town, way in endangered:
            border_line(field, town, way, _MOST)

    field = plain_field(observation, captions, layout.view, borders)
    least: dict[Cell, int] = {}
    for town, way in endangered:
        for magnitude, cell in enumerate(line_cells(field, town, way)[:_MOST], 1):
            least[cell] = min(magnitude, least.get(cell, magnitude))
    side = max(16, min(36, round(0.62 * layout.view.side)))
    for cell, magnitude in least.items():
        chip = chip_sprite(str(magnitude), side, round(1.2 * side))
        field.canvas.stamp(chip, *layout.view.point(cell))
    picture = MapPicture(field, layout, "frame")
    width, _ = headline(picture.above, 32, captions.headline, ROOM // 2)
    note = f"{captions.note} \N{MIDDLE DOT} {captions.title}" if captions.note else captions.title
    line(picture.above.moved(width + 24, 0), 36, note, ROOM - width - 24)
    for n, dial in enumerate(dials):
        draw_dial(picture.below, dial, (n * (DIAL + 12) + DIAL // 2, 14 + DIAL_HEIGHT // 2))
    left = len(dials) * (DIAL + 12) + 24
    _odds(picture.below.moved(left, 14), lines, ROOM - left)
    for n, text in enumerate(captions.foot):
        line(picture.below.moved(left, 14), rows * _ROW + 22 + 44 * n, text, ROOM - left, _WORDS)
    return picture.canvas


def _odds(canvas: Canvas, lines: tuple[Choice, ...], room: int) -> None:
    """Write a row for each magnitude, what is known of it, and how likely it is."""
    rows, width = -(-len(lines) // 2), (room - _APART) // 2
    for n, each in enumerate(lines):
        column, row = divmod(n, rows)
        place, y = canvas.moved(column * (width + _APART), 0), row * _ROW + 26
        place.stamp(chip_sprite(each.quake[1], 24, 34), 24, y)
        taken = place.write(each.note, width, y, _NUMBER, "right")
        line(place.moved(62, 0), y, each.text, width - 62 - taken - 12, _WORDS)
