"""Phase 1A at the desk: which of the eight cards to buy. The draft lives in the ids.

k card …      these are ticked, by their places in the hand
K cards       seal: keep these
"""

from collections.abc import Sequence
from typing import Final

from bot.games.aftershock.alt_texts import cards_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.sheet import digit, sealing, sheet
from bot.games.aftershock.words import board_of, gives, money, own_seat, priced
from bot.games.controls import draft_id
from bot.games.panel import Answer, Submit, View
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style, Text
from engine.games.aftershock.actions import Keep
from render.games.aftershock import RENDERER

NONE: Final = "-"


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a menu or button of this phase."""
    if verb == "K":
        return Submit(*sealing(view, Keep(codes(view, picked(view, args[0] if args else NONE)))))
    return keep(view, picked(view, *args))


def picked(view: View, *args: str) -> tuple[int, ...]:
    """Return the places of the ticked cards; "-" is none, digits may stand together.

    Of equal cards the first ones are ticked, whichever was tapped, as in the picture.
    """
    hand = len(view.observation.hand)
    ticked = sorted({digit(each, hand) for each in "".join(args).replace(NONE, "")})
    return drafted(view, codes(view, ticked))


def codes(view: View, chosen: Sequence[int]) -> tuple[str, ...]:
    """Return the cards at these places of the hand."""
    return tuple(view.observation.hand[number] for number in chosen)


def drafted(view: View, cards: Sequence[str]) -> tuple[int, ...]:
    """Return the places of cards that were kept in a draft."""
    left, chosen = list(cards), []
    for number, code in enumerate(view.observation.hand):
        if code in left:
            left.remove(code)
            chosen.append(number)
    return tuple(chosen)


def keep(view: View, chosen: Sequence[int] = (), first: str = "") -> Screen:
    """Ask which cards to keep; what is ticked is shown, paid and left over."""
    words = view.words
    cost = board_of(view.observation).cost(codes(view, chosen))
    text = words.say(
        "Tick the cards you keep: you pay their price to the bank. The rest goes up for sale with"
        " your name on it. All choices are revealed together."
    )
    return sheet(
        view,
        text,
        _menu(view, chosen),
        picture(view, chosen, cost),
        Text(_paid(view, cost)),
        Row((_seal(view, chosen, cost),)),
        first=first,
    )


def _menu(view: View, chosen: Sequence[int]) -> Select:
    words, observation = view.words, view.observation
    options = tuple(
        SelectOption(
            f"{number + 1} · {priced(words, observation, code)}",
            str(number),
            gives(words, observation, code),
            chosen=number in chosen,
        )
        for number, code in enumerate(observation.hand)
    )
    placeholder = words.say("Cards to keep")
    return Select(draft_id(view, "k"), placeholder, options, least=0, most=len(options))


def picture(view: View, chosen: Sequence[int], cost: int) -> Image:
    """Return the hand and the purse, ticked cards framed."""
    words, observation = view.words, view.observation
    cards = codes(view, chosen)
    drawn = captions(view, words.say("Which cards do you keep?"), spent=cost)
    alt = cards_alt(
        view,
        [priced(words, observation, code) for code in observation.hand],
        [priced(words, observation, code) for code in cards],
    )
    return Image(RENDERER.hand(observation, drawn, cards), alt)


def _paid(view: View, cost: int) -> str:
    words, purse = view.words, view.observation.money[own_seat(view)]
    data = {"cost": money(words, cost), "purse": money(words, purse)}
    if cost > purse:
        return words.say("That is **{cost}**; you have {purse}. Untick something.", **data)
    left = money(words, purse - cost)
    return words.say("You pay **{cost}** of {purse} and keep {left}.", left=left, **data)


def _seal(view: View, chosen: Sequence[int], cost: int) -> Button:
    words, observation = view.words, view.observation
    label = words.count(
        "Seal: keep {n} card, pay {money}",
        "Seal: keep {n} cards, pay {money}",
        len(chosen),
        money=money(words, cost),
    )
    draft = "".join(map(str, chosen)) or NONE
    too_dear = cost > observation.money[own_seat(view)]
    return Button(label, draft_id(view, "K", draft), Style.GREEN, disabled=too_dear)
