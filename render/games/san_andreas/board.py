"""Pictures of the table: as it is, with one's own coins, what is new, the end, the map alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from PIL import Image

from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.state import Observation
from render.blocks import MapFrames
from render.canvas import Canvas, Face
from render.frames import framed
from render.games.san_andreas.captions import Captions, Line
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import coast_of, public_values, table, viewer, viewer_values
from render.games.san_andreas.panels import (
    LEFT,
    RIGHT,
    card,
    epicenters,
    head,
    own_coins,
    progress,
    scores,
)
from render.games.san_andreas.pieces import lost_sprite, pawn_sprite
from render.games.san_andreas.window import SEA, Window, window_of
from render.lettering import one_size, shortened
from render.picture import Picture, gif
from render.signs import Badge, badge_sprite, padlock_sprite, seat_sprite
from render.strips import draw_player
from render.theme import HEIGHT, WIDTH


def board_canvas(
    observation: Observation, captions: Captions, window: Window | None = None
) -> Canvas:
    """Return the public picture of the table."""
    coast = table(observation, captions, public_values(captions), window)
    coast.frame("frame")
    scores(coast.canvas, observation, captions)
    epicenters(coast.canvas, observation, captions)
    return coast.canvas


def coins_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the viewer's own picture of the table."""
    coast = table(observation, captions, viewer_values(captions))
    coast.frame("amber")
    scores(coast.canvas, observation, captions)
    own_coins(coast.canvas, observation, captions, viewer(observation))
    return coast.canvas


# What is new since one's last turn.

_ROW: Final = 48
_FIRST: Final = 4
"""Lines that fit under the headline; more go to the panel in the ocean."""
_MORE: Final = 3
_BADGE: Final = Badge(34)
_RED: Final = Badge(34, "hot")


def since_canvas(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Space, str],
    lines: tuple[Line, ...],
) -> Canvas:
    """Return the board with numbers on what is new, and what the numbers mean."""
    coast = coast_of(observation)
    coast.names()
    coast.pieces(viewer_values(captions))
    side = coast.window.side
    for space in sorted(marks, reverse=True):
        # On the outer corner of the space, beside what stands there.
        named = name_at(coast.layout, space)
        x, y = coast.window.stand(space, named[1]) if named else coast.window.middle(space)
        coast.canvas.stamp(badge_sprite(marks[space], _BADGE), x + 0.34 * side, y - 0.34 * side)
    private = isinstance(observation.viewer, int)
    coast.frame("amber" if private else "frame")
    # The latest matter most: what does not fit is what happened first.
    lines = lines[-_FIRST - _MORE :]
    top = head(coast.canvas, 72 + _ROW * min(_FIRST, len(lines)), captions, private=private)
    for n, line in enumerate(lines[:_FIRST]):
        _line(coast.canvas, (LEFT, RIGHT), top + 24 + _ROW * n, (line, captions))
    if others := lines[_FIRST:]:
        left, _, right, bottom = SEA
        top = bottom - 16 - _ROW * len(others)
        card(coast.canvas, (left, top, right, bottom))
        for n, line in enumerate(others):
            _line(coast.canvas, (left + 16, right - 16), top + 32 + _ROW * n, (line, captions))
    return coast.canvas


def _line(canvas: Canvas, room: tuple[int, int], middle: int, told: tuple[Line, Captions]) -> None:
    (left, right), (line, captions) = room, told
    quake = line.seat is None and line.pawn is None
    if line.label:
        canvas.stamp(badge_sprite(line.label, _RED if quake else _BADGE), left + 17, middle)
    x = left + 44
    if line.seat is not None:
        canvas.stamp(seat_sprite(line.seat, 38, captions.letters[line.seat]), x + 18, middle)
        x += 46
    if line.pawn is not None:
        canvas.stamp(pawn_sprite(line.pawn, 36), x + 18, middle)
        x += 46
    face = Face("bold", 32, "hot" if quake else "ink")
    canvas.write(shortened(line.text, "bold", 32, right - x), x, middle, face)


# Which coins are where, as far as the viewer knows.

