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
from render.sprites import SPRITES, Sketch, Sprite, kept
from render.theme import HEIGHT, SEATS, WIDTH

HEADER: Final = 96
LEFT: Final = 32
RIGHT: Final = 1168
FULL: Final = Badge(40)
PALE: Final = Badge(40, "shadow")
_SHADOW: Final = 4


def sheet(top: int = HEADER) -> Canvas:
    """Return an empty sheet: a paper header, land below."""
    canvas = Canvas.plain(WIDTH, HEIGHT, "land")
    canvas.box(8, 8, 1192, top, "paper")
    return canvas


def closed(canvas: Canvas, frame: str) -> Canvas:
    """Return the sheet with its frame."""
    panelled(canvas, frame)
    return canvas


def header(
    canvas: Canvas, captions: Captions, seat: int | None, right: str, face: Face | None = None
) -> None:
    """Write who looks, what is asked, and one fact at the right, before a padlock."""
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


def card_box(width: int, height: int, look: str) -> Sprite:
    """Return an empty card: "plain", "pale", "chosen", or "purse", which throws no shadow."""
    key = ("card box", width, height, look)
    return SPRITES.get(key, lambda: stretched(_card_ground(look), width + 24, height + 24))


def _card_ground(look: str) -> Sprite:
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
    return sketch.finished()


def row_box(width: int, look: str, height: int = 64) -> Sprite:
    """Return a row for one card in a list: "plain" or "pale"."""
    key = ("card row", width, height, look)
    return SPRITES.get(key, lambda: stretched(_row_ground(look), width, height))


def _row_ground(look: str) -> Sprite:
    sketch = Sketch(16, 16, "land")
    sketch.shape(rounded(32, 32, 10))
    sketch.fill(rounded(32, 32, 10), "shadow" if look == "pale" else "ink")
    sketch.fill(rounded(27, 27, 7.5), "cardpale" if look == "pale" else "white")
    return sketch.finished()


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
    board, seat = observation.board, own(observation)
    if Counter(chosen) - Counter(observation.hand):
        raise Undrawable(f"{chosen} are not all in the hand")
    left = observation.money[seat] - board.cost(chosen)
    kept, faces = Counter(chosen), []
    for number, code in enumerate(observation.hand, 1):
        card = board.card[code]
        look = "chosen" if kept[code] else "pale" if card.cost > left else "plain"
        kept[code] -= kept[code] > 0
        faces.append(_Face(card, number, look, captions.amount(card.cost)))
    canvas = _sheet(observation, captions, faces)
    _purse(canvas, observation.money[seat], max(0, left), captions)
    return closed(canvas, "amber")


def take_canvas(observation: Observation, captions: Captions, chosen: str = "") -> Canvas:
    """Return the own unsold cards in 1C, numbered from 1, of which one is free."""
    board, seat = observation.board, own(observation)
    codes = observation.market[seat]
    if not codes:
        raise Undrawable("no unsold card")
    taken = codes.index(chosen) if chosen in codes else None
    faces = [
        _Face(board.card[code], n + 1, "chosen" if n == taken else "plain", "")
        for n, code in enumerate(codes)
    ]
    return closed(_sheet(observation, captions, faces), "amber")


def _sheet(observation: Observation, captions: Captions, faces: list[_Face]) -> Canvas:
    seat = own(observation)
    canvas = sheet(82)
    header(canvas, captions, seat, captions.note)
    board = observation.board
    top = _TOP if len(faces) > _COLUMNS else _ONE_ROW
    for n, face in enumerate(faces):
        row, column = divmod(n, _COLUMNS)
        x, y = _LEFT + column * _PITCH_X, top + row * _PITCH_Y
        _card(canvas, (x, y), (board, seat, captions), face)
    return canvas


def _card(
    canvas: Canvas, at: tuple[int, int], told: tuple[Board, Seat, Captions], face: _Face
) -> None:
    (x, y), (board, seat, captions) = at, told
    pale = face.look == "pale"
    colour, ground = ("cardtext", "cardpale") if pale else ("ink", "paper")
    canvas.stamp(card_box(_WIDTH, _HEIGHT, face.look), x, y)
    canvas.stamp(badge_sprite(str(face.number), PALE if pale else FULL), x - 104, y - 99)
    if face.look == "chosen":
        canvas.stamp(tick_sprite(44, "ink"), x - 54, y - 99)
    price = Face("bold", 46, colour, ground)
    canvas.write(face.price, x + 122, y - 97, price, "right")
    canvas.stamp(_scene(face.card, seat, pale=pale), x, y + 2)
    name, size = fitted_name(name_of(board, face.card, captions), (34, 32, 30, 28), 244)
    canvas.write(name, x - 122, y + 104, Face("bold", size, colour, ground))


