"""A move being made: a tile on a cell, lying some way, with the sections free for a crew."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.games.panel import View
from bot.games.seismic.fits import Offer
from engine.boards.hexes import Cell
from engine.games.seismic.actions import Place
from engine.games.seismic.pieces import Fragment
from engine.games.seismic.preview import placed
from engine.games.seismic.state import Observation

LETTERS: Final = "XYZVWU"
"""Free sections; letters of cells and players begin the alphabet."""


@dataclass(frozen=True, slots=True)
class Draft:
    """`turns` are the ways round, the most promising first; `after` is the table with the tile.

    `letters` names the edges where a crew may stand.
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
        lying = turns[0] if turn is None else turn
        after = placed(view.observation, Place(offer.tile, cell, lying))
        edges = free_edges(view, offer.tile, cell, lying)
        letters = dict(zip(edges, LETTERS, strict=False))
        return cls(view, offer, cell, lying, turns, replace(view, observation=after), letters)

    @property
    def crews_left(self) -> int:
        """How many crews the player has at home."""
        observation: Observation = self.view.observation
        return 0 if observation.to_act is None else observation.crews[observation.to_act]

    def place(self, crew: int | None) -> Place:
        """Return the action."""
        return Place(self.offer.tile, self.cell, self.turn, crew)


def free_edges(view: View, tile: str, cell: Cell, turn: int) -> tuple[int, ...]:
    """Return where a crew may stand on a tile that lies like this."""
    return tuple(
        place.crew
        for place in view.legal
        if isinstance(place, Place)
        and (place.tile, place.cell, place.turn) == (tile, cell, turn)
        and place.crew is not None
    )


def best_first(view: View, offer: Offer, cell: Cell) -> tuple[int, ...]:
    """Return the ways round, that with the section worth most first.

    All join the same highways, for every edge must match. At a pure table they come as the tile
    turns.
    """
    observation: Observation = view.observation
    if not view.match.has_aids:
        return offer.ways[cell]
    worth = {turn: _worth(observation, Place(offer.tile, cell, turn)) for turn in offer.ways[cell]}
    return tuple(sorted(worth, key=lambda turn: (-worth[turn], turn)))


def _worth(observation: Observation, place: Place) -> int:
    after = placed(observation, place)
    return max(
        section.points
        for section in after.sections
        if any(_is_on(piece, place.cell) for piece in (*section.fragments, *section.stubs))
    )


def _is_on(piece: Fragment, cell: Cell) -> bool:
    return piece.cell == cell
