"""Looks back on a match that is over: each decision beside the best found, and the luck of draws.

A decision is judged by what its seat knew then. How lucky a seat was says the title's own judge of
positions (`Imagination.worth`): what came, against what was to be expected.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random  # noqa: TID251 - the chance of imagined worlds, which a record names
from statistics import fmean
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from engine.agents.heuristics import (
    FAITHFUL,
    AnyHeuristics,
    Chooser,
    Imagination,
    Promise,
    heuristics_of,
)
from engine.agents.search import LONGEST, drawn_from, in_a_world, searched, standard_error
from engine.game import CHANCE, AnyGame, Chance, Decision, Move, Seat, Setup
from engine.record import Record, canonical, standing
from engine.record_text import read_action
from engine.values import dataclass

POSITIONS: Final = 48
"""About how many positions are judged to estimate what draws in a row were expected to bring."""
MOST_SHOWN: Final = 3
"""At most how many of a seat's best decisions, and of its worst, its review shows."""
LEAST: Final = 0.5
"""Points: what is won or lost by less is nothing to talk about."""

RIVALS: Final = 3
"""With how many of the best others the played action is compared at last."""
MORE: Final = 5
"""At most how many times as many lines as an expert plays go into that."""
SURE: Final = 2.0
"""How many standard errors from an estimate the truth lies at most, 95 times of 100."""
CLOSE: Final = 0.25
"""What is won or lost is known well enough when it is sure within this part of it."""

UNSURE: Final = 999.0
"""Points: an error that is greater says no more."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision beside the best that a search finds, by the title's own judge of positions.

    The search is an expert's with the title's usual number of lines and candidates: an expert plays
    more of them (`effort`, `breadth`), which would take minutes for a match.
    `better` is the best action, as canonical text, and `loss` what it would have brought more;
    None if the played one was as good. Then `gain` is what that brings more than others that look
    good on average. `error` is the standard error of either.
    """

    line: int
    seat: Seat
    better: str | None = None
    loss: float = 0.0
    gain: float = 0.0
    error: float = 0.0
    type: Literal["judgement"] = "judgement"

    @property
    def between(self) -> tuple[float, float]:
        """Between what the loss, or the gain, lies most probably; nothing below 0 is."""
        apart = self.gain if self.better is None else self.loss
        return max(0.0, apart - SURE * self.error), apart + SURE * self.error


@dataclass(frozen=True, slots=True)
class Luck:
    """What draws in a row brought each seat beyond what was to be expected, and than the others.

    By the title's own judge of positions; over all seats it makes nought.
    """

    line: int
    points: tuple[float, ...]
    type: Literal["luck"] = "luck"


Finding: TypeAlias = Judgement | Luck

_FINDINGS: Final[TypeAdapter[Finding]] = TypeAdapter(
    Annotated[Finding, Field(discriminator="type")]
)


def write_finding(finding: Finding) -> str:
    """Return a finding as text."""
    return _FINDINGS.dump_json(finding).decode()


def read_finding(text: str) -> Finding:
    """Read what `write_finding` wrote; raise `ValueError`."""
    return _FINDINGS.validate_json(text)


@dataclass(frozen=True, slots=True)
class Task:
    """A decision, or draws in a row, with all moves before: it can be judged anywhere.

    `line` is the seq of the first of its `moves`. It is chance's if they are. `digest` is that of
    the line, from which the chance of imagined worlds comes. `promises` are the promises given
    before.
    """

    line: int
    game: str
    rules_version: int
    setup: Setup
    before: tuple[Move[Any], ...]
    moves: tuple[Move[Any], ...]
    digest: str
    promises: tuple[Promise, ...] = ()

    def done(self) -> Finding:
        """Judge it; the same every time. Raises `ValueError` if it `can_be_reviewed` by nobody."""
        known = heuristics_of(self.game)
        if known is None or known.imagination is None:
            raise ValueError(self.game)
        rules = known.imagination.game
        state = played(rules, rules.initial(self.setup, self.rules_version), self.before)
        rng, actor = Random(f"review {self.digest}"), self.moves[0].actor  # noqa: S311
        if actor == CHANCE:
            drawn = [each.action for each in self.moves]
            seats = self.setup.seats
            return Luck(self.line, luck(known.imagination, state, drawn, seats, rng))
        seen, legal = rules.observe(state, actor), tuple(rules.legal_actions(state, actor))
        action = self.moves[0].action
        return judged(known, seen, legal, action, rng, self.line, promises=self.promises)

    def written(self, came: Finding) -> str:
        """Return what came of it as text."""
        return write_finding(came)

    def read(self, text: str) -> Finding:
        """Return what `written` wrote; raise `ValueError`, also for what isn't about this line."""
        finding, actor = read_finding(text), self.moves[0].actor
        known = heuristics_of(self.game)
        assert known is not None
        assert known.imagination is not None
        is_own = finding.line == self.line and write_finding(finding) == text
        if isinstance(finding, Luck):
            is_own &= actor == CHANCE and len(finding.points) == self.setup.seats
        else:
            is_own &= actor == finding.seat
            if finding.better is not None:
                read_action(known.imagination.game, finding.better)
        if not is_own:
            raise ValueError(text)
        return finding


