"""A long list of legal actions as a few short questions.

An action is a dataclass, so its fields are the questions. A game whose title brings no menus of
its own is playable with these on the day its rules run.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

from engine.values import dataclass

A = TypeVar("A")

KIND: Final = "type"
"""The field that tells actions of different classes apart; it is asked first."""


@dataclass(frozen=True, slots=True)
class Question:
    """A field of the action, with every answer that still leads to a legal action."""

    field: str
    answers: tuple[Any, ...]


def next_question(legal: Iterable[A], picked: Mapping[str, Any]) -> Question | None:
    """Return what to ask next, or None when `matching` has one action at most.

    Questions with one answer are skipped.
    """
    remaining: tuple[Any, ...] = matching(legal, picked)
    names = dict.fromkeys(each.name for action in remaining for each in fields(action))
    for name in sorted(names, key=lambda name: name != KIND):
        having = (action for action in remaining if hasattr(action, name))
        answers = dict.fromkeys(getattr(action, name) for action in having)
        if len(answers) > 1:
            return Question(name, tuple(answers))
    return None


def matching(legal: Iterable[A], picked: Mapping[str, Any]) -> tuple[A, ...]:
    """Return the actions that agree with every answer picked so far."""
    wanted = picked.items()
    return tuple(
        action
        for action in legal
        if all(getattr(action, name, None) == answer for name, answer in wanted)
    )
