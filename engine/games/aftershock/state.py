"""One moment of a match: the table, which everybody sees, and what only the state knows of it."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, TypeAlias, TypeVar

from engine.game import Outcome, Seat, Viewer, clockwise
from engine.games.aftershock.actions import Deal
from engine.games.aftershock.board import MOST_BRIDGES, Board
from engine.games.aftershock.boardfile import board as board_named
from engine.values import but, dataclass

E = TypeVar("E")

Bridges: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The owners of the bridges on each link, in ascending order."""
Cards: TypeAlias = tuple[str, ...]
"""Codes of cards in ascending order."""
Drafts: TypeAlias = tuple[tuple[str, ...] | None, ...]
"""What each seat has chosen in a sealed phase so far: cards, areas or spaces; None for nothing."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """A turn of 1B in which a card changed hands; `price` went to the seller, `tax` to the bank."""

    seat: Seat
    seller: Seat
    card: str
    token: str
    price: int
    tax: int


@dataclass(frozen=True, slots=True)
class Items:
    """What a seat has to plan and to mark with this round, as everybody saw it revealed.

    `markers` are Aftershock markers: normal before big before mega, a free one among them.
    """

    bridges: int = 0
    meeples: int = 0
    markers: tuple[str, ...] = ()
    influence: int = 0

    @property
    def order(self) -> tuple[str, ...]:
        """The things to plan in the order in which `Plan` places them."""
        return ("bridge",) * self.bridges + ("meeple",) * self.meeples + self.markers


@dataclass(frozen=True, slots=True)
class Planned:
    """A thing on the planning board: "bridge", "meeple", "normal", "big" or "mega"."""

    item: str
    area: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A link by its two areas: of a built bridge, from the planned area on."""

    area: str
    to: str


@dataclass(frozen=True, slots=True)
class BuildTurn:
    """What a seat has done in its turn of 3A so far.

    `meeples` are the areas where planned ones were placed; `instead` those where a meeple stands
    in place of a bridge. `is_over` is false while the seat has bridges to build.
    """

    seat: Seat
    plan: tuple[Planned, ...]
    meeples: tuple[str, ...] = ()
    built: tuple[Pair, ...] = ()
    dismantled: tuple[Pair, ...] = ()
    instead: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge on a route: from one area to the next, and whose it is."""

    area: str
    to: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a Shocked meeple of `seat` went: over `way` to `to`, or home (None)."""

    seat: Seat
    to: str | None
    way: tuple[Crossing, ...] = ()
    paid: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Aftershock:
    """A marker that is being resolved or was.

    `face` is None before the roll, and for ever if nobody stood there; `count` is how many are
    to be Shocked; `shocked` how many of each seat were chosen, nobody before the choice; `left`
    how many of those still have to move.
    """

    seat: Seat
    area: str
    marker: str
    face: int | None = None
    count: int = 0
    shocked: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    moves: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """The spaces that a seat marked: with Score markers, and with Influence markers."""

    score: tuple[str, ...]
    influence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceScore:
    """What a space brought in a round.

    `markers` are those of each seat there, Influence included. `counts` are meeples, or pieces
    for "most_bridges", before anybody took one back; `lost` are the seats that did.
    """

    space: str
    markers: tuple[int, ...]
    scores: bool
    counts: tuple[int, ...]
    points: tuple[int, ...]
    lost: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A scoring: every space in board order, and the points of each seat in this round."""

    round: int
    marks: tuple[Marks, ...]
    spaces: tuple[SpaceScore, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dials:
    """The settings of a table: `auto_pass` and `two_bridges` (own ones on one link)."""

    auto_pass: bool = True
    two_bridges: bool = True


@dataclass(frozen=True, kw_only=True)
class Table:
    """What lies open: a state has it, and so has what a viewer knows of that state.

    `board_name` is the board that is played on. `phase` is one of "beginning" "dealing" "keep"
    "buy" "take" "plan" "build" "dismantle" "resolve" "roll" "shock" "move" "mark" "over". `ready`
    (in the sealed phases keep, take, plan, mark) are the seats that aren't awaited any more.

    `paid` is what each paid in 1A, None before; `market` the cards each has for sale; `gained`
    what each got in 1B and 1C, before 2A; `tokens` are the Buy tokens left; `purchases` and
    `passes` (in a row) are those of 1B. `items` are what 2B gave; `markers` the Aftershock markers
    on the map; `builds` and `aftershocks` those of this round in order, the last may be going on.
    `to_build` are the areas of the bridges that the seat on turn still has to build, `building`
    the link it chose and lacks pieces for.
    `meeples[area][seat]`, `bridges[link]` the owners in ascending order; `pieces` and `supply` what
    each has free. `free_marker` is the seat that got one this round. `scorings` are those of all
    rounds so far.
    """

    seats: int
    board_name: str
    dials: Dials
    round: int
    phase: str
    first: Seat
    ready: tuple[bool, ...]
    scores: tuple[int, ...]
    money: tuple[int, ...]
    bank: int
    paid: tuple[int, ...] | None
    market: tuple[Cards, ...]
    gained: tuple[Cards, ...]
    discards: Cards
    tokens: tuple[tuple[str, ...], ...]
    purchases: tuple[Purchase, ...]
    passes: int
    items: tuple[Items, ...]
    to_build: tuple[str, ...]
    building: Pair | None
    markers: tuple[tuple[Planned, ...], ...]
    builds: tuple[BuildTurn, ...]
    aftershocks: tuple[Aftershock, ...]
    meeples: tuple[tuple[int, ...], ...]
    bridges: Bridges
    pieces: tuple[int, ...]
    supply: tuple[int, ...]
    free_marker: Seat | None
    scorings: tuple[RoundScore, ...]
    outcome: Outcome | None

    @cached_property
    def board(self) -> Board:
        """The board that is played on."""
        return board_named(self.board_name)

    def __getstate__(self) -> dict[str, Any]:
        # A board can't be pickled; unpickling looks it up by its name.
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in turn order from the first player."""
        return (self.first, *clockwise(self.first, self.seats)[:-1])

    @property
    def score_markers(self) -> int:
        """How many Score markers each seat has."""
        return self.board.seatings[self.seats].score_markers

    def there(self, area: str) -> tuple[int, ...]:
        """Return the meeples of each seat on an area."""
        return self.meeples[self.board.index[area]]

    def counts_on(self, space: str) -> tuple[int, ...]:
        """Return what counts on a space: meeples, or the pieces on the map for most bridges."""
        if space == MOST_BRIDGES:
            return tuple(self.board.bridge_pieces - free for free in self.pieces)
        return self.there(space)


