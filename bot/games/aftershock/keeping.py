"""The phase "keep": which of the eight cards to buy from the bank. The draft lives in the ids.

k cards       these are chosen, by their places in the hand; a menu appends them one by one
K cards       seal: keep these
"""

from collections.abc import Sequence

from bot.games.aftershock.desk import (
    NONE,
    Sealed,
    digit,
    private_screen,
    relisting,
    sealing,
    toggle,
)
from bot.games.aftershock.pictures import captions, cards_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import gives, money, own_seat, priced, priced_cards
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style, Text, keypad
from bot.games.speech import and_list
from engine.games.aftershock.actions import Keep
from render.games.aftershock import RENDERER


class Keeping(Sealed):
    """What is kept is paid; the rest goes up for sale."""

    verbs = "kK"
    seals = "K"

    def wanted(self, view: View, who: str) -> str:
        return view.words.count(
            "{who}, **choose which cards to keep.**",
            "{who}, **choose which cards to keep.**",
            len(self.addressed(view)),
            who=who,
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        if verb == "k":
            return self.question(view, picked(view, *args))
        cards = codes(view, picked(view, *args[:1]))
        return Submit(*sealing(view, Keep(cards)))

    def refreshed(self, view: View, verb: str, args: tuple[str, ...]) -> Screen:
        return self.question(view, picked(view, *args) if verb in self.verbs else ())

    def relisted(self, view: View, args: tuple[str, ...]) -> Screen:
        return self.question(view, picked(view, *args))

    def reopened(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        return self.question(view, drafted(view, choice), first)

    def choice_in_words(self, view: View, choice: Sequence[str]) -> str:
        words = view.words
        if not choice:
            return words.say("You keep nothing.")
        cards = and_list(words, priced_cards(view, choice))
        return words.say("You keep {cards}.", cards=cards)

    def choice_picture(self, view: View, choice: Sequence[str]) -> Image:
        return picture(view, drafted(view, choice))

    def question(self, view: View, chosen: Sequence[int], first: str = "") -> Screen:
        """Ask which cards to keep; what is chosen is shown, paid and left over."""
        words, observation = view.words, view.observation
        cost = observation.board.cost(codes(view, chosen))
        purse = observation.money[own_seat(view)]
        text = words.say(
            "Choose the cards you keep and pay for. The rest of your hand goes up for sale, and"
            " you're paid for each card someone buys."
        )
        data = {"cost": money(words, cost), "purse": money(words, purse)}
        if cost > purse:
            paid = words.say("That's **{cost}**; you have {purse}. Leave a card out.", **data)
        else:
            left = money(words, purse - cost)
            paid = words.say(
                "You pay **{cost}** of {purse}. That leaves {left}.", left=left, **data
            )
        label = words.count(
            "Seal: keep {n} card, pay {money}",
            "Seal: keep {n} cards, pay {money}",
            len(chosen),
            money=money(words, cost),
        )
        draft = "".join(map(str, chosen)) or NONE
        seal = Button(label, draft_id(view, "K", draft), Style.GREEN, disabled=cost > purse)
        keys = (menu(view, chosen),) if view.preferences.lists else toggles(view, chosen)
        return private_screen(
            view,
            text,
            picture(view, chosen),
            *keys,
            Text(paid),
            Row((seal,)),
            first=first,
            other_form=relisting(view, draft),
        )


def menu(view: View, chosen: Sequence[int]) -> Select:
    """Return the hand as a menu."""
    options = tuple(
        SelectOption(
            f"{number + 1} · {priced(view, code)}",
            str(number),
            gives(view, code),
            chosen=number in chosen,
        )
        for number, code in enumerate(view.observation.hand)
    )
    label = view.words.say("Cards to keep")
    return Select(draft_id(view, "k"), label, options, least=0, most=len(options))


def toggles(view: View, chosen: Sequence[int]) -> tuple[Row, ...]:
    """Return the numbers of the cards as buttons; each changes whether its card is kept.

    What the rest of the money can't pay is disabled, as it is pale in the picture.
    """
    observation, cost = view.observation, view.observation.board.cost
    left = observation.money[own_seat(view)] - cost(codes(view, chosen))
    keys = []
    for number, code in enumerate(observation.hand):
        is_chosen = number in chosen
        draft = "".join(str(each) for each in sorted({*chosen} ^ {number})) or NONE
        is_dear = not is_chosen and cost((code,)) > left
        key = draft_id(view, "k", draft)
        keys.append(toggle(str(number + 1), key, is_chosen=is_chosen, disabled=is_dear))
    return keypad(tuple(keys), 4)


def picked(view: View, *args: str) -> tuple[int, ...]:
    """Return the places of the chosen cards; "-" is none, digits may stand together."""
    hand = len(view.observation.hand)
    return tuple(sorted({digit(each, hand) for each in "".join(args).replace(NONE, "")}))


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


def picture(view: View, chosen: Sequence[int]) -> Image:
    """Return the hand and the purse, chosen cards framed."""
    words, observation = view.words, view.observation
    cards = codes(view, chosen)
    cost = observation.board.cost(cards)
    drawn = captions(view, words.say("Which cards do you keep?"), spent=cost)
    alt = cards_alt(
        view,
        [priced(view, code) for code in observation.hand],
        [priced(view, code) for code in cards],
    )
    return Image(RENDERER.hand(observation, drawn, tuple(chosen)), alt)
