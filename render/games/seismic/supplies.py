"""What is left to draw: one pile, or everybody's own; its bottom; the quakes that came."""

from typing import Final

from engine.games.seismic.pieces import OwnPile
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.signs import chip_sprite, seat_sprite
from render.strips import TITLE, counted, line

_LINE: Final = 44
_CHIP: Final = (22, 32, 50)
"""Side of a chip, size of its number, pixels to the next one."""
_SMALL_CHIP: Final = (18, 26, 39)
_OWN: Final = Face("bold", 38)


def supplies_height(observation: Observation, captions: Captions) -> int:
    """Return how high what is left to draw is in pixels."""
    own_rows = -(-len(observation.piles) // 2)
    return _LINE * (2 + own_rows + bool(captions.bottom))


def supplies(canvas: Canvas, observation: Observation, captions: Captions, room: int) -> None:
    """Write what the pile holds and which quakes came, in lines from the upper edge on."""
    if observation.piles:
        line(canvas, 14, captions.pile_label, room)
        for seat, pile in enumerate(observation.piles):
            row, column = divmod(seat, 2)
            place = canvas.moved(column * room // 2, 54 + row * _LINE)
            _own_pile(place, seat, captions.letters[seat], pile)
        y = 54 + _LINE * (1 + (len(observation.piles) - 1) // 2)
    else:
        counted(canvas, 18, str(observation.pile), captions.pile_label, room)
        y = 18 + _LINE
        if captions.bottom:
            line(canvas, y, captions.bottom, room)
            y += _LINE
    _quakes(canvas.moved(0, y), observation, captions, room)


def _own_pile(canvas: Canvas, seat: int, letter: str, pile: OwnPile) -> None:
    """Write a seat's tiles, and in red how many of them are intersections."""
    canvas.stamp(seat_sprite(seat, 36, letter), 20, 0)
    x = 50 + canvas.write(str(pile.tiles), 50, 0, _OWN) + 10
    if pile.intersections:
        canvas.stamp(chip_sprite(str(pile.intersections), 20, 28, "red"), x + 20, 0)


def _quakes(canvas: Canvas, observation: Observation, captions: Captions, room: int) -> None:
    """Draw a chip for each quake that came, their word before them while there is room."""
    gone = [code[1] for code in observation.discarded if code.startswith("Q")]
    if not gone:
        line(canvas, 0, captions.no_quakes, room)
        return
    side, size, pitch = _CHIP if len(gone) * _CHIP[2] <= room else _SMALL_CHIP
    left = room - len(gone) * pitch - 12
    x = 0
    if left >= _WORD_ROOM:
        x = min(canvas.write(captions.quakes_label, 0, 0, TITLE), left) + 12
    for n, magnitude in enumerate(gone):
        canvas.stamp(chip_sprite(magnitude, side, size), x + side + pitch * n, 0)


_WORD_ROOM: Final = 110
"""Least room for the word before the chips."""
