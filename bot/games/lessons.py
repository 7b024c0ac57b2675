"""What is explained at a teaching table, each thing when it matters for the first time.

Which things are new follows from the record alone: nothing is kept but whether anything is
explained at all. Lessons see what the public sees, so they tell nothing that is hidden.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.games.panel import AnyView
from engine.game import Event, Seat

MOST: Final = 2
"""At most how many things are explained at once; others wait for the learner's next turn."""


class LessonStep(NamedTuple):
    """A line of the match as the public knows it, and what came of it.

    `is_asked`: the learner must act now. `is_own`: the learner has just acted. `is_over`: nobody
    will act any more.
    """

    view: AnyView
    events: tuple[Event, ...]
    learner: Seat
    is_asked: bool
    is_own: bool
    is_over: bool


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something that is explained once.

    `text` is a message of one to three sentences, `page` the page of the guide that says more.
    `matters` says whether it does so in this step.
    """

    text: str
    page: int
    matters: Callable[[LessonStep], bool]


def asked(*phases: str) -> Callable[[LessonStep], bool]:
    """Say that something matters when the learner is asked in one of these phases."""
    return lambda step: step.is_asked and step.view.observation.phase in phases


def happened(*kinds: type[Any]) -> Callable[[LessonStep], bool]:
    """Say that something matters when one of these kinds of events happens to anybody."""
    return lambda step: any(isinstance(each, kinds) for each in step.events)


def at_the_end(step: LessonStep) -> bool:
    """Say that something matters when the match is over."""
    return step.is_over


def now_explained(lessons: Sequence[Lesson], steps: Iterable[LessonStep]) -> tuple[Lesson, ...]:
    """Return what is explained where these steps, those of a whole match so far, have led.

    New things come in the order of `lessons`, a few at each of the learner's turns.
    """
    untold, waiting = list(lessons), list[Lesson]()
    shown: tuple[Lesson, ...] = ()
    was_asked = False
    for step in steps:
        new = [each for each in untold if each.matters(step)]
        untold = [each for each in untold if each not in new]
        waiting = sorted([*waiting, *new], key=lessons.index)
        if step.is_over or (step.is_asked and (step.is_own or not was_asked)):
            # At the end only what is about the end.
            told = [each for each in waiting if each in new] if step.is_over else waiting
            shown = tuple(told[:MOST])
            waiting = [each for each in waiting if each not in shown]
        elif not step.is_asked:
            shown = ()
        was_asked = step.is_asked
    return shown
