"""The private pictures of the map: what one plans and marks, builds, takes down and moves."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import MARKERS, MOST_BRIDGES
from engine.games.aftershock.routes import Route
from engine.games.aftershock.state import Aftershock, Observation
from render.canvas import Canvas, Face
from render.frames import stretched
from render.games.aftershock.bridges import ring_bridge
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import MAP, Place
from render.games.aftershock.check import Undrawable, own
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import (
    PLUS,
    bare_star_sprite,
    bars_sprite,
    meeple_sprite,
    ring_piece,
    seal_sprite,
)
from render.games.aftershock.strip import asked, bridge_sign, holdings, seats, table_strip
from render.games.aftershock.table import lane_of, lying_markers, shock_head, tremor, waiting
from render.games.aftershock.water import around_land, box_of
from render.lettering import fitting_size, shortened, text_width
from render.shapes import Point, grown, rounded, turned
from render.signs import Badge, badge_sprite, seat_sprite
from render.sprites import Sketch, Sprite, kept


@dataclass(frozen=True, slots=True)
class MarkedPlaces:
    """A choice under its sign: the spaces where it puts something, the links that it changes.

    A ring around a link is white if the choice was made, otherwise amber.
    """

    sign: str
    areas: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    is_played: bool = False


_PLATE_HEIGHT: Final = 56
_EACH: Final = 50
"""Width of one thing on a plate."""
_TIP: Final = 14
_CORNER: Final = 12
_LINES: Final = ((0.0, "ink"), (2.5, "amber"), (6.5, "paper"))


def is_upper(place: Place) -> bool:
    """Say whether an area lies above the Bay, so that its plates hang under its shore."""
    return place.pin[1] < (MAP[1] + MAP[3]) / 2


def draw_callout(canvas: Canvas, place: Place, width: int, row: int = 0) -> Point:
    """Draw an empty plate on the shore of an area and return its middle.

    `row` counts the plates of an area from its shore on; only the first has a tip.
    """
    width += width % 2
    x, y = place.pin
    x = min(max(x, MAP[0] + width / 2 + 5), MAP[2] - width / 2 - 5)
    y += (_PLATE_HEIGHT + 2) * row * (1 if is_upper(place) else -1)
    if row == 0:
        side = -1 if is_upper(place) else 1
        canvas.stamp(tip_sprite(side), place.pin[0], y + side * (_PLATE_HEIGHT / 2 - 5))
    canvas.stamp(plate_sprite(width), x, y)
    return x, y


def draw_things(canvas: Canvas, place: Place, things: Sequence[Sprite]) -> None:
    """Draw a plate with things side by side."""
    x, y = draw_callout(canvas, place, _EACH * len(things) + 22)
    for n, thing in enumerate(things):
        canvas.stamp(thing, x + _EACH * (n - (len(things) - 1) / 2), y)


@kept
def plate_sprite(width: int, height: int = _PLATE_HEIGHT) -> Sprite:
    """Return an empty private plate: paper, amber, ink."""
    half = _CORNER + 4
    sketch = Sketch(half, half, "ink")
    outline = rounded(2 * half, 2 * half, _CORNER)
    sketch.shape(outline)
    for inside, colour in _LINES:
        sketch.fill(rounded(2 * (half - inside), 2 * (half - inside), _CORNER - inside), colour)
    return stretched(sketch.finished(), width, height)


@kept
def tip_sprite(side: int) -> Sprite:
    """Return the tip of a plate: 1 for one below it, -1 for one above it."""
    sketch = Sketch(16, _TIP + 10, "ink")
    down = ((-13, 1), (13, 1), (0, _TIP + 7))
    tip = down if side > 0 else turned(down, 180)
    sketch.shape(tip)
    sketch.fill(tip, "ink")
    sketch.fill(grown(tip, -2.6), "amber")
    return sketch.finished()


_LEFT: Final = 48
_STEP: Final = 44
_STILL: Final = 134
"""Height of what is still to be placed, in the left block."""
_OCEAN: Final = MAP[3] - 36
"""Height of the space "most bridges", which no area has room for."""
_COUNT: Final = Face("bold", 38)
_ORDER: Final = ("bridge", "meeple", *MARKERS)


def plan_canvas(
    observation: Observation,
    captions: Captions,
    areas: Sequence[str | None],
    current: int | None = None,
) -> Canvas:
    """Return the map with what is planned on plates, and what is still to be placed.

    `areas` are those of `Items.order`, None for what lies nowhere yet; `current` is the thing that
    is being placed.
    """
    seat = own(observation)
    order = observation.items[seat].order
    if len(areas) != len(order):
        raise Undrawable(f"{len(order)} things to plan, but areas={areas}")
    bay = _map(observation, captions)
    things: dict[str, list[Sprite]] = defaultdict(list)
    for item, area in zip(order, areas, strict=True):
        if area is not None:
            things[area].append(_thing(item, seat))
    for area, sprites in things.items():
        draw_things(bay.canvas, bay.place(area), sprites)
    left = Counter(item for item, area in zip(order, areas, strict=True) if area is None)
    now = order[current] if current is not None else None
    kinds = sorted(left, key=lambda item: (item != now, _ORDER.index(item)))
    _still(bay.canvas, [(_thing(item, seat, 32), left[item], item == now) for item in kinds])
    return _finished(bay)


def marks_canvas(
    observation: Observation,
    captions: Captions,
    score: Sequence[str],
    influence: Sequence[str] = (),
) -> Canvas:
    """Return the map with the own markers on plates, and how many are still to be placed."""
    seat = own(observation)
    letter = captions.letters[seat]
    bay = _map(observation, replace(captions, ocean="", north=""))
    marker, seal = seat_sprite(seat, 34, letter), seal_sprite(seat, letter, "paper")
    things: dict[str, list[Sprite]] = defaultdict(list)
    for spaces, sprite in ((score, marker), (influence, seal)):
        for space in spaces:
            things[space].append(sprite)
    _most(bay, things.pop(MOST_BRIDGES, []))
    for area, sprites in things.items():
        draw_things(bay.canvas, bay.place(area), sprites)
    markers = observation.board.seatings[observation.seats].score_markers
    seal = seal_sprite(seat, letter, "paper", 30)
    left = (
        (marker, markers - len(score)),
        (seal, observation.items[seat].influence - len(influence)),
    )
    _still(bay.canvas, [(sprite, count, False) for sprite, count in left if count > 0])
    return _finished(bay)


def _most(bay: Bay, things: Sequence[Sprite]) -> None:
    """Draw the space "most bridges" on the ocean, with the own markers on it."""
    if not things:
        bay.canvas.stamp(bridge_sign("waterword", "deep"), 54, _OCEAN)
        write_most(bay, 84, _OCEAN)
        return
    width = 72 + _STEP * len(things)
    bay.canvas.stamp(plate_sprite(width), 24 + width // 2, _OCEAN)
    bay.canvas.stamp(bridge_sign("ink"), 60, _OCEAN)
    for n, thing in enumerate(things):
        bay.canvas.stamp(thing, 106 + _STEP * n, _OCEAN)


def write_most(bay: Bay, x: int, y: int) -> None:
    """Write the name of the space "most bridges" on the water."""
    size = fitting_size(bay.captions.most_bridges, "regular", (28, 26, 24, 22), 178)
    name = shortened(bay.captions.most_bridges, "regular", size, 178)
    bay.canvas.write(name, x, y, Face("regular", size, "waterword", "deep"))


def _map(observation: Observation, captions: Captions) -> Bay:
    bay = Bay(observation, captions, "amber")
    bay.vacant()
    bay.bridges()
    bay.names()
    bay.places()
    bay.pieces()
    lying_markers(bay)
    asked(bay.canvas, captions)
    return bay


def _thing(item: str, seat: Seat, size: int = 40) -> Sprite:
    if item == "bridge":
        return bars_sprite(seat)
    if item == "meeple":
        return meeple_sprite(seat, size)
    return bare_star_sprite(PLUS[item], size + 4)


def _still(canvas: Canvas, left: list[tuple[Sprite, int, bool]]) -> None:
    """Draw what is still to be placed into the left block, the current thing first."""
    x = _LEFT
    for sprite, count, now in left[:4]:
        if now:
            canvas.box(x - 23, 158, x + 23, 163, "amber")
        canvas.stamp(sprite, x, _STILL)
        if count > 1:
            x += canvas.write(str(count), x + 25, _STILL + 1, _COUNT)
        x += _STEP + 4


def _finished(bay: Bay) -> Canvas:
    seats(bay.canvas, bay.observation, bay.captions, holdings(bay.observation, bay.captions))
    return bay.finished()


def marked_canvas(
    observation: Observation, captions: Captions, marks: Sequence[MarkedPlaces]
) -> Canvas:
    """Return the viewer's map with choices marked: each sign where that choice puts something."""
    bay = Bay(observation, replace(captions, ocean="", north=""), "amber")
    lanes = [(mark, _lane(bay, pair)) for mark in marks for pair in mark.links]
    for mark, lane in lanes:
        ring = "white" if mark.is_played else "amber"
        ring_bridge(bay.canvas, bay.chart.spans[lane[0]], lane[1], ring)
    bay.vacant(frozenset(link for _, (link, _) in lanes))
    bay.bridges()
    _middle(bay)
    things: dict[str, list[Sprite]] = defaultdict(list)
    for mark in marks:
        for area in mark.areas:
            things[area].append(badge_sprite(mark.sign, _BADGE))
    if MOST_BRIDGES in things:
        _most(bay, things.pop(MOST_BRIDGES))
    for area, sprites in things.items():
        draw_things(bay.canvas, bay.place(area), sprites)
    for mark, lane in lanes:
        _letter(bay, lane, mark.sign, towards_end=True)
    asked(bay.canvas, captions)
    return _finished(bay)


