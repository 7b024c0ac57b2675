"""What is explained when: once each, one at a time, from what the public knows."""

from typing import Any

import pytest

from bot.games.lessons import Explained, Lesson, LessonStep, explained, winner_and_rival
from engine.game import Seat


def seen(thing: str) -> Any:
    def matters(step: LessonStep) -> bool:
        things: Any = step.view
        return thing in things

    return matters


def step(*things: str, is_asked: bool = True, is_own: bool = False) -> LessonStep:
    view: Any = things
    return LessonStep(view, (), Seat(0), is_asked, is_own)


OTHERS = step(is_asked=False)
LESSONS = (
    *(Lesson(name, 0, seen(name)) for name in ("tile", "crew", "road")),
    Lesson("quake", 0, seen("placing"), after=seen("shaken")),
    Lesson("end", 0, seen("late"), is_last=True),
)


def at(*steps: LessonStep) -> Explained:
    return explained(LESSONS, steps)


def told(*steps: LessonStep) -> str:
    shown = at(*steps).shown
    return "" if shown is None else shown.text


def test_nothing_is_explained_before_anything_has_happened() -> None:
    assert told() == ""


def test_one_thing_at_once_the_next_at_the_next_turn_if_it_still_matters() -> None:
    first = step("tile", "crew", "road")

    assert told(first) == "tile"
    assert told(first, OTHERS, step("tile", "crew")) == "crew"
    assert told(first, OTHERS, step("road")) == "road"


def test_what_was_explained_is_not_explained_again() -> None:
    assert told(step("tile"), OTHERS, step("tile")) == ""


def test_what_others_choose_meanwhile_changes_nothing() -> None:
    assert told(step("tile"), step("tile", "crew")) == "tile"


def test_an_own_move_that_leads_to_another_question_is_explained() -> None:
    assert told(step("tile"), step("crew", is_own=True)) == "crew"


def test_nothing_is_explained_while_others_are_asked() -> None:
    assert told(step("tile"), step("crew", is_asked=False)) == ""


def test_what_happened_waits_for_its_question() -> None:
    shaken = step("shaken", is_asked=False)

    assert told(step("tile"), shaken) == ""
    assert told(step("tile"), shaken, step("striking")) == ""
    assert told(step("tile"), shaken, step("striking"), step("placing", is_own=True)) == "quake"


def test_what_happened_is_forgotten_after_two_turns() -> None:
    shaken = step("shaken", is_asked=False)
    waits = (OTHERS, step("striking"))

    assert told(shaken, *waits, OTHERS, step("placing")) == "quake"
    assert told(shaken, *waits, *waits, OTHERS, step("placing")) == ""


def test_turns_of_the_learner_are_counted_and_the_lesson_may_end_after_its_last_note() -> None:
    first = (step("tile"), step("tile", is_own=True), OTHERS, step("late"))

    assert (at(*first[:3]).turns, at(*first[:3]).may_end) == (1, False)
    assert (at(*first).turns, at(*first).may_end) == (2, True)
    assert at(*first, OTHERS, step("tile")).may_end


@pytest.mark.parametrize(
    ("points", "compared"),
    [
        ((3, 7, 5), (1, 0)),  # another player won: compared with the learner
        ((9, 5, 7), (0, 2)),  # the learner won: compared with the second
        ((7, 7, 5), (0, 1)),  # of equal seats the learner won
        ((5, 7, 7), (1, 0)),
    ],
)
def test_winner_is_compared_with_the_learner_or_with_the_second(
    points: tuple[int, ...], compared: tuple[int, int]
) -> None:
    assert winner_and_rival(points, Seat(0)) == compared
