"""Who looks for the next opponent in a server, and who of them are called to a table together."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NamedTuple

from bot.table.ids import PlayerId
from bot.table.people.rating import Rating

PATIENT: Final = timedelta(hours=12)
"""After this opponents of any strength will do."""


class OpponentWish(NamedTuple):
    """A person who looks for opponents at a title, since a moment, with their rating there.

    `anybody`: opponents of any strength will do.
    """

    player: PlayerId
    name: str
    rating: Rating
    at: datetime
    anybody: bool = False


def are_similar(one: Rating, other: Rating) -> bool:
    """Say whether two strengths can't be told apart: what is likely of both overlaps."""
    return abs(one.number - other.number) <= one.doubt + other.doubt


def find_opponents(
    wishes: Sequence[OpponentWish],
    size: int,
    apart: Collection[frozenset[PlayerId]],
    now: datetime,
) -> tuple[OpponentWish, ...]:
    """Return the people who are called to a table of `size` together; nobody if none fit.

    Those who have waited longest come first. Two fit if they are of similar strength, or if any
    strength will do for both. `apart` are the pairs of whom one blocks the other.
    """

    def takes_all(wish: OpponentWish) -> bool:
        return wish.anybody or now - wish.at >= PATIENT

    def fit(one: OpponentWish, other: OpponentWish) -> bool:
        if frozenset((one.player, other.player)) in apart:
            return False
        return are_similar(one.rating, other.rating) or (takes_all(one) and takes_all(other))

    for group in combinations(sorted(wishes, key=lambda each: each.at), size):
        if all(fit(one, other) for one, other in combinations(group, 2)):
            return group
    return ()