def can_be_reviewed(game: str) -> bool:
    """Say whether a title can imagine worlds, without which nobody can say what was better."""
    known = heuristics_of(game)
    return known is not None and known.imagination is not None


def tasks(game: AnyGame, record: Record[Any], seats: frozenset[Seat] | None = None) -> list[Task]:
    """Return what there is to judge in a record, in the order of its lines.

    Decisions of these seats, if any are named; only those for which the table waited, and which had
    more than one way. What was taken back isn't judged.
    """
    header = record.header
    setup = Setup(header.setup.seats, header.setup.variants, dict(header.setup.options))
    state = game.initial(setup, header.rules_version)
    found, before = list[Task](), list[Move[Any]]()
    for is_chance, lines in groupby(
        (record.entries[line] for line in standing(record.entries)),
        lambda entry: entry.move is not None and entry.move.actor == CHANCE,
    ):
        rows = [(each, each.move) for each in lines if each.move is not None]
        for first in range(1 if is_chance else len(rows)):
            entry, move = rows[first]
            moves = tuple(each for _, each in (rows if is_chance else rows[first : first + 1]))
            if is_chance or _is_choice(game, state, move, seats):
                version, digest = header.rules_version, entry.digest
                found.append(
                    Task(entry.seq, header.game, version, setup, tuple(before), moves, digest)
                )
            state = played(game, state, moves)
            before += moves
    return found


def _is_choice(game: AnyGame, state: Any, move: Move[Any], seats: frozenset[Seat] | None) -> bool:
    """Say whether a move is of these seats, was waited for, and was not the only one."""
    node, actor = game.node(state), move.actor
    if not isinstance(node, Decision) or actor not in node.seats:
        return False
    return (seats is None or actor in seats) and len(game.legal_actions(state, actor)) > 1


def played(game: AnyGame, state: Any, moves: Sequence[Move[Any]]) -> Any:
    """Return the state after these moves."""
    for each in moves:
        state = game.apply(state, each).state
    return state


