"""The private picture of what changed since a moment."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.game import Seat
from engine.games.aftershock.state import Observation
from render.canvas import Canvas
from render.games.aftershock.bridges import draw_vacant, ring_bridge
from render.games.aftershock.captions import Captions
from render.games.aftershock.check import Undrawable
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import Standing, draw_change, podium, spots
from render.games.aftershock.strip import Cell, figures, head, points_size, seats
from render.games.aftershock.table import changes, lying_markers, rings
from render.signs import hollow_sprite

_MINUS: Final = "\N{MINUS SIGN}"


def since_canvas(before: Observation, observation: Observation, captions: Captions) -> Canvas:
    """Return the map of now: new bridges and grown pieces ringed, losses in red."""
    if (before.board_name, before.seats) != (observation.board_name, observation.seats):
        raise Undrawable("the two moments are of different matches")
    bay = Bay(observation, captions, "amber")
    changed = _changed(bay, before)
    bay.vacant()
    _bridges(bay, before)
    bay.bridges()
    bay.names()
    bay.places()
    rings(bay, changed)
    bay.pieces()
    _gone(bay, changed)
    changes(bay, changed)
    lying_markers(bay)
    head(bay.canvas, captions, private=True)
    seats(bay.canvas, observation, captions, _gains(before, observation, captions))
    return bay.finished()


def _changed(bay: Bay, before: Observation) -> Counter[tuple[str, Seat]]:
    found: Counter[tuple[str, Seat]] = Counter()
    for area, then, now in zip(
        bay.board.areas, before.meeples, bay.observation.meeples, strict=True
    ):
        for seat, (was, has) in enumerate(zip(then, now, strict=True)):
            found[area, Seat(seat)] = has - was
    return found


def _bridges(bay: Bay, before: Observation) -> None:
    """Ring what was built, below it, and outline in red what was taken down."""
    for link, (then, now) in enumerate(zip(before.bridges, bay.observation.bridges, strict=True)):
        span, old = bay.chart.spans[link], Counter(then)
        for lane, owner in enumerate(now):
            if old[owner]:
                old[owner] -= 1
            else:
                ring_bridge(bay.canvas, span, lane)
        for lane in range(len(now), min(span.lanes, len(now) + old.total())):
            draw_vacant(bay.canvas, span, lane, "gone")


def _gone(bay: Bay, changed: Counter[tuple[str, Seat]]) -> None:
    """Draw who is not in an area any more, hollow on the next free places."""
    for area in bay.board.areas:
        place, counts = bay.place(area), bay.counts(area)
        left = [
            seat for seat, count in enumerate(counts) if not count and changed[area, Seat(seat)]
        ]
        free = spots(place, len(counts))[len(podium(place, counts)) :]
        for seat, (x, y) in zip(left, free, strict=False):
            bay.canvas.stamp(hollow_sprite(seat, 44, "", "ground"), x, y)
            text = f"{_MINUS}{-changed[area, Seat(seat)]}"
            draw_change(bay.canvas, Standing(Seat(seat), 0, x, y), text, len(counts))


def _gains(
    before: Observation, observation: Observation, captions: Captions
) -> Callable[[Canvas, Cell], None]:
    """Return what draws the points, how many came since, and the money."""
    told = [
        (str(now), _signed(now - was), captions.amount(money))
        for was, now, money in zip(
            before.scores, observation.scores, observation.money, strict=True
        )
    ]
    size = points_size(observation, [(points, beside) for points, *beside in told])

    def draw(canvas: Canvas, cell: Cell) -> None:
        points, gain, money = told[cell.seat]
        figures(canvas, cell, (points, size), gain, money)

    return draw


def _signed(gained: int) -> str:
    if not gained:
        return ""
    return f"+{gained}" if gained > 0 else f"{_MINUS}{-gained}"
