"""3A: plans open in turn, meeples are placed, bridges are built (rules 2)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, cast

from engine.errors import IllegalAction
from engine.game import Event, Seat, Step
from engine.games.aftershock.actions import Action, Build, Dismantle, GiveUp, MeepleInstead
from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.bridges import (
    Builder,
    building_choices,
    dismantling_choices,
    vacant,
    with_bridge,
    without_bridge,
)
from engine.games.aftershock.events import (
    BridgeBuilt,
    BridgeChosen,
    BridgeDismantled,
    BridgeGivenUp,
    BridgeReplaced,
    PhaseBegun,
    PlanOpened,
)
from engine.games.aftershock.meeples import with_meeples
from engine.games.aftershock.phases import Deciding, changed, misplaced, order
from engine.games.aftershock.shaking import begin_shaking
from engine.games.aftershock.state import BuildTurn, Pair, State


def begin_building(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Begin the build turn of the first player."""
    begun = state.but(phase="build", opened=(False,) * state.seats)
    return _next_turn(begun, (*events, PhaseBegun("build", state.round)))


def _next_turn(state: State, events: tuple[Event, ...]) -> Step[State]:
    seat = next((seat for seat in order(state) if not state.opened[seat]), None)
    if seat is None:
        return begin_shaking(state, events)
    return _go_on(*_opened(state, seat, events))


