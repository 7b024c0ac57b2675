"""Aftershock as a `Game`, the contract of all titles. The order of play is in `match.py`."""

from typing import Final, get_args

from engine.game import (
    AS_IT_STANDS,
    PUBLIC,
    Game,
    Meta,
    Option,
    Seat,
    Setup,
    Viewer,
)
from engine.games.aftershock.actions import Action
from engine.games.aftershock.ahead import PLANNING
from engine.games.aftershock.board import TOKENS, Board
from engine.games.aftershock.boardfile import boards
from engine.games.aftershock.match import PHASES, following, go_on, not_now
from engine.games.aftershock.scoring import counted
from engine.games.aftershock.state import Dials, Items, Observation, State, open_fields
from engine.phase import PhasedGame
from engine.setups import check, first_player, starters, value
from engine.values import but

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
    standing=lambda seen: counted(seen, AS_IT_STANDS),
    following=following,
)


class AftershockRules(PhasedGame[State, Action]):
    """The rules of Aftershock."""

    planning = PLANNING

    def initial(self, setup: Setup, rules_version: int = 1) -> State:  # noqa: ARG002
        """Return the empty Bay, before anything was drawn; raise `BadSetup`."""
        check(setup, META)
        dials = Dials(bool(value(setup, AUTO_PASS)), bool(value(setup, TWO_BRIDGES)))
        state = empty(board_of(setup), setup.seats, dials)
        return but(state, starters=starters(setup, FIRST_PLAYER))

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return the state without hands, sealed choices and plans of other seats."""
        is_seat = viewer != PUBLIC
        own = Seat(int(viewer)) if is_seat else Seat(0)
        return Observation(
            **open_fields(state),
            viewer=viewer,
            rounds=state.board.seatings[state.seats].rounds,
            to_act=self.awaited(state),
            hand=state.hands[own] if is_seat else (),
            draft=state.drafts[own] if is_seat else None,
            standing=is_seat and state.standing[own],
            hands=tuple(len(hand) for hand in state.hands),
            deck=sum(state.deck.values()),
            plans=tuple(
                plan if state.opened[seat] or seat == viewer else None
                for seat, plan in enumerate(state.plans)
            ),
        )


def empty(board: Board, seats: int, dials: Dials) -> State:
    """Return the first round before anything was drawn."""
    return State(
        board_name=board.name,
        seats=seats,
        dials=dials,
        starters=tuple(Seat(seat) for seat in range(seats)),
        phase="beginning",
        round=1,
        first=Seat(0),
        seat=Seat(0),
        ready=(False,) * seats,
        scores=(0,) * seats,
        money=(board.money,) * seats,
        bank=0,
        deck={},
        hands=((),) * seats,
        paid=None,
        market=((),) * seats,
        gained=((),) * seats,
        discards=(),
        tokens=(TOKENS,) * seats,
        purchases=(),
        passes=0,
        standing=(False,) * seats,
        drafts=(None,) * seats,
        items=(Items(),) * seats,
        plans=((),) * seats,
        opened=(False,) * seats,
        to_build=(),
        building=None,
        markers=((),) * seats,
        builds=(),
        aftershocks=(),
        meeples=((0,) * seats,) * len(board.areas),
        bridges=((),) * len(board.links),
        pieces=(board.bridge_pieces,) * seats,
        supply=(board.population,) * seats,
        free_marker=None,
        scorings=(),
        outcome=None,
    )


GAME: Final[Game[State, Action, Observation]] = AftershockRules(META, PHASES, go_on, not_now)
