"""The strip beside the map: who plays, what each has, what lies open to all."""

from dataclasses import replace
from typing import Final

from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.sheets import Sheet
from render.games.seismic.supplies import supplies
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import ring_sprite, tile_sprite
from render.layout import cell_height
from render.lettering import fitting_size, shortened, shortened_before
from render.parts import LABEL, TITLE, WORDS, Row, head, name_size, rows, rule, seat_row
from render.seats import seat_sprite
from render.shapes import grown, hexagon
from render.sketch import outlined
from render.sprites import SPRITES, Sprite
from render.theme import STRIP

_LEFT, _RIGHT = STRIP
NUMBERS: Final = Face("bold", 28)
_TILE: Final = 46
_TILES_X: Final = (929, 1030, 1131)
BAND: Final = 232
"""Height of the strip below a wide table."""
BAND_COLUMNS: Final = (24, 450, 800)
_HEAD_ROOM: Final = 400
_NOTES: Final = (26, 25, 24, 23, 22)
_ROW_ROOM: Final = 420
_SEATS: Final = (22, 1178)
_INSIDE: Final = 13
"""From the line between two seats to what a seat has."""


def board_strip(sheet: Sheet, observation: Observation, captions: Captions) -> None:
    """Draw the strip of the board as everybody sees it."""
    if sheet.is_wide:
        _band(sheet, observation, captions)
        return
    canvas = sheet.canvas
    head(canvas, captions.title, captions.headline, captions.names)
    taken = canvas.write(captions.points_label, _RIGHT - 3, 134, LABEL, "right")
    room = _RIGHT - _LEFT - taken - 16
    size = fitting_size(captions.note, LABEL.weight, _NOTES, room)
    note = shortened(captions.note, LABEL.weight, size, room)
    canvas.write(note, _LEFT, 134, Face(LABEL.weight, size, LABEL.colour))
    bottom = standings(canvas, 150, observation, captions)
    rule(canvas, bottom + 19)
    display(canvas, bottom + 79, observation, captions)
    supplies(canvas, bottom + 166, observation, captions)
    last_move(sheet.foot(0, 0, 0), captions)


def _band(sheet: Sheet, observation: Observation, captions: Captions) -> None:
    """Draw the strip below a wide table: what is to do, what lies open, a row of seats."""
    left, middle, right = BAND_COLUMNS
    head(sheet.part(left, 20), "", captions.headline, captions.names, _HEAD_ROOM)
    title = f"{captions.title} \N{MIDDLE DOT} {captions.note}" if captions.note else captions.title
    sheet.part(left, 0).write(shortened(title, "regular", 28, _HEAD_ROOM), _LEFT, 20, TITLE)
    last_move(sheet.part(left, 742, 120), captions)
    display(sheet.part(middle, 0, 66), 0, observation, captions)
    supplies(sheet.part(right, 0, 30), 0, observation, captions, _RIGHT - right)
    seats_below(sheet, 142, observation, captions)


def seats_below(sheet: Sheet, down: int, observation: Observation, captions: Captions) -> None:
    """Draw the seats side by side below a wide table, thin lines between them."""
    label = sheet.part(STRIP[0], 0, down)
    label.write(captions.points_label, _RIGHT - 3, 0, LABEL, "right")
    listed = seat_rows(observation, captions)
    pitch = (_SEATS[1] - _SEATS[0]) // observation.seats
    width = min(_ROW_ROOM, pitch - 2 * _INSIDE)
    size = name_size(listed, width)
    for n, row in enumerate(listed):
        left = _SEATS[0] + n * pitch
        if n and not row.acting and not listed[n - 1].acting:
            sheet.part(left, 0, down + 18).box(_LEFT - 1, 12, _LEFT + 1, 60, "landline")
        seat_row(sheet.part(left + _INSIDE, 0, down + 18), 0, row, size, width)


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
        Row(row.seat, row.letter, row.name, row.number, news=change, acting=row.acting)
        for row, change in zip(seat_rows(observation, captions), changes, strict=True)
    )


def offered(observation: Observation) -> tuple[tuple[str, str], ...]:
    """Return the tiles on offer with their numbers; the one from the own pile first, without."""
    codes = list(observation.display)
    own = [("", codes.pop())] if observation.drawn else []
    return (*own, *((str(n), code) for n, code in enumerate(codes, 1)))


def display(canvas: Canvas, middle: int, observation: Observation, captions: Captions) -> None:
    """Draw the tiles face up, numbered from 1; where everybody draws, the own one first."""
    slots = dict(offered(observation))
    if observation.piles:
        labels = ("", *(str(n) for n in range(1, len(_TILES_X))))
        for x in (x for x, label in zip(_TILES_X, labels, strict=True) if label not in slots):
            canvas.stamp(_gap_sprite(), x, middle)
    for label, code in slots.items():
        x = _TILES_X[int(label or 0) - (not observation.piles)]
        canvas.stamp(tile_sprite(TileFace(code, 0, _TILE)), x, middle)
        if label:
            canvas.write(label, x - 43, middle - 29, NUMBERS, "middle")
        else:
            seat = observation.on_turn
            letter = captions.letters[seat]
            canvas.stamp(seat_sprite(seat, 32, letter), x - 38, middle - 26)


def _gap_sprite() -> Sprite:
    """Return the outline of a tile that is no longer there."""
    cell = grown(hexagon(_TILE, cell_height(_TILE)), -3)
    layers = (("landline", cell), ("paper", grown(cell, -2)))
    return SPRITES.get("gap in the display", lambda: outlined(cell, layers))


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
    # Without the box of the seat to play: it would be a third of a film's bytes.
    standing = [replace(row, acting=False) for row in seat_rows(observation, captions)]
    bottom = rows(canvas, 150, tuple(standing))
    rule(canvas, bottom + 19)
    supplies(canvas, bottom + 66, observation, captions)
    last_move(canvas, captions)
    rule(canvas, 690)
    canvas.box(_LEFT, 687, _LEFT + done * (_RIGHT - _LEFT), 693, "ink")
