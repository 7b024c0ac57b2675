"""What a section with crews will bring those who own it: a small network, fitted to matches.

It corrects what the chances of `evaluation.py` promise by what became of such sections: some grow,
some are spoiled by rivals, and lost tiles are replaced. The weights are in `weights.py`, which says
how they were found.
"""

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Final, NamedTuple

from engine.agents.network import Network, units
from engine.games.seismic.weights import SECTIONS

UNITS: Final = 16
"""Hidden units of each network."""
INPUTS: Final = 12
POINTS: Final = 10.0
"""Points in 1 of an input or of what comes out."""
TURNS: Final = 10.0
SOON: Final = 8.0
"""With how many turns left lateness is 1/e: it is 1 in the end."""


class Opening(NamedTuple):
    """An open end of a section: the `chance` that it is closed, as the odds of that moment say.

    `highways` is how many highways come together on the empty cell.
    """

    chance: float
    highways: int


def lateness(turns: float) -> float:
    """Return how near the end is, from 0 to 1; `turns` are those that each seat has left."""
    return exp(-turns / SOON)


def inputs(turns: float, staying: float, points: float, openings: Sequence[Opening]) -> list[float]:
    """Return what the network reads of a section.

    `turns` are those that each seat has left, `staying` is the chance that no quake takes a tile,
    `points` those it brings if it is complete; it has two openings at most.
    """
    first, *rest = sorted(openings, reverse=True) or (Opening(1.0, 0),)
    second = rest[0] if rest else Opening(1.0, 0)
    near = first.chance * second.chance
    return [
        turns / TURNS,
        lateness(turns),
        float(not openings),
        float(len(openings) == 1),
        staying,
        first.chance,
        first.highways / 3,
        second.chance,
        second.highways / 3,
        near,
        points / POINTS,
        near * staying * points / POINTS,
    ]


@cache
def network(seats: int) -> Network:
    """Return the network for this number of seats."""
    return read([int(each) / 1000 for each in SECTIONS[seats].split()])


def read(numbers: Sequence[float]) -> Network:
    """Return the network of these numbers: the bias, then each unit with its bias first."""
    return Network(numbers[0], (), units(numbers[1:], INPUTS))


def value(known: Network, seen: Sequence[float]) -> float:
    """Return how many points the `inputs` of a section promise those who own it."""
    return POINTS * known.output(seen)
