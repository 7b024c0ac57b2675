"""What computer players like: own sections that will be complete, crews only where it pays.

Every choice is judged by the points that sections will probably bring afterwards: the own ones,
less what the others get. Only what the choice touches is looked at; what anybody answers is not.
The dials were found by letting players with different ones play against each other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias, assert_never

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
from engine.games.seismic.evaluation import Judge, expected_points, stakes, turns_left, worth
from engine.games.seismic.legal import after_rotation
from engine.games.seismic.match import lines_counted, struck
from engine.games.seismic.pieces import Laid
from engine.games.seismic.prospects import Branches, Prospect, arriving, branches, prospects
from engine.games.seismic.rules import GAME
from engine.games.seismic.sections import crewed_sections
from engine.games.seismic.state import Observation, State
from engine.games.seismic.worlds import sampled

CREW: Final = 0.3
"""Points that a crew costs while there are enough of them."""
LAST_CREW: Final = 2.0
"""Points that it costs on top if hardly any is left and many turns are to come."""
EQUAL: Final = 1e-9
"""What differs less than this is equal."""
EFFORT: Final = 0.01
"""Points that a second tile or a rotation has to bring: nobody has to do either."""

Gains: TypeAlias = Iterable[float]


def values(
    observation: Observation,
    legal: Sequence[Action],
    character: Character,  # noqa: ARG001
) -> list[float]:
    """Return what each of the legal actions gains."""
    judged = expected_points(observation)
    judge = Judge(observation.board, judged, stakes(observation, judged, observation.sections))
    return list(_GAINS[observation.phase](observation, judge, legal))


def reply(state: State, seat: Seat, rng: Chooser) -> Action:
    """Return what looks best to a seat; one of equally good ones by chance."""
    legal = tuple(GAME.legal_actions(state, seat))
    if len(legal) == 1:
        return legal[0]
    gains = values(GAME.observe(state, seat), legal, EVEN)
    best = max(gains) - EQUAL
    return rng.choice([each for each, n in zip(legal, gains, strict=True) if n >= best])


def is_far(start: State, now: State) -> bool:
    """Say whether the next seat has answered, and the one after it is to build."""
    return now.turn >= start.turn + 2 and now.phase == "placing"


HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(
    values, Imagination(GAME, sampled, reply, is_far, worth, width=6, playouts=36)
)


def placing(observation: Observation, judge: Judge, legal: Sequence[Placing]) -> Gains:
    """Say how much each placement gains: what it joins then, less what arrives there now."""
    me, board = observation.to_act or 0, judge.board
    scarce = 1 - observation.crews[me] / max(1.0, turns_left(observation))
    price = CREW + LAST_CREW * max(0.0, scarce)

    @cache
    def around(cell: Cell) -> tuple[Branches, float]:
        beyond = branches(board, board.ground.numbers[cell])
        return beyond, judge.total(arriving(cell, beyond))

    @cache
    def joined(tile: str, cell: Cell, turn: int) -> tuple[float, list[Prospect]]:
        beyond, before = around(cell)
        found = list(prospects(beyond, Laid(cell, tile, turn)))
        return judge.total(found) - before, found

    for action in legal:
        match action:
            case Place(tile, cell, turn, crew):
                gained, found = joined(tile, cell, turn)
                if crew is not None:
                    claimed = next(each for each in found if crew in each.own)
                    gained += judge.expected(claimed) * judge.stakes[me] - price
                yield gained
            case EndTurn():
                yield EFFORT
            case _:
                assert_never(action)


def placing_first(observation: Observation, judge: Judge, legal: Sequence[Placing]) -> Gains:
    """Add what a second tile gains, without looking at what it would join of the first."""
    gains = list(placing(observation, judge, legal))
    if not observation.variant.second_tile:
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
                others = list(observation.display)
                others.remove(tile)
                fitting = (n for n, each in useful if each.cell != cell and each.tile in others)
                return next(fitting, 0.0)
            case Place() | EndTurn():
                return 0.0
            case _:
                assert_never(first)

    return [n + second(first) for n, first in zip(gains, legal, strict=True)]


def striking(observation: Observation, judge: Judge, legal: Sequence[Strike]) -> Gains:
    """Say what each line leaves."""
    for action in legal:
        after, _ = struck(observation, action.line, None)
        yield _best(judge, _shaken(after))


def choosing_town(observation: Observation, judge: Judge, legal: Sequence[StrikeFirst]) -> Gains:
    """Say what each town, struck first, leaves."""
    for action in legal:
        after, _ = lines_counted(observation, action.town)
        yield _best(judge, (end for each in _lines(after) for end in _shaken(each)))


def _shaken(table: Observation) -> Iterator[Observation]:
    """Yield all that a quake may leave of a table when it goes on to the towns that are left."""
    if table.rising is None:
        yield table
        return
    after, _ = lines_counted(table, table.rising.towns[0])
    for each in _lines(after):
        yield from _shaken(each)


def _lines(table: Observation) -> list[Observation]:
    """Return the table after each of the tied lines was struck."""
    tied = table.quakes[-1].tied
    return [struck(table, line, None)[0] for line in tied] or [table]


def _best(judge: Judge, tables: Iterable[Observation]) -> float:
    """Return what the best of these tables brings the seat that chooses among them."""
    judges = [Judge(each.board, expected_points(each), judge.stakes) for each in tables]
    return max(each.total(crewed_sections(each.board)) for each in judges)


def rotating(_: Observation, judge: Judge, legal: Sequence[Rotating]) -> Gains:
    """Say what each rotation gains on turning nothing."""
    board = judge.board

    @cache
    def around(cell: Cell) -> Branches:
        return branches(board, board.ground.numbers[cell])

    @cache
    def lying(laid: Laid) -> float:
        return judge.total(prospects(around(laid.cell), laid))

    for action in legal:
        match action:
            case Rotate(cell, turn):
                before = board.built[board.ground.numbers[cell]][0]
                yield lying(after_rotation(before, turn)) - lying(before)
            case KeepAll():
                yield EFFORT
            case _:
                assert_never(action)


_GAINS: Final[Mapping[str, Callable[[Observation, Judge, Sequence[Any]], Gains]]] = (
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
