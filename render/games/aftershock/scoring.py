"""The picture of a round's scoring: marks, what each area brought, who took a meeple back."""

from collections import defaultdict
from dataclasses import replace
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import MOST_BRIDGES
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import MAP
from render.games.aftershock.check import Undrawable
from render.games.aftershock.desk import write_most
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import (
    BELOW,
    draw_change,
    draw_piece,
    podium,
    seal_sprite,
    signed,
    won_sprite,
)
from render.games.aftershock.strip import Cell, bridge_sign, figures, head, points_size, seats
from render.signs import seat_sprite
from render.sprites import Sprite

_APART: Final = 44
_OCEAN: Final = MAP[3] - 38
_WON: Final = Face("bold", 30, "white", "deep")


def scoring_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return what the newest scoring brought, on the map as it stood before the losses."""
    bay, scored = scored_map(observation, captions), observation.scorings[-1]
    head(bay.canvas, captions, private=False)

    # In the strip: the new total and the points of the round.
    is_done = any(scored.points)
    told = [
        (str(sum(each.points[seat] for each in observation.scorings)), f"+{gained}" * is_done)
        for seat, gained in enumerate(scored.points)
    ]
    size = points_size(observation, [(total, (gained,), 0) for total, gained in told])

    def totals(canvas: Canvas, cell: Cell) -> None:
        total, gained = told[cell.seat]
        figures(canvas, cell, (total, size), gained, "")

    # What is over has nobody to play and nobody to be ready.
    quiet = replace(observation, phase="score", to_act=())
    seats(bay.canvas, quiet, captions, totals)
    return bay.finished()


def scored_map(observation: Observation, captions: Captions) -> Bay:
    """Return the map of the newest scoring, without what stands above it.

    In one that nobody got points for yet, the areas tell what they would bring.
    """
    if not observation.scorings:
        raise Undrawable("nothing has scored yet")
    scored, letters = observation.scorings[-1], captions.letters
    bay = Bay(observation, replace(captions, ocean="", north=""), "frame")
    areas = {each.space: each for each in scored.spaces}
    bridges = areas.pop(MOST_BRIDGES)
    bay.tint((area for area, each in areas.items() if not each.scores), "grounddim")
    bay.vacant()
    bay.bridges()
    bay.names()
    # The pieces of each area with what they won, and what the leaders lost.
    for area, each in areas.items():
        there = podium(bay.place(area), each.counts)
        for piece in there:
            if points := each.points[piece.seat]:
                bay.canvas.stamp(won_sprite(f"+{points}"), piece.x, piece.y + BELOW)
        for piece in there:
            draw_piece(bay.canvas, piece, observation.seats)
        for piece in there:
            if piece.seat in each.lost:
                draw_change(bay.canvas, piece, signed(-1), observation.seats)

    markers = defaultdict[str, list[Sprite]](list)
    for seat, marks in enumerate(scored.marks):
        for space in marks.score:
            markers[space].append(seat_sprite(seat, 34, letters[seat]))
        for space in marks.influence:
            markers[space].append(seal_sprite(Seat(seat), letters[seat]))

    # The space "most bridges" on the ocean: its markers, and below what it brought.
    won = sorted((-points, seat) for seat, points in enumerate(bridges.points) if points)
    top = _OCEAN - 19 * bool(won)
    bay.canvas.stamp(bridge_sign("waterword", "deep"), 46, top)
    if MOST_BRIDGES not in markers:
        write_most(bay, 76, top)
    for n, sprite in enumerate(markers.pop(MOST_BRIDGES, [])):
        bay.canvas.stamp(sprite, 90 + 40 * n, top)
    for n, (points, seat) in enumerate(won):
        bay.canvas.stamp(seat_sprite(seat, 26, letters[seat]), 42 + 56 * n, _OCEAN + 20)
        bay.canvas.write(str(-points), 60 + 56 * n, _OCEAN + 20, _WON)
    for area, sprites in markers.items():
        bay.on_shore(area, sprites, _APART)
    return bay
