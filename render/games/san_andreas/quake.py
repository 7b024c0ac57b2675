"""Pictures of a quake: which die next, and the report of what all of them did."""

from collections.abc import Sequence
from typing import Final

from engine.games.san_andreas.pieces import Layout, Ruin, Shift
from engine.games.san_andreas.preview import name_at, unresolved, what_if
from engine.games.san_andreas.state import Observation, Quake
from engine.games.san_andreas.tiles import Pawn, Quarter, Tile, footprint
from render.canvas import Canvas
from render.games.san_andreas.board import coast_of, known, shown
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import Coast
from render.games.san_andreas.facing import along
from render.games.san_andreas.marks import Trail, ahead, dashed, sunken
from render.games.san_andreas.panels import head
from render.games.san_andreas.rows import die_rows, height, put_rows
from render.games.san_andreas.window import Window, close_to

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
