"""What sections of a board will probably bring, and what a tile on a cell would change of that.

A placement is one of hundreds: one walks once along the highways around each cell, and then only
puts the parts together. What lies far from the last tiles is known from the board before them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from math import inf
from operator import add, attrgetter
from typing import Final, NamedTuple, TypeAlias

from engine.agents.heuristics import EVEN, Character
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
_TOWN: Final = shape("SA", 0)
_CELL: Final = attrgetter("cell")
_ARRIVING: Final = tuple(
    tuple(edge for edge in range(6) if mask >> edge & 1) for mask in range(1 << 6)
)
"""The edges of a mask of edges."""
_DEMANDS: Final = (1 << 12) - 1
"""The bits of a cell's constraints that tiles around it decide: see `edge_demands`."""


class Arm(NamedTuple):
    """What lies beyond an edge of a cell, as far as the highway goes.

    `staying` is the chance that no quake takes its tiles; `points` are theirs and that of the tile
    at its end, if there is one. `end` is "tile", "open", "closed" or "back": it comes back to the
    cell by the edge `entry`. `cell` is the one of the end, by number.
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


class Reach(NamedTuple):
    """What lies beyond an edge of a cell, with what the far end will bring.

    It is complete with this `chance`, and brings these `points` then. `cell` is the one of its
    end, by number.
    """

    seats: tuple[Seat, ...]
    chance: float
    points: float
    cell: int
    is_open: bool


Join: TypeAlias = tuple[tuple[Seat, ...], float]
"""Who owns a section that a tile makes, and what it will bring."""


class Pressed(NamedTuple):
    """A section that ends open beyond an edge of a cell, and who owns it.

    A `green` and a `highway` edge there would change what it brings by so much.
    """

    edge: int
    owners: tuple[Seat, ...]
    green: float
    highway: float


class Site(NamedTuple):
    """A cell on which a tile may be built, with what is known of the surroundings.

    `reaches` by edge, None for a green one; `endings` are the sections that end here, `pressed`
    those that end beside it. `joins` are those that were asked for, by fragment.
    """

    reaches: Sequence[Reach | None]
    endings: Sequence[Ending]
    pressed: Sequence[Pressed]
    staying: float
    is_round: bool
    joins: dict[int, Join]


class Held(NamedTuple):
    """A section with crews, as far as it is built: who owns it, its `points` without open ends.

    `ends` are the empty cells on which it ends open, by number, and the edge there; `cells` those
    of its tiles. `crews` says where each crew stands: the cell and the lowest edge of its fragment.
    A closed end or a loop makes it worthless: it `is_lost`.
    """

    owners: tuple[Seat, ...]
    points: float
    ends: Sequence[tuple[int, int]]
    cells: Collection[int]
    crews: Sequence[tuple[int, int]]
    is_lost: bool


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
        self._first: Outlook | None = parent.root if parent else None
        self.all_changed: frozenset[int] = parent.all_changed | changed if parent else changed
        self.gone: frozenset[int] = parent.gone if parent else frozenset()
        """The cells of the first board whose tiles are gone."""
        self._held: Sequence[Held] | None = None
        self._changes: tuple[Sequence[Held], Sequence[Held]] | None = None
        self._sums: Sequence[Sequence[float]] | None = None
        self._learned: Sequence[Sequence[float]] | None = None
        self._stakes: tuple[Stakes, ...] | None = None
        self._prices: tuple[float, ...] | None = None
        self._arms: dict[int, tuple[Arm | None, ...]] = {}
        self._openings: dict[int, tuple[float, float]] = {}
        self._endings: dict[int, tuple[Ending, ...]] = {}
        self._sites: dict[int, Site] = {}
        self.best_known: dict[tuple[Seat, str], list[tuple[float, Place]]] = {}
        self._later: dict[tuple[Laid, ...], Outlook] = {}
        self._best: dict[tuple[Seat, str, bool], tuple[float, Place | None]] = {}
        self._standing: dict[tuple[Seat, int], tuple[float, list[tuple[int, float]]]] = {}

    @property
    def root(self) -> "Outlook":
        """The first of its parents, itself if it has none."""
        # As an attribute it would refer to itself: only the garbage collector would free it.
        return self if self._first is None else self._first

    def after(self, board: Board) -> "Outlook":
        """Return the outlook on the board some moves later, by the same odds; kept at the root.

        All lines that one imagines begin with one of few actions: what follows from these is known.
        """
        before, now = self.board.tiles, board.tiles
        if now == before:
            return self
        if self._parent is not None or now[: len(before)] != before:
            return self.once_after(board)
        key = now[len(before) :]
        if key not in self._later:
            self._later[key] = self.once_after(board)
        return self._later[key]

    def once_after(self, board: Board) -> "Outlook":
        """Return the outlook on the board some moves later, which isn't kept."""
        before, now, gone = self.board.tiles, board.tiles, list[Laid]()
        new: Sequence[Laid] = now[len(before) :]
        if now[: len(before)] != before:
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
        return later

    def by(self, odds: Odds, crews: Sequence[int]) -> "Outlook":
        """Return what is likely on this board by the odds of another moment."""
        found = Outlook(self.board, odds, crews, self._character)
        found._held = self.held
        return found

    @property
    def held(self) -> Sequence[Held]:
        """The sections with a crew."""
        if self._held is None:
            if self.root is self:
                numbers = self.board.ground.numbers
                self._held = self._through(
                    (numbers[laid.cell], crew.edge)
                    for laid in self.board.tiles
                    for crew in laid.crews
                )
            else:
                gone, new = self.changes
                dropped = set(map(id, gone))
                self._held = [each for each in self.root.held if id(each) not in dropped]
                self._held += new
        return self._held

    @property
    def changes(self) -> tuple[Sequence[Held], Sequence[Held]]:
        """The sections with a crew that were different on the first board, and what is there now.

        They ended on cells that changed, have lost a tile, or have a crew on a new one.
        """
        if self._changes is None:
            root, gone, changed = self.root, self.gone, self.all_changed
            before, crews = list[Held](), list[tuple[int, int]]()
            for each in root.held:
                if not gone.isdisjoint(each.cells) or any(end[0] in changed for end in each.ends):
                    crews += [crew for crew in each.crews if crew[0] not in gone]
                    before.append(each)
            new: Sequence[Laid] = self.board.tiles[len(root.board.tiles) :]
            if gone:
                first = set(map(id, root.board.tiles))
                new = [laid for laid in self.board.tiles if id(laid) not in first]
            numbers = self.board.ground.numbers
            crews += [(numbers[laid.cell], crew.edge) for laid in new for crew in laid.crews]
            self._changes = before, self._through(crews)
        return self._changes

    def _through(self, crews: Iterable[tuple[int, int]]) -> list[Held]:
        """Return the sections on which these crews stand, each once."""
        found, seen = list[Held](), set[tuple[int, int]]()
        for crew in crews:
            if crew not in seen:
                found.append(self._holding(*crew))
                seen.update(found[-1].crews)
        return found

    def _holding(self, start: int, a: int) -> Held:
        built, around = self.board.built, self.board.ground.around
        laid, lying = built[start]
        b = lying.across[a]
        first = min(a, b)
        seats = [crew.seat for crew in laid.crews if crew.edge == first]
        crews = [(start, first)]
        passed, is_lost = {start}, False
        points, ends = float(lying.value if a == b else 1), list[tuple[int, int]]()
        town, towns = self.odds.towns, int(start in self.odds.towns)
        for out in {a, b}:
            number, edge = start, out
            while True:
                number, entry = around[number][edge], _FACING[edge]
                if number not in built:
                    if number == NOWHERE:
                        is_lost = True
                    else:
                        ends.append((number, entry))
                    break
                laid, lying = built[number]
                edge = lying.across[entry]
                low = min(entry, edge)
                if number == start and low == first:
                    return Held((), 0.0, (), passed, crews, is_lost=True)
                for crew in laid.crews:
                    if crew.edge == low:
                        seats.append(crew.seat)
                        crews.append((number, low))
                passed.add(number)
                if edge == entry:
                    points += lying.value
                    towns += number in town and number != start
                    break
                points += 1
        points += TOWN_TO_TOWN * (towns > 1)
        return Held(owners(tuple(seats)), points, ends, passed, crews, is_lost)

    def _open_points(self, held: Held) -> tuple[float, float, list[Opening]]:
        """Return the chance that a section's tiles stay, its points if complete, its open ends."""
        points, openings, staying = held.points, list[Opening](), 1.0
        for number, entry in held.ends:
            near, more = self.opening(number, entry)
            points += more
            demands = self.demands(number) | HIGHWAY_EDGE[entry]
            openings.append(Opening(near, (demands >> 6).bit_count()))
        if known := self.odds.staying:
            for number in held.cells:
                staying *= known.get(number, 1.0)
        return staying, points, openings

    def promised(self, held: Held) -> float:
        """Return what a section will bring by the odds."""
        if held.is_lost:
            return 0.0
        chance, points, openings = self._open_points(held)
        for each in openings:
            chance *= each.chance
        if len(openings) == 2:
            chance *= TWO_ENDS
        return self.odds.points(chance, points)

    def inputs(self, held: Held) -> list[float]:
        """Return what one knows of a section that isn't lost by what such brought in matches."""
        return inputs(self.odds.turns, *self._open_points(held))

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
            before = None if self.root is self else self.root.sums
            self._sums = self._added_up(Outlook.promised, before)
        return self._sums

    @property
    def learned(self) -> Sequence[Sequence[float]]:
        """What they will by what was learned of such sections: complete ones, then open ones."""
        if self._learned is None:
            root, known = self.root, network(len(self._crews))
            before = None if root is self else root.learned
            self._learned = self._added_up(
                lambda seen, each: 0.0 if each.is_lost else value(known, seen.inputs(each)), before
            )
        return self._learned

    @property
    def likely(self) -> list[float]:
        """What comes true of that for each seat, by what became of positions (`HOPED`)."""
        late = (HOPED_UNTIL - self.odds.turns) / (HOPED_UNTIL - SURE_FROM)
        hoped = HOPED + (1 - HOPED) * min(1.0, max(0.0, late))
        return [sure + hoped * more for sure, more in zip(*self.parts, strict=True)]

    def _added_up(
        self,
        brings: "Callable[[Outlook, Held], float]",
        before: Sequence[Sequence[float]] | None,
    ) -> Sequence[Sequence[float]]:
        """Return what the sections of each seat bring: complete ones, then open ones.

        `before` has the same for the first board; without it all sections are added up.
        """
        if before is None:
            sums = [[0.0, 0.0] for _ in self._crews]
            for each in self.held:
                _count(sums, each, brings(self, each))
            return sums
        sums = [list(each) for each in before]
        gone, new = self.changes
        for each in gone:
            _count(sums, each, -brings(self.root, each))
        for each in new:
            _count(sums, each, brings(self, each))
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

    def best(self, seat: Seat, tile: str, crews: int) -> tuple[float, Place | None]:
        """Return what the best placement of a tile gains, and the first such.

        That is minus infinity and None if it fits nowhere.
        """
        key = seat, tile, bool(crews)
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = self._best_now(seat, tile, crews)
        return found

    def _best_now(self, seat: Seat, tile: str, crews: int) -> tuple[float, Place | None]:
        root, changed = self.root, self.all_changed
        known = root.best_known.get((seat, tile))
        if known is None:
            places = list(placements(root.board, (tile,), 1))
            known = list(zip(root.gains(seat, places), places, strict=True))
            known.sort(key=lambda each: -each[0])
            root.best_known[seat, tile] = known
        top, found, numbers = -inf, None, self.board.ground.numbers
        if changed:
            there, known_there = self.board.constraints, fits(tile)
            for number in changed:
                if number in there and (near := known_there.on(number, there[number])):
                    for gain, place in zip(self._gains_on(seat, number, near), near, strict=True):
                        if gain > top + EQUAL and (crews or place.crew is None):
                            top, found = gain, place
        for gain, place in known:
            if gain <= top + EQUAL:
                break
            if (crews or place.crew is None) and numbers[place.cell] not in changed:
                top, found = gain, place
        return top, found

    def _before(self, number: int) -> "Outlook | None":
        """Return an earlier outlook that knows the same of a cell, unless it has just changed."""
        if self._parent is None or number in self._changed:
            return None
        return self._parent if number in self.all_changed else self.root

    def arms(self, number: int) -> tuple[Arm | None, ...]:
        """Return what lies beyond each edge of a cell."""
        found = self._arms.get(number)
        if found is None:
            before = self._before(number)
            if before:
                found = before.arms(number)
            else:
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
                bare = _bare(number, entry)
                return Arm(seats, chance, points, bare.end, number, entry) if points else bare
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
        key = number * 8 + entry
        known = self._openings.get(key)
        if known is None:
            before = self._before(number)
            if before:
                known = before.opening(number, entry)
            else:
                demands = self.demands(number) | HIGHWAY_EDGE[entry]
                known = self._closed(number, entry, demands)
            self._openings[key] = known
        return known

    def _closed(self, number: int, entry: int, demands: int) -> tuple[float, float]:
        odds = self.odds
        chance, points = odds.closing(demands)
        others = _ARRIVING[demands >> 6 & ~(1 << entry)]
        if not others or number not in self.board.constraints:
            return chance, points
        arms = self.arms(number)
        for edge in others:
            arm = arms[edge]
            if arm is None:
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

    def endings(self, number: int) -> tuple[Ending, ...]:
        """Return the sections that end open on a cell, each once."""
        known = self._endings.get(number)
        if known is None:
            before = self._before(number)
            known = before.endings(number) if before else tuple(self._ending(number))
            self._endings[number] = known
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
                points += more  # both ends are on this cell: an intersection closes them at once
            elif arm.end != "tile":
                continue
            yield Ending(owners(arm.seats), odds.points(chance, points), near, entry, far)

    def site(self, number: int) -> Site:
        """Return what is known of a cell."""
        known = self._sites.get(number)
        if known is None:
            before = self._before(number)
            known = before.site(number) if before else self._site(number)
            self._sites[number] = known
        return known

    def _site(self, number: int) -> Site:
        arms = self.arms(number)
        return Site(
            [None if arm is None else self._reach(arm) for arm in arms],
            self.endings(number),
            [each for edge in range(6) for each in self._pressed(number, edge)],
            self.odds.staying.get(number, 1.0),
            any(arm is not None and arm.end == "back" for arm in arms),
            {},
        )

    def _reach(self, arm: Arm) -> Reach:
        if arm.end == "open":
            near, more = self.opening(arm.cell, arm.entry)
            return Reach(arm.seats, arm.staying * near, arm.points + more, arm.cell, is_open=True)
        chance = arm.staying if arm.end == "tile" else 0.0
        return Reach(arm.seats, chance, float(arm.points), arm.cell, is_open=False)

    def _pressed(self, number: int, edge: int) -> Iterator[Pressed]:
        beside = self.board.ground.around[number][edge]
        if beside not in self.board.constraints:
            return
        facing, demands = _FACING[edge], self.demands(beside)
        green, highway = demands | GREEN_EDGE[facing], demands | HIGHWAY_EDGE[facing]
        for each in self.endings(beside):
            if each.value and each.owners and each.far != number:
                value, near = each.value, each.near
                bare, _ = self._closed(beside, each.entry, green)
                met, _ = self._closed(beside, each.entry, highway)
                changes = value * (bare / near - 1), value * (met / near - 1)
                yield Pressed(edge, each.owners, *changes)

    def share(self, seat: Seat, whose: tuple[Seat, ...], value: float) -> float:
        """Return what the points of a section are worth to a seat: nothing if it is nobody's."""
        if not whose:
            return 0.0
        staked = self.stakes[seat]
        return value * (
            staked[whose[0]] if len(whose) == 1 else sum([staked[each] for each in whose])
        )

    def gains(self, seat: Seat, legal: Iterable[Place]) -> list[float]:
        """Say what each legal placement gains: what it joins then, less what arrives there now."""
        numbers, found = self.board.ground.numbers, list[float]()
        for cell, there in groupby(legal, _CELL):
            found += self._gains_on(seat, numbers[cell], list(there))
        return found

    def _gains_on(self, seat: Seat, number: int, places: Sequence[Place]) -> list[float]:
        site, price, found = self.site(number), self.prices[seat], list[float]()
        standing = self._standing.get((seat, number))
        if standing is None:
            standing = self._standing[seat, number] = self._stands(seat, site)
        before, pressed = standing
        lying, bare, tile, turn = _TOWN, 0.0, "", 0
        for place in places:
            if place.turn != turn or place.tile != tile:
                tile, turn = place.tile, place.turn
                lying = shape(tile, turn)
                bare = before + self._joined(seat, place, site, lying)
                for highway, change in pressed:
                    if lying.highways & highway:
                        bare += change
            if place.crew is None:
                found.append(bare)
            else:  # nobody has a crew on that section
                found.append(bare + self.through(place, site, lying, place.crew)[1] - price)
        return found

    def _stands(self, seat: Seat, site: Site) -> tuple[float, list[tuple[int, float]]]:
        """Return what a tile without highways would change there for a seat, and what more each.

        These come with the bit of their edge.
        """
        change, more = 0.0, list[tuple[int, float]]()
        for each in site.endings:
            change -= self.share(seat, each.owners, each.value)
        for beside in site.pressed:
            share = self.share(seat, beside.owners, 1.0)
            change += share * beside.green
            more.append((1 << beside.edge, share * (beside.highway - beside.green)))
        return change, more

    def _joined(self, seat: Seat, place: Place, site: Site, lying: Shape) -> float:
        """Return what the sections of a tile will bring a seat."""
        gained = 0.0
        if site.is_round:
            for each in self._round(place):
                gained += self.share(seat, owners(each.seats), self.expected(each))
            return gained
        for a, _ in lying.fragments:
            gained += self.share(seat, *self.through(place, site, lying, a))
        return gained

    def through(self, place: Place, site: Site, lying: Shape, a: int) -> Join:
        """Return who owns the section through a fragment of a tile, and what it will bring."""
        if site.is_round:
            found = next(each for each in self._round(place) if a in each.own)
            return owners(found.seats), self.expected(found)
        b = lying.across[a]
        key = a + 8 * b + 64 * lying.value
        known = site.joins.get(key)
        if known is None:
            left = site.reaches[a]
            assert left is not None
            seats, points = left.seats, lying.value + left.points
            chance = site.staying * left.chance
            if a != b:
                right = site.reaches[b]
                assert right is not None
                seats, points = seats + right.seats, points + right.points + 1
                chance *= right.chance * (TWO_ENDS if left.is_open and right.is_open else 1.0)
                towns = self.odds.towns
                if len(towns) > 1 and left.cell != right.cell:
                    points += TOWN_TO_TOWN * (left.cell in towns and right.cell in towns)
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


@cache
def _bare(number: int, entry: int) -> Arm:
    """Return the arm to an empty cell, by one of its edges, or to what lies off the table."""
    return Arm((), 1.0, 0, "closed" if number == NOWHERE else "open", number, entry)


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
