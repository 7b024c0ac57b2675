"""What a teaching table of Aftershock explains, and a first choice step by step."""

from typing import Final

from bot.games.aftershock.keeping import drafted
from bot.games.aftershock.view import View
from bot.games.aftershock.words import gives, money, own_seat, priced
from bot.games.lessons import Lesson, LessonStep, asked, at_the_end, happened
from bot.locale.localisation import Words, mark
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Action, Keep
from engine.games.aftershock.events import BankShared, RoundScored
from engine.games.aftershock.rules import META


def may_propose(step: LessonStep) -> bool:
    """Say whether plans are made for the second time: computer players still listen to deals."""
    return asked("plan")(step) and step.view.observation.round > 1


LESSONS: Final = (
    Lesson(
        mark(
            "**Keep:** at your desk lie eight cards that only you see. Pay for those you want; the"
            " others go up for sale with your name on them, and whoever buys one pays you."
        ),
        1,
        asked("keep"),
    ),
    Lesson(
        mark(
            "**Buy:** in turn, buy a card of somebody else with one of your tokens, **−2** and"
            " **−1** once a round, **tax** as often as you like. Or pass; the sale ends when all"
            " pass in a row."
        ),
        2,
        asked("buy"),
    ),
    Lesson(
        mark("**Take:** one of your own unsold cards is yours for free. The rest is discarded."),
        2,
        asked("take"),
    ),
    Lesson(
        mark(
            "**Plan:** say in secret in which area each of your bridges, meeples and aftershocks"
            " goes. The cards of areas have brought their meeples already."
        ),
        3,
        asked("plan"),
    ),
    Lesson(
        mark(
            "**Build:** your plan is open now, and you choose to which neighbour your bridge leads."
            " Bridges let your meeples walk for free; others pay you $1M to cross."
        ),
        4,
        asked("build"),
    ),
    Lesson(
        mark(
            "**Take down:** you have too few bridge pieces for this bridge. Take down others of"
            " yours first, each as a whole."
        ),
        4,
        asked("dismantle"),
    ),
    Lesson(
        mark(
            "**Your aftershocks:** choose which of them comes first. A die says how strong it is."
        ),
        5,
        asked("resolve"),
    ),
    Lesson(
        mark(
            "**Shaking:** choose whose meeples are shocked in that area, as many as the die says."
            " They have to leave it."
        ),
        5,
        asked("shock"),
    ),
    Lesson(
        mark(
            "**Your meeple was shocked** and has to go: over bridges, as far as you like, by the"
            " cheapest way to where you want it. Or take it off the board, back to your supply."
        ),
        5,
        asked("move"),
    ),
    Lesson(
        mark(
            "**Mark:** choose in secret which spaces shall score. A space scores only with at least"
            " two markers, San Rafael with one, whoever they belong to: mark where you have the"
            " most meeples, and what others will mark, too."
        ),
        6,
        asked("mark"),
    ),
    Lesson(
        mark(
            "**Scoring:** in each space that scores, most meeples bring the first number, second"
            " most the next. Then whoever has the most there removes one."
        ),
        7,
        happened(RoundScored),
    ),
    Lesson(
        mark(
            "**Everything is sealed:** nobody sees what you choose before all are ready, and you"
            " may change it until then. At the start you have $15M; every full $2M left at the end"
            " is a point."
        ),
        0,
        asked("keep"),
    ),
    Lesson(
        mark(
            "**A new round** begins as the first did, with eight new cards. Meeples and bridges"
            " stay; the bank's money was shared out."
        ),
        8,
        happened(BankShared),
    ),
    Lesson(
        mark(
            "**Deals:** with **Propose a deal** you can offer to mark a space if somebody marks"
            " another one. Promises bind nobody; later you read who kept theirs."
        ),
        6,
        may_propose,
    ),
    Lesson(
        mark(
            "**That was a whole match.** With people around the table you bargain before you mark;"
            " **Rematch** opens a table with computer players of the level you choose."
        ),
        8,
        at_the_end,
    ),
)


def worked(view: View, action: Action, public: Words) -> str:
    """Return how the first cards are kept, step by step, as `Teaches` has it."""
    words, observation = view.words, view.observation
    if not isinstance(action, Keep):
        raise IllegalAction(META.not_now)
    kept = [(number, observation.hand[number]) for number in drafted(view, action.cards)]
    cards = [
        words.say(
            "{head}: {facts}",
            head=f"**{number + 1} · {priced(view, card)}**",
            facts=gives(view, card),
        )
        for number, card in kept
    ]
    cost = observation.board.cost(action.cards)
    left = observation.money[own_seat(view)] - cost
    seal = words.count(
        "Seal: keep {n} card, pay {money}",
        "Seal: keep {n} cards, pay {money}",
        len(cards),
        money=money(words, cost),
    )
    steps = [
        words.say("Press **{button}** under the board.", button=public.say("Open my desk")),
        words.say("Choose these cards:"),
        words.say("Press **{button}**. Only that sends your choice.", button=seal),
    ]
    first, second, third = (f"{n}. {each}" for n, each in enumerate(steps, 1))
    ticks = [f"   - {each}" for each in cards]
    why = words.say("The rest of your hand is for sale: whoever buys of it pays you.")
    if left:
        why = words.say(
            "You keep {left} to buy cards of others, and the rest of your hand is for sale.",
            left=money(words, left),
        )
    return "\n".join([why, first, second, *ticks, third])