@kept
def _scene(card: Card, seat: Seat, *, pale: bool) -> Sprite:
    dry = "cardpale" if pale else "rubble"
    wet = "waterpale" if pale else "deep"
    ground = wet if card.kind in {"area", "bridge"} else dry
    sketch = Sketch(_SCENE[0] / 2, _SCENE[1] / 2, ground)
    sketch.shape(rounded(*_SCENE, 8))
    line, fill = ("cardtext", f"tint{seat + 1}") if pale else ("ink", SEATS[seat])
    if card.kind == "area":
        _island(sketch, pale=pale)
        for n in range(card.meeples):
            draw_meeple(sketch, (52 * (n - (card.meeples - 1) / 2), 2), 70, (line, fill))
    elif card.kind == "bridge":
        _draw_bridge(sketch, (line, fill), pale=pale)
    scene = sketch.finished()
    if card.kind == "aftershock":
        return on_top(scene, bare_star_sprite(PLUS[card.marker], 92, dry))
    if card.kind == "influence":
        return on_top(scene, rosette_sprite(72, pale=pale))
    return scene


def _island(sketch: Sketch, *, pale: bool) -> None:
    corners = (
        (-92, -50), (-40, -58), (20, -55), (88, -58), (94, -20), (86, 14), (94, 48), (40, 58),
        (-10, 50), (-60, 58), (-94, 44), (-86, 6),
    )  # fmt: skip
    shore = smooth(corners)
    line, land = ("cardtext", "grounddim") if pale else ("coast", "ground")
    sketch.fill(moved(grown(shore, 1.5), 0, 6), line)
    sketch.fill(grown(shore, 1.5), line)
    sketch.fill(shore, land)


def _draw_bridge(sketch: Sketch, colours: tuple[str, str], *, pale: bool) -> None:
    line, fill = colours
    halo = "cardpale" if pale else "paper"
    sketch.fill(moved(rounded(122, 34, 7), -52, 0), halo)
    for x in (-81, -23):
        sketch.fill(moved(rounded(55, 27, 6), x, 0), line)
        sketch.fill(moved(rounded(49, 21, 4), x, 0), fill)
    sketch.text("+", (36, 0), 40, "cardtext" if pale else "white")
    draw_meeple(sketch, (86, 2), 70, colours)


def _purse(canvas: Canvas, money: int, left: int, captions: Captions) -> None:
    x, y, width, height = _PURSE
    canvas.stamp(card_box(width, height, "purse"), x, y)
    edge = x + width // 2 - 24
    edge -= canvas.write(captions.left, edge, y + 2, Face("bold", 44), "right") + 44
    edge -= canvas.write(captions.spent, edge, y + 2, Face("regular", 32, "soft"), "right")
    start = x - width // 2 + 40
    groups = 12 * ((money - 1) // 5)
    pitch = min(43.0, (edge - 40 - start - groups) / max(1, money))
    if money > _COINS or pitch < _PITCH_LEAST:
        return
    for n in range(money):
        coin = _coin(captions.money[0].strip() or captions.money[1].strip(), spent=n >= left)
        canvas.stamp(coin, start + pitch * n + 12 * (n // 5), y)


@kept
def _coin(sign: str, *, spent: bool) -> Sprite:
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


def market_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the cards for sale, one column a seller, numbered from 1 in seat order.

    For a player: without the own cards, whose numbers are left out, with the own tokens and money,
    what cannot be paid pale. For the public: all cards.
    """
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
    blocks = _blocks if len(sellers) > _SELLERS else _columns
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
    width = (RIGHT - LEFT - _GAP * (_SELLERS - 1)) // _SELLERS
    for column, (seller, lots) in enumerate(_lots(sellers, observation, captions).items()):
        left = LEFT + column * (width + _GAP)
        canvas.stamp(seat_sprite(seller, 44, captions.letters[seller]), left + 28, 152)
        name, size = fitted_name(captions.names[seller], (40, 36, 34, 32, 30), width - 66)
        canvas.write(name, left + 64, 152, Face("bold", size, "ink", "land"))
        for row, lot in enumerate(lots):
            _lot_row(canvas, (left, _MARKET_TOP + row * _PITCH, width), lot)


def _lot_row(canvas: Canvas, box: tuple[int, int, int], lot: _Lot, height: int = 64) -> None:
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
        _lot_row(canvas, box, lot, pitch - 6)
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


@kept
def _token(text: str, *, used: bool) -> Sprite:
    sketch = Sketch(38, 38, "paper")
    disc = circle(35)
    sketch.fill(disc, "cardtext" if used else "ink")
    sketch.fill(grown(disc, -2.5), "paper" if used else "town")
    sketch.text(text, (0, 0), 36, "cardtext" if used else "ink")
    if used:
        sketch.line(((-25, 25), (25, -25)), 4, "cardtext")
    return sketch.finished()
