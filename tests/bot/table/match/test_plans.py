"""What becomes of the moves that were planned, as their match changes."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from bot.table.ids import PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Status, Venue
from bot.table.match.plans import KeptPlan, UsedPlan, followed
from engine.game import Move, Seat, Setup
from engine.games.seismic import GAME
from engine.record import Entry

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
ANN, BOB = Seat(0), Seat(1)
PLAN: Final = KeptPlan(BOB, PlayerId(2), 3, "{}")


def playing(bob: PlayerId | None = PLAN.player, **changes: Any) -> Match:
    """Return a match that waits for Bob, after five lines."""
    lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "open", now=NOW)
    chairs = (*lobby.chairs, Chair("Bob", "b", bob))
    usual = {"status": Status.PLAYING, "acting": (BOB,), "line": 5, "chairs": chairs}
    return replace(lobby, **{**usual, **changes})


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
        (PLAN._replace(failed=True), playing(), (), None, False),
        # Dropped: on hold, over, another owner, a stand-in.
        (PLAN, playing(held_until=NOW), (), None, None),
        (PLAN, playing(status=Status.FINISHED), (), None, None),
        (PLAN, playing(PlayerId(9)), (), None, None),
        (
            PLAN,
            replace(
                playing(), chairs=(*playing().chairs[:1], Chair("B", "b", PLAN.player, "greedy"))
            ),
            (),
            None,
            None,
        ),
        # A move by hand ends it, unless it stands or it is the plan's own.
        (PLAN, playing(), (line(BOB),), None, None),
        (PLAN, playing(), (line(ANN),), None, True),
        (PLAN._replace(stands=True), playing(), (line(BOB),), None, True),
        (PLAN, playing(), (line(BOB),), UsedPlan(BOB, "{}", "{}"), True),
        # A take-back to before it was made.
        (PLAN, playing(), (line(undo=2),), None, None),
        (PLAN, playing(), (line(undo=3),), None, True),
    ],
)
def test_a_plan_follows_its_match(
    plan: KeptPlan,
    match: Match,
    lines: tuple[Entry[Any], ...],
    used: UsedPlan | None,
    *,
    is_due: bool | None,
) -> None:
    assert followed([plan], match, lines, used) == {BOB: is_due}
