"""What becomes of the moves that were planned, as their match changes."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from bot.table.ids import PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, StandIn, Status, Venue
from bot.table.match.plans import KeptPlan, UsedPlan, WhyDropped, followed
from engine.game import Move, Seat, Setup
from engine.games.seismic import GAME
from engine.record import Entry

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
ANN, BOB = Seat(0), Seat(1)
PLAN: Final = KeptPlan(BOB, PlayerId(2), 3, "{}")
DUE: Final = PLAN._replace(due=True)


def playing(bob: PlayerId | None = PLAN.player, **changes: Any) -> Match:
    """Return a match that waits for Bob, after five lines."""
    lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "open", now=NOW)
    chairs = (*lobby.chairs, Chair("Bob", "b", bob))
    usual = {"status": Status.PLAYING, "acting": (BOB,), "line": 5, "chairs": chairs}
    return replace(lobby, **{**usual, **changes})


def with_bob(**changes: Any) -> Match:
    """Return the match with Bob's chair changed."""
    match = playing()
    return replace(match, chairs=(match.chairs[0], replace(match.chairs[1], **changes)))


def line(mover: Seat | None = None, undo: int | None = None) -> Entry[Any]:
    move = None if mover is None else Move(mover, 0)
    return Entry(4, "digest", move=move, undo_to=undo)


@pytest.mark.parametrize(
    ("plan", "match", "lines", "used", "is_due"),
    [
        (PLAN, playing(), (), None, True),
        (PLAN, playing(acting=(ANN,)), (), None, False),
        (PLAN, playing(acting=(ANN, BOB)), (), None, False),
        (PLAN, playing(lost_at=NOW), (), None, False),
        (PLAN, playing(held_until=NOW), (), None, False),
        # Dropped with the match, or with its owner's seat.
        (PLAN, playing(status=Status.FINISHED), (), None, None),
        (PLAN, playing(PlayerId(9)), (), None, None),
        (PLAN, with_bob(agent="greedy"), (), None, None),
        # Dropped without its owner's own act; whatever happens then, they hear of that.
        (PLAN, with_bob(stand_in=StandIn.TIME_UP), (), None, WhyDropped.COMPUTER),
        (PLAN, with_bob(is_offered=True), (), None, WhyDropped.COMPUTER),
        (PLAN._replace(why=WhyDropped.IMPOSSIBLE), playing(), (), None, WhyDropped.IMPOSSIBLE),
        (DUE._replace(why=WhyDropped.TAKEN_BACK), playing(), (line(BOB),), None, "taken-back"),
        (PLAN._replace(why=WhyDropped.COMPUTER), playing(status=Status.CLOSED), (), None, None),
        # A move by hand ends the plan that was due, unless it stands or the move is its own.
        (DUE, playing(), (line(BOB),), None, None),
        (PLAN, playing(), (line(BOB),), None, True),
        (DUE, playing(), (line(ANN),), None, True),
        (DUE._replace(stands=True), playing(), (line(BOB),), None, True),
        (DUE, playing(), (line(BOB),), UsedPlan(BOB, "{}", "{}"), True),
        # A take-back to before it was made: another player's, or its owner's.
        (PLAN, playing(), (line(undo=2),), None, WhyDropped.TAKEN_BACK),
        (PLAN, playing(), (line(undo=3),), None, True),
    ],
)
def test_a_plan_follows_its_match(
    plan: KeptPlan,
    match: Match,
    lines: tuple[Entry[Any], ...],
    used: UsedPlan | None,
    *,
    is_due: bool | WhyDropped | None,
) -> None:
    assert followed([plan], match, lines, used) == {BOB: is_due}


def test_an_own_take_back_drops_a_plan_in_silence() -> None:
    assert followed([PLAN], playing(), (line(undo=2),), by=BOB) == {BOB: None}
    assert followed([PLAN], playing(), (line(undo=2),), by=ANN) == {BOB: WhyDropped.TAKEN_BACK}


@pytest.mark.parametrize("why", [None, WhyDropped.IMPOSSIBLE])
def test_a_player_who_offers_their_own_seat_hears_nothing_of_a_plan(
    why: WhyDropped | None,
) -> None:
    assert followed([PLAN._replace(why=why)], with_bob(is_offered=True), by=BOB) == {BOB: None}
