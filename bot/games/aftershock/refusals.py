"""Why an action was refused and what helps now. Refused means: nothing was sent."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.games.aftershock import refusals_map
from bot.games.aftershock.words import board_of, money, phase_name, priced
from bot.games.names import shown
from bot.games.panel import View
from bot.games.people import name
from engine.errors import EngineError
from engine.game import Seat

Data: TypeAlias = Mapping[str, Any]

TOKENS: Final = {"minus_2": "−2", "minus_1": "−1"}


def refusal(view: View, error: EngineError) -> str:
    """Return why an action was refused, as markdown."""
    return REFUSALS[error.key](view, error.data)


def _card(view: View, data: Data) -> str:
    code = data["card"]
    known = code in board_of(view.observation).card
    return priced(view.words, view.observation, code) if known else shown(str(code))


def _not_now(view: View, data: Data) -> str:  # noqa: ARG001
    return view.words.say("**That can't be done now.** Nothing was sent.")


def _already_open(view: View, data: Data) -> str:
    return view.words.say(
        "**Too late ({phase}):** all choices have been revealed. Nothing was sent.",
        phase=phase_name(view.words, data["phase"]),
    )


def _not_in_hand(view: View, data: Data) -> str:
    return view.words.say("**You don't have that many {card}.**", card=_card(view, data))


def _unsorted(view: View, data: Data) -> str:  # noqa: ARG001
    return view.words.say("**That choice got mixed up.** Open your desk and tick the cards again.")


def _too_dear(view: View, data: Data) -> str:
    words = view.words
    cost, purse = money(words, data["cost"]), money(words, data["money"])
    return words.say(
        "**That is {cost};** you have {purse}. Untick something.", cost=cost, purse=purse
    )


def _own_card(view: View, data: Data) -> str:
    card = _card(view, data)
    return view.words.say("**{card} is yours:** nobody buys their own cards.", card=card)


def _not_for_sale(view: View, data: Data) -> str:
    return view.words.say(
        "**{who} isn't selling {card}.** Somebody may have been faster.",
        card=_card(view, data),
        who=name(view, Seat(data["seller"])),
    )


def _no_such_token(view: View, data: Data) -> str:
    return view.words.say(
        "**There is no Buy token {token}.** There are −2, −1 and tax.", token=data["token"]
    )


def _token_used(view: View, data: Data) -> str:
    return view.words.say(
        "**Your {token} is used up** for this round. Pay with another token.",
        token=TOKENS.get(data["token"], data["token"]),
    )


def _price(view: View, data: Data) -> str:
    words = view.words
    return words.say(
        "**{card} takes {cost} with that token;** you have {purse}.",
        card=_card(view, data),
        cost=money(words, data["price"] + data["tax"]),
        purse=money(words, data["money"]),
    )


def _not_unsold(view: View, data: Data) -> str:
    card = _card(view, data)
    return view.words.say("**{card} is not among your unsold cards.**", card=card)


# fmt: off
REFUSALS: Final[Mapping[str, Callable[[View, Data], str]]] = {
    **refusals_map.REFUSALS,
    "aftershock-not-now": _not_now,
    "aftershock-already-open": _already_open,
    "aftershock-not-in-hand": _not_in_hand,
    "aftershock-unsorted": _unsorted,
    "aftershock-too-dear": _too_dear,
    "aftershock-own-card": _own_card,
    "aftershock-not-for-sale": _not_for_sale,
    "aftershock-no-such-token": _no_such_token,
    "aftershock-token-used": _token_used,
    "aftershock-price": _price,
    "aftershock-not-unsold": _not_unsold,
}
# fmt: on
