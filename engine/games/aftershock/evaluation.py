"""What a position is probably worth: spaces that may score, marks that others may make, money.

Everything is in points. A space is judged by its counts (meeples, or pieces for most bridges), so
that the same counts are judged once.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log
from types import MappingProxyType
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
"""How many points a space must promise so that a seat marks it half of the time."""


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


def spaces(table: Table) -> tuple[Space, ...]:
    """Return every space as it stands."""
    haze = _HAZE.get(table.phase, 0.3)
    return _spaces(table.board, table.meeples, table.pieces, table.score_markers, haze)


@lru_cache(maxsize=256)
def _spaces(
    board: Board,
    meeples: tuple[tuple[int, ...], ...],
    free: tuple[int, ...],
    marks: int,
    haze: float,
) -> tuple[Space, ...]:
    counted = [*meeples, tuple([board.bridge_pieces - n for n in free])]
    return tuple([Space(board, place, counts, marks, haze) for place, counts in enumerate(counted)])


_HAZE: Final = {"keep": 0.6, "buy": 0.6, "take": 0.6, "plan": 0.5, "mark": 0.0}
LATER_HAZE: Final = 0.5


def rounds_left(table: Table) -> int:
    """Return how many scorings come after that of this round."""
    return table.board.seatings[table.seats].rounds - table.round


def money_worth(left: int) -> float:
    """Return what a million is worth when `left` rounds come after this one."""
    return MONEY + MONEY_LATER * left


# A space by itself


@lru_cache(maxsize=1 << 13)
def points(space: Space) -> tuple[int, ...]:
    """Return what each seat gets if the space scores."""
    return places(space.board.spaces[space.place].points, space.counts)


def _best_other(counts: Sequence[int], seat: int) -> int:
    """Return the first of those seats but one that have most there."""
    best, most = -1, -1
    for other, count in enumerate(counts):
        if count > most and other != seat:
            best, most = other, count
    return best


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
    won = points(space)
    now = won[seat] - RIVAL * rivalry * won[_best_other(counts, seat)]
    if not space.haze:
        return now
    coming = [n + (other != seat) for other, n in enumerate(counts)]
    return now + space.haze * (_ahead(printed, coming, seat, rivalry) - now)


@lru_cache(maxsize=1 << 13)
def faded(space: Space) -> Space:
    """Return the space after it scored: the seats that led took a meeple back."""
    most = max(space.counts)
    if not most or space.place == len(space.board.areas):
        return space._replace(haze=LATER_HAZE)
    counts = tuple([n - (n == most) for n in space.counts])
    return space._replace(counts=counts, haze=LATER_HAZE)


@lru_cache(maxsize=1 << 13)
def likelihood(space: Space) -> float:
    """Return how likely a space is to score, by nothing but its counts."""
    many, counts, won = space.markers / 4, space.counts, points(space)
    first = _best_other(counts, len(counts))
    second = _best_other(counts, first)
    chances = [
        many
        / (1 + exp(-KEEN * (won[seat] - RIVAL * won[second if seat == first else first] - WISH)))
        if count
        else 0.03
        for seat, count in enumerate(counts)
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
    return _marking(spaces(table))


SHARP: Final = 1.6
"""How sharply a seat distinguishes what its next marker brings, points to the power of e."""


@lru_cache(maxsize=64)
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
    """Return how much likelier a space scores by one more marker beside `own` ones.

    `others` is how likely none and exactly one of the others is there.
    """
    lacking = space.board.spaces[space.place].markers_needed - own - 1
    return others[lacking] if 0 <= lacking <= 1 else 0.0


# A position


class Future(NamedTuple):
    """What later scorings bring, in points: for each million, piece on the map and meeple.

    `rank` is for each point of the places that a seat can be expected to take on an area,
    `presence` for each point of the first place of an area where it stands.
    """

    money: float
    piece: float
    meeple: float
    rank: float
    presence: float


_LAST: Final = Future(0.5, 0.0, 0.0, 0.0, 0.0)
FUTURE: Final[Mapping[int, tuple[Future, ...]]] = MappingProxyType(
    {
        3: (
            _LAST,
            Future(0.44, 0.14, 0.00, 0.77, 0.05),
            Future(0.50, 0.20, 0.24, 0.76, 0.05),
        ),
        4: (
            _LAST,
            Future(0.47, 0.24, 0.33, 0.34, 0.10),
            Future(0.60, 0.43, 0.77, 0.35, 0.09),
        ),
        5: (_LAST, Future(0.47, 0.28, 0.40, 0.18, 0.06)),
    }
)
"""By seats, then by how many scorings come later: linear regression of what seats won from there on
over 3,000 matches (1,200 for five seats) between greedy seats that sometimes chose otherwise."""
BLUR: Final = 0.8
"""The lead in meeples with which a seat is ahead at the next scoring with odds of e to 1."""
UNSURE: Final = (1.2, 2.5, 3.5)
"""How widely points spread around what is expected, in the same order (a logistic scale)."""
DUE: Final = 3.0
"""How much more widely while a scoring is due that is not yet counted."""
_BEFORE: Final = frozenset(("dealing", "keep", "buy", "take", "plan"))
"""Phases in which too much will change for the counts to tell what scores in this round."""


def worth(state: State, me: Seat) -> float:
    """Return how many points `me` will probably end ahead of its best rival.

    Before the end, several rivals may become the best; one that is far behind hardly counts.
    """
    if state.outcome is not None:
        scores: Sequence[float] = state.outcome.scores
        return scores[me] - max([score for seat, score in enumerate(scores) if seat != me])
    totals, unsure = expected(state, me), UNSURE[min(_later(state), len(UNSURE) - 1)]
    most = max([total for seat, total in enumerate(totals) if seat != me])
    near = sum([exp((n - most) / unsure) for seat, n in enumerate(totals) if seat != me])
    return totals[me] - most - unsure * log(near)


def expected(state: State, me: Seat) -> list[float]:
    """Return what every seat will probably have at the end; `me` completes its marks well."""
    every, future = spaces(state), _future(state)
    totals = _without_scoring(state, every)
    if state.phase in _BEFORE:
        return totals
    guess, stakes = answered(state), staked(state, me)
    own = completed(state, me, state.drafts[me] or (), guess, stakes)
    for n, space in enumerate(every):
        needed = space.board.spaces[n].markers_needed - own.count(space.board.spaces[n].key)
        none, one = guess.others(n, me)
        chance = 1.0 if needed <= 0 else 1 - none - (one if needed > 1 else 0.0)
        for seat, more in enumerate(_brought(space, future)):
            totals[seat] += chance * more
    return totals


def staked(table: Table, me: Seat) -> list[float]:
    """Return what it brings a seat that each space scores now, beside its rivals, to the end."""
    totals, future = _without_scoring(table, spaces(table)), _future(table)
    unsure = UNSURE[min(_later(table), len(UNSURE) - 1)] + DUE
    most = max([total for seat, total in enumerate(totals) if seat != me])
    near = [
        0.0 if seat == me else exp((total - most) / unsure) for seat, total in enumerate(totals)
    ]
    whole, brought = sum(near), [_brought(space, future) for space in spaces(table)]
    return [
        won[me] - sum([weight * got for weight, got in zip(near, won, strict=True)]) / whole
        for won in brought
    ]


def _later(table: Table) -> int:
    """Return how many scorings come after this round's, or with it while it is far."""
    return rounds_left(table) + (table.phase in _BEFORE)


