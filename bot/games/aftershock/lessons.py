"""What a teaching table of Aftershock explains, and a first choice step by step."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.games.aftershock import reasons
from bot.games.aftershock.keeping import drafted
from bot.games.aftershock.view import View
from bot.games.aftershock.words import money, own_seat, priced, space_name
from bot.games.lessons import (
    Lesson,
    LessonStep,
    asked,
    best_looking,
    happened,
    winner_and_rival,
)
from bot.games.people import name
from bot.games.screen import Screen
from bot.games.speech import and_list, capitalised, without_markdown
from bot.locale.localisation import Words, mark
from engine.games.aftershock.actions import Action, Keep
from engine.games.aftershock.events import RoundScored

START: Final = 9518
"""The prepared start: a hand with a $6M area, a Bridge and an Aftershock; rolls of 2, 2, 1."""


GOOD_HAND: Final = frozenset({"richmond-6", "bridge", "normal_aftershock"})
"""Of the first hand, what is kept so that people, a bridge and a shock are seen, and a sale."""


def is_in(step: LessonStep, phase: str, first: int, last: int) -> bool:
    """Say whether the learner is asked in this phase of one of these rounds."""
    return asked(phase)(step) and first <= step.view.observation.round <= last


def is_offered_a_deal(step: LessonStep) -> bool:
    """Say whether a proposal to the learner stands in the channel, for the first time."""
    return is_in(step, "plan", 1, 1) and step.is_proposed_to


def may_influence(step: LessonStep) -> bool:
    """Say whether the learner has an extra marker."""
    items = step.view.observation.items
    return is_in(step, "mark", 2, 3) and items[step.learner].influence > 0


def may_end(step: LessonStep) -> bool:
    """Say whether a round was scored and the next one has begun."""
    return is_in(step, "buy", 2, 3) or is_in(step, "take", 2, 3)


LESSONS: Final = (
    Lesson(
        mark(
            "**You play for people in areas.** An area pays the player with the most *meeples*"
            " (people) there. Cards bring them; you have $15M.\nPress **Open my desk**, choose"
            " cards."
        ),
        3,
        partial(is_in, phase="keep", first=1, last=1),
    ),
    Lesson(
        mark(
            "**The sale.** The price goes to the card's owner. Tokens **−2** and **−1** cut it by"
            " $2M or $1M, once a round; **tax** adds $1M, any time.\nBuy people for your area, or"
            " **Pass**."
        ),
        4,
        partial(is_in, phase="buy", first=1, last=1),
    ),
    Lesson(
        mark(
            "**One card for free.** Take one of your own that no one bought; the others are"
            " discarded.\nBest: an area you already hold a card for."
        ),
        4,
        asked("take"),
    ),
    Lesson(
        mark(
            "**A deal for you.** An area pays only with two marks. A rival will mark your best"
            " area if you mark one of theirs.\nPress **Accept** below the proposal."
        ),
        8,
        is_offered_a_deal,
    ),
    Lesson(
        mark(
            "**Your bridge.** People driven out walk over bridges: free over yours, $1M to the"
            " owner over any other.\nPress the neighbor it leads to."
        ),
        6,
        asked("build"),
    ),
    Lesson(
        mark(
            "**Too few pieces.** You have 16 for all your bridges. Take down one of yours, as a"
            " whole, for the new one.\nPress the one you need least."
        ),
        6,
        asked("dismantle"),
    ),
    Lesson(
        mark(
            "**Several aftershocks of yours.** They come one by one, each with its own"
            " roll.\nChoose the first: one may drive people into the next."
        ),
        7,
        asked("resolve"),
    ),
    Lesson(
        mark(
            "**Your aftershock.** The die says how many people must leave; you say whose.\nTake"
            " those of the player with the most there."
        ),
        7,
        asked("shock"),
    ),
    Lesson(
        mark(
            "**Your meeple must leave.** Over bridges, as far as you like, always the cheapest way;"
            " or off the board.\nPress the area where you need people."
        ),
        7,
        asked("move"),
    ),
    Lesson(
        mark(
            "**Mark four spaces.** A space pays only with **two** marks, anyone's; San Rafael with"
            " one.\nMark where you have the most people, and keep your word."
        ),
        8,
        asked("mark"),
    ),
    Lesson(
        mark(
            "**First points.** The player with the most people takes an area's first number, the"
            " second most the next. Then the leader takes one back.\nSee **More**, **Who scores"
            " what**."
        ),
        2,
        asked("keep"),
        after=happened(RoundScored),
    ),
    Lesson(
        mark(
            "**Influence is one more marker.** On a space that you mark anyway it makes two: that"
            " space pays, whatever others do.\nPut it on your best one."
        ),
        8,
        may_influence,
    ),
    Lesson(
        mark(
            "**Where to?** Your people stand on the map. Send each bridge, meeple and aftershock to"
            " an area, in secret.\nAn aftershock chases people: aim at a rival."
        ),
        5,
        partial(is_in, phase="plan", first=1, last=1),
    ),
    Lesson(
        mark(
            "**You know the game.** Rounds 2 and 3 go the same way; at the end each full $2M is a"
            " point. Play on, or press **Count the points now**."
        ),
        9,
        may_end,
        is_last=True,
    ),
)


def beside(view: View, _screen: Screen) -> str:
    """Return what is explained on the desk in the first round, as `Teaches` has it.

    A good hand to keep, what sealing is, and where money goes.
    """
    words, observation = view.words, view.observation
    if observation.round != 1:
        return ""
    match observation.phase:
        case "keep" if set(observation.hand) >= GOOD_HAND:
            return words.say(
                "**A good hand:** Richmond $6M (three people), Bridge $4M, Aftershock $2M. The rest"
                " is for sale, and pays you.\n**Seal:** it stays hidden until all are ready; you"
                " may change it until then."
            )
        case "buy":
            return words.say(
                "What you pay for kept cards goes to the **bank**; it shares out between rounds."
            )
        case "plan":
            return words.say(
                "Your **desk** is a message that only you see: your cards and your secret choices."
            )
        case _:
            return ""


def decided(steps: Sequence[LessonStep]) -> tuple[str, ...]:
    """Return what decided a lesson, as `Teaches` has it."""
    view, learner = steps[-1].view, steps[-1].learner
    words, observation = view.words, view.observation
    first, other = winner_and_rival(observation.scores, learner)
    told = list[str]()

    scored = [
        (k, each) for k, round_ in enumerate(observation.scorings, 1) for each in round_.spaces
    ]
    if scored:
        k, best = max(scored, key=lambda each: each[1].points[first] - each[1].points[other])
        told.append(
            words.say(
                "{area} in round {k} decided it: {who} gained {a} points, {other} {b}.",
                area=capitalised(space_name(view, best.space)),
                k=k,
                who=name(view, first),
                a=best.points[first],
                other=name(view, other),
                b=best.points[other],
            )
        )

    marks = [each for round_ in observation.scorings for each in round_.marks[learner].score]
    paid = sum(
        space.points[learner] > 0
        for round_ in observation.scorings
        for space in round_.spaces
        if space.space in round_.marks[learner].score
    )
    if marks:
        told.append(
            words.count(
                "Of your {all} marks {n} brought you points.",
                "Of your {all} marks {n} brought you points.",
                paid,
                all=len(marks),
            )
        )
    return tuple(told)


def good_move(view: View) -> Action:
    """Return what a learner is shown; in the first turn the hand with which the sale is met, too.

    A player who keeps cards for all of the money passes the sale automatically, and never sees it.
    """
    observation = view.observation
    is_first = observation.phase == "keep" and observation.round == 1
    if is_first and set(observation.hand) >= GOOD_HAND:
        return Keep(tuple(code for code in observation.hand if code in GOOD_HAND))
    good: Action = best_looking(view)
    return good


def worked(view: View, action: Action, public: Words) -> str:
    """Return how the first cards are kept, step by step, as `Teaches` has it."""
    words, observation = view.words, view.observation
    if not isinstance(action, Keep):
        why = reasons.why(view, (action,))
        told = f"**{without_markdown(reasons.told(view, (action,)))}**"
        return words.say("{head}: {facts}", head=told, facts=why) if why else told
    kept = [(number, observation.hand[number]) for number in drafted(view, action.cards)]
    cost = observation.board.cost(action.cards)
    left = observation.money[own_seat(view)] - cost
    seal = words.count(
        "Seal: keep {n} card, pay {money}",
        "Seal: keep {n} cards, pay {money}",
        len(kept),
        money=money(words, cost),
    )
    steps = [
        words.say("Press **{button}** under the board.", button=public.say("Open my desk")),
        words.say(
            "Press the numbers of these cards: {cards}.",
            cards=and_list(words, [f"**{n + 1}** {priced(view, card)}" for n, card in kept]),
        ),
        words.say("Press **{button}**. Only that sends your choice.", button=seal),
    ]
    why = words.say("The rest of your hand goes up for sale, and you're paid for what others buy.")
    if left:
        why = words.say(
            "You keep {left} to buy other players' cards. The rest of your hand goes up for sale.",
            left=money(words, left),
        )
    return "\n".join([why, *(f"{n}. {each}" for n, each in enumerate(steps, 1))])
