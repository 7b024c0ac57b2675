"""Private pictures of the choices that are made on the map in 3A and 3B."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game import Seat
from engine.games.aftershock.state import Aftershock, Observation
from engine.games.aftershock.ways import Way
from render.canvas import Canvas, Face
from render.games.aftershock.bridges import ring_bridge
from render.games.aftershock.callouts import draw_callout
from render.games.aftershock.captions import Captions
from render.games.aftershock.check import Undrawable
from render.games.aftershock.map import Bay
from render.games.aftershock.pieces import ring_piece
from render.games.aftershock.strip import holdings, seats, table_strip
from render.games.aftershock.turns import lane_of, lying_markers, shock_head, tremor, waiting
from render.games.aftershock.water import around_land, box_of
from render.lettering import text_width
from render.signs import Badge, badge_sprite, seat_sprite

_BADGE: Final = Badge(40)
_BEYOND: Final = 0.12
"""How far a letter stands beyond the middle of its link, of the link's length."""
_CROWD: Final = 12
"""With more ways than this, those to one area share a plate."""


def bridge_canvas(
    observation: Observation, captions: Captions, area: str, letters: Mapping[str, str]
) -> Canvas:
    """Return the links for a bridge from `area`, lettered by the area they lead to."""
    bay = Bay(observation, captions, "amber")
    links = {to: bay.board.link_index[area, to] for to in letters}
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
    """Return the bridges of the seat on turn that may come down, each with its letter."""
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


def shock_canvas(observation: Observation, captions: Captions, chosen: tuple[int, ...]) -> Canvas:
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


def way_canvas(
    observation: Observation, captions: Captions, ways: tuple[Way, ...], letters: tuple[str, ...]
) -> Canvas:
    """Return where a Shocked meeple may go, every way with its letter and tolls."""
    shock = _newest(observation)
    bay = Bay(observation, captions, "amber")
    reached = dict.fromkeys(way.to for way in ways)
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
    shown = 2 if len(ways) <= _CROWD else 1
    for area in reached:
        mine = [pair for pair in zip(ways, letters, strict=True) if pair[0].to == area]
        _ways(bay, mine, shown)
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
        standing = bay.standing(area, Seat(seat))
        if standing and count:
            ring_piece(bay.canvas, standing, bay.observation.seats)


_TOLL: Final = Face("bold", 36)


def _ways(bay: Bay, lettered: list[tuple[Way, str]], shown: int) -> None:
    """Draw a plate for each way to one area, or one for all if they are many."""
    if len(lettered) > shown:
        first, last = lettered[0], lettered[-1]
        _way(bay, first[0], (first[1], last[1]), 0, paid=())
        return
    for row, (way, letter) in enumerate(lettered):
        _way(bay, way, (letter,), row, paid=way.paid)


def _way(bay: Bay, way: Way, labels: tuple[str, ...], row: int, *, paid: tuple[Seat, ...]) -> None:
    canvas, captions = bay.canvas, bay.captions
    amount = captions.amount(way.cost) if way.cost else captions.free
    labelled = 46 * len(labels) + 14 * (len(labels) - 1)
    width = labelled + text_width(amount, _TOLL.weight, _TOLL.size) + 30 * len(paid) + 26
    x, y = draw_callout(canvas, bay.place(way.to), width, row)
    x -= width / 2 - 10
    for n, label in enumerate(labels):
        canvas.stamp(badge_sprite(label, _BADGE), x + 21 + 60 * n, y)
    if len(labels) > 1:
        canvas.box(x + 44, y - 2, x + 58, y + 2, "ink")
    x += labelled + 4
    x += canvas.write(amount, x, y, _TOLL) + 18
    for n, seat in enumerate(paid):
        canvas.stamp(seat_sprite(seat, 26, captions.letters[seat]), x + 30 * n, y)
