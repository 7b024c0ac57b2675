"""A long list of legal actions as a few short questions.

An action is a dataclass, so its fields are the questions. A game whose title brings no menus of
its own is playable with these on the day its rules run.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

A = TypeVar("A")

KIND: Final = "type"
"""The field that tells actions of different classes apart; it is asked first."""


@dataclass(frozen=True, slots=True)
class Question:
    """A field of the action, with every answer that still leads to a legal action."""

    field: str
    answers: tuple[Any, ...]


def ask(legal: Iterable[A], picked: Mapping[str, Any]) -> Question | None:
    """Return what to ask next, or None when `left` has one action at most.

    Questions with one answer are skipped.
    """
    remaining = left(legal, picked)
    questions = (_question(remaining, name) for name in _names(remaining))
    return next((each for each in questions if len(each.answers) > 1), None)


def left(legal: Iterable[A], picked: Mapping[str, Any]) -> tuple[A, ...]:
    """Return the actions that agree with every answer picked so far."""
    wanted = picked.items()
    return tuple(
        action
        for action in legal
        if all(getattr(action, name, None) == answer for name, answer in wanted)
    )


def _names(actions: tuple[Any, ...]) -> tuple[str, ...]:
    names = dict.fromkeys(each.name for action in actions for each in fields(action))
    return tuple(sorted(names, key=lambda name: name != KIND))


def _question(actions: tuple[Any, ...], name: str) -> Question:
    answers = (getattr(action, name) for action in actions if hasattr(action, name))
    return Question(name, tuple(dict.fromkeys(answers)))
