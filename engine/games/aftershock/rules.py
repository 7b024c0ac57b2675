"""Aftershock: keeps the contract and hands over to the phase."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from engine.game import Game, Meta, Move, Node, Option, Seat, Setup, Step, Viewer
from engine.games.aftershock.actions import Action
from engine.games.aftershock.board import TOKENS, Board
from engine.games.aftershock.boardfile import boards
from engine.games.aftershock.building import BUILDING, DISMANTLING
from engine.games.aftershock.buying import BUYING
from engine.games.aftershock.dealing import BEGINNING, DEALING
from engine.games.aftershock.keeping import KEEPING
from engine.games.aftershock.marking import MARKING
from engine.games.aftershock.observing import observed
from engine.games.aftershock.planning import PLANNING
from engine.games.aftershock.shaking import MOVING, RESOLVING, ROLLING, SHOCKING
from engine.games.aftershock.state import Dials, Items, Observation, State
from engine.games.aftershock.taking import TAKING
from engine.phase import OVER, Phase
from engine.setups import check, first_player, starters, value

AUTO_PASS: Final = Option("auto_pass", (True, False))
TWO_BRIDGES: Final = Option("two_bridges", (True, False))
FIRST_PLAYER: Final = first_player(5)
BOARD: Final = Option("board", tuple(boards()))


def board_of(setup: Setup) -> Board:
    """Return the board that a table has chosen; raise `BadSetup`."""
    return boards()[str(value(setup, BOARD))]


META: Final = Meta(
    key="aftershock",
    seats=(3, 4, 5),
    rules_version=1,
    options=(AUTO_PASS, TWO_BRIDGES, FIRST_PLAYER, *([BOARD] if len(BOARD.values) > 1 else ())),
    whole_turns=True,
    actions=get_args(Action),
    board=lambda setup: board_of(setup).digest,
)

PHASES: Final[Mapping[str, Phase[State, Action]]] = MappingProxyType(
    {
        "beginning": BEGINNING,
        "dealing": DEALING,
        "keep": KEEPING,
        "buy": BUYING,
        "take": TAKING,
        "plan": PLANNING,
        "build": BUILDING,
        "dismantle": DISMANTLING,
        "resolve": RESOLVING,
        "roll": ROLLING,
        "shock": SHOCKING,
        "move": MOVING,
        "mark": MARKING,
        "over": OVER,
    }
)


class AftershockRules:
    """The rules of Aftershock."""

    @property
    def meta(self) -> Meta:
        """Key, seats, options."""
        return META

    def initial(self, setup: Setup, rules_version: int = 1) -> State:  # noqa: ARG002
        """Return the empty Bay, before anything was drawn; raise `BadSetup`."""
        check(setup, META)
        board = board_of(setup)
        dials = Dials(bool(value(setup, AUTO_PASS)), bool(value(setup, TWO_BRIDGES)))
        return empty(board, setup.seats, dials).but(starters=starters(setup, FIRST_PLAYER))

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        return PHASES[state.phase].node(state)

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:
        """Return what `seat` may choose, in an order that depends on what it knows alone."""
        return PHASES[state.phase].legal_actions(state, seat)

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to."""
        return PHASES[state.phase].apply(state, move)

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return what `viewer` may know."""
        return observed(state, viewer)


def empty(board: Board, seats: int, dials: Dials) -> State:
    """Return the first round before anything was drawn."""
    return State(
        board=board,
        seats=seats,
        dials=dials,
        starters=tuple(Seat(seat) for seat in range(seats)),
        phase="beginning",
        round=1,
        first=Seat(0),
        seat=Seat(0),
        bank=0,
        deck={},
        paid=None,
        discards=(),
        purchases=(),
        passes=0,
        to_build=(),
        building=None,
        builds=(),
        aftershocks=(),
        meeples=((0,) * seats,) * len(board.areas),
        bridges=((),) * len(board.links),
        free_marker=None,
        scorings=(),
        outcome=None,
        **_of_each_seat(board, seats),
    )


def _of_each_seat(board: Board, seats: int) -> dict[str, Any]:
    """Return what a seat begins with, so many times."""
    begins = {
        **dict.fromkeys(("hands", "market", "gained", "plans", "markers"), ()),
        **dict.fromkeys(("standing", "ready", "opened"), False),
        "scores": 0,
        "drafts": None,
        "items": Items(),
        "tokens": TOKENS,
        "money": board.money,
        "pieces": board.bridge_pieces,
        "supply": board.population,
    }
    return {name: (value,) * seats for name, value in begins.items()}


GAME: Final[Game[State, Action, Observation]] = AftershockRules()
