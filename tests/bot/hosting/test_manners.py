"""Which moves are told in a message of their own, and which within the newest one."""

from typing import Any

from bot.hosting.manners import Manner, manner, may_be_quiet
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Keep, Pass, Reopen
from engine.node import Decision
from engine.record import Setup
from engine.referee import Progress, Referee
from engine.seat import Seat
from tests.engine.playing import draws, header

THREE = Setup(3)
REFEREE = Referee(GAME)


def begun() -> Progress[Any, Any]:
    return REFEREE.begin(header(GAME, THREE), draws(THREE))


def after(progress: Progress[Any, Any], seat: int, *actions: Any) -> Progress[Any, Any]:
    return REFEREE.submit_all(progress, Seat(seat), actions, draws(THREE))


def told(progress: Progress[Any, Any], since: Progress[Any, Any]) -> Manner:
    line = len(since.record.entries)
    assert may_be_quiet(progress.record, line)
    return manner(GAME, progress.record, line)


def order(progress: Progress[Any, Any]) -> list[int]:
    """Return the seats, the first player last."""
    first = progress.state.first
    return [*(seat for seat in range(3) if seat != first), first]


def test_a_sealed_choice_is_told_within_the_message_that_asks_for_it() -> None:
    asked = begun()
    one, *_ = order(asked)

    assert told(after(asked, one, Keep(())), asked) is Manner.EDITED
    sealed = after(asked, one, Keep(()))
    assert told(after(sealed, one, Reopen()), sealed) is Manner.EDITED


def test_the_last_choice_is_news_even_if_whoever_made_it_goes_on() -> None:
    asked = begun()
    one, two, first = order(asked)
    before = after(after(asked, one, Keep(())), two, Keep(()))

    opened = after(before, first, Keep(()))

    assert GAME.node(opened.state) == Decision(
        frozenset({Seat(first)}), frozenset({Seat(one), Seat(two)})
    )
    assert told(opened, before) is Manner.ANEW
    assert told(opened, asked) is Manner.ANEW


def test_the_next_one_in_turn_is_asked_in_a_new_message() -> None:
    asked = begun()
    for seat in order(asked):
        asked = after(asked, seat, Keep(()))
    first = asked.state.first

    assert told(after(asked, first, Pass()), asked) is Manner.ANEW
