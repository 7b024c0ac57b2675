"""The public pictures of a table: as it stands, and what a turn of 3A or 3B has changed."""

from collections import Counter
from collections.abc import Sequence
from math import dist
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.state import Aftershock, BuildTurn, Crossing, Moved, Observation
from render.canvas import Canvas, Face
from render.games.aftershock.bridges import along, draw_arrow, draw_toll, draw_vacant, ring_bridge
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import MAP
from render.games.aftershock.check import Undrawable
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import (
    PLUS,
    SHOULDER,
    bare_star_sprite,
    draw_change,
    on_top,
    ring_piece,
    signed,
    star_sprite,
)
from render.games.aftershock.strip import asked, holdings, seats, table_strip
from render.games.aftershock.water import around_land, box_of
from render.shapes import Point, rounded
from render.signs import hollow_sprite, seat_sprite
from render.sprites import Sketch, Sprite, kept

_BUILDING: Final = frozenset({"build", "dismantle"})
_SHAKING: Final = frozenset({"resolve", "roll", "shock", "move"})
_APART: Final = 50
_MOVERS: Final = 46
_SHORT: Final = 190
_ASIDE: Final = 40
_TREMOR: Final = ((17, 5, "hot"), (31, 5, "hot"))

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
        piece = bay.piece_of(area, seat)
        if piece and count:
            draw_change(bay.canvas, piece, signed(count), bay.observation.seats)


def rings(bay: Bay, changed: Counter[tuple[str, Seat]]) -> None:
    """Ring the pieces that became more."""
    for (area, seat), count in changed.items():
        piece = bay.piece_of(area, seat)
        if piece and count > 0:
            ring_piece(bay.canvas, piece, bay.observation.seats)


def lying_markers(bay: Bay, shock: Aftershock | None = None) -> None:
    """Lay on the shores the Aftershock markers still to come, and whom `shock` sent home."""
    lying: dict[str, list[tuple[Sprite, Seat | None]]] = {}
    if shock:
        home = sorted(Counter(move.seat for move in shock.moves if move.to is None).items())
        lying[shock.area] = [(sent_home_sprite(seat, count), None) for seat, count in home]
    for seat, markers in enumerate(bay.observation.markers):
        for marker in markers:
            things = lying.setdefault(marker.area, [])
            things.append((star_sprite(PLUS[marker.item]), Seat(seat)))
    for area, things in lying.items():
        places = bay.on_shore(area, [sprite for sprite, _ in things], _APART)
        for (_, owner), (x, y) in zip(things, places, strict=True):
            if owner is not None:
                piece = seat_sprite(owner, 24, bay.captions.letters[owner])
                bay.canvas.stamp(piece, x + 18, y + 18)


def tremor(bay: Bay, area: str) -> None:
    """Draw the red lines around the area that was hit."""
    place = bay.place(area)
    x, y, _, _ = box_of(place)
    bay.canvas.stamp(around_land(place, _TREMOR), x, y)


def routes(shock: Aftershock) -> dict[tuple[Crossing, ...], list[Moved]]:
    """Return who moved over each route."""
    found: dict[tuple[Crossing, ...], list[Moved]] = {}
    for move in shock.moves:
        if move.way:
            found.setdefault(move.way, []).append(move)
    return found


def arrows(bay: Bay, shock: Aftershock) -> None:
    """Draw an arrow for every route; pieces come over it."""
    for way in routes(shock):
        draw_arrow(bay.canvas, path(bay, way))


def movers(bay: Bay, shock: Aftershock) -> None:
    """Draw on the arrows who moved and who was paid, and who has not moved yet."""
    found = routes(shock)
    tolls: Counter[Crossing] = Counter()
    for way, moved in found.items():
        for crossing in way:
            tolls[crossing] += sum(move.seat != crossing.owner for move in moved)
    for crossing, count in tolls.items():
        if count:
            # On its bridge, or beside it where that is too short.
            leg, owner = path(bay, (crossing,)), crossing.owner
            is_long = dist(*leg) > _SHORT
            spot = along(leg, 0.68) if is_long else beside(along(leg, 0.5), leg, _ASIDE)
            amount = bay.captions.amount(count)
            draw_toll(bay.canvas, spot, amount, (owner, bay.captions.letters[owner]))
    for way, moved in found.items():
        # Side by side over the last bridge of the route.
        leg = path(bay, way[-1:])
        counts = sorted(Counter(move.seat for move in moved).items())
        for n, (seat, count) in enumerate(counts):
            spot = beside(along(leg, 0.36), leg, _MOVERS * (n - (len(counts) - 1) / 2))
            bay.canvas.stamp(seat_sprite(seat, 42, str(count)), *spot)
    waiting(bay, shock.area, shock.left)


