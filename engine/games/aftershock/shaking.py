"""3B: aftershocks strike, Shocked meeples move (rules 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.errors import IllegalAction
from engine.game import Seat, clockwise
from engine.games.aftershock.actions import MoveMeeple, Resolve, Roll, Shock, TakeBack
from engine.games.aftershock.events import (
    AftershockChosen,
    AftershockFaded,
    AftershockRolled,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
    PhaseBegun,
)
from engine.games.aftershock.routes import Route, routes
from engine.games.aftershock.state import (
    Aftershock,
    Moved,
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


def call_markers(state: State) -> tuple[State, Events]:
    """Let the first player with markers resolve them."""
    return state, (PhaseBegun("resolve", state.round),) if any(state.markers) else ()


def shaking(state: State) -> tuple[State, Events, str | None]:
    """Let one marker after the other strike, until a seat has a choice or the die rolls."""
    events: Events = ()
    while True:
        if state.aftershocks:
            last = state.aftershocks[-1]
            # The marker strikes an area with meeples: a die decides how many are Shocked.
            if last.face is None and any(state.there(last.area)):
                return state, events, "roll"
            if last.face is not None and not last.shocked:
                shocks = legal_shocks(state, last.seat)
                if len(shocks) > 1:
                    return state, events, "shock"
                state, told = shocked(state, last.seat, shocks[0])
                events += told
            # Seats that can move their meeples do, the resolver last; the other meeples go home.
            for seat in clockwise(last.seat, state.seats) if last.face is not None else ():
                state = but(state, seat=seat)
                while state.aftershocks[-1].left[seat]:
                    if payable_routes(state, seat):
                        return state, events, "move"
                    state, told = moved(state, seat, TakeBack())
                    events += told
        # The next marker of the first seat that has any.
        owner = next((seat for seat in state.order if state.markers[seat]), None)
        if owner is None:
            return state, events, None
        state = but(state, seat=owner)
        first, *others = markers = legal_resolves(state, owner)
        if others and any(any(state.there(each.area)) for each in markers):
            return state, events, "resolve"
        state, told = called(state, owner, first)
        events += told


def legal_resolves(state: State, seat: Seat) -> list[Resolve]:
    """Return the markers that a seat has left."""
    return [Resolve(each.area, each.item) for each in dict.fromkeys(state.markers[seat])]


def resolve_refusal(state: State, seat: Seat, action: Resolve) -> IllegalAction | None:
    """Return why a marker can't strike, or None if it can."""
    if Planned(action.marker, action.area) not in state.markers[seat]:
        return IllegalAction("aftershock-no-such-marker", area=action.area, marker=action.marker)
    return None


def called(table: T, seat: Seat, action: Resolve) -> tuple[T, Events]:
    """Take a marker off the map; nobody there, no roll."""
    area, marker = action.area, action.marker
    left = without(table.markers[seat], Planned(marker, area))
    after = but(
        table,
        markers=changed(table.markers, seat, left),
        aftershocks=(*table.aftershocks, Aftershock(seat, area, marker)),
    )
    if any(table.there(area)):
        return after, (AftershockChosen(seat, area, marker),)
    return after, (AftershockFaded(seat, area, marker),)


def faces(state: State) -> Mapping[Roll, int]:
    """Return what the Aftershock die may show, with weights."""
    die = state.board.die
    return {Roll(face): die.count(face) for face in die}


def rolled(table: T, roll: Roll) -> tuple[T, Events]:
    """Let the die say how many meeples are Shocked: not more than stand there."""
    last, face = table.aftershocks[-1], roll.face
    count = min(face + table.board.plus[last.marker], sum(table.there(last.area)))
    after = _noted(table, replace(last, face=face, count=count))
    return after, (AftershockRolled(last.seat, last.area, last.marker, face, count),)


