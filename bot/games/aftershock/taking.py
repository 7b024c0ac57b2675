"""Phase 1C at the desk: which unsold card to take for free.

t card        this one, by its place among the own cards for sale
T card        seal it
"""

from collections.abc import Sequence

from bot.games.aftershock.alt_texts import cards_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.holding import held
from bot.games.aftershock.sheet import digit, sealing, sheet
from bot.games.aftershock.words import gives, own_seat, priced
from bot.games.controls import draft_id
from bot.games.panel import Answer, Submit, View
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style
from engine.games.aftershock.actions import Take
from render.games.aftershock import RENDERER


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a menu or button of this phase."""
    unsold = view.observation.market[own_seat(view)]
    # Of equal cards the first is taken, whichever was tapped, as in the picture.
    number = unsold.index(unsold[digit("".join(args[:1]), len(unsold))])
    return Submit(*sealing(view, Take(unsold[number]))) if verb == "T" else take(view, number)


def drafted(view: View, cards: Sequence[str]) -> int | None:
    """Return the place of the card that was taken in a draft."""
    unsold = view.observation.market[own_seat(view)]
    return unsold.index(cards[0]) if cards and cards[0] in unsold else None


def take(view: View, chosen: int | None = None, first: str = "") -> Screen:
    """Ask which of the own unsold cards to take."""
    words, observation = view.words, view.observation
    unsold = observation.market[own_seat(view)]
    options = tuple(
        SelectOption(
            f"{number + 1} · {priced(words, observation, code)}",
            str(number),
            gives(words, observation, code),
            chosen=number == chosen,
        )
        for number, code in enumerate(unsold)
    )
    text = words.say("Take one of your unsold cards. It costs nothing; the others are discarded.")
    return sheet(
        view,
        "\n".join([text, *held(view)]),
        Select(draft_id(view, "t"), words.say("The card you take"), options),
        picture(view, "" if chosen is None else unsold[chosen]),
        Row((_seal(view, chosen),)),
        first=first,
    )


def picture(view: View, chosen: str) -> Image:
    """Return the own unsold cards, the chosen one framed."""
    words, observation = view.words, view.observation
    drawn = captions(view, words.say("Which card do you take?"))
    unsold = [priced(words, observation, code) for code in observation.market[own_seat(view)]]
    alt = cards_alt(view, unsold, [priced(words, observation, chosen)] if chosen else [])
    return Image(RENDERER.take(observation, drawn, chosen), alt)


def _seal(view: View, chosen: int | None) -> Button:
    words, observation = view.words, view.observation
    if chosen is None:
        label, draft = words.say("Seal"), "-"
    else:
        card = observation.market[own_seat(view)][chosen]
        label = words.say("Seal: take {card}", card=priced(words, observation, card))
        draft = str(chosen)
    return Button(label, draft_id(view, "T", draft), Style.GREEN, disabled=chosen is None)
