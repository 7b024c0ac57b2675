"""What is explained when: once each, a few at a time, from what the public knows."""

from typing import Any

from bot.games.lessons import Lesson, LessonStep, now_explained
from engine.game import Seat


def lesson(text: str) -> Lesson:
    def matters(step: LessonStep) -> bool:
        seen: Any = step.view
        return text in seen

    return Lesson(text, 0, matters)


def step(
    *things: str, is_asked: bool = True, is_own: bool = False, is_over: bool = False
) -> LessonStep:
    seen: Any = things
    return LessonStep(seen, (), Seat(0), is_asked, is_own, is_over)


LESSONS = tuple(map(lesson, ("tile", "crew", "quake", "road", "end")))


def told(*steps: LessonStep) -> str:
    return " ".join(each.text for each in now_explained(LESSONS, steps))


def test_nothing_is_explained_before_anything_has_happened() -> None:
    assert told() == ""


def test_two_things_at_once_the_others_at_the_next_turn() -> None:
    first = step("tile", "crew", "road")

    assert told(first) == "tile crew"
    assert told(first, step(is_asked=False), step("tile")) == "road"


def test_what_was_explained_is_not_explained_again() -> None:
    assert told(step("tile"), step(is_asked=False), step("tile")) == ""


def test_what_others_choose_meanwhile_changes_nothing() -> None:
    assert told(step("tile"), step("tile", "quake")) == "tile"


def test_an_own_move_that_leads_to_another_question_goes_on() -> None:
    assert told(step("tile"), step("quake", is_own=True)) == "quake"


def test_nothing_is_explained_while_others_are_asked() -> None:
    assert told(step("tile"), step("quake", is_asked=False)) == ""
    assert told(step("tile"), step("quake", is_asked=False), step()) == "quake"


def test_the_end_explains_nothing_but_the_end() -> None:
    waiting = step("tile", "crew", "quake", "road")

    assert told(waiting, step("end", is_asked=False, is_over=True)) == "end"
