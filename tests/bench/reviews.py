"""Whether a review can be trusted: a second one in other imagined worlds should say the same.

Matches are played by computer players who slip now and then; their numbers are their seeds.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations, repeat
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.agents.heuristics import unit_of
from engine.agents.review import Judgement, summary, tasks
from engine.draws import SealedDraws
from engine.game import Decision, Seat, Setup
from engine.record import Record
from engine.referee import Referee, new_header
from engine.registry import game, games

MATCHES: Final = 1


class Reviewed(NamedTuple):
    """A match that was reviewed twice: the worst decisions of each seat, as both judge them."""

    worst: tuple[tuple[tuple[Judgement, Judgement], ...], ...]
    seconds: float


def measure(matches: int = MATCHES, jobs: int = 1) -> dict[str, float | str]:
    """Return for each title how alike two reviews of a match are.

    `…_same_sign`: of the three worst decisions of each seat, how many the other review calls worse
    than another one, too. `…_same_order`: of their pairs whose ranges part, which alone are ranked,
    how many it has in the same order. `…_said`: what they lose on average by the review that chose
    them, and by the other: what the first says more is by choice. `…_apart`: how far their sizes
    lie from each other, in the mean and at most. `…_within`: how many lie within the range that the
    other one gives. Sizes are in the units of people.
    """
    figures: dict[str, float | str] = {}
    for title in sorted(games()):
        found = list(mapped(reviewed, title, matches, jobs))
        seats = [seat for each in found for seat in each.worst]
        twice = [pair for seat in seats for pair in seat]
        order = [
            (loss(one[1]) > loss(other[1])) == (loss(one[0]) > loss(other[0]))
            for seat in seats
            for one, other in combinations(seat, 2)
            if part(one[0], other[0])
        ]
        each_unit = unit_of(title).each
        said = (each_unit * fmean(loss(pair[n]) for pair in twice) if twice else 0 for n in (0, 1))
        apart = [each_unit * abs(loss(one) - loss(other)) for one, other in twice] or [0.0]
        within = [one.between[0] <= loss(other) <= one.between[1] for one, other in twice]
        same = [other.better is not None for _, other in twice]
        figures |= {
            f"{title}_same_sign": f"{sum(same)} of {len(same)}",
            f"{title}_same_order": f"{sum(order)} of {len(order)}",
            f"{title}_said": ", ".join(f"{each:.1f}" for each in said),
            f"{title}_apart": f"{fmean(apart):.1f}, {max(apart):.1f}",
            f"{title}_within": f"{sum(within)} of {len(within)}",
            f"{title}_review_s": round(fmean(each.seconds for each in found), 1),
        }
    return figures


def loss(judged: Judgement) -> float:
    """Return what a decision lost; below 0 if it was the best."""
    return judged.loss or -judged.gain


def part(one: Judgement, other: Judgement) -> bool:
    """Say whether their ranges part, so that one surely lost more."""
    return one.between[0] > other.between[1] or other.between[0] > one.between[1]


def reviewed(title: str, number: int) -> Reviewed:
    """Review the match of this number twice."""
    rules = game(title)
    record, every = match_of(title, number), list[list[Judgement]]()
    began = process_time()
    for again in ("", "again"):
        found = [
            replace(each, digest=f"{each.digest}{again}").done() for each in tasks(rules, record)
        ]
        every.append([each for each in found if isinstance(each, Judgement)])
    seconds = (process_time() - began) / 2
    other = {each.line: each for each in every[1]}
    worst = tuple(
        tuple((each, other[each.line]) for each in summary(every[0], Seat(seat)).worst)
        for seat in range(record.header.setup.seats)
    )
    return Reviewed(worst, seconds)


def match_of(title: str, number: int, seats: int | None = None) -> Record[Any]:
    """Return the match of this number between players who slip now and then.

    It has `seats` seats if that is given; else matches take turns.
    """
    rules = game(title)
    setup = Setup(seats or rules.meta.seats[number % len(rules.meta.seats)])
    referee, draws, rng = Referee(rules), SealedDraws((number + 1).to_bytes(32)), Random(number)
    header = new_header(rules, setup, "", tuple(map(str, range(setup.seats))))
    progress, player = referee.begin(header, draws), agent("beginner")
    while isinstance(node := rules.node(progress.state), Decision):
        seat = min(node.seats)
        legal = tuple(rules.legal_actions(progress.state, seat))
        action = player.choose(rules.observe(progress.state, seat), legal, rng)
        progress = referee.submit(progress, seat, action, draws)
    return progress.record


def mapped(work: Any, title: str, matches: int, jobs: int) -> Iterator[Any]:
    """Yield what comes of each match of a title, worked on by `jobs` processes."""
    if jobs == 1:
        yield from map(work, repeat(title), range(matches))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, repeat(title), range(matches))
