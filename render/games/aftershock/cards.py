"""The sheets of cards: which to keep, which to take, which are for sale."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import Board, Card
from engine.games.aftershock.preview import lots, purchases
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
    people_sprite,
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
SIGN: Final = Badge(46, "amber", "ink")
"""Of a choice that is marked: numbers of cards are black."""
_SHADOW: Final = 4


def empty_canvas(top: int = HEADER, height: int = HEIGHT) -> Canvas:
    """Return an empty sheet: a paper header, land below."""
    canvas = Canvas.plain(WIDTH, height, "land")
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
_ONE_ROW: Final = 400
"""Height of a sheet with one row of cards."""
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
    """A card on the table: its number, how it looks, its price, the signs of marked choices."""

    card: Card
    number: int
    look: str
    price: str
    signs: tuple[str, ...] = ()


Signs = Sequence[tuple[str, tuple[str, ...]]]
"""Choices that are marked: the sign of each, and the codes of its cards."""


def _signs_of(signs: Signs, codes: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the signs on each of these cards; of equal ones the first bear them."""
    left = [(sign, Counter(wanted)) for sign, wanted in signs]
    found = []
    for code in codes:
        own_signs = [sign for sign, wanted in left if wanted[code] > 0]
        for _, wanted in left:
            wanted[code] -= 1
        found.append(tuple(own_signs))
    return found


def hand_canvas(
    observation: Observation, captions: Captions, chosen: Sequence[int], signs: Signs = ()
) -> Canvas:
    """Return the hand in 1A, numbered from 1, and the purse.

    `chosen` are the places of the cards to keep: ringed; what the rest of the money can't pay is
    pale.
    """
    board, money = observation.board, observation.money[own(observation)]
    if not set(chosen) <= set(range(len(observation.hand))):
        raise Undrawable(f"{chosen} are not all in the hand")
    left, faces = money - board.cost(tuple(observation.hand[each] for each in chosen)), []
    for place, code in enumerate(observation.hand):
        card = board.card[code]
        look = "chosen" if place in chosen else "pale" if card.cost > left else "plain"
        faces.append(_Face(card, place + 1, look, captions.amount(card.cost)))
    marked = zip(faces, _signs_of(signs, observation.hand), strict=True)
    faces = [replace(face, signs=each) for face, each in marked]
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


def take_canvas(
    observation: Observation, captions: Captions, chosen: str = "", signs: Signs = ()
) -> Canvas:
    """Return the own unsold cards in 1C, numbered as in the sale, of which one is free."""
    board, codes = observation.board, observation.market[own(observation)]
    if not codes:
        raise Undrawable("no unsold card")
    taken = codes.index(chosen) if chosen in codes else None
    lots_ = [each for each in lots(observation) if each.seller == observation.viewer]
    unsold = [each for each in lots_ if not each.is_sold]
    marked = _signs_of(signs, [each.card for each in unsold])
    faces = [
        _Face(board.card[each.card], each.number, "chosen" if n == taken else "plain", "", marks)
        for n, (each, marks) in enumerate(zip(unsold, marked, strict=True))
    ]
    return framed_canvas(cards_sheet(observation, captions, faces), "amber")


def cards_sheet(observation: Observation, captions: Captions, faces: list[_Face]) -> Canvas:
    """Return a sheet with up to eight cards in two rows, as their owner sees them."""
    seat = own(observation)
    canvas = empty_canvas(82, HEIGHT if len(faces) > _COLUMNS else _ONE_ROW)
    header(canvas, captions, seat, captions.note)
    for n, face in enumerate(faces):
        row, column = divmod(n, _COLUMNS)
        x, y = _LEFT + column * _PITCH_X, _TOP + row * _PITCH_Y
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
        for k, sign in enumerate(face.signs):
            canvas.stamp(badge_sprite(sign, SIGN), x - 96 + 56 * k, y + 44)
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
        return on_top(scene, rosette_sprite(72, pale=pale, ground=dry))
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
_GAP: Final = 16
_NAMES: Final = (38, 36, 34, 32, 30, 28, 26)
_ABREAST: Final = 3
"""More sellers than this stand in two rows of blocks, so that names need not be cut."""
_FIRST: Final = 148
_HEAD: Final = 34
"""Half the height of a seller's name above a block."""
_LINE: Final = 64
_LINES: Final = 104
"""Height of a card on one line; with what it brings on a second one, where blocks are narrow."""
_WIDE: Final = 500
_LOWEST: Final = 400
_HIGHEST: Final = 1364
"""What costs no width on a phone or a desktop."""
_ICON: Final = 40


