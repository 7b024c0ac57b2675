"""What happens tells nobody more than he may know (rules 4): events, readiness, refusals."""

from random import Random
from typing import Any

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, PUBLIC, Decision, Event, Move, Seat, Setup, Viewer, visible
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Deal
from engine.games.aftershock.events import CardDealt
from engine.games.aftershock.state import State
from engine.values import but
from tests.engine.playing import states
from tests.games.aftershock.twin import twin

SEATS = [3, 4, 5]


def seen(events: tuple[Event, ...], viewer: Viewer) -> list[Event]:
    return [event for event in events if visible(event, viewer)]


def viewers(state: State) -> list[Viewer]:
    return [PUBLIC, *(Seat(seat) for seat in range(state.seats))]


def nothing_opened(before: State, after: State) -> bool:
    """Say whether a move opened no sealed choice, no plan and no kept card."""
    return (before.phase, before.round, before.opened) == (after.phase, after.round, after.opened)


@pytest.mark.parametrize("seats", SEATS)
def test_own_moves_show_the_same_in_worlds_that_look_the_same(seats: int) -> None:
    rng, compared = Random(seats), 0
    for state, _ in states(GAME, Setup(seats), seats):
        node = GAME.node(state)
        for seat in sorted(node.all) if isinstance(node, Decision) else []:
            # Who passes by itself shows it when its turn comes: that may differ.
            other = but(twin(state, seat, rng), standing=state.standing)
            chosen: Any = rng.choice(list(GAME.legal_actions(state, seat)))
            move = Move(seat, chosen)
            one, two = GAME.apply(state, move), GAME.apply(other, move)
            if nothing_opened(state, one.state):
                assert seen(one.events, seat) == seen(two.events, seat)
                assert GAME.observe(one.state, seat) == GAME.observe(two.state, seat)
                compared += other != state
    assert compared > 20


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_sees_kept_cards_the_left_neighbour_neither(seats: int) -> None:
    looked = 0
    for state, _ in states(GAME, Setup(seats), seats):
        if state.phase not in ("buy", "take"):
            continue
        for owner, kept in enumerate(state.hands):
            others = ("influence",) * len(kept)
            other = but(state, hands=(*state.hands[:owner], others, *state.hands[owner + 1 :]))
            for viewer in [each for each in viewers(state) if each != owner]:
                assert GAME.observe(other, viewer) == GAME.observe(state, viewer)
            looked += kept not in (others, ())
    assert looked > 5


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_sees_what_another_seat_is_dealt(seats: int) -> None:
    rng, dealt = Random(seats), 0
    for state, _ in states(GAME, Setup(seats), 1):
        if state.phase != "dealing":
            continue
        owner = next(n for n, hand in enumerate(state.hands) if len(hand) < 8)
        cards = rng.choices(list(state.deck), k=2)
        for viewer in viewers(state):
            if viewer != owner:
                steps = [GAME.apply(state, Move(CHANCE, card)) for card in cards]
                views = [GAME.observe(step.state, viewer) for step in steps]
                assert [seen(step.events, viewer) for step in steps] in ([[], []], told(steps))
                assert views[0] == views[1]
        dealt += 1
    assert dealt > 30


def told(steps: list[Any]) -> list[list[Event]]:
    """Return what everybody hears when the last card was dealt: that the round begins."""
    return [[each for each in step.events if not isinstance(each, CardDealt)] for step in steps]


@pytest.mark.parametrize("seats", SEATS)
def test_private_events_are_those_of_one_seat(seats: int) -> None:
    before, private = GAME.initial(Setup(seats)), 0
    for state, move in states(GAME, Setup(seats), 2):
        for event in () if move is None else GAME.apply(before, move).events:
            if not visible(event, PUBLIC):
                owners = [viewer for viewer in viewers(state) if visible(event, viewer)]
                assert owners == [event.seat]  # type: ignore[attr-defined]
                private += 1
        before = state
    assert private > 50


@pytest.mark.parametrize("seats", SEATS)
def test_refusals_say_the_same_in_worlds_that_look_the_same(seats: int) -> None:
    rng, known, refused = Random(seats), [Deal("bridge")], 0
    actions: list[Any] = list(known)
    for state, move in states(GAME, Setup(seats), 3):
        actions += [] if move is None else [move.action]
        for viewer in (Seat(seat) for seat in range(seats)):
            other = twin(state, viewer, rng)
            for action in rng.sample(actions, min(3, len(actions))):
                answers = [refusal(world, viewer, action) for world in (state, other)]
                assert answers[0] == answers[1]
                refused += answers[0] is not None
    assert refused > 100


def refusal(state: State, seat: Seat, action: Any) -> tuple[str, dict[str, Any]] | None:
    try:
        GAME.apply(state, Move(seat, action))
    except (IllegalAction, NotYourTurn) as error:
        return error.key, error.data
    return None
