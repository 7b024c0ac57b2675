"""Looks ahead: plays candidates on in imagined worlds and compares how they end.

Flat Monte Carlo with sequential halving: the title's heuristics name the candidates; each is played
in the same sampled worlds with the same chance; after each round the worse half is dropped. Where
several seats choose in secret at once, each chooses from what it knows, and nobody from what the
others have just chosen.
"""

from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from math import ceil, hypot, log2, sqrt
from random import Random  # noqa: TID251 - streams of one chance that the caller gives
from typing import Any, Final, NamedTuple, TypeVar

from engine.agents.heuristics import AnyHeuristics, Chooser, Heuristics, Imagination
from engine.game import CHANCE, Actor, Chance, Decision, Move, Seat

T = TypeVar("T")

LONGEST: Final = 400
"""At most how many moves a line is played on, should a title never call it far enough."""


class Candidate(NamedTuple):
    """An action with what the search found: `value` in points, its standard `error`, `lines`."""

    action: Any
    value: float
    error: float
    lines: int


def searched(
    known: AnyHeuristics,
    observation: Any,
    legal: Sequence[Any],
    rng: Chooser,
    playouts: int | None = None,
    width: int | None = None,
    also: Sequence[Any] = (),
    is_up: Callable[[], bool] = lambda: False,
) -> list[Candidate]:
    """Return candidates, the best first: those that were looked at longer before all others.

    Without `playouts` it plays the lines of an expert, and looks at as many candidates, or at
    `width` of them; `also` are actions that are candidates anyhow. `is_up` stops the search: what
    was found so far is returned. Without a playout the order is that of the heuristics. The same
    chance returns the same.
    """
    imagined = known.imagination
    if imagined is None:
        raise ValueError(known)
    seen: AnyHeuristics = Heuristics(imagined.values or known.values)
    ranked = seen.ranked(observation, legal) if len(legal) > 1 else []
    # The first of a kind, which is the best one, stays.
    kinds = dict[Hashable, Any]()
    for each, _ in ranked:
        kinds.setdefault(imagined.alike(observation, each), each)
    budget, wide = playouts, width or imagined.width
    if budget is None:
        budget, wide = imagined.lines(observation), width or imagined.candidates(observation)
    actions = list(kinds.values())[:wide] or list(legal)
    actions += [each for each in also if each not in actions]
    values: list[list[float]] = [[] for _ in actions]
    seed, world, alive = rng.getrandbits(64), 0, list(range(len(actions)))
    rounds = max(1, ceil(log2(len(actions))))
    promises, trust = dict[Any, float](ranked), imagined.trust(observation)
    promised = [promises.get(each, 0.0) for each in actions]

    def worth(each: int) -> float:
        """Return the sum of the lines, those that the heuristics are worth with them."""
        return sum(values[each]) + trust * promised[each]

    for n in range(rounds):
        share = budget // (rounds * len(alive))
        for _ in range(share):
            if is_up():
                break
            stream = Random(f"{seed}:{world}")  # noqa: S311 - an imagined world
            ends = in_a_world(imagined, observation, [actions[each] for each in alive], stream)
            for each, value in zip(alive, ends, strict=True):
                values[each].append(value)
            world += 1
        if n < rounds - 1 and values[alive[0]]:
            alive.sort(key=worth, reverse=True)
            del alive[(len(alive) + 1) // 2 :]
    order = sorted(range(len(actions)), key=lambda each: (-len(values[each]), -worth(each)))
    return [
        Candidate(actions[n], _mean(values[n]), standard_error(values[n]), len(values[n]))
        for n in order
    ]


class Distance(NamedTuple):
    """How many points one way is behind another, with the standard `error` of that.

    Both were played in the same `worlds`, as many as that.
    """

    points: float
    error: float
    worlds: int


def gaps(
    known: AnyHeuristics,
    observation: Any,
    ways: Sequence[Sequence[Any]],
    promised: Sequence[float],
    rng: Chooser,
    worlds: int,
) -> list[Distance]:
    """Return how far the ways are behind the first of them, itself included.

    All are played in the same worlds with the same chance. `promised` is what the heuristics
    promise of each: it counts for as many worlds more as it does in a search, but for nothing where
    it is of another unit. Where the worlds say something else the error is so much larger that
    twice that reaches to what they say.
    """
    imagined = known.imagination
    if imagined is None:
        raise ValueError(known)
    seed = rng.getrandbits(64)
    trust = imagined.trust(observation) if imagined.is_measured(observation) else 0.0
    ends = [
        _ends(imagined, observation, ways, Random(f"{seed}:{world}"))  # noqa: S311
        for world in range(worlds)
    ]
    found = list[Distance]()
    for n, promise in enumerate(promised):
        behind = [each[0] - each[n] for each in ends]
        points = (sum(behind) + trust * (promised[0] - promise)) / (worlds + trust)
        error = hypot(standard_error(behind), (points - _mean(behind)) / 2)
        found.append(Distance(points, error, worlds))
    return found


def in_a_world(
    imagined: Imagination[Any, Any, Any], observation: Any, actions: Sequence[Any], rng: Chooser
) -> list[float]:
    """Return how many points ahead the viewer ends after each of these actions, in one world."""
    return _ends(imagined, observation, [(each,) for each in actions], rng)


def _ends(
    imagined: Imagination[Any, Any, Any],
    observation: Any,
    ways: Sequence[Sequence[Any]],
    rng: Chooser,
) -> list[float]:
    """Return how many points ahead the viewer ends after each of these ways, in one world.

    A way is an action, or all that are sealed at the same moment. The world is sampled; what chance
    brings later is the same for all of them.
    """
    start, me = imagined.sampled(observation, rng), Seat(int(observation.viewer))
    chance = rng.getrandbits(64)
    stages = imagined.stages if imagined.sees_farther(observation) else 1
    return [_played(imagined, start, me, each, chance, stages) for each in ways]


def _played(
    imagined: Imagination[Any, Any, Any],
    start: Any,
    me: Seat,
    way: Sequence[Any],
    chance: int,
    stages: int,
) -> float:
    """Return how many points ahead `me` ends in this world if it goes this way now."""
    game, state = imagined.game, start
    streams = dict[Hashable, Random]()

    def stream(who: Actor) -> Random:
        """Return where the chance of what happens now comes from."""
        key = imagined.stream(state, who)
        if key not in streams:
            seed = chance if key is None else f"{chance} {key}"
            streams[key] = Random(seed)  # noqa: S311 - an imagined world
        return streams[key]

    for action in way:
        state = game.apply(state, Move(me, action)).state
    for _ in range(LONGEST):
        node = game.node(state)
        if isinstance(node, Decision):
            if imagined.is_far(start, state):
                stages -= 1
                if not stages:
                    break
                start = state
            seat = min(node.seats)
            state = game.apply(state, Move(seat, imagined.reply(state, seat, stream(seat)))).state
        elif isinstance(node, Chance):
            drawn = drawn_from(list(node.outcomes.items()), stream(CHANCE))
            state = game.apply(state, Move(CHANCE, drawn)).state
        else:
            break
    # The lead in the end is an int in some titles; a worker's answer has nothing but floats.
    return float(imagined.worth(state, me))


def drawn_from(weights: Sequence[tuple[T, int]], rng: Chooser) -> T:
    """Return one of the outcomes, by their weights."""
    totals = list(accumulate(weight for _, weight in weights))
    number = rng.random() * totals[-1]
    return next(
        outcome for (outcome, _), total in zip(weights, totals, strict=True) if number < total
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for fewer than two values."""
    if len(values) < 2:
        return float("inf")
    mean = _mean(values)
    return sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))
