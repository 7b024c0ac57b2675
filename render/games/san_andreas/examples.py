"""Small drawn examples for the guide: two grounds side by side, without words."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from engine.boards.squares import Space
from engine.game import PUBLIC, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.pieces import City, Layout, Shift
from engine.games.san_andreas.preview import scores, what_if
from engine.games.san_andreas.state import Observation, but
from engine.games.san_andreas.tiles import PAWNS, QUARTERS, START, Pawn, Quarter, Tile, footprint
from render.canvas import Canvas
from render.frames import framed, neat_line
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import Coast
from render.games.san_andreas.pieces import die_sprite
from render.games.san_andreas.quake import put_shifts
from render.games.san_andreas.scoring import put_scores
from render.games.san_andreas.signs import ahead, dashed, face_sprite, lean_sprite, move_sprite
from render.games.san_andreas.window import Window

_SIDE: Final = 64
_HEIGHT: Final = 460
_PANEL: Final = (496, 404)
_MARGIN: Final = 28
_PITCH: Final = _PANEL[1] + 16
"""From a row of panels to the next one."""
_MIDDLE: Final = (600, 400)
_CORNER: Final[Quarter] = "a"
_NO_WORDS: Final = Captions("", ("", "", "", ""), ("N", "B", "C", "D"))

PlacedCoin = tuple[int, int, Tile, Quarter]
"""A city: seat, value, tile and quarter."""


@dataclass(frozen=True, slots=True)
class _Dice:
    """Dice that act one after another on tiles, seen around a corner of the ground."""

    around: Space
    cities: tuple[PlacedCoin, ...]
    acts: tuple[tuple[Pawn, Tile, int], ...]


_LIFT: Final = _Dice(
    Space(3, 14),
    ((0, 4, "B1", "d"), (1, 3, "B2", "c"), (2, 5, "B2", "b")),
    (("sun", "B1", 1),),
)
_DIP: Final = _Dice(
    Space(2, 11),
    ((0, 4, "D1", "d"), (1, 3, "C1", "c"), (2, 5, "C2", "a")),
    (("moon", "D1", 2),),
)
_UNDER: Final = _Dice(Space(8, 1), ((0, 4, "H1", "c"), (1, 3, "H1", "b")), (("arms", "H1", 4),))
_OVER: Final = _Dice(Space(8, 1), ((0, 4, "H1", "c"), (1, 3, "H1", "b")), (("crown", "H1", 5),))
_FLAT: Final = _Dice(Space(3, 14), (), (("sun", "B1", 1),))
_STEEP: Final = _Dice(Space(4, 9), (), (("moon", "E1", 3), ("sun", "D1", 1)))
_SCORED: Final = (
    *((0, 5, "C2", "b"), (1, 2, "D1", "b"), (2, 3, "B1", "c"), (3, 1, "A2", "a")),
    *((0, 4, "E1", "d"), (1, 5, "F2", "c"), (2, 4, "G2", "b")),
)


def example_canvas(name: str) -> Canvas:
    """Return one of `EXAMPLES`."""
    if name not in _DRAWN:
        raise Undrawable(f"there is no example {name!r}")
    parts = _DRAWN[name]
    canvas = framed("frame", 1200, _HEIGHT + (len(parts) - 1) * _PITCH)
    for n, draw in enumerate(parts):
        draw(canvas.moved(0, n * _PITCH))
    return canvas


def _shift(example: _Dice) -> Callable[[Canvas], None]:
    """Return how a shift is drawn: what the die would do, and what it did."""

    def draw(canvas: Canvas) -> None:
        before, after, shift = _acted(example)
        coast = _coast(before, example.around)
        dashed(coast.canvas, coast.window.box(shift.after))
        coast.names()
        coast.pieces(_label)
        ahead(coast.canvas, coast.window, shift)
        _put(canvas, 0, coast.canvas)
        _put(canvas, 1, _done(after, shift, example.around))
        canvas.stamp(die_sprite(shift.face, shift.die, 64), 600, _HEIGHT / 2 - 48)
        canvas.stamp(face_sprite(shift.face, 72), 600, _HEIGHT / 2 + 48)

    return draw


def _pair(one: _Dice, other: _Dice) -> Callable[[Canvas], None]:
    """Return how two outcomes are drawn side by side, each with its die."""

    def draw(canvas: Canvas) -> None:
        for n, example in enumerate((one, other)):
            _, after, shift = _acted(example)
            _put(canvas, n, _done(after, shift, example.around))
        signs = [_acted(example)[2] for example in (one, other)]
        for y, shift in zip((-96, 96), signs, strict=True):
            canvas.stamp(die_sprite(shift.face, shift.die, 52), 600, _HEIGHT / 2 + y - 36)
            canvas.stamp(face_sprite(shift.face, 64), 600, _HEIGHT / 2 + y + 34)

    return draw


def _leaning(canvas: Canvas) -> None:
    """Draw a tile that leans and one that is too steep to found on, with their signs."""
    for n, (example, y) in enumerate(((_FLAT, -60), (_STEEP, 60))):
        _, after, shift = _acted(example)
        coast = _coast(after, example.around)
        coast.names()
        _put(canvas, n, coast.canvas)
        steep = max((laid for laid in after.tiles), key=lambda laid: laid.steepness)
        leaning = after.tile(shift.tile) if n == 0 else steep
        assert leaning is not None
        disc = lean_sprite(leaning.lean, 84, dark=leaning.steepness > 1)
        canvas.stamp(disc, 600, _HEIGHT / 2 + y)


def _places(canvas: Canvas) -> None:
    """Draw the letters of a tile, and which spaces around a city are open to others."""
    start = observation_of(((0, 3, "C1", "a"),))
    city = start.layout.cities[0].space
    bare, founded = (
        _coast(each, Space(city.x - 1, city.y), 96)
        for each in (replace(start.layout, cities=()), start.layout)
    )
    tile = START["C1"]
    bare.choices({Space(tile.x + at.x, tile.y + at.y): letter for letter, at in QUARTERS.items()})
    bare.names(footprint(tile))
    corners = [Space(city.x + east, city.y + north) for east in (-1, 1) for north in (-1, 1)]
    founded.choices(dict.fromkeys(corners, ""))
    founded.names(corners)
    founded.pieces(_label)
    for place, coast in enumerate((bare, founded)):
        _put(canvas, place, coast.canvas)


def _first(canvas: Canvas) -> None:
    """Draw a city, a pawn beside it, and which way each face of its die would move their tile."""
    pawns: tuple[tuple[Tile, Quarter] | None, ...] = (("C1", "a"), None, None, None)
    layout = but(observation_of(((0, 3, "C1", "c"),)), pawns=pawns).layout
    tile, side = START["C1"], 92
    coast = _coast(layout, tile, side)
    coast.names()
    coast.pieces(_label)
    x, y = coast.window.centre(tile)
    for right, down, faces in ((0, -1, (1,)), (-1, 0, (2, 3)), (1, 0, (4, 5))):
        direction = {(0, -1): "east", (-1, 0): "north", (1, 0): "south"}[right, down]
        arrow = move_sprite(direction, "sun", side)
        coast.canvas.stamp(arrow, x + right * side, y + down * side)
        for n, face in enumerate(faces):
            aside = 0 if len(faces) == 1 else (n - 0.5) * 84
            at = (x + right * 2 * side, y + aside) if right else (x + 100, y - 1.7 * side)
            coast.canvas.stamp(die_sprite(face, "sun", 56), at[0] - 34, at[1])
            coast.canvas.stamp(face_sprite(face, 60), at[0] + 34, at[1])
    _put(canvas, 0, coast.canvas, 1200 - 2 * _MARGIN)


def _scoring(canvas: Canvas) -> None:
    """Draw cities of a fresh ground with their ways to the coast, in one wide panel."""
    start = observation_of(_SCORED)
    coast = _coast(start.layout, Space(3, 8), 40)
    found = scores(start)
    coast.names([score.space for score in found])
    put_scores(coast, found, _NO_WORDS)
    _put(canvas, 0, coast.canvas, 1200 - 2 * _MARGIN)


def observation_of(cities: tuple[PlacedCoin, ...]) -> Observation:
    """Return a fresh ground with cities that everybody knows."""
    fresh = GAME.observe(GAME.initial(Setup(4)), PUBLIC)
    space = fresh.ground.space
    standing = tuple(
        City(Seat(seat), value, tile, quarter, space(tile, quarter), is_shown=True)
        for seat, value, tile, quarter in cities
    )
    return but(fresh, cities=standing)


def _acted(example: _Dice) -> tuple[Layout, Layout, Shift]:
    """Return the ground before the last die of an example, after it, and what it did."""
    now = observation_of(example.cities)
    for pawn, tile, face in example.acts:
        spots = tuple((tile, _CORNER) if each == pawn else None for each in PAWNS)
        before = but(now, pawns=spots)
        after, shift = what_if(before, pawn, tile, face)
        now = but(after, pawns=(None,) * len(PAWNS))
    assert shift is not None
    return before.layout, now.layout, shift


def _coast(layout: Layout, around: Space, side: int = _SIDE) -> Coast:
    left, top = _MIDDLE[0] + around.y * side, _MIDDLE[1] + around.x * side
    return Coast(layout, window=Window(side, left, top), keep=False)


def _label(city: City) -> str:
    return str(city.value)


def _done(layout: Layout, shift: Shift, around: Space) -> Canvas:
    coast = _coast(layout, around)
    buried = [ruin for ruin in shift.ruins if ruin.how == "buried"]
    others = tuple(ruin for ruin in shift.ruins if ruin not in buried)
    put_shifts(coast, _label, [replace(shift, ruins=others)], crossed=False)
    for ruin in buried:
        coast.buried(ruin.seat, Space(*ruin.space), ruin.quarter)
    return coast.canvas


def _put(canvas: Canvas, place: int, drawn: Canvas, wide: int = _PANEL[0]) -> None:
    """Put the middle of a map into the left or the right panel."""
    high = _PANEL[1]
    left, top = _MIDDLE[0] - wide // 2, _MIDDLE[1] - high // 2
    part = drawn.picture.crop((left, top, left + wide, top + high))
    x = _MARGIN if place == 0 else 1200 - _MARGIN - wide
    canvas.paste(part, x, _MARGIN)
    line = neat_line(wide, high, 12, 2)
    canvas.stamp(line, x + wide / 2, _MARGIN + high / 2)


_DRAWN: Final[dict[str, tuple[Callable[[Canvas], None], ...]]] = {
    "first": (_first,),
    "where": (_places, _shift(_LIFT), _shift(_DIP)),
    "lift": (_shift(_LIFT),),
    "dip": (_shift(_DIP),),
    "lean": (_leaning,),
    "border": (_pair(_UNDER, _OVER),),
    "scoring": (_scoring,),
}
"""What is drawn, from top to bottom."""
EXAMPLES: Final = tuple(_DRAWN)
"""What the guide can show."""
