"""The picture of a round's scoring: marks, what each area brought, who took a meeple back."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import MOST_BRIDGES
from engine.games.aftershock.state import Observation, RoundScore, SpaceScore
from render.canvas import Canvas, Face
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import MAP
from render.games.aftershock.check import Undrawable
from render.games.aftershock.desk import write_most
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import (
    BELOW,
    draw_change,
    draw_standing,
    podium,
    seal_sprite,
    won_sprite,
)
from render.games.aftershock.strip import Cell, bridge_sign, figures, head, points_size, seats
from render.signs import seat_sprite
from render.sprites import Sprite

_APART: Final = 44
_OCEAN: Final = MAP[3] - 38
_WON: Final = Face("bold", 30, "white", "deep")
_LOSS: Final = "\N{MINUS SIGN}1"


def scoring_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return what the newest scoring brought, on the map as it stood before the losses."""
    if not observation.scorings:
        raise Undrawable("nothing has scored yet")
    scored = observation.scorings[-1]
    bay = Bay(observation, replace(captions, ocean="", north=""), "frame")
    areas = {each.space: each for each in scored.spaces if each.space != MOST_BRIDGES}
    bay.tint((area for area, each in areas.items() if not each.scores), "grounddim")
    bay.vacant()
    bay.bridges()
    bay.names()
    for each in areas.values():
        _area(bay, each)
    markers = _markers(scored, captions.letters)
    _most(bay, scored, markers.pop(MOST_BRIDGES, []))
    for area, sprites in markers.items():
        bay.on_shore(area, sprites, _APART)
    head(bay.canvas, captions, private=False)
    # What is over has nobody to play and nobody to be ready.
    quiet = replace(observation, phase="score", to_act=())
    seats(bay.canvas, quiet, captions, _totals(observation, scored))
    return bay.finished()


def _area(bay: Bay, scored: SpaceScore) -> None:
    """Stand the pieces of an area with what they won, and what the leaders lost."""
    there = podium(bay.place(scored.space), scored.counts)
    for each in there:
        points = scored.points[each.seat]
        if points:
            bay.canvas.stamp(won_sprite(f"+{points}"), each.x, each.y + BELOW)
    for each in there:
        draw_standing(bay.canvas, each, bay.observation.seats)
    for each in there:
        if each.seat in scored.lost:
            draw_change(bay.canvas, each, _LOSS, bay.observation.seats)


def _markers(scored: RoundScore, letters: tuple[str, ...]) -> dict[str, list[Sprite]]:
    found: dict[str, list[Sprite]] = {}
    for seat, marks in enumerate(scored.marks):
        for spaces, sprite in (
            (marks.score, seat_sprite(seat, 34, letters[seat])),
            (marks.influence, seal_sprite(Seat(seat), letters[seat])),
        ):
            for space in spaces:
                found.setdefault(space, []).append(sprite)
    return found


def _most(bay: Bay, scored: RoundScore, markers: Sequence[Sprite]) -> None:
    """Draw the space "most bridges" on the ocean: its markers, and below what it brought."""
    bridges = next(each for each in scored.spaces if each.space == MOST_BRIDGES)
    won = sorted((-points, seat) for seat, points in enumerate(bridges.points) if points)
    top = _OCEAN - 19 * bool(won)
    bay.canvas.stamp(bridge_sign("waterword", "deep"), 46, top)
    if not markers:
        write_most(bay, 76, top)
    for n, sprite in enumerate(markers):
        bay.canvas.stamp(sprite, 90 + 40 * n, top)
    for n, (points, seat) in enumerate(won):
        x = 42 + 56 * n
        bay.canvas.stamp(seat_sprite(seat, 26, bay.captions.letters[seat]), x, _OCEAN + 20)
        bay.canvas.write(str(-points), x + 18, _OCEAN + 20, _WON)


def _totals(observation: Observation, scored: RoundScore) -> Callable[[Canvas, Cell], None]:
    """Return what draws the new total and the points of the round, those for bridges apart."""
    told = [
        (str(sum(each.points[seat] for each in observation.scorings)), f"+{gained}")
        for seat, gained in enumerate(scored.points)
    ]
    size = points_size(observation, [(total, (gained,)) for total, gained in told])

    def draw(canvas: Canvas, cell: Cell) -> None:
        total, gained = told[cell.seat]
        figures(canvas, cell, (total, size), gained, "")

    return draw
