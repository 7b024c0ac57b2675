"""3B: aftershocks strike, Shocked meeples move (rules 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from engine.errors import IllegalAction
from engine.game import Event, Seat, Step
from engine.games.aftershock.actions import Action, MoveMeeple, Resolve, Roll, Shock
from engine.games.aftershock.board import Board
from engine.games.aftershock.events import (
    AftershockChosen,
    AftershockFaded,
    AftershockRolled,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
    PhaseBegun,
)
from engine.games.aftershock.marking import begin_marking
from engine.games.aftershock.meeples import with_meeple_moved
from engine.games.aftershock.phases import Deciding, Drawing, after, changed, misplaced, order
from engine.games.aftershock.state import Aftershock, Moved, Planned, State
from engine.games.aftershock.ways import TAKE_BACK, Way, moving_choices, ways


def begin_shaking(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let the first player with markers resolve them."""
    if any(state.markers):
        events = (*events, PhaseBegun("resolve", state.round))
    return _go_on(state, events)


def _go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Resolve the next marker; ask if several of a seat differ."""
    seat = next((seat for seat in order(state) if state.markers[seat]), None)
    if seat is None:
        return begin_marking(state, events)
    state = state.but(seat=seat, phase="resolve")
    markers = tuple(dict.fromkeys(state.markers[seat]))
    if len(markers) > 1 and any(_there(state, each.area) for each in markers):
        return Step(state, events)
    return _resolved(state, markers[0], events)


def _there(state: State, area: str) -> int:
    """Count the meeples on an area."""
    return sum(state.meeples[state.board.index[area]])


def _resolved(state: State, marker: Planned, events: tuple[Event, ...]) -> Step[State]:
    """Take the marker off the map; nobody there, no roll."""
    seat, left = state.seat, list(state.markers[state.seat])
    left.remove(marker)
    state = state.but(
        markers=changed(state.markers, seat, tuple(left)),
        aftershocks=(*state.aftershocks, Aftershock(seat, marker.area, marker.item)),
    )
    if not _there(state, marker.area):
        return _go_on(state, (*events, AftershockFaded(seat, marker.area, marker.item)))
    event = AftershockChosen(seat, marker.area, marker.item)
    return Step(state.but(phase="roll"), (*events, event))


def _noted(state: State, **changes: Any) -> State:
    """Return the state with the aftershock that is going on changed."""
    noted = replace(state.aftershocks[-1], **changes)
    return state.but(aftershocks=(*state.aftershocks[:-1], noted))


class Resolving(Deciding):
    """The seat on turn chooses which of its markers strikes next."""

    def choices(self, state: State) -> Sequence[Action]:
        """Return its markers."""
        markers = dict.fromkeys(state.markers[state.seat])
        return [Resolve(each.area, each.item) for each in markers]

    def chosen(self, state: State, action: Any) -> Step[State]:
        """Resolve it."""
        return _resolved(state, Planned(action.marker, action.area), ())

    def refusal(self, state: State, action: Action) -> IllegalAction:
        """Return why an action is none of the choices."""
        if not isinstance(action, Resolve):
            return misplaced(state, action)
        data = {"area": action.area, "marker": action.marker}
        return IllegalAction("aftershock-no-such-marker", **data)


class Rolling(Drawing[Roll]):
    """The Aftershock die says how many meeples are Shocked."""

    def outcomes(self, state: State) -> Mapping[Roll, int]:
        """Return what may be drawn, with weights."""
        return _rolls(state.board)

    def drawn(self, state: State, action: Roll) -> Step[State]:
        """Return what the roll leads to: not more than stand there."""
        seat, area, marker = _place(state)
        count = min(action.face + state.board.plus[marker], _there(state, area))
        rolled = _noted(state, face=action.face, count=count).but(phase="shock")
        event = AftershockRolled(seat, area, marker, action.face, count)
        choices = SHOCKING.choices(rolled)
        if len(choices) == 1:
            return _shocked(rolled, choices[0].counts, (event,))
        return Step(rolled, (event,))


@lru_cache(maxsize=16)
def _rolls(board: Board) -> Mapping[Roll, int]:
    return {Roll(face): board.die.count(face) for face in board.die}


def _place(state: State) -> tuple[Seat, str, str]:
    going_on = state.aftershocks[-1]
    return going_on.seat, going_on.area, going_on.marker


@lru_cache(maxsize=2048)
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


@lru_cache(maxsize=2048)
def _shocks(there: tuple[int, ...], count: int) -> tuple[Shock, ...]:
    return tuple(Shock(counts) for counts in splits(there, count))


class Shocking(Deciding):
    """The seat on turn chooses whose meeples are Shocked, own ones too."""

    def choices(self, state: State) -> Sequence[Shock]:
        """Return every split of the count over the meeples there."""
        going_on = state.aftershocks[-1]
        return _shocks(state.meeples[state.board.index[going_on.area]], going_on.count)

    def chosen(self, state: State, action: Any) -> Step[State]:
        """Shock them."""
        return _shocked(state, action.counts, ())

    def refusal(self, state: State, action: Action) -> IllegalAction:
        """Return why an action is none of the choices."""
        if not isinstance(action, Shock):
            return misplaced(state, action)
        going_on = state.aftershocks[-1]
        there = state.meeples[state.board.index[going_on.area]]
        return shock_refusal(there, going_on.count, action.counts)


def shock_refusal(there: tuple[int, ...], count: int, chosen: tuple[int, ...]) -> IllegalAction:
    """Return why these can't be Shocked."""
    if len(chosen) == len(there):
        for seat, (wanted, standing) in enumerate(zip(chosen, there, strict=True)):
            if not 0 <= wanted <= standing:
                data = {"seat": seat, "chosen": wanted, "there": standing}
                return IllegalAction("aftershock-shock-nobody-there", **data)
    return IllegalAction("aftershock-shock-count", count=count, chosen=sum(chosen))


