"""What a position is probably worth: spaces that may score, marks that others may make, money.

Everything is in points. A space is judged by its counts (meeples, or pieces for most bridges), so
that the same counts are judged once.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from engine.game import Seat
from engine.games.aftershock.board import Board
from engine.games.aftershock.scoring import places
from engine.games.aftershock.state import State, Table

RIVAL: Final = 0.35
"""How much of a point of the best rival is lost to oneself."""
LATER: Final = 0.45
"""How much of what a space would bring a later round is worth now: much may change before."""
MONEY: Final = 0.5
"""Points a million is worth at the end."""
MONEY_LATER: Final = 0.15
"""What it is worth more for every round in which it can be spent before."""
FOOTHOLD: Final = 0.15
"""What a meeple is worth for every later round, whether or not it ranks."""
KEEN: Final = 0.7
"""How sharply a seat prefers what brings it a point more when it marks."""
WISH: Final = 3.6
"""With so many points ahead in it, a seat marks a space in every second case."""


class Space(NamedTuple):
    """A space of a board with its counts; `markers` are the Score markers of each seat.

    `haze` is how much may change before the marks, from 0 to 1: so far its counts say little of
    whether it will score.
    """

    board: Board
    place: int
    counts: tuple[int, ...]
    markers: int
    haze: float


def spaces(table: Table) -> list[Space]:
    """Return every space as it stands."""
    board, markers, haze = table.board, table.score_markers, _HAZE.get(table.phase, 0.3)
    counted = [*table.meeples, tuple([board.bridge_pieces - free for free in table.pieces])]
    return [Space(board, place, counts, markers, haze) for place, counts in enumerate(counted)]


_HAZE: Final = {"keep": 0.6, "buy": 0.6, "take": 0.6, "plan": 0.5, "mark": 0.0}
LATER_HAZE: Final = 0.5


def rounds_left(table: Table) -> int:
    """Return how many scorings come after that of this round."""
    return table.board.seatings[table.seats].rounds - table.round


def money_worth(left: int) -> float:
    """Return what a million is worth with so many rounds to come after this one."""
    return MONEY + MONEY_LATER * left


# A space by itself


@lru_cache(maxsize=1 << 13)
def points(space: Space) -> tuple[int, ...]:
    """Return what each seat gets if the space scores."""
    return places(space.board.spaces[space.place].points, space.counts)


def _ahead(printed: tuple[int, ...], counts: Sequence[int], seat: int, rivalry: float) -> float:
    """Return a seat's points for these counts less some of its best rival's; ties share."""
    mine, best = counts[seat], max([n for other, n in enumerate(counts) if other != seat])
    won = 0.0
    for count, sign in ((mine, 1.0), (best, -RIVAL * rivalry)):
        if count:
            above, tied = 0, 0
            for each in counts:
                above += each > count
                tied += each == count
            won += sign * (sum(printed[above : above + tied]) // tied)
    return won


@lru_cache(maxsize=1 << 14)
def profit(space: Space, seat: int, rivalry: float) -> float:
    """Return what a seat wins by a space if it scores, the best rival's points counted.

    As far as the counts may change, others come.
    """
    printed, counts = space.board.spaces[space.place].points, space.counts
    now = _ahead(printed, counts, seat, rivalry)
    if not space.haze:
        return now
    coming = [n + (other != seat) for other, n in enumerate(counts)]
    return now + space.haze * (_ahead(printed, coming, seat, rivalry) - now)


@lru_cache(maxsize=1 << 13)
def faded(space: Space) -> Space:
    """Return the space after it scored: who led took a meeple back."""
    most = max(space.counts)
    if not most or space.place == len(space.board.areas):
        return space._replace(haze=LATER_HAZE)
    counts = tuple([n - (n == most) for n in space.counts])
    return space._replace(counts=counts, haze=LATER_HAZE)


@lru_cache(maxsize=1 << 13)
def likelihood(space: Space) -> float:
    """Return how likely a space is to score, by nothing but its counts."""
    many, printed = space.markers / 4, space.board.spaces[space.place].points
    chances = [
        many / (1 + exp(-KEEN * (_ahead(printed, space.counts, seat, 1.0) - WISH)))
        if count
        else 0.03
        for seat, count in enumerate(space.counts)
    ]
    none, one = none_or_one(chances)
    seen = 1 - none - (one if space.board.spaces[space.place].markers_needed > 1 else 0.0)
    return seen + space.haze * (_usual(space.board, space.place) - seen) if space.haze else seen


@lru_cache(maxsize=256)
def _usual(board: Board, place: int) -> float:
    """Return how often a space scores: mostly if its first place is worth much (self-play)."""
    space = board.spaces[place]
    return 1 / (1 + exp(-0.75 * (space.points[0] - 5.2 + 3.5 * (space.markers_needed == 1))))


def none_or_one(chances: Sequence[float]) -> tuple[float, float]:
    """Return how likely none and exactly one of independent things with these chances happen."""
    none, one = 1.0, 0.0
    for chance in chances:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none, one


@lru_cache(maxsize=1 << 13)
def holding(space: Space, seat: Seat, left: int, rivalry: float) -> float:
    """Return what a space is worth to a seat, now and in as many later rounds."""
    chance, won = likelihood(space), profit(space, seat, rivalry)
    if not left:
        return chance * won
    after, same = faded(space), space._replace(haze=LATER_HAZE)
    later = chance * likelihood(after) * profit(after, seat, rivalry)
    later += (1 - chance) * likelihood(same) * won
    rival = max([n for other, n in enumerate(space.counts) if other != seat])
    foothold = FOOTHOLD * (space.counts[seat] - RIVAL * rivalry * rival)
    return chance * won + left * (LATER * later + foothold)


# Marks


class Marking(NamedTuple):
    """How likely each seat marks each space, by space and seat."""

    chances: tuple[tuple[float, ...], ...]

    def others(self, place: int, seat: int) -> tuple[float, float]:
        """Return how likely none and exactly one of the others marks a space."""
        chances = self.chances[place]
        return none_or_one(chances[:seat] + chances[seat + 1 :])


def marking(table: Table) -> Marking:
    """Return what everybody probably marks: what brings them most, if others mark it too."""
    return _marking(tuple(spaces(table)))


SHARP: Final = 1.6
"""How sharply a seat distinguishes what its next marker brings, points to the power of e."""


@lru_cache(maxsize=256)
def _marking(every: tuple[Space, ...]) -> Marking:
    seats, wanted = len(every[0].counts), every[0].markers
    many = wanted / 4
    wishes = [[profit(space, seat, 1.0) for seat in range(seats)] for space in every]
    first = Marking(
        tuple(
            tuple([many / (1 + exp(-KEEN * (wish - WISH))) for wish in of_space])
            for of_space in wishes
        )
    )
    columns: list[list[float]] = []
    for seat in range(seats):
        gains = [
            gained(space, first.others(n, seat), 0) * wishes[n][seat]
            for n, space in enumerate(every)
        ]
        ranked = sorted(gains, reverse=True)
        bar = (ranked[wanted - 1] + ranked[wanted]) / 2
        columns.append([1 / (1 + exp(min(50.0, -SHARP * (gain - bar)))) for gain in gains])
    return Marking(tuple(zip(*columns, strict=True)))


def gained(space: Space, others: tuple[float, float], own: int) -> float:
    """Return how much likelier a space scores by one more marker beside so many own ones.

    `others` is how likely none and exactly one of the others is there.
    """
    lacking = space.board.spaces[space.place].markers_needed - own - 1
    return others[lacking] if 0 <= lacking <= 1 else 0.0


# A position


def worth(state: State, me: Seat) -> float:
    """Return how many points `me` will probably end ahead of its best rival."""
    if state.outcome is not None:
        scores: Sequence[float] = state.outcome.scores
    else:
        scores = expected(state, me)
    return scores[me] - max([score for seat, score in enumerate(scores) if seat != me])


def expected(state: State, me: Seat) -> list[float]:
    """Return what every seat will probably have at the end; `me` completes its marks well."""
    left = rounds_left(state)
    each = money_worth(left)
    totals = [score + each * money for score, money in zip(state.scores, state.money, strict=True)]
    every = spaces(state)
    likely = chances_to_score(state, me, every)
    for space, chance in zip(every, likely, strict=True):
        for seat, got in enumerate(points(space)):
            totals[seat] += chance * got
        if left:
            after = faded(space)
            same = space._replace(haze=LATER_HAZE)
            for which, odds in ((after, chance), (same, 1 - chance)):
                weight = left * LATER * odds * likelihood(which)
                for seat, got in enumerate(points(which)):
                    totals[seat] += weight * got + odds * left * FOOTHOLD * which.counts[seat] * (
                        which.place < len(which.board.areas)
                    )
    return totals


def chances_to_score(state: State, me: Seat, every: Sequence[Space]) -> list[float]:
    """Return how likely every space scores this round, if `me` marks well."""
    guess = marking(state)
    own = completed(state, me, state.drafts[me] or (), guess, 1.0)
    likely = []
    for n, space in enumerate(every):
        needed = space.board.spaces[n].markers_needed - own.count(space.board.spaces[n].key)
        none, one = guess.others(n, me)
        likely.append(1.0 if needed <= 0 else 1 - none - (one if needed > 1 else 0.0))
    return likely


def completed(
    table: Table, me: Seat, draft: tuple[str, ...], guess: Marking, rivalry: float
) -> tuple[str, ...]:
    """Return the best marks that a seat can make, those of its draft among them."""
    wanted, every = table.score_markers, spaces(table)
    keys = [space.key for space in table.board.spaces]
    marks = list(draft)
    if len(draft) < wanted:
        start = keys.index(draft[-1]) + 1 if draft else 0
        gains = [
            (gained(every[n], guess.others(n, me), 0) * profit(every[n], me, rivalry), -n)
            for n in range(start, len(keys))
        ]
        best = sorted(gains, reverse=True)[: wanted - len(draft)]
        marks += [keys[n] for n in sorted(-n for _, n in best)]
    influence = table.items[me].influence - max(0, len(draft) - wanted)
    for _ in range(influence):
        best_key = max(
            keys,
            key=lambda key: (
                gained(every[keys.index(key)], guess.others(keys.index(key), me), marks.count(key))
                * profit(every[keys.index(key)], me, rivalry)
            ),
        )
        marks.append(best_key)
    return tuple(marks)
