"""Fits the weights of `engine/games/seismic/forecast.py` to how matches end.

`python -m tests.fit.seismic --seats 4 --matches 400 --jobs 2` prints what stands in `weights.py`.
From positions of matches that are played by the replies of imagined lines, some actions are played
to the end of the match, in one world with the same chance. What a seat knows of each line where it
is mostly judged, some turns later, is held against the lead that it had in the end. Only what
differs between the lines of a position counts: other matches differ by more than what an action
did, so all that comes with a good position would seem to be good. The weights are those of least
squares.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from operator import mul
from random import Random
from statistics import fmean
from textwrap import wrap
from typing import Final, TypeVar

import click

from engine.agents.search import drawn_from
from engine.game import CHANCE, Chance, Decision, Finished, Move, Seat, Setup
from engine.games.seismic.actions import Action
from engine.games.seismic.forecast import UNIT, features, size
from engine.games.seismic.heuristics import (
    AHEAD,
    HEURISTICS,
    PLAYED_OUT,
    imagined,
    outlook_anew,
    reply,
    tiles_left,
    worth,
)
from engine.games.seismic.outlook import CREW
from engine.games.seismic.rules import GAME
from engine.games.seismic.section_value import lateness
from engine.games.seismic.state import State
from engine.setups import sets_of_variants

T = TypeVar("T")

LINES: Final = 3
"""How many actions of a position are played on."""
LOOKED_AT: Final = 12
"""Of how many that look best they are taken by chance."""
STRANGE: Final = 0.2
"""How often they are any actions at all."""
OTHERWISE: Final = 1 / 3
"""How often lines are judged sooner or later than after `AHEAD` turns."""
LONGEST: Final = 2 * AHEAD
CHECKED: Final = 8
"""One of how many matches is left out of the fit, and shows how good it is."""
PART: Final = 50
"""How many matches a process plays before it is asked for what they taught."""
RIDGE: Final = 2.0
"""How strongly weights are held to what is guessed (`guess`): the square of what chance adds to a
lead, in proportion to the square of what a weight may differ."""
VARIANTS: Final = 4
"""One of how many matches has variants, which may make it four times as long."""


class Moments:
    """What least squares need of examples: the sums of all products of features and leads."""

    def __init__(self, size: int) -> None:
        self.products = [[0.0] * size for _ in range(size)]
        self.leads = [0.0] * size
        self.squares = 0.0
        self.count = 0

    def add(self, found: Sequence[float], lead: float) -> None:
        """Count an example."""
        for n, each in enumerate(found):
            if each:
                row = self.products[n]
                self.products[n] = [
                    one + each * other for one, other in zip(row, found, strict=True)
                ]
                self.leads[n] += each * lead
        self.squares += lead * lead
        self.count += 1

    def merge(self, other: "Moments") -> None:
        """Count the examples of others, too."""
        for n, row in enumerate(other.products):
            self.products[n] = list(map(sum, zip(self.products[n], row, strict=True)))
        self.leads = list(map(sum, zip(self.leads, other.leads, strict=True)))
        self.squares += other.squares
        self.count += other.count

    def weights(self, guessed: Sequence[float]) -> list[float]:
        """Return the weights whose squares of what lacks are the least, near to what is guessed."""
        rows = [[*row, lead] for row, lead in zip(self.products, self.leads, strict=True)]
        for n, row in enumerate(rows):
            row[n] += RIDGE
            row[-1] += RIDGE * guessed[n]
        return solved(rows)

    def lacking(self, weights: Sequence[float]) -> float:
        """Return the mean of the squares of what these weights lack."""
        missed: float = self.squares - 2 * sum(map(mul, weights, self.leads))
        for each, row in zip(weights, self.products, strict=True):
            missed += each * sum(map(mul, row, weights))
        return missed / self.count


def guess(seats: int) -> list[float]:
    """Return what one would think: points are points, and the best rival counts most of all."""
    most = 1.0 if seats == 2 else 0.6
    group = [1.0, 1.0, CREW]
    early = [UNIT * each for each in group] + [-most * UNIT * each for each in group]
    if seats > 2:
        early += [-(1 - most) / (seats - 2) * UNIT * each for each in group]
    early += [0.0, 0.0]
    return early + [0.0] * len(early)


def solved(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each with its right side at the end."""
    for n in range(len(rows)):
        pivot = max(range(n, len(rows)), key=lambda each: abs(rows[each][n]))
        rows[n], rows[pivot] = rows[pivot], rows[n]
        for m in range(len(rows)):
            if m != n and (part := rows[m][n] / rows[n][n]):
                rows[m] = [one - part * other for one, other in zip(rows[m], rows[n], strict=True)]
    return [row[-1] / row[n] for n, row in enumerate(rows)]


