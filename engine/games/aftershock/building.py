"""2C and 3A: plans are made, open in turn, and bridges are built (rules 2)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias, cast

from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Build, Dismantle, GiveUp, MeepleInstead, Plan
from engine.games.aftershock.board import MARKERS, Board, Link
from engine.games.aftershock.events import (
    BridgeBuilt,
    BridgeChosen,
    BridgeDismantled,
    BridgeGivenUp,
    BridgeReplaced,
    PhaseBegun,
    PlanOpened,
)
from engine.games.aftershock.state import (
    BuildTurn,
    Drafts,
    Items,
    Pair,
    Planned,
    State,
    T,
    Table,
    changed,
    with_meeples,
    without,
)
from engine.phase import Events
from engine.values import but

_Choice: TypeAlias = Build | MeepleInstead | GiveUp

# 2C: bridges, meeples and Aftershock markers on the planning boards


def have_gained(state: State) -> Sequence[bool]:
    """Say who has something to plan."""
    return [bool(items.order) for items in state.items]


@lru_cache(maxsize=16)
def _plans(board: Board) -> tuple[Plan, ...]:
    return tuple(Plan(area) for area in board.areas)


def plans(state: State, seat: Seat) -> Sequence[Plan]:  # noqa: ARG001 - equal for all seats
    """Return every area for the next thing."""
    return _plans(state.board)


def plan_refusal(state: State, seat: Seat, plan: Plan) -> IllegalAction | None:  # noqa: ARG001
    """Return why nothing can be planned there, or None if it can."""
    if plan.area not in state.board.areas:
        return IllegalAction("aftershock-no-such-area", area=plan.area)
    return None


def planned(board: Board, items: Items, areas: tuple[str, ...]) -> tuple[Planned, ...]:
    """Return the plan that puts the first items on these areas, equal ones in board order."""
    plan = [Planned(*pair) for pair in zip(items.order, areas, strict=False)]
    kinds = tuple(dict.fromkeys(items.order))
    return tuple(sorted(plan, key=lambda each: (kinds.index(each.item), board.index[each.area])))


def keep_plans(state: State, drafts: Drafts) -> tuple[State, Events]:
    """Keep the plans for the build turns: nobody sees another's yet."""
    pairs = zip(state.items, drafts, strict=True)
    made = tuple(planned(state.board, items, areas or ()) for items, areas in pairs)
    return but(state, plans=made), ()


# 3A: a seat at a time


def hide_plans(state: State) -> tuple[State, Events]:
    """Begin with nobody's plan open."""
    return but(state, opened=(False,) * state.seats), (PhaseBegun("build", state.round),)


def building(state: State) -> tuple[State, Events, str | None]:
    """Go the only way there is for the bridges of a plan, else ask; then open the next plan."""
    events: Events = ()
    while True:
        seat = state.seat
        if state.to_build:
            legal = legal_dismantles(state, seat) if state.building else legal_builds(state, seat)
            # Bridges that become meeples, all of them: the order makes no difference.
            if len(legal) > 1 and not all(isinstance(each, MeepleInstead) for each in legal):
                return state, events, "dismantle" if state.building else "build"
            state, told = built(state, seat, legal[0])
            events += told
            continue
        if state.opened[seat] and state.plans[seat]:
            state = _noted(state, replace(state.builds[-1], is_over=True))
        following = next((seat for seat in state.order if not state.opened[seat]), None)
        if following is None:
            return state, events, None
        state, told = _opened(state, following)
        events += told


def _opened(state: State, seat: Seat) -> tuple[State, Events]:
    """Show the plan of a seat, place its meeples and lay its markers out."""
    plan = state.plans[seat]
    state = but(state, seat=seat, opened=changed(state.opened, seat, value=True))
    if not plan:
        return state, ()
    placed: list[str] = []
    for each in plan:
        if each.item == "meeple":
            state, count = with_meeples(state, seat, each.area, 1)
            placed += [each.area] * count
    turn = BuildTurn(seat, plan, meeples=tuple(placed))
    markers = tuple(each for each in plan if each.item in MARKERS)
    state = but(
        state,
        builds=(*state.builds, turn),
        markers=changed(state.markers, seat, markers),
        to_build=tuple(each.area for each in plan if each.item == "bridge"),
    )
    return state, (PlanOpened(seat, plan, turn.meeples),)


def vacant(table: Table, seat: Seat, area: str) -> list[Link]:
    """Return the links with a vacant bridge space for `seat` that lead from `area`."""
    return [
        table.board.links[n] for n in table.board.links_from[area] if _is_vacant(table, seat, n)
    ]


def _is_vacant(table: Table, seat: Seat, place: int) -> bool:
    owners = table.bridges[place]
    if seat in owners and not table.dials.two_bridges:
        return False
    return len(owners) < table.board.links[place].spaces