@dataclass(frozen=True, slots=True)
class _Lot:
    """A card for sale: its number, what it is called and costs, whether one can't pay it.

    `there` is how many meeples the viewer has in its area; None for other cards, and in public.
    """

    number: int
    card: Card
    name: str
    price: str
    pale: bool
    there: int | None

    @property
    def colour(self) -> str:
        return "cardtext" if self.pale else "ink"

    @property
    def ground(self) -> str:
        return "cardpale" if self.pale else "white"


def market_canvas(
    observation: Observation,
    captions: Captions,
    signs: Mapping[tuple[Seat, str], str] = MappingProxyType({}),
) -> Canvas:
    """Return the cards for sale by seller, with the numbers of the sale and what they bring.

    For a player: without the own cards, with the own tokens and money, the own meeples in the area
    of a card, what cannot be paid pale. For the public: all cards. `signs` mark purchases, by
    seller and code.
    """
    if not any(observation.market):
        raise Undrawable("no card is for sale")
    viewer = observation.viewer if isinstance(observation.viewer, int) else None
    waiting = dict(signs)
    sold = _sold(observation, captions, viewer)
    across = max(2, len(sold) if len(sold) <= _ABREAST else -(-len(sold) // 2))
    width = (RIGHT - LEFT - _GAP * (across - 1)) // across
    listed = list(sold.items())
    rows = [row for row in (listed[:across], listed[across:]) if row]
    most = [max(len(cards) for _, cards in row) for row in rows]
    is_wide = width >= _WIDE
    pitch = _LINES if not is_wide and _height(most, _LINES) <= _HIGHEST else _LINE
    while _height(most, pitch) > _HIGHEST:
        pitch -= 1

    canvas = empty_canvas(104, max(_LOWEST, _height(most, pitch)))
    if viewer is None:
        header(canvas, captions, None, captions.note)
    else:
        _purse(canvas, observation, captions, Seat(viewer))
    top = _FIRST
    for row, high in zip(rows, most, strict=True):
        for column, (seller, cards) in enumerate(row):
            left = LEFT + column * (width + _GAP)
            canvas.stamp(seat_sprite(seller, 44, captions.letters[seller]), left + 28, top)
            name, size = fitted_name(captions.names[seller], (40, 36, 34, 32, 30), width - 66)
            canvas.write(name, left + 64, top, Face("bold", size, "ink", "land"))
            for line, lot in enumerate(cards):
                middle = top + _HEAD + pitch // 2 + line * pitch
                owner = None if viewer is None else Seat(viewer)
                gift = _gift(lot, owner) if is_wide or pitch == _LINES else []
                lot_row(canvas, (left, middle, width), lot, gift, pitch - 6)
                # Of equal cards of a seller the first bears the sign.
                if sign := waiting.pop((seller, lot.card.code), ""):
                    corner = left - 2, middle - (pitch - 6) // 2 + 4
                    canvas.stamp(badge_sprite(sign, SIGN), *corner)
        top += 2 * _HEAD + high * pitch + 8
    return framed_canvas(canvas, "frame" if viewer is None else "amber")


def _height(most: list[int], pitch: int) -> int:
    """Return the height of a sheet whose rows of blocks have at most `most` cards each."""
    return _FIRST + sum(2 * _HEAD + high * pitch + 8 for high in most) - _HEAD + 8


def _sold(
    observation: Observation, captions: Captions, viewer: int | None
) -> dict[Seat, list[_Lot]]:
    """Return what each seller has for sale; of a viewer's own nothing."""
    can = purchases(observation, Seat(viewer)) if viewer is not None else ()
    payable = {(offer.seller, offer.card) for offer in can}
    found = dict[Seat, list[_Lot]]()
    for each in lots(observation):
        if each.is_sold or each.seller == viewer:
            continue
        card = observation.board.card[each.card]
        is_pale = viewer is not None and (each.seller, each.card) not in payable
        there = observation.there(card.area)[viewer] if viewer is not None and card.area else None
        name = name_of(observation.board, card, captions)
        price = captions.amount(card.cost)
        lot = _Lot(each.number, card, name, price, is_pale, there)
        found.setdefault(each.seller, []).append(lot)
    return found


def _purse(canvas: Canvas, observation: Observation, captions: Captions, seat: Seat) -> None:
    """Write the viewer's money into the header, with the Buy tokens before it."""
    money = captions.amount(observation.money[seat])
    header(canvas, captions, seat, money, Face("bold", 42))
    right = 1100 - text_width(money, "bold", 42) - 30
    for n, (token, text) in enumerate(reversed(TOKENS.items())):
        sprite = token_sprite(text, used=token not in observation.tokens[seat])
        canvas.stamp(sprite, right - 40 - 84 * n, 57)


def lot_row(
    canvas: Canvas, box: tuple[int, int, int], lot: _Lot, gift: list[Sprite], height: int
) -> None:
    """Draw a card as a row; `box` is its left, its middle from the top, its width.

    What it brings stands below its name, or before its price where all is on one line.
    """
    left, y, width = box
    look = "pale" if lot.pale else "plain"
    right = left + width - 16
    canvas.stamp(row_box(width, look, height), left + width // 2, y)
    canvas.stamp(badge_sprite(str(lot.number), PALE if lot.pale else FULL), left + 34, y)
    is_high = height > _LINE
    upper, lower = (y - 24, y + 20) if is_high else (y, y - 2)
    face = Face("bold", 40, lot.colour, lot.ground)
    taken = canvas.write(lot.price, right, upper, face, "right")
    space = 0 if is_high else _icons_width(gift)
    room = width - 16 - 64 - 12 - (taken if is_high or not gift else 72 + space)
    name, size = fitted_name(lot.name, _NAMES, round(room))
    canvas.write(name, left + 64, upper, Face("bold", size, lot.colour, lot.ground))
    x = left + 64 if is_high else right - 72 - space
    _stamp_icons(canvas, gift, x, lower)


def _stamp_icons(canvas: Canvas, gift: list[Sprite], x: int, y: int) -> None:
    """Draw these icons side by side, their left at `x`, their middle at `y` from the top."""
    for icon in gift:
        canvas.stamp(icon, x + icon.x, y)
        x += icon.picture.width + 4


def _icons_width(gift: list[Sprite]) -> int:
    return sum(icon.picture.width + 4 for icon in gift)


def _gift(lot: _Lot, owner: Seat | None) -> list[Sprite]:
    """Return what a card brings as small signs, the last one what its buyer has there already."""
    card = lot.card
    if card.kind == "aftershock":
        return [bare_star_sprite(PLUS[card.marker], _ICON, lot.ground)]
    if card.kind == "influence":
        return [rosette_sprite(_ICON - 12, pale=lot.pale, ground=lot.ground)]
    colours = _colours(owner, pale=lot.pale)
    people = people_sprite(card.meeples or 1, _ICON, colours, lot.ground)
    if card.kind == "bridge":
        return [_bars_sprite(owner, lot.ground, pale=lot.pale), people]
    if lot.there is None or owner is None:
        return [people]
    return [people, seat_sprite(owner, _ICON, str(lot.there), lot.ground)]


def _colours(owner: Seat | None, *, pale: bool) -> tuple[str, str]:
    """Return outline and fill of what somebody would get; paper for nobody in particular."""
    if owner is None:
        return "ink", "paper"
    return ("cardtext", f"tint{owner + 1}") if pale else ("ink", SEATS[owner])


@kept
def _bars_sprite(owner: Seat | None, ground: str, *, pale: bool) -> Sprite:
    line, fill = _colours(owner, pale=pale)
    sketch = Sketch(26, 12, ground)
    for x in (-12, 12):
        sketch.fill(moved(rounded(22, 22, 5), x, 0), line)
        sketch.fill(moved(rounded(16, 16, 3), x, 0), fill)
    return sketch.finished()


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


_ABOVE: Final = 112
"""Where the rows of unseen cards begin."""
_COUNT: Final = Face("bold", 36, "soft", "white")


def unseen_canvas(observation: Observation, captions: Captions, cards: tuple[str, ...]) -> Canvas:
    """Return a row for each of these cards, equal ones once with their number.

    With the name of a seat and a padlock if it is a seat that has not seen them.
    """
    viewer = observation.viewer if isinstance(observation.viewer, int) else None
    counts = list(Counter(cards).items())
    high = max(1, -(-len(counts) // 2))
    canvas = empty_canvas(96, max(_LOWEST, _ABOVE + high * _LINE + 24))
    header(canvas, captions, viewer, captions.note)
    width = (RIGHT - LEFT - _GAP) // 2
    for n, (code, count) in enumerate(counts):
        column, row = divmod(n, high)
        card = observation.board.card[code]
        left, y = LEFT + column * (width + _GAP), _ABOVE + _LINE // 2 + row * _LINE
        canvas.stamp(row_box(width, "plain", _LINE - 6), left + width // 2, y)
        canvas.write(f"{count}\N{MULTIPLICATION SIGN}", left + 76, y, _COUNT, "right")
        price = captions.amount(card.cost)
        right = left + width - 16
        canvas.write(price, right, y, Face("bold", 40, "ink", "white"), "right")
        lot = _Lot(
            0, card, name_of(observation.board, card, captions), price, pale=False, there=None
        )
        gift = _gift(lot, None)
        x = right - 72 - _icons_width(gift)
        name, size = fitted_name(lot.name, _NAMES, x - left - 94)
        canvas.write(name, left + 90, y, Face("bold", size, "ink", "white"))
        _stamp_icons(canvas, gift, x, y - 2)
    return framed_canvas(canvas, "frame" if viewer is None else "amber")
