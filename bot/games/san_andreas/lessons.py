"""What a teaching table of San Andreas explains, and a first turn step by step."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.lessons import (
    Lesson,
    LessonStep,
    asked,
    best_looking,
    happened,
    winner_and_rival,
)
from bot.games.people import name
from bot.games.san_andreas.phases import planned
from bot.games.san_andreas.placing import by_tile
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import named_at, pawn_name, space_described
from bot.games.screen import Screen
from bot.locale.localisation import Words, mark
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Action, Epicenter, Found
from engine.games.san_andreas.events import (
    CitiesScored,
    EpicenterSet,
    IslandsSank,
    NullSurvived,
    TileShifted,
)
from engine.games.san_andreas.preview import founding, setting
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.tiles import COINS

START: Final = 62
"""The prepared start: a first quake with one 0 and slides of both kinds, two more that differ."""
FEW_COINS: Final = 2
LAST_QUAKE: Final = 2
"""The quake after which a lesson may end."""
LAYS_COIN: Final = frozenset("n")
SETS_PAWN: Final = frozenset("mb")
"""The verbs of buttons that found a city, and of those that set a pawn."""


def begins(step: LessonStep) -> bool:
    """Say whether the learner has the first turn."""
    observation = step.view.observation
    return asked("playing")(step) and observation.turn <= observation.seats


def has_founded(step: LessonStep) -> bool:
    """Say whether the learner has laid one coin."""
    return asked("playing")(step) and _hand(step) == len(COINS) - 1


def has_no_coin(step: LessonStep) -> bool:
    """Say whether the learner has laid all coins."""
    return asked("playing")(step) and _hand(step) == 0


def has_few_coins(step: LessonStep) -> bool:
    """Say whether a player has laid nearly all coins, and the learner still has one."""
    purses = step.view.observation.purses
    return (
        asked("playing")(step)
        and _hand(step) > 0
        and any(each.hand <= FEW_COINS for each in purses)
    )


def may_start_quake(step: LessonStep) -> bool:
    """Say whether the learner could set the last free pawn."""
    return asked("playing")(step) and len(step.view.observation.pool) == 1


def has_free_pawns(step: LessonStep) -> bool:
    """Say whether the first quake is over, and pawns are free again."""
    quake = step.view.observation.quake
    is_first = quake is not None and quake.is_over and quake.number == 1
    return asked("playing")(step) and is_first and len(step.view.observation.pool) > 1


def has_seen_quakes(step: LessonStep) -> bool:
    """Say whether the learner has seen as many quakes as a lesson shows."""
    quake = step.view.observation.quake
    is_enough = quake is not None and quake.is_over and quake.number >= LAST_QUAKE
    return asked("playing")(step) and is_enough


def pawn_of_another(step: LessonStep) -> bool:
    """Say whether another player has set a pawn."""
    pawns = (each.seat for each in step.events if isinstance(each, EpicenterSet))
    return any(seat != step.learner for seat in pawns)


def null_of_another(step: LessonStep) -> bool:
    """Say whether another player's 0 has survived; another lesson is about an own one."""
    survived = (each.seat for each in step.events if isinstance(each, NullSurvived))
    return any(seat != step.learner for seat in survived)


def _hand(step: LessonStep) -> int:
    """Return how many coins the learner has in hand."""
    hand: int = step.view.observation.purses[step.learner].hand
    return hand


LESSONS: Final = (
    Lesson(
        mark(
            "**You play for cities by the water.** After a quake each city that stands pays its"
            " coin, less 1 for each space before the ocean.\nPress **Found a city**."
        ),
        1,
        begins,
    ),
    Lesson(
        mark(
            "**Four dice, your order.** 1: up. 2, 3: left. 4, 5: right. Never down. Even slides"
            " under, odd over; 0 stays.\nTry it: only the **red** button sends."
        ),
        4,
        asked("ordering"),
    ),
    Lesson(
        mark(
            "**Your 0 stands.** Before the scoring you may swap it for a coin you lost; that one"
            " scores at once.\nPress the highest coin."
        ),
        7,
        asked("swapping"),
    ),
    Lesson(
        mark(
            "**Your hand is empty.** You set pawns now. The next quake is the last: it scores, then"
            " most points wins.\nPress **Set an epicenter**."
        ),
        7,
        has_no_coin,
    ),
    Lesson(
        mark(
            "**You know the game.** It ends by itself when a hand is empty after a quake. Play on,"
            " or press **Count the points now**."
        ),
        0,
        has_seen_quakes,
        is_last=True,
    ),
    Lesson(
        mark(
            "**The quake is over.** Tiles that lean another way lost their cities; covered ones"
            " are buried. All others scored, and will again.\nSee what still stands, then continue."
        ),
        5,
        asked("playing", "swapping"),
        after=happened(CitiesScored),
    ),
    Lesson(
        mark(
            "**One pawn is free.** The player who sets it rolls the four dice and chooses their"
            " order.\nPress **Set an epicenter**, on the tile of a city that isn't yours."
        ),
        4,
        may_start_quake,
    ),
    Lesson(
        mark(
            "**Only you know your coin.** The ocean is at the bottom; A1 to H1 touch it. Two cities"
            " never share a side.\nFound one more, on **another tile**."
        ),
        2,
        has_founded,
    ),
    Lesson(
        mark(
            "**A pawn marks an epicenter.** In the quake its die moves this tile, and cities there"
            " may fall. The fourth pawn starts it.\nFound a city **away from pawns**."
        ),
        4,
        asked("playing"),
        after=pawn_of_another,
    ),
    Lesson(
        mark(
            "**Pawns are free again,** except those whose die showed 0. They go on any tile by the"
            " water.\nPress **Set an epicenter**, on the tile of a rival's best city."
        ),
        4,
        has_free_pawns,
    ),
    Lesson(
        mark(
            "**The end is near.** After a quake the match ends if a hand is empty: count the dots"
            " beside the names.\nLay your best coin by the water now."
        ),
        7,
        has_few_coins,
    ),
    Lesson(
        mark(
            "**A 0 survived.** Its player may swap it for a lost coin just before scoring. A safe 0"
            " is a plan, and a bluff.\nLay yours where no pawn stands."
        ),
        7,
        asked("playing"),
        after=null_of_another,
    ),
    Lesson(
        mark(
            "**An island sank.** Tiles that nothing joins to the land go down with their"
            " cities.\nFound cities where neighbors still hold the tile."
        ),
        6,
        asked("playing"),
        after=happened(IslandsSank),
    ),
)


