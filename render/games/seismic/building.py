"""Private pictures of a placement: which tile, where, how it lies, and where the crew goes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import dist
from typing import Final

from engine.boards.hexes import Cell, disc, distance, neighbour
from engine.games.seismic.actions import Place
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.frames import neat_line
from render.games.seismic.board import board_picture
from render.games.seismic.captions import Captions, Choice
from render.games.seismic.crews import claims, claims_of, painted, path_at, pixel
from render.games.seismic.map import MapField
from render.games.seismic.minimap import put_minimap
from render.games.seismic.roads import Look, Path
from render.games.seismic.strip import ROOM, MapPicture, changed_rows, offered
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.games.seismic.view import (
    MAP_WIDTH,
    SIDES,
    Layout,
    Strip,
    around,
    board_layout,
    cells_to_show,
    extent_of,
    laid_out,
    whole_layout,
)
from render.layout import TINY, Extent, Viewport, cell_height, centred_on, filled, fitted
from render.lettering import fitting_size
from render.shapes import grown, hexagon
from render.signs import Badge, badge_sprite, padlock_sprite, seat_sprite
from render.sprites import Sprite, kept, outlined
from render.strips import NAME, SEAT, WORDS, counted, headline, line, seats_across

_LABELS: Final = (44, 42, 40, 38, 36, 34, 32, 30, 28, 26, 24, 22)
_SMALL_LABELS: Final = 44
"""Below this side a picture of a few columns is worth more than the whole board."""
HEAD: Final = 66
"""Height of the headline of a private picture."""
NOTE: Final = Face("regular", 34, "soft")
_LEAST_NOTE: Final = 120
"""Room below which a note beside the headline tells nothing."""
_OFFER: Final = 384
_TILES: Final = Strip(HEAD, 216)
_WHERE: Final = Strip(HEAD, 172)
_MINIMAP: Final = (300, 152)


def tiles_canvas(
    observation: Observation,
    captions: Captions,
    fits: tuple[str, ...],
    drafted: Cell | None = None,
) -> Canvas:
    """Return the board and the tiles to choose from; `fits` has a note for each of them.

    `fits` are in the order of the display; the tile from the seat's own pile (Balance), its last
    one, is drawn first. On `drafted` lies the first tile of a turn of two, not yet played.
    """
    layout = board_layout(observation, _TILES)
    picture = board_picture(observation, captions, layout, "amber", drafted)
    private_head(picture.above, captions)
    notes = (*fits[-1:], *fits[:-1]) if observation.drawn else fits
    for n, (label, code) in enumerate(offered(observation)):
        canvas = picture.below.moved(n * _OFFER, 14)
        # A tile's number, or the seat's shape beside the tile that it drew itself.
        seat, letter = observation.on_turn, captions.letters[observation.on_turn]
        sign = badge_sprite(label, Badge(60)) if label else seat_sprite(seat, 60, letter)
        canvas.stamp(sign, 40, 74)
        canvas.stamp(tile_sprite(TileFace(code, 0, 84)), 166, 74)
        note = notes[n] if n < len(notes) else ""
        line(canvas.moved(10, 0), 176, note, _OFFER - 24, WORDS)
    return picture.canvas


def private_head(canvas: Canvas, captions: Captions) -> None:
    """Write headline, note and title of a private picture, a padlock at the end."""
    width, _ = headline(canvas, 32, captions.headline, ROOM - 60)
    room = ROOM - width - 24 - 60
    text = f"{captions.note} \N{MIDDLE DOT} {captions.title}" if captions.note else captions.title
    # Of what is cut, the title is missed least: it stands last.
    if room > _LEAST_NOTE:
        line(canvas.moved(width + 24, 0), 36, text, room, NOTE)
    lock(canvas)


def lock(canvas: Canvas) -> None:
    """Put a padlock at the end of the headline: not all see amber."""
    canvas.stamp(padlock_sprite(), ROOM - 20, 32)


def where_canvas(
    observation: Observation,
    captions: Captions,
    tile: str,
    cells: Mapping[Cell, str],
    count: tuple[str, str],
    drafted: Cell | None = None,
) -> Canvas:
    """Return the cells where `tile` fits, each with its label; `count` is ("10", "cells fit").

    If `cells` are only a part of a large board, this is drawn larger.
    """
    layout = where_layout(observation, cells)
    field = MapField(observation, layout.view)
    field.outlines(cells)
    field.shadows()
    field.tiles(look=lambda laid: Look.FULL if laid.cell == drafted else Look.DIM)
    if drafted:
        field.mark(drafted, "amber")
    field.crews(captions.letters)
    for cell in sorted(cells):
        glowing(field, cell, cells[cell])
    return where_picture(field, layout, captions, tile_sprite(TileFace(tile, 0, 84)), count)


def where_layout(observation: Observation, cells: Collection[Cell]) -> Layout:
    """Return the whole board, or only what is around `cells` if that makes labels legible."""
    whole = laid_out(extent_of(observation, cells), _WHERE, (*TINY, *SIDES))
    if whole and (whole.view.side >= _SMALL_LABELS or not cells):
        return whole
    near = {near for cell in cells for near in disc(cell, 1)} & (
        cells_to_show(observation) | set(cells)
    )
    part = laid_out(Extent.of(near), _WHERE)
    if not part or (whole and part.view.side <= whole.view.side):
        return whole_layout(observation, _WHERE, cells)
    return replace(part, view=filled(part.view, cells_to_show(observation) | near))


def where_picture(
    field: MapField, layout: Layout, captions: Captions, sign: Sprite, count: tuple[str, str]
) -> Canvas:
    """Return the picture of a field with its strip: how many fit, and where a part of it lies."""
    picture = MapPicture(field, layout, "amber")
    private_head(picture.above, captions)
    picture.below.stamp(sign, 92, 88)
    is_part = not all(field.view.sees(cell, -0.3) for cell in cells_to_show(field.observation))
    words = picture.below.moved(216, 0)
    room = ROOM - 216 - (_MINIMAP[0] + 24 if is_part else 0)
    top = 88 - 22 * len(captions.foot)
    counted(words, top, *count, room)
    for n, text in enumerate(captions.foot):
        line(words, top + 48 + 42 * n, text, room, NOTE)
    if is_part:
        put_minimap(picture.below.moved(ROOM - _MINIMAP[0], 10), field, _MINIMAP)
    return picture.canvas


def glowing(field: MapField, cell: Cell, label: str) -> None:
    """Fill a cell with the colour of choice and write its label."""
    side = field.view.side
    x, y = field.view.point(cell)
    field.canvas.stamp(glow_sprite(side), x, y)
    size = fitting_size(label, "bold", _LABELS, round(1.5 * side))
    field.canvas.write(label, x, y, Face("bold", min(size, side), "ink", "glow"), "middle")


@kept
def glow_sprite(side: int) -> Sprite:
    """Return a cell that may be chosen."""
    cell = grown(hexagon(side, cell_height(side)), 1.2)
    return outlined(cell, (("ink", cell), ("glow", grown(cell, -2.5))))


_HEIGHT: Final = 200
_GAP: Final = 14
ORIENTATIONS_HEIGHT: Final = _HEIGHT + _GAP
"""Height of the small maps of the orientations, and of what is above them."""

_ARROW: Final = "\N{RIGHTWARDS ARROW}"
_WIDE: Final = 220


@dataclass(frozen=True, slots=True)
class Orientation:
    """An orientation: the table with it, its number, whether it is the chosen one.

    Without a number it is how the tile lies now, from where an arrow leads to the others.
    """

    observation: Observation
    label: str
    chosen: bool


def draw_orientations(
    canvas: Canvas, cell: Cell, ways: Sequence[Orientation], letters: tuple[str, ...] = ()
) -> None:
    """Draw the surroundings of a cell once for each orientation, below the map.

    `letters` of the seats for pictures with crews, none for pictures without.
    """
    count = len(ways)
    width = (ROOM - _GAP * (count - 1)) // count
    side = 64 if width > _WIDE else 50
    places = [canvas.moved(n * (width + _GAP), _GAP) for n in range(count)]
    for place, way in zip(places, ways, strict=True):
        view = centred_on(cell, side, (width, _HEIGHT)).shifted(0, 8)
        field = MapField(way.observation, view)
        field.outlines()
        field.shadows()
        field.tiles(claims_of(way.observation.tiles))
        if way.label:
            field.mark(cell, "amber" if way.chosen else "white")
        if letters:
            field.crews(letters)
        place.paste(field.canvas.picture, 0, 0)
        place.stamp(neat_line(width, _HEIGHT, 12, 2), width / 2, _HEIGHT / 2)
    for place, way in zip(places, ways, strict=True):
        if way.label:
            badge = Badge(52, "amber", "ink") if way.chosen else Badge(52)
            place.stamp(badge_sprite(way.label, badge), 32, 32)
        else:
            place.stamp(badge_sprite(_ARROW, Badge(44)), width + _GAP / 2, _HEIGHT / 2)


_SIZE: Final = (MAP_WIDTH, 600)
_NEAREST: Final = 84
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
    place: Place | tuple[Place, Place],
    turns: tuple[int, ...],
    letters: Mapping[int, str],
    choices: tuple[Choice, ...],
) -> Canvas:
    """Return a draft: `observation` with `place` done, its free roads lettered by edge.

    Of two tiles drafted in one turn the second is the one in question. `turns` are the orientations
    in the order of their numbers; with one way none are drawn.
    """
    places = (place,) if isinstance(place, Place) else place
    rows = -(-len(choices) // _ACROSS)
    high = ORIENTATIONS_HEIGHT if len(turns) > 1 else 0
    strip = Strip(HEAD + SEAT + 4, high + (10 + rows * _CHOICE if rows else 0) + 6)
    field = _draft(observation, captions, places, letters)
    picture = MapPicture(field, around(field.view, strip), "amber")
    private_head(picture.above, captions)
    told = zip(changed_rows(observation, captions), captions.seat_notes, strict=True)
    listed = [replace(row, note=note) for row, note in told]
    seats_across(picture.above.moved(0, HEAD), listed, ROOM)
    if high:
        last, ways = places[-1], []
        for n, turn in enumerate(turns, 1):
            tiles = tuple(
                replace(laid, turn=turn, crews=()) if laid.cell == last.cell else laid
                for laid in observation.tiles
            )
            ways.append(Orientation(replace(observation, tiles=tiles), str(n), turn == last.turn))
        draw_orientations(picture.below, last.cell, ways)
    # What each free road is worth, three side by side.
    for n, choice in enumerate(choices):
        row, column = divmod(n, _ACROSS)
        words = picture.below.moved(column * ROOM // _ACROSS, high + 10 + row * _CHOICE)
        badge = Badge(64, letter=_ink(letters, choice.label))
        words.stamp(badge_sprite(choice.label, badge), 36, _CHOICE // 2)
        words, room = words.moved(82, 0), ROOM // _ACROSS - 82 - 16
        line(words, 24 if choice.note else _CHOICE // 2, choice.text, room, NAME)
        line(words, 62, choice.note, room, NOTE)
    return picture.canvas


def _draft(
    observation: Observation,
    captions: Captions,
    places: tuple[Place, ...],
    letters: Mapping[int, str],
) -> MapField:
    laid = observation.at(places[-1].cell)
    assert laid is not None
    free: dict[int, Section] = {}
    for section in observation.sections:
        for piece in section.pieces:
            if piece.cell == laid.cell:
                free |= {edge: section for edge in (piece.a, piece.b) if edge in letters}
    free = {edge: free[edge] for edge in sorted(letters)}
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
        far = max(free[edge].pieces, key=lambda piece: distance(piece.cell, laid.cell))
        end = pixel(field.view, far.cell, Path(far.a, far.b), 0.5 if far.a != far.b else 0.8)
        # A second letter right beside the first would say nothing.
        if far.cell != laid.cell and dist(end, spot) > 1.2 * field.view.side:
            field.badge(letters[edge], *end, replace(badge, size=44))
    return field


def near_view(observation: Observation, cell: Cell, free: Sequence[Section]) -> Viewport:
    """Return the cell with its neighbours and all of these sections, if they are near."""
    board = cells_to_show(observation)
    near = board & set(disc(cell, 2))
    whole = near | {piece.cell for section in free for piece in section.pieces}
    view = fitted(whole, _SIZE, largest=_NEAREST)
    if view is None or view.side < _SMALLEST:
        view = fitted(near, _SIZE, largest=_NEAREST) or centred_on(cell, _SMALLEST, _SIZE)
    return filled(view, board)


def _ink(letters: Mapping[int, str], letter: str) -> str:
    """Return the colour of a letter, which is that of its road's glow."""
    order = [letters[edge] for edge in sorted(letters)]
    glow = _GLOWS[order.index(letter) % len(_GLOWS)] if letter in order else _GLOWS[0]
    return "white" if glow == ("ink",) else glow[0]


def _spots(field: MapField, cell: Cell, path: Path) -> list[tuple[int, int]]:
    """Return where a letter may stand on a road, best first: at its outer end."""
    ends = ((_OUTSIDE, path.b), (1 - _OUTSIDE, path.a))
    outer = [t for t, edge in ends if field.observation.at(neighbour(cell, edge)) is None]
    if path.bend == 0:
        times = [_OUTSIDE, 0.95] if outer else [0.95, 1.1]
    else:
        times = [*outer, 0.88, 0.12, 0.5, 0.0, 1.0]
    return [pixel(field.view, cell, path, t) for t in times]


def _spread(field: MapField, spots: list[list[tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """Return one spot for each road so that letters are clear of one another and of crews."""
    crews = [(crew.x, crew.y) for crew in field.placed_crews]

    def cost(chosen: tuple[tuple[int, int], ...]) -> float:
        crowd = 0.0
        for n, spot in enumerate(chosen):
            crowd += 0.3 * spots[n].index(spot)
            near = [dist(spot, other) for other in (*crews, *chosen[:n])]
            crowd += sum(max(0.0, 58 - gap) for gap in near)
        return crowd

    # Six stubs of two spots are 64 ways, three roads of seven 343.
    return min(product(*spots), key=cost)
