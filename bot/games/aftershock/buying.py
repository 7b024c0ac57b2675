"""Phase 1B at the desk: which card to buy, with which token; passing, now or for good.

b card            how is it paid? `card` is its number in the picture of the sale
l part card       the same, from a menu
B card token      buy it
x                 pass
s · w             pass by oneself from now on · decide again
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.aftershock.alt_texts import cards_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.holding import held
from bot.games.aftershock.sheet import digit, listing, sheet
from bot.games.aftershock.words import gives, money, own_seat, priced
from bot.games.controls import draft_id
from bot.games.panel import Answer, Submit, View
from bot.games.people import short_name
from bot.games.screen import (
    Block,
    Button,
    Image,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    keypad,
)
from bot.locale.localisation import mark
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Buy, Pass, Stand, Withdraw
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.preview import Offer, purchases
from render.games.aftershock import RENDERER

KEYS: Final = 20
"""More cards than that are offered in menus."""
IN_A_MENU: Final = 25

PAID: Final = {
    "minus_2": mark("−2: pay {money}"),
    "minus_1": mark("−1: pay {money}"),
    "tax": mark("tax: pay {money}"),
}


@dataclass(frozen=True, slots=True)
class ForSale:
    """A card of another player, with its number in the picture and how it can be paid."""

    number: int
    seller: Seat
    card: str
    offers: tuple[Offer, ...]


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a button of this phase."""
    match verb, args:
        case "x", _:
            return Submit(Pass())
        case "s", _:
            return Submit(Stand())
        case "w", _:
            return Submit(Withdraw())
        case ("b", (number,)) | ("l", (_, number)):
            return pay(view, _card(view, number))
        case "B", (number, token):
            card = _card(view, number)
            return Submit(Buy(card.seller, card.card, TOKENS[digit(token, len(TOKENS))]))
        case _:
            raise IllegalAction("aftershock-not-now")


def numbered(view: View) -> tuple[tuple[int, Seat, str], ...]:
    """Return every card for sale with its number, the same for everybody, and its seller."""
    lots = [(Seat(n), card) for n, cards in enumerate(view.observation.market) for card in cards]
    return tuple((number, *lot) for number, lot in enumerate(lots, 1))


def for_sale(view: View) -> tuple[ForSale, ...]:
    """Return the cards of the others as the picture numbers them, equal ones of a seller once."""
    can = purchases(view.observation, own_seat(view))
    found: dict[tuple[Seat, str], ForSale] = {}
    for number, seller, card in numbered(view):
        offers = tuple(each for each in can if (each.seller, each.card) == (seller, card))
        if seller != view.viewer:
            found.setdefault((seller, card), ForSale(number, seller, card, offers))
    return tuple(found.values())


def _card(view: View, number: str) -> ForSale:
    found = (each for each in for_sale(view) if str(each.number) == number)
    card = next(found, None)
    if card is None:
        raise IllegalAction("aftershock-not-now")
    return card


def buy(view: View, first: str = "") -> Screen:
    """Ask which card to buy, or whether to pass."""
    words, observation = view.words, view.observation
    purse = money(words, observation.money[own_seat(view)])
    within = [card for card in for_sale(view) if card.offers]
    text = words.count(
        "You have {money} and can afford {n} card. After a pass you can still buy later.",
        "You have {money} and can afford {n} cards. After a pass you can still buy later.",
        len(within),
        money=purse,
    )
    lines = "\n".join([text, *held(view)])
    return sheet(view, lines, picture(view), *_keys(view, within), _passing(view), first=first)


def _keys(view: View, cards: Sequence[ForSale]) -> tuple[Block, ...]:
    if len(cards) <= KEYS and not view.preferences.lists:
        return keypad(
            tuple(
                Button(_label(view, card), draft_id(view, "b", card.number), Style.PRIMARY)
                for card in cards
            )
        )
    parts = [cards[at : at + IN_A_MENU] for at in range(0, len(cards), IN_A_MENU)]
    return tuple(_menu(view, part, number) for number, part in enumerate(parts))


def _label(view: View, card: ForSale) -> str:
    return f"{card.number} · {priced(view.words, view.observation, card.card)}"


def _menu(view: View, cards: Sequence[ForSale], part: int) -> Select:
    """Return a menu; where there are two, their ids must differ."""
    options = tuple(
        SelectOption(
            f"{_label(view, card)} · {short_name(view, card.seller)}",
            str(card.number),
            gives(view.words, view.observation, card.card),
        )
        for card in cards
    )
    verb = draft_id(view, "l", part)
    return Select(verb, view.words.say("A card that is for sale"), options)


def _passing(view: View) -> Row:
    words = view.words
    return Row(
        (
            Button(words.say("Pass"), draft_id(view, "x"), Style.DANGER),
            Button(words.say("Auto-pass"), draft_id(view, "s"), Style.DANGER),
            listing(view),
        )
    )


def picture(view: View) -> Image:
    """Return the sale, a column for each seller; for a player without the own cards."""
    words, observation = view.words, view.observation
    is_player = isinstance(view.viewer, int)
    drawn = captions(view, words.say("Buy a card?") if is_player else words.say("For sale"))
    named = [
        words.say(
            "{head}: {facts}",
            head=str(number),
            facts=f"{priced(words, observation, card)} · {short_name(view, seller)}",
        )
        for number, seller, card in numbered(view)
        if seller != view.viewer
    ]
    return Image(RENDERER.market(observation, drawn), cards_alt(view, named, ()))


def pay(view: View, card: ForSale) -> Screen:
    """Ask which token pays for a card; each button is the purchase."""
    words, observation = view.words, view.observation
    what = words.say(
        "**{card}** · {who}: {gives}.",
        card=priced(words, observation, card.card),
        who=short_name(view, card.seller),
        gives=gives(words, observation, card.card),
    )
    buttons = tuple(
        Button(
            words.say(PAID[offer.token], money=money(words, offer.price + offer.tax)),
            draft_id(view, "B", card.number, TOKENS.index(offer.token)),
            Style.GREEN,
        )
        for offer in card.offers
    )
    back = Row((Button(words.say("Back to the sale"), draft_id(view, "d")),))
    if not buttons:
        return sheet(view, what, Text(words.say("You can't pay it with any token.")), back)
    return sheet(view, what, Row(buttons), back)
