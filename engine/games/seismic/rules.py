"""Seismic: keeps the contract and hands over to the phase."""

from collections.abc import Iterable
from typing import Final

from pydantic import TypeAdapter

from engine.game import Game, Meta, Option, Step
from engine.games.seismic.actions import Action, Flip, SetAside
from engine.games.seismic.board import bare_board
from engine.games.seismic.observing import observed
from engine.games.seismic.state import Observation, State
from engine.games.seismic.variants import NAMES, variant
from engine.node import Node
from engine.record import Move, Record, Setup
from engine.seat import Seat, Viewer
from engine.setups import check, first_player, starters, value

RADIUS: Final = Option("table_radius", (8, 5, 6, 7, 9, 10, 11, 12))
FIRST_PLAYER: Final = first_player(4)

META: Final = Meta(
    key="seismic",
    seats=(2, 3, 4),
    rules_version=1,
    variants=NAMES,
    options=(RADIUS, FIRST_PLAYER),
    tallest_wins=True,
)


class Seismic:
    """The rules of Seismic."""

    @property
    def meta(self) -> Meta:
        """Key, seats, options."""
        return META

    @property
    def records(self) -> TypeAdapter[Record[Action]]:
        """The reader and writer of records."""
        return _RECORDS

    def initial(self, setup: Setup) -> State:
        """Return the table with its towns, before anything was drawn."""
        check(setup, META)
        way, radius = variant(setup.variants), int(value(setup, RADIUS))
        return State(
            variant=way,
            seats=setup.seats,
            radius=radius,
            phase=way.first_phase,
            board=bare_board(way.table(radius)),
            first_stage={SetAside(code): count for code, count in way.staged().items()},
            pile={Flip(code): count for code, count in way.later_stage().items()},
            boxed=(),
            display=(),
            discarded=(),
            crews=(way.crews_each,) * setup.seats,
            turn=0,
            seat=Seat(0),
            starters=starters(setup, FIRST_PLAYER),
            last=None,
            last_by=None,
            quakes=(),
            outcome=None,
            apart={Flip(code): count for code, count in way.apart().items()},
            piles=(),
            rising=None,
            asked=(),
            rotated=(),
            drawn=None,
        )

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return state.variant.phases[state.phase].node(state)

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:
        """Return what `seat` may choose, in an order that depends on the table alone."""
        return state.variant.phases[state.phase].legal_actions(state, seat)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        return state.variant.phases[state.phase].apply(state, move)

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return what `viewer` may know: the same for everybody."""
        return observed(state, viewer)


_RECORDS: Final[TypeAdapter[Record[Action]]] = TypeAdapter(Record[Action])

GAME: Final[Game[State, Action, Observation]] = Seismic()