@dataclass(frozen=True, kw_only=True)
class State(Table):
    """The table with all secrets.

    `seat` is on turn in 1B, 3A and 3B, and whose meeples move in phase "move"; `starters` may be
    drawn to play first. `hands` are the hidden cards. `deck` has no order: a card is drawn when it
    is dealt. `standing` are the standing passes of 1B. `plans` are kept after they opened; those of
    `opened` seats are public.
    """

    seat: Seat
    starters: tuple[Seat, ...]
    deck: Mapping[Deal, int]
    hands: tuple[Cards, ...]
    standing: tuple[bool, ...]
    drafts: Drafts
    plans: tuple[tuple[Planned, ...], ...]
    opened: tuple[bool, ...]


@dataclass(frozen=True, kw_only=True)
class Observation(Table):
    """The table as a viewer knows it.

    `to_act` are the seats that are awaited. Own, and empty for the public: `hand` are the viewer's
    hidden cards (the eight before they open in 1A, then those kept), `draft` what it has chosen in
    this sealed phase so far (None: nothing yet), `standing` its standing pass.

    `hands` and `deck` count the hidden cards of each seat and those left to deal; `plans` are None
    while they are hidden.
    """

    viewer: Viewer
    rounds: int
    to_act: tuple[Seat, ...]
    hand: Cards
    draft: tuple[str, ...] | None
    standing: bool
    hands: tuple[int, ...]
    deck: int
    plans: tuple[tuple[Planned, ...] | None, ...]


T = TypeVar("T", bound=Table)

_OPEN: Final = tuple(field.name for field in fields(Table))
_open_values: Final = attrgetter(*_OPEN)


def open_fields(table: Table) -> dict[str, Any]:
    """Return what lies open, by name: complete, whatever fields a table gets."""
    return dict(zip(_OPEN, _open_values(table), strict=True))


def changed(values: tuple[E, ...], place: int, value: E) -> tuple[E, ...]:
    """Return the values with that of one seat, area or link changed."""
    return (*values[:place], value, *values[place + 1 :])


def without(values: tuple[E, ...], *gone: E) -> tuple[E, ...]:
    """Return the values but for the first ones that equal those gone."""
    left = list(values)
    for each in gone:
        left.remove(each)
    return tuple(left)


def with_meeples(table: T, seat: Seat, area: str, count: int) -> tuple[T, int]:
    """Place meeples on an area, and say how many the population ceiling allowed.

    A negative count takes meeples back to the supply.
    """
    count = min(count, table.supply[seat])
    place = table.board.index[area]
    there = table.meeples[place]
    after = but(
        table,
        meeples=changed(table.meeples, place, changed(there, seat, there[seat] + count)),
        supply=changed(table.supply, seat, table.supply[seat] - count),
    )
    return after, count
