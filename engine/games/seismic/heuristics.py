"""What computer players like: own sections that will be complete, crews only where it pays.

Every choice is judged by the points that sections will probably bring afterwards: the own ones,
less what the others get. Only what the choice touches is looked at; what anybody answers is not.
The dials were found by letting players with different ones play against each other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from engine.agents.heuristics import EVEN, Character, Chooser, Heuristics, Imagination
from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.actions import (
    Action,
    EndTurn,
    KeepAll,
    Place,
    Placing,
    Rotate,
    Rotating,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.evaluation import Odds, seen_odds
from engine.games.seismic.forecast import forecast
from engine.games.seismic.legal import after_rotation
from engine.games.seismic.match import lines_counted, placed, struck
from engine.games.seismic.outlook import EQUAL, Outlook
from engine.games.seismic.pieces import Laid
from engine.games.seismic.prospects import Branches, branches, prospects
from engine.games.seismic.rules import GAME
from engine.games.seismic.sections import owners
from engine.games.seismic.state import Observation, State, Table
from engine.games.seismic.worlds import sampled

AHEAD: Final = 7
"""How many turns a line is played on, the current one included: a whole round at least.

Measured by what moves bring within 13 turns, with two seats: compared with 3 turns, 5 turns win 0.6
points more per decision, and 7 turns win 1.0. With three and four seats lines of 13 turns bring
more where moves are played out by replies, but experts who played so won no more matches.
"""
PLAYED_OUT: Final = 10
"""With no more than this many tiles face down, a line is played on to the end of the match; with
twice as many, where a turn may have two.

What sections will probably bring says too little there: most of the last fifteen turns are about
open ends that a seat closes or doesn't.
"""
EARLY: Final = 30
"""With at least this many tiles face down it is early: longer lines tell more. They need twice as
many where a turn may have two.

With an earlier forecast, in 154 positions of two and of four seats, whose lines were played to the
end 60 times, twice as many turns as `AHEAD` brought 0.6 and 0.1 points more per decision from 30
tiles on, 0.3 less and 0.2 more below. Experts who looked twice as far early with four seats won no
more matches, so it is for masters.
"""
LEAST_GAIN: Final = 0.01
"""Points that a second tile or a rotation has to bring: nobody has to do either."""

PROMISE: Final = 0.5
"""How much it counts to an expert what a placement gains, beside the forecast right after it.

What lines find best of all actions is mostly among the first twelve by both. In 58 positions of
four seats the best of these was 0.06 points behind, in 60 worlds each, and 0.19 by gains alone.
"""

PROMISED: Final = 2.5
"""How many lines it counts as much as what a placement promises right after it.

In 155 positions of two seats, where the first 36 placements were played on in 80 worlds, 24
candidates with such a promise, counted twice as much, brought 0.19 points a decision more than 12
without, and 0.08 more than 24 without, with as many lines. By 167 other positions a distance that
is promised is half of one that lines find, which asks for half as much: 2.6 lines early and 1.2 in
the end. In 233 positions of four seats and 170 of three, where all placements were played on in 40
worlds, chosen by half of these and judged by the others, 24 candidates with such a promise brought
0.07 points a decision more than 12 without; with four seats 36 brought 0.02 more, with three less.
"""

Gains: TypeAlias = Iterable[float]


class Lines(NamedTuple):
    """How many times the usual number of lines an expert plays.

    `far` while they are cut after `AHEAD` turns, `to_the_end` with at most `PLAYED_OUT` tiles face
    down, where they are long, and `last` with at most half as many, where they are short.
    """

    far: float
    to_the_end: float
    last: float


LINES: Final[Mapping[int, Lines]] = MappingProxyType(
    {2: Lines(7.4, 5, 10), 3: Lines(6.6, 5.3, 10.5)}
)
"""By the number of seats, 3 for four, too.

