"""The cards for sale: one column a seller."""

from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.games.aftershock.preview import purchases
from engine.games.aftershock.state import Observation
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
from render.shapes import circle, grown
from render.signs import Badge, badge_sprite, seat_sprite
from render.sprites import SPRITES, Sketch, Sprite

TOKENS: Final = {"minus_2": "\N{MINUS SIGN}2", "minus_1": "\N{MINUS SIGN}1", "tax": "+1"}
_TOP: Final = 224
_PITCH: Final = 70
_GAP: Final = 16
_NAMES: Final = (34, 32, 30, 28, 26)
_COLUMNS: Final = 3
"""More sellers than this stand in two rows of blocks, so that names need not be cut."""
_FIRST: Final = 138
_HEAD: Final = 26
"""Half the height of a seller's name above a block."""
_BLOCKS: Final = 544
"""Pixels for the cards of both rows of blocks, the longest of each below one another."""
_ROWS_FROM: Final = 56


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
    blocks = _blocks if len(sellers) > _COLUMNS else _columns
    blocks(canvas, sellers, observation, captions)
    return closed(canvas, "frame" if viewer is None else "amber")


@dataclass(frozen=True, slots=True)
class _Lot:
    """A card for sale: its number, what it is called and costs, whether one can't pay it."""

    number: int
    name: str
    price: str
    pale: bool

    @property
    def colour(self) -> str:
        """The colour of its words."""
        return "cardtext" if self.pale else "ink"


def _lots(
    sellers: list[Seat], observation: Observation, captions: Captions
) -> dict[Seat, list[_Lot]]:
    """Return the cards of these sellers; own ones are not shown but counted, as for the public."""
    board, payable = observation.board, _payable(observation)
    number, found = 0, dict[Seat, list[_Lot]]()
    for seller, cards in enumerate(observation.market):
        lots = []
        for code in cards:
            number += 1
            card = board.card[code]
            pale = payable is not None and (Seat(seller), code) not in payable
            name = name_of(board, card, captions)
            lots.append(_Lot(number, name, captions.amount(card.cost), pale))
        if seller in sellers:
            found[Seat(seller)] = lots
    return found


def _columns(
    canvas: Canvas, sellers: list[Seat], observation: Observation, captions: Captions
) -> None:
    """Draw up to three sellers side by side."""
    width = (RIGHT - LEFT - _GAP * (_COLUMNS - 1)) // _COLUMNS
    for column, (seller, lots) in enumerate(_lots(sellers, observation, captions).items()):
        left = LEFT + column * (width + _GAP)
        canvas.stamp(seat_sprite(seller, 44, captions.letters[seller]), left + 28, 152)
        name, size = fitted_name(captions.names[seller], (40, 36, 34, 32, 30), width - 66)
        canvas.write(name, left + 64, 152, Face("bold", size, "ink", "land"))
        for row, lot in enumerate(lots):
            _row(canvas, (left, _TOP + row * _PITCH, width), lot)


def _row(canvas: Canvas, box: tuple[int, int, int], lot: _Lot, height: int = 64) -> None:
    left, y, width = box
    ground = "cardpale" if lot.pale else "white"
    look = "pale" if lot.pale else "plain"
    canvas.stamp(row_box(width, look, height), left + width // 2, y)
    canvas.stamp(badge_sprite(str(lot.number), PALE if lot.pale else FULL), left + 34, y)
    face = Face("bold", 40, lot.colour, ground)
    taken = canvas.write(lot.price, left + width - 16, y, face, "right")
    name, size = fitted_name(lot.name, _NAMES, width - 16 - taken - 12 - 64)
    canvas.write(name, left + 64, y, Face("bold", size, lot.colour, ground))


def _blocks(
    canvas: Canvas, sellers: list[Seat], observation: Observation, captions: Captions
) -> None:
    """Draw four or five sellers in two rows, their cards as large as there is room for."""
    across = -(-len(sellers) // 2)
    width = (RIGHT - LEFT - _GAP * (across - 1)) // across
    listed = list(_lots(sellers, observation, captions).items())
    rows = listed[:across], listed[across:]
    most = [max(len(lots) for _, lots in row) for row in rows]
    pitch = min(_PITCH, _BLOCKS // sum(most))
    top = _FIRST
    for row, high in zip(rows, most, strict=True):
        for column, (seller, lots) in enumerate(row):
            left = LEFT + column * (width + _GAP)
            canvas.stamp(seat_sprite(seller, 36, captions.letters[seller]), left + 20, top)
            name, size = fitted_name(captions.names[seller], (34, 32, 30, 28), width - 50)
            canvas.write(name, left + 48, top, Face("bold", size, "ink", "land"))
            for line, lot in enumerate(lots):
                y = top + _HEAD + pitch // 2 + line * pitch
                _lot(canvas, (left, y, width), lot, pitch)
        top += 2 * _HEAD + high * pitch + 8


def _lot(canvas: Canvas, box: tuple[int, int, int], lot: _Lot, pitch: int) -> None:
    """Draw a card as a row, or as a line where rows would be too low."""
    if pitch >= _ROWS_FROM:
        _row(canvas, box, lot, pitch - 6)
        return
    left, y, width = box
    size = min(36, pitch - 4)
    badge = Badge(size, "shadow" if lot.pale else "ink")
    canvas.stamp(badge_sprite(str(lot.number), badge), left + 22, y)
    face = Face("bold", size, lot.colour, "land")
    price = 58 + round(1.5 * size)
    canvas.write(lot.price, left + price, y, face, "right")
    name, size = fitted_name(lot.name, (size, 32, 30, 28, 26), width - price - 16)
    canvas.write(name, left + price + 16, y, Face("bold", size, lot.colour, "land"))


def _payable(observation: Observation) -> frozenset[tuple[Seat, str]] | None:
    if not isinstance(observation.viewer, int):
        return None
    offers = purchases(observation, Seat(observation.viewer))
    return frozenset((offer.seller, offer.card) for offer in offers)


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
