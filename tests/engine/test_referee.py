"""The only loop: what comes in is unchanged, what goes out is the record grown."""

from dataclasses import replace
from typing import Any, cast

import pytest

from engine.errors import BadSetup, IllegalAction, NotYourTurn
from engine.game import CHANCE, Chance, Decision, Move, Seat, Setup
from engine.record import Header
from engine.referee import Progress, Referee, finished
from engine.registry import games
from engine.replay import Replay
from tests.engine.playing import SEED, draws, header, old_header, played
from tests.engine.toy import TOY, Bid, Committed, Reopen

TWO = Setup(2)
REFEREE = Referee(TOY)
DRAWS = draws(TWO)


def begun() -> Progress[Any, Any]:
    return REFEREE.begin(header(TOY, TWO), DRAWS)


def test_a_match_begins_when_chance_has_acted() -> None:
    progress = begun()

    actors = [entry.move.actor for entry in progress.record.entries if entry.move]
    assert actors == [CHANCE] * 3
    assert len(progress.events) == 5
    assert isinstance(TOY.node(progress.state), Decision)


def test_the_events_are_those_of_this_move_alone() -> None:
    progress = REFEREE.submit(begun(), Seat(1), Bid(2), DRAWS)

    assert progress.events == (Committed(Seat(1)),)
    assert len(progress.record.entries) == 4


def test_the_last_sealed_choice_resolves_and_chance_goes_on() -> None:
    sealed = REFEREE.submit(begun(), Seat(1), Bid(2), DRAWS)

    resolved = REFEREE.submit(sealed, Seat(0), Bid(0), DRAWS)

    assert resolved.state.round == 2
    assert len(resolved.record.entries) == 8
    assert len(sealed.record.entries) == 4


def test_who_has_chosen_can_only_take_it_back() -> None:
    sealed = REFEREE.submit(begun(), Seat(1), Bid(2), DRAWS)

    with pytest.raises(IllegalAction):
        REFEREE.submit(sealed, Seat(1), Bid(1), DRAWS)
    reopened = REFEREE.submit(sealed, Seat(1), Reopen(), DRAWS)

    assert reopened.state == begun().state


def test_several_actions_are_played_in_a_row() -> None:
    sealed = REFEREE.submit(begun(), Seat(1), Bid(2), DRAWS)

    changed = REFEREE.submit_all(sealed, Seat(1), (Reopen(), Bid(1)), DRAWS)

    assert changed.state.bids == (None, 1)
    assert changed.events == (Committed(Seat(1)),)
    assert len(changed.record.entries) == len(sealed.record.entries) + 2


def test_of_several_actions_all_are_played_or_none() -> None:
    sealed = REFEREE.submit(begun(), Seat(1), Bid(2), DRAWS)

    with pytest.raises(NotYourTurn) as caught:
        REFEREE.submit_all(sealed, Seat(0), (Bid(2), Reopen()), DRAWS)

    assert caught.value.data == {"seats": ()}
    assert sealed.state.bids == (None, 2)


THREE = Setup(3)
ANN, BOB, CLEO = Seat(0), Seat(1), Seat(2)


def three(*moves: tuple[Seat, Any]) -> Progress[Any, Any]:
    progress = REFEREE.begin(header(TOY, THREE), draws(THREE))
    for seat, action in moves:
        progress = REFEREE.submit(progress, seat, action, draws(THREE))
    return progress


def test_a_choice_stands_when_only_others_sealed_theirs_since() -> None:
    seen = len(three().record.entries)
    record = three((BOB, Bid(2)), (CLEO, Bid(1)), (BOB, Reopen())).record

    assert REFEREE.still_valid(Replay(TOY, record), ANN, seen)
    assert REFEREE.still_valid(Replay(TOY, record), BOB, seen + 3)


