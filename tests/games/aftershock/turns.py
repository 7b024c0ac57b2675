"""Turns to look at: things to plan, bridges planned, pieces short."""

from dataclasses import replace

from bot.games.panel import View
from engine.game import Move, Seat
from engine.games.aftershock.actions import Action
from engine.games.aftershock.rules import GAME
from engine.games.aftershock.state import Items, Planned, State
from tests.games.aftershock.tables import Table, in_phase
from tests.games.aftershock.worked import begun, laid

POOR = (
    "Richmond-San Francisco: a; Hayward-San Francisco: a; San Rafael-San Francisco: a;"
    " Hayward-South San Francisco: a; South San Francisco-San Francisco: a"
)
"""Worked position 3: 15 pieces stand, one is free."""


def at(state: State) -> View:
    """Return the view of the seat that must act in a position, as if it were a table."""
    seat = state.seat
    view = Table(state.seats).view(seat)
    legal = tuple(GAME.legal_actions(state, seat))
    return replace(view, observation=GAME.observe(state, seat), legal=legal)


def building(plan: str, bridges: str, seats: int = 3) -> View:
    """Return seat a's view of its build turn with bridges planned on these areas."""
    areas = plan.split()
    plans = (tuple(Planned("bridge", area) for area in areas), *((),) * (seats - 1))
    items = (Items(bridges=len(areas)), *(Items(),) * (seats - 1))
    state = laid(bridges, seats=seats, plans=plans, items=items)
    return at(begun("build", state).state)


def begun_with(act: Action) -> View:
    plans = ((Planned("bridge", "san_rafael"),), (), ())
    state = laid(POOR, plans=plans, items=(Items(bridges=1), Items(), Items()))
    first = begun("build", state).state
    return at(GAME.apply(first, Move(Seat(0), act)).state)


def planning(*markers: str, bridges: int = 1) -> View:
    view = in_phase("plan", 3, 1).view()
    seat = int(str(view.viewer))
    items = list(view.observation.items)
    items[seat] = Items(bridges, bridges, markers)
    return replace(view, observation=replace(view.observation, items=tuple(items)))