_MARGIN: Final = 40
_TOP: Final = 176
_COLUMNS: Final = (360, 640, 920)
_NAME_ROOM: Final = _COLUMNS[0] - _MARGIN - 100
_PITCH: Final = 76
_COIN: Final = 62
_BESIDE: Final = 3
"""How many coins lie side by side; a seat has six at most."""
_COIN_ROW: Final = 68
_UNKNOWN: Final = "?"
_HEAD: Final = Face("regular", 38, "soft")


def unseen_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return a row for each seat, unknown coins with a question mark."""
    private = isinstance(observation.viewer, int)
    canvas = framed("amber" if private else "frame")
    text = shortened(captions.headline, "bold", 42, WIDTH - 2 * _MARGIN - 60)
    canvas.write(text, _MARGIN, 68, Face("bold", 42))
    if private:
        canvas.stamp(padlock_sprite(), WIDTH - _MARGIN - 14, 66)
    heads = (captions.hand, captions.board, captions.lost)
    for x, words in zip(_COLUMNS, heads, strict=True):
        canvas.write(shortened(words, "regular", 38, 264), x, 134, _HEAD)
    high = (HEIGHT - 28 - _TOP) // observation.seats
    sizes = (44, 42, 40, 38, 36, 34, 32, 30, 28)
    size = one_size(((name, _NAME_ROOM) for name in captions.names), "bold", sizes)
    for seat in map(Seat, range(observation.seats)):
        canvas.box(
            *(_MARGIN, _TOP + high * seat - 1, WIDTH - _MARGIN, _TOP + high * seat + 1), "landline"
        )
        middle = _TOP + high * seat + high // 2
        look, is_machine = (62, captions.letters[seat]), seat in captions.machines
        draw_player(canvas, (_MARGIN + 34, middle), seat, look, is_machine=is_machine)
        name = shortened(captions.names[seat], "bold", size, _NAME_ROOM)
        canvas.write(name, _MARGIN + 80, middle, Face("bold", size))
        purse = observation.purses[seat]
        cities = [city.value for city in observation.cities if city.seat == seat]
        stands = sorted(value for value in cities if value is not None)
        for column, known_values, count, sprite in (
            (_COLUMNS[0], purse.coins, purse.hand, seat_sprite),
            (_COLUMNS[1], stands, len(cities), seat_sprite),
            (_COLUMNS[2], purse.lost_coins, purse.lost, lost_sprite),
        ):
            known = [str(value) for value in known_values]
            top = middle - (_COIN_ROW // 2 if count > _BESIDE else 0)
            for n, label in enumerate([*known, *[_UNKNOWN] * (count - len(known))]):
                row, place = divmod(n, _BESIDE)
                at = column + 34 + _PITCH * place, top + _COIN_ROW * row
                canvas.stamp(sprite(seat, _COIN, label), *at)
    return canvas


# The end, and the whole match.


def result_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the final board and the standings; winners have a white row."""
    outcome = observation.outcome
    if outcome is None:
        raise Undrawable("the match is not over")
    coast = coast_of(observation)
    coast.names()
    coast.pieces(viewer_values(captions))
    coast.frame("frame")
    seats = [Seat(seat) for seat in range(observation.seats)]
    order = sorted(seats, key=lambda seat: (outcome.ranks[seat], seat))
    scores(coast.canvas, observation, captions, order)
    return coast.canvas


_PAUSE: Final = 0.7
_LAST: Final = 3.0


def film(observations: Sequence[Observation], captions: Sequence[Captions]) -> Picture:
    """Return the match in one window from start to end."""
    window = window_of([observation.layout for observation in observations])
    count = len(observations)

    def pictures() -> Iterator[Image.Image]:
        for n, (observation, words) in enumerate(zip(observations, captions, strict=True), 1):
            canvas = board_canvas(observation, words, window)
            progress(canvas, n / count)
            yield canvas.picture

    return Picture(gif(pictures(), _PAUSE, _LAST), WIDTH, HEIGHT, "gif")


def frames(
    observations: Sequence[Observation], captions: Sequence[Captions], window: Window
) -> MapFrames:
    """Return maps of a match in one window."""
    moments = zip(observations, captions, strict=True)
    return MapFrames.of(map_only(*moment, window).picture for moment in moments)


def map_only(observation: Observation, captions: Captions, window: Window) -> Canvas:
    """Return the map alone, without frame, panels or words."""
    return table(observation, captions, public_values(captions), window).canvas
