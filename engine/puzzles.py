"""Puzzles: positions of simulated matches in which one move is clearly the best.

Everything follows from a public text, the seed, and a budget of work, never from time. So every
process with this version finds the same puzzle for the same seed. Another version may find another
one, so the caller keeps what was found.

`making` finds one. It plays a match, looks at its decisions by a quick search, and checks those
that look clear in many worlds which that search has not seen. What is left is played to the end of
the match, and shown to players who don't look ahead: it must matter, and be worth a minute.
"""

from collections.abc import Generator, Sequence
from dataclasses import fields, replace
from datetime import date
from functools import partial
from hashlib import sha256
from itertools import islice, zip_longest
from json import dumps, loads
from math import hypot
from random import Random  # noqa: TID251 - of a public seed
from statistics import fmean
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from engine.agents import agent
from engine.agents.heuristics import CHARACTERS, AnyHeuristics, heuristics_of
from engine.agents.search import Candidate, in_a_world, searched, standard_error
from engine.draws import SealedDraws, commitment, key
from engine.game import Decision, Finished, Seat, Setup
from engine.record import Record, canonical, spelled
from engine.record_text import read_record, write_record
from engine.referee import Referee, new_header
from engine.registry import game, games
from engine.replay import Replay
from engine.values import dataclass

FEWEST: Final = 4
"""At least how many moves the player chooses from."""
MOST: Final = 5
"""At most how many moves the player chooses from; moves that are alike are added up to `FEWEST`."""
SURE: Final = 4.0
"""By at least how many standard errors the best move beats any other that was checked."""
MATTERS: Final = 0.08
"""By at least how much the best move changes the chance to win, beside the second one."""
DECIDED: Final = 0.1
"""A match is decided if nobody can win it, or lose it, more often than that."""
GUESSED: Final = 0.5
"""In at most how many tries of a beginner it is the first choice."""
TRIES: Final = 20


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work goes into a puzzle, and how clear it must be.

    At most `matches` of a title are played. Of each, `looked` decisions are looked at with
    `playouts` (None: those of the title), and `checked` of these are checked, in `rounds` of
    `worlds` worlds each. The best move must be `margin` points better than any other. It and the
    second one are played to the end of the match in at most `ends` times `ended` worlds.
    """

    matches: int = 12
    looked: int = 16
    playouts: int | None = None
    checked: int = 4
    rounds: int = 6
    worlds: int = 20
    margin: float = 2.0
    ends: int = 10
    ended: int = 16


EFFORT: Final = Effort()


class Place(NamedTuple):
    """A decision of a match: who acts before which line, what they see and may do."""

    line: int
    seat: Seat
    observation: Any
    legal: tuple[Any, ...]


class Looked(NamedTuple):
    """What was found of a decision: by looking ahead, and what looks best at once."""

    found: list[Candidate]
    tempting: tuple[Any, ...]


class Simulated(NamedTuple):
    """A match that computer players have played, and decisions of it that leave a choice."""

    record: Record[Any]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with moves to choose from, of which one is the best.

    `record` ends where `seat` is to act. `values` are what the `options` are worth, by
    `Imagination.worth`, in the mean of `worlds` worlds; `errors` are the standard errors by which
    the best one, the `answer`, is better than each. `obvious` is the option that looks best without
    looking ahead; None: none of them.
    """

    record: Record[Any]
    seat: Seat
    options: tuple[Any, ...]
    answer: int
    values: tuple[float, ...]
    errors: tuple[float, ...]
    worlds: int
    obvious: int | None = None


class PuzzleJob(Protocol):
    """A part of the work, as a value that can be packed; it takes a few seconds at most."""

    def done(self) -> Any:
        """Do it, and return what came of it; the same every time."""

    def written(self, came: Any) -> str:
        """Return what came of it as text."""

    def read(self, text: str) -> Any:
        """Return what `written` wrote; raise an error for anything else."""


Making: TypeAlias = Generator[PuzzleJob, Any, Puzzle | None]
"""Yields jobs, is sent what came of each, and returns the puzzle; None: it found none."""


def titles() -> tuple[str, ...]:
    """Return the titles that puzzles can be made of: they can imagine worlds."""
    known = ((title, heuristics_of(title)) for title in sorted(games()))
    return tuple(title for title, each in known if each is not None and each.imagination)


