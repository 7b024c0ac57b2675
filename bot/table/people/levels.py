"""How strong the levels of computer players are, found in matches among themselves.

They never meet people in a match that counts, so nothing measures one against the other. It is
*assumed* that a person begins where the regular level stands; the levels' distance is measured.
`levels.json` has what was found, and the commands that find it again.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations
from json import loads
from pathlib import Path
from typing import Any, Final

from bot.table.ids import PlayerId
from bot.table.match.match import BEGINNER, COMPUTER_PLAYER, EXPERT
from bot.table.people.rating import Counted, Rating, SeatCount, SeatReason, beginner, rated
from engine.game import Seat

LEVELS: Final = (BEGINNER, COMPUTER_PLAYER, EXPERT)
"""The weakest first, by the names of their agents; not masters, whom few bots have."""
FILE: Final = Path(__file__).with_name("levels.json")


def lineup(seats: int, number: int) -> tuple[str, ...]:
    """Return who plays the match of this number, seat by seat.

    Each level sits once, in turn at every seat; seats beyond those are regular ones that don't
    count.
    """
    orders = list(permutations(range(len(LEVELS)), min(seats, len(LEVELS))))
    order = [LEVELS[each] for each in orders[number % len(orders)]]
    order += [""] * (seats - len(order))
    first = number // len(orders) % seats
    return (*order[first:], *order[:first])


def agents_of(seated: Sequence[str]) -> tuple[str, ...]:
    """Return the agents that play a line-up."""
    return tuple(each or COMPUTER_PLAYER for each in seated)


def strengths(played: Iterable[tuple[Sequence[str], Sequence[int]]]) -> Mapping[str, Rating]:
    """Return the ratings of levels after matches: who sat where, and the rank of each seat.

    All are moved so far that the regular level stands where a person begins.
    """
    found = dict[PlayerId, Rating]()
    for seated, ranks in played:
        seats = [
            SeatCount(Seat(seat), rank, PlayerId(LEVELS.index(level) + 1), Counted.RATED)
            if level
            else SeatCount(Seat(seat), rank, None, Counted.OUT, SeatReason.COMPUTER)
            for seat, (level, rank) in enumerate(zip(seated, ranks, strict=True))
        ]
        found |= rated(found, seats)
    every = {level: found.get(PlayerId(n), beginner()) for n, level in enumerate(LEVELS, 1)}
    moved = beginner().mu - every[COMPUTER_PLAYER].mu
    return {level: one._replace(mu=one.mu + moved) for level, one in every.items()}


@cache
def levels(game: str) -> Mapping[str, Rating]:
    """Return the ratings of the levels of a title, the weakest first; none if nothing is known."""
    known: dict[str, Any] = loads(FILE.read_text(encoding="utf-8")).get(game, {})
    return {level: Rating(**one) for level, one in known.get("levels", {}).items()}
