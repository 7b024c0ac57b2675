"""What sections of a board will probably bring, and what a tile on a cell would change of that.

A placement is one of hundreds: one walks once along the highways around each cell, and then only
puts the parts together. What lies far from the last tiles is known from the board before them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import inf
from operator import add
from typing import Final, NamedTuple, TypeAlias

from engine.agents.heuristics import EVEN, Character
from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.actions import Place
from engine.games.seismic.board import NOTHING, Board, edge_demands, walk
from engine.games.seismic.evaluation import TWO_ENDS, Odds, Stakes, stakes
from engine.games.seismic.fits import GREEN_EDGE, HIGHWAY_EDGE, fits
from engine.games.seismic.grid import NOWHERE
from engine.games.seismic.legal import placements
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.prospects import Prospect, branches, prospects
from engine.games.seismic.section_value import Opening, inputs, network, value
from engine.games.seismic.sections import TOWN_TO_TOWN, owners
from engine.games.seismic.tiles import Shape, shape

CREW: Final = 0.3
"""Points that a crew costs while there are enough of them."""
LAST_CREW: Final = 2.0
"""Points that it costs on top if hardly any is left and many turns are to come."""
CLAIMED: Final = 0.77
"""How much a join to a section that a seat owns is worth, compared with a join to a free one."""

HOPED: Final = 0.68
"""Which part of the points that open sections promise comes true, before the last turns.

It was fitted to what became of 40,000 positions of 142 matches within 6 and 12 turns. It is less
than 1, as seats build on what they overrate, and rivals spoil it. Complete sections bring all that
they promise.
"""
HOPED_UNTIL: Final = 12.0
SURE_FROM: Final = 6.0
"""With fewer own turns left than the first, open sections bring more than `HOPED`; with no more
than the second they bring all that they promise."""
EQUAL: Final = 1e-9
"""What differs less than this is equal: the same points may be added up in another order."""

Parts: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""Probable points of each seat, by its number: from complete sections, then from open ones."""

COMPLETE: Final = 0
OPEN: Final = 1
"""Where the points of complete and of open sections stand in the sums of a seat."""

_FACING: Final = (3, 4, 5, 0, 1, 2)
_DEMANDS: Final = (1 << 12) - 1
"""The bits of a cell's constraints that tiles around it decide: see `edge_demands`."""


class Arm(NamedTuple):
    """What lies beyond an edge of a cell, as far as the highway goes.

    `staying` is the chance that no quake takes its tiles; it has so many `points` with that of its
    end, if that is a tile. `end` is "tile", "open", "closed" or "back": it comes back to the cell
    by the edge `entry`. `cell` is the one of the end, by number.
    """

    seats: tuple[Seat, ...]
    staying: float
    points: int
    end: str
    cell: int
    entry: int


class Ending(NamedTuple):
    """A section that ends open on a cell: who owns it, what it brings with what `chance`.

    `near` is the part of the chance that depends on the cell, at the edge `entry`.
    """

    owners: tuple[Seat, ...]
    value: float
    near: float
    entry: int
    far: int


class Site(NamedTuple):
    """A cell on which a seat may build, with what is known of the surroundings.

    `arms` by edge, None for a green one; `before` what the sections that end here are worth to the
    seat; `pressed` for each edge what a green and a highway edge there would change at the cell
    behind it.
    """

    arms: Sequence[Arm | None]
    before: float
    pressed: Sequence[tuple[float, float]]
    staying: float
    is_round: bool
    joins: dict[int, tuple[tuple[Seat, ...], float]]


class Held(NamedTuple):
    """A section with crews: who owns it, what it will probably bring, the cells it ends open on.

    `cells` are those of its tiles, by number. `crews` says where each crew stands: the cell and the
    lowest edge of its fragment. `inputs` are what one knows by what such sections brought in
    matches; there are none if a closed end or a loop makes it worthless.
    """

    owners: tuple[Seat, ...]
    value: float
    ends: tuple[int, ...]
    cells: Collection[int]
    crews: Sequence[tuple[int, int]]
    inputs: Sequence[float] = ()


