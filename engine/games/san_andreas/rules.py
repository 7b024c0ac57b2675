"""San Andreas: keeps the contract and hands over to the phase."""

from collections.abc import Iterable
from typing import Final, get_args

from engine.game import Game, Meta, Move, Node, Seat, Setup, Step, Viewer
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.observing import observed
from engine.games.san_andreas.options import FIRST_PLAYER, OPTIONS, dials
from engine.games.san_andreas.phases import PHASES
from engine.games.san_andreas.state import Observation, State
from engine.games.san_andreas.tiles import COINS, PAWNS
from engine.setups import check, starters

META: Final = Meta(
    key="san_andreas",
    seats=(3, 4),
    rules_version=2,
    options=OPTIONS,
    earlier_versions=(1,),
    actions=get_args(Action),
)


class SanAndreas:
    """The rules of San Andreas."""

    @property
    def meta(self) -> Meta:
        """Key, seats, options."""
        return META

    def initial(self, setup: Setup, rules_version: int = META.rules_version) -> State:
        """Return the ground at rest, all coins in hand, before anything was drawn."""
        check(setup, META)
        turned = dials(setup, rules_version)
        return State(
            dials=turned,
            seats=setup.seats,
            starters=starters(setup, FIRST_PLAYER),
            phase="beginning",
            ground=fresh_ground(
                lakes_are_ocean=turned.lakes_are_ocean, always_coast=turned.always_coast
            ),
            cities=(),
            pawns=(None,) * len(PAWNS),
            hands=(COINS,) * setup.seats,
            lost=((),) * setup.seats,
            points=(0,) * setup.seats,
            turn=0,
            seat=Seat(0),
            passes=0,
            faces=(),
            quake=None,
            asked=(),
            swaps=(None,) * setup.seats,
            last=None,
            outcome=None,
        )

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return PHASES[state.phase].node(state)

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:
        """Return what `seat` may choose, in an order that depends on the table alone."""
        return PHASES[state.phase].legal_actions(state, seat)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        return PHASES[state.phase].apply(state, move)

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return what `viewer` may know: everything but the coins of others that lie face down."""
        return observed(state, viewer)


GAME: Final[Game[State, Action, Observation]] = SanAndreas()
