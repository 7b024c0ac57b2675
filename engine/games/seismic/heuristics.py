"""What a greedy player likes: own sections that will be complete, and crews only where it pays.

Every choice is judged by what sections promise afterwards: the own points, less what the others
get. Only what the choice touches is looked at; what anybody answers is not.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from engine.agents import Chooser
from engine.boards.hexes import Cell
from engine.games.seismic.actions import Action, KeepAll, Place, Strike, StrikeFirst
from engine.games.seismic.board import Board
from engine.games.seismic.legal import after_rotation
from engine.games.seismic.match import aimed, struck
from engine.games.seismic.pieces import Laid
from engine.games.seismic.promises import Promise, Stakes, promise, stakes, turns_left
from engine.games.seismic.sections import (
    Arms,
    Chain,
    arms,
    arriving,
    chains,
    crewed_sections,
    owners,
    whole,
)
from engine.games.seismic.state import Observation

CREW: Final = 0.3
"""Points that a crew costs while there are enough of them."""
LAST_CREW: Final = 2.0
"""Points that it costs on top if hardly any is left and many turns are to come."""
EFFORT: Final = 0.01
"""Points that a second tile or a rotation has to bring: nobody has to do either."""


class Look(NamedTuple):
    """A board with what judges the sections on it."""

    board: Board
    promised: Promise
    stakes: Stakes

    def worth(self, chain: Chain) -> float:
        """Return what a section promises to the seat that acts, less what to the others."""
        if not chain.crews:
            return 0.0
        stake = sum(self.stakes[seat] for seat in owners(chain.crews))
        return stake * self.promised(chain)

    def total(self, found: Iterable[Chain]) -> float:
        """Return what these sections promise together."""
        return sum(self.worth(chain) for chain in found)


Gains: TypeAlias = Iterable[float]


def choose(observation: Observation, legal: Sequence[Action], rng: Chooser) -> Action:
    """Return the best of the legal actions; equally good ones by chance."""
    gains = list(_GAINS[observation.phase](observation, _look(observation), legal))
    best = max(gains)
    # The same sections may be added up in another order: what differs less than this is equal.
    return rng.choice([each for each, n in zip(legal, gains, strict=True) if n > best - 1e-9])


HEURISTICS: Final = choose


def _look(observation: Observation) -> Look:
    board = observation.board
    promised = promise(observation)
    found = (whole(board, section) for section in observation.sections if section.crews)
    return Look(board, promised, stakes(observation, promised, found))


def _placing(observation: Observation, look: Look, legal: Sequence[Any]) -> Gains:
    gain = _placement(observation, look)
    return [gain(action) if isinstance(action, Place) else EFFORT for action in legal]


def _placement(observation: Observation, look: Look) -> Callable[[Place], float]:
    """Return what tells how much a placement gains."""
    me = observation.to_act or 0
    numbers, promised, own = look.board.ground.numbers, look.promised, look.stakes[me]
    scarce = 1 - observation.crews[me] / max(1.0, turns_left(observation))
    price = CREW + LAST_CREW * max(0.0, scarce)

    @cache
    def around(cell: Cell) -> tuple[int, Arms, float]:
        number = numbers[cell]
        beyond = arms(look.board, number)
        return number, beyond, look.total(arriving(number, beyond))

    @cache
    def joined(tile: str, cell: Cell, turn: int) -> tuple[float, list[Chain]]:
        number, beyond, before = around(cell)
        found = list(chains(number, beyond, Laid(cell, tile, turn)))
        return look.total(found) - before, found

    def gain(place: Place) -> float:
        gained, found = joined(place.tile, place.cell, place.turn)
        if place.crew is None:
            return gained
        claimed = next(chain for chain in found if place.crew in chain.own)
        return gained + promised(claimed) * own - price

    return gain


def _placing_first(observation: Observation, look: Look, legal: Sequence[Any]) -> Gains:
    """Add what a second tile gains, without looking at what it would join of the first."""
    gains = list(_placing(observation, look, legal))
    if not observation.variant.second_tile:
        return gains
    pairs = zip(gains, legal, strict=True)
    useful = [(n, place) for n, place in pairs if n > 0 and place.crew is None]
    useful.sort(key=lambda pair: -pair[0])

    def second(first: Place) -> float:
        others = list(observation.display)
        others.remove(first.tile)
        fitting = (n for n, each in useful if each.cell != first.cell and each.tile in others)
        return 0.0 if first.crew is not None else next(fitting, 0.0)

    return [n + second(place) for n, place in zip(gains, legal, strict=True)]


def _striking(observation: Observation, look: Look, legal: Sequence[Strike]) -> Gains:
    for action in legal:
        after, _ = struck(observation, action.line, None)
        yield _best(look, _shaken(after))


def _choosing_town(observation: Observation, look: Look, legal: Sequence[StrikeFirst]) -> Gains:
    for action in legal:
        after, _ = aimed(observation, action.town)
        yield _best(look, (end for each in _lines(after) for end in _shaken(each)))


def _shaken(table: Observation) -> Iterator[Observation]:
    """Yield all that a quake may leave of a table when it goes on to the towns that are left."""
    if table.rising is None:
        yield table
        return
    after, _ = aimed(table, table.rising.towns[0])
    for each in _lines(after):
        yield from _shaken(each)


def _lines(table: Observation) -> list[Observation]:
    """Return the table after each of the tied lines was struck."""
    tied = table.quakes[-1].tied
    return [struck(table, line, None)[0] for line in tied] or [table]


def _best(look: Look, tables: Iterable[Observation]) -> float:
    """Return what the best of these tables promises to the seat that chooses among them."""
    looks = (Look(table.board, promise(table), look.stakes) for table in tables)
    return max(
        each.total(whole(each.board, s) for s in crewed_sections(each.board)) for each in looks
    )


def _rotating(_: Observation, look: Look, legal: Sequence[Any]) -> Gains:
    @cache
    def around(cell: Cell) -> tuple[int, Arms]:
        number = look.board.ground.numbers[cell]
        return number, arms(look.board, number)

    @cache
    def lying(laid: Laid) -> float:
        number, beyond = around(laid.cell)
        return look.total(chains(number, beyond, laid))

    for action in legal:
        if isinstance(action, KeepAll):
            yield EFFORT
        else:
            before = look.board.built[look.board.ground.numbers[action.cell]][0]
            yield lying(after_rotation(before, action.turn)) - lying(before)


_GAINS: Final[Mapping[str, Callable[[Observation, Look, Sequence[Any]], Gains]]] = MappingProxyType(
    {
        "placing": _placing_first,
        "extending": _placing,
        "striking": _striking,
        "choosing_town": _choosing_town,
        "rotating": _rotating,
    }
)
