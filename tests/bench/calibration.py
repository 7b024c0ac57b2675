"""Whether what is told comes true: what is said beside what matches bring that are played out.

Decisions come from matches of players of mixed strength, as those of `hints` do: the action that a
search finds best is held against others. Draws, and the worst decisions by a review, come from
matches of beginners. Each is judged three times, with other chance: once to sort it by its size,
once more as it is said, and once by lines to the end of the match, with the title's own replies.
Where the second figure is less than the first, chance has chosen what was lucky; where the third
differs from the second, the judge of positions is wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain, islice, pairwise
from math import inf, sqrt
from random import Random
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.agents.heuristics import Chooser, Imagination, heuristics_of, unit_of
from engine.agents.review import evened, luck, played, summary, tasks
from engine.agents.search import drawn_from, in_a_world, searched
from engine.game import CHANCE, Chance, Decision, Finished, Move, Seat
from engine.record_text import read_action
from engine.registry import games
from tests.bench.hints import IN_A_MATCH, Asked, asked_in, read
from tests.bench.reviews import match_of

POSITIONS: Final = 5
"""How many of each number of seats, if nothing is typed."""
DECISIONS: Final = ":decisions"
"""Typed after a title: neither reviews nor luck are looked at."""
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
SIZES: Final = MappingProxyType({"wins": (0, 3, 8, 20, inf), "points": (0, 1, 3, 8, inf)})
"""Wins in 100, or points, that part what is said by its size."""
Z: Final = 1.96
"""Of a confidence interval of 95 %."""


class Compared(NamedTuple):
    """How many wins in 100 something brings, or points: as found, once more, and in truth."""

    found: float
    again: float
    true: float


def measure(*how: str | int) -> dict[str, float | str]:
    """Return for each size how many there are, the three figures, and how sure the last one is.

    "san_andreas:3:200:5000": title, seats, positions, the number of the first match; the last is
    how many processes work. The matches are reviewed, too, and looked at for luck, which takes far
    longer, unless ":decisions" follows. All is told in wins in 100 where the title tells of wins,
    and in points ahead elsewhere. Without any a quick look at the titles that tell of wins. Raises
    `ValueError`, `EngineError`.
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
        title, seats, positions, first = read(str(each).removesuffix(DECISIONS))
        numbers = range(first, first + -(-positions // IN_A_MATCH))
        asked = chain.from_iterable(asked_in(title, seats, number) for number in numbers)
        decisions = mapped(partial(decided, title), islice(asked, positions), int(jobs))
        sizes = SIZES[unit_of(title).name]
        figures |= told(f"{title}_{seats}", list(decisions), sizes)
        if str(each).endswith(DECISIONS):
            continue
        draws = mapped(partial(drawn, title, seats), numbers, int(jobs))
        worst = mapped(partial(worst_of, title, seats), numbers, int(jobs))
        figures |= told(f"{title}_{seats}_worst", list(worst), sizes)
        figures |= told(f"{title}_{seats}_luck", list(draws), sizes)
    return figures


def mapped(
    work: Callable[[Any], list[Compared]], asked: Iterable[Any], jobs: int
) -> Iterator[list[Compared]]:
    """Yield what comes of each, worked on by `jobs` processes."""
    if jobs == 1:
        yield from map(work, asked)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, asked)


def told(
    name: str, found: Sequence[Sequence[Compared]], sizes: Sequence[float]
) -> dict[str, float | str]:
    """Return a line for each size; rows of one position, or match, hang together.

    Last comes the slope of what is true on what is told the second time: 1 is right. What is found
    first is the instrument, so that chance in what is told doesn't lower it.
    """
    figures: dict[str, float | str] = {}
    for low, high in pairwise(sizes):
        sized = [[each for each in rows if low <= abs(each.found) < high] for rows in found]
        # What is less than nought counts the other way round.
        parts = [[each if each.found > 0 else _turned(each) for each in rows] for rows in sized]
        every = [each for rows in parts for each in rows]
        if not every:
            continue
        first, again, true = (fmean(each[n] for each in every) for n in range(3))
        off = [sum(each.true - true for each in rows) for rows in parts if rows]
        error = Z * sqrt(len(off)) * pstdev(off) / len(every)
        figures[f"{name}_{low}_to_{high}"] = (
            f"{len(every)} in {len(off)}: {first:.1f}, {again:.1f}, true {true:.1f} ± {error:.1f}"
        )
    return figures | ({f"{name}_slope": slope(found)} if any(found) else {})


def slope(found: Sequence[Sequence[Compared]]) -> str:
    """Return how many times what is told comes true, with a confidence interval of 95 %.

    What was found first says how much a row counts, so that chance in what is told once more lowers
    nothing. The interval is that of the jackknife: each group of rows is left out in turn.
    """
    said = [sum(each.found * each.again for each in rows) for rows in found]
    came = [sum(each.found * each.true for each in rows) for rows in found]
    all_said, all_came = sum(said), sum(came)
    if not all_said:
        return "-"
    left_out = [
        (all_came - one) / rest
        for one, other in zip(came, said, strict=True)
        if (rest := all_said - other)
    ]
    error = Z * sqrt(max(0, len(left_out) - 1)) * pstdev(left_out or [0.0])
    return f"{all_came / all_said:.2f} ± {error:.2f}"


def _turned(compared: Compared) -> Compared:
    return Compared(*(-each for each in compared))


def decided(title: str, asked: Asked) -> list[Compared]:
    """Hold the best action of a position against others."""
    (seen, legal, seed), imagined = asked, imagination_of(title)
    known, rng = heuristics_of(title), Random(f"calibration {seed}")
    assert known is not None
    best = [each.action for each in searched(known, seen, legal, rng)][: BEST + 1]
    kinds = {imagined.alike(seen, each): each for each in legal}
    for each in best:
        kinds.pop(imagined.alike(seen, each), None)
    actions = [*best, *rng.sample([*kinds.values()], min(OTHERS, len(kinds)))]

    each = unit_of(title).each
    found, again = (_behind(imagined, seen, actions, rng, each) for _ in range(2))
    true = _behind(to_the_end(imagined), seen, actions, rng, each)
    return [Compared(*row) for row in zip(found, again, true, strict=True)]


def worst_of(title: str, seats: int, number: int) -> list[Compared]:
    """Hold the worst decisions of each seat, by a review of this match, against what was better."""
    imagined, rng, unit = imagination_of(title), Random(f"worst {number}"), unit_of(title).each
    rules = imagined.game
    every = {each.line: each for each in tasks(rules, match_of(title, number, seats))}
    findings, found = [each.done() for each in every.values()], list[Compared]()
    for judged in (each for seat in range(seats) for each in summary(findings, Seat(seat)).worst):
        task = every[judged.line]
        state = played(rules, rules.initial(task.setup, task.rules_version), task.before)
        assert judged.better is not None
        actions = (read_action(rules, judged.better), task.moves[0].action)
        seen = rules.observe(state, judged.seat)
        (again,) = _behind(imagined, seen, actions, rng, unit, 2 * LINES)
        (true,) = _behind(to_the_end(imagined), seen, actions, rng, unit, 2 * LINES)
        found.append(Compared(unit * judged.loss, again, true))
    return found


def _behind(
    judge: Imagination[Any, Any, Any],
    seen: Any,
    actions: Sequence[Any],
    rng: Chooser,
    unit: float,
    worlds: int = WORLDS,
) -> list[float]:
    """Return how far the other actions are behind the first, in the same worlds."""
    ends = [in_a_world(judge, seen, actions, rng) for _ in range(worlds)]
    first, *others = (unit * fmean(values) for values in zip(*ends, strict=True))
    return [first - each for each in others]


def to_the_end(imagined: Imagination[Any, Any, Any]) -> Imagination[Any, Any, Any]:
    """Return what plays lines to the end, where the points count, or the first place does."""
    return replace(
        imagined, is_far=lambda *_: False, worth=lambda state, seat: _came(imagined, state)[seat]
    )


def drawn(title: str, seats: int, number: int) -> list[Compared]:
    """Hold what was drawn in the match of this number against what could have been."""
    imagined, found = imagination_of(title), list[Compared]()
    rules, rng, unit = imagined.game, Random(f"calibration {number}"), unit_of(title).each
    for each in tasks(rules, match_of(title, number, seats), frozenset[Seat]()):
        before = played(rules, rules.initial(each.setup, each.rules_version), each.before)
        after = played(rules, before, each.moves)
        actions = [move.action for move in each.moves]
        twice = [luck(imagined, before, actions, seats, rng, DRAWS) for _ in range(2)]
        came, expected = (
            [_came(imagined, _ended(imagined, state, rng)) for _ in range(LINES)]
            for state in (after, before)
        )
        true = [
            fmean(ends[seat] for ends in came) - fmean(ends[seat] for ends in expected)
            for seat in range(seats)
        ]
        found += [
            Compared(*(unit * each for each in row))
            for row in zip(*twice, evened(true), strict=True)
        ]
    return found


def imagination_of(title: str) -> Imagination[Any, Any, Any]:
    """Return what a search needs of this title, which has to imagine worlds."""
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


def _came(imagined: Imagination[Any, Any, Any], state: Any) -> list[float]:
    """Return what each seat has in the end: how far it is ahead, or what of the first place.

    In the unit of `Imagination.worth`; a match that has not ended has brought nobody anything.
    """
    node = imagined.game.node(state)
    if not isinstance(node, Finished):
        return []
    ranks = node.outcome.ranks
    if imagined.unit.name == "points":
        return [imagined.worth(state, Seat(seat)) for seat in range(len(ranks))]
    return [(rank == 1) / ranks.count(1) * 100 / imagined.unit.each for rank in ranks]
