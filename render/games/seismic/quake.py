"""Pictures of a quake: a choice that it waits for, and a line that would fall."""

from collections.abc import Mapping
from typing import Final

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.pieces import Quake
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas
from render.games.seismic.board import plain_field
from render.games.seismic.captions import Captions
from render.games.seismic.check import Undrawable
from render.games.seismic.choices import lock
from render.games.seismic.dials import (
    HEIGHT,
    WIDTH,
    Dial,
    draw_dial,
    longest,
    present_dial,
    struck_dial,
)
from render.games.seismic.faults import border_sprite
from render.games.seismic.field import MapField
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.strip import seat_rows
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import ring_sprite, tile_sprite
from render.games.seismic.view import Strip, whole_layout
from render.layout import cell_height
from render.signs import Badge
from render.strips import SEAT, WORDS, counted, headline, line, seats_across

_ROOM: Final = 620
"""Room of the headline."""
_BORDER: Final = 0.12
_BORDER_AT_LEAST: Final = 4
_TOWN_RING: Final = 36
"""Least side of the ring around a town that may be chosen."""


def tie_canvas(observation: Observation, captions: Captions, lettered: Mapping[int, str]) -> Canvas:
    """Return the public picture of a quake whose line must be chosen."""
    quake, dials = latest(observation), _dials(observation, captions)
    layout = whole_layout(observation, _strip(dials))

    def borders(field: MapField) -> None:
        _ring_town(field, quake.town)
        for each in lettered:
            border_line(field, quake.town, each, TILES[quake.tile].value)

    field = plain_field(observation, captions, layout.view, borders)
    for struck in sorted(lettered):
        letter_line(field, quake.town, struck, lettered[struck])
    sheet = Sheet(field, layout, "frame")
    return _on_paper(sheet, observation, captions, quake.tile, dials)


def towns_canvas(
    observation: Observation, captions: Captions, lettered: Mapping[Cell, str]
) -> Canvas:
    """Return the public picture of a quake that waits to hear which town it strikes first."""
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
    for cell, letter in lettered.items():
        _offer_town(field, cell, letter)
    sheet = Sheet(field, layout, "frame")
    return _on_paper(sheet, observation, captions, observation.rising.tile, dials)


def fall_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the private picture of what a line would take with it."""
    quake = latest(observation)
    if quake.line is None:
        raise Undrawable(f"{quake.tile} has no line to fall")
    dials = _dials(observation, captions)
    layout = whole_layout(observation, _strip(dials))
    sheet = Sheet(plain_field(observation, captions, layout.view), layout, "amber")
    lock(sheet.below.moved(_ROOM - ROOM - 40, 0))
    return _on_paper(sheet, observation, captions, quake.tile, dials)


def _strip(dials: list[Dial]) -> Strip:
    """Return what the strip around the map takes: the seats; the headline, the dials."""
    return Strip(SEAT + 4, HEIGHT + 22 + (40 if any(dial.label for dial in dials) else 0))


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
    """Put a line's letter behind its last tile, where nothing lies."""
    cells = line_cells(field, town, line)
    if cells:
        x, y = _letter_place(field, cells, line)
        field.badge(letter, x, y, Badge(60))


def line_cells(field: MapField, town: int, line: int) -> list[Cell]:
    """Return the cells of a line whose tiles can fall, nearest to its town first."""
    towns = field.observation.towns
    cell, found = towns[town], []
    while cell in field.table.cells:
        cell = neighbour(cell, line)
        if field.observation.at(cell) and cell not in towns:
            found.append(cell)
    return found


def _letter_place(field: MapField, cells: list[Cell], line: int) -> tuple[int, int]:
    """Return the middle of the empty cell behind a line, or of its last tile at the field's end."""
    x, y = field.view.point(neighbour(cells[-1], line))
    inside = 32 <= x <= field.view.width - 32 and 32 <= y <= field.view.height - 32
    return (x, y) if inside else field.view.point(cells[-1])


def _ring_town(field: MapField, town: int) -> None:
    """Ring the town that is struck where there is more than one."""
    if len(field.observation.towns) > 1:
        field.mark(field.observation.towns[town], "hot")


def _offer_town(field: MapField, cell: Cell, letter: str) -> None:
    """Ring a town that may be chosen, its letter above it."""
    x, y = field.view.point(cell)
    side = max(field.view.side, _TOWN_RING)
    field.canvas.stamp(ring_sprite(side, "glow"), x, y)
    field.badge(letter, x, y - cell_height(side) // 2 - 28, Badge(60))


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
    sheet: Sheet, observation: Observation, captions: Captions, tile: str, dials: list[Dial]
) -> Canvas:
    """Finish the picture of a map: what everybody has; the quake's tile, or both dials."""
    seats_across(sheet.above, seat_rows(observation, captions), ROOM)
    canvas = sheet.below
    headline(canvas, 40, captions.headline, _ROOM)
    line(canvas, 92, captions.note, _ROOM, WORDS)
    if not observation.piles:
        counted(canvas, 148, str(observation.pile), captions.pile_label, _ROOM)
    middle = 14 + HEIGHT // 2
    if len(dials) == 1:
        canvas.stamp(tile_sprite(TileFace(tile, 0, 84)), ROOM - 2 * WIDTH, middle)
    for n, dial in enumerate(reversed(dials)):
        draw_dial(canvas, dial, (ROOM - WIDTH // 2 - n * (WIDTH + 24), middle))
    return sheet.canvas
