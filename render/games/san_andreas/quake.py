"""Pictures of a quake: which die next, the report of what all of them did, shift by shift."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from engine.games.san_andreas.pieces import Laid, Layout, Ruin, Shift
from engine.games.san_andreas.preview import frames, name_at, unresolved, what_if
from engine.games.san_andreas.state import Observation, Quake
from engine.games.san_andreas.tiles import LAND, Pawn, Quarter, Tile, footprint
from render.canvas import Canvas, Face
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import (
    Coast,
    Values,
    coast_of,
    public_values,
    too_steep,
    viewer_values,
)
from render.games.san_andreas.directions import along, step
from render.games.san_andreas.ground import Slide
from render.games.san_andreas.panels import LEFT, RIGHT, head, rule
from render.games.san_andreas.pieces import die_sprite, lost_sprite, pawn_sprite
from render.games.san_andreas.signs import Trail, ahead, dashed, face_sprite, small_waves, sunken
from render.games.san_andreas.window import Window, close_to, window_of
from render.lettering import shortened, text_width
from render.picture import Picture, timed_gif
from render.signs import Badge, badge_sprite
from render.theme import HEIGHT, WIDTH

_BACK: Final = {"north": "south", "south": "north", "east": "west"}


def order_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the private picture of the dice that may act next, with what each would do."""
    coming = [(die, would(observation, die)) for die in unresolved(observation)]
    shifts = [shift for _, shift in coming if shift]
    acting = [*latest(observation).shifts, *shifts]
    coast = coast_of(observation, window=_close(observation.layout, acting))
    for shift in shifts:
        dashed(coast.canvas, coast.window.box(shift.after))
    coast.names(busy=_crossed(observation.layout, shifts), crossed=True)
    coast.pieces(viewer_values(captions))
    for n, shift in enumerate(shifts):
        same = [each for each in shifts[:n] if each.after == shift.after]
        ahead(coast.canvas, coast.window, shift, len(same))
    coast.frame("amber")
    panel(coast, observation, captions, coming, private=True)
    return coast.canvas


def _close(layout: Layout, shifts: Sequence[Shift]) -> Window:
    """Return the window of a draft: as near as the tiles that move allow."""
    return close_to(layout, [at for shift in shifts for at in (shift.before, shift.after)])


def _crossed(layout: Layout, shifts: Sequence[Shift]) -> dict[Tile, tuple[Quarter, ...]]:
    """Return the quarters that the arrows of shifts to come run between, on either side."""
    found: dict[Tile, tuple[Quarter, ...]] = {}
    for shift in shifts:
        for space in set(footprint(shift.after)) - set(footprint(shift.before)):
            if named := name_at(layout, space):
                found[named[0]] = (*found.get(named[0], ()), named[1])
    return found | {shift.tile: along(shift.direction) for shift in shifts}


def would(observation: Observation, die: Pawn) -> Shift | None:
    """Return what a die would do now."""
    tile = next(pawn.tile for pawn in observation.layout.pawns if pawn.pawn == die)
    face = next(each.face for each in observation.dice if each.die == die)
    return what_if(observation, die, tile, face)[1]


def quake_canvas(
    observation: Observation, captions: Captions, window: Window | None = None
) -> Canvas:
    """Return the report of the latest quake, on the ground as it is after everything.

    It is public, unless a player looks while the dice are still being ordered: then it is a draft.
    """
    quake = latest(observation)
    draft = isinstance(observation.viewer, int) and observation.phase == "ordering"
    if draft:
        window = _close(observation.layout, quake.shifts)
    coast = coast_of(observation, window=window)
    put_shifts(coast, public_values(captions), quake.shifts, sunk=quake.sunk, drowned=quake.drowned)
    coast.frame("amber" if draft else "frame")
    panel(coast, observation, captions, private=draft)
    return coast.canvas


def latest(observation: Observation) -> Quake:
    """Return the quake in question."""
    if observation.quake is None:
        raise Undrawable("there was no quake yet")
    return observation.quake


def put_shifts(
    coast: Coast,
    values: Values,
    shifts: Sequence[Shift],
    first: int = 1,
    *,
    sunk: Iterable[Laid] = (),
    drowned: Iterable[Ruin] = (),
    crossed: bool = True,
) -> None:
    """Draw what shifts did and what stands there now; the number of the first is `first`.

    Tiles are outlined where they were before; dashes may run through names if `crossed`.
    """
    ruins = [*(ruin for shift in shifts for ruin in shift.ruins), *drowned]
    for shift in shifts:
        dashed(coast.canvas, coast.window.box(shift.before))
    for laid in sunk:
        sunken(coast.canvas, coast.window, laid.space)
    # The arrows of movements begin between these quarters.
    tails = {shift.tile: along(_BACK[shift.direction]) for shift in shifts}
    coast.names([ruin.space for ruin in ruins], tails, crossed=crossed)
    coast.pieces(values)
    for ruin in ruins:
        coast.lost(ruin.seat, ruin.space, ruin.quarter)
    trail = Trail(coast.canvas, coast.window)
    for number, shift in enumerate(shifts, first):
        trail.add(shift, number)


def panel(
    coast: Coast,
    observation: Observation,
    captions: Captions,
    coming: list[tuple[Pawn, Shift | None]] | None = None,
    *,
    private: bool = False,
) -> None:
    """Draw the rows of a quake."""
    rows = die_rows(observation, coming or [])
    count = len(rows) + bool(latest(observation).sunk)
    top = head(coast.canvas, height(count), captions, private=private)
    put_rows(coast.canvas, top, rows, latest(observation))


# The rows in the panel: the die, what it did or would do, and who lost a city.

