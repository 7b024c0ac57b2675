"""San Andreas: keeps the contract. What follows what stands in `match.py`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, cast, get_args

from engine.errors import IllegalAction, NotYourTurn
from engine.game import (
    CHANCE,
    Chance,
    Decision,
    Finished,
    Game,
    Meta,
    Move,
    Node,
    Option,
    Outcome,
    Seat,
    Setup,
    Step,
    Viewer,
)
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.legal import not_now
from engine.games.san_andreas.match import PHASES, Sealed, go_on
from engine.games.san_andreas.memory import known_cities, known_lost
from engine.games.san_andreas.state import Observation, State, open_fields
from engine.games.san_andreas.tiles import COINS, PAWNS
from engine.phase import Choice, Draw
from engine.setups import check, first_player, starters, value

LAKES: Final = Option("lakes_are_ocean", ("no", "yes"))
FIRST_PLAYER: Final = first_player(4)
OPTIONS: Final = (
    Option("too_steep", (2, 1, 3)),
    LAKES,
    Option("islands_sink", ("before", "after")),
    Option("memory", ("open", "strict")),
    FIRST_PLAYER,
)

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
        is_ocean = value(setup, LAKES) == "yes"
        return State(
            ground=fresh_ground(lakes_are_ocean=is_ocean, edition=rules_version),
            cities=(),
            pawns=(None,) * len(PAWNS),
            seats=setup.seats,
            options=tuple((each.name, value(setup, each)) for each in OPTIONS),
            phase="beginning",
            turn=0,
            seat=Seat(0),
            hands=(COINS,) * setup.seats,
            lost=((),) * setup.seats,
            points=(0,) * setup.seats,
            passes=0,
            quake=None,
            asked=(),
            last=None,
            outcome=None,
            starters=starters(setup, FIRST_PLAYER),
            faces=(),
            swaps=(None,) * setup.seats,
        )

    def node(self, state: State) -> Node[Action]:
        """Return what the state waits for."""
        phase = PHASES[state.phase]
        if isinstance(phase, Choice):
            return _DECISIONS[state.seat]
        if isinstance(phase, Draw):
            return Chance(phase.outcomes(state))
        if isinstance(phase, Sealed):
            waiting = frozenset(state.undecided)
            return Decision(waiting, optional=frozenset(state.asked) - waiting)
        return Finished(cast("Outcome", state.outcome))

    def legal_actions(self, state: State, seat: Seat) -> Iterable[Action]:
        """Return what `seat` may choose, in an order that depends on the table alone."""
        phase = PHASES[state.phase]
        if isinstance(phase, Choice) and seat == state.seat:
            return phase.legal(state)
        if isinstance(phase, Sealed) and seat in state.asked:
            return phase.legal(state, seat)
        return ()

    def apply(self, state: State, move: Move[Action]) -> Step[State]:
        """Return what `move` leads to: what it does to the table, and what follows."""
        phase, action = PHASES[state.phase], move.action
        if isinstance(phase, Choice):
            _check(state, move, (state.seat,), phase.kinds)
            if refused := phase.refusal(state, action):
                raise refused
            return go_on(*phase.play(state, action))
        if isinstance(phase, Sealed):
            seat = _check(state, move, state.asked, phase.kinds)
            if refused := phase.refusal(state, seat, action):
                raise refused
            return go_on(*phase.play(state, seat, action))
        if move.actor != CHANCE or not isinstance(phase, Draw):
            raise NotYourTurn("not-your-turn", seats=())
        if action not in phase.outcomes(state):
            raise IllegalAction("san-andreas-not-now")
        return go_on(*phase.play(state, action))

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return what `viewer` may know: everything but the coins of others that lie face down."""
        is_choice = isinstance(PHASES[state.phase], Choice)
        quake, hands = state.quake, state.hands
        if quake is not None:
            cities = known_cities(quake.before.cities, viewer)
            quake = replace(quake, before=replace(quake.before, cities=cities))
        hidden = {
            "cities": known_cities(state.cities, viewer),
            "hands": tuple(
                hand if seat == viewer else (None,) * len(hand) for seat, hand in enumerate(hands)
            ),
            "lost": known_lost(state.lost, viewer),
            "quake": quake,
        }
        return Observation(
            **open_fields(state) | hidden,
            viewer=viewer,
            to_act=(state.seat,) if is_choice else state.undecided,
            decided=tuple(seat for seat in state.asked if seat not in state.undecided),
        )


def _check(
    state: State, move: Move[Action], seats: tuple[Seat, ...], kinds: tuple[type, ...]
) -> Seat:
    """Return the seat that acts; raise if it or its kind of action isn't due."""
    if move.actor == CHANCE:
        raise IllegalAction("san-andreas-not-now")
    if move.actor not in seats:
        raise NotYourTurn("not-your-turn", seats=seats)
    if not isinstance(move.action, kinds):
        raise not_now(state, move.actor, move.action)
    return move.actor


_DECISIONS: Final = tuple(Decision(frozenset({Seat(seat)})) for seat in range(4))
GAME: Final[Game[State, Action, Observation]] = SanAndreas()
