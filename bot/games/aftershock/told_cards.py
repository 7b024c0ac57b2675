"""Phase 1 in sentences: what is kept, sold, bought and taken."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.games.aftershock.words import bold, money, priced, priced_cards
from bot.games.panel import View
from bot.games.people import name
from bot.games.speech import listed
from bot.locale.localisation import mark
from engine.games.aftershock.events import (
    CardBought,
    CardDealt,
    CardsOffered,
    CardTaken,
    ChoiceReopened,
    ChoiceSealed,
    Passed,
    StandingPassLeft,
    StandingPassWithdrawn,
)

BOUGHT: Final = {
    "minus_2": mark("{who} buys {card} from {seller} with −2, for {price}."),
    "minus_1": mark("{who} buys {card} from {seller} with −1, for {price}."),
    "tax": mark("{who} buys {card} from {seller} for {price}, and pays {tax} tax."),
}


def offered(view: View, event: CardsOffered) -> str:
    """Return what somebody paid for hidden cards and puts up for sale."""
    words, paid = view.words, money(view.words, event.paid)
    cards = ", ".join(priced_cards(words, view.observation, event.cards))
    data = {"who": bold(view, event.seat), "paid": paid, "cards": cards}
    if not cards:
        return words.say("{who} pays {paid} and puts nothing up for sale.", **data)
    return words.say("{who} pays {paid} and puts up for sale: {cards}.", **data)


def bought(view: View, event: CardBought) -> str:
    """Return who bought what from whom, with which token."""
    words, purchase = view.words, event.purchase
    return words.say(
        BOUGHT[purchase.token],
        who=bold(view, purchase.seat),
        seller=name(view, purchase.seller),
        card=priced(words, view.observation, purchase.card),
        price=money(words, purchase.price),
        tax=money(words, purchase.tax),
    )


def passed(view: View, *events: Passed) -> str:
    """Return who passed in a row."""
    seats = list(dict.fromkeys(event.seat for event in events))
    who = listed(view.words, [bold(view, seat) for seat in seats])
    return view.words.count("{who} passes.", "{who} pass.", len(seats), who=who)


def taken(view: View, event: CardTaken) -> str:
    """Return what somebody took for free."""
    words = view.words
    data = {"who": bold(view, event.seat), "card": priced(words, view.observation, event.card)}
    if not event.discarded:
        return words.say("{who} takes {card}.", **data)
    return words.count(
        "{who} takes {card} and discards {n} card.",
        "{who} takes {card} and discards {n} cards.",
        len(event.discarded),
        **data,
    )


def dealt(view: View, event: CardDealt) -> str:
    """Return a card of one's own hand."""
    card = priced(view.words, view.observation, event.card)
    return view.words.say("You were dealt {card}.", card=card)


def sealed(view: View, _: ChoiceSealed) -> str:
    """Return that one's own choice lies sealed."""
    return view.words.say("You sealed your choice.")


def reopened(view: View, _: ChoiceReopened) -> str:
    """Return that one took one's choice back."""
    return view.words.say("You took your choice back.")


def standing(view: View, _: StandingPassLeft) -> str:
    """Return that one passes by oneself."""
    return view.words.say("Auto-pass is on.")


def withdrawn(view: View, _: StandingPassWithdrawn) -> str:
    """Return that one decides again."""
    return view.words.say("Auto-pass is off.")


TELLERS: Final[Mapping[type, Callable[..., str]]] = {
    CardsOffered: offered,
    CardBought: bought,
    Passed: passed,
    CardTaken: taken,
    CardDealt: dealt,
    ChoiceSealed: sealed,
    ChoiceReopened: reopened,
    StandingPassLeft: standing,
    StandingPassWithdrawn: withdrawn,
}
