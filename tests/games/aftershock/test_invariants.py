"""What holds at every step of every match (rules 5)."""

from collections import Counter
from typing import Any

import pytest

from engine.game import Decision, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.events import MeepleMoved
from engine.games.aftershock.state import State
from tests.engine.playing import states
from tests.games.aftershock.laws import nothing_is_lost
from tests.games.aftershock.worked import BAY

OPTIONS: list[dict[str, Any]] = [{}, {"two_bridges": False}, {"auto_pass": False}]
MATCHES = [(number, 3 + number % 3, OPTIONS[number // 3 % 3]) for number in range(45)]


@pytest.mark.parametrize(("number", "seats", "options"), MATCHES)
def test_nothing_is_lost_and_nothing_is_made(
    number: int, seats: int, options: dict[str, Any]
) -> None:
    for state, _ in states(GAME, Setup(seats, options=options), number):
        nothing_is_lost(state)


def test_no_meeple_moves_without_bridges_and_who_owns_them_is_paid() -> None:
    moves = 0
    for number, seats, options in MATCHES:
        setup = Setup(seats, options=options)
        before = GAME.initial(setup)
        for state, move in states(GAME, setup, number):
            events = () if move is None else GAME.apply(before, move).events
            for event in events:
                if isinstance(event, MeepleMoved):
                    check_way(before, event)
                    moves += 1
            before = state
    assert moves > 50


def check_way(before: State, event: MeepleMoved) -> None:
    at = event.area
    for crossing in event.way:
        assert crossing.area == at
        assert crossing.owner in before.bridges[BAY.link_index[at, crossing.to]]
        at = crossing.to
    assert at == event.to
    assert event.paid == tuple(sorted(c.owner for c in event.way if c.owner != event.seat))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nobody_is_asked_who_has_one_way_only_to_build_shock_or_move(seats: int) -> None:
    asked = 0
    for number in range(12):
        for state, _ in states(GAME, Setup(seats), number):
            if state.phase in ("take", "build", "dismantle", "resolve", "shock", "move"):
                node = GAME.node(state)
                assert isinstance(node, Decision)
                for seat in node.seats:
                    assert len(list(GAME.legal_actions(state, seat))) > 1
                    asked += 1
    assert asked > 100


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_lists_of_legal_actions_stay_short(seats: int) -> None:
    longest: Counter[str] = Counter()
    for number in range(12):
        for state, _ in states(GAME, Setup(seats), number):
            node = GAME.node(state)
            for seat in node.seats if isinstance(node, Decision) else ():
                count = len(list(GAME.legal_actions(state, seat)))
                longest[state.phase] = max(longest[state.phase], count)

    assert longest["keep"] <= 256
    assert longest["plan"] == 10
    assert longest["mark"] <= 11
    assert longest["take"] <= 8


def test_the_observation_of_a_seat_has_its_own_secrets_and_no_others() -> None:
    for state, _ in states(GAME, Setup(4), 3):
        for seat in map(Seat, range(4)):
            seen = GAME.observe(state, seat)
            assert seen.hand == state.hands[seat]
            assert seen.draft == state.drafts[seat]
            assert seen.standing == state.standing[seat]
        public = GAME.observe(state, "public")
        assert (public.hand, public.draft, public.standing) == ((), None, False)


def test_seats_to_act_are_those_the_match_waits_for() -> None:
    for number in range(6):
        for state, _ in states(GAME, Setup(3), number):
            node = GAME.node(state)
            awaited = sorted(node.seats) if isinstance(node, Decision) else []
            assert list(GAME.observe(state, "public").to_act) == awaited