def legal_builds(state: State, seat: Seat) -> list[_Choice]:
    """Return the links for each area with a bridge to build, or what comes instead."""
    listed = list[_Choice]()
    for area in dict.fromkeys(state.to_build):
        links = vacant(state, seat, area)
        if not links:
            listed.append(MeepleInstead(area))
            continue
        listed += [Build(area, link.across(area)) for link in links]
        if all(link.sections > state.pieces[seat] for link in links):
            listed.append(GiveUp(area))
    return listed


def build_refusal(state: State, seat: Seat, action: _Choice) -> IllegalAction | None:
    """Return why a bridge can't be built so, replaced or given up, or None if it can."""
    area, board = action.area, state.board
    if area not in state.to_build:
        return IllegalAction("aftershock-no-bridge-planned", area=area)
    if isinstance(action, Build):
        place = board.link_index.get((area, action.to))
        if place is None:
            return IllegalAction("aftershock-no-link", area=area, to=action.to)
        if _is_vacant(state, seat, place):
            return None
        is_full = len(state.bridges[place]) >= board.links[place].spaces
        key = "aftershock-link-full" if is_full else "aftershock-own-bridge-there"
        return IllegalAction(key, area=area, to=action.to)
    links = vacant(state, seat, area)
    if not links and isinstance(action, GiveUp):
        return IllegalAction("aftershock-nowhere-to-build", area=area)
    payable = isinstance(action, MeepleInstead) or any(
        link.sections <= state.pieces[seat] for link in links
    )
    if links and payable:
        ends = tuple(link.across(area) for link in links)
        return IllegalAction("aftershock-can-build", area=area, to=ends)
    return None


def legal_dismantles(state: State, seat: Seat) -> list[Dismantle]:
    """Return the links with own bridges; two on one link are the same choice."""
    links = zip(state.board.links, state.bridges, strict=True)
    return [Dismantle(*link.between) for link, owners in links if seat in owners]


def dismantle_refusal(
    state: State, seat: Seat, action: _Choice | Dismantle
) -> IllegalAction | None:
    """Return why a bridge can't be taken down for the chosen one, or None if it can."""
    board = state.board
    if isinstance(action, Dismantle):
        place = board.link_index.get((action.area, action.to))
        is_named = place is not None and board.links[place].between == (action.area, action.to)
        if place is None or not is_named or seat not in state.bridges[place]:
            return IllegalAction("aftershock-not-your-bridge", area=action.area, to=action.to)
        return None
    chosen = cast("Pair", state.building)
    return IllegalAction(
        "aftershock-pieces-missing",
        area=chosen.area,
        to=chosen.to,
        sections=board.links[board.link_index[chosen.area, chosen.to]].sections,
        pieces=state.pieces[seat],
    )


def built(table: T, seat: Seat, action: _Choice | Dismantle) -> tuple[T, Events]:
    """Choose the link of a bridge, take another one down for it, or do without."""
    turn = table.builds[-1]
    match action:
        case Build(area, to):
            after, told = _raised(but(table, building=Pair(area, to)), seat)
            return after, told or (BridgeChosen(seat, area, to),)
        case Dismantle(area, to):
            place = table.board.link_index[area, to]
            sections = table.board.links[place].sections
            turn = replace(turn, dismantled=(*turn.dismantled, Pair(area, to)))
            after, told = _raised(_noted(with_bridge(table, seat, place, -1), turn), seat)
            return after, (BridgeDismantled(seat, area, to, sections), *told)
        case MeepleInstead(area):
            after, placed = with_meeples(table, seat, area, 1)
            after = but(after, to_build=without(table.to_build, area))
            turn = replace(turn, instead=(*turn.instead, area))
            return _noted(after, turn), (BridgeReplaced(seat, area, placed),)
        case GiveUp(area):
            after = but(table, to_build=without(table.to_build, area))
            turn = replace(turn, given_up=(*turn.given_up, area))
            return _noted(after, turn), (BridgeGivenUp(seat, area),)


def _raised(table: T, seat: Seat) -> tuple[T, Events]:
    """Let the chosen bridge stand, as soon as there are pieces enough."""
    pair, turn = cast("Pair", table.building), table.builds[-1]
    place = table.board.link_index[pair.area, pair.to]
    sections = table.board.links[place].sections
    if table.pieces[seat] < sections:
        return table, ()
    after = with_bridge(table, seat, place, 1)
    after = but(after, building=None, to_build=without(table.to_build, pair.area))
    turn = replace(turn, built=(*turn.built, pair))
    return _noted(after, turn), (BridgeBuilt(seat, pair.area, pair.to, sections),)


def with_bridge(table: T, seat: Seat, place: int, count: int) -> T:
    """Put a bridge of `seat` on a link, or take one off it (-1), with its pieces."""
    owners, pieces = table.bridges[place], table.pieces[seat]
    return but(
        table,
        bridges=changed(
            table.bridges,
            place,
            tuple(sorted((*owners, seat))) if count > 0 else without(owners, seat),
        ),
        pieces=changed(table.pieces, seat, pieces - count * table.board.links[place].sections),
    )


def _noted(table: T, turn: BuildTurn) -> T:
    """Put down what was done in the build turn that is going on."""
    return but(table, builds=(*table.builds[:-1], turn))
