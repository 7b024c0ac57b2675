"""The private picture of the last question: which way round, and where the crew goes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import dist
from typing import Final

from engine.boards.hexes import Cell, disc, neighbour
from engine.games.seismic.actions import Place
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.choices import HEAD, NOTE, private_head
from render.games.seismic.claims import claims, painted
from render.games.seismic.crews import path_at, pixel
from render.games.seismic.field import MapField
from render.games.seismic.panels import PANELS, Panel, draw_panels
from render.games.seismic.paths import Path
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.strip import changed_rows
from render.games.seismic.view import MAP_WIDTH, Strip, around, shown
from render.layout import View, centred_on, filled, fitted
from render.signs import Badge, badge_sprite
from render.strips import NAME, SEAT, Row, line, seats_across

_SIZE: Final = (MAP_WIDTH, 600)
_LARGEST: Final = 84
_ACROSS: Final = 3
_CHOICE: Final = 86
_GLOWS: Final = (
    ("white",),
    ("cyan",),
    ("white", "ink"),
    ("cyan", "ink"),
    ("white", "cyan"),
    ("ink",),
)
_OUTSIDE: Final = 1.16
"""Where a letter stands that leaves the tile free: behind an edge nobody built at."""
_SMALLEST: Final = 46
"""Below this side the surroundings are shown instead of whole sections."""


def how_canvas(
    observation: Observation,
    captions: Captions,
    places: tuple[Place, ...],
    turns: tuple[int, ...],
    letters: Mapping[int, str],
    choices: tuple[Choice, ...],
) -> Canvas:
    """Return the draft with its free roads lettered, and the ways round of the last tile below."""
    rows = -(-len(choices) // _ACROSS)
    panels = PANELS if len(turns) > 1 else 0
    strip = Strip(HEAD + SEAT + 4, panels + (10 + rows * _CHOICE if rows else 0) + 6)
    field = _draft(observation, captions, places, letters)
    sheet = Sheet(field, around(field.view, strip), "amber")
    private_head(sheet.above, captions)
    seats_across(sheet.above.moved(0, HEAD), _rows(observation, captions), ROOM)
    if panels:
        draw_panels(sheet.below, places[-1].cell, _ways(observation, places[-1], turns), ())
    _listed(sheet.below.moved(0, panels + 10), letters, choices)
    return sheet.canvas


def _rows(observation: Observation, captions: Captions) -> tuple[Row, ...]:
    """Return what everybody has with the tile where it lies: points, their change, crews."""
    told = changed_rows(observation, captions)
    notes = zip(told, captions.seat_notes, strict=True)
    return tuple(replace(row, note=note) for row, note in notes)


def _draft(
    observation: Observation,
    captions: Captions,
    places: tuple[Place, ...],
    letters: Mapping[int, str],
) -> MapField:
    laid = observation.at(places[-1].cell)
    assert laid is not None
    free = {edge: _section(observation, laid.cell, edge) for edge in sorted(letters)}
    field = MapField(observation, near_view(observation, laid.cell, list(free.values())))
    claimed = claims(observation.sections)
    for glow, section in zip(_GLOWS, free.values(), strict=False):
        claimed |= painted(section, glow)
    field.outlines()
    field.shadows()
    field.tiles(claimed)
    spots = _spread(field, [_spots(field, laid.cell, path_at(laid, edge)) for edge in free])
    field.taken.extend(spots)
    field.names()
    for place in places:
        field.mark(place.cell, "amber")
    field.crews(captions.letters)
    for edge, spot in zip(free, spots, strict=True):
        badge = Badge(54, letter=_ink(letters, letters[edge]))
        field.badge(letters[edge], *spot, badge)
        end = _far_end(field, free[edge], laid.cell)
        # A second letter right beside the first would say nothing.
        if end and dist(end, spot) > 1.2 * field.view.side:
            field.badge(letters[edge], *end, replace(badge, size=44))
    return field


def _section(observation: Observation, cell: Cell, edge: int) -> Section:
    for section in observation.sections:
        for piece in (*section.fragments, *section.stubs):
            if piece.cell == cell and edge in {piece.a, piece.b}:
                return section
    raise ValueError(f"no road at edge {edge} of {cell}")


def near_view(observation: Observation, cell: Cell, free: Sequence[Section]) -> View:
    """Return the cell with its neighbours and all of these sections, if they are near."""
    board = shown(observation)
    near = board & set(disc(cell, 2))
    whole = near | {
        piece.cell for section in free for piece in (*section.fragments, *section.stubs)
    }
    view = fitted(whole, _SIZE, largest=_LARGEST)
    if view is None or view.side < _SMALLEST:
        view = fitted(near, _SIZE, largest=_LARGEST) or centred_on(cell, _SMALLEST, _SIZE)
    return filled(view, board)


def _ink(letters: Mapping[int, str], letter: str) -> str:
    """Return the colour of a letter, which is that of its road's glow."""
    order = [letters[edge] for edge in sorted(letters)]
    glow = _GLOWS[order.index(letter) % len(_GLOWS)] if letter in order else _GLOWS[0]
    return "white" if glow == ("ink",) else glow[0]