def _lane(bay: Bay, pair: tuple[str, str]) -> tuple[int, int]:
    """Return the link between two areas and its first vacant lane, or the last one."""
    link = bay.board.link_index[pair]
    return link, min(len(bay.observation.bridges[link]), bay.chart.spans[link].lanes - 1)


_BADGE: Final = Badge(40)
_BEYOND: Final = 0.12
"""How far a letter stands beyond the middle of its link, of the link's length."""
_CROWD: Final = 12
"""With more routes than this, those to one area share a plate."""


def bridge_canvas(
    observation: Observation,
    captions: Captions,
    area: str,
    letters: Mapping[str, str],
    chosen: str = "",
) -> Canvas:
    """Return the links for a bridge from `area`, `letters` by the area they lead to.

    The link to `chosen` is ringed as a draft.
    """
    bay = Bay(observation, captions, "amber")
    links = {to: bay.board.link_index[area, to] for to in letters}
    if chosen in links:
        span, lane = bay.chart.spans[links[chosen]], len(observation.bridges[links[chosen]])
        if lane < span.lanes:
            ring_bridge(bay.canvas, span, lane, "amber")
    bay.vacant(frozenset(links.values()))
    bay.bridges()
    _around(bay, area)
    _middle(bay)
    for to, link in links.items():
        lane = len(observation.bridges[link])
        if lane >= bay.chart.spans[link].lanes:
            raise Undrawable(f"no vacant bridge space between {area} and {to}")
        _letter(bay, (link, lane), letters[to], towards_end=bay.board.links[link].between[1] == to)
    return _with_strip(bay)


