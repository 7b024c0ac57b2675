"""The sheet of all coins: in hand, on the board, lost, as far as the viewer knows them."""

from collections.abc import Iterable
from typing import Final

from engine.game import Seat
from engine.games.san_andreas.state import Observation
from render.canvas import Canvas, Face
from render.frames import framed
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.pieces import lost_sprite
from render.lettering import one_size, shortened
from render.signs import padlock_sprite, seat_sprite
from render.theme import HEIGHT, WIDTH

_MARGIN: Final = 40
_TOP: Final = 176
_COLUMNS: Final = (360, 640, 920)
_NAME_ROOM: Final = _COLUMNS[0] - _MARGIN - 100
_PITCH: Final = 76
_COIN: Final = 62
_BESIDE: Final = 3
"""So many coins lie side by side; a seat has six at most."""
_ROW: Final = 68
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
    for seat in map(Seat, range(observation.seats)):
        top = _TOP + high * seat
        canvas.box(_MARGIN, top - 1, WIDTH - _MARGIN, top + 1, "landline")
        _seat(canvas, top + high // 2, seat, observation, captions)
    return canvas


def _seat(
    canvas: Canvas, middle: int, seat: Seat, observation: Observation, captions: Captions
) -> None:
    canvas.stamp(seat_sprite(seat, 62, captions.letters[seat]), _MARGIN + 34, middle)
    size = one_size(
        ((name, _NAME_ROOM) for name in captions.names),
        "bold",
        (44, 42, 40, 38, 36, 34, 32, 30, 28),
    )
    name = shortened(captions.names[seat], "bold", size, _NAME_ROOM)
    canvas.write(name, _MARGIN + 80, middle, Face("bold", size))
    purse = observation.purses[seat]
    cities = [city.value for city in observation.layout.cities if city.seat == seat]
    stands = sorted(value for value in cities if value is not None)
    for label, *at in _labels(purse.coins, purse.hand, (_COLUMNS[0], middle)):
        canvas.stamp(seat_sprite(seat, _COIN, label), *at)
    for label, *at in _labels(stands, len(cities), (_COLUMNS[1], middle)):
        canvas.stamp(seat_sprite(seat, _COIN, label), *at)
    for label, *at in _labels(purse.lost_coins, purse.lost, (_COLUMNS[2], middle)):
        canvas.stamp(lost_sprite(seat, _COIN, label), *at)


def _labels(
    values: Iterable[int], count: int, start: tuple[int, int]
) -> list[tuple[str, int, int]]:
    """Return what each coin of a column bears, known ones first, and where it lies."""
    known = [str(value) for value in values]
    labels = known + [_UNKNOWN] * (count - len(known))
    left, middle = start[0] + 34, start[1] - (_ROW // 2 if count > _BESIDE else 0)
    return [
        (each, left + _PITCH * (n % _BESIDE), middle + _ROW * (n // _BESIDE))
        for n, each in enumerate(labels)
    ]
