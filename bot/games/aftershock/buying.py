"""The phase "buy": which card to buy, with which token; passing, now or for good.

b card            how is it paid? `card` is its seller's seat, then its code
l part card       the same, from a menu
B card token      buy it
x                 pass
s · w             pass by oneself from now on · decide again
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.aftershock.desk import (
    LONGEST_BUTTON,
    NOT_NOW,
    Desk,
    digit,
    held,
    private_screen,
    relisting,
    waiting_screen,
)
from bot.games.aftershock.pictures import board, captions, cards_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import TOKENS as PLAYED
from bot.games.aftershock.words import card_name, gives, money, own_seat, priced
from bot.games.custom_ids import draft_id
from bot.games.names import shortened
from bot.games.panel import Command, CommandOption, OptionWord, Submit
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
    Suggestion,
    keypad,
    text_block,
)
from bot.games.speech import is_typed, meant
from bot.locale.localisation import mark
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Action, Buy, Pass, Stand, Withdraw
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.preview import Offer, lots, purchases
from render.games.aftershock import RENDERER

KEYS: Final = 20
"""More cards than that are offered in menus."""
IN_A_MENU: Final = 25

PAYING: Final = (
    OptionWord("−2, once a round", TOKENS[0]),
    OptionWord("−1, once a round", TOKENS[1]),
    OptionWord("tax: $1M more", TOKENS[2]),
)


@dataclass(frozen=True, slots=True)
class ForSale:
    """A card of another player, with its number in the sale and how it can be paid."""

    number: int
    seller: Seat
    card: str
    offers: tuple[Offer, ...]

    @property
    def key(self) -> str:
        """What it is called in ids."""
        return f"{self.seller}{self.card}"


class Buying(Desk):
    """A card, or a pass, in turn; a player who isn't on turn may leave a pass."""

    verbs = "blBxsw"
    door = mark("Buy a card")

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (
            Command(
                "buy",
                "Buy a card that is for sale.",
                self.typed,
                (
                    CommandOption("card", "a card for sale, such as 3", self.suggested),
                    CommandOption(
                        "token", "which Buy token pays for it", choices=PAYING, is_needed=False
                    ),
                ),
                elsewhere=NOT_NOW,
            ),
            Command("pass", "Buy nothing this time.", self.passed, elsewhere=NOT_NOW),
        )

    def wanted(self, view: View, who: str) -> str:
        return view.words.say("{who}, **buy a card or pass.**", who=who)

    def rows(self, view: View) -> tuple[Row, ...]:
        (row,) = super().rows(view)
        opens, propose = row.buttons
        passes = Button(view.words.say("Pass"), draft_id(view, "x"), Style.RED)
        return (Row((opens, passes, propose)),)

    def picture(self, view: View) -> Image:
        return picture(view)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "s", _:
                return Submit(Stand())
            case "w", _:
                return Submit(Withdraw())
            case _ if own_seat(view) not in view.observation.to_act:
                return self.waits(view)
            case "x", _:
                return Submit(Pass())
            case ("b", (key,)) | ("l", (_, key)):
                return self.pay(view, key)
            case "B", (key, token) if key.isdecimal():
                # Posted when cards had other numbers: what it would have bought is asked again.
                return self.pay(view, key)
            case "B", (key, token):
                card = _named(view, key)
                return Submit(Buy(card.seller, card.card, TOKENS[digit(token, len(TOKENS))]))
            case _:
                raise IllegalAction(NOT_NOW)

    def typed(self, view: View, card: str, token: str) -> Answer:
        """Return the purchase, or the question that is open."""
        _on_turn(view)
        found = meant(for_sale(view), lambda each: names(view, each), card)
        if len(found) != 1:
            return self.ask(view, view.words.say("That isn't one of the cards for sale."))
        if token in TOKENS:
            return Submit(Buy(found[0].seller, found[0].card, token))
        return self.pay(view, found[0].key)

    def suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the cards within reach."""
        return [
            Suggestion(f"{card.number} · {names(view, card)[1]}", str(card.number))
            for card in for_sale(view)
            if card.offers and is_typed(text, *names(view, card))
        ]

    def passed(self, view: View) -> Answer:
        """Return the pass."""
        _on_turn(view)
        return Submit(Pass())

    def ask(self, view: View, first: str = "") -> Screen:
        words, observation = view.words, view.observation
        cards = [card for card in for_sale(view) if card.offers]
        text = words.count(
            "You have {money} and can afford {n} card. If you pass, you can still buy later.",
            "You have {money} and can afford {n} cards. If you pass, you can still buy later.",
            len(cards),
            money=money(words, observation.money[own_seat(view)]),
        )
        labels = [f"{card.number} · {priced(view, card.card)}" for card in cards]
        keys: tuple[Block, ...]
        if len(cards) <= KEYS and not view.preferences.lists:
            keys = keypad(
                tuple(
                    Button(label, draft_id(view, "b", card.key), Style.BLUE)
                    for label, card in zip(labels, cards, strict=True)
                )
            )
        else:
            options = [
                SelectOption(
                    f"{label} · {short_name(view, card.seller)}",
                    card.key,
                    gives(view, card.card),
                )
                for label, card in zip(labels, cards, strict=True)
            ]
            # Where there are two menus, their ids must differ.
            keys = tuple(
                Select(
                    draft_id(view, "l", part),
                    words.say("A card that is for sale"),
                    tuple(options[at : at + IN_A_MENU]),
                )
                for part, at in enumerate(range(0, len(options), IN_A_MENU))
            )
        passing = Row(
            (
                Button(words.say("Pass"), draft_id(view, "x"), Style.RED),
                Button(words.say("Auto-pass"), draft_id(view, "s"), Style.RED),
            )
        )
        own = text_block("\n".join(held(view)))
        blocks = (picture(view), *keys, passing, *own)
        return private_screen(view, text, *blocks, first=first, other_form=relisting(view))

    def pay(self, view: View, key: str) -> Screen:
        """Ask how a card is paid, above the map; each button is the purchase, in a sentence."""
        if key.isdecimal():
            return self.ask(
                view, view.words.say("The numbers have changed. Choose the card again.")
            )
        words, observation, lot = view.words, view.observation, _named(view, key)
        card = observation.board.card[lot.card]
        told = words.say(
            "**{number} · {card}**, from {who}: {gives}.",
            number=lot.number,
            card=priced(view, lot.card),
            who=short_name(view, lot.seller),
            gives=gives(view, lot.card),
        )
        if card.area:
            there = observation.there(card.area)[own_seat(view)]
            told += " " + words.count(
                "You have {n} meeple there.", "You have {n} meeples there.", there
            )
        ways = tuple(Row((self.way(view, offer),)) for offer in offered(lot))
        if not ways:
            told += " " + words.say("You can't pay for it with any token.")
        back = Row((Button(words.say("Back to the sale"), draft_id(view, "d")),))
        return private_screen(view, told, board(view), *ways, back)

    def way(self, view: View, offer: Offer) -> Button:
        """Return the button that buys a card in one of the ways."""
        words, card = view.words, card_name(view, offer.card)
        data = {
            "card": card,
            "who": short_name(view, offer.seller),
            "price": money(words, offer.price),
        }
        if offer.tax:
            tax = money(words, offer.tax)
            label = words.say("Buy {card}: pay {who} {price}, plus {tax} tax", tax=tax, **data)
        else:
            token = PLAYED[offer.token]
            label = words.say(
                "Buy {card}: pay {who} {price}, uses your {token}", token=token, **data
            )
        key = draft_id(view, "B", f"{offer.seller}{offer.card}", TOKENS.index(offer.token))
        return Button(shortened(label, LONGEST_BUTTON), key, Style.GREEN)

    def waits(self, view: View, first: str = "") -> Screen:
        words = view.words
        told = words.say("It's not your turn. I'll ping you when it is.")
        if Withdraw() in view.legal:
            label = words.say("Auto-pass on: turn off")
            standing = Button(label, draft_id(view, "w"), Style.GREEN)
        else:
            label, none = words.say("Auto-pass"), Stand() not in view.legal
            standing = Button(label, draft_id(view, "s"), Style.RED, disabled=none)
        return waiting_screen(view, told, picture(view), Row((standing,)), first=first)


def _on_turn(view: View) -> None:
    if own_seat(view) not in view.observation.to_act:
        raise IllegalAction(NOT_NOW)


def for_sale(view: View) -> tuple[ForSale, ...]:
    """Return the cards of the others as the picture numbers them, equal ones of a seller once."""
    can = purchases(view.observation, own_seat(view))
    found: dict[tuple[Seat, str], ForSale] = {}
    for lot in lots(view.observation):
        offers = tuple(o for o in can if (o.seller, o.card) == (lot.seller, lot.card))
        if lot.seller != view.viewer and not lot.is_sold:
            found.setdefault(
                (lot.seller, lot.card), ForSale(lot.number, lot.seller, lot.card, offers)
            )
    return tuple(found.values())


def offered(card: ForSale) -> tuple[Offer, ...]:
    """Return the ways to pay a card but those that use up a token that saves nothing more."""
    paid = [offer.price + offer.tax for offer in card.offers]
    return tuple(
        o for n, o in enumerate(card.offers) if not any(paid[n] >= each for each in paid[n + 1 :])
    )


def _named(view: View, key: str) -> ForSale:
    for card in for_sale(view):
        if card.key == key:
            return card
    raise IllegalAction(NOT_NOW)


def names(view: View, card: ForSale) -> tuple[str, ...]:
    """Return what a card may be called by those who type."""
    what = priced(view, card.card)
    seller = short_name(view, card.seller)
    return str(card.number), f"{seller} · {what}", what, f"{seller} {what}"


def picture(view: View) -> Image:
    """Return the sale, a column for each seller; for a player without the own cards."""
    words, observation = view.words, view.observation
    is_player = isinstance(view.viewer, int)
    drawn = captions(view, words.say("Buy a card?") if is_player else words.say("For sale"))
    named = [
        words.say(
            "{head}: {facts}",
            head=str(lot.number),
            facts=f"{priced(view, lot.card)} · {short_name(view, lot.seller)}",
        )
        for lot in lots(observation)
        if lot.seller != view.viewer and not lot.is_sold
    ]
    return Image(RENDERER.market(observation, drawn), cards_alt(view, named, ()))