def test_a_choice_does_not_stand_after_ones_own_move_or_a_reveal() -> None:
    seen = len(three().record.entries)
    record = three((BOB, Bid(2)), (CLEO, Bid(1)), (ANN, Bid(0))).record

    assert not REFEREE.still_valid(Replay(TOY, three((ANN, Bid(2))).record), ANN, seen)
    assert not REFEREE.still_valid(Replay(TOY, record), BOB, seen + 1)
    assert not REFEREE.still_valid(Replay(TOY, record), ANN, seen)


@pytest.mark.parametrize("title", ["san_andreas", "aftershock"])
def test_nothing_stands_that_a_seat_chose_before_a_move_of_its_own(title: str) -> None:
    game = games()[title]
    record, asked_again = played(game, Setup(3), 1), 0
    for end, entry in enumerate(record.entries, 1):
        replay = Replay(
            game, replace(record, entries=record.entries[:end], outcome=None, seed=None)
        )
        assert entry.move is not None
        seat, node = entry.move.actor, game.node(replay.state)
        if isinstance(node, Decision) and seat in node.seats:
            asked_again += 1
            assert not Referee(game).still_valid(replay, seat, end - 1)
            assert Referee(game).still_valid(replay, seat, end)

    assert asked_again


def test_a_choice_does_not_stand_when_it_is_no_longer_asked_for() -> None:
    sealed = three((ANN, Bid(2)))
    seen = len(sealed.record.entries)
    record = three((ANN, Bid(2)), (BOB, Bid(1))).record

    assert REFEREE.still_valid(Replay(TOY, record), ANN, seen)
    assert not REFEREE.still_valid(Replay(TOY, record), ANN, seen - 1)


def test_an_illegal_action_changes_nothing() -> None:
    progress = begun()

    with pytest.raises(IllegalAction):
        REFEREE.submit(progress, Seat(0), Bid(9), DRAWS)

    assert progress == begun()


def test_a_finished_match_waits_for_nobody() -> None:
    progress = begun()
    for seat in (0, 1, 0, 1):
        assert REFEREE.outcome(progress) is None
        progress = REFEREE.submit(progress, Seat(seat), Bid(1), DRAWS)

    outcome = REFEREE.outcome(progress)
    assert outcome is not None
    closed = finished(progress.record, outcome, SEED)
    assert (closed.outcome, closed.seed) == (outcome, SEED.hex())
    assert Replay(TOY, closed).state == progress.state
    with pytest.raises(NotYourTurn) as caught:
        REFEREE.submit(progress, Seat(0), Bid(1), DRAWS)
    assert caught.value.data == {"seats": ()}


def test_taking_back_is_a_line_and_the_state_is_the_one_before() -> None:
    progress = begun()
    sealed = REFEREE.submit(progress, Seat(0), Bid(2), DRAWS)

    back = REFEREE.undo(sealed, 3)

    assert back.state == progress.state
    assert back.record.entries[:4] == sealed.record.entries
    assert back.record.entries[4].undo_to == 3
    assert [line.entry for line in back.lines] == list(back.record.entries[4:])
    assert REFEREE.open(back.record).state == back.state


@pytest.mark.parametrize("line", [-1, 3, 10**30, True, 1.0, "1", None])
def test_only_a_line_that_is_there_can_be_taken_back(line: Any) -> None:
    with pytest.raises(IllegalAction, match="no-such-line"):
        REFEREE.undo(begun(), line)


def test_a_match_that_is_over_stays_over() -> None:
    progress = begun()
    for seat in (0, 1, 0, 1):
        progress = REFEREE.submit(progress, Seat(seat), Bid(1), DRAWS)

    with pytest.raises(IllegalAction, match="no-such-line"):
        REFEREE.undo(progress, 3)


@pytest.mark.parametrize("seat", [-1, 2, True, 1.0, "1", "chance", None, (0,), [0], 10**30])
def test_who_is_no_seat_has_nothing_to_decide(seat: Any) -> None:
    with pytest.raises(NotYourTurn) as caught:
        REFEREE.submit(begun(), seat, Bid(1), DRAWS)

    assert caught.value.data == {"seats": (0, 1)}


