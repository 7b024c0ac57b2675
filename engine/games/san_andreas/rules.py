"""San Andreas as a `Game`, the contract of all titles. The order of play is in `match.py`."""

from dataclasses import replace
from typing import Final, get_args

from engine.game import (
    AS_IT_STANDS,
    Game,
    Meta,
    Option,
    Seat,
    Setup,
    Viewer,
)
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.ahead import PLANNING
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.legal import not_now
from engine.games.san_andreas.match import PHASES, counted, following, go_on
from engine.games.san_andreas.memory import known_cities, known_lost
from engine.games.san_andreas.state import Observation, State, open_fields
from engine.games.san_andreas.tiles import COINS, PAWNS
from engine.phase import PhasedGame
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
    draws_stand=True,
    earlier_versions=(1,),
    actions=get_args(Action),
    standing=lambda seen: counted(seen, AS_IT_STANDS),
    following=following,
)


class SanAndreas(PhasedGame[State, Action]):
    """The rules of San Andreas."""

    planning = PLANNING

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

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return what `viewer` may know: everything but the coins of others that lie face down."""
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
            to_act=self.awaited(state),
            decided=tuple(seat for seat in state.asked if seat not in state.undecided),
        )


GAME: Final[Game[State, Action, Observation]] = SanAndreas(META, PHASES, go_on, not_now)