def _spots(field: MapField, cell: Cell, path: Path) -> list[tuple[int, int]]:
    """Return where a letter may stand on a road, best first: at its outer end."""
    if path.bend == 0:
        times = [_OUTSIDE, 0.95] if _is_free(field, cell, path.b) else [0.95, 1.1]
    else:
        ends = ((_OUTSIDE, path.b), (1 - _OUTSIDE, path.a))
        outer = [t for t, edge in ends if _is_free(field, cell, edge)]
        times = [*outer, 0.88, 0.12, 0.5, 0.0, 1.0]
    return [pixel(field.view, cell, path, t) for t in times]


def _is_free(field: MapField, cell: Cell, edge: int) -> bool:
    return field.observation.at(neighbour(cell, edge)) is None


def _spread(field: MapField, spots: list[list[tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """Return one spot for each road so that letters are clear of one another and of crews."""
    crews = [(crew.x, crew.y) for crew in field.standings]

    def cost(chosen: tuple[tuple[int, int], ...]) -> float:
        crowd = 0.0
        for n, spot in enumerate(chosen):
            crowd += 0.3 * spots[n].index(spot)
            near = [dist(spot, other) for other in (*crews, *chosen[:n])]
            crowd += sum(max(0.0, 58 - gap) for gap in near)
        return crowd

    # Six stubs of two spots are 64 ways, three roads of seven 343.
    return min(product(*spots), key=cost)


def _far_end(field: MapField, section: Section, cell: Cell) -> tuple[int, int] | None:
    """Return the pixel of the piece of a section that lies farthest from `cell`, unless on it."""
    pieces = [*section.fragments, *section.stubs]
    far = max(pieces, key=lambda piece: _steps(piece.cell, cell))
    if far.cell == cell:
        return None
    return pixel(field.view, far.cell, Path(far.a, far.b), 0.5 if far.a != far.b else 0.8)


def _steps(a: Cell, b: Cell) -> int:
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def _ways(observation: Observation, place: Place, turns: tuple[int, ...]) -> list[Panel]:
    """Return the table with the tile in each of its turns, the crew left aside."""
    ways = []
    for n, turn in enumerate(turns, 1):
        tiles = tuple(
            replace(laid, turn=turn, crews=()) if laid.cell == place.cell else laid
            for laid in observation.tiles
        )
        ways.append(Panel(replace(observation, tiles=tiles), str(n), turn == place.turn))
    return ways


def _listed(canvas: Canvas, letters: Mapping[int, str], choices: tuple[Choice, ...]) -> None:
    """Write what each free road is worth, three side by side."""
    for n, choice in enumerate(choices):
        row, column = divmod(n, _ACROSS)
        place = canvas.moved(column * ROOM // _ACROSS, row * _CHOICE)
        badge = Badge(64, letter=_ink(letters, choice.label))
        place.stamp(badge_sprite(choice.label, badge), 36, _CHOICE // 2)
        words, room = place.moved(82, 0), ROOM // _ACROSS - 82 - 16
        line(words, 24 if choice.note else _CHOICE // 2, choice.text, room, NAME)
        line(words, 62, choice.note, room, NOTE)
