"""The strip of the table: who plays, what each has, what lies open to all, what is left to draw."""

from dataclasses import replace
from typing import Final

from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.frames import framed
from render.games.seismic.captions import Captions
from render.games.seismic.map import MapField
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import ring_sprite, tile_sprite
from render.games.seismic.view import COLUMN, EDGE, GAP, Layout, Strip
from render.layout import cell_height
from render.lettering import shortened_before
from render.shapes import grown, hexagon
from render.signs import chip_sprite, seat_sprite
from render.sprites import Sprite, kept, outlined
from render.strips import (
    SEAT,
    TITLE,
    WORDS,
    StripRow,
    counted,
    headline,
    line,
    rule,
    seats_across,
    seats_below_one_another,
)
from render.theme import WIDTH

ROOM: Final = WIDTH - 2 * GAP
"""Width of a strip above or below a map."""


class MapPicture:
    """An empty picture with a map in it."""

    def __init__(self, field: MapField, layout: Layout, colour: str) -> None:
        """Lay a field on paper in a frame of this colour."""
        self.layout = layout
        self.canvas = framed(colour, WIDTH, layout.height)
        field.put_on(self.canvas, EDGE, layout.top)
        self.above = self.canvas.moved(GAP, EDGE)
        self.below = self.canvas.moved(GAP, layout.top + layout.view.height)
        self.beside = self.canvas.moved(EDGE + layout.view.width + GAP, EDGE)


_LINE: Final = 44
_CHIP: Final = (22, 32, 50)
"""Side of a chip, size of its number, pixels to the next one."""
_SMALL_CHIP: Final = (18, 26, 39)
_OWN: Final = Face("bold", 38)
_WORD_ROOM: Final = 110
"""Least room for the word before the chips."""


def supplies_height(observation: Observation, captions: Captions) -> int:
    """Return how high what is left to draw is in pixels."""
    own_rows = -(-len(observation.piles) // 2)
    return _LINE * (2 + own_rows + bool(captions.bottom))


def supplies(canvas: Canvas, observation: Observation, captions: Captions, room: int) -> None:
    """Write what the pile holds and which quakes came, in lines from the upper edge on.

    Of seats' own piles in red how many of their tiles are intersections.
    """
    if observation.piles:
        line(canvas, 14, captions.pile_label, room)
        for seat, pile in enumerate(observation.piles):
            row, column = divmod(seat, 2)
            place = canvas.moved(column * room // 2, 54 + row * _LINE)
            place.stamp(seat_sprite(seat, 36, captions.letters[seat]), 20, 0)
            x = 50 + place.write(str(pile.tiles), 50, 0, _OWN) + 10
            if pile.intersections:
                chip = chip_sprite(str(pile.intersections), 20, 28, "red")
                place.stamp(chip, x + 20, 0)
        y = 54 + _LINE * (1 + (len(observation.piles) - 1) // 2)
    else:
        counted(canvas, 18, str(observation.pile), captions.pile_label, room)
        y = 18 + _LINE
        if captions.bottom:
            line(canvas, y, captions.bottom, room)
            y += _LINE
    # A chip for each quake that came, their word before them while there is room.
    gone = [code[1] for code in observation.discarded if code.startswith("Q")]
    if not gone:
        line(canvas, y, captions.no_quakes, room)
        return
    side, size, pitch = _CHIP if len(gone) * _CHIP[2] <= room else _SMALL_CHIP
    left = room - len(gone) * pitch - 12
    x = 0
    if left >= _WORD_ROOM:
        x = min(canvas.write(captions.quakes_label, 0, y, TITLE), left) + 12
    for n, magnitude in enumerate(gone):
        canvas.stamp(chip_sprite(magnitude, side, size), x + side + pitch * n, y)


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


def draw_board_strip(picture: MapPicture, observation: Observation, captions: Captions) -> None:
    """Draw the strip of the board as everybody sees it."""
    seats = seat_rows(observation, captions)
    if picture.layout.is_beside:
        column = picture.beside
        line(column, 22, _title(captions), COLUMN)
        headline(column, 66, captions.headline, COLUMN, captions.names)
        y = 110 + seats_below_one_another(column.moved(0, 110), seats, COLUMN)
        rule(column, y + 10, COLUMN)
        display(column.moved(-8, y + 84), observation, captions, _TILE_PITCH - 12, _TILE - 4)
        supplies(column.moved(0, y + 160), observation, captions, COLUMN)
        last_move(column, picture.layout.height - 64, captions, COLUMN)
        return
    seats_across(picture.above, seats, ROOM)
    left = picture.below
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


def seat_rows(observation: Observation, captions: Captions) -> tuple[StripRow, ...]:
    """Return what the strip says of each seat."""
    news = captions.seat_news or ("",) * observation.seats
    return tuple(
        StripRow(
            seat=seat,
            letter=captions.letters[seat],
            name=captions.names[seat],
            is_machine=seat in captions.machines,
            number=str(observation.points[seat]) if captions.points_label else "",
            note=captions.seat_notes[seat],
            news=news[seat],
            acting=observation.to_act == seat,
        )
        for seat in range(observation.seats)
    )


def changed_rows(observation: Observation, captions: Captions) -> tuple[StripRow, ...]:
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


@kept
def _gap_sprite(side: int) -> Sprite:
    """Return the outline of a tile that is no longer there."""
    cell = grown(hexagon(side, cell_height(side)), -3)
    return outlined(cell, (("landline", cell), ("paper", grown(cell, -2))))


def last_move(canvas: Canvas, y: int, captions: Captions, room: int) -> None:
    """Draw the ring of the last move as a legend."""
    if captions.last:
        canvas.stamp(ring_sprite(_RING, "white"), 24, y)
        last = shortened_before(captions.last, WORDS.weight, WORDS.size, room - 60)
        canvas.write(last, 60, y, WORDS)


def film_strip(
    picture: MapPicture, observation: Observation, captions: Captions, done: float
) -> None:
    """Draw the strip of a replay: who has what, and how far the match is, 0 to 1."""
    # Without the box of the seat to play: it would be a third of a film's bytes.
    standing = [replace(row, acting=False) for row in seat_rows(observation, captions)]
    seats_across(picture.above, standing, ROOM)
    headline(picture.below, 32, captions.headline, _LEFT, captions.names)
    last_move(picture.below.moved(_LEFT + 16, 0), 32, captions, ROOM - _LEFT - 16)
    rule(picture.below, 66, ROOM)
    picture.below.box(0, 62, done * ROOM, 70, "ink")


FILM_STRIP: Final = Strip(SEAT + 4, 76)
