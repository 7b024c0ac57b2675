"""What a greedy player likes: own sections that will be complete, and crews only where it pays.

Every choice is judged by the points that sections will probably bring afterwards: the own ones,
less what the others get. An open end counts with the chance that an intersection will close it, a
tile on a line out of a town with the chance that no quake takes it. Only what the choice touches is
looked at; what anybody answers is not. The dials were found by letting players with different ones
play against each other.

A placement is one of hundreds: what it would join is found without building it. One walks once
along the highways around each cell (`branches`), and then only puts the parts together
(`prospects`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

from engine.agents.heuristics import Character, Heuristics
from engine.boards.hexes import Cell, neighbour
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
from engine.games.seismic.board import NOTHING, Board, edge_demands, walk
from engine.games.seismic.fits import HIGHWAY_EDGE, fits
from engine.games.seismic.grid import NOWHERE, numbered
from engine.games.seismic.legal import after_rotation
from engine.games.seismic.match import line_lengths, lines_counted, struck
from engine.games.seismic.pieces import End, Laid, Section
from engine.games.seismic.sections import TOWN_TO_TOWN, crewed_sections, owners
from engine.games.seismic.state import Observation, State
from engine.games.seismic.tiles import TILES, shape

CREW: Final = 0.3
"""Points that a crew costs while there are enough of them."""
LAST_CREW: Final = 2.0
"""Points that it costs on top if hardly any is left and many turns are to come."""
EFFORT: Final = 0.01
"""Points that a second tile or a rotation has to bring: nobody has to do either."""

TURNS_TO_CLOSE: Final = 4.0
"""With so many own turns left, an end is closed in every second case."""
FEW: Final = 3.0
"""With so few intersections left that fit at an end, it is closed half as often."""
ON_THE_WAY: Final = 0.3
"""How many fragments more an open end brings."""
SECOND_TILES: Final = 0.5
"""How many of the turns bring a second tile, where one is allowed."""
NEAR: Final = 0.5
"""How much less a line is in danger for each tile that it is shorter than the longest."""
HARM: Final = 0.25
"""How much of a section is lost with a tile: it may be mended, and lines grow."""
ON_THE_LEADER: Final = 0.5
"""How much of what one grudges the others goes by who leads."""

_MAGNITUDES: Final = 6


class Branch(NamedTuple):
    """What lies beyond an edge of a cell, as far as the highway goes.

    `cells` are those of its fragments and of the stub in which it ends. An `end` of kind "back" is
    on the cell from which one started.
    """

    length: int
    seats: tuple[Seat, ...]
    cells: tuple[Cell, ...]
    end: End


class Prospect(NamedTuple):
    """A section as it would be: through a tile on a cell, or up to the empty cell.

    `own` are its fragments there, by their lowest edges; the rest is as in a `Section`.
    """

    own: tuple[int, ...]
    length: int
    seats: tuple[Seat, ...]
    cells: frozenset[Cell]
    ends: tuple[End, ...]


Branches: TypeAlias = Mapping[int, Branch]
"""What lies beyond those edges of a cell that a highway may cross."""
Expected: TypeAlias = Callable[[Section | Prospect], float]
"""Tells how many points a section will probably bring."""
Stakes: TypeAlias = tuple[float, ...]
"""What a point of each seat is worth to the seat that acts."""
Gains: TypeAlias = Iterable[float]


class Judge(NamedTuple):
    """A board with what judges the sections on it."""

    board: Board
    expected: Expected
    stakes: Stakes

    def total(self, found: Iterable[Section | Prospect]) -> float:
        """Return what sections will bring the seat that acts, less what they bring the others."""
        return sum(
            sum([self.stakes[seat] for seat in owners(each.seats)]) * self.expected(each)
            for each in found
            if each.seats
        )


def values(
    observation: Observation,
    legal: Sequence[Action],
    character: Character,  # noqa: ARG001
) -> list[float]:
    """Return what each of the legal actions gains."""
    judged = expected_points(observation)
    judge = Judge(observation.board, judged, stakes(observation, judged, observation.sections))
    return list(_GAINS[observation.phase](observation, judge, legal))


HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(values)


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


def expected_points(observation: Observation) -> Expected:
    """Return what judges sections of this table."""
    board, turns = observation.board, turns_left(observation)
    numbers, staying = board.ground.numbers, _staying(observation, board)
    codes = [*observation.display, *(code for code, n in observation.unseen for _ in range(n))]
    left = [TILES[code] for code in codes if TILES[code].kind == "intersection"]
    towns = set(observation.towns)

    @cache
    def shows(number: int) -> int:
        return edge_demands(board, number)

    @cache
    def closing(constraints: int) -> tuple[float, float]:
        """Return the chance that an open end is closed for good, and its value then."""
        values = [tile.value for tile in left if fits(tile.code).takes(constraints)]
        chance = turns / (turns + TURNS_TO_CLOSE) * len(values) / (len(values) + FEW)
        return chance, ON_THE_WAY + sum(values) / max(1, len(values))

    def expected(section: Section | Prospect) -> float:
        chance, points = float(bool(section.ends)), float(section.length)
        for end in section.ends:
            if end.kind == "open":
                odds, value = closing(shows(numbers[end.cell]) | HIGHWAY_EDGE[end.edge])
                chance *= odds
                points += value
            else:
                chance *= end.kind == "tile"
                points += end.value
        if len(towns) > 1 and towns == {end.cell for end in section.ends}:
            points += TOWN_TO_TOWN
        for cell in section.cells:
            chance *= staying.get(cell, 1.0)
        return chance * points

    return expected


def turns_left(observation: Observation) -> float:
    """Return how many turns each seat probably has, the present one among them."""
    tiles_a_turn = 1 + SECOND_TILES * observation.variant.second_tile
    return (observation.pile + len(observation.display)) / observation.seats / tiles_a_turn


def _staying(observation: Observation, board: Board) -> Mapping[Cell, float]:
    """Return for cells on the lines the chance that a tile there is not lost to quakes."""
    unseen = dict(observation.unseen)
    quakes = sum(n for code, n in unseen.items() if TILES[code].kind == "quake")
    coming = quakes * observation.pile / max(1, sum(unseen.values()))
    staying: dict[Cell, float] = {}
    for town, rays in enumerate(board.ground.rays):
        counts = line_lengths(board, town)
        dangers = [NEAR ** (max(counts) - count) for count in counts]
        for ray, danger in zip(rays, dangers, strict=True):
            rank = 0  # how many tiles would fall before
            for number in ray:
                built = board.built.get(number)
                if built is None or built[0].tile != "SA":
                    cell = numbered(number)
                    lost = HARM * danger / sum(dangers) * (1 - rank / _MAGNITUDES)
                    staying[cell] = staying.get(cell, 1.0) * (1 - lost) ** coming
                    rank += built is not None
                if rank == _MAGNITUDES:
                    break
    return staying


def stakes(observation: Observation, expected: Expected, found: Iterable[Section]) -> Stakes:
    """Return 1 for the seat that acts, and for each other what its points take from that.

    These are -1 in all: one half is shared, the other is about those who will probably lead.
    """
    totals = dict.fromkeys(range(observation.seats), 0.0)
    for section in found:
        for seat in section.owners:
            totals[seat] += expected(section)
    totals.pop(observation.to_act or 0)
    leading = [seat for seat, total in totals.items() if total == max(totals.values())]
    share, more = (1 - ON_THE_LEADER) / len(totals), ON_THE_LEADER / len(leading)
    against = {seat: -share - more * (seat in leading) for seat in totals}
    return tuple(against.get(seat, 1.0) for seat in range(observation.seats))


def branches(board: Board, start: int) -> Branches:
    """Return what lies beyond the edges of a cell, by its number, whether a tile lies there or not.

    Edges where a neighbour is green are left out.
    """
    found = ((edge, _branch(board, start, edge)) for edge in range(6))
    return {edge: branch for edge, branch in found if branch is not None}


def _branch(board: Board, start: int, edge: int) -> Branch | None:
    cells: list[Cell] = []
    seats: list[Seat] = []
    kind, value = "tile", 0
    for number, entry, leaving in walk(board, start, edge):
        if number == start or leaving == NOTHING:
            kind = "back" if number == start else "closed" if number == NOWHERE else "open"
            break
        if leaving < 0:
            return None
        laid, lying = board.built[number]
        seats += [crew.seat for crew in laid.crews if crew.edge in (entry, leaving)]
        cells.append(laid.cell)
        value = lying.value
    is_tile = kind == "tile"
    cell = cells[-1] if cells else numbered(start)
    if not is_tile:
        cell, value = neighbour(cell, (entry + 3) % 6), 0
    return Branch(len(cells) - is_tile, tuple(seats), tuple(cells), End(kind, cell, entry, value))


def arriving(cell: Cell, around: Branches) -> Iterator[Prospect]:
    """Yield every section that ends open on an empty cell."""
    seen: set[int] = set()
    for edge, branch in around.items():
        if branch.cells and edge not in seen:
            far = branch.end
            if far.kind == "back":
                seen.add(far.edge)
                far = End("open", cell, far.edge)
            near = End("open", cell, edge)
            yield Prospect((), branch.length, branch.seats, frozenset(branch.cells), (near, far))


def prospects(around: Branches, laid: Laid) -> Iterator[Prospect]:
    """Yield every section of a tile that lies like this on a cell with these branches."""
    lying = shape(laid.tile, laid.turn)
    across, seen = lying.across, set[int]()

    def out(start: int) -> list[Branch]:
        """Go out by an edge and on, as often as the highway comes back, once round at most."""
        passed = [around[start]]
        while passed[-1].end.kind == "back":
            edge = across[passed[-1].end.edge]
            if edge == start:
                break
            passed.append(around[edge])
        return passed

    for first, _ in lying.fragments:
        if first in seen:
            continue
        ends: tuple[End, ...] = ()
        if is_stub := across[first] == first:
            # The highway may come back to another stub.
            passed = [around[first]]
            far = passed[0].end
            if far.kind == "back":
                far = End("tile", laid.cell, far.edge, lying.value)
            ends = (End("tile", laid.cell, first, lying.value), far)
        else:
            passed = out(first)
            if passed[-1].end.kind != "back":  # else it is a loop
                ahead = out(across[first])
                ends = (passed[-1].end, ahead[-1].end)
                passed += ahead
        backs = [each.end.edge for each in passed if each.end.kind == "back"]
        own = tuple(dict.fromkeys((first, *(min(edge, across[edge]) for edge in backs))))
        seats = [crew.seat for crew in laid.crews if crew.edge in own]
        cells, length = [laid.cell], 0 if is_stub else len(own)
        for branch in passed:
            seats += branch.seats
            cells += branch.cells
            length += branch.length
        seen.update(own)
        yield Prospect(own, length, tuple(seats), frozenset(cells), ends)