@lru_cache(maxsize=512)
def splits(there: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to take `count` from the meeples there, how many of each seat.

    >>> splits((1, 2), 2)
    ((0, 2), (1, 1))
    """
    if not there:
        return ((),) if count == 0 else ()
    first, rest = there[0], there[1:]
    return tuple(
        (taken, *others)
        for taken in range(min(first, count) + 1)
        for others in splits(rest, count - taken)
    )


def legal_shocks(state: State, seat: Seat) -> Sequence[Shock]:  # noqa: ARG001
    """Return every split of the count over the meeples there."""
    last = state.aftershocks[-1]
    return _shocks(state.there(last.area), last.count)


@lru_cache(maxsize=512)
def _shocks(there: tuple[int, ...], count: int) -> tuple[Shock, ...]:
    return tuple(Shock(counts) for counts in splits(there, count))


def shock_refusal(table: Table, seat: Seat, shock: Shock) -> IllegalAction | None:  # noqa: ARG001
    """Return why these can't be Shocked, or None if they can."""
    last, chosen = table.aftershocks[-1], shock.counts
    there = table.there(last.area)
    if len(chosen) == len(there):
        for owner, (wanted, standing) in enumerate(zip(chosen, there, strict=True)):
            if not 0 <= wanted <= standing:
                data = {"seat": owner, "chosen": wanted, "there": standing}
                return IllegalAction("aftershock-shock-nobody-there", **data)
    if len(chosen) != len(there) or sum(chosen) != last.count:
        return IllegalAction("aftershock-shock-count", count=last.count, chosen=sum(chosen))
    return None


def shocked(table: T, seat: Seat, shock: Shock) -> tuple[T, Events]:
    """Choose whose meeples have to leave, own ones too."""
    last = table.aftershocks[-1]
    after = _noted(table, replace(last, shocked=shock.counts, left=shock.counts))
    return after, (MeeplesShocked(seat, last.area, shock.counts),)


def payable_routes(table: Table, seat: Seat) -> tuple[Route, ...]:
    """Return every route that `seat` can pay for one of its Shocked meeples."""
    area = table.aftershocks[-1].area
    return routes(table.board, table.bridges, area, seat, table.money[seat])


def legal_moves(state: State, seat: Seat) -> Sequence[MoveMeeple | TakeBack]:
    """Return where a Shocked meeple of a seat can go, home at the end."""
    moves = [MoveMeeple(route.to, route.paid) for route in payable_routes(state, seat)]
    return (*moves, TakeBack())


def move_refusal(table: Table, seat: Seat, move: MoveMeeple | TakeBack) -> IllegalAction | None:
    """Return why a Shocked meeple can't go there so, or None if it can."""
    if isinstance(move, TakeBack):
        return None
    if any(
        (route.to, route.paid) == (move.area, move.paid) for route in payable_routes(table, seat)
    ):
        return None
    area, to, money = table.aftershocks[-1].area, move.area, table.money[seat]
    if to not in table.board.areas:
        return IllegalAction("aftershock-no-such-area", area=to)
    if to == area:
        return IllegalAction("aftershock-same-area", area=area)
    longest = sum(map(len, table.bridges))
    found = [
        route for route in routes(table.board, table.bridges, area, seat, longest) if route.to == to
    ]
    if not found:
        return IllegalAction("aftershock-no-way", area=area, to=to)
    if found[0].cost > money:
        return IllegalAction("aftershock-toll", to=to, cost=found[0].cost, money=money)
    return IllegalAction(
        "aftershock-other-payees", to=to, ways=tuple(route.paid for route in found)
    )


def moved(table: T, seat: Seat, move: MoveMeeple | TakeBack) -> tuple[T, Events]:
    """Move a Shocked meeple and pay the owners of the bridges, or take it back."""
    last = table.aftershocks[-1]
    left = changed(last.left, seat, last.left[seat] - 1)
    after, _ = with_meeples(table, seat, last.area, -1)
    if isinstance(move, TakeBack):
        done = Moved(seat, None)
        after = _noted(after, replace(last, left=left, moves=(*last.moves, done)))
        return after, (MeepleTakenBack(seat, last.area),)
    route = next(
        each
        for each in payable_routes(table, seat)
        if (each.to, each.paid) == (move.area, move.paid)
    )
    money = list(table.money)
    for owner in route.paid:
        money[owner] += 1
        money[seat] -= 1
    after, _ = with_meeples(but(after, money=tuple(money)), seat, route.to, 1)
    done = Moved(seat, route.to, route.crossings, route.paid)
    after = _noted(after, replace(last, left=left, moves=(*last.moves, done)))
    return after, (MeepleMoved(seat, last.area, route.to, route.crossings, route.paid),)


def _noted(table: T, last: Aftershock) -> T:
    """Put down how the aftershock that is going on stands."""
    return but(table, aftershocks=(*table.aftershocks[:-1], last))
