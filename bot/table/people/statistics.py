"""What was played by a person or of a title, in one server or in all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.table.ids import MatchId, PlayerId
from bot.table.people.rating import Counted, MatchReason, Rating, SeatReason
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class TitleStatistics:
    """What a person has played of a title.

    `matches` are all but lessons, `wins` those that were won and not ended by vote; `left` those
    that the person left. `since` is when the first one ended. `points` is the mean, `best` the
    most, with its match, of matches that were played to the end. `counts` are what the title
    counts, put together as it says. `moves` are those of their seats, `late` those that a computer
    player made as time was up. `promises` are how many were kept and how many were not.
    """

    game: str
    matches: int
    wins: int
    left: int
    since: datetime
    points: float
    best: int | None
    best_match: MatchId | None
    counts: tuple[int, ...]
    moves: int
    late: int
    promises: tuple[int, int] = (0, 0)


class MatchPlace(NamedTuple):
    """How one match ended for a person; `rank` begins with 1."""

    match: MatchId
    game: str
    rank: int
    seats: int
    is_win: bool


class Encounter(NamedTuple):
    """How often two people were at a table, and which of them was ahead."""

    player: PlayerId
    name: str
    matches: int
    ahead: int
    behind: int


class RankedRating(NamedTuple):
    """A player in a ranking; `place` counts from 1 in the order of the lower ends."""

    place: int
    player: PlayerId
    name: str
    rating: Rating


class RatedResult(NamedTuple):
    """The rating of a person after one of their rated matches."""

    match: MatchId
    rating: Rating
    is_win: bool


class RatedSeat(NamedTuple):
    """What a match was worth for a seat.

    `name` is None if the seat's first owner didn't keep it. `before` is the rating as it was shown
    before the match, None if it wasn't; `after` the one after it, None if it didn't change.
    """

    seat: Seat
    name: str | None
    rank: int
    counted: Counted
    reason: SeatReason | None
    before: int | None
    after: Rating | None


class RatedMatch(NamedTuple):
    """What a match was worth; `unrated` says why it counts for nobody."""

    unrated: MatchReason | None
    seats: Sequence[RatedSeat]


@dataclass(frozen=True, slots=True)
class TitleRecord:
    """The most points that a person has had in a title in a server, with or without variants."""

    variants: tuple[str, ...]
    points: int
    player: PlayerId
    name: str
    match: MatchId


@dataclass(frozen=True, slots=True)
class TitlePage:
    """What was played of a title in a server: matches played to the end.

    `seats` has for each number of seats how many matches, and the mean of all points. `first_wins`
    is how many were won by the seat that went first, `fair` how many would be if that made no
    difference; `known_first` those of which it is known who did. `scores` are how often each
    number of points was had, and how often it won. `moves` and `lasted` are the medians of matches,
    None if it isn't known how long they took.
    """

    game: str
    since: datetime
    matches: int
    seats: tuple[tuple[int, int, float], ...]
    known_first: int
    first_wins: float
    fair: float
    scores: tuple[tuple[int, int, int], ...]
    moves: int = 0
    lasted: timedelta | None = None
