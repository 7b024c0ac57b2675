"""The private desk on the map: what one plans, and what one marks."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import MARKERS, MOST_BRIDGES
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.games.aftershock.callouts import draw_things, plate_sprite
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import MAP
from render.games.aftershock.check import Undrawable
from render.games.aftershock.map import Bay
from render.games.aftershock.strip import asked, bridge_sign, holdings, seats
from render.games.aftershock.tokens import bare_star_sprite, bars_sprite, meeple_sprite, seal_sprite
from render.games.aftershock.turns import PLUS, lying_markers
from render.lettering import fitting_size, shortened
from render.signs import seat_sprite
from render.sprites import Sprite

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
    areas: tuple[str | None, ...],
    current: int | None,
) -> Canvas:
    """Return the map with what is planned on plates, and what is still to be placed."""
    seat = _viewer(observation)
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
    score: tuple[str, ...],
    influence: tuple[str, ...],
) -> Canvas:
    """Return the map with the own markers on plates, and how many are still to be placed."""
    seat = _viewer(observation)
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


def _viewer(observation: Observation) -> Seat:
    if not isinstance(observation.viewer, int):
        raise Undrawable("a private picture needs a player who looks")
    return Seat(observation.viewer)


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