class Outlook:
    """What the sections of a board will probably bring, by the odds of some moment.

    With a `parent`, an outlook on the board before the last tiles were built, only the `changed`
    cells are looked at again.
    """

    def __init__(
        self,
        board: Board,
        odds: Odds,
        crews: Sequence[int],
        character: Character = EVEN,
        parent: "Outlook | None" = None,
        changed: frozenset[int] = frozenset(),
    ) -> None:
        self.board, self.odds = board, odds
        self._crews, self._character = crews, character
        self._parent, self._changed = parent, changed
        self.root: Outlook = parent.root if parent else self
        self.all_changed: frozenset[int] = parent.all_changed | changed if parent else changed
        self.gone: frozenset[int] = parent.gone if parent else frozenset()
        """The cells of the first board whose tiles are gone."""
        self._held: tuple[Held, ...] | None = None
        self._sums: Sequence[Sequence[float]] | None = None
        self._learned: Sequence[Sequence[float]] | None = None
        self._stakes: tuple[Stakes, ...] | None = None
        self._prices: tuple[float, ...] | None = None
        self._arms: dict[int, tuple[Arm | None, ...]] = {}
        self._openings: dict[int, tuple[float, float]] = {}
        self._endings: dict[int, tuple[Ending, ...]] = {}
        self._sites: dict[tuple[Seat, int], Site] = {}
        self.best_known: dict[tuple[Seat, str], list[tuple[float, Place]]] = {}
        self._later: dict[tuple[Laid, ...], Outlook] = {}
        self._best: dict[tuple[Seat, str, bool], tuple[float, list[Place]]] = {}

    def after(self, board: Board) -> "Outlook":
        """Return the outlook on the board some moves later, by the same odds.

        All lines that one imagines begin with one of few actions: what follows from these is known.
        """
        before, now = self.board.tiles, board.tiles
        if now == before:
            return self
        key = now[len(before) :]
        if self._parent is None and key in self._later and now[: len(before)] == before:
            return self._later[key]
        gone: list[Laid] = []
        if now[: len(before)] == before:
            new: Sequence[Laid] = now[len(before) :]
        else:
            known, left = set(map(id, before)), set(map(id, now))
            gone = [laid for laid in before if id(laid) not in left]
            new = [laid for laid in now if id(laid) not in known]
        around, numbers = board.ground.around, board.ground.numbers
        changed = set[int]()
        for laid in (*gone, *new):
            number = numbers[laid.cell]
            changed.add(number)
            changed.update(around[number])
            for edge in range(6):
                changed.update(_open_end(board, number, edge))
                if gone:
                    changed.update(_open_end(self.board, number, edge))
        later = Outlook(board, self.odds, self._crews, self._character, self, frozenset(changed))
        if gone:
            first = set(map(id, self.root.board.tiles))
            later.gone |= {numbers[laid.cell] for laid in gone if id(laid) in first}
        if self._parent is None and not gone:
            self._later[key] = later
        return later

    @property
    def held(self) -> tuple[Held, ...]:
        """The sections with a crew that may bring something."""
        if self._held is None:
            numbers, found, seen = self.board.ground.numbers, list[Held](), set[tuple[int, int]]()
            for laid in self.board.tiles:
                for crew in laid.crews:
                    number = numbers[laid.cell]
                    if (number, crew.edge) not in seen:
                        held = self._holding(number, crew.edge)
                        seen.update(held.crews)
                        found.append(held)
            self._held = tuple(found)
        return self._held

    def _holding(self, start: int, a: int) -> Held:
        built, around, odds = self.board.built, self.board.ground.around, self.odds
        laid, lying = built[start]
        b = lying.across[a]
        first = min(a, b)
        seats = [crew.seat for crew in laid.crews if crew.edge == first]
        crews = [(start, first)]
        passed, chance, is_closed = {start}, 1.0, False
        points = float(lying.value if a == b else 1)
        ends, towns = list[int](), int(start in odds.towns)
        openings = list[Opening]()
        for out in {a, b}:
            number, edge = start, out
            while True:
                number, entry = around[number][edge], _FACING[edge]
                if number not in built:
                    near, more = 0.0, 0.0
                    if number == NOWHERE:
                        is_closed = True
                    else:
                        near, more = self.opening(number, entry)
                        ends.append(number)
                        demands = self.demands(number) | HIGHWAY_EDGE[entry]
                        openings.append(Opening(near, (demands >> 6).bit_count()))
                    chance *= near
                    points += more
                    break
                laid, lying = built[number]
                edge = lying.across[entry]
                low = min(entry, edge)
                if number == start and low == first:
                    return Held((), 0.0, (), passed, crews)  # a loop
                for crew in laid.crews:
                    if crew.edge == low:
                        seats.append(crew.seat)
                        crews.append((number, low))
                passed.add(number)
                if edge == entry:
                    points += lying.value
                    towns += number in odds.towns and number != start
                    break
                points += 1
        points += TOWN_TO_TOWN * (towns > 1)
        if len(ends) == 2:
            chance *= TWO_ENDS
        staying = 1.0
        for number in passed if odds.staying else ():
            staying *= odds.staying.get(number, 1.0)
        likely, whose = odds.points(chance * staying, points), owners(tuple(seats))
        if is_closed:
            return Held(whose, likely, tuple(ends), passed, crews)
        found = inputs(odds.turns, staying, points, openings)
        return Held(whose, likely, tuple(ends), passed, crews, found)

    @property
    def totals(self) -> tuple[float, ...]:
        """What each seat's sections will probably bring."""
        return tuple(map(add, *self.parts))

    @property
    def parts(self) -> Parts:
        """What sections will probably bring each seat: complete ones, then open ones."""
        sums = self.sums
        return tuple([each[COMPLETE] for each in sums]), tuple([each[OPEN] for each in sums])

    @property
    def sums(self) -> Sequence[Sequence[float]]:
        """What sections will bring each seat by the odds: complete ones, then open ones."""
        if self._sums is None:
            root = self.root
            before = None if root is self else root.sums
            self._sums = self._added_up(lambda each: each.value, before)
        return self._sums

    @property
    def learned(self) -> Sequence[Sequence[float]]:
        """What they will by what was learned of such sections: complete ones, then open ones."""
        if self._learned is None:
            root, known = self.root, network(len(self._crews))
            before = None if root is self else root.learned
            self._learned = self._added_up(
                lambda each: value(known, each.inputs) if each.inputs else 0.0, before
            )
        return self._learned

    @property
    def likely(self) -> list[float]:
        """What comes true of that for each seat, by what became of positions (`HOPED`)."""
        late = (HOPED_UNTIL - self.odds.turns) / (HOPED_UNTIL - SURE_FROM)
        hoped = HOPED + (1 - HOPED) * min(1.0, max(0.0, late))
        return [sure + hoped * more for sure, more in zip(*self.parts, strict=True)]

    def _added_up(
        self, brings: Callable[[Held], float], before: Sequence[Sequence[float]] | None
    ) -> Sequence[Sequence[float]]:
        """Return what the sections of each seat bring: complete ones, then open ones.

        `before` has the same for the first board; without it all sections are added up.
        """
        root, gone = self.root, self.gone
        if before is None:
            sums = [[0.0, 0.0] for _ in self._crews]
            for each in self.held:
                _count(sums, each, brings(each))
            return sums
        # Sections that ended on cells which changed, lost a tile, or have a crew on a new one.
        sums, changed = [list(each) for each in before], self.all_changed
        again, numbers = list[tuple[int, int]](), self.board.ground.numbers
        for each in root.held:
            if not changed.isdisjoint(each.ends) or not gone.isdisjoint(each.cells):
                again += [crew for crew in each.crews if crew[0] not in gone]
                _count(sums, each, -brings(each))
        new: Sequence[Laid] = self.board.tiles[len(root.board.tiles) :]
        if gone:
            first = set(map(id, root.board.tiles))
            new = [laid for laid in self.board.tiles if id(laid) not in first]
        for laid in new:
            again += [(numbers[laid.cell], crew.edge) for crew in laid.crews]
        seen = set[tuple[int, int]]()
        for crew in again:
            if crew not in seen:
                now = self._holding(*crew)
                seen.update(now.crews)
                _count(sums, now, brings(now))
        return sums

    @property
    def stakes(self) -> tuple[Stakes, ...]:
        """What the points of each seat are worth to each seat."""
        if self._stakes is None:
            if self.root is not self:
                self._stakes = self.root.stakes
            else:
                seats = map(Seat, range(len(self._crews)))
                self._stakes = tuple(stakes(self.totals, each, self._character) for each in seats)
        return self._stakes

    @property
    def prices(self) -> tuple[float, ...]:
        """What a crew costs each seat."""
        if self._prices is None:
            turns = max(1.0, self.odds.turns)
            self._prices = tuple(
                CREW + LAST_CREW * max(0.0, 1 - crews / turns) for crews in self._crews
            )
        return self._prices

    def best(self, seat: Seat, tile: str, crews: int) -> tuple[float, list[Place]]:
        """Return the gain of the best placements of a tile, and these; no gain if there is none."""
        if self._parent is not self.root:  # that many lines come to it is not likely
            return self._best_now(seat, tile, crews)
        key = seat, tile, bool(crews)
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = self._best_now(seat, tile, crews)
        return found

    def _best_now(self, seat: Seat, tile: str, crews: int) -> tuple[float, list[Place]]:
        root, changed = self.root, self.all_changed
        known = root.best_known.get((seat, tile))
        if known is None:
            places = placements(root.board, (tile,), 1)
            known = list(zip(root.gains(seat, places), places, strict=True))
            known.sort(key=lambda each: -each[0])
            root.best_known[seat, tile] = known
        top, found, numbers = -inf, list[Place](), self.board.ground.numbers
        if changed:
            there, known_there = self.board.constraints, fits(tile)
            reached = [number for number in changed if number in there]
            near = [each for n in reached for each in known_there.on(n, there[n])]
            for gain, place in zip(self.gains(seat, near), near, strict=True):
                if (place.crew is None or crews) and gain > top - EQUAL:
                    if gain > top + EQUAL:
                        found = []
                    top = max(top, gain)
                    found.append(place)
        for gain, place in known:
            if gain < top - EQUAL:
                break
            if (place.crew is None or crews) and numbers[place.cell] not in changed:
                if gain > top + EQUAL:
                    found = []
                top = max(top, gain)
                found.append(place)
        return top, found

    def arms(self, number: int) -> tuple[Arm | None, ...]:
        """Return what lies beyond each edge of a cell."""
        if self._parent and number not in self._changed:
            return self._parent.arms(number)
        found = self._arms.get(number)
        if found is None:
            found = tuple([self.arm(number, edge) for edge in range(6)])
            self._arms[number] = found
        return found

    def arm(self, start: int, edge: int) -> Arm | None:
        """Walk out of a cell by an edge; None if the tile behind it shows it a green one."""
        board, staying = self.board, self.odds.staying
        built, around = board.built, board.ground.around
        seats: tuple[Seat, ...] = ()
        chance, points = 1.0, 0
        number = start
        while True:
            number, entry = around[number][edge], _FACING[edge]
            if number == start:
                return Arm(seats, chance, points, "back", number, entry)
            lying = built.get(number)
            if lying is None:
                kind = "closed" if number == NOWHERE else "open"
                return Arm(seats, chance, points, kind, number, entry)
            edge = lying[1].across[entry]
            if edge < 0:
                return None
            for crew in lying[0].crews:
                if crew.edge in (entry, edge):
                    seats = (*seats, crew.seat)
            if staying:
                chance *= staying.get(number, 1.0)
            if edge == entry:
                points += lying[1].value
                return Arm(seats, chance, points, "tile", number, entry)
            points += 1

    def demands(self, number: int) -> int:
        """Return what the tiles around an empty cell demand there, as the mask `edge_demands`."""
        known = self.board.constraints.get(number)
        return edge_demands(self.board, number) if known is None else known & _DEMANDS

    def opening(self, number: int, entry: int) -> tuple[float, float]:
        """Return the chance that an open end will be closed, and the points that come then."""
        if self._parent and number not in self._changed:
            return self._parent.opening(number, entry)
        key = number * 8 + entry
        known = self._openings.get(key)
        if known is None:
            demands = self.demands(number) | HIGHWAY_EDGE[entry]
            known = self._openings[key] = self._closed(number, entry, demands)
        return known

    def _closed(self, number: int, entry: int, demands: int) -> tuple[float, float]:
        odds = self.odds
        chance, points = odds.closing(demands)
        if number in self.board.constraints:
            for edge, arm in enumerate(self.arms(number)):
                if arm is None or edge == entry or not demands >> 6 + edge & 1:
                    continue
                if arm.end == "tile":
                    far, more = arm.staying, float(arm.points)
                elif arm.end == "open":
                    far, value = odds.closing(self.demands(arm.cell) | HIGHWAY_EDGE[arm.entry])
                    far, more = far * arm.staying, arm.points + value
                else:
                    continue
                join = far * odds.joining(demands, entry, edge) * (CLAIMED if arm.seats else 1)
                if join:
                    total = 1 - (1 - chance) * (1 - join)
                    points = (points * chance + (1 + more) * join) / (chance + join)
                    chance = total
        return chance, points

    def joined(
        self, left: Arm, right: Arm | None, staying: float, value: int
    ) -> tuple[float, float]:
        """Return the chance and the points of a section of two arms with a fragment between them.

        Without a right one it ends in a tile of this value.
        """
        chance, points = staying * left.staying, float(value + left.points)
        if left.end == "open":
            near, more = self.opening(left.cell, left.entry)
            chance *= near
            points += more
        elif left.end != "tile":
            return 0.0, 0.0
        if right is not None:
            chance *= right.staying
            points += right.points + 1
            if right.end == "open":
                near, more = self.opening(right.cell, right.entry)
                chance *= near
                points += more
                chance *= TWO_ENDS if left.end == "open" else 1
            elif right.end != "tile":
                return 0.0, 0.0
            towns = self.odds.towns
            if len(towns) > 1 and left.cell != right.cell:
                points += TOWN_TO_TOWN * (left.cell in towns and right.cell in towns)
        return chance, points

    def endings(self, number: int) -> tuple[Ending, ...]:
        """Return the sections that end open on a cell, each once."""
        if self._parent and number not in self._changed:
            return self._parent.endings(number)
        known = self._endings.get(number)
        if known is None:
            known = self._endings[number] = tuple(self._ending(number))
        return known

    def _ending(self, number: int) -> Iterator[Ending]:
        odds, built, around = self.odds, self.board.built, self.board.ground.around[number]
        for entry, arm in enumerate(self.arms(number)):
            if arm is None or around[entry] not in built:
                continue
            near, more = self.opening(number, entry)
            chance, points, far = near * arm.staying, arm.points + more, -1
            if arm.end == "open":
                beyond, value = self.opening(arm.cell, arm.entry)
                chance, points, far = TWO_ENDS * chance * beyond, points + value, arm.cell
            elif arm.end == "back":
                if arm.entry < entry:
                    continue
                chance = 0.0  # both ends on this cell: an intersection closes them at once
                chance, points = near * arm.staying, points + more
            elif arm.end != "tile":
                continue
            yield Ending(owners(arm.seats), odds.points(chance, points), near, entry, far)

    def site(self, seat: Seat, number: int) -> Site:
        """Return what a seat knows of a cell."""
        if self._parent and number not in self._changed:
            return self._parent.site(seat, number)
        key = seat, number
        known = self._sites.get(key)
        if known is None:
            known = self._sites[key] = self._site(seat, number)
        return known

    def _site(self, seat: Seat, number: int) -> Site:
        arms = self.arms(number)
        before = sum([self.share(seat, each.owners, each.value) for each in self.endings(number)])
        return Site(
            arms,
            before,
            [self._pressed(seat, number, edge) for edge in range(6)],
            self.odds.staying.get(number, 1.0),
            any(arm is not None and arm.end == "back" for arm in arms),
            {},
        )

    def _pressed(self, seat: Seat, number: int, edge: int) -> tuple[float, float]:
        beside = self.board.ground.around[number][edge]
        if beside not in self.board.constraints:
            return 0.0, 0.0
        ending = [each for each in self.endings(beside) if each.value and each.owners]
        if not ending:
            return 0.0, 0.0
        facing, demands = _FACING[edge], self.demands(beside)
        found = []
        for bits in (GREEN_EDGE[facing], HIGHWAY_EDGE[facing]):
            change = 0.0
            for each in ending:
                if each.far != number:
                    near, _ = self._closed(beside, each.entry, demands | bits)
                    share = self.share(seat, each.owners, each.value)
                    change += share * (near / each.near - 1)
            found.append(change)
        return found[0], found[1]

    def share(self, seat: Seat, whose: tuple[Seat, ...], value: float) -> float:
        """Return what the points of a section are worth to a seat: nothing if it is nobody's."""
        if not whose:
            return 0.0
        staked = self.stakes[seat]
        return value * (
            staked[whose[0]] if len(whose) == 1 else sum([staked[each] for each in whose])
        )

    def gains(self, seat: Seat, legal: Iterable[Place]) -> Iterator[float]:
        """Say what each placement gains: what it joins then, less what arrives there now."""
        price, known = self.prices[seat], dict[tuple[str, Cell, int], float]()
        numbers = self.board.ground.numbers
        for place in legal:
            key = place.tile, place.cell, place.turn
            site, lying = self.site(seat, numbers[place.cell]), shape(place.tile, place.turn)
            gained = known.get(key)
            if gained is None:
                gained = known[key] = self._gained(seat, place, site, lying)
            if place.crew is not None:
                whose, value = self.through(place, site, lying, place.crew)
                gained += value - price - self.share(seat, whose, value)
            yield gained

    def _gained(self, seat: Seat, place: Place, site: Site, lying: Shape) -> float:
        gained, highways = -site.before, lying.highways
        if site.is_round:
            for each in self._round(place):
                gained += self.share(seat, owners(each.seats), self.expected(each))
        else:
            for a, _ in lying.fragments:
                gained += self.share(seat, *self.through(place, site, lying, a))
        for edge, pressed in enumerate(site.pressed):
            gained += pressed[highways >> edge & 1]
        return gained

    def through(
        self, place: Place, site: Site, lying: Shape, a: int
    ) -> tuple[tuple[Seat, ...], float]:
        """Return who owns the section through a fragment of a tile, and what it will bring."""
        if site.is_round:
            found = next(each for each in self._round(place) if a in each.own)
            return owners(found.seats), self.expected(found)
        b = lying.across[a]
        is_stub = a == b
        key = a * 8 + (6 if is_stub else b) + 64 * lying.value
        known = site.joins.get(key)
        if known is None:
            left, right = site.arms[a], None if is_stub else site.arms[b]
            assert left is not None
            assert is_stub or right is not None
            chance, points = self.joined(left, right, site.staying, lying.value)
            seats = left.seats if right is None else left.seats + right.seats
            known = site.joins[key] = owners(seats), self.odds.points(chance, points)
        return known

    def _round(self, place: Place) -> Sequence[Prospect]:
        """Return the sections of a tile to which one of them comes back."""
        number = self.board.ground.numbers[place.cell]
        laid = Laid(place.cell, place.tile, place.turn)
        return list(prospects(branches(self.board, number), laid))

    def expected(self, section: Section | Prospect) -> float:
        """Return how many points a section will probably bring."""
        numbers, staying = self.board.ground.numbers, self.odds.staying
        chance, points = float(bool(section.ends)), float(section.length)
        for end in section.ends:
            if end.kind == "open":
                near, more = self.opening(numbers[end.cell], end.edge)
                chance *= near
                points += more
            else:
                chance *= end.kind == "tile"
                points += end.value
        if all(end.kind == "open" for end in section.ends):
            chance *= TWO_ENDS
        towns = self.odds.towns
        if len(towns) > 1 and {numbers.get(end.cell) for end in section.ends} == set(towns):
            points += TOWN_TO_TOWN
        for cell in section.cells:
            chance *= staying.get(numbers[cell], 1.0)
        return self.odds.points(chance, points)


def _count(sums: list[list[float]], held: Held, points: float) -> None:
    """Add these points of a section to the sums of its owners."""
    for seat in held.owners:
        sums[seat][OPEN if held.ends else COMPLETE] += points


def _open_end(board: Board, number: int, edge: int) -> Iterator[int]:
    """Yield the empty cell on which a highway ends that leaves a cell by an edge, if it does."""
    built = board.built.get(number)
    if built is not None and built[1].across[edge] < 0:
        return
    for cell, _, leaving in walk(board, number, edge):
        if leaving == NOTHING and cell != NOWHERE:
            yield cell
        if cell == number:
            return
