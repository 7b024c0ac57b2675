"""How good hints are: the first beside what a far deeper search finds best, what is said of others.

Positions come from matches of players of mixed strength, at most `IN_A_MATCH` of each. The deep
search has `DEEPER` times the lines of an expert, and other worlds. Where the hint is none of the
best two and the worlds leave open whether it is as good, they are compared in `MORE` times as many.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from math import ceil, hypot
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.agents.heuristics import heuristics_for
from engine.agents.hints import hinted
from engine.agents.search import gaps, searched
from engine.draws import SealedDraws
from engine.game import Decision, Seat, Setup
from engine.record import Record
from engine.referee import Progress, Referee, new_header
from engine.registry import game, games
from tests.bench.agents import interval

POSITIONS: Final = 5
"""How many of each title, if nothing is typed."""
IN_A_MATCH: Final = 10
DEEPER: Final = 12
WIDER: Final = 2
"""How many times as many candidates a deep search has."""
WORLDS: Final = 60
"""In how many worlds more the ways are compared at last."""
MORE: Final = 16
"""In how many times as many they are compared again, where chance could have decided."""
EQUAL: Final = 0.1
"""Points: a way that is less far behind is as good."""
ERRORS: Final = 2
"""How many standard errors are allowed for."""


class Asked(NamedTuple):
    """A position in which a hint is asked for."""

    observation: Any
    legal: tuple[Any, ...]
    seed: str


class Checked(NamedTuple):
    """What came of a position.

    `is_best_two`: the first hint is one of the deep best two; `is_as_good`: or as good as the
    second; `is_in_doubt`: or behind it by no more than chance makes. `lost` is how many points it
    is behind the best. `told` says of each further hint whether its distance is what other worlds
    say, as far as both are sure.
    """

    is_expert: bool
    is_best_two: bool
    is_as_good: bool
    is_in_doubt: bool
    lost: float
    shown: int
    told: tuple[bool, ...]
    seconds: float


def measure(*how: str | int) -> dict[str, float | str]:
    """Return figures of titles as they are typed, the last is how many processes work.

    "seismic:4:200:1": title, seats, positions, the number of the first match. Without any a few
    positions of each title: a quick look. Raises `ValueError`, `EngineError`.
    """
    *typed, jobs = how or (
        *(f"{key}:{max(each.meta.seats)}:{POSITIONS}:1" for key, each in games().items()),
        1,
    )
    figures: dict[str, float | str] = {}
    for each in typed:
        figures |= _figures(*read(str(each)), int(jobs))
    return figures


def read(typed: str) -> tuple[str, int, int, int]:
    try:
        title, *numbers = typed.split(":")
        seats, positions, first = map(int, numbers)
    except ValueError:
        text = f"--hints {typed}: TITLE:SEATS:POSITIONS:FIRST is wanted, numbers included"
        raise ValueError(text) from None
    if positions < 1:
        text = f"--hints {typed}: at least one position is wanted"
        raise ValueError(text)
    game(title).initial(Setup(seats))
    return title, seats, positions, first


def _figures(
    title: str, seats: int, positions: int, first: int, jobs: int
) -> dict[str, float | str]:
    numbers = range(first, first + -(-positions // IN_A_MATCH))
    asked = chain.from_iterable(map(partial(asked_in, title, seats), numbers))
    wanted = islice(asked, positions)
    if jobs == 1:
        found = list(map(checked, wanted))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(checked, wanted))
    times, told = sorted(each.seconds for each in found), [n for each in found for n in each.told]
    name, share = f"{title}_{seats}", mean(each.is_as_good for each in found)
    low, high = interval(share, len(found))
    return {
        f"{name}_positions": len(found),
        f"{name}_first_is_expert": mean(each.is_expert for each in found),
        f"{name}_first_among_best_two": round(mean(each.is_best_two for each in found), 3),
        f"{name}_or_as_good": round(share, 3),
        f"{name}_or_as_good_95": f"{low:.2f}-{high:.2f}",
        f"{name}_or_not_surely_worse": round(mean(each.is_in_doubt for each in found), 3),
        f"{name}_points_lost": round(mean(each.lost for each in found), 2),
        f"{name}_hints": round(mean(each.shown for each in found), 2),
        f"{name}_told_right": round(mean(told), 3) if told else "-",
        f"{name}_median_s": round(median(times), 3),
        f"{name}_p99_s": round(times[ceil(0.99 * (len(times) - 1))], 3),
    }


def asked_in(title: str, seats: int, number: int) -> Iterator[Asked]:
    """Yield positions from all over the match of this number: the same every time."""
    rules, chance = game(title), Random(f"hints {number}")
    players = [agent(("greedy", "beginner")[(seat + number) % 2]) for seat in range(seats)]
    referee, draws = Referee(rules), SealedDraws((number + 1).to_bytes(32))
    header = new_header(rules, Setup(seats), "", tuple(map(str, range(seats))))
    progress: Progress[Any, Any] = referee.begin(header, draws)
    found = list[Asked]()
    while isinstance(node := rules.node(progress.state), Decision):
        seat = Seat(min(node.seats))
        legal = tuple(rules.legal_actions(progress.state, seat))
        seen = rules.observe(progress.state, seat)
        if len(legal) > 1:
            found.append(Asked(seen, legal, f"{number} {len(found)}"))
        action = players[seat].choose(seen, legal, chance)
        progress = referee.submit(progress, seat, action, draws)
        progress = Progress(Record(header), progress.state, progress.drawn)
    chance.shuffle(found)
    yield from found[:IN_A_MATCH]


def checked(asked: Asked) -> Checked:
    """Ask for a hint, and look deeper."""
    seen, legal, seed = asked
    known = heuristics_for(seen)
    assert known is not None
    assert known.imagination is not None
    imagined = known.imagination
    began = process_time()
    hints = hinted(seen, legal, Random(seed))
    seconds = process_time() - began
    is_expert = agent("expert").choose(seen, legal, Random(seed)) == hints[0].action
    lines, wide = imagined.lines(seen, DEEPER), imagined.candidates(seen, WIDER)
    deep = Random(f"deep {seed}")
    found = searched(known, seen, legal, deep, lines, wide, also=(hints[0].action,))
    best = [each.action for each in found[:2]]
    values = (imagined.values or known.values)(seen, legal, agent("expert").character)
    promised = dict(zip(legal, values, strict=True))
    # What is sealed with an action is left to each world, as in a search.
    firsts = [(each,) for each in (hints[0].action, *best)]
    promises, is_best_two = [promised[each] for (each,) in firsts], hints[0].action in best
    apart = gaps(known, seen, firsts, promises, deep, WORLDS)
    second = max(apart[1:], key=lambda each: each.points)
    if not is_best_two and abs(-second.points - EQUAL) <= ERRORS * second.error:
        apart = gaps(known, seen, firsts, promises, deep, MORE * WORLDS)
        second = max(apart[1:], key=lambda each: each.points)
    ways = [each.actions for each in hints]
    # By worlds alone: no promise has a say in whether what was said is so.
    plain = replace(known, imagination=replace(imagined, trust=lambda _: 0.0))
    others = gaps(plain, seen, ways, [0.0] * len(ways), deep, WORLDS)
    told = tuple(
        abs(hint.behind - gap.points) <= max(EQUAL, ERRORS * hypot(hint.error, gap.error))
        for hint, gap in zip(hints[1:], others[1:], strict=True)
    )
    is_as_good = is_best_two or -second.points <= EQUAL
    return Checked(
        is_expert,
        is_best_two,
        is_as_good,
        is_as_good or -second.points <= ERRORS * second.error,
        max(0.0, *(-each.points for each in apart[1:])),
        len(hints),
        told,
        seconds,
    )
