"""The sheets of cards: which to keep, which to take, which are for sale."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import Board, Card
from engine.games.aftershock.preview import purchases
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.frames import panelled, stretched
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import chart_of, smooth
from render.games.aftershock.check import Undrawable, own
from render.games.aftershock.pieces import (
    PLUS,
    bare_star_sprite,
    draw_meeple,
    on_top,
    rosette_sprite,
)
from render.lettering import fitting_size, shortened, text_width
from render.shapes import circle, grown, moved, rounded
from render.signs import Badge, badge_sprite, padlock_sprite, seat_sprite, tick_sprite
from render.sprites import Sketch, Sprite, kept
from render.theme import HEIGHT, SEATS, WIDTH

HEADER: Final = 96
LEFT: Final = 32
RIGHT: Final = 1168
FULL: Final = Badge(40)
PALE: Final = Badge(40, "shadow")
_SHADOW: Final = 4


def empty_canvas(top: int = HEADER) -> Canvas:
    """Return an empty sheet: a paper header, land below."""
    canvas = Canvas.plain(WIDTH, HEIGHT, "land")
    canvas.box(8, 8, 1192, top, "paper")
    return canvas


def framed_canvas(canvas: Canvas, frame: str) -> Canvas:
    """Return the sheet with its frame."""
    panelled(canvas, frame)
    return canvas


def header(
    canvas: Canvas, captions: Captions, seat: int | None, right: str, face: Face | None = None
) -> None:
    """Write the viewer's name, the question and, before a padlock at the right, one fact."""
    x, edge = LEFT, RIGHT - 4
    if seat is not None:
        canvas.stamp(seat_sprite(seat, 42, captions.letters[seat]), LEFT + 24, 56)
        canvas.stamp(padlock_sprite(), edge - 14, 54)
        x, edge = LEFT + 62, edge - 46
    edge -= canvas.write(right, edge, 56, face or Face("regular", 36, "soft"), "right") + 16
    room = round(edge - x)
    size = fitting_size(captions.headline, "bold", (42, 40, 38, 36, 34, 32), room)
    canvas.write(shortened(captions.headline, "bold", size, room), x, 56, Face("bold", size))


def name_of(board: Board, card: Card, captions: Captions) -> str:
    """Return what is written on a card: the area as on the map, or the words of its kind."""
    if card.kind == "area":
        return chart_of(board).places[card.area].name
    name = captions.card(card.kind)
    plus = PLUS.get(card.marker, "+0")
    return name if plus == "+0" else f"{name} {plus}"


def fitted_name(name: str, sizes: tuple[int, ...], room: int) -> tuple[str, int]:
    """Return a name and the size at which it fits."""
    size = fitting_size(name, "bold", sizes, room)
    return shortened(name, "bold", size, room), size


@kept
def card_box(width: int, height: int, look: str) -> Sprite:
    """Return an empty card: "plain", "pale", "chosen", or "purse", which throws no shadow."""
    half = 30
    side = 2 * (half - 12)
    sketch = Sketch(half, half, "land")
    sketch.shape(rounded(side, side, 12))
    if look == "chosen":
        for more, colour in ((10.0, "ink"), (7.5, "amber")):
            sketch.shape(rounded(side + 2 * more, side + 2 * more, 12 + more))
            sketch.fill(rounded(side + 2 * more, side + 2 * more, 12 + more), colour)
    elif look == "plain":
        shadow = moved(rounded(side, side, 12), _SHADOW, _SHADOW + 1)
        sketch.shape(shadow)
        sketch.fill(shadow, "shadow")
    line = "shadow" if look == "pale" else "ink"
    ground = "cardpale" if look == "pale" else "paper"
    sketch.fill(rounded(side, side, 12), line)
    sketch.fill(rounded(side - 5, side - 5, 9.5), ground)
    return stretched(sketch.finished(), width + 24, height + 24)


@kept
def row_box(width: int, look: str, height: int = 64) -> Sprite:
    """Return a row for one card in a list: "plain" or "pale"."""
    sketch = Sketch(16, 16, "land")
    sketch.shape(rounded(32, 32, 10))
    sketch.fill(rounded(32, 32, 10), "shadow" if look == "pale" else "ink")
    sketch.fill(rounded(27, 27, 7.5), "cardpale" if look == "pale" else "white")
    return stretched(sketch.finished(), width, height)