def _opened(state: State, seat: Seat, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Show the plan of a seat, place its meeples and lay its markers out."""
    plan = state.plans[seat]
    state = state.but(seat=seat, opened=changed(state.opened, seat, value=True))
    if not plan:
        return state, events
    placed: list[str] = []
    for each in plan:
        if each.item == "meeple":
            state, count = with_meeples(state, seat, each.area, 1)
            placed += [each.area] * count
    turn = BuildTurn(seat, plan, meeples=tuple(placed))
    markers = tuple(each for each in plan if each.item in MARKERS)
    state = state.but(
        builds=(*state.builds, turn),
        markers=changed(state.markers, seat, markers),
        to_build=tuple(each.area for each in plan if each.item == "bridge"),
    )
    return state, (*events, PlanOpened(seat, plan, turn.meeples))


def _go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Go the only way there is, else ask; end the turn when no bridge is left."""
    if not state.to_build:
        return _next_turn(_closed(state), events)
    phase: Building | Dismantling = BUILDING if state.building is None else DISMANTLING
    choices = phase.choices(state)
    if len(choices) == 1 or all(isinstance(each, MeepleInstead) for each in choices):
        return phase.carried_out(state, choices[0], events)
    return Step(state.but(phase=phase.name), events)


def _closed(state: State) -> State:
    if not state.plans[state.seat]:
        return state
    return _noted(state, is_over=True)


def _noted(state: State, **changes: Any) -> State:
    """Return the state with something noted in the build turn that is going on."""
    return state.but(builds=(*state.builds[:-1], replace(state.builds[-1], **changes)))


def builder(state: State) -> Builder:
    """Return who builds now."""
    return Builder(state.seat, state.pieces[state.seat], state.dials.two_bridges)


class Building(Deciding):
    """The seat on turn chooses a bridge and the link it goes on."""

    name = "build"

    def choices(self, state: State) -> Sequence[Action]:
        """Return the links for each area with a bridge to build, or what comes instead."""
        return building_choices(state.board, state.bridges, builder(state), state.to_build)

    def chosen(self, state: State, action: Any) -> Step[State]:
        """Return what a choice leads to."""
        return self.carried_out(state, action, ())

    def carried_out(self, state: State, action: Any, events: tuple[Event, ...]) -> Step[State]:
        """Build, or place a meeple, or give the bridge up."""
        if isinstance(action, Build):
            return _go_on(*_chosen(state, action, events))
        if isinstance(action, MeepleInstead):
            return _go_on(*_replaced(state, action.area, events))
        given_up = (*state.builds[-1].given_up, action.area)
        state = _noted(_done(state, action.area), given_up=given_up)
        return _go_on(state, (*events, BridgeGivenUp(state.seat, action.area)))

    def refusal(self, state: State, action: Action) -> IllegalAction:
        """Return why an action is none of the choices."""
        if not isinstance(action, Build | MeepleInstead | GiveUp):
            return misplaced(state, action)
        return build_refusal(state, action)


def _chosen(
    state: State, build: Build, events: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    chosen, told = _built(state.but(building=build), events)
    if chosen.building is None:
        return chosen, told
    return chosen, (*events, BridgeChosen(state.seat, build.area, build.to))


def _built(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Put the chosen bridge on the map, as soon as there are pieces enough."""
    seat, build = state.seat, cast("Build", state.building)
    place = state.board.link_index[build.area, build.to]
    sections = state.board.links[place].sections
    if state.pieces[seat] < sections:
        return state, events
    state = _done(state, build.area).but(
        building=None,
        bridges=with_bridge(state.bridges, place, seat),
        pieces=changed(state.pieces, seat, state.pieces[seat] - sections),
    )
    state = _noted(state, built=(*state.builds[-1].built, Pair(build.area, build.to)))
    return state, (*events, BridgeBuilt(seat, build.area, build.to, sections))


def _replaced(
    state: State, area: str, events: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    state, placed = with_meeples(_done(state, area), state.seat, area, 1)
    state = _noted(state, instead=(*state.builds[-1].instead, area))
    return state, (*events, BridgeReplaced(state.seat, area, placed))


def _done(state: State, area: str) -> State:
    """Return the state with one bridge less to build on `area`."""
    place = state.to_build.index(area)
    return state.but(to_build=state.to_build[:place] + state.to_build[place + 1 :])


def build_refusal(state: State, action: Build | MeepleInstead | GiveUp) -> IllegalAction:
    """Return why a bridge can't be built so, replaced or given up."""
    area = action.area
    if area not in state.to_build:
        return IllegalAction("aftershock-no-bridge-planned", area=area)
    links = vacant(state.board, state.bridges, builder(state), area)
    ends = tuple(state.board.links[place].across(area) for place in links)
    if isinstance(action, Build):
        return _link_refusal(state, action)
    if ends:
        return IllegalAction("aftershock-can-build", area=area, to=ends)
    return IllegalAction("aftershock-nowhere-to-build", area=area)


def _link_refusal(state: State, build: Build) -> IllegalAction:
    data = {"area": build.area, "to": build.to}
    place = state.board.link_index.get((build.area, build.to))
    if place is None:
        return IllegalAction("aftershock-no-link", **data)
    if len(state.bridges[place]) >= state.board.links[place].spaces:
        return IllegalAction("aftershock-link-full", **data)
    return IllegalAction("aftershock-own-bridge-there", **data)


class Dismantling(Deciding):
    """The seat on turn takes whole bridges down, until the chosen one has its pieces."""

    name = "dismantle"

    def choices(self, state: State) -> Sequence[Action]:
        """Return the links with own bridges."""
        return dismantling_choices(state.board, state.bridges, state.seat)

    def chosen(self, state: State, action: Any) -> Step[State]:
        """Return what a choice leads to."""
        return self.carried_out(state, action, ())

    def carried_out(self, state: State, action: Any, events: tuple[Event, ...]) -> Step[State]:
        """Take the bridge down and build, if that is enough."""
        seat = state.seat
        place = state.board.link_index[action.area, action.to]
        sections = state.board.links[place].sections
        state = state.but(
            bridges=without_bridge(state.bridges, place, seat),
            pieces=changed(state.pieces, seat, state.pieces[seat] + sections),
        )
        pair = Pair(action.area, action.to)
        state = _noted(state, dismantled=(*state.builds[-1].dismantled, pair))
        event = BridgeDismantled(seat, action.area, action.to, sections)
        return _go_on(*_built(state, (*events, event)))

    def refusal(self, state: State, action: Action) -> IllegalAction:
        """Return why an action is none of the choices."""
        if isinstance(action, Dismantle):
            data = {"area": action.area, "to": action.to}
            return IllegalAction("aftershock-not-your-bridge", **data)
        if not isinstance(action, Build | MeepleInstead | GiveUp):
            return misplaced(state, action)
        build = cast("Build", state.building)
        place = state.board.link_index[build.area, build.to]
        data = {"area": build.area, "to": build.to}
        sections, pieces = state.board.links[place].sections, state.pieces[state.seat]
        return IllegalAction("aftershock-pieces-missing", **data, sections=sections, pieces=pieces)


BUILDING: Final = Building()
DISMANTLING: Final = Dismantling()
