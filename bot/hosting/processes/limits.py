"""Rate limits: a token bucket for each person, channel, server and invited guest.

The numbers stand in one table, far above what playing needs. The buckets are kept in memory alone:
a restart fills them.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.table.errors import Limited
from bot.table.world import Clock


class LimitedAction(StrEnum):
    """What is limited.

    OPEN: a table is opened; LOBBY: somebody comes, goes or changes an open table; INVITE: one
    guest is pinged; PICTURE: somebody uses a control whose answer may be a picture; FILM: an
    animation is drawn; SHOW: an earlier position is shown to a channel; UNDO: a move is taken back,
    or the others are asked: each is a line more of the record; DEAL: somebody proposes something: a
    message more, and computer players have always answered; SUGGEST: suggestions while somebody
    types.
    """

    OPEN = "open"
    LOBBY = "lobby"
    INVITE = "invite"
    PICTURE = "picture"
    FILM = "film"
    SHOW = "show"
    UNDO = "undo"
    DEAL = "deal"
    SUGGEST = "suggest"


class BucketOwner(StrEnum):
    """Whose bucket it is. GUEST: of somebody who is pinged, whoever invites them."""

    PERSON = "person"
    CHANNEL = "channel"
    SERVER = "server"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, and one more each time `every` has passed."""

    burst: int
    every: timedelta


ALLOWANCES: Final[Mapping[tuple[LimitedAction, BucketOwner], Allowance]] = {
    (LimitedAction.OPEN, BucketOwner.PERSON): Allowance(10, timedelta(minutes=1)),
    (LimitedAction.OPEN, BucketOwner.CHANNEL): Allowance(25, timedelta(seconds=20)),
    (LimitedAction.OPEN, BucketOwner.SERVER): Allowance(40, timedelta(seconds=15)),
    (LimitedAction.LOBBY, BucketOwner.PERSON): Allowance(25, timedelta(seconds=5)),
    (LimitedAction.LOBBY, BucketOwner.SERVER): Allowance(200, timedelta(seconds=1)),
    (LimitedAction.INVITE, BucketOwner.PERSON): Allowance(12, timedelta(minutes=5)),
    (LimitedAction.INVITE, BucketOwner.SERVER): Allowance(60, timedelta(minutes=1)),
    (LimitedAction.INVITE, BucketOwner.GUEST): Allowance(3, timedelta(hours=1)),
    (LimitedAction.PICTURE, BucketOwner.PERSON): Allowance(400, timedelta(seconds=0.5)),
    (LimitedAction.PICTURE, BucketOwner.CHANNEL): Allowance(800, timedelta(seconds=0.2)),
    (LimitedAction.PICTURE, BucketOwner.SERVER): Allowance(2000, timedelta(seconds=0.05)),
    (LimitedAction.FILM, BucketOwner.PERSON): Allowance(8, timedelta(seconds=20)),
    (LimitedAction.FILM, BucketOwner.CHANNEL): Allowance(20, timedelta(seconds=10)),
    (LimitedAction.FILM, BucketOwner.SERVER): Allowance(40, timedelta(seconds=5)),
    (LimitedAction.SHOW, BucketOwner.PERSON): Allowance(5, timedelta(minutes=1)),
    (LimitedAction.SHOW, BucketOwner.CHANNEL): Allowance(15, timedelta(seconds=20)),
    (LimitedAction.SHOW, BucketOwner.SERVER): Allowance(30, timedelta(seconds=10)),
    (LimitedAction.UNDO, BucketOwner.PERSON): Allowance(40, timedelta(minutes=1)),
    (LimitedAction.UNDO, BucketOwner.SERVER): Allowance(400, timedelta(seconds=5)),
    (LimitedAction.DEAL, BucketOwner.PERSON): Allowance(20, timedelta(minutes=1)),
    (LimitedAction.DEAL, BucketOwner.SERVER): Allowance(200, timedelta(seconds=5)),
    (LimitedAction.SUGGEST, BucketOwner.PERSON): Allowance(60, timedelta(seconds=0.2)),
    (LimitedAction.SUGGEST, BucketOwner.CHANNEL): Allowance(300, timedelta(seconds=0.04)),
    (LimitedAction.SUGGEST, BucketOwner.SERVER): Allowance(600, timedelta(seconds=0.02)),
}

ROUNDING: Final = 1e-6
"""What sums of fractions may fall short by."""
MOST_KEPT: Final = 10_000
"""Of so many buckets those that are full again are thrown away."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """How many tokens were left at a moment."""

    left: float
    at: datetime


class Limits:
    """Counts what was done, and refuses what is too much."""

    def __init__(
        self,
        clock: Clock,
        allowances: Mapping[tuple[LimitedAction, BucketOwner], Allowance] = ALLOWANCES,
        most_kept: int = MOST_KEPT,
    ) -> None:
        self._clock = clock
        self._allowances = allowances
        self._most_kept = most_kept
        self._buckets: dict[tuple[LimitedAction, BucketOwner, Hashable], Bucket] = {}

    def spend(self, action: LimitedAction, *whose: tuple[BucketOwner, Hashable]) -> None:
        """Take one from each bucket, twice from one that is named twice; or from none of them.

        Raises `Limited`, with the moment (`until`) from which there is enough.
        """
        now = self._clock.now()
        wanted: dict[tuple[LimitedAction, BucketOwner, Hashable], int] = {}
        for kind, who in whose:
            if (action, kind) in self._allowances:
                wanted[action, kind, who] = wanted.get((action, kind, who), 0) + 1
        left = {key: self._left(key, now) - count for key, count in wanted.items()}
        waits = [-n * self._allowances[key[:2]].every for key, n in left.items() if n < -ROUNDING]
        if waits:
            raise Limited(f"limit-{action}", until=now + max(waits))
        self._buckets.update({key: Bucket(each, now) for key, each in left.items()})
        if len(self._buckets) > self._most_kept:
            self._buckets = {
                key: bucket
                for key, bucket in self._buckets.items()
                if self._left(key, now) < self._allowances[key[:2]].burst
            }

    def _left(self, key: tuple[LimitedAction, BucketOwner, Hashable], now: datetime) -> float:
        allowance, bucket = self._allowances[key[:2]], self._buckets.get(key)
        if bucket is None:
            return allowance.burst
        # A clock that was set back gives nothing and takes nothing.
        passed = max(now - bucket.at, timedelta())
        return min(allowance.burst, bucket.left + passed / allowance.every)
