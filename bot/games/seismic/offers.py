"""The tiles on offer and where they fit; a tile that is being placed, the second of a turn, too."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.games import panel
from bot.games.custom_ids import draft_id
from bot.games.seismic.view import View
from bot.games.seismic.words import cell_name
from bot.locale.localisation import Words
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, Place
from engine.games.seismic.board import edge_demands
from engine.games.seismic.fits import HIGHWAY_EDGE
from engine.games.seismic.preview import fits, legal_placements, placed
from engine.games.seismic.state import Observation

LETTERS: Final = "XYZVWU"
"""Free sections, tied lines, towns; letters of cells and players begin the alphabet."""
AND: Final = "+"
"""In ids: a first tile stands before it, the second one behind it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile on offer: its numbers from 1, and where it fits, cells and turns in order.

    `own`: the seat drew it from its own pile (Balance); it has no number unless another like it
    lies face up.
    """

    tile: str
    numbers: tuple[int, ...]
    fits: dict[Cell, tuple[int, ...]]
    own: bool = False

    def label(self, words: Words) -> str:
        """Return "1·3", or "Yours", as on the button of a tile."""
        own = [words.say("Yours")] if self.own else []
        return "·".join([*own, *map(str, self.numbers)])


def offers(observation: Observation) -> tuple[Offer, ...]:
    """Return the tiles on offer, equal ones once, with where they fit column by column.

    The one from the seat's own pile comes first (Balance).
    """
    drawn = observation.drawn
    display = observation.display[: -1 if drawn else None]
    return tuple(
        Offer(
            tile,
            tuple(number for number, each in enumerate(display, 1) if each == tile),
            dict(sorted(fits(observation, tile).items())),
            tile == drawn,
        )
        for tile in dict.fromkeys((drawn, *display) if drawn else display)
    )


def fitting_offers(view: View) -> list[Offer]:
    """Return the tiles on offer that fit somewhere."""
    return [offer for offer in offers(view.observation) if offer.fits]


def offer_of(view: View, tile: str) -> Offer | None:
    """Return the tile if it is on offer and fits somewhere."""
    return next((each for each in fitting_offers(view) if each.tile == tile), None)


def joined_edges(observation: Observation, cell: Cell) -> tuple[int, ...]:
    """Return the directions in which a highway already points at an empty cell.

    Every tile that fits there joins all of them.
    """
    board = observation.board
    shown = edge_demands(board, board.ground.numbers[cell])
    return tuple([edge for edge, bit in enumerate(HIGHWAY_EDGE) if shown & bit == bit])


def built_around(observation: Observation, cell: Cell) -> tuple[bool, ...]:
    """Return for each edge of a cell whether a tile lies behind it."""
    board = observation.board
    return tuple([each in board.built for each in board.ground.around[board.ground.numbers[cell]]])


@dataclass(frozen=True, slots=True)
class Draft:
    """A tile on a cell: `turns` are the orientations, the most promising first.

    `after` is the table with the tile; `letters` names the edges where a crew may stand.
    """

    view: View
    offer: Offer
    cell: Cell
    turn: int
    turns: tuple[int, ...]
    after: View
    letters: Mapping[int, str]

    @classmethod
    def of(cls, view: View, offer: Offer, cell: Cell, turn: int | None = None) -> "Draft":
        """Return the draft, lying in its most promising way unless `turn` says another."""
        turns = best_first(view, offer, cell)
        place = Place(offer.tile, cell, turns[0] if turn is None else turn)
        after = replace(view, observation=placed(view.observation, place))
        edges_ = [
            each.crew
            for each in view.legal
            if isinstance(each, Place)
            and each.crew is not None
            and (each.tile, each.cell, each.turn) == (place.tile, place.cell, place.turn)
        ]
        letters = dict(zip(edges_, LETTERS, strict=False))
        return cls(view, offer, cell, place.turn, turns, after, letters)

    @property
    def may_go_on(self) -> bool:
        """Whether a second tile may follow this one, the first of its turn."""
        return is_second(self.after) and not is_second(self.view)

    def place(self, crew: int | None = None) -> Place:
        """Return the action."""
        return Place(self.offer.tile, self.cell, self.turn, crew)


def best_first(view: View, offer: Offer, cell: Cell) -> tuple[int, ...]:
    """Return the orientations, that with the section worth most first.

    All join the same highways, for every edge must match. At a pure table they come as the tile
    turns.
    """

    def worth(turn: int) -> int:
        after = placed(view.observation, Place(offer.tile, cell, turn))
        return max(
            section.points
            for section in after.sections
            if any(piece.cell == cell for piece in (*section.fragments, *section.stubs))
        )

    turns = offer.fits[cell]
    return tuple(sorted(turns, key=lambda n: (-worth(n), n))) if view.match.has_aids else turns


@dataclass(frozen=True, slots=True)
class Drafted(panel.View[Observation, Action]):
    """The table with the first tile of a turn drawn in (Road Crew's Dilemma); nothing is played."""

    first: Place | None = None


def drafted(view: View, first: Place) -> Drafted:
    """Return the table with a first tile; raise `IllegalAction` if no second may follow it."""
    after = placed(view.observation, first)
    if after.phase != "extending":
        raise IllegalAction("seismic-not-now")
    return Drafted(
        view.match,
        view.viewer,
        after,
        legal_placements(after),
        view.line,
        view.words,
        view.preferences,
        first=first,
    )


def first_tile(view: View) -> Place | None:
    """Return the first tile of a turn of two while it is a draft."""
    return view.first if isinstance(view, Drafted) else None


def is_second(view: View) -> bool:
    """Say whether the tile that is being chosen is the second one of a turn."""
    return view.observation.phase == "extending"


def control_id(view: View, verb: str, *draft: str | int) -> str:
    """Return the id of a control for the next step of a placement, the first tile before it."""
    first = first_tile(view)
    steps = (*id_parts(view, first), AND) if first else ()
    return draft_id(view, verb, *steps, *draft)


def id_parts(view: View, place: Place) -> tuple[str, str, int]:
    """Return a placement as it stands in ids."""
    return place.tile, cell_name(view.observation, place.cell), place.turn