def _known(title: str) -> AnyHeuristics:
    known = heuristics_of(title)
    if known is None or known.imagination is None:
        raise ValueError(title)
    return known


@dataclass(frozen=True, slots=True)
class Simulate:
    """Play a match of a title, as the seed says."""

    title: str
    seed: str
    looked: int

    def done(self) -> Simulated:
        """Return the match, and decisions of it that leave a choice."""
        rules = game(self.title)
        rng = Random(self.seed)  # noqa: S311 - public
        setup = Setup(rng.choice(rules.meta.seats))
        characters = [rng.choice(sorted(CHARACTERS)) for _ in range(setup.seats)]
        players = [agent(f"greedy:{each}") for each in characters]
        secret = sha256(self.seed.encode()).digest()
        joins = tuple(f"seat {n}" for n in range(1, setup.seats + 1))
        draws, referee = SealedDraws(key(secret, joins)), Referee(rules)
        header = new_header(rules, setup, commitment(secret), joins)
        progress, places = referee.begin(header, draws), list[Place]()
        while isinstance(node := rules.node(progress.state), Decision):
            seat = min(node.seats)
            legal = tuple(rules.legal_actions(progress.state, seat))
            seen = rules.observe(progress.state, seat)
            if len(legal) >= FEWEST:
                places.append(Place(len(progress.record.entries), seat, seen, legal))
            progress = referee.submit(progress, seat, players[seat].choose(seen, legal, rng), draws)
        return Simulated(progress.record, _mixed(places, self.looked, rng))

    def written(self, came: Simulated) -> str:
        """Return what came of it as text: what a seat saw follows from the record."""
        places = [[each.line, each.seat] for each in came.places]
        return dumps([write_record(game(self.title), came.record), places])

    def read(self, text: str) -> Simulated:
        """Return what `written` wrote; the record is replayed.

        Raises `ValueError` or `EngineError`, or what else comes of a text that is none of ours.
        """
        (played, places), rules = loads(text), game(self.title)
        record = read_record({self.title: rules}, played)
        replay, found = Replay(rules, record), list[Place]()
        for line, seat in places:
            if type(line) is not int or not 0 <= line < len(record.entries):
                raise ValueError(line)
            state = replay.before(line)
            node = rules.node(state)
            if not isinstance(node, Decision) or seat not in node.seats:
                raise ValueError(seat)
            legal = tuple(rules.legal_actions(state, seat))
            found.append(Place(line, Seat(seat), rules.observe(state, Seat(seat)), legal))
        return Simulated(record, tuple(found))


def _mixed(places: Sequence[Place], count: int, rng: Random) -> tuple[Place, ...]:
    """Return at most `count` places in their order, taken in turn from each kind of choice."""
    kinds = dict[tuple[str, ...], list[Place]]()
    for each in rng.sample(places, len(places)):
        kind = tuple(sorted({type(action).__name__ for action in each.legal}))
        kinds.setdefault(kind, []).append(each)
    in_turn = (each for row in zip_longest(*kinds.values()) for each in row if each is not None)
    return tuple(sorted(islice(in_turn, count), key=lambda each: each.line))


@dataclass(frozen=True, slots=True)
class Look:
    """Look ahead from a decision, as an expert does."""

    title: str
    place: Place
    seed: str
    playouts: int | None = None

    def done(self) -> Looked:
        """Return what the search finds, and what looks best without it, the best first."""
        rng, known = Random(self.seed), _known(self.title)  # noqa: S311 - public
        seen, legal = self.place.observation, self.place.legal
        assert known.imagination is not None
        playouts = known.imagination.playouts if self.playouts is None else self.playouts
        found = searched(known, seen, legal, rng, playouts)
        # Of actions that are alike the search's one stands for all: no two of them are compared.
        alike = partial(known.imagination.alike, seen)
        kinds = {alike(each.action): each.action for each in found}
        ranked = (each.action for each in known.ranked(seen, legal))
        tempting = tuple(dict.fromkeys(kinds.setdefault(alike(each), each) for each in ranked))
        return Looked(found, tempting[: 2 * FEWEST])

    def written(self, came: Looked) -> str:
        """Return what came of it as text."""
        found = [[canonical(action), *figures] for action, *figures in came.found]
        return dumps([found, [canonical(each) for each in came.tempting]])

    def read(self, text: str) -> Looked:
        """Return what `written` wrote: of the legal actions, and no others.

        Raises `ValueError`, or what else comes of a text that is none of ours.
        """
        candidates, tempting = loads(text)
        found = list[Candidate]()
        for action, value, error, lines in candidates:
            if (type(value), type(error), type(lines)) != (float, float, int):
                raise ValueError(text)
            found.append(Candidate(spelled(self.place.legal, action), value, error, lines))
        return Looked(found, tuple(spelled(self.place.legal, each) for each in tempting))


