"""A phase of a turn in one object: what is wanted, asked, typed and suggested while it is due.

A title writes one class for each phase. `Phases` leads clicks and typed words to the one that is
due; slash commands and their suggestions are made from `Command`s, so that nothing is registered
by hand.

Clicks and typed words are two ways to write the same draft. A phase reads both and answers them by
the same questions: the next one that is open, or the move.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Generic, TypeVar

from bot.games.panel import Answer, Command, View
from bot.games.screen import Image, Row, Screen, Suggestion
from engine.errors import IllegalAction

O = TypeVar("O")  # noqa: E741
A = TypeVar("A")


class Phase(ABC, Generic[O, A]):
    """All that a title says and asks while one kind of decision is due."""

    verbs: ClassVar[str]
    """The letters of its buttons."""

    @property
    @abstractmethod
    def commands(self) -> Sequence[Command[A]]:
        """The moves that can be typed."""

    @abstractmethod
    def wanted(self, view: View[O, A], who: str) -> str:
        """Return the first line of the table message: who must do what."""

    @abstractmethod
    def rows(self, view: View[O, A]) -> tuple[Row, ...]:
        """Return the public buttons with which it begins."""

    def picture(self, view: View[O, A]) -> Image | None:  # noqa: ARG002
        """Return the picture of the table message, where it is more than the board."""
        return None

    @abstractmethod
    def ask(self, view: View[O, A], first: str = "") -> Screen | None:
        """Return its first question, `first` above it; None if only the public buttons ask."""

    @abstractmethod
    def press(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Answer[A]:
        """Answer one of its buttons; raise `IllegalAction` for a draft gone wrong."""

    def refreshed(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Screen | None:  # noqa: ARG002
        """Return the question for a draft made on an older table, of this or any other phase."""
        return self.ask(view)


@dataclass(frozen=True, slots=True)
class Phases(Generic[O, A]):
    """The phases of a title by their names in the engine; `not_now` is its key for "not due"."""

    by_name: Mapping[str, Phase[O, A]]
    name: Callable[[O], str]
    not_now: str

    @property
    def verbs(self) -> frozenset[str]:
        """All letters that are some phase's."""
        return frozenset("".join(each.verbs for each in self.by_name.values()))

    def due(self, view: View[O, A]) -> Phase[O, A] | None:
        """Return the phase that is due; None while chance decides and when the match is over."""
        return self.by_name.get(self.name(view.observation))

    def press(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Answer[A]:
        """Answer a button; one of another phase is refused."""
        phase = self.due(view)
        if phase is None or verb not in phase.verbs:
            raise IllegalAction(self.not_now)
        return phase.press(view, verb, args)

    def refreshed(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Screen | None:
        """Return the question for a draft of an outdated table, as the panel does."""
        phase = self.due(view)
        if phase is None or not view.legal or verb not in self.verbs:
            return None
        return phase.refreshed(view, verb, args)

    def commands(self) -> tuple[Command[A], ...]:
        """Return all that can be typed; several phases may answer the same command."""
        every = {each.name: each for phase in self.by_name.values() for each in phase.commands}
        return tuple(
            replace(
                each,
                answer=partial(self._typed, each),
                options=tuple(
                    replace(option, suggest=partial(self._suggested, each.name, number))
                    for number, option in enumerate(each.options)
                ),
            )
            for each in every.values()
        )

    def _now(self, view: View[O, A], name: str) -> Command[A] | None:
        """Return the command of this name of the phase that is due."""
        due = self.due(view)
        return next((each for each in due.commands if each.name == name), None) if due else None

    def _typed(self, command: Command[A], view: View[O, A], *typed: str) -> Answer[A]:
        """Answer what is typed; in another phase what is due is asked, or it is refused."""
        if now := self._now(view, command.name):
            return now.answer(view, *typed)
        due = self.due(view)
        instead = due.ask(view) if due and not command.elsewhere else None
        if instead is None:
            raise IllegalAction(command.elsewhere or self.not_now)
        return instead

    def _suggested(self, name: str, number: int, view: View[O, A], *typed: str) -> list[Suggestion]:
        now = self._now(view, name)
        suggest = now.options[number].suggest if now else None
        return suggest(view, *typed) if suggest else []
