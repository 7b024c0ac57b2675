"""What is explained at a teaching table, one thing at a time, when it matters for the first time.

Which things are new follows from the record alone: nothing is kept but whether anything is
explained at all. Lessons see what the public sees, so they tell nothing that is hidden.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.games.panel import AnyView
from engine.agents.heuristics import heuristics_for
from engine.game import Event, Seat

PATIENCE: Final = 2
"""For how many turns of the learner something that has happened is still worth a note."""


class LessonStep(NamedTuple):
    """A line of the match as the public knows it, and what came of it.

    `is_asked`: the learner must act now. `is_own`: the learner has just acted. `is_proposed_to`: a
    proposal to the learner stands in the channel.
    """

    view: AnyView
    events: tuple[Event, ...]
    learner: Seat
    is_asked: bool
    is_own: bool
    is_proposed_to: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something that is explained once, at a question to the learner.

    `text` is a message of at most six lines of a phone, `page` the page of the guide that says
    more. It is told where `matters` says so of the question. `after`, if given, must have happened
    before, not longer ago than `PATIENCE` turns of the learner. `is_last`: with it everything that
    matters has been seen, and the learner may end the lesson.
    """

    text: str
    page: int
    matters: Callable[[LessonStep], bool]
    after: Callable[[LessonStep], bool] | None = None
    is_last: bool = False


def asked(*phases: str) -> Callable[[LessonStep], bool]:
    """Say that something matters when the learner is asked in one of these phases."""
    return lambda step: step.is_asked and step.view.observation.phase in phases


def happened(*kinds: type[Any]) -> Callable[[LessonStep], bool]:
    """Say whether one of these kinds of events happened to anybody."""
    return lambda step: any(isinstance(each, kinds) for each in step.events)


def best_looking(view: AnyView) -> Any:
    """Return what looks best to the viewer, a seat, by what it may know; the same every time."""
    known = heuristics_for(view.observation)
    if known is None or len(view.legal) == 1:
        return view.legal[0]
    return known.ranked(view.observation, view.legal)[0].action


def winner_and_rival(points: Sequence[int], learner: Seat) -> tuple[Seat, Seat]:
    """Return the seat with most points, and the one to compare it with.

    Of equal seats the learner wins. A winner is compared with the learner, a learner who won with
    the best of the others. `points` has one number for each seat, of at least two.
    """
    first = Seat(max(range(len(points)), key=lambda seat: (points[seat], seat == learner)))
    others = (seat for seat in range(len(points)) if seat != first)
    return first, learner if first != learner else Seat(max(others, key=points.__getitem__))


class Explained(NamedTuple):
    """What is explained at a question, and what was explained so far, this included.

    `turns` counts the turns of the learner so far: how often the match has waited for the learner
    after others had acted.
    """

    shown: Lesson | None
    told: tuple[Lesson, ...]
    turns: int

    @property
    def may_end(self) -> bool:
        """Whether the lesson has shown all that matters."""
        return any(each.is_last for each in self.told)


def explained(lessons: Sequence[Lesson], steps: Iterable[LessonStep]) -> Explained:
    """Return what is explained where these steps, those of a whole match so far, have led.

    `lessons` are in the order of their urgency; at each question to the learner the first that
    matters is told. What others choose meanwhile changes nothing.
    """
    told, shown = list[Lesson](), None
    happened_at = dict[str, int]()
    turns, was_asked = 0, False
    for step in steps:
        for each in lessons:
            if each.after is not None and each.after(step):
                happened_at[each.text] = turns
        is_new_turn = step.is_asked and not step.is_own and not was_asked
        turns += is_new_turn
        if is_new_turn or (step.is_asked and step.is_own):
            shown = next(
                (
                    each
                    for each in lessons
                    if each not in told
                    and each.matters(step)
                    and (
                        each.after is None
                        or turns - happened_at.get(each.text, -PATIENCE - 1) <= PATIENCE
                    )
                ),
                None,
            )
            told += [] if shown is None else [shown]
        elif not step.is_asked:
            shown = None
        was_asked = step.is_asked
    return Explained(shown, tuple(told), turns)