HIGH: Final = 44
_PIECE: Final = 32
_PITCH: Final = 38
_TILE: Final = Face("bold", 34)
_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class DieRow:
    """One die: its number if it has acted, and its shift, None for a null."""

    die: Pawn
    face: int
    tile: str
    shift: Shift | None
    number: int = 0


def die_rows(
    observation: Observation, coming: Sequence[tuple[Pawn, Shift | None]] = ()
) -> list[DieRow]:
    """Return the dice: those that acted in their order, those to come, and the nulls."""
    quake = observation.quake
    assert quake is not None
    on = {pawn.pawn: pawn.tile for pawn in quake.before.layout.pawns}
    faces = {die.die: die.face for die in quake.dice}
    done = [
        DieRow(shift.die, shift.face, shift.tile, shift, number)
        for number, shift in enumerate(quake.shifts, 1)
    ]
    ahead = [DieRow(die, faces[die], on[die], shift) for die, shift in coming]
    nulls = [DieRow(die, 0, on[die], None) for die, face in faces.items() if not face]
    return [*done, *ahead, *nulls]


def put_die_row(canvas: Canvas, middle: int, row: DieRow) -> None:
    """Draw the row of one die."""
    x = LEFT + 15
    if row.number:
        canvas.stamp(badge_sprite(str(row.number), Badge(34)), x, middle)
    canvas.stamp(die_sprite(row.face, row.die, 32), x + 43, middle)
    canvas.stamp(pawn_sprite(row.die, 34), x + 83, middle)
    faded = _TILE if row.face else Face("bold", 34, "soft")
    canvas.write(row.tile, x + 109, middle, faded)
    canvas.stamp(face_sprite(row.face, 36), x + 185, middle)
    if row.shift is None:
        return
    # The plates that the tile came to lie over or under; bare land is seen on the map.
    plates = " ".join(each for each in (*row.shift.over, *row.shift.under) if each != LAND)
    left = x + 214
    room = put_lost(canvas, middle, row.shift.ruins) - left - 8
    size = 28 if text_width(plates, "regular", 28) <= room else 26
    words = shortened(plates, "regular", size, room)
    canvas.write(words, left, middle, Face("regular", size, "soft"))


def put_lost(canvas: Canvas, middle: int, ruins: Iterable[Ruin]) -> int:
    """Draw the cities that were lost from the right; return where they begin."""
    lost = list(ruins)
    right = RIGHT
    if len(lost) > _MOST:
        more = f"+{len(lost) - _MOST + 1}"
        right -= canvas.write(more, right, middle, Face("bold", 28, "hot"), "right") + 6
        lost = lost[: _MOST - 1]
    for ruin in reversed(lost):
        right -= _PITCH
        canvas.stamp(lost_sprite(ruin.seat, _PIECE), right + _PITCH / 2, middle)
    return right


def put_rows(canvas: Canvas, top: int, rows: Sequence[DieRow], quake: Quake) -> None:
    """Draw all rows of a quake with thin rules between them."""
    for n, row in enumerate(rows):
        if n:
            rule(canvas, top + HIGH * n - 4)
        put_die_row(canvas, top + 18 + HIGH * n, row)
    if quake.sunk:
        middle, left = top + 18 + HIGH * len(rows), LEFT + 124
        rule(canvas, middle - 22)
        canvas.stamp(small_waves(), LEFT + 42, middle)
        room = put_lost(canvas, middle, quake.drowned) - left - 8
        names = " ".join(laid.tile for laid in quake.sunk)
        canvas.write(shortened(names, "bold", 34, room), left, middle, _TILE)


def height(count: int) -> int:
    """Return how high a panel with `count` rows is."""
    return 72 + HIGH * count


# Shift by shift.

_CALM: Final = 1.2
_SLIDING: Final = 0.16
_LAST: Final = 3.0


def shaking_film(observation: Observation, captions: Captions) -> Picture:
    """Return the latest quake: the ground before it, each shift, the report at the end.

    All is drawn in one window so that nothing jumps.
    """
    quake, values, steep = latest(observation), public_values(captions), too_steep(observation)
    layouts = [each.layout for each in frames(observation)]
    window = window_of([*layouts, observation.layout])
    without_islands = replace(quake, sunk=(), drowned=())

    def framed(coast: Coast, acted: int) -> Image.Image:
        """Return the picture with the rows of the dice; the first `acted` of them have acted."""
        coast.frame("frame")
        rows = [
            row if row.number <= acted else replace(row, number=0, shift=None)
            for row in die_rows(observation)
        ]
        top = head(coast.canvas, height(len(rows)), captions)
        put_rows(coast.canvas, top, rows, without_islands)
        return coast.canvas.picture

    def pictures() -> Iterator[tuple[Image.Image, float]]:
        for acted, layout in enumerate(layouts[: len(quake.shifts) + 1]):
            shifts = quake.shifts[max(0, acted - 1) : acted]
            for shift in shifts:
                # The moment in which the tile is half-way, with everything that stood on it.
                (right, down), half = step(shift.direction), window.side // 2
                before = layouts[acted - 1]
                moment = replace(layout, cities=before.cities, pawns=before.pawns)
                slide = Slide(shift.tile, -right * half, -down * half)
                coast = Coast(moment, too_steep=steep, window=window, slide=slide, keep=False)
                coast.names()
                coast.pieces(values)
                yield framed(coast, acted - 1), _SLIDING
            coast = Coast(layout, too_steep=steep, window=window, keep=False)
            put_shifts(coast, values, shifts, acted)
            yield framed(coast, acted), _CALM
        yield quake_canvas(observation, captions, window).picture, _LAST

    return Picture(timed_gif(pictures()), WIDTH, HEIGHT, "gif")