def _shocked(state: State, counts: tuple[int, ...], events: tuple[Event, ...]) -> Step[State]:
    resolver, area, _ = _place(state)
    shocked = _noted(state, shocked=counts, left=counts)
    return _moving(shocked, (*events, MeeplesShocked(resolver, area, counts)))


def _moving(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let those move who can, the resolver last; whom no bridge helps goes home."""
    resolver = state.aftershocks[-1].seat
    for seat in after(resolver, state.seats):
        state = state.but(seat=seat)
        while state.aftershocks[-1].left[seat]:
            if len(MOVING.choices(state)) > 1:
                return Step(state.but(phase="move"), events)
            state, event = _taken_back(state)
            events = (*events, event)
    return _go_on(state, events)


class Moving(Deciding):
    """The owner of Shocked meeples moves one of them or takes it back."""

    def choices(self, state: State) -> Sequence[Action]:
        """Return where it can go."""
        area, money = state.aftershocks[-1].area, state.money[state.seat]
        return moving_choices(state.board, state.bridges, area, state.seat, money)

    def chosen(self, state: State, action: Any) -> Step[State]:
        """Move it and pay, or take it back."""
        state, event = (
            _taken_back(state) if action == TAKE_BACK else _moved(state, _way(state, action))
        )
        return _moving(state, (event,))

    def refusal(self, state: State, action: Action) -> IllegalAction:
        """Return why an action is none of the choices."""
        if not isinstance(action, MoveMeeple):
            return misplaced(state, action)
        return move_refusal(state, action)


def _way(state: State, move: MoveMeeple) -> Way:
    area, money = state.aftershocks[-1].area, state.money[state.seat]
    found = ways(state.board, state.bridges, area, state.seat, money)
    return next(way for way in found if (way.to, way.paid) == (move.area, move.paid))


def _moved(state: State, way: Way) -> tuple[State, Event]:
    seat, (_, area, _) = state.seat, _place(state)
    money = list(state.money)
    for owner in way.paid:
        money[owner] += 1
    money[seat] -= way.cost
    state = with_meeple_moved(state, seat, area, way.to).but(money=tuple(money))
    moved = Moved(seat, way.to, way.crossings, way.paid)
    return _left(state, moved), MeepleMoved(seat, area, way.to, way.crossings, way.paid)


def _taken_back(state: State) -> tuple[State, Event]:
    seat, (_, area, _) = state.seat, _place(state)
    state = with_meeple_moved(state, seat, area, None)
    return _left(state, Moved(seat, None)), MeepleTakenBack(seat, area)


def _left(state: State, moved: Moved) -> State:
    """Note that one Shocked meeple less has to leave."""
    going_on = state.aftershocks[-1]
    left = changed(going_on.left, moved.seat, going_on.left[moved.seat] - 1)
    return _noted(state, left=left, moves=(*going_on.moves, moved))


def move_refusal(state: State, move: MoveMeeple) -> IllegalAction:
    """Return why a Shocked meeple can't go there so."""
    area, to, seat = state.aftershocks[-1].area, move.area, state.seat
    if to not in state.board.areas:
        return IllegalAction("aftershock-no-such-area", area=to)
    if to == area:
        return IllegalAction("aftershock-same-area", area=area)
    longest = sum(map(len, state.bridges))
    found = [way for way in ways(state.board, state.bridges, area, seat, longest) if way.to == to]
    if not found:
        return IllegalAction("aftershock-no-way", area=area, to=to)
    cost, money = found[0].cost, state.money[seat]
    if cost > money:
        return IllegalAction("aftershock-toll", to=to, cost=cost, money=money)
    payable = tuple(way.paid for way in found)
    return IllegalAction("aftershock-other-payees", to=to, ways=payable)


RESOLVING: Final = Resolving()
ROLLING: Final = Rolling()
SHOCKING: Final = Shocking()
MOVING: Final = Moving()
