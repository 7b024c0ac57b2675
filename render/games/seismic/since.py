"""The private picture of what happened since a player's last turn."""

from collections.abc import Mapping
from math import dist
from typing import Final

from engine.boards.hexes import OFFSETS, Cell
from engine.games.seismic.state import Laid, Observation
from render.canvas import Canvas
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.faults import fault_sprite, torn_cell
from render.games.seismic.field import MapField
from render.games.seismic.strip import changed_rows, display
from render.games.seismic.view import shown, view_of
from render.lettering import shortened
from render.parts import NAME, WORDS, framed, head, narrow_rows, rule
from render.seats import Badge, badge_sprite, chip_sprite, seat_sprite
from render.shapes import hexagon
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
_EVENT: Final = 54
_MOST: Final = 6


def since_canvas(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Cell, str],
    fallen: tuple[Laid, ...],
    lines: tuple[Choice, ...],
) -> Canvas:
    """Return the board with every new place numbered, and the events in their order."""
    canvas = framed("frame")
    _map(observation, captions, marks, fallen).put_on(canvas)
    head(canvas, captions.title, captions.headline)
    bottom = _events(canvas, lines[-_MOST:], captions.letters)
    rule(canvas, bottom + 14)
    bottom = narrow_rows(canvas, bottom + 28, changed_rows(observation, captions))
    if bottom + 100 <= 776:
        display(canvas, max(bottom + 54, 684), observation, captions)
    return canvas


def _map(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Cell, str],
    fallen: tuple[Laid, ...],
) -> MapField:
    gone = [laid for laid in fallen if observation.at(laid.cell) is None]
    cells = shown(observation) | {laid.cell for laid in gone}
    field = MapField(observation, view_of(cells, observation))
    field.outlines()
    field.shadows()
    _rubble(field, gone)
    field.tiles()
    built = [cell for cell in marks if observation.at(cell)]
    for cell in built:
        field.mark(cell)
    field.crews(captions.letters)
    for cell in marks:
        _number(field, cell, marks[cell], rubble=cell not in built)
    return field


def _rubble(field: MapField, gone: list[Laid]) -> None:
    reach: dict[tuple[Cell, int], int] = {}
    for laid in gone:
        town, line, steps = _line(field.observation.towns, laid.cell)
        torn_cell(field, laid, line)
        reach[town, line] = max(steps, reach.get((town, line), 0))
    for (town, line), steps in reach.items():
        field.canvas.stamp(fault_sprite(field.view.side, line, steps), *field.view.point(town))


def _line(towns: tuple[Cell, ...], cell: Cell) -> tuple[Cell, int, int]:
    """Return the town, the direction and the steps to a cell that a quake took."""
    for town in towns:
        q, r = cell.q - town.q, cell.r - town.r
        steps = max(abs(q), abs(r), abs(q + r))
        for line, step in enumerate(OFFSETS):
            if steps and (q, r) == (step.q * steps, step.r * steps):
                return town, line, steps
    raise ValueError(f"no quake of any town reaches {cell}")


def _number(field: MapField, cell: Cell, label: str, *, rubble: bool) -> None:
    """Number a place: rubble in its middle, a tile at the corner that is farthest from crews."""
    x, y = field.view.point(cell)
    if not rubble:
        corners = hexagon(1.02 * field.view.side, 1.02 * field.view.cell_height)
        spots = [(round(x + dx), round(y + dy)) for dx, dy in corners]
        x, y = max(spots, key=lambda spot: _room(field, spot))
    colour = "hot" if rubble else "ink"
    field.badge(label, x, y, Badge(36, colour))


def _room(field: MapField, spot: tuple[int, int]) -> float:
    """Return how far a badge is from crews and from the field's end; enough is enough."""
    x, y = spot
    edge = min(x, y, field.view.width - x, field.view.height - y) + 20
    crews = (dist(spot, (crew.x, crew.y)) for crew in field.standings)
    return min(48.0, edge, *crews)


def _events(canvas: Canvas, lines: tuple[Choice, ...], letters: tuple[str, ...]) -> int:
    for n, line in enumerate(lines):
        _event(canvas, 150 + n * _EVENT, line, letters)
    return 150 - 27 + len(lines) * _EVENT


def _event(canvas: Canvas, y: int, line: Choice, letters: tuple[str, ...]) -> None:
    x = _LEFT
    if line.label:
        colour = "hot" if line.quake else "ink"
        canvas.stamp(badge_sprite(line.label, Badge(36, colour)), x + 18, y)
        x += 46
    if line.seat is not None:
        canvas.stamp(seat_sprite(line.seat, 38, letters[line.seat]), x + 18, y)
        x += 48
    if line.quake:
        canvas.stamp(chip_sprite(line.quake[1], 22, 26), x + 20, y)
        x += 52
    taken = canvas.write(line.note, _RIGHT, y, WORDS, "right")
    face = NAME if line.seat is not None else WORDS
    room = _RIGHT - x - (taken + 12 if taken else 0)
    canvas.write(shortened(line.text, face.weight, face.size, room), x, y, face)
