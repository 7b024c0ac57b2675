"""Where the tiles on offer come from (rules 4 and 9): a pile for all, or one for each seat."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar, cast

from engine.event import Event
from engine.game import Step
from engine.games.seismic.actions import Flip
from engine.games.seismic.course import end
from engine.games.seismic.events import NothingFitted, NothingPlaced
from engine.games.seismic.placements import any_fits
from engine.games.seismic.state import OwnPile, State
from engine.games.seismic.tiles import TILES
from engine.seat import Seat

K = TypeVar("K")


class Supply(Protocol):
    """A way to bring tiles on offer."""

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what may be turned up now, with weights."""

    def taken(self, state: State, flip: Flip) -> dict[str, Any]:
        """Return the fields that change when this one was turned up."""

    def opened(self, state: State) -> State:
        """Return the first turn, when enough tiles lie face up."""

    def go_on(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """Turn up what is missing, let the seat on turn place, or go on without."""

    def hand_over(
        self, before: State, changes: dict[str, Any], events: tuple[Event, ...]
    ) -> Step[State]:
        """Begin the next turn, with these fields changed."""


class CommonPile:
    """A pile for all: tiles are turned up until three lie there (rules 4.1).

    What lies `apart` is in the bottom of the pile together with some tiles of the others
    (rules 9, The Big One): when only so many are left, it joins them.
    """

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what may be turned up now, with weights."""
        return state.pile

    def taken(self, state: State, flip: Flip) -> dict[str, Any]:
        """Return the fields that change when this one was turned up."""
        pile = less(state.pile, flip)
        if state.apart and sum(pile.values()) == state.variant.mixed:
            return {"pile": {**pile, **state.apart}, "apart": {}}
        return {"pile": pile}

    def opened(self, state: State) -> State:
        """Return the first turn."""
        return state.but(turn=1, phase="flipping")

    def go_on(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """Flip while fewer than three lie face up, else let the seat on turn place, else end."""
        if len(state.display) < state.variant.display and state.pile:
            return Step(in_phase(state, "flipping"), events)
        if not state.display:
            return end(state, events, "seismic-pile-empty")
        if any_fits(state.board, state.display):
            return Step(in_phase(state, "placing"), events)
        return self._nothing_fits(state, events)

    def _nothing_fits(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """Take the face-up tiles out of the game and flip anew (rules 4.2), if there is a pile."""
        gone = state.display
        left = state.but(display=(), discarded=state.discarded + gone, phase="flipping")
        events = (*events, NothingFitted(gone))
        return Step(left, events) if state.pile else end(left, events, "seismic-pile-empty")

    def hand_over(
        self, before: State, changes: dict[str, Any], events: tuple[Event, ...]
    ) -> Step[State]:
        """Begin the next turn."""
        changes["seat"] = Seat((before.seat + 1) % before.seats)
        changes["turn"] = before.turn + 1
        changes["phase"] = "flipping"
        return self.go_on(before.but(**changes), events)


class OwnPiles:
    """A pile for each seat, which draws from it in its turn (rules 9, Balance).

    The piles are dealt as they are drawn: `State.piles` knows how many intersections a seat has
    left, so that the next tile is one of those that nobody drew yet with just that chance.
    """

    def outcomes(self, state: State) -> Mapping[Flip, int]:
        """Return what the top of the seat's own pile may be, with weights."""
        own = state.piles[state.seat]
        others, apart = own.tiles - own.intersections, own.intersections
        # Each kind's share of the pile, times its share among all that are left of the kind.
        others *= sum(state.apart.values()) or 1
        apart *= sum(state.pile.values()) or 1
        outcomes = {flip: n * others for flip, n in state.pile.items()} if others else {}
        return (
            outcomes | {flip: n * apart for flip, n in state.apart.items()} if apart else outcomes
        )

    def taken(self, state: State, flip: Flip) -> dict[str, Any]:
        """Return the fields that change when this one was turned up."""
        if not state.piles:
            return {"pile": less(state.pile, flip)}
        seat, own = state.seat, state.piles[state.seat]
        field, bag = ("apart", state.apart) if flip in state.apart else ("pile", state.pile)
        left = OwnPile(own.tiles - 1, own.intersections - (field == "apart"))
        piles = (*state.piles[:seat], left, *state.piles[seat + 1 :])
        drawn = None if TILES[flip.tile].kind == "quake" else flip.tile
        return {field: less(bag, flip), "piles": piles, "drawn": drawn}

    def opened(self, state: State) -> State:
        """Return the first turn, with the piles dealt."""
        apart = sum(state.apart.values())
        each = OwnPile((sum(state.pile.values()) + apart) // state.seats, apart // state.seats)
        return state.but(turn=1, phase="flipping", piles=(each,) * state.seats)

    def go_on(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """Let the seat on turn place; what it drew leaves if nothing fits, and it draws again."""
        if any_fits(state.board, state.display):
            return Step(in_phase(state, "placing"), events)
        if state.drawn is not None:
            events = (*events, NothingFitted((state.drawn,)))
            state = state.but(
                display=state.display[:-1],
                discarded=(*state.discarded, state.drawn),
                drawn=None,
                phase="flipping",
            )
            if state.piles[state.seat].tiles:
                return Step(state, events)
        return self.hand_over(state, {}, (*events, NothingPlaced(state.seat)))

    def hand_over(
        self, before: State, changes: dict[str, Any], events: tuple[Event, ...]
    ) -> Step[State]:
        """Begin the turn of the next seat that has a pile left, or end."""
        after = (Seat((before.seat + step) % before.seats) for step in range(1, before.seats + 1))
        seat = next((each for each in after if before.piles[each].tiles), None)
        if seat is None:
            return end(before.but(**changes), events, "seismic-pile-empty")
        changes |= {"seat": seat, "turn": before.turn + 1, "phase": "flipping"}
        return Step(before.but(**changes), events)


def in_phase(state: State, phase: str) -> State:
    """Return the state in this phase."""
    return state if state.phase == phase else state.but(phase=phase)


def less(bag: Mapping[K, int], one: K) -> Mapping[K, int]:
    """Return a bag without one piece."""
    rest = cast("dict[K, int]", bag).copy()  # a copy keeps the hashes, dict() may not
    if (left := rest[one] - 1) > 0:
        rest[one] = left
    else:
        del rest[one]
    return rest