_COLUMNS: Final = 4
_WIDTH: Final = 274
_HEIGHT: Final = 264
_PITCH_X: Final = 291
_PITCH_Y: Final = 281
_LEFT: Final = 163
_TOP: Final = 232
_ONE_ROW: Final = 420
_SCENE: Final = (250, 144)
_PURSE: Final = (600, 723, 1146, 102)
_SHORE: Final = (
    (-92, -50), (-40, -58), (20, -55), (88, -58), (94, -20), (86, 14), (94, 48), (40, 58),
    (-10, 50), (-60, 58), (-94, 44), (-86, 6),
)  # fmt: skip
"""The island on an area card."""
_COINS: Final = 20
_PITCH_LEAST: Final = 28
"""More coins, or coins nearer to one another, are not worth counting: figures say it."""


@dataclass(frozen=True, slots=True)
class _Face:
    """A card on the table: its number, how it looks, what stands for its price."""

    card: Card
    number: int
    look: str
    price: str


def hand_canvas(observation: Observation, captions: Captions, chosen: tuple[str, ...]) -> Canvas:
    """Return the hand in 1A, numbered from 1, and the purse.

    `chosen` are the codes to keep: ringed; what the rest of the money can't pay is pale.
    """
    board, money = observation.board, observation.money[own(observation)]
    if Counter(chosen) - Counter(observation.hand):
        raise Undrawable(f"{chosen} are not all in the hand")
    left = money - board.cost(chosen)
    kept, faces = Counter(chosen), []
    for number, code in enumerate(observation.hand, 1):
        card = board.card[code]
        look = "chosen" if kept[code] else "pale" if card.cost > left else "plain"
        kept[code] -= kept[code] > 0
        faces.append(_Face(card, number, look, captions.amount(card.cost)))
    canvas = cards_sheet(observation, captions, faces)

    x, y, width, height = _PURSE
    canvas.stamp(card_box(width, height, "purse"), x, y)
    edge = x + width // 2 - 24
    edge -= canvas.write(captions.left, edge, y + 2, Face("bold", 44), "right") + 44
    edge -= canvas.write(captions.spent, edge, y + 2, Face("regular", 32, "soft"), "right")
    start = x - width // 2 + 40
    pitch = min(43.0, (edge - 40 - start - 12 * ((money - 1) // 5)) / max(1, money))
    if money <= _COINS and pitch >= _PITCH_LEAST:
        sign = captions.money[0].strip() or captions.money[1].strip()
        for n in range(money):
            coin = coin_sprite(sign, spent=n >= max(0, left))
            canvas.stamp(coin, start + pitch * n + 12 * (n // 5), y)
    return framed_canvas(canvas, "amber")


def take_canvas(observation: Observation, captions: Captions, chosen: str = "") -> Canvas:
    """Return the own unsold cards in 1C, numbered from 1, of which one is free."""
    board, codes = observation.board, observation.market[own(observation)]
    if not codes:
        raise Undrawable("no unsold card")
    taken = codes.index(chosen) if chosen in codes else None
    faces = [
        _Face(board.card[code], n + 1, "chosen" if n == taken else "plain", "")
        for n, code in enumerate(codes)
    ]
    return framed_canvas(cards_sheet(observation, captions, faces), "amber")


def cards_sheet(observation: Observation, captions: Captions, faces: list[_Face]) -> Canvas:
    """Return a sheet with up to eight cards in two rows, as their owner sees them."""
    seat, canvas = own(observation), empty_canvas(82)
    header(canvas, captions, seat, captions.note)
    top = _TOP if len(faces) > _COLUMNS else _ONE_ROW
    for n, face in enumerate(faces):
        row, column = divmod(n, _COLUMNS)
        x, y = _LEFT + column * _PITCH_X, top + row * _PITCH_Y
        card, pale = face.card, face.look == "pale"
        colour, ground = ("cardtext", "cardpale") if pale else ("ink", "paper")
        canvas.stamp(card_box(_WIDTH, _HEIGHT, face.look), x, y)
        canvas.stamp(badge_sprite(str(face.number), PALE if pale else FULL), x - 104, y - 99)
        if face.look == "chosen":
            canvas.stamp(tick_sprite(44, "ink"), x - 54, y - 99)
        price = Face("bold", 46, colour, ground)
        canvas.write(face.price, x + 122, y - 97, price, "right")
        scene = scene_sprite(card.kind, card.meeples, card.marker, seat, pale=pale)
        canvas.stamp(scene, x, y + 2)
        name = name_of(observation.board, card, captions)
        name, size = fitted_name(name, (34, 32, 30, 28), 244)
        canvas.write(name, x - 122, y + 104, Face("bold", size, colour, ground))
    return canvas


@kept
def scene_sprite(kind: str, meeples: int, marker: str, seat: Seat, *, pale: bool) -> Sprite:
    """Return what is drawn on a card of this kind, in the colour of its owner."""
    dry = "cardpale" if pale else "rubble"
    wet = "waterpale" if pale else "deep"
    sketch = Sketch(_SCENE[0] / 2, _SCENE[1] / 2, wet if kind in {"area", "bridge"} else dry)
    sketch.shape(rounded(*_SCENE, 8))
    line, fill = ("cardtext", f"tint{seat + 1}") if pale else ("ink", SEATS[seat])
    if kind == "area":
        shore = smooth(_SHORE)
        edge, land = ("cardtext", "grounddim") if pale else ("coast", "ground")
        sketch.fill(moved(grown(shore, 1.5), 0, 6), edge)
        sketch.fill(grown(shore, 1.5), edge)
        sketch.fill(shore, land)
        for n in range(meeples):
            draw_meeple(sketch, (52 * (n - (meeples - 1) / 2), 2), 70, (line, fill))
    elif kind == "bridge":
        sketch.fill(moved(rounded(122, 34, 7), -52, 0), "cardpale" if pale else "paper")
        for x in (-81, -23):
            sketch.fill(moved(rounded(55, 27, 6), x, 0), line)
            sketch.fill(moved(rounded(49, 21, 4), x, 0), fill)
        sketch.text("+", (36, 0), 40, "cardtext" if pale else "white")
        draw_meeple(sketch, (86, 2), 70, (line, fill))
    scene = sketch.finished()
    if kind == "aftershock":
        return on_top(scene, bare_star_sprite(PLUS[marker], 92, dry))
    if kind == "influence":
        return on_top(scene, rosette_sprite(72, pale=pale))
    return scene


@kept
def coin_sprite(sign: str, *, spent: bool) -> Sprite:
    """Return a coin of the purse, struck through if it is spent."""
    sketch = Sketch(20, 20, "paper")
    disc = circle(18)
    sketch.shape(disc)
    sketch.fill(disc, "soft" if spent else "ink")
    sketch.fill(grown(disc, -2.2), "shadow" if spent else "glow")
    if spent:
        sketch.line(((-9, 9), (9, -9)), 3.5, "ink")
    else:
        sketch.text(sign, (0, 0), 24 if text_width(sign, "bold", 24) < 22 else 18, "ink")
    return sketch.finished()


TOKENS: Final = {"minus_2": "\N{MINUS SIGN}2", "minus_1": "\N{MINUS SIGN}1", "tax": "+1"}
_MARKET_TOP: Final = 224
_PITCH: Final = 70
_GAP: Final = 16
_NAMES: Final = (34, 32, 30, 28, 26)
_SELLERS: Final = 3
"""More sellers than this stand in two rows of blocks, so that names need not be cut."""
_FIRST: Final = 138
_HEAD: Final = 26
"""Half the height of a seller's name above a block."""
_BLOCKS: Final = 544
"""Pixels for the cards of both rows of blocks, the longest of each below one another."""
_ROWS_FROM: Final = 56


@dataclass(frozen=True, slots=True)
class _Lot:
    """A card for sale: its number, what it is called and costs, whether one can't pay it."""

    number: int
    name: str
    price: str
    pale: bool

    @property
    def colour(self) -> str:
        return "cardtext" if self.pale else "ink"


def market_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the cards for sale, one column a seller, numbered from 1 in seat order.

    For a player: without the own cards, whose numbers are left out, with the own tokens and money,
    what cannot be paid pale. For the public: all cards.
    """
    if not any(observation.market):
        raise Undrawable("no card is for sale")
    canvas, payable = empty_canvas(104), None
    viewer = observation.viewer if isinstance(observation.viewer, int) else None
    if viewer is None:
        header(canvas, captions, None, captions.note)
    else:
        money = captions.amount(observation.money[viewer])
        header(canvas, captions, viewer, money, Face("bold", 42))
        right = 1100 - text_width(money, "bold", 42) - 30
        for n, (token, text) in enumerate(reversed(TOKENS.items())):
            sprite = token_sprite(text, used=token not in observation.tokens[viewer])
            canvas.stamp(sprite, right - 40 - 84 * n, 57)
        payable = {(offer.seller, offer.card) for offer in purchases(observation, viewer)}

    # Own cards are not shown but counted, as for the public.
    number, sold = 0, dict[Seat, list[_Lot]]()
    for seller, cards in enumerate(observation.market):
        lots = []
        for code in cards:
            number += 1
            card = observation.board.card[code]
            pale = payable is not None and (seller, code) not in payable
            name = name_of(observation.board, card, captions)
            lots.append(_Lot(number, name, captions.amount(card.cost), pale))
        if lots and seller != viewer:
            sold[Seat(seller)] = lots
    (side_by_side if len(sold) <= _SELLERS else in_two_rows)(canvas, sold, captions)
    return framed_canvas(canvas, "frame" if viewer is None else "amber")


def side_by_side(canvas: Canvas, sold: dict[Seat, list[_Lot]], captions: Captions) -> None:
    """Draw up to three sellers side by side."""
    width = (RIGHT - LEFT - _GAP * (_SELLERS - 1)) // _SELLERS
    for column, (seller, lots) in enumerate(sold.items()):
        left = LEFT + column * (width + _GAP)
        canvas.stamp(seat_sprite(seller, 44, captions.letters[seller]), left + 28, 152)
        name, size = fitted_name(captions.names[seller], (40, 36, 34, 32, 30), width - 66)
        canvas.write(name, left + 64, 152, Face("bold", size, "ink", "land"))
        for row, lot in enumerate(lots):
            lot_row(canvas, (left, _MARKET_TOP + row * _PITCH, width), lot)


def lot_row(canvas: Canvas, box: tuple[int, int, int], lot: _Lot, height: int = 64) -> None:
    """Draw a card as a row; `box` is its left, its middle from the top, its width."""
    left, y, width = box
    ground = "cardpale" if lot.pale else "white"
    look = "pale" if lot.pale else "plain"
    canvas.stamp(row_box(width, look, height), left + width // 2, y)
    canvas.stamp(badge_sprite(str(lot.number), PALE if lot.pale else FULL), left + 34, y)
    face = Face("bold", 40, lot.colour, ground)
    taken = canvas.write(lot.price, left + width - 16, y, face, "right")
    name, size = fitted_name(lot.name, _NAMES, width - 16 - taken - 12 - 64)
    canvas.write(name, left + 64, y, Face("bold", size, lot.colour, ground))


def in_two_rows(canvas: Canvas, sold: dict[Seat, list[_Lot]], captions: Captions) -> None:
    """Draw four or five sellers in two rows, their cards as large as there is room for.

    Where rows would be too low, a card is a line.
    """
    across = -(-len(sold) // 2)
    width = (RIGHT - LEFT - _GAP * (across - 1)) // across
    listed = list(sold.items())
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
                if pitch >= _ROWS_FROM:
                    lot_row(canvas, (left, y, width), lot, pitch - 6)
                    continue
                low = min(36, pitch - 4)
                badge = Badge(low, "shadow" if lot.pale else "ink")
                canvas.stamp(badge_sprite(str(lot.number), badge), left + 22, y)
                price = 58 + round(1.5 * low)
                face = Face("bold", low, lot.colour, "land")
                canvas.write(lot.price, left + price, y, face, "right")
                name, size = fitted_name(lot.name, (low, 32, 30, 28, 26), width - price - 16)
                face = Face("bold", size, lot.colour, "land")
                canvas.write(name, left + price + 16, y, face)
        top += 2 * _HEAD + high * pitch + 8


@kept
def token_sprite(text: str, *, used: bool) -> Sprite:
    """Return a Buy token, struck through once it is used."""
    sketch = Sketch(38, 38, "paper")
    disc = circle(35)
    sketch.fill(disc, "cardtext" if used else "ink")
    sketch.fill(grown(disc, -2.5), "paper" if used else "town")
    sketch.text(text, (0, 0), 36, "cardtext" if used else "ink")
    if used:
        sketch.line(((-25, 25), (25, -25)), 4, "cardtext")
    return sketch.finished()
