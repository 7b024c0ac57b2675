"""Private pictures of the questions: where to found, which epicenter, a draft, a swap."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import LastMove
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import PAWNS, Pawn, Tile
from render.canvas import Canvas, Face
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.coast import Coast, coast_of, viewer, viewer_values
from render.games.san_andreas.panels import LEFT, Coins, coins, head, own_coins, scores
from render.games.san_andreas.pieces import pawn_sprite
from render.games.san_andreas.window import close_up
from render.lettering import Weight, fitting_size, shortened, text_width
from render.shapes import grown, rounded
from render.sprites import Sprite, kept, outlined

_COINS_HIGH: Final = 172
_COIN: Final = 69
"""Pixels from one coin to the next."""
_PAWNS_HIGH: Final = 210
_PITCH: Final = (206, 72)
_KEY: Final = (198, 66)
_NAME_ROOM: Final = 126
_NAMES: Final = (38, 36, 34, 32, 30)
_LONG_NAMES: Final = (30, 28, 26, 24, 22)
"""Sizes of the names of epicenters; where none will do, those without bold."""

Step = tuple[int, int]


def found_canvas(
    observation: Observation,
    captions: Captions,
    spaces: Mapping[Space, str],
    coin: int | None = None,
    step: Step = (1, 3),
) -> Canvas:
    """Draw where a city may be founded, each space with its label, and one's own coins.

    `coin` is the one picked already. Tiles without a space in `spaces` are pale.
    """
    coast = _spaces(observation, captions, spaces, step)
    coast.frame("amber")
    _coins(coast.canvas, observation, captions, coin, step)
    return coast.canvas


def epicenter_canvas(
    observation: Observation,
    captions: Captions,
    spaces: Mapping[Space, str],
    pawn: Pawn | None = None,
    step: Step = (1, 2),
) -> Canvas:
    """Draw the free pawns to choose from and where they may stand; `pawn` is picked already."""
    coast = _spaces(observation, captions, spaces, step)
    coast.frame("amber")
    _pawns(coast.canvas, observation, captions, pawn, step)
    return coast.canvas


def draft_canvas(observation: Observation, captions: Captions, step: Step = (3, 3)) -> Canvas:
    """Draw a move before it is sent: `observation` with it done, its place ringed in amber."""
    last = observation.last
    coast = coast_of(observation)
    coast.names()
    coast.pieces(viewer_values(captions), last, "amber")
    coast.frame("amber")
    if last and last.pawn:
        _pawns(coast.canvas, observation, captions, last.pawn, step)
    else:
        place = last and (last.tile, last.quarter)
        founded = [c.value for c in observation.cities if (c.tile, c.quarter) == place]
        _coins(coast.canvas, observation, captions, next(iter(founded), None), step)
    return coast.canvas


def marked_canvas(
    observation: Observation, captions: Captions, marks: Sequence[tuple[Space, str, str]]
) -> Canvas:
    """Draw the viewer's table with moves marked: each a space, its sign, the colour of its ring.

    White rings what was played, amber what was not.
    """
    coast = coast_of(observation)
    coast.names([space for space, _, _ in marks])
    coast.pieces(viewer_values(captions))
    coast.signs(marks)
    coast.frame("amber")
    scores(coast.canvas, observation, captions)
    own_coins(coast.canvas, observation, captions, viewer(observation))
    return coast.canvas


def swap_canvas(observation: Observation, captions: Captions, coin: int | None = None) -> Canvas:
    """Draw the viewer's surviving null and the lost coins to swap it for."""
    seat = viewer(observation)
    null = next(
        (city for city in observation.layout.cities if city.seat == seat and city.value == 0), None
    )
    place = LastMove(seat, "found", null.tile, null.quarter) if null else None
    tile = observation.layout.tile(null.tile) if null else None
    coast = coast_of(observation, window=close_up(tile.space) if tile else None)
    coast.names()
    coast.pieces(viewer_values(captions), place, "amber")
    coast.frame("amber")
    top = head(coast.canvas, _COINS_HIGH, captions, private=True)
    lost = observation.purses[seat].lost_coins
    drawn = Coins(observation.purses[seat], seat, coin, lost)
    coins(coast.canvas, drawn, (LEFT + 32, top + 54), _COIN)
    return coast.canvas


def _spaces(
    observation: Observation, captions: Captions, spaces: Mapping[Space, str], step: Step
) -> Coast:
    """Return the map with the spaces to choose from, tiles without any pale.

    Among tiles one chooses by their names: these are large. Of one tile it is a close-up.
    """
    layout = observation.layout
    named = (name_at(layout, space) for space in spaces)
    open_tiles: set[Tile] = {name[0] for name in named if name}
    pale = {laid.tile for laid in layout.tiles} - open_tiles
    if step[0] == 1:
        coast = coast_of(observation, pale)
        coast.pieces(viewer_values(captions))
        coast.dots(spaces)
        coast.names(large=open_tiles)
        return coast
    chosen = layout.tile(next(iter(open_tiles), ""))
    coast = coast_of(observation, pale, close_up(chosen.space) if chosen else None)
    coast.pieces(viewer_values(captions))
    coast.choices(spaces)
    coast.names(spaces)
    return coast


def _coins(
    canvas: Canvas, observation: Observation, captions: Captions, coin: int | None, step: Step
) -> None:
    top = head(canvas, _COINS_HIGH, captions, step, private=True)
    seat = viewer(observation)
    coins(canvas, Coins(observation.purses[seat], seat, coin), (LEFT + 32, top + 54), _COIN)


def _pawns(
    canvas: Canvas, observation: Observation, captions: Captions, pawn: Pawn | None, step: Step
) -> None:
    """Draw the four epicenters with their names, the free ones on keys."""
    top = head(canvas, _PAWNS_HIGH, captions, step, private=True)
    for n, (each, name) in enumerate(zip(PAWNS, captions.pawns, strict=True)):
        x, y = LEFT + 101 + _PITCH[0] * (n % 2), top + 39 + _PITCH[1] * (n // 2)
        free, ground = each in observation.pool or each == pawn, "paper"
        if free:
            ground = "amber" if each == pawn else "glow"
            canvas.stamp(key_sprite(ground), x, y)
        canvas.stamp(pawn_sprite(each, 54, gone=not free), x - 66, y)
        weight: Weight = "bold"
        size = fitting_size(name, weight, _NAMES, _NAME_ROOM)
        if text_width(name, weight, size) > _NAME_ROOM:
            weight, size = "regular", fitting_size(name, "regular", _LONG_NAMES, _NAME_ROOM)
        face = Face(weight, size, "ink" if free else "soft", ground)
        canvas.write(shortened(name, weight, size, _NAME_ROOM), x - 32, y, face)


@kept
def key_sprite(ground: str) -> Sprite:
    """Return the ground of a free epicenter's name."""
    box = rounded(*_KEY, 8)
    layers = (("ink", box), (ground, grown(box, -2.5)))
    return outlined(box, layers)
