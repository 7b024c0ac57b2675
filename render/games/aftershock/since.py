"""The private picture of what changed since a moment."""

from collections import Counter

from engine.game import Seat
from engine.games.aftershock.state import Observation
from render.canvas import Canvas
from render.games.aftershock.bridges import draw_vacant, ring_bridge
from render.games.aftershock.captions import Captions
from render.games.aftershock.check import Undrawable, check
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import PlacedPiece, draw_change, podium, signed, spots
from render.games.aftershock.strip import Cell, figures, head, points_size, seats
from render.games.aftershock.table import changes, lying_markers, rings
from render.signs import hollow_sprite


def since_canvas(before: Observation, observation: Observation, captions: Captions) -> Canvas:
    """Return the map of now: new bridges and grown pieces ringed, losses in red."""
    if (before.board_name, before.seats) != (observation.board_name, observation.seats):
        raise Undrawable("the two moments are of different matches")
    check(before, captions)
    bay = Bay(observation, captions, "amber")
    changed = Counter[tuple[str, Seat]]()
    for area, then, now in zip(bay.board.areas, before.meeples, observation.meeples, strict=True):
        for seat, (was, has) in enumerate(zip(then, now, strict=True)):
            changed[area, Seat(seat)] = has - was
    bay.vacant()
    # What was built is ringed, below it; what was taken down is outlined in red.
    for link, (old, new) in enumerate(zip(before.bridges, observation.bridges, strict=True)):
        span, left = bay.chart.spans[link], Counter(old)
        for lane, owner in enumerate(new):
            if left[owner]:
                left[owner] -= 1
            else:
                ring_bridge(bay.canvas, span, lane)
        for lane in range(len(new), min(span.lanes, len(new) + left.total())):
            draw_vacant(bay.canvas, span, lane, "gone")
    bay.bridges()
    bay.names()
    bay.places()
    rings(bay, changed)
    bay.pieces()
    # Meeples that have left an area are drawn hollow on the next free places.
    for area in bay.board.areas:
        place, counts = bay.place(area), bay.counts(area)
        gone = [
            seat for seat, count in enumerate(counts) if not count and changed[area, Seat(seat)]
        ]
        free = spots(place, len(counts))[len(podium(place, counts)) :]
        for seat, (x, y) in zip(gone, free, strict=False):
            bay.canvas.stamp(hollow_sprite(seat, 44, "", "ground"), x, y)
            text = signed(changed[area, Seat(seat)])
            draw_change(bay.canvas, PlacedPiece(Seat(seat), 0, x, y), text, len(counts))
    changes(bay, changed)
    lying_markers(bay)
    head(bay.canvas, captions, private=True)

    # In the strip: the points, how many came since, and the money.
    told = [
        (str(now), signed(now - was), captions.amount(money))
        for was, now, money in zip(
            before.scores, observation.scores, observation.money, strict=True
        )
    ]
    size = points_size(observation, [(points, beside, 0) for points, *beside in told])

    def gains(canvas: Canvas, cell: Cell) -> None:
        points, gain, money = told[cell.seat]
        figures(canvas, cell, (points, size), gain, money)

    seats(bay.canvas, observation, captions, gains)
    return bay.finished()