def path(bay: Bay, way: Sequence[Crossing]) -> list[Point]:
    """Return the points of a route over bridges, from shore to shore."""
    points: list[Point] = []
    for crossing in way:
        found = lane_of(bay, (crossing.area, crossing.to), crossing.owner)
        link, lane = found or (bay.board.link_index[crossing.area, crossing.to], 0)
        span = bay.chart.spans[link]
        reach = span.length / 2 + 5
        ends = [span.at(-reach, lane, span.lanes), span.at(reach, lane, span.lanes)]
        if bay.board.links[link].between[0] != crossing.area:
            ends.reverse()
        points += ends
    return points


def beside(at: Point, leg: Sequence[Point], by: float) -> Point:
    """Return a point `by` pixels across a leg, or along it if it is upright."""
    (ax, ay), (zx, zy) = leg
    length = dist(*leg) or 1.0
    return at[0] - (zy - ay) / length * by, at[1] + (zx - ax) / length * by


@kept
def sent_home_sprite(seat: Seat, count: int) -> Sprite:
    """Return a hollow piece with a red stroke, and how many they are if not one."""
    piece = hollow_sprite(seat, 40, str(count) if count > 1 else "")
    sketch = Sketch(22, 18, "hot")
    for width, colour in ((7.5, "paper"), (4.0, "hot")):
        sketch.shape_line(((-18, 13), (18, -13)), width)
        sketch.line(((-18, 13), (18, -13)), width, colour)
    return on_top(piece, sketch.finished())


def waiting(bay: Bay, area: str, counts: Sequence[int]) -> None:
    """Put a star on the pieces of an area, with the number that are Shocked."""
    for seat, count in enumerate(counts):
        piece = bay.piece_of(area, Seat(seat))
        if piece and count:
            x = min(piece.x + SHOULDER[0] - 4, MAP[2] - 28)
            bay.canvas.stamp(star_sprite(str(count), 38), x, piece.y + SHOULDER[1])


def shock_head(
    canvas: Canvas, shock: Aftershock, captions: Captions, *, private: bool = False
) -> None:
    """Write the left block of an aftershock: what the die showed, and what that makes."""
    asked(canvas, captions, private=private)
    if shock.face is None:
        canvas.stamp(bare_star_sprite(PLUS[shock.marker], 48), 56, _DIE)
        return
    canvas.stamp(die_sprite(str(shock.face)), 48, _DIE)
    plus = PLUS[shock.marker]
    x = 78 + canvas.write(plus, 78, _DIE, Face("regular", 36, "soft")) + 6
    total = shock.face + MARKERS.index(shock.marker)
    canvas.write(f"= {total}", x, _DIE, Face("bold", 40))


_DIE: Final = 134
"""Height of the die in the left block."""


@kept
def die_sprite(face: str) -> Sprite:
    """Return what the Aftershock die shows."""
    sketch = Sketch(25, 25, "paper")
    outline = rounded(48, 48, 8)
    sketch.shape(outline)
    sketch.fill(outline, "hot")
    sketch.text(face, (0, 0), 38, "white")
    return sketch.finished()


def table_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table, its newest turn of 3A or 3B marked."""
    return turn_canvas(observation, captions, newest(observation))


def built_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the table with the newest turn of 3A marked."""
    if not observation.builds:
        raise Undrawable("nobody has built this round")
    return turn_canvas(observation, captions, observation.builds[-1])


def aftershock_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the table with the newest aftershock: die, area, routes of the meeples."""
    if not observation.aftershocks:
        raise Undrawable("no aftershock this round")
    return turn_canvas(observation, captions, observation.aftershocks[-1])


def turn_canvas(observation: Observation, captions: Captions, turn: Turn | None) -> Canvas:
    """Return the public picture of the table with one turn marked."""
    bay = Bay(observation, captions, "frame")
    map_layers(bay, turn)
    if isinstance(turn, Aftershock):
        shock_head(bay.canvas, turn, captions)
        seats(bay.canvas, observation, captions, holdings(observation, captions))
    else:
        table_strip(bay.canvas, observation, captions)
    return bay.finished()


def map_layers(bay: Bay, turn: Turn | None) -> None:
    """Draw everything on the map, with what a turn has changed."""
    built = [turn] if isinstance(turn, BuildTurn) else []
    if built:
        recent = [each for each in bay.observation.builds if each.seat in bay.captions.recent]
        built = [*(each for each in recent if each != turn), *built]
    gained = Counter[tuple[str, Seat]]()
    for each in built:
        gained += gains(each)
    if isinstance(turn, Aftershock):
        tremor(bay, turn.area)
    bay.vacant()
    for each in built:
        ring_built(bay, each)
    bay.bridges()
    bay.names()
    bay.places()
    if isinstance(turn, Aftershock):
        arrows(bay, turn)
    rings(bay, gained)
    bay.pieces()
    changes(bay, gained)
    lying_markers(bay, turn if isinstance(turn, Aftershock) else None)
    if isinstance(turn, Aftershock):
        movers(bay, turn)