def dismantle_canvas(
    observation: Observation, captions: Captions, letters: Mapping[tuple[str, str], str]
) -> Canvas:
    """Return the bridges that may come down: `letters` by their two areas in board order."""
    if not observation.building or len(observation.to_act) != 1:
        raise Undrawable("no bridge waits for pieces")
    bay = Bay(observation, captions, "amber")
    wanted = bay.board.link_index[observation.building.area, observation.building.to]
    bay.vacant(frozenset({wanted}))
    found = {pair: lane_of(bay, pair, observation.to_act[0]) for pair in letters}
    for lane in found.values():
        if lane:
            ring_bridge(bay.canvas, bay.chart.spans[lane[0]], lane[1], "glow")
    bay.bridges()
    _around(bay, observation.building.area)
    _middle(bay)
    for pair, lane in found.items():
        if lane is None:
            raise Undrawable(f"no own bridge between {pair}")
        _letter(bay, lane, letters[pair], towards_end=True)
    return _with_strip(bay)


def shock_canvas(observation: Observation, captions: Captions, chosen: Sequence[int]) -> Canvas:
    """Return the area that was hit, with how many of each seat are chosen."""
    shock = _newest(observation)
    bay = Bay(observation, captions, "amber")
    bay.tint((area for area in bay.board.areas if area != shock.area), "grounddim")
    tremor(bay, shock.area)
    bay.vacant()
    bay.bridges()
    bay.names()
    bay.places()
    _ring_shocked(bay, shock.area, chosen)
    bay.pieces()
    waiting(bay, shock.area, chosen)
    shock_head(bay.canvas, shock, captions, private=True)
    seats(bay.canvas, observation, captions, holdings(observation, captions))
    return bay.finished()


