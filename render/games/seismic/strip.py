"""The strip of the table: who plays, what each has, what lies open to all."""

from dataclasses import replace
from typing import Final

from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.supplies import supplies, supplies_height
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import ring_sprite, tile_sprite
from render.games.seismic.view import COLUMN, Layout, Strip
from render.layout import cell_height
from render.lettering import shortened_before
from render.shapes import grown, hexagon
from render.signs import seat_sprite
from render.sprites import SPRITES, Sprite, outlined
from render.strips import (
    SEAT,
    WORDS,
    Row,
    headline,
    line,
    rule,
    seats_across,
    seats_below_one_another,
)

NUMBERS: Final = Face("bold", 36)
_TILE: Final = 50
_TILE_PITCH: Final = 116
DISPLAY: Final = 3 * _TILE_PITCH - 12
"""Width of the tiles on offer in a band."""
_BELOW: Final = 98
_LEFT: Final = 400
_MIDDLE: Final = ROOM - DISPLAY - _LEFT - 32
"""Room of what stands left and in the middle of the band below a map."""
_RING: Final = 20


def board_strip(observation: Observation, captions: Captions) -> Strip:
    """Return what the strip of the board takes."""
    below = max(_BELOW, supplies_height(observation, captions) + 10)
    column = 110 + observation.seats * (SEAT + 4) + 190 + supplies_height(observation, captions)
    return Strip(SEAT + 4, below, column + 130)


def draw_board_strip(
    sheet: Sheet, layout: Layout, observation: Observation, captions: Captions
) -> None:
    """Draw the strip of the board as everybody sees it."""
    if layout.is_beside:
        _column(sheet.beside, layout.height, observation, captions)
        return
    seats_across(sheet.above, seat_rows(observation, captions), ROOM)
    left = sheet.below
    headline(left, 29, captions.headline, _LEFT, captions.names)
    if captions.last:
        last_move(left, 76, captions, _LEFT)
    else:
        line(left, 76, _title(captions), _LEFT)
    middle = left.moved(_LEFT + 16, 6)
    supplies(middle, observation, captions, _MIDDLE)
    display(left.moved(ROOM - DISPLAY, 53), observation, captions)


def _title(captions: Captions) -> str:
    return f"{captions.title} \N{MIDDLE DOT} {captions.note}" if captions.note else captions.title


def _column(canvas: Canvas, height: int, observation: Observation, captions: Captions) -> None:
    line(canvas, 22, _title(captions), COLUMN)
    headline(canvas, 66, captions.headline, COLUMN, captions.names)
    listed = seat_rows(observation, captions)
    y = 110 + seats_below_one_another(canvas.moved(0, 110), listed, COLUMN)
    rule(canvas, y + 10, COLUMN)
    display(canvas.moved(-8, y + 84), observation, captions, _TILE_PITCH - 12, _TILE - 4)
    supplies(canvas.moved(0, y + 160), observation, captions, COLUMN)
    last_move(canvas, height - 64, captions, COLUMN)


def seat_rows(observation: Observation, captions: Captions) -> tuple[Row, ...]:
    """Return what the strip says of each seat."""
    news = captions.seat_news or ("",) * observation.seats
    return tuple(
        Row(
            seat=seat,
            letter=captions.letters[seat],
            name=captions.names[seat],
            number=str(observation.points[seat]) if captions.points_label else "",
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
        replace(row, note="", news=change, colour="soft")
        for row, change in zip(seat_rows(observation, captions), changes, strict=True)
    )


def offered(observation: Observation) -> tuple[tuple[str, str], ...]:
    """Return the tiles on offer with their numbers; the one from the own pile first, without."""
    codes = list(observation.display)
    own = [("", codes.pop())] if observation.drawn else []
    return (*own, *((str(n), code) for n, code in enumerate(codes, 1)))


def display(
    canvas: Canvas,
    observation: Observation,
    captions: Captions,
    pitch: int = _TILE_PITCH,
    side: int = _TILE,
) -> None:
    """Draw the tiles face up, numbered from 1; where everybody draws, the own one first."""
    slots = dict(offered(observation))
    if observation.piles:
        slots = {label: slots.get(label, "") for label in ("", "1", "2")}
    for n, (label, code) in enumerate(slots.items()):
        x = side + n * pitch + 8
        canvas.stamp(tile_sprite(TileFace(code, 0, side)) if code else _gap_sprite(side), x, 0)
        if code and label:
            canvas.write(label, x - side + 4, 18 - side, NUMBERS, "middle")
        elif code:
            letter = captions.letters[observation.on_turn]
            canvas.stamp(seat_sprite(observation.on_turn, 38, letter), x - side + 6, 20 - side)


def _gap_sprite(side: int) -> Sprite:
    """Return the outline of a tile that is no longer there."""
    cell = grown(hexagon(side, cell_height(side)), -3)
    layers = (("landline", cell), ("paper", grown(cell, -2)))
    return SPRITES.get(("gap in the display", side), lambda: outlined(cell, layers))


def last_move(canvas: Canvas, y: int, captions: Captions, room: int) -> None:
    """Draw the ring of the last move as a legend."""
    if captions.last:
        canvas.stamp(ring_sprite(_RING, "white"), 24, y)
        last = shortened_before(captions.last, WORDS.weight, WORDS.size, room - 60)
        canvas.write(last, 60, y, WORDS)


def film_strip(sheet: Sheet, observation: Observation, captions: Captions, done: float) -> None:
    """Draw the strip of a replay: who has what, and how far the match is, 0 to 1."""
    # Without the box of the seat to play: it would be a third of a film's bytes.
    standing = [replace(row, acting=False) for row in seat_rows(observation, captions)]
    seats_across(sheet.above, standing, ROOM)
    headline(sheet.below, 32, captions.headline, _LEFT, captions.names)
    last_move(sheet.below.moved(_LEFT + 16, 0), 32, captions, ROOM - _LEFT - 16)
    rule(sheet.below, 66, ROOM)
    sheet.below.box(0, 62, done * ROOM, 70, "ink")


FILM_STRIP: Final = Strip(SEAT + 4, 76)
