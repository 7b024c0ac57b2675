"""The phase "keep": which of the eight cards to buy from the bank. The draft lives in the ids.

k card …      these are ticked, by their places in the hand
K cards       seal: keep these
"""

from collections.abc import Sequence

from bot.games.aftershock.desk import NONE, Sealed, digit, private_screen, sealing
from bot.games.aftershock.pictures import captions, cards_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import gives, money, own_seat, priced, priced_cards
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style, Text
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
        return self.question(view, picked(view, args[0]) if verb == "K" and args else ())

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
        """Ask which cards to keep; what is ticked is shown, paid and left over."""
        words, observation = view.words, view.observation
        cost = observation.board.cost(codes(view, chosen))
        purse = observation.money[own_seat(view)]
        text = words.say(
            "Tick the cards you keep: you pay their price to the bank. The rest goes up for sale"
            " with your name on it. All choices are revealed together."
        )
        options = tuple(
            SelectOption(
                f"{number + 1} · {priced(view, code)}",
                str(number),
                gives(view, code),
                chosen=number in chosen,
            )
            for number, code in enumerate(observation.hand)
        )
        label = words.say("Cards to keep")
        menu = Select(draft_id(view, "k"), label, options, least=0, most=len(options))
        data = {"cost": money(words, cost), "purse": money(words, purse)}
        if cost > purse:
            paid = words.say("That is **{cost}**; you have {purse}. Untick something.", **data)
        else:
            left = money(words, purse - cost)
            paid = words.say("You pay **{cost}** of {purse} and keep {left}.", left=left, **data)
        label = words.count(
            "Seal: keep {n} card, pay {money}",
            "Seal: keep {n} cards, pay {money}",
            len(chosen),
            money=money(words, cost),
        )
        draft = draft_id(view, "K", "".join(map(str, chosen)) or NONE)
        seal = Button(label, draft, Style.GREEN, disabled=cost > purse)
        return private_screen(
            view, text, menu, picture(view, chosen), Text(paid), Row((seal,)), first=first
        )


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


def picture(view: View, chosen: Sequence[int]) -> Image:
    """Return the hand and the purse, ticked cards framed."""
    words, observation = view.words, view.observation
    cards = codes(view, chosen)
    cost = observation.board.cost(cards)
    drawn = captions(view, words.say("Which cards do you keep?"), spent=cost)
    alt = cards_alt(
        view,
        [priced(view, code) for code in observation.hand],
        [priced(view, code) for code in cards],
    )
    return Image(RENDERER.hand(observation, drawn, cards), alt)
