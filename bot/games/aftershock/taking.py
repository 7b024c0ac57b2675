"""The phase "take": which unsold card to take for free.

t card        this one, by its place among the own cards for sale
T card        seal it
"""

from collections.abc import Sequence

from bot.games.aftershock.desk import NONE, Sealed, digit, held, private_screen, sealing
from bot.games.aftershock.pictures import captions, cards_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import gives, own_seat, priced, priced_cards
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style
from bot.games.speech import and_list
from engine.games.aftershock.actions import Take
from render.games.aftershock import RENDERER


class Taking(Sealed):
    """One of the own unsold cards is free; the others are discarded."""

    verbs = "tT"
    seals = "T"

    def wanted(self, view: View, who: str) -> str:
        return view.words.count(
            "{who}, **take one of your unsold cards** for free.",
            "{who}, **take one of your unsold cards** for free.",
            len(self.addressed(view)),
            who=who,
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        unsold = view.observation.market[own_seat(view)]
        # Of equal cards the first is taken, whichever was tapped, as in the picture.
        card = unsold[digit("".join(args[:1]), len(unsold))]
        return Submit(*sealing(view, Take(card))) if verb == "T" else self.reopened(view, (card,))

    def reopened(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        words, observation = view.words, view.observation
        unsold = observation.market[own_seat(view)]
        chosen = unsold.index(choice[0]) if choice and choice[0] in unsold else None
        options = tuple(
            SelectOption(
                f"{number + 1} · {priced(view, code)}",
                str(number),
                gives(view, code),
                chosen=number == chosen,
            )
            for number, code in enumerate(unsold)
        )
        text = words.say(
            "Take one of your unsold cards. It costs nothing; the others are discarded."
        )
        if chosen is None:
            seal = Button(words.say("Seal"), draft_id(view, "T", NONE), Style.GREEN, disabled=True)
        else:
            card = priced(view, unsold[chosen])
            label = words.say("Seal: take {card}", card=card)
            seal = Button(label, draft_id(view, "T", chosen), Style.GREEN)
        return private_screen(
            view,
            "\n".join([text, *held(view)]),
            Select(draft_id(view, "t"), words.say("The card you take"), options),
            picture(view, "" if chosen is None else unsold[chosen]),
            Row((seal,)),
            first=first,
        )

    def choice_in_words(self, view: View, choice: Sequence[str]) -> str:
        words = view.words
        cards = and_list(words, priced_cards(view, choice))
        return words.say("You take {cards}.", cards=cards)

    def choice_picture(self, view: View, choice: Sequence[str]) -> Image:
        return picture(view, choice[0] if choice else "")


def picture(view: View, chosen: str) -> Image:
    """Return the own unsold cards, the chosen one framed."""
    words, observation = view.words, view.observation
    drawn = captions(view, words.say("Which card do you take?"))
    unsold = [priced(view, code) for code in observation.market[own_seat(view)]]
    alt = cards_alt(view, unsold, [priced(view, chosen)] if chosen else [])
    return Image(RENDERER.take(observation, drawn, chosen), alt)
