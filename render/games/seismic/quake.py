"""Pictures of a quake: a tie that waits for a choice, and a line that would fall."""

from collections.abc import Mapping
from typing import Final

from engine.boards.hexes import OFFSETS, Cell, neighbour
from engine.games.seismic.state import Observation, Quake
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas
from render.games.seismic.board import table_field
from render.games.seismic.captions import Captions
from render.games.seismic.check import Undrawable
from render.games.seismic.faults import border_sprite
from render.games.seismic.field import MapField
from render.games.seismic.strip import seat_rows
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.games.seismic.view import board_view
from render.layout import View
from render.lettering import shortened
from render.parts import LABEL, counted, framed, head, rows, rule
from render.seats import Badge, chip_sprite
from render.shapes import circle, grown
from render.sketch import outlined
from render.sprites import SPRITES, Sprite
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
_DIAL: Final = 24


def tie_canvas(observation: Observation, captions: Captions, lettered: Mapping[int, str]) -> Canvas:
    """Return the public picture of a quake whose line must be chosen."""
    quake = latest(observation)

    def borders(field: MapField) -> None:
        for line in lettered:
            _border(field, quake, line)

    field = table_field(observation, captions, board_view(observation), borders)
    for line in sorted(lettered):
        _letter(field, line, lettered[line])
    canvas = framed("frame")
    field.put_on(canvas)
    _strip(canvas, observation, captions, quake)
    return canvas


def fall_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the private picture of what a line would take with it."""
    quake = latest(observation)
    if quake.line is None:
        raise Undrawable(f"{quake.tile} has no line to fall")
    canvas = framed("amber")
    table_field(observation, captions, board_view(observation)).put_on(canvas)
    _strip(canvas, observation, captions, quake)
    return canvas


def latest(observation: Observation) -> Quake:
    """Return the quake in question, the last one."""
    if not observation.quakes:
        raise Undrawable("no quake since the last placement")
    return observation.quakes[-1]


def _border(field: MapField, quake: Quake, line: int) -> None:
    """Border the tiles that a line would lose."""
    sprite = border_sprite(field.view.side, "hot", 0.12)
    for cell in _cells(field, line)[: TILES[quake.tile].value]:
        field.canvas.stamp(sprite, *field.view.point(cell))


def _letter(field: MapField, line: int, letter: str) -> None:
    """Put a line's letter behind its last tile, where nothing lies."""
    cells = _cells(field, line)
    if cells:
        x, y = _letter_place(field, cells, line)
        field.badge(letter, x, y, Badge(50))


def _cells(field: MapField, line: int) -> list[Cell]:
    """Return the built cells of a line, nearest to the town first."""
    towns = set(field.observation.towns)
    cell, found = field.observation.towns[0], []
    while cell in field.table.cells:
        cell = neighbour(cell, line)
        if field.observation.at(cell) and cell not in towns:
            found.append(cell)
    return found


def _letter_place(field: MapField, cells: list[Cell], line: int) -> tuple[int, int]:
    """Return the middle of the empty cell behind a line, or of its last tile at the field's end."""
    x, y = field.view.point(neighbour(cells[-1], line))
    inside = 26 <= x <= field.view.width - 26 and 26 <= y <= field.view.height - 26
    return (x, y) if inside else field.view.point(cells[-1])


def _strip(canvas: Canvas, observation: Observation, captions: Captions, quake: Quake) -> None:
    head(canvas, captions.title, captions.headline)
    canvas.write(shortened(captions.note, "regular", 26, _RIGHT - _LEFT), _LEFT, 126, LABEL)
    canvas.stamp(tile_sprite(TileFace(quake.tile, 0, 72)), 952, 228)
    _dial(canvas, quake, (1103, 228))
    canvas.write(captions.points_label, _RIGHT - 3, 320, LABEL, "right")
    bottom = rows(canvas, 336, seat_rows(observation, captions))
    rule(canvas, bottom + 19)
    if bottom + 90 < 776:
        counted(canvas, bottom + 62, str(observation.pile), captions.pile_label)


def _dial(canvas: Canvas, quake: Quake, middle: tuple[int, int]) -> None:
    """Draw the six lengths before the strike around a town; lines that may or did fall are red."""
    taken = set(quake.tied) if quake.line is None else {quake.line}
    view = View(_DIAL + 1, *middle, 0, 0)
    for line, length in enumerate(quake.lengths):
        chip = _hot(str(length)) if line in taken else _cold(str(length))
        canvas.stamp(chip, *view.point(OFFSETS[line]))
    canvas.stamp(_town(), *middle)


def _hot(text: str) -> Sprite:
    return chip_sprite(text, _DIAL, 28, "hot")


def _cold(text: str) -> Sprite:
    return chip_sprite(text, _DIAL, 28, "land")


def _town() -> Sprite:
    disc = circle(15)
    layers = (("ink", disc), ("town", grown(disc, -2)))
    return SPRITES.get("dial town", lambda: outlined(disc, layers))
