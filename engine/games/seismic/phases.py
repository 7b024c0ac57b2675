"""The parts of a match, one small class each (rules 3, 4, 6 and 7).

A phase says what the state waits for and what a move leads to; `course` says which phase is next.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, NoReturn, Protocol, TypeVar, cast

from engine.errors import IllegalAction, NotYourTurn
from engine.game import Step
from engine.games.seismic.actions import Action, Begin, Flip, Place, SetAside, Strike
from engine.games.seismic.board import with_tile
from engine.games.seismic.course import after_placement, go_on, quake_strikes
from engine.games.seismic.events import (
    MatchBegun,
    QuakeFlipped,
    QuakeLeft,
    TileFlipped,
    TilePlaced,
    TileSetAside,
)
from engine.games.seismic.placements import is_legal, placements, refusal
from engine.games.seismic.quakes import risen
from engine.games.seismic.state import Crew, Laid, State
from engine.games.seismic.tiles import TILES
from engine.node import Chance, Decision, Finished, Node
from engine.record import Move
from engine.seat import CHANCE, Actor, Seat

C = TypeVar("C", bound=Action)
K = TypeVar("K")

STRIKES: Final = tuple(Strike(line) for line in range(6))
_DECISIONS: Final = tuple(Decision(frozenset({Seat(seat)})) for seat in range(4))


class Phase(Protocol):
    """A part of a match; it holds nothing itself."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to; raise `IllegalAction` or `NotYourTurn`."""


def _refuse_actor(actor: Actor, state: State) -> NoReturn:
    if actor == CHANCE:
        raise IllegalAction("seismic-not-now")
    raise NotYourTurn("not-your-turn", seats=(state.seat,))


class _Drawing(ABC, Generic[C]):
    """A phase in which chance acts."""

    @abstractmethod
    def outcomes(self, state: State) -> Mapping[C, int]:
        """Return what may be drawn, with weights."""

    @abstractmethod
    def drawn(self, state: State, action: C) -> Step[State]:
        """Return what the draw leads to."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        outcomes: Mapping[Any, int] = MappingProxyType(self.outcomes(state))
        return Chance(outcomes)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Return what `seat` may choose."""
        return ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != CHANCE:
            raise NotYourTurn("not-your-turn", seats=())
        action: Any = move.action
        if action not in self.outcomes(state):
            raise IllegalAction("seismic-not-now")
        return self.drawn(state, action)


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
        rest = _less(state.first_stage, action)
        aside = state.but(first_stage=rest, boxed=(*state.boxed, action.tile))
        if len(aside.boxed) == state.variant.set_aside:
            aside = aside.but(first_stage={}, pile=_filled(aside), phase="opening")
        return Step(aside, (TileSetAside(action.tile),))


def _filled(state: State) -> Mapping[Flip, int]:
    pile = dict(state.pile)
    for aside, count in state.first_stage.items():
        pile[Flip(aside.tile)] = pile.get(Flip(aside.tile), 0) + count
    return pile


def _less(bag: Mapping[K, int], one: K) -> Mapping[K, int]:
    rest = cast("dict[K, int]", bag).copy()  # a copy keeps the hashes, dict() may not
    if (left := rest[one] - 1) > 0:
        rest[one] = left
    else:
        del rest[one]
    return rest


class Opening(_Drawing[Flip]):
    """Tiles are turned up before the first turn; a quake leaves without effect (rules 3.3)."""

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what may be drawn, with weights."""
        return state.pile

    def drawn(self, state: State, action: Flip) -> Step[State]:
        """Return what the draw leads to."""
        pile, tile = _less(state.pile, action), action.tile
        if TILES[tile].kind == "quake":
            left = state.but(pile=pile, discarded=(*state.discarded, tile))
            return Step(left, (QuakeLeft(tile),))
        opened = state.but(pile=pile, display=(*state.display, tile))
        if len(opened.display) == state.variant.opening:
            opened = opened.but(turn=1, phase="flipping")
        return Step(opened, (TileFlipped(tile),))


class Flipping(_Drawing[Flip]):
    """Tiles are turned up until three lie there; a quake strikes at once (rules 4.1)."""

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what may be drawn, with weights."""
        return state.pile

    def drawn(self, state: State, action: Flip) -> Step[State]:
        """Return what the draw leads to."""
        pile, tile = _less(state.pile, action), action.tile
        if TILES[tile].kind != "quake":
            display = (*state.display, tile)
            flipped = state.but(pile=pile, display=display, phase="placing")
            return go_on(flipped, (TileFlipped(tile),))
        quake = risen(state.board, tile, town=0)
        shaken = state.but(
            pile=pile,
            discarded=(*state.discarded, tile),
            quakes=(*state.quakes, quake),
            phase="striking",
        )
        events = (QuakeFlipped(tile, quake.tied),)
        match quake.tied:
            case ():
                return go_on(shaken, events)
            case (line,):
                return quake_strikes(shaken, line, None, events)
            case _:
                return Step(shaken, events)


class _Deciding:
    """A phase in which the seat on turn chooses."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return _DECISIONS[state.seat]


class Striking(_Deciding):
    """The longest lines tie: the seat on turn chooses one (rules 6)."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat != state.seat:
            return ()
        return tuple(STRIKES[line] for line in state.quakes[-1].tied)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.seat:
            _refuse_actor(move.actor, state)
        if not isinstance(move.action, Strike):
            raise IllegalAction("seismic-not-now")
        tied = state.quakes[-1].tied
        if move.action.line not in tied:
            raise IllegalAction("seismic-line-not-tied", line=move.action.line, tied=tied)
        return quake_strikes(state, move.action.line, state.seat, ())


class Placing(_Deciding):
    """The seat on turn builds a face-up tile and may put a crew on it (rules 4.3 and 4.4)."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat != state.seat:
            return ()
        return placements(state.board, state.display, state.crews[seat])

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.seat:
            _refuse_actor(move.actor, state)
        place, crews_left = move.action, state.crews[state.seat]
        if not isinstance(place, Place):
            raise IllegalAction("seismic-not-now")
        if not is_legal(state.board, state.display, place, crews_left):
            refused = refusal(state.board, state.display, place, crews_left)
            raise refused or IllegalAction("seismic-not-now")
        return _placed(state, place)


def _placed(state: State, place: Place) -> Step[State]:
    seat, crews = state.seat, state.crews
    who: tuple[Crew, ...] = ()
    if place.crew is not None:
        who = (Crew(seat, place.crew),)
        crews = (*crews[:seat], crews[seat] - 1, *crews[seat + 1 :])
    laid = Laid(place.cell, place.tile, place.turn, who)
    index = state.display.index(place.tile)
    placed = {
        "board": with_tile(state.board, laid),
        "display": state.display[:index] + state.display[index + 1 :],
        "crews": crews,
        "last": laid,
        "last_by": seat,
        "quakes": (),
    }
    event = TilePlaced(seat, place.tile, place.cell, place.turn, place.crew)
    return after_placement(state, placed, (event,))


class Over:
    """Nobody acts any more."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return Finished(cast("Any", state.outcome))

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Return what `seat` may choose."""
        return ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:  # noqa: ARG002
        """Return what `move` leads to."""
        raise NotYourTurn("not-your-turn", seats=())


PHASES: Final[Mapping[str, Phase]] = MappingProxyType(
    {
        "beginning": Beginning(),
        "setting_aside": SettingAside(),
        "opening": Opening(),
        "flipping": Flipping(),
        "striking": Striking(),
        "placing": Placing(),
        "over": Over(),
    }
)
