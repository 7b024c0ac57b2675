"""The private sheets of cards: which of eight to keep, which unsold one to take."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import Board, Card
from engine.games.aftershock.state import Observation
from render.canvas import Canvas, Face
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import smooth
from render.games.aftershock.check import Undrawable
from render.games.aftershock.sheets import (
    FULL,
    PALE,
    card_box,
    closed,
    fitted_name,
    header,
    name_of,
    sheet,
)
from render.games.aftershock.tokens import (
    bare_star_sprite,
    draw_meeple,
    on_top,
    rosette_sprite,
)
from render.games.aftershock.turns import PLUS
from render.lettering import text_width
from render.shapes import circle, grown, moved, rounded
from render.signs import badge_sprite, tick_sprite
from render.sprites import SPRITES, Sketch, Sprite
from render.theme import SEATS

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
    """Return the hand in 1A: kept cards ringed, what the rest of the money can't pay pale."""
    board, seat = observation.board, _viewer(observation)
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


def take_canvas(observation: Observation, captions: Captions, chosen: str) -> Canvas:
    """Return the own unsold cards in 1C, of which one is free."""
    board, seat = observation.board, _viewer(observation)
    codes = observation.market[seat]
    if not codes:
        raise Undrawable("no unsold card")
    taken = codes.index(chosen) if chosen in codes else None
    faces = [
        _Face(board.card[code], n + 1, "chosen" if n == taken else "plain", "")
        for n, code in enumerate(codes)
    ]
    return closed(_sheet(observation, captions, faces), "amber")


def _viewer(observation: Observation) -> Seat:
    if not isinstance(observation.viewer, int):
        raise Undrawable("a private picture needs a player who looks")
    return Seat(observation.viewer)


def _sheet(observation: Observation, captions: Captions, faces: list[_Face]) -> Canvas:
    seat = _viewer(observation)
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


def _scene(card: Card, seat: Seat, *, pale: bool) -> Sprite:
    key = ("scene", card.kind, card.meeples, card.marker, seat, pale)
    return SPRITES.get(key, lambda: _drawn_scene(card, seat, pale=pale))


def _drawn_scene(card: Card, seat: Seat, *, pale: bool) -> Sprite:
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
        _bridge(sketch, (line, fill), pale=pale)
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


def _bridge(sketch: Sketch, colours: tuple[str, str], *, pale: bool) -> None:
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


def _coin(sign: str, *, spent: bool) -> Sprite:
    return SPRITES.get(("coin", sign, spent), lambda: _drawn_coin(sign, spent=spent))


def _drawn_coin(sign: str, *, spent: bool) -> Sprite:
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
