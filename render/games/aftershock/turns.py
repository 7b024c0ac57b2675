"""What a turn of 3A or 3B has changed: rings and numbers, or arrows from where the earth shook."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.state import Aftershock, BuildTurn, Crossing, Moved, Observation
from engine.seat import Seat
from render.canvas import Canvas, Face
from render.games.aftershock.arrows import along, draw_arrow, draw_toll
from render.games.aftershock.bridges import draw_vacant, ring_bridge
from render.games.aftershock.captions import Captions
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import SHOULDER, draw_change, ring_piece
from render.games.aftershock.strip import asked
from render.games.aftershock.tokens import bare_star_sprite, star_sprite
from render.games.aftershock.water import around_land, box_of
from render.seats import hollow_sprite, seat_sprite
from render.shapes import Point, rounded
from render.sketch import Sketch
from render.sprites import SPRITES, Sprite

PLUS: Final = {name: f"+{n}" for n, name in enumerate(MARKERS)}
_BUILDING: Final = frozenset({"build", "dismantle"})
_SHAKING: Final = frozenset({"resolve", "roll", "shock", "move"})
_APART: Final = 50
_TREMOR: Final = ((17, 5, "hot"), (31, 5, "hot"))
_MINUS: Final = "\N{MINUS SIGN}"

Turn = BuildTurn | Aftershock


def newest(observation: Observation) -> Turn | None:
    """Return the turn that a picture of the table should mark: none outside of 3A and 3B."""
    if observation.phase in _SHAKING and observation.aftershocks:
        return observation.aftershocks[-1]
    if observation.phase in _BUILDING | _SHAKING and observation.builds:
        return observation.builds[-1]
    return None


def lane_of(bay: Bay, pair: tuple[str, str], owner: Seat) -> tuple[int, int] | None:
    """Return the newest bridge of a seat between two areas as link and lane, if it stands."""
    link = bay.board.link_index[pair]
    owners = bay.observation.bridges[link]
    lanes = [lane for lane, each in enumerate(owners) if each == owner]
    return (link, lanes[-1]) if lanes else None


def ring_built(bay: Bay, turn: BuildTurn) -> None:
    """Ring the bridges of a turn, below them, and outline in red what was taken down."""
    for pair in turn.dismantled:
        link = bay.board.link_index[pair.area, pair.to]
        span, lane = bay.chart.spans[link], len(bay.observation.bridges[link])
        if lane < span.lanes:
            draw_vacant(bay.canvas, span, lane, "gone")
    for pair in turn.built:
        found = lane_of(bay, (pair.area, pair.to), turn.seat)
        if found:
            ring_bridge(bay.canvas, bay.chart.spans[found[0]], found[1])


def gains(turn: BuildTurn) -> Counter[tuple[str, Seat]]:
    """Return how many meeples came to each area in a turn."""
    return Counter((area, turn.seat) for area in (*turn.meeples, *turn.instead))


def changes(bay: Bay, changed: Counter[tuple[str, Seat]]) -> None:
    """Write what changed at the shoulder of pieces: "+1" in black, a loss in red."""
    for (area, seat), count in changed.items():
        standing = bay.standing(area, seat)
        if standing and count:
            text = f"+{count}" if count > 0 else f"{_MINUS}{-count}"
            draw_change(bay.canvas, standing, text, bay.observation.seats)


def rings(bay: Bay, changed: Counter[tuple[str, Seat]]) -> None:
    """Ring the pieces that became more."""
    for (area, seat), count in changed.items():
        standing = bay.standing(area, seat)
        if standing and count > 0:
            ring_piece(bay.canvas, standing, bay.observation.seats)


def lying_markers(bay: Bay, taken: str = "") -> None:
    """Lay the Aftershock markers that are still to come on the shores of their areas.

    On the area `taken` something else lies: there they begin one place further.
    """
    seen: Counter[str] = Counter({taken: 1} if taken else {})
    for seat, markers in enumerate(bay.observation.markers):
        for marker in markers:
            x, y = bay.place(marker.area).pin
            x += _APART * seen[marker.area]
            seen[marker.area] += 1
            bay.canvas.stamp(star_sprite(PLUS[marker.item]), x, y)
            letter = bay.captions.letters[seat]
            bay.canvas.stamp(seat_sprite(seat, 24, letter), x + 18, y + 18)


def tremor(bay: Bay, area: str) -> None:
    """Draw the red lines around the area that was hit."""
    place = bay.place(area)
    x, y, _, _ = box_of(place)
    bay.canvas.stamp(around_land(place, _TREMOR), x, y)


def moves(bay: Bay, shock: Aftershock) -> None:
    """Draw every move of a resolved marker, and who was taken back."""
    ways: dict[tuple[Crossing, ...], list[Moved]] = {}
    for move in shock.moves:
        ways.setdefault(move.way, []).append(move)
    for way, movers in ways.items():
        if way:
            _way(bay, way, movers)
    _taken_back(bay, shock)
    _waiting(bay, shock)


def path(bay: Bay, way: Sequence[Crossing]) -> list[Point]:
    """Return the points of a way over bridges, from shore to shore."""
    points: list[Point] = []
    for crossing in way:
        found = lane_of(bay, (crossing.area, crossing.to), crossing.owner)
        link, lane = found or (bay.board.link_index[crossing.area, crossing.to], 0)
        span = bay.chart.spans[link]
        reach = span.length / 2 + 12
        ends = [span.at(-reach, lane, span.lanes), span.at(reach, lane, span.lanes)]
        if bay.board.links[link].between[0] != crossing.area:
            ends.reverse()
        points += ends
    return points


def _way(bay: Bay, way: tuple[Crossing, ...], movers: list[Moved]) -> None:
    points = path(bay, way)
    draw_arrow(bay.canvas, points)
    for n, crossing in enumerate(way):
        guests = sum(move.seat != crossing.owner for move in movers)
        if guests:
            owner = (crossing.owner, bay.captions.letters[crossing.owner])
            spot = along(points[2 * n : 2 * n + 2], 0.68)
            draw_toll(bay.canvas, spot, bay.captions.amount(guests), owner)
    counts = sorted(Counter(move.seat for move in movers).items())
    first = points[:2]
    for n, (seat, count) in enumerate(counts):
        x, y = along(first, 0.36)
        side = _APART * (n - (len(counts) - 1) / 2)
        sprite = seat_sprite(seat, 42, str(count))
        bay.canvas.stamp(sprite, *_beside((x, y), first, side))


def _beside(at: Point, leg: Sequence[Point], by: float) -> Point:
    """Return a point so far across a leg, or along it if it is upright."""
    (ax, ay), (zx, zy) = leg
    length = ((zx - ax) ** 2 + (zy - ay) ** 2) ** 0.5 or 1.0
    return at[0] - (zy - ay) / length * by, at[1] + (zx - ax) / length * by


def _taken_back(bay: Bay, shock: Aftershock) -> None:
    home = sorted(Counter(move.seat for move in shock.moves if move.to is None).items())
    x, y = bay.place(shock.area).pin
    for n, (seat, count) in enumerate(home):
        at = x + _APART * n, y
        bay.canvas.stamp(hollow_sprite(seat, 40, str(count) if count > 1 else ""), *at)
        bay.canvas.stamp(_stroke(), *at)


def _stroke() -> Sprite:
    return SPRITES.get("taken back", _drawn_stroke)


def _drawn_stroke() -> Sprite:
    sketch = Sketch(22, 18, "hot")
    for width, colour in ((7.5, "paper"), (4.0, "hot")):
        sketch.shape_line(((-18, 13), (18, -13)), width)
        sketch.line(((-18, 13), (18, -13)), width, colour)
    return sketch.finished()


def _waiting(bay: Bay, shock: Aftershock) -> None:
    """Put a star with their number on the pieces whose Shocked meeples have not moved yet."""
    for seat, count in enumerate(shock.left):
        standing = bay.standing(shock.area, Seat(seat))
        if standing and count:
            sprite = star_sprite(str(count), 38)
            bay.canvas.stamp(sprite, standing.x + SHOULDER[0] - 4, standing.y + SHOULDER[1])


def shock_head(
    canvas: Canvas, shock: Aftershock, captions: Captions, *, private: bool = False
) -> None:
    """Write the left block of an aftershock: what the die showed, and what that makes."""
    asked(canvas, captions, private=private)
    if shock.face is None:
        canvas.stamp(bare_star_sprite(PLUS[shock.marker], 40), 50, 76)
        return
    canvas.stamp(_die(str(shock.face)), 46, 76)
    plus = PLUS[shock.marker]
    x = 72 + canvas.write(plus, 72, 76, Face("regular", 30, "soft")) + 8
    total = shock.face + MARKERS.index(shock.marker)
    canvas.write(f"= {total}", x, 76, Face("bold", 38))


def _die(face: str) -> Sprite:
    return SPRITES.get(("die", face), lambda: _drawn_die(face))


def _drawn_die(face: str) -> Sprite:
    sketch = Sketch(20, 20, "paper")
    outline = rounded(37, 37, 6)
    sketch.shape(outline)
    sketch.fill(outline, "hot")
    sketch.text(face, (0, 0), 28, "white")
    return sketch.finished()