def good_move(view: View) -> Action:
    """Return what a learner is shown: where no quake has come yet, the pawn that starts it."""
    pawns = [each for each in view.legal if isinstance(each, Epicenter)]
    observation = view.observation
    starts = observation.quake is None and len(observation.pool) == 1 and pawns
    good: Action = best_looking(replace(view, legal=tuple(pawns)) if starts else view)
    return good


def beside(view: View, screen: Screen) -> str:
    """Return what the 0 is where a first coin is chosen, and what the pawns are, before a quake."""
    words, observation = view.words, view.observation
    if not isinstance(view.viewer, int) or observation.quake is not None:
        return ""
    verbs = {each.id.partition(".")[0] for each in screen.buttons}
    if verbs & LAYS_COIN and observation.purses[view.viewer].hand == len(COINS):
        return words.say(
            "The **0** pays nothing, but if it stands you may swap it for a coin you lost."
        )
    if verbs & SETS_PAWN:
        return words.say(
            "**Sun, Moon, Crown and Arms** are pawns; each has a die of its own color."
        )
    return ""


def decided(steps: Sequence[LessonStep]) -> tuple[str, ...]:
    """Return what decided a lesson, as `Teaches` has it."""
    view, learner = steps[-1].view, steps[-1].learner
    words, observation = view.words, view.observation
    first, other = winner_and_rival(observation.points, learner)
    events = [event for step in steps for event in step.events]
    told = list[str]()

    quakes = [each.gained for each in events if isinstance(each, CitiesScored)]
    if quakes:
        k = max(range(len(quakes)), key=lambda n: quakes[n][first] - quakes[n][other])
        told.append(
            words.say(
                "Quake {k} decided it: {who} gained {a} points, {other} {b}.",
                k=k + 1,
                who=name(view, first),
                a=quakes[k][first],
                other=name(view, other),
                b=quakes[k][other],
            )
        )

    shaken = [ruin for each in events if isinstance(each, TileShifted) for ruin in each.shift.ruins]
    drowned = [ruin for each in events if isinstance(each, IslandsSank) for ruin in each.drowned]
    lost = sum(ruin.seat == learner for ruin in (*shaken, *drowned))
    quake = observation.quake
    scores = () if quake is None else quake.scores
    coast = sum(each.seat == learner and each.distance == 0 for each in scores)
    cities = words.count("You lost {n} city;", "You lost {n} cities;", lost)
    beach = words.count(
        "{n} stood right by the ocean at the end.",
        "{n} stood right by the ocean at the end.",
        coast,
    )
    return (*told, f"{cities} {beach}")


def worked(view: View, action: Action, public: Words) -> str:
    """Return how a first turn is played, step by step, as `Teaches` has it."""
    words, observation = view.words, view.observation
    if not isinstance(action, Found | Epicenter):
        raise IllegalAction(META.not_now)
    name = named_at(observation.layout, action.space)
    if isinstance(action, Found):
        opens, legal = public.say("Found a city"), founding(observation)
        last = words.say("Lay your {coin} on {space}", coin=action.coin, space=name)
        path = observation.ground.path_to_ocean(action.space)
        points = max(0, action.coin - path.distance) if path else 0
        why = words.count(
            "If it stands after the next quake, it scores {n} point.",
            "If it stands after the next quake, it scores {n} points.",
            points,
        )
    else:
        opens, legal = public.say("Set an epicenter"), setting(observation)
        last = words.say("Set {pawn} on {space}", pawn=pawn_name(words, action.pawn), space=name)
        why = words.say("The quake will move this tile, and other players' cities with it.")
    quarters = by_tile(view, legal).get(name[:-1], {})

    steps = [
        words.say("Press **{button}** under the board.", button=opens),
        words.say("Press **{button}**, the tile.", button=name[:-1]),
    ]
    if len(quarters) > 1:
        space = space_described(words, name)
        steps.append(words.say("Press **{button}**, the space on it.", button=space))
    steps.append(words.say("Press **{button}**. Only that sends your move.", button=last))
    numbered = "\n".join(f"{n}. {each}" for n, each in enumerate(steps, 1))
    return f"**{planned(view, (action,))}.** {why}\n{numbered}"