@pytest.mark.parametrize("action", [None, Bid(True), Bid(1.0), Bid(1, 1), {"coins": 1}, Bid(-1)])  # type: ignore[arg-type] # noqa: FBT003
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(IllegalAction):
        REFEREE.submit(begun(), Seat(1), action, DRAWS)


def test_nobody_plays_for_chance() -> None:
    waiting = REFEREE.undo(begun_long_ago(), 2)
    node = TOY.node(waiting.state)
    assert isinstance(node, Chance)

    with pytest.raises(NotYourTurn):
        REFEREE.submit(waiting, cast("Any", "chance"), next(iter(node.outcomes)), DRAWS)


def begun_long_ago() -> Progress[Any, Any]:
    return REFEREE.begin(old_header(TOY, TWO), DRAWS)


def test_in_format_1_any_line_can_be_taken_back_and_chance_draws_anew() -> None:
    back = REFEREE.undo(begun_long_ago(), 2)

    settled = REFEREE.settle(back, DRAWS)
    again = REFEREE.undo(settled, 3)

    assert len(settled.record.entries) == 5
    assert isinstance(TOY.node(settled.state), Decision)
    assert REFEREE.open(settled.record) == replace(settled, events=())
    assert again.state == begun_long_ago().state


def test_a_draw_is_numbered_by_the_draws_that_stand() -> None:
    sealed = REFEREE.submit(begun(), Seat(0), Bid(2), DRAWS)
    resolved = REFEREE.submit(sealed, Seat(1), Bid(1), DRAWS)

    back = REFEREE.undo(resolved, 3)
    again = REFEREE.submit(REFEREE.submit(back, Seat(1), Bid(0), DRAWS), Seat(0), Bid(0), DRAWS)

    drawn = [[e.move for e in each.record.entries[-3:]] for each in (resolved, again)]
    assert (resolved.drawn, back.drawn, again.drawn) == (6, 3, 6)
    assert drawn[0] == drawn[1]
    assert REFEREE.open(again.record).drawn == again.drawn


def test_in_format_1_a_draw_is_numbered_by_its_line() -> None:
    played = begun_long_ago()
    for seat, coins in ((0, 2), (1, 1)):
        played = REFEREE.submit(played, Seat(seat), Bid(coins), DRAWS)
    lines = played.record.entries[5:]
    node = TOY.node(Replay(TOY, played.record).before(5))

    assert isinstance(node, Chance)
    assert lines[0].move == Move(CHANCE, DRAWS.pick(5, node.outcomes))


def test_only_a_move_that_stands_can_be_taken_back() -> None:
    back = REFEREE.undo(REFEREE.submit(begun(), Seat(0), Bid(2), DRAWS), 3)

    for line, reason in ((3, "line-not-standing"), (4, "line-not-standing"), (2, "line-of-chance")):
        with pytest.raises(IllegalAction) as caught:
            REFEREE.undo(back, line)
        assert (caught.value.key, caught.value.data) == (reason, {"line": line})


def test_opening_and_playing_on_is_the_same_as_playing_through() -> None:
    sealed = REFEREE.submit(begun(), Seat(0), Bid(2), DRAWS)

    opened = REFEREE.open(sealed.record)

    assert opened.state == sealed.state
    assert REFEREE.submit(opened, Seat(1), Bid(0), DRAWS) == REFEREE.submit(
        sealed, Seat(1), Bid(0), DRAWS
    )


@pytest.mark.parametrize(
    "wrong",
    [
        Header("chess", 1, TWO, "", ()),
        Header("toy", 2, TWO, "", ()),
        Header("toy", 1, Setup(9), "", ()),
        Header("toy", 1, TWO, "", ("one",)),
    ],
)
def test_a_header_for_other_rules_does_not_begin(wrong: Header) -> None:
    with pytest.raises(BadSetup):
        REFEREE.begin(wrong, DRAWS)