In the standard game such a decision takes two seconds at most in plain Python.
"""


def values(observation: Observation, legal: Sequence[Action], character: Character) -> list[float]:
    """Return what each of the legal actions gains."""
    seen = outlook(observation, character)
    return list(_GAINS[observation.phase](observation, seen, observation.to_act or Seat(0), legal))


def expert_values(
    observation: Observation, legal: Sequence[Action], character: Character
) -> list[float]:
    """Return what each action gains; of a placement, also what is likely right after it."""
    gains = values(observation, legal, character)
    if observation.phase != "placing" or observation.variant.second_tile:
        return gains
    seen, found = outlook(observation, character), list[float]()
    for gain, action in zip(gains, legal, strict=True):
        after = placed(observation, action)[0] if isinstance(action, Place) else observation
        sums = seen.once_after(after.board).learned
        points = forecast(sums, after.crews, observation.on_turn, seen.odds.turns)
        found.append(points + PROMISE * gain)
    return found


def outlook(observation: Observation, character: Character = EVEN) -> Outlook:
    """Return what is likely, as far as the viewer of this observation can know; cached."""
    # A copy of an observation carries along what is kept here: it may be about another moment.
    key = character, observation.display, observation.crews, observation.unseen
    kept: tuple[Any, Outlook] | None = observation.__dict__.get("outlook")
    if kept is not None and kept[0] == key and kept[1].board is observation.board:
        return kept[1]
    odds = seen_odds(observation, character)
    found = Outlook(observation.board, odds, observation.crews, character)
    observation.__dict__["outlook"] = key, found
    return found


def imagined(observation: Observation, rng: Chooser) -> State:
    """Return a sampled world, which remembers what was likely before anybody went on."""
    world = sampled(observation, rng)
    world.__dict__["outlook"] = outlook(observation)
    return world


def outlook_in(state: State) -> Outlook:
    """Return what is likely in an imagined world, for seats that see no more than others do."""
    known: Outlook | None = state.__dict__.get("outlook")
    if known is None:
        known = outlook_anew(state)
    elif known.board is not state.board:
        known = known.after(state.board)
    state.__dict__["outlook"] = known
    return known


def outlook_anew(state: State) -> Outlook:
    """Return what is likely from this moment of a world on."""
    unseen = Counter(state.boxed)
    for bag in (state.pile, state.apart):
        unseen.update({flip.tile: n for flip, n in bag.items()})
    odds = Odds(state, unseen.total() - len(state.boxed), unseen)
    if "outlook" in state.__dict__:
        return outlook_in(state).by(odds, state.crews)
    return Outlook(state.board, odds, state.crews)


def reply(state: State, seat: Seat, _: Chooser) -> Action:
    """Return what looks best to a seat at once.

    Of equally good ones the first: chance is left for what is drawn, the same in each line.
    """
    seen = outlook_in(state)
    if state.phase in ("placing", "extending"):
        return _building(state, seen, seat)
    if state.phase == "rotating":
        return KeepAll()  # all seats may turn a tile after each quake: no line could pay for that
    legal = tuple(GAME.legal_actions(state, seat))
    if len(legal) == 1:
        return legal[0]
    gains = list(_GAINS[state.phase](state, seen, seat, legal))
    return legal[gains.index(max(gains))]


def _building(state: State, seen: Outlook, seat: Seat) -> Placing:
    """Return what a seat probably builds: a tile, or the first of two (Road Crew's Dilemma)."""
    tiles, follows = tuple(dict.fromkeys(state.display)), state.variant.second_tile
    is_second = state.phase == "extending"
    best = {tile: seen.best(seat, tile, 0 if is_second else state.crews[seat]) for tile in tiles}
    top = max(gain for gain, _ in best.values())
    if is_second and top < LEAST_GAIN:
        return EndTurn()
    if follows and not is_second:
        bare = {tile: seen.best(seat, tile, 0) for tile in tiles}
        gain, first = _pair(state.display, bare)
        if first is not None and gain > top:
            return first
    return next(place for gain, place in best.values() if place and gain >= top - EQUAL)


def _pair(
    display: Sequence[str], bare: Mapping[str, tuple[float, Place | None]]
) -> tuple[float, Place | None]:
    """Return what two tiles without crews gain on two cells, and the better of them."""
    top, best = 0.0, None
    for one, two in permutations(display, 2):
        (gain, first), (more, second) = bare[one], bare[two]
        is_pair = first and second and gain >= more > 0 and first.cell != second.cell
        if is_pair and gain + more > top:
            top, best = gain + more, first
    return top, best


def is_far(start: State, now: State) -> bool:
    """Say whether a line went on long enough; with few tiles left, the match is played out."""
    if now.turn < start.turn + AHEAD or now.phase != "placing":
        return False
    # With two tiles a turn, the match could end in some lines and not in others: only those that
    # are judged in the same way can be compared.
    return tiles_left(start) > PLAYED_OUT * (1 + start.variant.second_tile)


def effort(observation: Observation) -> float:
    """Return how many times the usual number of lines an expert plays."""
    if _is_long(observation):
        return 1.0
    lines = LINES[min(observation.seats, 3)]
    if observation.pile > PLAYED_OUT:
        return lines.far
    return lines.to_the_end if observation.pile > PLAYED_OUT // 2 else lines.last


def sees_farther(observation: Observation) -> bool:
    """Say whether lines that are longer than `AHEAD` turns tell more."""
    return observation.pile >= EARLY * (1 + observation.variant.second_tile)


def breadth(observation: Observation) -> float:
    """Return how many times the usual number of candidates an expert looks at."""
    return 1.0 if _is_long(observation) else 4.0


def trust(observation: Observation) -> float:
    """Return how many lines it counts as much as what the heuristics promise."""
    is_forecast = observation.phase == "placing" and not _is_long(observation)
    return PROMISED if is_forecast else 0.0


def _is_long(observation: Observation) -> bool:
    """Say whether a line takes up to four times as long: with two tiles a turn or two towns."""
    return observation.variant.second_tile or observation.variant.boxes > 1


def differs(observation: Observation, one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Say whether two moves are at other cells, or one with a crew and one without.

    The same tile with the same promise is the same elsewhere, too: there are six ways out of town.
    """
    a, b = one[0], other[0]
    if isinstance(a, Rotate) and isinstance(b, Rotate):
        return a.cell != b.cell
    if not isinstance(a, Place) or not isinstance(b, Place):
        return a != b
    if (a.crew is None) != (b.crew is None):
        return True
    if a.cell == b.cell or a.tile != b.tile:
        return a.cell != b.cell
    gains = outlook(observation).gains(observation.to_act or Seat(0), (a, b))
    return abs(gains[0] - gains[1]) > EQUAL


def is_open(start: State, now: State) -> bool:
    """Say whether nobody has placed any of the tiles that were turned up."""
    return now.outcome is None and now.turn == start.turn


def worth(state: State, seat: Seat) -> float:
    """Return how many points a seat will probably end ahead of its best rival."""
    if state.outcome:
        scores = state.outcome.scores
        return scores[seat] - max(n for other, n in enumerate(scores) if other != seat)
    # The odds of the moment in which the line began would still reckon with turns and quakes that
    # have passed.
    known = outlook_anew(state)
    return forecast(known.learned, state.crews, seat, known.odds.turns)


def tiles_left(state: State) -> int:
    """Return how many tiles lie face down."""
    return sum(state.pile.values()) + sum(state.apart.values())


HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(
    values,
    Imagination(
        GAME,
        imagined,
        reply,
        is_far,
        worth,
        width=6,
        playouts=63,
        effort=effort,
        breadth=breadth,
        is_open=is_open,
        trust=trust,
        # By a regression lines find two thirds of the distances that are promised.
        is_measured=lambda _: False,
        values=expert_values,
        differs=differs,
        sees_farther=sees_farther,
        hint_work=3,
        hint_breadth=1.5,
    ),
)


def placing(_: Table, seen: Outlook, seat: Seat, legal: Sequence[Placing]) -> Gains:
    """Say how much each placement gains: what it joins then, less what arrives there now."""
    gains = iter(seen.gains(seat, [each for each in legal if isinstance(each, Place)]))
    return (next(gains) if isinstance(each, Place) else LEAST_GAIN for each in legal)


def placing_first(table: Table, seen: Outlook, seat: Seat, legal: Sequence[Placing]) -> Gains:
    """Add what a second tile gains, without looking at what it would join of the first."""
    gains = list(placing(table, seen, seat, legal))
    if not table.variant.second_tile:
        return gains
    pairs = zip(gains, legal, strict=True)
    useful = [
        (n, place)
        for n, place in pairs
        if n > 0 and isinstance(place, Place) and place.crew is None
    ]
    useful.sort(key=lambda pair: -pair[0])

    def second(first: Placing) -> float:
        match first:
            case Place(tile, cell, crew=None):
                others = list(table.display)
                others.remove(tile)
                fitting = (n for n, each in useful if each.cell != cell and each.tile in others)
                return next(fitting, 0.0)
            case Place() | EndTurn():
                return 0.0
            case _:
                assert_never(first)

    return [n + second(first) for n, first in zip(gains, legal, strict=True)]


def striking(table: Table, seen: Outlook, seat: Seat, legal: Sequence[Strike]) -> Gains:
    """Say what each line leaves."""
    for action in legal:
        after, _ = struck(table, action.line, None)
        yield _best(seen, seat, _shaken(after))


def choosing_town(table: Table, seen: Outlook, seat: Seat, legal: Sequence[StrikeFirst]) -> Gains:
    """Say what each town, struck first, leaves."""
    for action in legal:
        after, _ = lines_counted(table, action.town)
        yield _best(seen, seat, (end for each in _lines(after) for end in _shaken(each)))


def _shaken(table: Table) -> Iterator[Table]:
    """Yield all tables that a quake may leave after it has struck the towns that are still due."""
    if table.rising is None:
        yield table
        return
    after, _ = lines_counted(table, table.rising.towns[0])
    for each in _lines(after):
        yield from _shaken(each)


def _lines(table: Table) -> list[Table]:
    """Return the table after each of the tied lines was struck."""
    tied = table.quakes[-1].tied
    return [struck(table, line, None)[0] for line in tied] or [table]


def _best(seen: Outlook, seat: Seat, tables: Iterable[Table]) -> float:
    """Return what the best of these tables brings the seat that chooses among them."""
    staked = seen.stakes[seat]
    found = (seen.after(each.board).totals for each in tables)
    return max(sum(n * total for n, total in zip(staked, each, strict=True)) for each in found)


def rotating(_: Table, seen: Outlook, seat: Seat, legal: Sequence[Rotating]) -> Gains:
    """Say what each rotation gains on turning nothing."""
    board = seen.board

    @cache
    def around(cell: Cell) -> Branches:
        return branches(board, board.ground.numbers[cell])

    @cache
    def lying(laid: Laid) -> float:
        return sum(
            seen.share(seat, owners(each.seats), seen.expected(each))
            for each in prospects(around(laid.cell), laid)
            if each.seats
        )

    for action in legal:
        match action:
            case Rotate(cell, turn):
                before = board.built[board.ground.numbers[cell]][0]
                yield lying(after_rotation(before, turn)) - lying(before)
            case KeepAll():
                yield LEAST_GAIN
            case _:
                assert_never(action)


_GAINS: Final[Mapping[str, Callable[[Any, Outlook, Seat, Sequence[Any]], Gains]]] = (
    MappingProxyType(
        {
            "placing": placing_first,
            "extending": placing,
            "striking": striking,
            "choosing_town": choosing_town,
            "rotating": rotating,
        }
    )
)