def route_canvas(
    observation: Observation, captions: Captions, routes: Sequence[Route], letters: Sequence[str]
) -> Canvas:
    """Return where a Shocked meeple may go, every route with its letter and tolls."""
    shock = _newest(observation)
    bay = Bay(observation, captions, "amber")
    reached = dict.fromkeys(route.to for route in routes)
    others = (area for area in bay.board.areas if area not in {*reached, shock.area})
    bay.tint(others, "grounddim")
    tremor(bay, shock.area)
    bay.vacant()
    bay.bridges()
    for area in reached:
        _around(bay, area, "glow")
    bay.names()
    bay.places()
    movers = tuple(int(Seat(seat) in observation.to_act) for seat in range(observation.seats))
    _ring_shocked(bay, shock.area, movers)
    bay.pieces()
    waiting(bay, shock.area, tuple(shock.left))
    shown = 2 if len(routes) <= _CROWD else 1
    for area in reached:
        mine = [pair for pair in zip(routes, letters, strict=True) if pair[0].to == area]
        if len(mine) > shown:
            # One plate for all of them.
            first, last = mine[0], mine[-1]
            _put_route(bay, first[0], (first[1], last[1]), 0, paid=())
            continue
        for row, (route, letter) in enumerate(mine):
            _put_route(bay, route, (letter,), row, paid=route.paid)
    return _with_strip(bay)


def _newest(observation: Observation) -> Aftershock:
    if not observation.aftershocks:
        raise Undrawable("no aftershock this round")
    return observation.aftershocks[-1]


def _around(bay: Bay, area: str, colour: str = "amber") -> None:
    x, y, _, _ = box_of(bay.place(area))
    lines = ((0.0, 12.0, "ink"), (0.0, 7.0, colour))
    bay.canvas.stamp(around_land(bay.place(area), lines), x, y)


def _middle(bay: Bay) -> None:
    bay.names()
    bay.places()
    bay.pieces()
    lying_markers(bay)


def _letter(bay: Bay, lane: tuple[int, int], letter: str, *, towards_end: bool) -> None:
    span = bay.chart.spans[lane[0]]
    beyond = span.length * _BEYOND * (1 if towards_end else -1)
    bay.canvas.stamp(badge_sprite(letter, _BADGE), *span.at(beyond, lane[1], span.lanes))


def _with_strip(bay: Bay) -> Canvas:
    table_strip(bay.canvas, bay.observation, bay.captions, private=True)
    return bay.finished()


def _ring_shocked(bay: Bay, area: str, counts: Sequence[int]) -> None:
    for seat, count in enumerate(counts):
        piece = bay.piece_of(area, Seat(seat))
        if piece and count:
            ring_piece(bay.canvas, piece, bay.observation.seats)


_TOLL: Final = Face("bold", 36)


def _put_route(
    bay: Bay, route: Route, labels: tuple[str, ...], row: int, *, paid: tuple[Seat, ...]
) -> None:
    canvas, captions = bay.canvas, bay.captions
    amount = captions.amount(route.cost) if route.cost else captions.free
    labelled = 46 * len(labels) + 14 * (len(labels) - 1)
    width = labelled + text_width(amount, _TOLL.weight, _TOLL.size) + 30 * len(paid) + 26
    x, y = draw_callout(canvas, bay.place(route.to), width, row)
    x -= width / 2 - 10
    for n, label in enumerate(labels):
        canvas.stamp(badge_sprite(label, _BADGE), x + 21 + 60 * n, y)
    if len(labels) > 1:
        canvas.box(x + 44, y - 2, x + 58, y + 2, "ink")
    x += labelled + 4
    x += canvas.write(amount, x, y, _TOLL) + 18
    for n, seat in enumerate(paid):
        canvas.stamp(seat_sprite(seat, 26, captions.letters[seat]), x + 30 * n, y)