@dataclass(frozen=True, slots=True)
class Check:
    """A job: play on after each of the moves, in each of `worlds` worlds."""

    title: str
    observation: Any
    actions: tuple[Any, ...]
    seed: str
    worlds: int

    def done(self) -> list[list[float]]:
        """Return what each move came to be worth in each world."""
        imagined = _known(self.title).imagination
        assert imagined is not None
        streams = (Random(f"{self.seed}:{n}") for n in range(self.worlds))  # noqa: S311 - public
        ends = [in_a_world(imagined, self.observation, self.actions, each) for each in streams]
        return [list(each) for each in zip(*ends, strict=True)]

    def written(self, came: list[list[float]]) -> str:
        """Return what came of it as text."""
        return dumps(came)

    def read(self, text: str) -> list[list[float]]:
        """Return what `written` wrote: of each action a number for each world.

        Raises `ValueError`, or what else comes of a text that is none of ours.
        """
        came: list[list[float]] = loads(text)
        if [len(each) for each in came] != [self.worlds] * len(self.actions):
            raise ValueError(text)
        if any(type(value) is not float for each in came for value in each):
            raise ValueError(text)
        return came


@dataclass(frozen=True, slots=True)
class Finish(Check):
    """A job: play on after each of the moves to the end of the match, in as many worlds."""

    def done(self) -> list[list[float]]:
        """Return what of the first place each move brought in each world: 1, a share, or 0."""
        imagined = _known(self.title).imagination
        assert imagined is not None
        rules = imagined.game

        def won(state: Any, seat: Seat) -> float:
            node = rules.node(state)
            ranks = node.outcome.ranks if isinstance(node, Finished) else ()
            return (ranks[seat] == 1) / ranks.count(1) if ranks else 0.0

        to_the_end = replace(imagined, is_far=lambda *_: False, worth=won)
        streams = (Random(f"{self.seed}:{n}") for n in range(self.worlds))  # noqa: S311 - public
        ends = [in_a_world(to_the_end, self.observation, self.actions, each) for each in streams]
        return [list(each) for each in zip(*ends, strict=True)]


class Guessed(NamedTuple):
    """In what share of their tries players who don't look ahead choose the best move at once."""

    greedy: float
    beginner: float


@dataclass(frozen=True, slots=True)
class Guess:
    """A job: let players who don't look ahead choose, of all moves and of those to choose from."""

    title: str
    place: Place
    options: tuple[Any, ...]
    answer: int
    seed: str

    def done(self) -> Guessed:
        """Return how often each finds the answer; of the two questions, the easier one."""
        imagined, rng = _known(self.title).imagination, Random(self.seed)  # noqa: S311 - public
        assert imagined is not None
        alike = partial(imagined.alike, self.place.observation)
        answer, shares = alike(self.options[self.answer]), list[float]()
        for player in (agent("greedy"), agent("beginner")):
            found = [
                fmean(
                    alike(player.choose(self.place.observation, ways, rng)) == answer
                    for _ in range(TRIES)
                )
                for ways in (self.place.legal, self.options)
            ]
            shares.append(max(found))
        return Guessed(*shares)

    def written(self, came: Guessed) -> str:
        """Return what came of it as text."""
        return dumps(came)

    def read(self, text: str) -> Guessed:
        """Return what `written` wrote; raise `ValueError` or what else comes of another text."""
        greedy, beginner = loads(text)
        if (type(greedy), type(beginner)) != (float, float):
            raise ValueError(text)
        return Guessed(greedy, beginner)


Refusal: TypeAlias = Literal["greedy", "beginner", "decided", "matters-little"]
"""Why a position is no puzzle: who finds it without a look ahead, or that little hangs on it."""


