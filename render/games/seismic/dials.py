"""How long the six lines out of a town are, as a dial around it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from engine.boards.hexes import OFFSETS
from engine.games.seismic.pieces import Quake
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.layout import View
from render.lettering import shortened
from render.shapes import circle, grown
from render.signs import Badge, badge_sprite, chip_sprite
from render.sprites import SPRITES, Sprite, outlined
from render.strips import TITLE

_SIDE: Final = 31
_CHOICE: Final = Face("bold", 34)
WIDTH: Final = 200
"""Of a dial and the word beside its middle."""
HEIGHT: Final = 166
_BELOW: Final = 108
"""From the middle of a dial to the words below it."""


@dataclass(frozen=True, slots=True)
class Dial:
    """The six lengths, which of them are red, and what stands below: a word, a choice's letter."""

    lengths: tuple[int, ...]
    red: Collection[int]
    label: str = ""
    letter: str = ""


def struck_dial(quake: Quake, label: str = "") -> Dial:
    """Return the dial of a quake: the line that falls, or those that may fall, in red."""
    return Dial(quake.lengths, set(quake.tied) if quake.line is None else {quake.line}, label)


def present_dial(observation: Observation, town: int, label: str = "", letter: str = "") -> Dial:
    """Return the lines of a town as they are now, the longest in red."""
    return Dial(observation.lines[town], longest(observation.lines[town]), label, letter)


def longest(lengths: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lines that a quake could strike now: all of the greatest length, if any."""
    most = max(lengths)
    return tuple(line for line, length in enumerate(lengths) if length == most and most)


def draw_dial(canvas: Canvas, dial: Dial, middle: tuple[int, int]) -> None:
    """Draw the lengths around a town."""
    view = View(_SIDE + 1, *middle, 0, 0)
    for line, length in enumerate(dial.lengths):
        colour = "hot" if line in dial.red else "land"
        chip = chip_sprite(str(length), _SIDE, 36, colour)
        canvas.stamp(chip, *view.point(OFFSETS[line]))
    canvas.stamp(_town(), *middle)
    _write_label(canvas, dial, middle[0], middle[1] + _BELOW)


def _write_label(canvas: Canvas, dial: Dial, x: int, y: int) -> None:
    face = _CHOICE if dial.letter else TITLE
    shift = 20 if dial.letter else 0
    label = shortened(dial.label, face.weight, face.size, WIDTH - 2 * shift)
    width = canvas.write(label, x + shift, y, face, "middle")
    if dial.letter:
        canvas.stamp(badge_sprite(dial.letter, Badge(42)), x - width / 2 - 6, y)


def _town() -> Sprite:
    disc = circle(19)
    layers = (("ink", disc), ("town", grown(disc, -2)))
    return SPRITES.get("dial town", lambda: outlined(disc, layers))