def _future(table: Table) -> Future:
    known = FUTURE[table.seats]
    return known[min(_later(table), len(known) - 1)]


def _without_scoring(table: Table, every: Sequence[Space]) -> list[float]:
    """Return what every seat will probably have at the end if nothing scores now."""
    future = _future(table)
    totals = [
        score + future.money * money for score, money in zip(table.scores, table.money, strict=True)
    ]
    for space in every:
        for seat, more in enumerate(_promising(space.board, space.place, space.counts, future)):
            totals[seat] += more
    return totals


@lru_cache(maxsize=1 << 13)
def _brought(space: Space, future: Future) -> tuple[float, ...]:
    """Return what each seat gains until the end if a space scores; leaders lose a meeple there."""
    board, place, counts, most = space.board, space.place, space.counts, max(space.counts)
    if place < len(board.areas) and most:
        counts = tuple([n - (n == most) for n in counts])
    now = _promising(board, place, space.counts, future)
    then = _promising(board, place, counts, future)
    return tuple([won + b - a for won, a, b in zip(points(space), now, then, strict=True)])


@lru_cache(maxsize=1 << 14)
def _promising(
    board: Board, place: int, counts: tuple[int, ...], future: Future
) -> tuple[float, ...]:
    """Return what the counts of a space are worth to each seat in later scorings."""
    if place == len(board.areas):
        return tuple([future.piece * n for n in counts])
    first, often = board.spaces[place].points[0], _usual(board, place)
    return tuple(
        [
            future.meeple * n + future.rank * often * rank + future.presence * first * (n > 0)
            for n, rank in zip(counts, foreseen(board.spaces[place].points, counts), strict=True)
        ]
    )


