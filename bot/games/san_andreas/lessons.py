"""What a teaching table of San Andreas explains, and a first turn step by step."""

from typing import Final

from bot.games.lessons import Lesson, LessonStep, asked, at_the_end, happened
from bot.games.san_andreas.phases import planned
from bot.games.san_andreas.placing import by_tile
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import named_at, pawn_name, space_described
from bot.locale.localisation import Words, mark
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Action, Epicenter, Found
from engine.games.san_andreas.events import (
    CitiesScored,
    IslandsSank,
    NullSurvived,
    TileShifted,
)
from engine.games.san_andreas.preview import founding, setting
from engine.games.san_andreas.rules import META

FEW_COINS: Final = 2


def has_few_coins(step: LessonStep) -> bool:
    """Say whether a player has laid nearly all coins."""
    purses = step.view.observation.purses
    return asked("playing")(step) and any(each.hand <= FEW_COINS for each in purses)


def may_start_quake(step: LessonStep) -> bool:
    """Say whether the learner could set the last free pawn."""
    return asked("playing")(step) and len(step.view.observation.pool) == 1


def null_of_another(step: LessonStep) -> bool:
    """Say whether another player's 0 has survived; another lesson is about an own one."""
    survived = (each.seat for each in step.events if isinstance(each, NullSurvived))
    return any(seat != step.learner for seat in survived)


LESSONS: Final = (
    Lesson(
        mark(
            "**Your turn:** found a city, or set an epicenter. A city is one of your coins, 0 to 5,"
            " laid face down: only you know its value, and it scores that after each quake, less"
            " the spaces between it and the ocean."
        ),
        1,
        asked("playing"),
    ),
    Lesson(
        mark(
            "**The dice:** you set the last epicenter, so you choose in which order the four dice"
            " act. Each moves the tile under its pawn; the picture shows what each would do next."
        ),
        2,
        asked("ordering"),
    ),
    Lesson(
        mark(
            "**The ground has moved.** A tile that leans another way than before shakes off its"
            " cities, and a city that is covered is buried. Lost coins never come back to your"
            " hand."
        ),
        3,
        happened(TileShifted),
    ),
    Lesson(
        mark(
            "**Scoring:** after each quake all cities that stand are revealed and score. They stay"
            " and score again, so a good place counts several times."
        ),
        5,
        happened(CitiesScored),
    ),
    Lesson(
        mark(
            "**Your 0 stands.** Before the scoring you may swap it for a coin that you lost; that"
            " one scores at once."
        ),
        5,
        asked("swapping"),
    ),
    Lesson(
        mark(
            "**Where?** In the picture the ocean is at the bottom. Cities never share a side; they"
            " may touch at a corner. At the ocean a city scores most, but coastal tiles are those"
            " that quakes move."
        ),
        1,
        asked("playing"),
    ),
    Lesson(
        mark(
            "**An epicenter** is a pawn on a coastal tile: when the quake comes, its die moves that"
            " tile. The fourth pawn starts the quake. Set them under cities of others."
        ),
        2,
        asked("playing"),
    ),
    Lesson(
        mark(
            "**One pawn is free.** Whoever sets it starts the quake, and chooses the order of the"
            " dice. Wait, if your cities would suffer; be quick, if others would."
        ),
        2,
        may_start_quake,
    ),
    Lesson(
        mark(
            "**A 0 survived:** its player may swap it before the scoring for a coin lost earlier."
            " So a 0 in a safe place is worth something, and a bluff, too."
        ),
        5,
        null_of_another,
    ),
    Lesson(
        mark(
            "**Islands:** tiles that nothing connects to the land any more sink with their cities,"
            " and pawns on them are free again."
        ),
        4,
        happened(IslandsSank),
    ),
    Lesson(
        mark(
            "**The end is near:** when a quake ends and somebody has no coin left in hand, the"
            " match is over. Most points wins."
        ),
        5,
        has_few_coins,
    ),
    Lesson(
        mark(
            "**That was a whole match.** The lobby has settings for steepness, lakes and islands,"
            " and computer players of other levels: **Rematch** opens a table where you choose."
        ),
        6,
        at_the_end,
    ),
)


def worked(view: View, action: Action, public: Words) -> str:
    """Return how a first turn is played, step by step, as `Teaches` has it."""
    words, observation = view.words, view.observation
    if not isinstance(action, Found | Epicenter):
        raise IllegalAction(META.not_now)
    name = named_at(observation.layout, action.space)
    if isinstance(action, Found):
        opens, legal = public.say("Found a city"), founding(observation)
        last = words.say("Your {coin} on {space}", coin=action.coin, space=name)
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
        why = words.say("The quake will move this tile, and cities of others with it.")
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
