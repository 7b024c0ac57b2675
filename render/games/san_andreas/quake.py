"""Pictures of a quake: which die next, the report of what all of them did, shift by shift."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from engine.games.san_andreas.pieces import Layout, Ruin, Shift
from engine.games.san_andreas.preview import frames, name_at, unresolved, what_if
from engine.games.san_andreas.state import Observation, Quake
from engine.games.san_andreas.tiles import LAND, Pawn, Quarter, Tile, footprint
from render.animation import timed_gif
from render.canvas import Canvas, Face
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import Coast, coast_of, known, shown, too_steep
from render.games.san_andreas.directions import along, step
from render.games.san_andreas.ground import Slide
from render.games.san_andreas.panels import LEFT, RIGHT, head, rule
from render.games.san_andreas.pieces import die_sprite, lost_sprite, pawn_sprite
from render.games.san_andreas.signs import Trail, ahead, dashed, face_sprite, small_waves, sunken
from render.games.san_andreas.window import Window, close_to, window_of
from render.lettering import shortened, text_width
from render.renderer import Picture
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
    coast.pieces(known(captions))
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
    outlines(coast, quake)
    coast.names([ruin.space for ruin in _ruins(quake)], tails(quake.shifts), crossed=True)
    coast.pieces(shown(captions))
    movements(coast, quake)
    coast.frame("amber" if draft else "frame")
    panel(coast, observation, captions, private=draft)
    return coast.canvas


def latest(observation: Observation) -> Quake:
    """Return the quake in question."""
    if observation.quake is None:
        raise Undrawable("there was no quake yet")
    return observation.quake


def tails(shifts: Sequence[Shift]) -> dict[Tile, tuple[Quarter, ...]]:
    """Return the quarters that the arrows of movements begin between."""
    return {shift.tile: along(_BACK[shift.direction]) for shift in shifts}


def _ruins(quake: Quake) -> list[Ruin]:
    return [*(ruin for shift in quake.shifts for ruin in shift.ruins), *quake.drowned]


def outlines(coast: Coast, quake: Quake) -> None:
    """Outline where tiles were before, and where some sank."""
    for shift in quake.shifts:
        dashed(coast.canvas, coast.window.box(shift.before))
    for laid in quake.sunk:
        sunken(coast.canvas, coast.window, laid.space)


def movements(coast: Coast, quake: Quake) -> None:
    """Draw the cities that were lost, and the arrows of all shifts with their numbers."""
    for ruin in _ruins(quake):
        coast.lost(ruin.seat, ruin.space, ruin.quarter)
    trail = Trail(coast.canvas, coast.window)
    for number, shift in enumerate(quake.shifts, 1):
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
_PLATES: Final = Face("regular", 28, "soft")
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
    if row.shift is not None:
        left = put_lost(canvas, middle, row.shift.ruins)
        _plates(canvas, x + 214, middle, row.shift, left)


def _plates(canvas: Canvas, left: int, middle: int, shift: Shift, right: int) -> None:
    """Name the plates that the tile came to lie over or under; bare land is seen on the map."""
    names = [plate for plate in (*shift.over, *shift.under) if plate != LAND]
    text = " ".join(names)
    room = right - left - 8
    size = 28 if text_width(text, "regular", 28) <= room else 26
    canvas.write(
        shortened(text, "regular", size, room), left, middle, Face("regular", size, "soft")
    )


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


def _put_sunk_row(canvas: Canvas, middle: int, quake: Quake) -> None:
    """Draw the row of the islands that sank."""
    canvas.stamp(small_waves(), LEFT + 42, middle)
    left = put_lost(canvas, middle, quake.drowned)
    names = " ".join(laid.tile for laid in quake.sunk)
    start = LEFT + 124
    canvas.write(shortened(names, "bold", 34, left - start - 8), start, middle, _TILE)


def put_rows(canvas: Canvas, top: int, rows: Sequence[DieRow], quake: Quake) -> None:
    """Draw all rows of a quake with thin rules between them."""
    for n, row in enumerate(rows):
        if n:
            rule(canvas, top + HIGH * n - 4)
        put_die_row(canvas, top + 18 + HIGH * n, row)
    if quake.sunk:
        rule(canvas, top + HIGH * len(rows) - 4)
        _put_sunk_row(canvas, top + 18 + HIGH * len(rows), quake)


def height(count: int) -> int:
    """Return how high a panel with so many rows is."""
    return 72 + HIGH * count


# Shift by shift.

_CALM: Final = 1.2
_SLIDING: Final = 0.16
_LAST: Final = 3.0


def shaking_film(observation: Observation, captions: Captions) -> Picture:
    """Return the latest quake: the ground before it, each shift, the report at the end."""
    quake = latest(observation)
    steps = frames(observation)
    window = window_of([*(step.layout for step in steps), observation.layout])
    film = _Film(observation, captions, window)

    def pictures() -> Iterator[tuple[Image.Image, float]]:
        yield film.rest(steps[0].layout, 0), _CALM
        for n, shift in enumerate(quake.shifts, 1):
            yield film.sliding(steps[n - 1].layout, steps[n].layout, shift, n), _SLIDING
            yield film.rest(steps[n].layout, n), _CALM
        yield quake_canvas(observation, captions, window).picture, _LAST

    return Picture(timed_gif(pictures()), WIDTH, HEIGHT, "gif")


@dataclass(frozen=True, slots=True)
class _Film:
    """Draws the frames of one quake, all in one window so that nothing jumps."""

    observation: Observation
    captions: Captions
    window: Window

    @property
    def quake(self) -> Quake:
        """The quake that is shown."""
        return latest(self.observation)

    def rest(self, layout: Layout, acted: int) -> Image.Image:
        """Return the ground after so many shifts, the latest of them marked."""
        coast = self._coast(layout)
        shift = self.quake.shifts[acted - 1] if acted else None
        if shift:
            dashed(coast.canvas, self.window.box(shift.before))
        ruins = [ruin.space for ruin in shift.ruins] if shift else []
        coast.names(ruins, tails([shift] if shift else []), crossed=True)
        coast.pieces(shown(self.captions))
        if shift:
            for ruin in shift.ruins:
                coast.lost(ruin.seat, ruin.space, ruin.quarter)
            Trail(coast.canvas, self.window).add(shift, acted)
        return self._framed(coast, acted)

    def sliding(self, before: Layout, after: Layout, shift: Shift, acted: int) -> Image.Image:
        """Return the moment in which a tile is half-way, with everything that stood on it."""
        right, down = step(shift.direction)
        half = self.window.side // 2
        moment = replace(after, cities=before.cities, pawns=before.pawns)
        coast = self._coast(moment, Slide(shift.tile, -right * half, -down * half))
        coast.names()
        coast.pieces(shown(self.captions))
        return self._framed(coast, acted - 1)

    def _coast(self, layout: Layout, slide: Slide | None = None) -> Coast:
        steep = too_steep(self.observation)
        return Coast(layout, too_steep=steep, window=self.window, slide=slide, keep=False)

    def _framed(self, coast: Coast, acted: int) -> Image.Image:
        coast.frame("frame")
        rows = [self._row(row, acted) for row in die_rows(self.observation)]
        quake = replace(self.quake, sunk=(), drowned=())
        top = head(coast.canvas, height(len(rows)), self.captions)
        put_rows(coast.canvas, top, rows, quake)
        return coast.canvas.picture

    def _row(self, row: DieRow, acted: int) -> DieRow:
        return row if row.number <= acted else replace(row, number=0, shift=None)
