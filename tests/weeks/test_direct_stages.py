"""Turns by direct message over days: whatever happens meanwhile, one message asks, in one place."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.messages.match import turns
from bot.table.errors import Stale
from bot.table.ids import PlayerId
from bot.table.match.match import Person, VoteKind
from engine.errors import NotYourTurn
from engine.game import Seat
from engine.registry import games
from tests.weeks.chat import Fault, Message
from tests.weeks.stage import ANN, BOB, CHANNEL, CLEO, NAMES, Stage, board_in_words, staged

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
NOON = 12 * HOUR
"""After the beginning, which is at midnight in UTC."""


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr(turns, "post", board_in_words)
    async with staged(tmp_path) as stage:
        await stage.passed(NOON)
        for each in NAMES:
            await stage.asked_directly(each)
        yield stage


def boards(stage: Stage, player: PlayerId) -> list[Message]:
    """Return the direct messages with a board that a player finds."""
    return [
        each
        for each in stage.chat.of(player)
        if each.deleted_at is None and any(".text." in key for key in each.ids)
    ]


async def test_a_board_of_weeks_ago_is_gone_with_its_move(stage: Stage) -> None:
    await stage.sat_down("seismic", [ANN, BOB], "none")
    seat, awaited = await stage.awaited()
    (board,) = boards(stage, awaited)
    await stage.passed(15 * DAY)
    assert boards(stage, awaited) == [board]

    await stage.moved(seat)
    await stage.passed(HOUR)

    assert boards(stage, awaited) == []


async def test_a_board_of_weeks_ago_is_edited_when_more_time_is_given(stage: Stage) -> None:
    await stage.sat_down("seismic", [ANN, BOB], "week")
    seat, awaited = await stage.awaited()
    other = next(each for each in (ANN, BOB) if each != awaited)
    (board,) = boards(stage, awaited)
    await stage.asked_all(other, VoteKind.HOLD)
    await stage.voted(awaited)
    await stage.passed(10 * DAY)
    await stage.asked_all(other, VoteKind.GO_ON)
    await stage.voted(awaited)
    await stage.passed(HOUR)
    again = [each for each in stage.pings(awaited, stage.now - HOUR) if each.place == awaited]

    await stage.host.agreements.give_a_day(stage.match_id, other, seat, stage.request())
    await stage.passed(HOUR)

    assert boards(stage, awaited) == [board]
    assert board.edited_at
    assert not again


@pytest.mark.parametrize("end", [14, None])
async def test_quiet_hours_that_end_sooner_let_it_come_sooner(
    stage: Stage, end: int | None
) -> None:
    for each in (ANN, BOB):
        await stage.sleeps(each, "UTC", 8, 20)
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    _, awaited = await stage.awaited()
    assert boards(stage, awaited) == []

    if end is None:
        wish = await stage.players.preferences(awaited)
        awake = replace(wish, quiet_from=None, quiet_to=None)
        await stage.players.prefer(awaited, awake, stage.now)
    else:
        await stage.sleeps(awaited, "UTC", 8, end)
    await stage.passed(timedelta(hours=2, minutes=5))

    (board,) = boards(stage, awaited)
    assert board.pinged == {awaited}
    await stage.passed(10 * HOUR)
    assert boards(stage, awaited) == [board]


async def test_who_was_asked_in_the_channel_is_not_asked_again_for_a_day_more(
    stage: Stage,
) -> None:
    for each in (ANN, BOB):
        await stage.asked_directly(each, is_on=False)
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    seat, awaited = await stage.awaited()
    other = next(each for each in (ANN, BOB) if each != awaited)
    began = stage.now
    await stage.asked_directly(awaited)

    await stage.host.agreements.give_a_day(stage.match_id, other, seat, stage.request())
    await stage.passed(HOUR)

    assert boards(stage, awaited) == []
    assert stage.pings(awaited, began + timedelta(minutes=1)) == []


async def test_who_wants_it_in_a_holiday_is_asked_once_when_they_are_back(stage: Stage) -> None:
    for each in (ANN, BOB):
        await stage.asked_directly(each, is_on=False)
    today = stage.now.date()
    for each in (ANN, BOB):
        await stage.planned_holiday(each, today, today, "UTC")
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    _, awaited = await stage.awaited()
    began = stage.now
    await stage.asked_directly(awaited)

    await stage.passed(DAY)

    (ping,) = stage.pings(awaited, began)
    assert boards(stage, awaited) == [ping]


async def held(stage: Stage, *, is_asleep: bool) -> PlayerId:
    """Begin a match whose first player has a board, hold it, and go on; return that player.

    The hold is so long that it goes on by itself, two weeks later at the same hour.
    """
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    seat, awaited = await stage.awaited()
    other = next(each for each in (ANN, BOB) if each != awaited)
    await stage.asked_all(other, VoteKind.HOLD)
    await stage.voted(awaited)
    if is_asleep:
        await stage.sleeps(awaited, "UTC", 10, 15)
    assert (await stage.match()).held_until is not None
    assert seat in (await stage.match()).acting
    return awaited


@pytest.mark.parametrize("is_asleep", [False, True])
async def test_where_a_match_goes_on_a_board_of_before_is_called_to_mind_there(
    stage: Stage,
    is_asleep: bool,  # noqa: FBT001
) -> None:
    awaited = await held(stage, is_asleep=is_asleep)
    (board,) = boards(stage, awaited)
    began = stage.now + HOUR

    await stage.passed(14 * DAY + 4 * HOUR)

    (ping,) = stage.pings(awaited, began)
    assert ping.place == awaited
    assert "**it's your move** at **Seismic 1**" in ping.text
    assert boards(stage, awaited) == [board]


@pytest.mark.parametrize("is_asleep", [False, True])
async def test_where_a_match_goes_on_that_nobody_had_a_board_of_the_board_alone_pings(
    stage: Stage,
    is_asleep: bool,  # noqa: FBT001
) -> None:
    for each in (ANN, BOB):
        await stage.sleeps(each, "UTC", 10, 15)
    awaited = await held(stage, is_asleep=is_asleep)
    if not is_asleep:
        wish = await stage.players.preferences(awaited)
        awake = replace(wish, quiet_from=None, quiet_to=None)
        await stage.players.prefer(awaited, awake, stage.now)
    assert boards(stage, awaited) == []

    await stage.passed(14 * DAY + 4 * HOUR)

    assert boards(stage, awaited) == stage.pings(awaited, stage.now - 30 * DAY)
    assert len(boards(stage, awaited)) == 1


async def test_of_two_presses_at_once_one_counts_and_the_next_player_has_one_board(
    stage: Stage,
) -> None:
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    seat, awaited = await stage.awaited()
    other = next(each for each in (ANN, BOB) if each != awaited)
    loaded = await stage.host.cache.of(stage.match_id)
    rules, line = games()[loaded.match.game], loaded.match.line
    actions = tuple(rules.legal_actions(loaded.begun.state, seat))

    done = await asyncio.gather(
        *(
            stage.host.moves.submit(stage.match_id, awaited, (each,), line, stage.request())
            for each in (actions[0], actions[-1])
        ),
        return_exceptions=True,
    )
    await stage.passed(HOUR)

    assert [isinstance(each, Stale | NotYourTurn) for each in done].count(True) == 1
    assert boards(stage, awaited) == []
    (board,) = boards(stage, other)
    assert stage.pings(other, stage.now - HOUR) == [board]


async def test_who_closed_direct_messages_is_asked_once_there_and_once_here(stage: Stage) -> None:
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    seat, first = await stage.awaited()
    second = next(each for each in (ANN, BOB) if each != first)
    stage.chat.closed_to.add(second)
    began = stage.now
    await stage.moved(seat)
    await stage.passed(timedelta(minutes=10))
    (called,) = stage.pings(second, began)
    stage.chat.closed_to.remove(second)

    await stage.asked_directly(second)
    await stage.host.agreements.give_a_day(
        stage.match_id, first, (await stage.awaited())[0], stage.request()
    )
    await stage.passed(HOUR)
    again = stage.pings(second, began)
    for _ in range(2):
        await stage.moved()
    await stage.passed(HOUR)

    assert called.place == CHANNEL
    assert again == [called]
    assert called.deleted_at is not None
    (board,) = boards(stage, second)
    assert stage.pings(second, began) == [called, board]


async def test_who_opens_direct_messages_again_before_the_channel_hears_is_pinged_there(
    stage: Stage,
) -> None:
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    seat, first = await stage.awaited()
    second = next(each for each in (ANN, BOB) if each != first)
    stage.chat.closed_to.add(second)
    began = stage.now
    stage.chat.fault = lambda place, _: Fault.BROKEN if place == CHANNEL and away else None
    away = True
    await stage.moved(seat)
    await stage.passed(timedelta(minutes=10))
    stage.chat.closed_to.remove(second)
    await stage.asked_directly(second)
    away = False
    await stage.passed(3 * HOUR)

    asked = [each for each in stage.pings(second, began) if second in each.pinged]
    assert len(asked) == 1


async def test_who_left_the_server_is_asked_nowhere_and_their_successor_once(
    stage: Stage,
) -> None:
    await stage.sat_down("seismic", [ANN, BOB], "three-days")
    seat, first = await stage.awaited()
    second = next(each for each in (ANN, BOB) if each != first)
    # Discord is asked about each player once a day.
    await stage.passed(DAY)
    stage.gone.add(second)
    began = stage.now
    await stage.moved(seat)
    await stage.passed(HOUR)
    left = next(Seat(n) for n in range(2) if Seat(n) != seat)
    alone = stage.pings(second, began)
    await stage.host.agreements.take_seat(
        stage.match_id, left, Person(CLEO, NAMES[CLEO]), stage.request(), gone=second
    )
    await stage.passed(HOUR)

    assert alone == []
    assert boards(stage, second) == []
    assert len(boards(stage, CLEO)) == 1
    assert boards(stage, first) == []


async def test_at_the_end_of_quiet_hours_each_table_asks_once(stage: Stage) -> None:
    for each in (ANN, BOB):
        await stage.sleeps(each, "UTC", 8, 20)
    for _ in range(7):
        await stage.sat_down("seismic", [ANN, BOB], "three-days")
    began = stage.now
    assert not boards(stage, ANN)

    await stage.passed(9 * HOUR)

    found = [*boards(stage, ANN), *boards(stage, BOB)]
    assert len(found) == 7
    pings = [*stage.pings(ANN, began), *stage.pings(BOB, began)]
    assert sorted(each.id for each in pings) == sorted(each.id for each in found)
