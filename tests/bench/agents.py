"""How well computer players play, how long they think, and how much memory that takes.

One agent meets others that are all alike. Matches go in rounds: in each it sits in every seat once,
with the same draws. A win counts 1, a shared first place its share.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import mean, median
from time import process_time
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.draws import SealedDraws
from engine.game import AnyGame, Decision, Outcome, Seat, Setup
from engine.record import Record
from engine.referee import Progress, Referee, new_header
from engine.registry import game, games
from tests.bench import thinking

ROUNDS: Final = 2
Z: Final = 1.96
"""Of a confidence interval of 95 %."""


class Played(NamedTuple):
    """A match: what the one agent won of it, the points ahead of its best rival, its seconds.

    `seconds` are the processor times of its decisions between several actions, `kilobytes` the most
    memory that the process has had.
    """

    won: float
    ahead: int
    seconds: tuple[float, ...]
    kilobytes: int


class Meeting(NamedTuple):
    """Who meets whom at which table; `matches` are played, from the one with the number `first`."""

    title: str
    seats: int
    one: str
    others: str
    matches: int
    first: int = 0
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return what it is called in a table of figures."""
        return f"{self.title}_{self.seats}_{self.one}_against_{self.others}"


def measure(*how: str | int) -> dict[str, float | str]:
    """Return figures of meetings as they are typed, the last is how many processes play them.

    "seismic:2:expert:greedy.rival:200:1000": title, seats, the one, the others, matches, and the
    number of the first one, which is 0 if it isn't given. Without any a few matches of each title:
    a quick look. Raises `ValueError`, `EngineError`.
    """
    figures: dict[str, float | str] = {}
    if how:
        *typed, jobs = how
        meetings = [_read(str(each)) for each in typed]
        for meeting in meetings:
            figures |= met(meeting, int(jobs))
        return figures | thinking.measure(dict.fromkeys(each.title for each in meetings))
    for key, rules in games().items():
        seats = min(rules.meta.seats)
        for one, others in (("expert", "greedy"), ("greedy", "beginner")):
            figures |= met(Meeting(key, seats, one, others, ROUNDS * seats))
    return figures | thinking.measure(games())


def _read(typed: str) -> Meeting:
    try:
        parts = typed.split(":")
        title, seats, one, others, matches, first = parts if len(parts) > 5 else (*parts, "0")
        # Within a name the colon stands before a character.
        names = one.replace(".", ":"), others.replace(".", ":")
        meeting = Meeting(title, int(seats), *names, int(matches), int(first))
    except ValueError:
        text = (
            f"--meeting {typed}: TITLE:SEATS:ONE:OTHERS:MATCHES[:FIRST] is wanted, numbers included"
        )
        raise ValueError(text) from None
    if meeting.matches < 1:
        text = f"--meeting {typed}: at least one match is wanted"
        raise ValueError(text)
    game(title).initial(Setup(meeting.seats))
    for name in names:
        agent(name)
    return meeting


def met(meeting: Meeting, jobs: int = 1) -> dict[str, float | str]:
    """Return the figures of a meeting, played by `jobs` processes."""
    played = list(matches(meeting, jobs))
    times = sorted(second for each in played for second in each.seconds) or [0.0]
    share = mean(each.won for each in played)
    low, high = interval(share, len(played))
    name = str(meeting)
    return {
        f"{name}_share": round(share, 3),
        f"{name}_share_95": f"{low:.2f}-{high:.2f}",
        f"{name}_points_ahead": round(mean(each.ahead for each in played), 1),
        f"{name}_decision_median_s": round(median(times), 3),
        f"{name}_decision_p95_s": round(times[int(0.95 * (len(times) - 1))], 3),
        f"{name}_decision_longest_s": round(times[-1], 3),
        f"{name}_memory_mib": round(max(each.kilobytes for each in played) / 1024),
    }


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval for a share of `count`."""
    middle = share + Z * Z / (2 * count)
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return (middle - half) / (1 + Z * Z / count), (middle + half) / (1 + Z * Z / count)


def matches(meeting: Meeting, jobs: int = 1) -> Iterator[Played]:
    """Yield the matches of a meeting as they are played."""
    numbers = range(meeting.first, meeting.first + meeting.matches)
    if jobs == 1:
        yield from (match(meeting, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(match, [meeting] * len(numbers), numbers)


def match(meeting: Meeting, number: int) -> Played:
    """Play the match of this number: the same every time."""
    rules, (table, mine) = game(meeting.title), divmod(number, meeting.seats)
    others, one = agent(meeting.others), agent(meeting.one)
    setup = Setup(meeting.seats, meeting.variants)
    rngs = [Random(f"{table} {seat}") for seat in range(meeting.seats)]
    seconds: list[float] = []

    def choose(seat: Seat, state: Any) -> Any:
        legal = tuple(rules.legal_actions(state, seat))
        seen = rules.observe(state, seat)
        began = process_time()
        action = (one if seat == mine else others).choose(seen, legal, rngs[seat])
        if seat == mine and len(legal) > 1:
            seconds.append(process_time() - began)
        return action

    won, ahead = result(play(rules, setup, table, choose), mine)
    return Played(won, ahead, tuple(seconds), getrusage(RUSAGE_SELF).ru_maxrss)


def play(rules: AnyGame, setup: Setup, table: int, choose: Callable[[Seat, Any], Any]) -> Outcome:
    """Return how a match with the draws of this table ends; `choose` returns a seat's action."""
    referee, draws = Referee(rules), SealedDraws((table + 1).to_bytes(32))
    header = new_header(rules, setup, "", tuple(map(str, range(setup.seats))))
    progress: Progress[Any, Any] = referee.begin(header, draws)
    while isinstance(node := rules.node(progress.state), Decision):
        seat = min(node.seats)
        progress = referee.submit(progress, seat, choose(seat, progress.state), draws)
        # The digests of the lines are nobody's business here.
        progress = Progress(Record(header), progress.state, progress.drawn)
    outcome = referee.outcome(progress)
    assert outcome is not None
    return outcome


def result(outcome: Outcome, mine: int) -> tuple[float, int]:
    """Return what a seat has won of a match, and its points ahead of its best rival."""
    winners = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    best = max(score for seat, score in enumerate(outcome.scores) if seat != mine)
    return (mine in winners) / len(winners), outcome.scores[mine] - best
