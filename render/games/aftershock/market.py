"""The cards for sale: one column a seller."""

from typing import Final

from engine.games.aftershock.boardfile import board as board_named
from engine.games.aftershock.preview import purchases
from engine.games.aftershock.state import Observation
from engine.seat import Seat
from render.canvas import Canvas, Face
from render.games.aftershock.captions import Captions
from render.games.aftershock.check import Undrawable
from render.games.aftershock.sheets import (
    FULL,
    LEFT,
    PALE,
    RIGHT,
    closed,
    fitted_name,
    header,
    name_of,
    row_box,
    sheet,
)
from render.lettering import text_width
from render.seats import badge_sprite, seat_sprite
from render.shapes import circle, grown
from render.sketch import Sketch
from render.sprites import SPRITES, Sprite

TOKENS: Final = {"minus_2": "\N{MINUS SIGN}2", "minus_1": "\N{MINUS SIGN}1", "tax": "+1"}
_TOP: Final = 224
_PITCH: Final = 70
_GAP: Final = 16
_NAMES: Final = (34, 32, 30, 28, 26, 24, 22)


def market_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the cards for sale; for a player with tokens, money and what can be paid."""
    viewer = observation.viewer if isinstance(observation.viewer, int) else None
    sellers = [
        Seat(seat)
        for seat in range(observation.seats)
        if seat != viewer and observation.market[seat]
    ]
    if not any(observation.market):
        raise Undrawable("no card is for sale")
    canvas = sheet(104)
    if viewer is None:
        header(canvas, captions, None, captions.note)
    else:
        money = captions.amount(observation.money[viewer])
        header(canvas, captions, viewer, money, Face("bold", 42))
        _tokens(canvas, observation.tokens[viewer], 1100 - text_width(money, "bold", 42) - 30)
    payable = _payable(observation)
    columns = max(3, len(sellers))
    width = (RIGHT - LEFT - _GAP * (columns - 1)) // columns
    number = 1
    for column, seller in enumerate(sellers):
        left = LEFT + column * (width + _GAP)
        _seller(canvas, left, width, seller, captions)
        for row, code in enumerate(observation.market[seller]):
            pale = payable is not None and (seller, code) not in payable
            _card(canvas, (left, _TOP + row * _PITCH, width), (observation, captions), code, number, pale)
            number += 1
    return closed(canvas, "frame" if viewer is None else "amber")


def _payable(observation: Observation) -> frozenset[tuple[Seat, str]] | None:
    if not isinstance(observation.viewer, int):
        return None
    offers = purchases(observation, Seat(observation.viewer))
    return frozenset((offer.seller, offer.card) for offer in offers)


def _seller(canvas: Canvas, left: int, width: int, seller: Seat, captions: Captions) -> None:
    canvas.stamp(seat_sprite(seller, 44, captions.letters[seller]), left + 28, 152)
    name, size = fitted_name(captions.names[seller], (40, 36, 34, 32, 30), width - 66)
    canvas.write(name, left + 64, 152, Face("bold", size, "ink", "land"))


def _card(
    canvas: Canvas,
    box: tuple[int, int, int],
    told: tuple[Observation, Captions],
    code: str,
    number: int,
    pale: bool,
) -> None:
    left, y, width = box
    observation, captions = told
    board = board_named(observation.board)
    card = board.card[code]
    colour, ground = ("cardtext", "cardpale") if pale else ("ink", "white")
    canvas.stamp(row_box(width, "pale" if pale else "plain"), left + width // 2, y)
    numbered = observation.viewer == "public" and width < 260
    start = left + (14 if numbered else 56)
    if not numbered:
        canvas.stamp(badge_sprite(str(number), PALE if pale else FULL), left + 32, y)
    price = Face("bold", 34 if width < 300 else 40, colour, ground)
    taken = canvas.write(captions.amount(card.cost), left + width - 14, y, price, "right")
    room = left + width - 14 - taken - 10 - start
    name, size = fitted_name(name_of(board, card, captions), _NAMES, room)
    canvas.write(name, start, y, Face("bold", size, colour, ground))


def _tokens(canvas: Canvas, left: tuple[str, ...], right: float) -> None:
    for n, (token, text) in enumerate(reversed(TOKENS.items())):
        canvas.stamp(_token(text, used=token not in left), right - 40 - 84 * n, 57)


def _token(text: str, *, used: bool) -> Sprite:
    return SPRITES.get(("buy token", text, used), lambda: _drawn_token(text, used=used))


def _drawn_token(text: str, *, used: bool) -> Sprite:
    sketch = Sketch(38, 38, "paper")
    disc = circle(35)
    sketch.fill(disc, "cardtext" if used else "ink")
    sketch.fill(grown(disc, -2.5), "paper" if used else "town")
    sketch.text(text, (0, 0), 36, "cardtext" if used else "ink")
    if used:
        sketch.line(((-25, 25), (25, -25)), 4, "cardtext")
    return sketch.finished()