def judged(
    known: AnyHeuristics,
    observation: Any,
    legal: Sequence[Any],
    action: Any,
    rng: Chooser,
    line: int = 0,
    playouts: int | None = None,
    promises: Sequence[Promise] = (),
) -> Judgement:
    """Hold the action that was played against what a search finds best of the legal ones.

    Nobody is told to break a promise: what does so isn't looked at, unless it was played.
    They are compared once more, in other worlds than those in which the best one was found: in
    these it was lucky, or it would not have been found. What may be worth a word is compared in
    more and more worlds until it is known well enough.
    """
    imagined, seat = known.imagination, Seat(int(observation.viewer))
    if imagined is None:
        raise ValueError(known)
    budget = imagined.playouts if playouts is None else playouts
    ways = known.kept(observation, legal, promises, FAITHFUL)
    found = searched(known, observation, ways, rng, budget, also=(action,))
    kind = imagined.alike(observation, action)
    others = [each for each in found if imagined.alike(observation, each.action) != kind]
    if not others:
        return Judgement(line, seat)
    actions = (action, *(each.action for each in others[:RIVALS]))
    values: list[list[float]] = [[] for _ in actions]

    def more(lines: int) -> None:
        for _ in range(max(2, lines // len(actions))):
            ends = in_a_world(imagined, observation, actions, rng)
            for each, value in zip(values, ends, strict=True):
                each.append(value)

    more(budget)
    for n in range(MORE):
        best = max(range(1, len(actions)), key=lambda each: fmean(values[each]))
        loss = [theirs - mine for mine, theirs in zip(values[0], values[best], strict=True)]
        usual = [mine - fmean(theirs) for mine, *theirs in zip(*values, strict=True)]
        is_worse = fmean(loss) > 0
        told = loss if is_worse else usual
        apart, error = fmean(told), standard_error(told)
        if n == MORE - 1 or apart + SURE * error < LEAST or SURE * error <= CLOSE * apart:
            break
        more(budget)
    if is_worse:
        return Judgement(line, seat, canonical(actions[best]), apart, error=_finite(error))
    return Judgement(line, seat, gain=max(0.0, apart), error=_finite(error))


def _finite(error: float) -> float:
    """Return an error as a number that can be written: of a single line it is infinite."""
    return min(error, UNSURE)


def luck(
    imagined: Imagination[Any, Any, Any],
    state: Any,
    drawn: Sequence[Any],
    seats: int,
    rng: Chooser,
    positions: int = POSITIONS,
) -> tuple[float, ...]:
    """Return what draws in a row brought each seat, beyond what was to be expected before them.

    Over all draws that could have come it makes nought for each seat, and over the seats for each
    draw: what all gain is luck for nobody.
    """
    after = played(imagined.game, state, [Move(CHANCE, each) for each in drawn])
    ends = list(_ends(imagined, state, rng, positions))
    still_open = [
        each for each in (after, *(end for _, end in ends)) if imagined.is_open(each, each)
    ]
    varies = any(_varies(imagined, each) for each in still_open[:2])
    # The same seeds play on what came and what could have come, so that luck later on cancels out.
    seeds = [rng.getrandbits(64) for _ in range(2 * positions if varies else 1)]
    each_time = len(seeds) // len(ends) or 1
    points = [0.0] * seats

    def count(weight: float, end: Any, seed: int) -> None:
        settled = _settled(imagined, end, Random(seed))  # noqa: S311 - an imagined world
        for seat in range(seats):
            points[seat] += weight * imagined.worth(settled, Seat(seat))

    for seed in seeds:
        count(1 / len(seeds), after, seed)
    for n, (weight, end) in enumerate(ends):
        for again in range(each_time):
            count(-weight / each_time, end, seeds[(n * each_time + again) % len(seeds)])
    return evened(points)


def evened(points: Sequence[float]) -> tuple[float, ...]:
    """Return points less the mean of all seats."""
    mean = fmean(points)
    return tuple(each - mean for each in points)


def _settled(imagined: Imagination[Any, Any, Any], state: Any, rng: Chooser) -> Any:
    """Play on until what was drawn shows in what a position is worth."""
    game, start = imagined.game, state
    for _ in range(LONGEST):
        node = game.node(state)
        if not imagined.is_open(start, state):
            break
        if isinstance(node, Chance):
            state = game.apply(
                state, Move(CHANCE, drawn_from(list(node.outcomes.items()), rng))
            ).state
        elif isinstance(node, Decision):
            seat = min(node.seats)
            state = game.apply(state, Move(seat, imagined.reply(state, seat, rng))).state
        else:
            break
    return state


def _varies(imagined: Imagination[Any, Any, Any], state: Any) -> bool:
    """Say whether chance has a part in how a state settles."""
    rng = Random(0)  # noqa: S311 - an imagined world
    before = rng.getstate()
    _settled(imagined, state, rng)
    return rng.getstate() != before


def _ends(
    imagined: Imagination[Any, Any, Any], state: Any, rng: Chooser, positions: int
) -> Iterator[tuple[float, Any]]:
    """Yield states in which chance has drawn all it draws now, with weights that make 1 in all.

    All of them, if there are no more than `positions`; else about that number, drawn by chance.
    """
    node = imagined.game.node(state)
    if not isinstance(node, Chance):
        yield 1.0, state
        return
    total = sum(node.outcomes.values())
    weights = [(each, n / total) for each, n in node.outcomes.items()]
    if len(weights) > positions:
        outcomes = list(node.outcomes.items())
        weights = [(drawn_from(outcomes, rng), 1 / positions) for _ in range(positions)]
    for action, weight in weights:
        after = imagined.game.apply(state, Move(CHANCE, action)).state
        for part, end in _ends(imagined, after, rng, max(1, positions // len(weights))):
            yield weight * part, end


@dataclass(frozen=True, slots=True)
class Summary:
    """A match for one seat: its luck, and those best and worst decisions that surely matter most.

    They stand in the order of the match: which of two that differ by less than their errors is the
    worse one nobody knows. `judged` is how many decisions there were to judge, `lost` what better
    ones would have brought.
    """

    seat: Seat
    luck: float
    best: tuple[Judgement, ...]
    worst: tuple[Judgement, ...]
    judged: int
    lost: float


def summary(findings: Sequence[Finding], seat: Seat) -> Summary:
    """Return what findings say of a seat."""
    # What was stored by earlier versions made something else than nought over the seats.
    fortune = sum(evened(each.points)[seat] for each in findings if isinstance(each, Luck))
    own = [each for each in findings if isinstance(each, Judgement) and each.seat == seat]
    # What may be nothing but chance is held against nobody, and praises nobody.
    certain = [each for each in own if each.between[0] > 0]
    bad = [each for each in certain if each.loss >= LEAST]
    lost = sum(each.loss for each in bad)
    best = _surest([each for each in certain if each.gain >= LEAST])
    return Summary(seat, fortune, best, _surest(bad), len(own), lost)


def _surest(judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Return those that matter most even at least, in the order of the match."""
    first = sorted(judgements, key=lambda each: -each.between[0])[:MOST_SHOWN]
    return tuple(sorted(first, key=lambda each: each.line))
