"""What a finished match is worth for the ratings of its players, in one server and title.

The model is Plackett-Luce as `openskill` has it, with its defaults: a strength and its doubt, both
hidden behind the numbers that are shown. Everything here follows from the results alone, so that
all ratings can be computed anew, equal to the last digit.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.table.ids import PlayerId
from engine.game import Seat

LISTED_FROM: Final = 5
"""How many rated matches a player has before their rating is shown."""
PROVISIONAL_OVER: Final = 120
"""A rating with more doubt, as shown, is provisional."""
STOOD_IN_OVER: Final = 0.25
"""The share of a seat's moves that a computer player may make for an absent person."""
CENTRE: Final = 1500
PER_POINT: Final = 20
STEP: Final = 10
"""How a rating is shown: `CENTRE` is the strength of a beginner in `openskill`, and a point of it
is `PER_POINT`, rounded to a `STEP`."""


class Counted(StrEnum):
    """How a seat counts for the ratings of its match.

    RATED: by its rank; LAST: behind all others, who are compared as if the seat had not been there;
    OUT: not at all.
    """

    RATED = "rated"
    LAST = "last"
    OUT = "out"


class SeatReason(StrEnum):
    """Why a seat doesn't count by its rank.

    LEFT: its player left the match, or was replaced by vote; STOOD_IN: a computer player made more
    than a quarter of its moves, as time was up; HOLIDAY: the same, in a holiday; CHANGED: another
    person took the seat over; FREED: a moderator freed it; COMPUTER: a computer player's from the
    beginning; UNLISTED: its player is not rated, by their own settings.
    """

    LEFT = "left"
    STOOD_IN = "stood-in"
    HOLIDAY = "holiday"
    CHANGED = "changed"
    FREED = "freed"
    COMPUTER = "computer"
    UNLISTED = "unlisted"


class MatchReason(StrEnum):
    """Why a whole match doesn't count.

    UNRANKED: its server has no rankings; FRIENDLY: its table chose that before it began; LESSON: it
    was one; VOTE: it was ended by vote; ALONE: fewer than two people played to its end.
    """

    UNRANKED = "unranked"
    FRIENDLY = "friendly"
    LESSON = "lesson"
    VOTE = "vote"
    ALONE = "alone"


class SeatFacts(NamedTuple):
    """What decides how a seat counts.

    `rank` begins with 1; equal seats share one, also where height broke the tie. `moves` counts the
    seat's moves that stand, `late` and `away` those that a computer player made as time was up and
    in a holiday. `player` is the person who had the seat first, None a computer player.
    """

    seat: Seat
    rank: int
    player: PlayerId | None
    moves: int
    late: int = 0
    away: int = 0
    has_left: bool = False
    has_changed: bool = False
    is_freed: bool = False
    is_listed: bool = True


class SeatCount(NamedTuple):
    """How a seat counts, and why, if not by its rank."""

    seat: Seat
    rank: int
    player: PlayerId | None
    counted: Counted
    reason: SeatReason | None = None


class Rating(NamedTuple):
    """A strength and its doubt as the model has them, and how many rated matches it is from."""

    mu: float
    sigma: float
    matches: int = 0

    @property
    def number(self) -> int:
        """The strength as it is shown: 1,610."""
        return _rounded(CENTRE + PER_POINT * (self.mu - _model().mu))

    @property
    def doubt(self) -> int:
        """The doubt as it is shown: ± 100. Two times in three the strength is within it."""
        return _rounded(PER_POINT * self.sigma)

    @property
    def lower(self) -> float:
        """The lower end of what is likely, by which players are ranked."""
        return CENTRE + PER_POINT * (self.mu - _model().mu - self.sigma)

    @property
    def is_listed(self) -> bool:
        """Whether it is shown at all."""
        return self.matches >= LISTED_FROM

    @property
    def is_provisional(self) -> bool:
        """Whether it is still more doubtful than most."""
        return self.doubt > PROVISIONAL_OVER


def blurred(rating: Rating) -> Rating:
    """Return a rating as it is shown, rounded: nobody can be followed by it from match to match."""
    mu = _model().mu + (rating.number - CENTRE) / PER_POINT
    return Rating(mu, rating.doubt / PER_POINT)


def beginner() -> Rating:
    """Return the rating of a player without matches."""
    return Rating(_model().mu, _model().sigma)


def counted(seats: Iterable[SeatFacts]) -> tuple[SeatCount, ...]:
    """Return how each seat of a match that was played to its end counts."""
    return tuple(SeatCount(each.seat, each.rank, each.player, *_counts(each)) for each in seats)


def _counts(seat: SeatFacts) -> tuple[Counted, SeatReason | None]:
    if seat.player is None:
        return Counted.OUT, SeatReason.COMPUTER
    if not seat.is_listed:
        return Counted.OUT, SeatReason.UNLISTED
    # Leaving must not save a rating: it comes before all that would leave the seat out.
    if seat.has_left:
        return Counted.LAST, SeatReason.LEFT
    if seat.is_freed:
        return Counted.OUT, SeatReason.FREED
    if seat.has_changed:
        return Counted.OUT, SeatReason.CHANGED
    most = STOOD_IN_OVER * seat.moves
    if seat.late > most:
        return Counted.LAST, SeatReason.STOOD_IN
    if seat.away + seat.late > most:
        return Counted.OUT, SeatReason.HOLIDAY
    return Counted.RATED, None


def reason_not_rated(
    seats: Sequence[SeatCount],
    *,
    is_friendly: bool,
    is_lesson: bool,
    is_voted: bool,
    is_unranked: bool = False,
) -> MatchReason | None:
    """Return why a finished match doesn't count; None if it does."""
    if is_lesson:
        return MatchReason.LESSON
    if is_unranked:
        return MatchReason.UNRANKED
    if is_friendly:
        return MatchReason.FRIENDLY
    if is_voted:
        return MatchReason.VOTE
    people = sum(each.counted is not Counted.OUT for each in seats)
    return None if people > 1 and _of(seats, Counted.RATED) else MatchReason.ALONE


def rated(
    before: Mapping[PlayerId, Rating], seats: Sequence[SeatCount]
) -> Mapping[PlayerId, Rating]:
    """Return the ratings of the players of a match that counts, after it.

    `before` has those with matches. The seats that count by their rank are compared with one
    another; each seat that counts as last is compared with all of those, who don't feel it.
    """
    played = _of(seats, Counted.RATED)
    after = _compared(before, played)
    for late in _of(seats, Counted.LAST):
        behind = late._replace(rank=1 + max(each.rank for each in played))
        own = _player(late)
        after[own] = _compared(before, [*played, behind])[own]
    return after


def _of(seats: Iterable[SeatCount], counted: Counted) -> list[SeatCount]:
    return [each for each in seats if each.counted is counted and each.player is not None]


def _player(seat: SeatCount) -> PlayerId:
    assert seat.player is not None
    return seat.player


def _compared(
    before: Mapping[PlayerId, Rating], seats: Sequence[SeatCount]
) -> dict[PlayerId, Rating]:
    if len(seats) < 2:
        return {}
    model = _model()
    known = [before.get(_player(each), beginner()) for each in seats]
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in known]
    ranks = [float(each.rank) for each in seats]
    found: list[list[PlackettLuceRating]] = model.rate(teams, ranks=ranks)
    return {
        _player(seat): Rating(one.mu, one.sigma, was.matches + 1)
        for seat, was, (one,) in zip(seats, known, found, strict=True)
    }


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def _rounded(number: float) -> int:
    return STEP * round(number / STEP)
