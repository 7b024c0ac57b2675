"""The course of a match: what comes next when something is over (rules 2 and 4 to 7)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from engine.game import Event, Seat, Step
from engine.games.san_andreas.events import (
    CitiesScored,
    DiceRolled,
    IslandsSank,
    MatchEnded,
    NullSurvived,
    NullSwapped,
    QuakeBegun,
    TileShifted,
)
from engine.games.san_andreas.layouts import laid
from engine.games.san_andreas.pieces import City, Coin, Die, Score, Swapped
from engine.games.san_andreas.quakes import Shaken, drowned, face_of, shaken, unresolved, with_shift
from engine.games.san_andreas.scoring import outcome, score
from engine.games.san_andreas.state import Quake, Scene, State
from engine.games.san_andreas.tiles import PAWNS, Pawn

Events: TypeAlias = tuple[Event, ...]


def next_turn(state: State, events: Events, **changes: Any) -> Step[State]:
    """Let the seat on the left act; `changes` are made on the way, a state is copied once."""
    changes["seat"] = Seat((state.seat + 1) % state.seats)
    changes["turn"] = state.turn + 1
    changes["phase"] = "playing"
    return Step(state.but(**changes), events)


def quake_begins(state: State, events: Events, **changes: Any) -> Step[State]:
    """Let the dice be rolled for the seat that set the last pawn."""
    begun = state.but(phase="rolling", faces=(), **changes)
    return Step(begun, (*events, QuakeBegun(state.seat)))


def dice_fell(state: State, faces: tuple[int, ...]) -> Step[State]:
    """Let the seat choose which die acts first; four nulls are rolled again (rules 4)."""
    events = (DiceRolled(state.seat, faces),)
    if not any(faces):
        return Step(state.but(faces=()), events)
    number = 1 if state.quake is None else state.quake.number + 1
    dice = tuple(Die(die, face, face == 0) for die, face in zip(PAWNS, faces, strict=True))
    quake = Quake(number, state.seat, dice, state.scene)
    return _go_on(state.but(phase="ordering", faces=(), quake=quake), quake, events)


def die_acts(
    state: State, quake: Quake[Scene], die: Pawn, by: Seat | None, events: Events
) -> Step[State]:
    """Shift the tile of a die's pawn; the last die that is left follows by itself."""
    after, shift = shaken(state.scene, die, face_of(quake, die))
    quake = with_shift(quake, shift)
    return _go_on(_after(state, after, quake), quake, (*events, TileShifted(shift, by)))


def _go_on(state: State, quake: Quake[Scene], events: Events) -> Step[State]:
    match unresolved(quake):
        case ():
            return _ground_is_still(state, quake, events)
        case (die,):
            return die_acts(state, quake, die, None, events)
        case _:
            return Step(state, events)


def _after(state: State, after: Shaken, quake: Quake[Scene]) -> State:
    return state.but(
        ground=after.scene.ground,
        cities=after.scene.cities,
        pawns=after.scene.pawns,
        lost=_with_lost(state.lost, after.lost),
        quake=quake,
    )


def _with_lost(
    lost: tuple[tuple[Coin, ...], ...], cities: tuple[City, ...]
) -> tuple[tuple[Coin, ...], ...]:
    """Return the lost coins with those of `cities`, by value: the order shall tell nothing."""
    if not cities:
        return lost
    heaps = [list(coins) for coins in lost]
    for city in cities:
        heaps[city.seat].append(Coin(city.value or 0, city.is_shown))
    return tuple(tuple(sorted(heap, key=lambda coin: coin.value)) for heap in heaps)


def _ground_is_still(state: State, quake: Quake[Scene], events: Events) -> Step[State]:
    """Sink the islands, turn up the coins, and ask whoever may swap a null (rules 5 and 6)."""
    if state.dials.islands_sink == "before":
        state, quake, events = _islands_sink(state, quake, events)
    cities = tuple([city.turned_up() for city in state.cities])
    nulls = [city for city in cities if city.value == 0 and state.lost[city.seat]]
    asked = tuple(sorted(city.seat for city in nulls))
    state = state.but(cities=cities, asked=asked, swaps=(None,) * state.seats)
    if not asked:
        return _scored(state, quake, events)
    questions = (NullSurvived(each.seat, each.tile, each.quarter, each.space) for each in nulls)
    return Step(state.but(phase="swapping"), (*events, *questions))


def _islands_sink(
    state: State, quake: Quake[Scene], events: Events
) -> tuple[State, Quake[Scene], Events]:
    after, tiles = drowned(state.scene)
    if not tiles:
        return state, quake, events
    sunk = tuple(laid(state.ground, tile) for tile in tiles)
    quake = replace(quake, sunk=sunk, drowned=after.ruins)
    return _after(state, after, quake), quake, (*events, IslandsSank(sunk, after.ruins))


def swaps_decided(state: State, quake: Quake[Scene], events: Events) -> Step[State]:
    """Replace the nulls that are swapped, all at once, then score (rules 6)."""
    for seat in state.asked:
        swap = state.swaps[seat]
        if swap is not None and swap.coin is not None:
            state, swapped = _swapped(state, seat, swap.coin)
            quake = replace(quake, swaps=(*quake.swaps, swapped))
            events = (*events, NullSwapped(swapped))
    return _scored(state.but(asked=(), swaps=(None,) * state.seats), quake, events)


def _swapped(state: State, seat: Seat, coin: int) -> tuple[State, Swapped]:
    null = next(city for city in state.cities if city.seat == seat and city.value == 0)
    cities = tuple(replace(city, value=coin) if city is null else city for city in state.cities)
    left = tuple(each for each in state.lost[seat] if each.value != coin)
    lost = (*state.lost[:seat], (Coin(0, is_shown=True), *left), *state.lost[seat + 1 :])
    return state.but(cities=cities, lost=lost), Swapped(seat, null.space, coin)


def _scored(state: State, quake: Quake[Scene], events: Events) -> Step[State]:
    """Score every surviving city, then end the match or let it go on (rules 6 and 7)."""
    scores = tuple(score(state.ground, city) for city in state.cities)
    gained = _gained(scores, state.seats)
    points = tuple(own + more for own, more in zip(state.points, gained, strict=True))
    events = (*events, CitiesScored(scores, gained, points))
    quake = replace(quake, scores=scores, is_over=True)
    if state.dials.islands_sink == "after":
        state, quake, events = _islands_sink(state, quake, events)
    if not all(state.hands):
        return ended(state.but(points=points, quake=quake), events, "san-andreas-hand-empty")
    return next_turn(state, events, points=points, quake=quake)


def _gained(scores: Iterable[Score], seats: int) -> tuple[int, ...]:
    gained = [0] * seats
    for each in scores:
        gained[each.seat] += each.points
    return tuple(gained)


def ended(state: State, events: Events, reason: str) -> Step[State]:
    """End the match."""
    result = outcome(state.points, reason)
    return Step(state.but(phase="over", outcome=result), (*events, MatchEnded(result)))
