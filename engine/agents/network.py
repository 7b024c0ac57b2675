"""A small network that says what a position or a part of it is worth: one hidden layer.

What it reads and what comes out is the title's business; so are its weights.
"""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple, TypeAlias

Unit: TypeAlias = tuple[float, tuple[float, ...], float]
"""A hidden unit: its bias, its weights, and what it counts. It is silent below 0."""


class Network(NamedTuple):
    """Hidden units between what is read and what comes out; beside them a straight way, or none."""

    bias: float
    straight: tuple[float, ...]
    hidden: tuple[Unit, ...]

    def output(self, inputs: Sequence[float]) -> float:
        """Return what comes out."""
        found: float = self.bias + sum(map(mul, self.straight, inputs))
        for bias, weights, counts in self.hidden:
            signal = bias + sum(map(mul, weights, inputs))
            if signal > 0.0:
                found += counts * signal
        return found


def units(numbers: Sequence[float], inputs: int) -> tuple[Unit, ...]:
    """Return the hidden units that stand in a row: each with bias, weights and what it counts."""
    size = inputs + 2
    rows = [numbers[n : n + size] for n in range(0, len(numbers), size)]
    return tuple([(row[0], tuple(row[1:-1]), row[-1]) for row in rows])
