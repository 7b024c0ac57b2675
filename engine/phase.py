"""Parts of a match as data: who acts, what is legal, and what an action does to the table.

A game whose rules come in phases keeps them in a mapping by name, and its state names the one it
is in. A phase knows no other one: what follows what stands in the table of contents of the title.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.errors import IllegalAction
from engine.game import Event

S = TypeVar("S")

Events: TypeAlias = tuple[Event, ...]


class Draw(NamedTuple, Generic[S]):
    """A phase in which chance acts: what may come with which weights, and what it does."""

    outcomes: Callable[[S], Mapping[Any, int]]
    play: Callable[[S, Any], tuple[S, Events]]


class Choice(NamedTuple, Generic[S]):
    """A phase in which one seat acts by actions of these kinds.

    `refusal` decides what is legal and says why not; `legal` lists all that it lets pass.
    """

    kinds: tuple[type, ...]
    legal: Callable[[S], Sequence[Any]]
    refusal: Callable[[S, Any], IllegalAction | None]
    play: Callable[[S, Any], tuple[S, Events]]


class Over:
    """The phase in which nobody acts any more."""


OVER: Final = Over()
