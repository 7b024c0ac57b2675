"""One moment of a match, and what a viewer may know of it.

Things per seat are tuples in seat order, things per area and link in board order. Money is in
millions. Cards, areas and spaces are keys of the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.game import Outcome, Seat, Viewer

if TYPE_CHECKING:
    from engine.games.aftershock.actions import Build, Deal
    from engine.games.aftershock.board import Board

Cards: TypeAlias = tuple[str, ...]
"""Codes of cards in ascending order."""


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
    """A bridge on a way: from one area to the next, and whose it is."""

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


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer may know.

    `phase` is one of "beginning" "dealing" "keep" "buy" "take" "plan" "build" "dismantle"
    "resolve" "roll" "shock" "move" "mark" "over". `to_act` are the seats that are awaited,
    `ready` (in the sealed phases keep, take, plan, mark) those that are not any more.

    Own, and empty for the public: `hand` are the viewer's hidden cards (the eight before they
    open in 1A, then those kept), `draft` what it has chosen in this sealed phase so far (cards,
    areas of `items.order`, or spaces; None: nothing yet), `standing` its standing pass.

    `hands` counts the hidden cards of each seat; `paid` what each paid in 1A, None before;
    `market` the cards each has for sale; `gained` what each got in 1B and 1C, before 2A;
    `tokens` are the Buy tokens left; `purchases` and `passes` (in a row) are those of 1B.
    `items` are what 2B gave; `plans` None while hidden; `markers` the Aftershock markers on the
    map; `builds` and `aftershocks` those of this round in order, the last may be going on.
    `to_build` are the areas of the bridges that the seat on turn still has to build, `building`
    the link it chose and lacks pieces for.
    `meeples[area][seat]`, `bridges[link]` the owners; `pieces` and `supply` what each has free.
    `free_marker` is the seat that got one this round. `scorings` are those of all rounds so far.
    """

    viewer: Viewer
    seats: int
    board: str
    dials: Dials
    rounds: int
    round: int
    phase: str
    first: Seat
    to_act: tuple[Seat, ...]
    ready: tuple[bool, ...]
    scores: tuple[int, ...]
    money: tuple[int, ...]
    bank: int
    hand: Cards
    draft: tuple[str, ...] | None
    standing: bool
    hands: tuple[int, ...]
    paid: tuple[int, ...] | None
    market: tuple[Cards, ...]
    gained: tuple[Cards, ...]
    discards: Cards
    deck: int
    tokens: tuple[tuple[str, ...], ...]
    purchases: tuple[Purchase, ...]
    passes: int
    items: tuple[Items, ...]
    plans: tuple[tuple[Planned, ...] | None, ...]
    to_build: tuple[str, ...]
    building: Pair | None
    markers: tuple[tuple[Planned, ...], ...]
    builds: tuple[BuildTurn, ...]
    aftershocks: tuple[Aftershock, ...]
    meeples: tuple[tuple[int, ...], ...]
    bridges: tuple[tuple[Seat, ...], ...]
    pieces: tuple[int, ...]
    supply: tuple[int, ...]
    free_marker: Seat | None
    scorings: tuple[RoundScore, ...]
    outcome: Outcome | None


@dataclass(frozen=True)
class State:
    """One moment, all secrets included; fields as in `Observation` unless said here.

    `hands` are the hidden cards themselves. `deck` has no order: a card is drawn when it is
    dealt. `drafts` are the sealed choices of this phase so far, None for nothing. `seat` is on
    turn in 1B, 3A and 3B, and whose meeples move in phase "move". `plans` are kept after they
    opened; those of `opened` seats are public.
    """

    board: "Board"
    seats: int
    dials: Dials
    starters: tuple[Seat, ...]
    phase: str
    round: int
    first: Seat
    seat: Seat
    scores: tuple[int, ...]
    money: tuple[int, ...]
    bank: int
    deck: "Mapping[Deal, int]"
    hands: tuple[Cards, ...]
    paid: tuple[int, ...] | None
    market: tuple[Cards, ...]
    gained: tuple[Cards, ...]
    discards: Cards
    tokens: tuple[tuple[str, ...], ...]
    purchases: tuple[Purchase, ...]
    passes: int
    standing: tuple[bool, ...]
    ready: tuple[bool, ...]
    drafts: tuple[tuple[str, ...] | None, ...]
    items: tuple[Items, ...]
    plans: tuple[tuple[Planned, ...], ...]
    opened: tuple[bool, ...]
    to_build: tuple[str, ...]
    building: "Build | None"
    markers: tuple[tuple[Planned, ...], ...]
    builds: tuple[BuildTurn, ...]
    aftershocks: tuple[Aftershock, ...]
    meeples: tuple[tuple[int, ...], ...]
    bridges: tuple[tuple[Seat, ...], ...]
    pieces: tuple[int, ...]
    supply: tuple[int, ...]
    free_marker: Seat | None
    scorings: tuple[RoundScore, ...]
    outcome: Outcome | None

    def but(self, **changes: Any) -> "State":
        """Return this state with some fields changed, much faster than `dataclasses.replace`."""
        fields = self.__dict__.copy()
        fields.update(changes)
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", fields)
        return changed
