"""Which moves are told in a message of their own, and which within the newest one."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.hosting.match.updates import UpdateKind, update_kind
from engine.game import Decision, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Keep, Pass, Reopen
from engine.referee import Progress, Referee
from engine.registry import games
from engine.replay import Replay
from tests.engine.playing import draws, header, played

THREE = Setup(3)
REFEREE = Referee(GAME)


def begun() -> Progress[Any, Any]:
    return REFEREE.begin(header(GAME, THREE), draws(THREE))


def after(progress: Progress[Any, Any], seat: int, *actions: Any) -> Progress[Any, Any]:
    return REFEREE.submit_all(progress, Seat(seat), actions, draws(THREE))


def told(progress: Progress[Any, Any], since: Progress[Any, Any]) -> UpdateKind:
    line = len(since.record.entries)
    return update_kind(GAME, Replay(GAME, progress.record), line)


def order(progress: Progress[Any, Any]) -> list[int]:
    """Return the seats, the first player last."""
    first = progress.state.first
    return [*(seat for seat in range(3) if seat != first), first]


def test_a_sealed_choice_is_told_within_the_message_that_asks_for_it() -> None:
    asked = begun()
    one, *_ = order(asked)

    assert told(after(asked, one, Keep(())), asked) is UpdateKind.EDITED
    sealed = after(asked, one, Keep(()))
    assert told(after(sealed, one, Reopen()), sealed) is UpdateKind.EDITED


def test_the_last_choice_is_news_even_if_whoever_made_it_goes_on() -> None:
    asked = begun()
    one, two, first = order(asked)
    before = after(after(asked, one, Keep(())), two, Keep(()))

    opened = after(before, first, Keep(()))

    assert GAME.node(opened.state) == Decision(
        frozenset({Seat(first)}), frozenset({Seat(one), Seat(two)})
    )
    assert told(opened, before) is UpdateKind.NEW_MESSAGE
    assert told(opened, asked) is UpdateKind.NEW_MESSAGE


def test_the_next_one_in_turn_is_asked_in_a_new_message() -> None:
    asked = begun()
    for seat in order(asked):
        asked = after(asked, seat, Keep(()))
    first = asked.state.first

    assert told(after(asked, first, Pass()), asked) is UpdateKind.NEW_MESSAGE


def test_two_sealed_phases_in_a_row_are_two_messages_however_late_they_are_told() -> None:
    asked = phase_of_all("take")
    sealed = asked
    for seat in range(3):
        sealed = after(sealed, seat, next(iter(GAME.legal_actions(sealed.state, Seat(seat)))))

    assert sealed.state.phase == "plan"
    assert GAME.node(asked.state) == GAME.node(sealed.state)
    assert told(sealed, asked) is UpdateKind.NEW_MESSAGE


def test_who_has_begun_to_choose_or_chooses_anew_calls_nobody() -> None:
    asked = begun()
    one, two, _ = order(asked)
    sealed = after(after(asked, one, Keep(())), two, Keep(()))

    assert told(after(sealed, one, Reopen()), asked) is UpdateKind.EDITED
    again = after(after(sealed, one, Reopen()), one, Keep(()))
    assert told(again, asked) is UpdateKind.EDITED
    assert told(again, sealed) is UpdateKind.UNSEEN


@pytest.mark.parametrize(
    ("title", "setup", "number", "line", "phases"),
    [
        # The last tile of the pile is a quake, and its longest lines tie.
        ("seismic", Setup(2), 70, 148, ("striking", "placing")),
        ("seismic", Setup(2, ("twin_cities",)), 0, 250, ("choosing_town", "striking")),
        ("san_andreas", Setup(3), 15, 23, ("swapping", "playing")),
    ],
)
def test_a_seat_that_goes_on_does_so_in_the_message_that_called_it(
    title: str, setup: Setup, number: int, line: int, phases: tuple[str, str]
) -> None:
    game = games()[title]
    record = played(game, setup, number)
    replay = Replay(game, record)
    before, after = replay.before(line), replay.before(line + 1)
    assert (before.phase, after.phase) == phases
    was, now = game.node(before), game.node(after)
    assert isinstance(was, Decision)
    assert isinstance(now, Decision)
    assert was.all == now.all
    stored = replace(record, entries=record.entries[: line + 1], outcome=None)

    assert update_kind(game, Replay(game, stored), line) is UpdateKind.EXTENDED


def phase_of_all(name: str) -> Progress[Any, Any]:
    """Return the beginning of a sealed phase in which all three have something to decide."""
    for number in range(60):
        rng, progress = Random(number), begun()
        while REFEREE.outcome(progress) is None:
            state, node = progress.state, GAME.node(progress.state)
            assert isinstance(node, Decision)
            if state.phase == name and len(node.seats) == 3:
                return progress
            seat = min(node.seats)
            action = rng.choice(list(GAME.legal_actions(state, seat)))
            progress = after(progress, seat, action)
    raise AssertionError(name)
