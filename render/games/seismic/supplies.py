"""What is left to draw: one pile, or everybody's own; its bottom; the quakes that came."""

from typing import Final

from engine.games.seismic.pieces import OwnPile
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.lettering import fitting_size, shortened
from render.parts import LABEL, TITLE, counted
from render.seats import chip_sprite, seat_sprite
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
_ROOM: Final = _RIGHT - _LEFT
_BOTTOM: Final = (26, 25, 24, 23)
"""Sizes of the words about the bottom of the pile, which are long in some languages."""
_AFTER_WORD: Final = 4
"""So many quakes leave room for their word before them."""
_IN_A_ROW: Final = 6
_LARGE: Final = (22, 26, 48, 54)
_SMALL: Final = (18, 22, 39, 42)
"""Side of a chip, size of its number, pixels to the next one across, to the first one down."""
_OWN: Final = Face("bold", 34)
_HALF: Final = (_RIGHT - _LEFT) // 2
_PITCH: Final = 40


def supplies(
    canvas: Canvas, y: int, observation: Observation, captions: Captions, room: int = _ROOM
) -> None:
    """Write what the pile holds and which quakes came, from height `y` on."""
    gone = [code[1] for code in observation.discarded if code.startswith("Q")]
    if observation.piles:
        y = _own_piles(canvas, y, observation, captions)
        _quakes(canvas, y, gone, captions, _SMALL, room)
        return
    counted(canvas, y, str(observation.pile), captions.pile_label, room)
    size = fitting_size(captions.bottom, LABEL.weight, _BOTTOM, room)
    bottom = shortened(captions.bottom, LABEL.weight, size, room)
    canvas.write(bottom, _LEFT, y + 37, Face(LABEL.weight, size, LABEL.colour))
    look = _SMALL if captions.bottom or len(gone) > _IN_A_ROW else _LARGE
    _quakes(canvas, y + (32 if captions.bottom else 0), gone, captions, look, room)


def _own_piles(canvas: Canvas, y: int, observation: Observation, captions: Captions) -> int:
    """Write what each seat has left to draw, two side by side; return where they end."""
    label = shortened(captions.pile_label, "regular", LABEL.size, _RIGHT - _LEFT)
    canvas.write(label, _LEFT, y - 18, LABEL)
    for seat, pile in enumerate(observation.piles):
        down, across = divmod(seat, 2)
        place = (_LEFT + across * _HALF, y + 18 + down * _PITCH)
        _own_pile(canvas, place, seat, captions.letters[seat], pile)
    return y + 18 + _PITCH * ((len(observation.piles) - 1) // 2)


def _own_pile(
    canvas: Canvas, place: tuple[int, int], seat: int, letter: str, pile: OwnPile
) -> None:
    """Write a seat's tiles, and in red how many of them are intersections."""
    x, y = place
    canvas.stamp(seat_sprite(seat, 32, letter), x + 18, y)
    x += 44
    x += canvas.write(str(pile.tiles), x, y, _OWN) + 10
    if pile.intersections:
        canvas.stamp(chip_sprite(str(pile.intersections), 17, 24, "red"), x + 17, y)


def _quakes(
    canvas: Canvas,
    y: int,
    magnitudes: list[str],
    captions: Captions,
    look: tuple[int, int, int, int],
    room: int,
) -> None:
    """Draw a chip for each quake that came, their word before them while there is room."""
    side, size, across, down = look
    y, x = y + down, _LEFT
    if len(magnitudes) <= _AFTER_WORD:
        word = captions.quakes_label if magnitudes else captions.no_quakes
        x += canvas.write(word, _LEFT, y, TITLE) + 12
    in_a_row = (room + across - 2 * side) // across
    for n, magnitude in enumerate(magnitudes):
        row, column = divmod(n, in_a_row)
        chip = chip_sprite(magnitude, side, size)
        canvas.stamp(chip, x + side + across * column, y + (2 * side - 2) * row)
