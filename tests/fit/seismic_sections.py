"""Fits what sections bring (`engine/games/seismic/section_value.py`) to what became of them.

`python -m tests.fit.seismic_sections --seats 4 --matches 1200 --jobs 2` prints what stands in
`weights.py` under `SECTIONS`. At some turns of matches that are played by the replies of imagined
lines, all sections with crews are noted, and what each brought its owners in the end. The network
learns that by Adam (Kingma and Ba, 2015), which goes down the slope of the squares of what lacks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from textwrap import wrap
from typing import Final, NamedTuple, TypeAlias

import click

from engine.boards.hexes import Cell
from engine.game import Finished, Seat
from engine.games.seismic.heuristics import AHEAD, imagined, outlook_anew
from engine.games.seismic.rules import GAME
from engine.games.seismic.section_value import INPUTS, POINTS, UNITS, read, value
from engine.games.seismic.sections import scoring_sections, section_at
from engine.games.seismic.state import State
from tests.fit.seismic import CHECKED, in_parts, next_state, started

LOOKED_AT: Final = 0.3
"""At which part of the turns sections are noted: they are nearly the same a turn later."""
BATCH: Final = 32
"""After how many examples the weights change."""
RATE: Final = 0.004
"""How far a weight goes at first; in the end it hardly moves."""
MEMORY: Final = 0.9
SQUARES: Final = 0.999
"""How much of the mean of slopes, and of the mean of their squares, stays with each step."""

Example: TypeAlias = tuple[Sequence[float], float]
"""What is known of a section, and how many points it brought a seat that owned it."""
Crewed: TypeAlias = tuple[Cell, str, Seat]
"""A crew, by the tile on which it stands; it stays there until a quake takes both."""


class Noted(NamedTuple):
    """A section of some turn that a seat owns, with this seat's crews on it."""

    inputs: Sequence[float]
    turn: int
    seat: Seat
    crews: frozenset[Crewed]


def examples(seats: int, number: int) -> list[Example]:
    """Return what the match of this number teaches: the same every time.

    Most matches are the standard game, the others have any variants.
    """
    rng = Random(f"sections {seats} {number}")
    state, noted = started(seats, number, rng), list[Noted]()
    due = rng.randint(1, AHEAD)
    seen = 0
    while not isinstance(GAME.node(state), Finished):
        if state.phase == "placing" and state.turn > seen:
            seen = state.turn
            if state.turn >= due:
                # The match goes on in a world that is as likely, by the odds of this moment.
                state = imagined(GAME.observe(state, state.seat), rng)
                due = state.turn + AHEAD
            if rng.random() < LOOKED_AT:
                noted += holding(state)
        state = next_state(state, rng)
    return list(brought(state, noted))


def holding(state: State) -> Iterator[Noted]:
    """Yield the sections that may bring something, once for each seat that owns them."""
    board, known = state.board, outlook_anew(state)
    for held in known.held:
        if not held.is_lost:
            seen = known.inputs(held)
            number, edge = held.crews[0]
            crews = section_at(board, board.built[number][0], edge).crews
            for seat in held.owners:
                mine = (
                    (cell, _tile(state, cell), seat) for cell, crew in crews if crew.seat == seat
                )
                yield Noted(seen, state.turn, seat, frozenset(mine))


def brought(end: State, noted: Sequence[Noted]) -> Iterator[Example]:
    """Yield what the sections brought their owners in the end.

    If several of a seat's sections of the same turn became one, each brought a part of it.
    """
    found, points = dict[Crewed, int](), list[dict[Seat, int]]()
    for n, section in enumerate(scoring_sections(end.board)):
        points.append(dict.fromkeys(section.owners, section.points))
        for cell, crew in section.crews:
            found[cell, _tile(end, cell), crew.seat] = n
    became = [{found[crew] for crew in each.crews if crew in found} for each in noted]
    parts = Counter(
        (each.turn, each.seat, n) for each, ns in zip(noted, became, strict=True) for n in ns
    )
    for each, ns in zip(noted, became, strict=True):
        got = (points[n].get(each.seat, 0) / parts[each.turn, each.seat, n] for n in ns)
        yield each.inputs, sum(got)