def found_at_once(guessed: Guessed) -> Refusal | None:
    """Return who finds the best move without a look ahead, if that is too easy."""
    if guessed.greedy > 0:
        return "greedy"
    return "beginner" if guessed.beginner > GUESSED else None


def refusal(guessed: Guessed, best: Sequence[float], second: Sequence[float]) -> Refusal | None:
    """Return why a position is not worth a minute, if it isn't.

    `best` and `second` are what of the first place these two moves brought, in the same worlds.
    """
    if (found := found_at_once(guessed)) is not None:
        return found
    if fmean(best) < DECIDED or fmean(second) > 1 - DECIDED:
        return "decided"
    more = [one - other for one, other in zip(best, second, strict=True)]
    return "matters-little" if fmean(more) - standard_error(more) < MATTERS else None


class _Judged(NamedTuple):
    """What a check found: moves, the best first, each with its mean and how sure the best is."""

    actions: tuple[Any, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    worlds: int

    def clear(self, margin: float) -> "_Judged":
        """Return the best and those that are surely that much worse; not what is about equal."""
        first, sure = self.values[0], [0]
        for n, (value, error) in enumerate(zip(self.values, self.errors, strict=True)):
            if n and first - value >= max(margin, SURE * error):
                sure.append(n)
        return _Judged(
            tuple(self.actions[n] for n in sure),
            tuple(self.values[n] for n in sure),
            tuple(self.errors[n] for n in sure),
            self.worlds,
        )

    def can_be_clear(self, margin: float) -> bool:
        """Say whether enough others may still turn out to be that much worse."""
        first, others = self.values[0], zip(self.values[1:], self.errors[1:], strict=True)
        return sum(first - value + 2 * error >= margin for value, error in others) >= FEWEST - 1


def titles_for(day: date) -> tuple[str, ...]:
    """Return the title whose turn it is, then those that are tried if it has nothing clear.

    In each round of titles the other way about, so that no title gets all that another one lacks.
    """
    every = titles()
    if not every:
        return ()
    round_, turn = divmod(day.toordinal(), len(every))
    first, *rest = every[turn:] + every[:turn]
    return (first, *(rest[::-1] if round_ % 2 else rest))


def making(day: date, seed: str, effort: Effort = EFFORT) -> Making:
    """Find the puzzle of a day."""
    for title in titles_for(day):
        turn = day.toordinal() // len(titles())
        puzzle = yield from _made_of(title, f"{seed} {day.isoformat()}", seed, turn, effort)
        if puzzle is not None:
            return puzzle
    return None


class Promising(NamedTuple):
    """A decision that may make a puzzle: how sure the quick search is of its best move."""

    sure: float
    place: Place
    looked: Looked


def in_order(found: Sequence[Promising], turn: int) -> list[Promising]:
    """Return decisions: those first whose best move is of the kind whose turn it is."""
    kinds = sorted({_kind(each) for each in found})

    def key(each: Promising) -> tuple[int, float, int]:
        return (kinds.index(_kind(each)) - turn) % len(kinds), -each.sure, each.place.line

    return sorted(found, key=key)


def _kind(promising: Promising) -> str:
    return type(promising.looked.found[0].action).__name__


def _made_of(title: str, name: str, seed: str, turn: int, effort: Effort) -> Making:
    """Find a puzzle in matches of a title that are played for this name."""
    for n in range(effort.matches):
        named = f"{name} {n}"
        played: Simulated = yield Simulate(title, named, effort.looked)
        promising = list[Promising]()
        for place in played.places:
            looked: Looked = yield Look(title, place, f"{named} {place.line}", effort.playouts)
            first, at_once = looked.found[0], looked.tempting[0]
            # What looks best at once must be worse: else there is no riddle.
            other = next((each for each in looked.found[1:] if each.action == at_once), None)
            if other is None:
                continue
            ahead, error = first.value - other.value, hypot(first.error, other.error)
            if ahead >= effort.margin:
                promising.append(Promising(ahead / max(error, 0.1), place, looked))
        for _, place, looked in in_order(promising, turn)[: effort.checked]:
            judged = yield from _checked(title, place, looked, named, effort)
            if judged is None or looked.tempting[0] not in judged.actions[1:]:
                continue
            puzzle = _puzzle(played, place, looked, judged, seed)
            asked = Guess(
                title, place, puzzle.options, puzzle.answer, f"{named} {place.line} guess"
            )
            guessed: Guessed = yield asked
            if (yield from _refused(title, place, judged, guessed, named, effort)) is None:
                return puzzle
    return None


def _refused(
    title: str, place: Place, judged: _Judged, guessed: Guessed, seed: str, effort: Effort
) -> Generator[PuzzleJob, Any, Refusal | None]:
    """Play the two best moves to the end of the match, as long as it may still be a puzzle."""
    ends: tuple[list[float], list[float]] = ([], [])
    if (refused := found_at_once(guessed)) is not None:
        return refused
    for n in range(effort.ends):
        named, two = f"{seed} {place.line} end {n}", judged.actions[:2]
        for known, new in zip(
            ends, (yield Finish(title, place.observation, two, named, effort.ended)), strict=True
        ):
            known.extend(new)
        refused = refusal(guessed, *ends)
        more = [one - other for one, other in zip(*ends, strict=True)]
        if fmean(more) + 2 * standard_error(more) < MATTERS:
            break
    return refused


def _checked(
    title: str, place: Place, looked: Looked, seed: str, effort: Effort
) -> Generator[PuzzleJob, Any, _Judged | None]:
    """Play on the moves that look best, by the search or at once; None: nothing is clear.

    What is about as good as the best isn't returned: nobody has to choose between the two.
    """
    wanted = [each.action for each in looked.found[:FEWEST]]
    actions = tuple(dict.fromkeys((*wanted, *looked.tempting)))
    values: list[list[float]] = [[] for _ in actions]
    judged = None
    for n in range(effort.rounds):
        named = f"{seed} {place.line} check {n}"
        more = yield Check(title, place.observation, actions, named, effort.worlds)
        for known, new in zip(values, more, strict=True):
            known.extend(new)
        judged = _judged(actions, values)
        if not judged.can_be_clear(effort.margin):
            return None
    clear = None if judged is None else judged.clear(effort.margin)
    return clear if clear is not None and len(clear.actions) >= FEWEST else None


def _judged(actions: Sequence[Any], values: Sequence[Sequence[float]]) -> _Judged:
    order = sorted(range(len(actions)), key=lambda n: -fmean(values[n]))
    best = values[order[0]]
    return _Judged(
        tuple(actions[n] for n in order),
        tuple(fmean(values[n]) for n in order),
        tuple(standard_error([a - b for a, b in zip(best, values[n], strict=True)]) for n in order),
        len(best),
    )


def _puzzle(played: Simulated, place: Place, looked: Looked, judged: _Judged, seed: str) -> Puzzle:
    """Return the puzzle: the best move among those that tempt most."""
    best, *worse = judged.actions
    tempting = [each for each in looked.tempting if each in worse]
    wrong = [*tempting, *(each for each in worse if each not in tempting)]
    chosen = [best]
    for is_picky in (True, False):
        for each in wrong:
            if len(chosen) < (MOST if is_picky else FEWEST) and each not in chosen:
                if is_picky and any(_are_alike(each, other) for other in chosen):
                    continue
                chosen.append(each)
    # Their order follows from what they are, not from what they are worth.
    chosen.sort(key=lambda each: sha256(f"{seed} {canonical(each)}".encode()).digest())
    numbers, obvious = [judged.actions.index(each) for each in chosen], looked.tempting[0]
    return Puzzle(
        replace(played.record, entries=played.record.entries[: place.line]),
        place.seat,
        tuple(chosen),
        chosen.index(best),
        tuple(judged.values[n] for n in numbers),
        tuple(judged.errors[n] for n in numbers),
        judged.worlds,
        chosen.index(obvious) if obvious in chosen else None,
    )


def _are_alike(one: Any, other: Any) -> bool:
    """Say whether two moves differ in one part of three or more: the same place, turned."""
    if type(one) is not type(other):
        return False
    parts = [each.name for each in fields(one)]
    differing = [name for name in parts if getattr(one, name) != getattr(other, name)]
    # One of the fields is the type.
    return len(differing) <= (len(parts) - 1) // 3


def done(work: Making) -> Puzzle | None:
    """Do all jobs one after the other, and return what comes of them."""
    result: Any = None
    while True:
        try:
            job = work.send(result)
        except StopIteration as end:
            found: Puzzle | None = end.value
            return found
        result = job.done()
