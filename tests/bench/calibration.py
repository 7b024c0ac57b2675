"""Whether chances to win come true: what is said beside what matches bring that are played out.

Decisions come from matches of players of mixed strength, as those of `hints` do: the action that a
search finds best is held against others. Draws come from the matches of `luck`. Each is judged
three times, with other chance: once to sort it by its size, once for what is said of it, and once
by lines to the end of the match, with the title's own replies. So what is large by chance alone
when it is sorted is no larger than it is in the other two: where they differ, the judge of
positions is wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain, islice, pairwise
from math import inf, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, NamedTuple

from engine.agents.heuristics import Chooser, Imagination, heuristics_of, unit_of
from engine.agents.review import luck, played, tasks
from engine.agents.search import drawn_from, in_a_world, searched
from engine.game import CHANCE, Chance, Decision, Finished, Move, Seat
from engine.registry import games
from tests.bench.hints import IN_A_MATCH, Asked, asked_in, read
from tests.bench.reviews import match_of

POSITIONS: Final = 5
"""How many of each number of seats, if nothing is typed."""
BEST: Final = 3
"""How many of the best actions are held against the first."""
OTHERS: Final = 3
"""And how many of all others, drawn by chance."""
WORLDS: Final = 40
"""In how many worlds actions are compared each time."""
LINES: Final = 100
"""How many lines are played to the end after what was drawn, and as many without it."""
DRAWS: Final = 16
"""Of about how many draws the expected value is the mean."""
SIZES: Final = (0, 3, 8, 20, inf)
"""Wins in 100 that part what is said by its size."""
Z: Final = 1.96
"""Of a confidence interval of 95 %."""


class Compared(NamedTuple):
    """How many wins in 100 something brings: by what it is sorted, as said, and in truth."""

    sorting: float
    said: float
    true: float


def measure(*how: str | int) -> dict[str, float | str]:
    """Return for each size how many there are, what is said, what is true, and how sure that is.

    "san_andreas:3:200:5000": title, seats, positions, the number of the first match; the last is
    how many processes work. As many matches are looked at for luck. Without any a quick look at the
    titles that tell of wins. Raises `ValueError`, `EngineError`.
    """
    *typed, jobs = how or (
        *(
            f"{key}:{seats}:{POSITIONS}:1"
            for key, each in games().items()
            if unit_of(key).name == "wins"
            for seats in each.meta.seats
        ),
        1,
    )
    figures: dict[str, float | str] = {}
    for each in typed:
        title, seats, positions, first = read(str(each))
        numbers = range(first, first + -(-positions // IN_A_MATCH))
        asked = chain.from_iterable(asked_in(title, seats, number) for number in numbers)
        decisions = mapped(partial(decided, title), islice(asked, positions), int(jobs))
        draws = mapped(partial(drawn, title, seats), numbers, int(jobs))
        figures |= told(f"{title}_{seats}", list(decisions))
        figures |= told(f"{title}_{seats}_luck", list(draws))
    return figures


def mapped(
    work: Callable[[Any], list[Compared]], asked: Iterable[Any], jobs: int
) -> Iterator[list[Compared]]:
    """Yield what comes of each, worked on by so many processes."""
    if jobs == 1:
        yield from map(work, asked)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, asked)


def told(name: str, found: Sequence[Sequence[Compared]]) -> dict[str, float | str]:
    """Return a line for each size; rows of one position, or match, hang together."""
    figures: dict[str, float | str] = {}
    for low, high in pairwise(SIZES):
        sized = [[each for each in rows if low <= abs(each.sorting) < high] for rows in found]
        # What is less than nought counts the other way round.
        parts = [[each if each.sorting > 0 else _turned(each) for each in rows] for rows in sized]
        every = [each for rows in parts for each in rows]
        if not every:
            continue
        said, true = (fmean(each[n] for each in every) for n in (1, 2))
        off = [sum(each.true - true for each in rows) for rows in parts if rows]
        error = Z * sqrt(len(off)) * pstdev(off) / len(every)
        figures[f"{name}_{low}_to_{high}"] = (
            f"{len(every)} in {len(off)}: said {said:.1f}, true {true:.1f} ± {error:.1f}"
        )
    return figures


def _turned(compared: Compared) -> Compared:
    return Compared(*(-each for each in compared))


def decided(title: str, asked: Asked) -> list[Compared]:
    """Hold the best action of a position against others."""
    (seen, legal, seed), imagined = asked, _imagination(title)
    known, rng = heuristics_of(title), Random(f"calibration {seed}")
    assert known is not None
    best = [each.action for each in searched(known, seen, legal, rng)][: BEST + 1]
    kinds = {imagined.alike(seen, each): each for each in legal}
    for each in best:
        kinds.pop(imagined.alike(seen, each), None)
    actions = [*best, *rng.sample([*kinds.values()], min(OTHERS, len(kinds)))]

    def behind(judge: Imagination[Any, Any, Any], unit: float) -> list[float]:
        ends = [in_a_world(judge, seen, actions, rng) for _ in range(WORLDS)]
        first, *others = (unit * fmean(values) for values in zip(*ends, strict=True))
        return [first - each for each in others]

    to_the_end = replace(
        imagined, is_far=lambda *_: False, worth=lambda state, seat: _won(imagined, state)[seat]
    )
    each = unit_of(title).each
    rows = zip(behind(imagined, each), behind(imagined, each), behind(to_the_end, 100), strict=True)
    return [Compared(*row) for row in rows]


def drawn(title: str, seats: int, number: int) -> list[Compared]:
    """Hold what was drawn in the match of this number against what could have been."""
    imagined, found = _imagination(title), list[Compared]()
    rules, rng, unit = imagined.game, Random(f"calibration {number}"), unit_of(title).each
    for each in tasks(rules, match_of(title, number, seats), frozenset[Seat]()):
        before = played(rules, rules.initial(each.setup, each.rules_version), each.before)
        after = played(rules, before, each.moves)
        actions = [move.action for move in each.moves]
        twice = [luck(imagined, before, actions, seats, rng, DRAWS) for _ in range(2)]
        came, expected = (
            [_won(imagined, _ended(imagined, state, rng)) for _ in range(LINES)]
            for state in (after, before)
        )
        for seat in range(seats):
            true = fmean(won[seat] for won in came) - fmean(won[seat] for won in expected)
            found.append(Compared(unit * twice[0][seat], unit * twice[1][seat], 100 * true))
    return found


def _imagination(title: str) -> Imagination[Any, Any, Any]:
    known = heuristics_of(title)
    assert known is not None
    assert known.imagination is not None
    return known.imagination


def _ended(imagined: Imagination[Any, Any, Any], state: Any, rng: Chooser) -> Any:
    """Return how a match ends if all go on as they probably would."""
    rules = imagined.game
    while not isinstance(node := rules.node(state), Finished):
        if isinstance(node, Chance):
            move = Move[Any](CHANCE, drawn_from(list(node.outcomes.items()), rng))
        else:
            assert isinstance(node, Decision)
            seat = min(node.seats)
            move = Move[Any](seat, imagined.reply(state, seat, rng))
        state = rules.apply(state, move).state
    return state


def _won(imagined: Imagination[Any, Any, Any], state: Any) -> list[float]:
    """Return what of the first place each seat has; nobody has any before the end."""
    node = imagined.game.node(state)
    ranks = node.outcome.ranks if isinstance(node, Finished) else ()
    return [(rank == 1) / ranks.count(1) for rank in ranks]
