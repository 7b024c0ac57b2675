"""The strip beside the map: who plays, what each has, what lies open to all."""

from typing import Final

from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import ring_sprite, tile_sprite
from render.lettering import shortened, shortened_before
from render.parts import LABEL, TITLE, WORDS, Row, counted, head, rows, rule
from render.seats import chip_sprite
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
NUMBERS: Final = Face("bold", 28)
_TILE: Final = 46
_TILES_X: Final = (929, 1030, 1131)
_QUAKES_AFTER_WORD: Final = 4


def board_strip(canvas: Canvas, observation: Observation, captions: Captions) -> None:
    """Draw the strip of the board as everybody sees it."""
    head(canvas, captions.title, captions.headline, captions.names)
    if captions.note:
        canvas.write(shortened(captions.note, "regular", 26, _RIGHT - _LEFT), _LEFT, 134, LABEL)
    else:
        canvas.write(captions.points_label, _RIGHT - 3, 134, LABEL, "right")
    bottom = standings(canvas, 150, observation, captions)
    rule(canvas, bottom + 19)
    display(canvas, bottom + 79, observation.display)
    supplies(canvas, bottom + 166, observation, captions)
    last_move(canvas, captions)


def standings(canvas: Canvas, top: int, observation: Observation, captions: Captions) -> int:
    """Draw a row for each seat; return where they end."""
    return rows(canvas, top, seat_rows(observation, captions))


def seat_rows(observation: Observation, captions: Captions) -> tuple[Row, ...]:
    """Return what the strip says of each seat."""
    news = captions.seat_news or ("",) * observation.seats
    return tuple(
        Row(
            seat=seat,
            letter=captions.letters[seat],
            name=captions.names[seat],
            number=str(observation.points[seat]),
            note=captions.seat_notes[seat],
            news=news[seat],
            acting=observation.to_act == seat,
        )
        for seat in range(observation.seats)
    )


def changed_rows(observation: Observation, captions: Captions) -> tuple[Row, ...]:
    """Return what the strip says of each seat, with the change of its points."""
    changes = captions.seat_changes or ("",) * observation.seats
    return tuple(
        Row(row.seat, row.letter, row.name, row.number, news=change, acting=row.acting)
        for row, change in zip(seat_rows(observation, captions), changes, strict=True)
    )


def display(canvas: Canvas, middle: int, codes: tuple[str, ...]) -> None:
    """Draw the tiles face up, numbered from 1."""
    for n, (x, code) in enumerate(zip(_TILES_X, codes, strict=False), start=1):
        canvas.stamp(tile_sprite(TileFace(code, 0, _TILE)), x, middle)
        canvas.write(str(n), x - 43, middle - 29, NUMBERS, "middle")


def supplies(canvas: Canvas, y: int, observation: Observation, captions: Captions) -> None:
    """Write what the pile holds and which quakes came, from height `y` on."""
    counted(canvas, y, str(observation.pile), captions.pile_label)
    gone = [code for code in observation.discarded if code.startswith("Q")]
    quakes(canvas, y + 54, [code[1] for code in gone], captions)


def quakes(canvas: Canvas, y: int, magnitudes: list[str], captions: Captions) -> None:
    """Draw a chip for each quake that came, their word before them while there is room."""
    x = _LEFT
    if len(magnitudes) <= _QUAKES_AFTER_WORD:
        word = captions.quakes_label if magnitudes else captions.no_quakes
        x += canvas.write(word, _LEFT, y, TITLE) + 12
    for n, magnitude in enumerate(magnitudes):
        down, across = divmod(n, 6)
        canvas.stamp(chip_sprite(magnitude, 22, 26), x + 22 + 48 * across, y + 44 * down)


def last_move(canvas: Canvas, captions: Captions) -> None:
    """Draw the ring of the last move as a legend."""
    if captions.last:
        canvas.stamp(ring_sprite(16, "white"), _LEFT + 22, 742)
        last = shortened_before(captions.last, "regular", 30, _RIGHT - _LEFT - 56)
        canvas.write(last, _LEFT + 56, 742, WORDS)


def film_strip(canvas: Canvas, observation: Observation, captions: Captions, done: float) -> None:
    """Draw the strip of a replay: who has what, and how far the match is, 0 to 1."""
    head(canvas, captions.title, captions.headline, captions.names)
    canvas.write(captions.points_label, _RIGHT - 3, 134, LABEL, "right")
    bottom = standings(canvas, 150, observation, captions)
    rule(canvas, bottom + 19)
    supplies(canvas, bottom + 66, observation, captions)
    last_move(canvas, captions)
    rule(canvas, 690)
    canvas.box(_LEFT, 687, _LEFT + done * (_RIGHT - _LEFT), 693, "ink")