def _tile(state: State, cell: Cell) -> str:
    laid = state.at(cell)
    assert laid is not None
    return laid.tile


def taught(seats: int, numbers: Sequence[int]) -> tuple[list[Example], list[Example]]:
    """Return what these matches teach, and those by which that is checked."""
    found = list[Example](), list[Example]()
    for number in numbers:
        found[number % CHECKED == 1].extend(examples(seats, number))
    return found


def fitted(known: Sequence[Example], rounds: int, rng: Random) -> list[float]:
    """Return the numbers of a network that learned these examples in `rounds` rounds."""
    size = INPUTS + 2
    numbers = [0.0] * (1 + UNITS * size)
    for unit in range(UNITS):
        first = 1 + unit * size
        for n in range(INPUTS):
            numbers[first + 1 + n] = rng.gauss(0, sqrt(2 / INPUTS))
        numbers[first + size - 1] = rng.gauss(0, sqrt(1 / UNITS))
    mean, squares = [0.0] * len(numbers), [0.0] * len(numbers)
    order, step, steps = list(known), 0, rounds * (len(known) // BATCH)
    for _ in range(rounds):
        rng.shuffle(order)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rises = slope(numbers, order[start : start + BATCH])
            step += 1
            rate = RATE * (1 - (step - 1) / steps)
            rate *= sqrt(1 - SQUARES**step) / (1 - MEMORY**step)
            for n, each in enumerate(rises):
                mean[n] += (1 - MEMORY) * (each - mean[n])
                squares[n] += (1 - SQUARES) * (each * each - squares[n])
                numbers[n] -= rate * mean[n] / (sqrt(squares[n]) + 1e-8)
    return numbers


def slope(numbers: Sequence[float], batch: Sequence[Example]) -> list[float]:
    """Return how the mean square of what lacks rises with each of the numbers."""
    net, rises, size = read(numbers), [0.0] * len(numbers), INPUTS + 2
    for seen, points in batch:
        signals = [
            bias + sum(w * x for w, x in zip(weights, seen, strict=True))
            for bias, weights, _ in net.hidden
        ]
        pairs = list(zip(net.hidden, signals, strict=True))
        said = net.bias + sum(counts * max(0.0, signal) for (_, _, counts), signal in pairs)
        lacking = 2 * (said - points / POINTS) / len(batch)
        rises[0] += lacking
        for unit, ((_, _, counts), signal) in enumerate(pairs):
            if signal > 0:
                first = 1 + unit * size
                rises[first] += lacking * counts
                for n, each in enumerate(seen, first + 1):
                    rises[n] += lacking * counts * each
                rises[first + size - 1] += lacking * signal
    return rises


def missed(numbers: Sequence[float], known: Sequence[Example]) -> float:
    """Return the mean of the squares of the points that these numbers lack."""
    net = read(numbers)
    return fmean((value(net, seen) - points) ** 2 for seen, points in known)


@click.command()
@click.option("--seats", type=click.Choice(GAME.meta.seats), required=True)
@click.option("--matches", type=click.IntRange(2), default=1200, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=6, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def main(seats: int, matches: int, rounds: int, jobs: int) -> None:
    """Print the weights that matches of `seats` seats teach, and how good they are."""
    known, checked = list[Example](), list[Example]()
    for one, other in in_parts(partial(taught, seats), matches, jobs):
        known += one
        checked += other
    numbers = fitted(known, rounds, Random(f"{seats}"))
    click.echo("\n".join(wrap(" ".join(str(round(1000 * each)) for each in numbers), 100)))
    spread = pvariance([points for _, points in checked])
    click.echo(
        f"{len(known) + len(checked)} examples; of {spread:.1f} in the matches left out,"
        f" {missed(numbers, checked):.1f} remain",
        err=True,
    )


if __name__ == "__main__":
    main()
