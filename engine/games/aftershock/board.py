"""A board and its cards: what is printed, read from a file that owners of the game can correct.

Every `boards/*.json` of this package is a board by its name. They are read once, when the rules
are imported; the rules never look at the file again.
"""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from engine.values import dataclass

MOST_BRIDGES: Final = "most_bridges"
"""The space that scores pieces on the board; it comes after every area."""
TAX: Final = "tax"
TOKENS: Final = ("minus_2", "minus_1", TAX)
MARKERS: Final = ("normal", "big", "mega")


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card. `kind` is "area", "bridge", "aftershock" or "influence".

    `area` and `meeples` are those of an area card, `marker` (normal, big, mega) that of an
    Aftershock card.
    """

    code: str
    kind: str
    cost: int
    count: int
    area: str = ""
    meeples: int = 0
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Space:
    """What can be marked: an area, or most bridges, which has no name: it is no place.

    `points` are those of the first place, the second and so on.
    """

    key: str
    name: str
    points: tuple[int, ...]
    markers_needed: int


@dataclass(frozen=True, slots=True)
class Link:
    """Two areas by their keys, in board order, and what a bridge between them takes."""

    between: tuple[str, str]
    sections: int
    spaces: int

    def across(self, area: str) -> str:
        """Return the other end."""
        first, second = self.between
        return second if area == first else first


@dataclass(frozen=True, slots=True)
class Seating:
    """What depends on the number of players."""

    rounds: int
    score_markers: int
    first_player_step: int


@dataclass(frozen=True, eq=False)
class Board:
    """A board with its cards, and what every player begins with.

    `spaces` are the areas in board order and most bridges at the end. `plus` is what each marker
    adds to the die, `die` its faces, `seatings` are by number of players. `digest` is the SHA-256
    of the file, in hex.
    """

    name: str
    digest: str
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]
    cards: tuple[Card, ...]
    plus: Mapping[str, int]
    die: tuple[int, ...]
    seatings: Mapping[int, Seating]
    money: int
    hand: int
    bridge_cards: int
    bridge_pieces: int
    population: int

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The keys of the areas in board order."""
        return tuple(space.key for space in self.spaces[:-1])

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each space in board order."""
        return MappingProxyType({space.key: n for n, space in enumerate(self.spaces)})

    @cached_property
    def card(self) -> Mapping[str, Card]:
        """The cards by code, in the order of the board."""
        return MappingProxyType({card.code: card for card in self.cards})

    @cached_property
    def link_index(self) -> Mapping[tuple[str, str], int]:
        """The place of the link between two areas, in either order."""
        places = {link.between: n for n, link in enumerate(self.links)}
        return MappingProxyType(places | {pair[::-1]: n for pair, n in places.items()})

    @cached_property
    def links_from(self) -> Mapping[str, tuple[int, ...]]:
        """The places of the links that lead from each area."""
        return MappingProxyType(
            {
                area: tuple(n for n, link in enumerate(self.links) if area in link.between)
                for area in self.areas
            }
        )

    def space(self, key: str) -> Space:
        """Return the space of this key."""
        return self.spaces[self.index[key]]

    def cost(self, cards: tuple[str, ...]) -> int:
        """Return what these cards cost together."""
        return sum(self.card[code].cost for code in cards)
