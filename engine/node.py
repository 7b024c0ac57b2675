"""What a state waits for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from engine.seat import Seat

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Decision:
    """Each of these seats has one action to choose; several seats make a simultaneous phase.

    `optional` seats, none of them in `seats`, may act as well, though nobody waits for them: to
    take a sealed choice back before the others have chosen, say.
    """

    seats: frozenset[Seat]
    optional: frozenset[Seat] = frozenset()

    @property
    def all(self) -> frozenset[Seat]:
        """Everybody who may act."""
        return self.seats | self.optional


@dataclass(frozen=True, slots=True)
class Chance(Generic[A]):
    """Nature acts: every possible outcome with its positive integer weight."""

    outcomes: Mapping[A, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, things per seat.

    `ranks` start at 1, seats that share a place have the same rank; `reason` is a message key of
    the game, such as "seismic-pile-empty".
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Nobody acts any more."""

    outcome: Outcome


Node: TypeAlias = Decision | Chance[A] | Finished