def examples(seats: int, number: int) -> Iterator[tuple[list[float], float]]:
    """Yield what the match of this number teaches: the same every time.

    By how much what a seat knew of a line differs from the mean of the lines of a position, and by
    how many points its lead in the end does. Most matches are the standard game, the others have
    any variants.
    """
    rng = Random(f"{seats} {number}")
    state = started(seats, number, rng)
    due = rng.randint(1, AHEAD)
    while not isinstance(GAME.node(state), Finished):
        if state.phase == "placing" and state.turn >= due:
            if tiles_left(state) <= PLAYED_OUT:
                return
            # The match goes on in a world that is as likely, by the odds of this moment.
            state = imagined(GAME.observe(state, state.seat), rng)
            yield from compared(state, rng)
            due = state.turn + AHEAD
        state = next_state(state, rng)


def started(seats: int, number: int, rng: Random) -> State:
    """Return how the match of this number begins: mostly the standard game."""
    names = () if number % VARIANTS else rng.choice(sets_of_variants(GAME))
    return GAME.initial(Setup(seats, names))


def compared(state: State, rng: Random) -> Iterator[tuple[list[float], float]]:
    """Yield what lines from a position teach each seat."""
    legal = list(GAME.legal_actions(state, state.seat))
    ranked = HEURISTICS.ranked(GAME.observe(state, state.seat), legal)
    wide = LOOKED_AT if rng.random() > STRANGE else len(ranked)
    actions = [each.action for each in rng.sample(ranked[:wide], min(LINES, wide, len(ranked)))]
    length = rng.randint(1, LONGEST) if rng.random() < OTHERWISE else AHEAD
    chance = rng.getrandbits(64)
    lines = [_line(state, action, length, Random(chance)) for action in actions]
    if not all(known for known, _ in lines):
        return
    for seat in range(state.seats):
        mean = [fmean(each) for each in zip(*(known[seat] for known, _ in lines), strict=True)]
        lead = fmean(leads[seat] for _, leads in lines)
        for known, leads in lines:
            yield (
                [one - other for one, other in zip(known[seat], mean, strict=True)],
                leads[seat] - lead,
            )


def _line(
    start: State, action: Action, length: int, rng: Random
) -> tuple[list[list[float]], list[float]]:
    """Play a line to the end; return what each seat knew on the way, and its lead.

    Nothing is known of a line that ended before.
    """
    state, seen = GAME.apply(start, Move(start.seat, action)).state, list[list[float]]()
    renewed = start.turn + length
    while not isinstance(GAME.node(state), Finished):
        if state.phase == "placing" and state.turn >= renewed:
            seen = seen or known(state)
            # What is likely is worked out anew, as the match goes on.
            state.__dict__.pop("outlook", None)
            renewed = state.turn + 2 * LONGEST
        state = next_state(state, rng)
    return seen, [worth(state, Seat(seat)) for seat in range(state.seats)]


def next_state(state: State, rng: Random) -> State:
    """Return the position after a move by chance, or the reply of who is to act."""
    node = GAME.node(state)
    if isinstance(node, Chance):
        drawn = drawn_from(list(node.outcomes.items()), rng)
        return GAME.apply(state, Move(CHANCE, drawn)).state
    assert isinstance(node, Decision)
    seat = min(node.seats)
    return GAME.apply(state, Move(seat, reply(state, seat, rng))).state


def known(state: State) -> list[list[float]]:
    """Return what each seat knows of a position: its features, and again as far as it is late."""
    now, found = outlook_anew(state), list[list[float]]()
    late = lateness(now.odds.turns)
    for seat in map(Seat, range(state.seats)):
        seen = features(now.learned, state.crews, seat)
        found.append([*seen, *(late * each for each in seen)])
    return found


def learned(seats: int, numbers: Sequence[int]) -> tuple[Moments, Moments]:
    """Return what these matches teach, and those by which that is checked."""
    taught, checked = Moments(2 * size(seats)), Moments(2 * size(seats))
    for number in numbers:
        for seen, lead in examples(seats, number):
            (checked if number % CHECKED == 1 else taught).add(seen, lead)
    return taught, checked


def in_parts(learn: Callable[[Sequence[int]], T], matches: int, jobs: int) -> Iterator[T]:
    """Yield what each part of the matches teaches, learned by as many processes as `jobs`."""
    parts = [range(n, min(n + PART, matches)) for n in range(0, matches, PART)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(learn, parts)


@click.command()
@click.option("--seats", type=click.Choice(GAME.meta.seats), required=True)
@click.option("--matches", type=click.IntRange(2), default=400, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
def main(seats: int, matches: int, jobs: int) -> None:
    """Print the weights that matches of `seats` seats teach, and how good they are."""
    taught, checked = Moments(2 * size(seats)), Moments(2 * size(seats))
    for one, other in in_parts(partial(learned, seats), matches, jobs):
        taught.merge(one)
        checked.merge(other)
    weights = taught.weights(guess(seats))
    click.echo("\n".join(wrap(" ".join(str(round(100 * each)) for each in weights), 100)))
    click.echo(
        f"{taught.count + checked.count} examples; of {checked.squares / checked.count:.1f} in the"
        f" matches left out, {checked.lacking(weights):.2f} remain, by the guess"
        f" {checked.lacking(guess(seats)):.2f}",
        err=True,
    )


if __name__ == "__main__":
    main()
