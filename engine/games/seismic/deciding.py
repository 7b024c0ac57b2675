"""The parts of a match in which a seat chooses (rules 4.3, 4.4, 6 and 9)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NoReturn

from engine.errors import IllegalAction, NotYourTurn
from engine.event import Event
from engine.game import Step
from engine.games.seismic.actions import (
    Action,
    EndTurn,
    KeepAll,
    Place,
    Rotate,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.board import Board, with_rotated, with_tile
from engine.games.seismic.course import after_placement, ask, quake_strikes, reach
from engine.games.seismic.events import (
    AllKept,
    SecondDeclined,
    TilePlaced,
    TileRotated,
    TownChosen,
)
from engine.games.seismic.placements import any_fits, is_legal, placements, refusal
from engine.games.seismic.refusals import not_now, second_refusal
from engine.games.seismic.rotations import after_rotation, rotations, turned
from engine.games.seismic.rotations import refusal as rotation_refusal
from engine.games.seismic.state import Crew, Laid, Rotated, State
from engine.node import Decision, Node
from engine.record import Move
from engine.seat import CHANCE, Actor, Seat

STRIKES: Final = tuple(Strike(line) for line in range(6))
_DECISIONS: Final = tuple(Decision(frozenset({Seat(seat)})) for seat in range(4))


class _Deciding:
    """A phase in which one seat chooses."""

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return _DECISIONS[state.to_act]


def _refuse_actor(actor: Actor, state: State) -> NoReturn:
    if actor == CHANCE:
        raise IllegalAction("seismic-not-now")
    raise NotYourTurn("not-your-turn", seats=(state.to_act,))


class ChoosingTown(_Deciding):
    """A quake strikes every town: the seat on turn says which first (rules 9, Twin Cities)."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat != state.seat or state.rising is None:
            return ()
        return tuple(StrikeFirst(town) for town in state.rising.towns)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.seat:
            _refuse_actor(move.actor, state)
        if not isinstance(move.action, StrikeFirst) or state.rising is None:
            raise not_now(state, move.action)
        town, rising = move.action.town, state.rising
        if town not in rising.towns:
            raise IllegalAction("seismic-no-such-town", town=town, towns=rising.towns)
        return reach(state, rising.tile, town, (TownChosen(state.seat, rising.tile, town),))


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
            raise not_now(state, move.action)
        tied = state.quakes[-1].tied
        if move.action.line not in tied:
            raise IllegalAction("seismic-line-not-tied", line=move.action.line, tied=tied)
        return quake_strikes(state, move.action.line, state.seat, ())


class Rotating(_Deciding):
    """After a quake one seat after the other may turn a tile (rules 9, Aftershocks)."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat != state.to_act:
            return ()
        return (*rotations(state.board, turned(state)), KeepAll())

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor != state.to_act:
            _refuse_actor(move.actor, state)
        match move.action:
            case KeepAll():
                return ask(state, state.asked[1:], (AllKept(state.to_act),))
            case Rotate():
                return _rotated(state, move.action)
            case _:
                raise not_now(state, move.action)


def _rotated(state: State, rotate: Rotate) -> Step[State]:
    if refused := rotation_refusal(state.board, turned(state), rotate):
        raise refused
    seat, (before, *_) = state.to_act, state.board.built[state.board.ground.numbers[rotate.cell]]
    after = after_rotation(before, rotate.turn)
    done = Rotated(len(state.quakes) - 1, seat, before, after)
    turning = state.but(board=with_rotated(state.board, after), rotated=(*state.rotated, done))
    return ask(turning, state.asked[1:], (TileRotated(seat, before, after),))


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
            raise not_now(state, place)
        if not is_legal(state.board, state.display, place, crews_left):
            refused = refusal(state.board, state.display, place, crews_left)
            raise refused or IllegalAction("seismic-not-now")
        event = TilePlaced(state.seat, place.tile, place.cell, place.turn, place.crew)
        return self.placed(state, _changes(state, place), (event,))

    def placed(
        self, before: State, changes: dict[str, Any], events: tuple[Event, ...]
    ) -> Step[State]:
        """Return what follows a placement that changes these fields."""
        return after_placement(before, changes, events)


def _changes(state: State, place: Place) -> dict[str, Any]:
    """Return the fields of the state that a placement changes."""
    seat, crews = state.seat, state.crews
    who: tuple[Crew, ...] = ()
    if place.crew is not None:
        who = (Crew(seat, place.crew),)
        crews = (*crews[:seat], crews[seat] - 1, *crews[seat + 1 :])
    laid = Laid(place.cell, place.tile, place.turn, who)
    index = state.display.index(place.tile)
    return {
        "board": with_tile(state.board, laid),
        "display": state.display[:index] + state.display[index + 1 :],
        "crews": crews,
        "last": laid,
        "last_by": seat,
        "quakes": (),
        "rotated": (),
        "drawn": None,
    }


def may_follow(board: Board, first: Laid, display: Iterable[str]) -> bool:
    """Say whether a second tile may follow: the first has no crew, and one of these fits."""
    return not first.crews and any_fits(board, display)


class PlacingFirst(Placing):
    """A placement without a crew may be followed by another (rules 9, Road Crew's Dilemma)."""

    def placed(
        self, before: State, changes: dict[str, Any], events: tuple[Event, ...]
    ) -> Step[State]:
        """Let the same seat go on if it placed no crew and something still fits."""
        if may_follow(changes["board"], changes["last"], changes["display"]):
            return Step(before.but(**changes, phase="extending"), events)
        return after_placement(before, changes, events)


class Extending(Placing):
    """The seat on turn may build a second tile, without a crew (rules 9, Road Crew's Dilemma)."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return what `seat` may choose."""
        if seat != state.seat:
            return ()
        return (*placements(state.board, state.display, 0), EndTurn())

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        if move.actor == state.seat and isinstance(move.action, EndTurn):
            declined = SecondDeclined(state.seat)
            return after_placement(state, {"board": state.board}, (declined,))
        if move.actor == state.seat and isinstance(move.action, Place):
            refused = second_refusal(state.board, state.display, move.action)
            if refused is not None:
                raise refused
        return super().apply(state, move)
