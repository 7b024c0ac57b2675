"""The phase "take": which unsold card to take for free.

t card        this one, by its place among the own unsold cards
T card        seal it
"""

from collections.abc import Sequence

from bot.games.aftershock.desk import (
    NONE,
    Sealed,
    digit,
    held,
    private_screen,
    relisting,
    sealing,
    toggle,
)
from bot.games.aftershock.pictures import captions, cards_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import gives, own_seat, priced, priced_cards
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import (
    Block,
    Button,
    Image,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    keypad,
    text_block,
)
from bot.games.speech import and_list
from engine.games.aftershock.actions import Take
from engine.games.aftershock.preview import Lot, lots
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
        text = words.say("Take one of your unsold cards for free. The rest is discarded.")
        shown = own_lots(view)
        keys: tuple[Block, ...]
        if view.preferences.lists:
            options = tuple(
                SelectOption(
                    f"{lot.number} · {priced(view, lot.card)}",
                    str(place),
                    gives(view, lot.card),
                    chosen=place == chosen,
                )
                for place, lot in enumerate(shown)
            )
            keys = (Select(draft_id(view, "t"), words.say("The card you take"), options),)
        else:
            keys = keypad(
                tuple(
                    toggle(
                        f"{lot.number} · {priced(view, lot.card)}",
                        draft_id(view, "t", place),
                        is_chosen=place == chosen,
                    )
                    for place, lot in enumerate(shown)
                ),
                4,
            )
        if chosen is None:
            seal = Button(words.say("Seal"), draft_id(view, "T", NONE), Style.GREEN, disabled=True)
        else:
            card = priced(view, unsold[chosen])
            label = words.say("Seal: take {card}", card=card)
            seal = Button(label, draft_id(view, "T", chosen), Style.GREEN)
        return private_screen(
            view,
            text,
            picture(view, "" if chosen is None else unsold[chosen]),
            *keys,
            Row((seal,)),
            *text_block("\n".join(held(view))),
            first=first,
            other_form=relisting(view, NONE if chosen is None else chosen),
        )

    def relisted(self, view: View, args: tuple[str, ...]) -> Screen:
        unsold = view.observation.market[own_seat(view)]
        chosen = [each for each in args[:1] if each != NONE]
        return self.reopened(view, tuple(unsold[digit(each, len(unsold))] for each in chosen))

    def choice_in_words(self, view: View, choice: Sequence[str]) -> str:
        words = view.words
        cards = and_list(words, priced_cards(view, choice))
        return words.say("You take {cards}.", cards=cards)

    def choice_picture(self, view: View, choice: Sequence[str]) -> Image:
        return picture(view, choice[0] if choice else "")


def own_lots(view: View) -> tuple[Lot, ...]:
    """Return the viewer's unsold cards, with the numbers that they had in the sale."""
    own = own_seat(view)
    return tuple(lot for lot in lots(view.observation) if lot.seller == own and not lot.is_sold)


def picture(view: View, chosen: str) -> Image:
    """Return the own unsold cards, the chosen one framed."""
    words, observation = view.words, view.observation
    drawn = captions(view, words.say("Which card do you take?"))
    unsold = [priced(view, code) for code in observation.market[own_seat(view)]]
    alt = cards_alt(view, unsold, [priced(view, chosen)] if chosen else [])
    return Image(RENDERER.take(observation, drawn, chosen), alt)