def foreseen(printed: tuple[int, ...], counts: tuple[int, ...]) -> list[float]:
    """Return what each seat gets on average if counts change as they usually do in a round."""
    found = []
    for seat, own in enumerate(counts):
        above = [1.0]
        for other, count in enumerate(counts):
            if other != seat:
                chance = 1 / (1 + exp((own - count) / BLUR))
                above = [
                    still * (1 - chance) + passed * chance
                    for still, passed in zip((*above, 0.0), (0.0, *above), strict=True)
                ]
        found.append(sum([chance * won for chance, won in zip(above, printed, strict=False)]))
    return found


LEVEL: Final = 0.75
"""How likely a seat marks just what is best for it if the others mark as is usual."""


def answered(table: Table) -> Marking:
    """Return what everybody probably marks: mostly what is best if the others do as is usual."""
    return _answered(spaces(table), tuple([items.influence for items in table.items]))


@lru_cache(maxsize=64)
def _answered(every: tuple[Space, ...], influence: tuple[int, ...]) -> Marking:
    usual = _marking(every)
    columns = []
    for seat, more in enumerate(influence):
        gains = [
            gained(space, usual.others(n, seat), 0) * profit(space, seat, 1.0)
            for n, space in enumerate(every)
        ]
        ranked = sorted(range(len(every)), key=lambda n: -gains[n])
        best = ranked[: every[0].markers + more]
        columns.append(
            [LEVEL * (n in best) + (1 - LEVEL) * usual.chances[n][seat] for n in range(len(every))]
        )
    return Marking(tuple(zip(*columns, strict=True)))


def completed(
    table: Table, me: Seat, draft: tuple[str, ...], guess: Marking, stakes: Sequence[float]
) -> tuple[str, ...]:
    """Return the best marks that a seat can make, those of its draft among them.

    `stakes` are what it brings that a space scores.
    """
    wanted, every = table.score_markers, spaces(table)
    keys = [space.key for space in table.board.spaces]
    marks = list(draft)
    others = [guess.others(n, me) for n in range(len(keys))]
    if len(draft) < wanted:
        start = keys.index(draft[-1]) + 1 if draft else 0
        gains = [(gained(every[n], others[n], 0) * stakes[n], -n) for n in range(start, len(keys))]
        best = sorted(gains, reverse=True)[: wanted - len(draft)]
        marks += [keys[n] for n in sorted(-n for _, n in best)]
    for _ in range(table.items[me].influence - max(0, len(draft) - wanted)):
        more = [
            gained(space, others[n], marks.count(keys[n])) * stakes[n]
            for n, space in enumerate(every)
        ]
        marks.append(keys[more.index(max(more))])
    return tuple(marks)
