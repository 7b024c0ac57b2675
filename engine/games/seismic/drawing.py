"""The parts of a match in which chance acts (rules 3 and 4.1)."""

from collections.abc import Mapping
from typing import TypeVar

from engine.game import Step
from engine.games.seismic.actions import Action, Begin, Flip, SetAside
from engine.games.seismic.course import go_on, quake_rises
from engine.games.seismic.events import MatchBegun, QuakeLeft, TileFlipped, TileSetAside
from engine.games.seismic.state import State
from engine.games.seismic.supplies import less
from engine.games.seismic.tiles import TILES
from engine.phase import Drawing

C = TypeVar("C", bound=Action)


class _Drawing(Drawing[State, Action, C]):
    refusal = "seismic-not-now"


class Beginning(_Drawing[Begin]):
    """Who plays first is drawn, or certain if the table said so (rules 3.4)."""

    def outcomes(self, state: State) -> Mapping[Begin, int]:
        """Return what may be drawn, with weights."""
        return {Begin(seat): 1 for seat in state.starters}

    def drawn(self, state: State, action: Begin) -> Step[State]:
        """Return what the draw leads to."""
        begun = state.but(seat=action.seat, phase="setting_aside")
        return Step(begun, (MatchBegun(action.seat),))


class SettingAside(_Drawing[SetAside]):
    """Some tiles of the first stage leave unseen; the others go to the pile (rules 3.2)."""

    def outcomes(self, state: State) -> Mapping[SetAside, int]:
        """Return what may be drawn, with weights."""
        return state.first_stage

    def drawn(self, state: State, action: SetAside) -> Step[State]:
        """Return what the draw leads to."""
        rest = less(state.first_stage, action)
        aside = state.but(first_stage=rest, boxed=(*state.boxed, action.tile))
        if len(aside.boxed) == state.variant.set_aside:
            aside = aside.but(first_stage={}, pile=_filled(aside), phase="opening")
        return Step(aside, (TileSetAside(action.tile),))


def _filled(state: State) -> Mapping[Flip, int]:
    pile = dict(state.pile)
    for aside, count in state.first_stage.items():
        pile[Flip(aside.tile)] = pile.get(Flip(aside.tile), 0) + count
    return pile


class Opening(_Drawing[Flip]):
    """Tiles are turned up before the first turn; a quake leaves or stays (rules 3.3, 9)."""

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what may be drawn, with weights."""
        if state.variant.opening_quakes == "leave":
            return state.pile
        return {flip: n for flip, n in state.pile.items() if TILES[flip.tile].kind != "quake"}

    def drawn(self, state: State, action: Flip) -> Step[State]:
        """Return what the draw leads to."""
        supply, tile = state.variant.supply, action.tile
        changes = supply.taken(state, action)
        if TILES[tile].kind == "quake":
            left = state.but(**changes, discarded=(*state.discarded, tile))
            return Step(left, (QuakeLeft(tile),))
        opened = state.but(**changes, display=(*state.display, tile))
        if len(opened.display) == state.variant.opening:
            opened = supply.opened(opened)
        return Step(opened, (TileFlipped(tile),))


class Flipping(_Drawing[Flip]):
    """Tiles are turned up; a quake strikes at once (rules 4.1)."""

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what may be drawn, with weights."""
        return state.variant.supply.outcomes(state)

    def drawn(self, state: State, action: Flip) -> Step[State]:
        """Return what the draw leads to."""
        changes, tile = state.variant.supply.taken(state, action), action.tile
        if TILES[tile].kind == "quake":
            changes["discarded"] = (*state.discarded, tile)
            return quake_rises(state.but(**changes), tile, ())
        changes["display"] = (*state.display, tile)
        changes["phase"] = "placing"
        return go_on(state.but(**changes), (TileFlipped(tile),))
