"""The cheapest routes of a Shocked meeple over bridges, and who is paid (rules 2, 3B)."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.compiled import plain
from engine.game import Seat
from engine.games.aftershock.board import Board
from engine.games.aftershock.state import Bridges, Crossing
from engine.values import dataclass

_Paid: TypeAlias = tuple[Seat, ...]
_Network: TypeAlias = Mapping[str, Sequence[tuple[str, Seat, Crossing]]]


@plain
@dataclass(frozen=True, slots=True)
class Route:
    """A cheapest route to an area; routes on which the same seats are paid the same are one.

    `cost` is what it takes ($1M for each of `paid`), `crossings` the bridges in order.
    """

    to: str
    cost: int
    paid: _Paid
    crossings: tuple[Crossing, ...]


class _Label(NamedTuple):
    """How an area was reached: who was paid, over which bridges."""

    area: str
    paid: _Paid
    crossings: tuple[Crossing, ...]


@plain
@dataclass(slots=True)
class _Reached:
    """What each area costs, and which labels are known."""

    cost: dict[str, int]
    labels: set[tuple[str, _Paid]] = field(default_factory=set)

    def is_new(self, label: _Label) -> bool:
        """Say whether this is a cheapest route not found yet, and remember it."""
        area, paid, _ = label
        if self.cost.setdefault(area, len(paid)) < len(paid) or (area, paid) in self.labels:
            return False
        self.labels.add((area, paid))
        return True


@lru_cache(maxsize=1024)
def routes(board: Board, bridges: Bridges, area: str, seat: Seat, money: int) -> tuple[Route, ...]:
    """Return every cheapest route from `area` that `seat` can pay, in board order of its end.

    Areas are reached in the order of their cost; within a cost, free bridges first.
    """
    reached = _Reached({area: 0}, {(area, ())})
    found: list[_Label] = []
    level, network = [_Label(area, (), ())], _network(board, bridges)
    for _ in range(money + 1):
        dearer: list[_Label] = []
        for at, paid, crossings in level:  # grows while free bridges lead on
            for to, owner, crossing in network.get(at, ()):
                toll = paid if owner == seat else tuple(sorted((*paid, owner)))
                step = _Label(to, toll, (*crossings, crossing))
                if len(toll) > len(paid):
                    dearer.append(step)
                elif reached.is_new(step):
                    level.append(step)
        found += level
        level = [label for label in dearer if reached.is_new(label)]
        if not level:
            break
    every = (Route(to, len(paid), paid, crossings) for to, paid, crossings in found[1:])
    return tuple(sorted(every, key=lambda route: (board.index[route.to], route.paid)))


@lru_cache(maxsize=256)
def _network(board: Board, bridges: Bridges) -> _Network:
    """Return the bridges that lead from each area; two of one owner side by side are the same."""
    network: dict[str, list[tuple[str, Seat, Crossing]]] = {}
    for link, owners in zip(board.links, bridges, strict=True):
        for owner in dict.fromkeys(owners):
            for area in link.between:
                to = link.across(area)
                network.setdefault(area, []).append((to, owner, Crossing(area, to, owner)))
    return network
