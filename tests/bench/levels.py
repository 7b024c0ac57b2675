"""The cross table of the levels: each against the level below in every title, at all seats.

One of the better level meets the worse one in all other seats, as in `agents`. At two seats the
weakest level meets someone naive, too, who types moves and takes what is suggested first.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any, Final, NamedTuple

from bot.games.panel import Submit, View
from bot.table.people.levels import LEVELS
from engine.agents import agent
from engine.game import Seat, Setup
from engine.registry import game, games
from tests.bench.agents import Meeting, interval, match, play, result
from tests.games.strict import StrictWords
from tests.games.titles import PANELS
from tests.games.views import NAMES, match_of

NAIVE: Final = "naive"
"""In place of an agent: who takes what is suggested first."""
MATCHES: Final = 2


class Row(NamedTuple):
    """A row of the table: who meets whom, and what of the first place it won in each match."""

    meeting: Meeting
    won: tuple[float, ...]

    def __str__(self) -> str:
        """Return it in Markdown."""
        title, seats, one, others, *_ = self.meeting
        share, count = mean(self.won), len(self.won)
        low, high = interval(share, count)
        return (
            f"| {title.replace('_', ' ').title()}, {seats} | {one} | {others} | {count}"
            f" | {100 * share:.0f} % ({100 * low:.0f}-{100 * high:.0f}) | {share * seats:.2f} |"
        )


HEAD: Final = (
    "| title, seats | one | all others | matches | won (95 %) | times the even share |",
    "|---|---|---|---|---|---|",
)


def meetings(matches: int, ones: Iterable[str] = ()) -> Iterator[Meeting]:
    """Yield who meets whom, `matches` matches each; `ones` are those asked for, else all.

    Raises `ValueError` for one that is in no row.
    """
    every = (NAIVE, *LEVELS[1:])
    wanted = tuple(ones) or every
    if not {*wanted} <= {*every}:
        text = f"--level: one of {', '.join(every)} is wanted"
        raise ValueError(text)
    for key, rules in games().items():
        for seats in rules.meta.seats:
            for below, level in pairwise(LEVELS):
                if level in wanted:
                    yield Meeting(key, seats, level, below, matches)
            if seats == 2 and NAIVE in wanted:
                yield Meeting(key, seats, NAIVE, LEVELS[0], matches)


def rows(matches: int, ones: Iterable[str] = (), jobs: int = 1) -> Iterator[Row]:
    """Yield the rows of the table as they are played."""
    with ProcessPoolExecutor(jobs) as pool:
        for meeting in meetings(matches, ones):
            yield Row(meeting, tuple(pool.map(partial(won, meeting), range(matches))))


def won(meeting: Meeting, number: int) -> float:
    """Return what the one wins of the match of this number: the same every time."""
    if meeting.one != NAIVE:
        return match(meeting, number).won
    rules, (table, mine) = game(meeting.title), divmod(number, meeting.seats)
    setup, others = Setup(meeting.seats), agent(meeting.others)
    seen_as = match_of(rules, setup, NAMES)
    rngs = [Random(f"{table} {seat}") for seat in range(meeting.seats)]

    def choose(seat: Seat, state: Any) -> Any:
        seen, legal = rules.observe(state, seat), tuple(rules.legal_actions(state, seat))
        if seat == mine:
            return suggested_first(View(seen_as, seat, seen, legal, 0, StrictWords("en")))
        return others.choose(seen, legal, rngs[seat])

    return result(play(rules, setup, table, choose), mine)[0]


def suggested_first(view: View[Any, Any]) -> Any:
    """Return the move of which every part is what is suggested first for the typed command.

    Where no command is complete so, it is the first legal action.
    """
    for command in PANELS[view.match.game].commands().moves:
        typed = list[str]()
        for option in command.options:
            found = option.suggest(view, *typed, "") if option.suggest else []
            if not found:
                break
            typed.append(found[0].value)
        if command.options and len(typed) == len(command.options):
            answer = command.answer(view, *typed)
            if isinstance(answer, Submit):
                return answer.actions[0]
    return view.legal[0]


def measure(matches: int = MATCHES, jobs: int = 1, *ones: str) -> dict[str, str]:
    """Return the rows of the table; their names are its lines in Markdown."""
    return dict.fromkeys((*HEAD, *map(str, rows(matches, ones, jobs))), "")
