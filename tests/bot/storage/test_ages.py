"""What is older than it may be goes, what is younger stays: once a day, for each kind of row."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Table, insert, select

from bot.storage.database import Database
from bot.storage.housekeeping import EVERY, keep_house
from bot.storage.match.matches import MatchStore
from bot.storage.schema import (
    bans,
    claims,
    follows,
    hints,
    invitations,
    matches,
    moderation,
    nudges,
    opponent_wishes,
    outages,
    outbox,
    plans,
    presences,
    processes,
    reminded,
    requests,
    seats,
    spent,
    table_preferences,
)
from bot.table import ages
from bot.table.time.timers import Timer, TimerKind
from engine.registry import games

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
OLD, YOUNG, RUNNING = 1, 2, 3
"""Matches: ended before traces of it are forgotten, a second too late for that, and running."""


def match(number: int, status: str, changed_at: datetime) -> dict[str, Any]:
    return {
        "id": number,
        "game": "seismic",
        "status": status,
        "host": 1,
        "places": 2,
        "setup": "{}",
        "commitment": "",
        "channel": 1,
        "threaded": False,
        "opened_at": NOW,
        "changed_at": changed_at,
        "revision": 1,
        "lines": 0,
        "acting": 0,
        "agent_acts": False,
    }


async def stored(database: Database, table: Table, *new: dict[str, Any]) -> None:
    async with database.writing() as connection:
        if table is not matches:
            ended = NOW - ages.TRACES
            both = [match(OLD, "finished", ended - SECOND), match(YOUNG, "closed", ended)]
            both.append(match(RUNNING, "playing", ended - SECOND))
            await connection.execute(insert(matches), both)
        await connection.execute(insert(table), list(new))


async def kept(database: Database, column: Any) -> list[Any]:
    """Keep house; return what is left in a column."""
    timer = Timer(TimerKind.HOUSEKEEPING, "daily", NOW)
    await database.write(keep_house, timer, NOW)
    return list(await database.scalars(select(column).order_by(column)))


Row = Callable[[datetime, int], dict[str, Any]]
TIMED: list[tuple[Table, str, timedelta, Row]] = [
    (claims, "id", ages.CLAIMS, lambda at, n: {"id": n, "at": at}),
    (
        processes,
        "id",
        ages.PROCESSES,
        lambda at, n: {
            "id": str(n),
            "version": "",
            "shard_count": 1,
            "shard_ids": "0",
            "began_at": at,
            "seen_at": at,
        },
    ),
    (requests, "id", ages.SENT, lambda at, n: {"id": str(n), "match_id": RUNNING, "at": at}),
    (
        outages,
        "id",
        ages.OUTAGES,
        lambda at, n: {"id": n, "scope": "all", "began_at": at, "ended_at": at},
    ),
    (reminded, "player", ages.TRACES, lambda at, n: {"player": n, "guild": 1, "at": at}),
    (
        moderation,
        "id",
        ages.MODERATION,
        lambda at, n: {
            "id": n,
            "guild": 1,
            "at": at,
            "moderator": 9,
            "moderator_name": "Mo",
            "act": "hold",
            "reason": "quarrel",
            "request": str(n),
        },
    ),
    (
        bans,
        "id",
        timedelta(),
        lambda at, n: {
            "id": n,
            "guild": n,
            "player": 1,
            "name": "Ann",
            "by": 9,
            "reason": "spam",
            "at": at - EVERY,
            "until": at,
        },
    ),
    (
        opponent_wishes,
        "player",
        EVERY,
        lambda at, n: {
            "guild": 1,
            "game": "seismic",
            "player": n,
            "name": "Ann",
            "channel": 1,
            "pace": "none",
            "at": at - ages.UNANSWERED,
            "until": at,
        },
    ),
    (
        invitations,
        "player",
        EVERY,
        lambda at, n: {
            "match_id": RUNNING,
            "player": n,
            "name": "Ann",
            "by": 9,
            "at": at - ages.UNANSWERED,
            "until": at,
        },
    ),
]


@pytest.mark.parametrize(
    ("table", "key", "age", "row"), TIMED, ids=[each[0].name for each in TIMED]
)
async def test_what_is_older_goes_and_what_is_younger_stays(
    database: Database, table: Table, key: str, age: timedelta, row: Row
) -> None:
    await stored(database, table, row(NOW - age - SECOND, OLD), row(NOW - age, YOUNG))

    assert [int(each) for each in await kept(database, table.c[key])] == [YOUNG]


async def test_sent_messages_go_after_a_week_undelivered_ones_after_a_month(
    database: Database,
) -> None:
    states = [("sent", ages.SENT), ("gone", ages.SENT), ("dead", ages.UNDELIVERED)]
    rows = [
        {"target": "dm:1", "kind": "said", "key": f"{state} {word}", "state": state, "sent_at": at}
        for state, age in states
        for word, at in (("old", NOW - age - SECOND), ("young", NOW - age))
    ]
    await stored(database, outbox, *rows)

    left = await kept(database, outbox.c.key)

    assert left == ["dead young", "gone young", "sent young"]


@pytest.mark.parametrize(
    ("table", "row"),
    [
        (presences, {"player": 1, "at": NOW}),
        (nudges, {"seat": 0, "at": NOW}),
        (spent, {"seat": 0, "line": 1, "upto": 2, "length_s": 60, "used_s": 30}),
        (table_preferences, {"player": 1, "reminders": "off"}),
        (follows, {"player": 1, "how": "turn", "at": NOW}),
        (plans, {"seat": 0, "player": 1, "line": 1, "stands": True, "due": False, "body": "{}"}),
    ],
    ids=lambda value: value.name if isinstance(value, Table) else "",
)
async def test_two_months_after_its_end_a_match_forgets_who_was_there_when(
    database: Database, table: Table, row: dict[str, Any]
) -> None:
    rows = [{"match_id": each, **row} for each in (OLD, YOUNG, RUNNING)]
    await stored(database, table, *rows)

    assert await kept(database, table.c.match_id) == [YOUNG, RUNNING]


async def test_of_hints_only_their_moments_are_forgotten(database: Database) -> None:
    at = NOW - ages.TRACES - EVERY
    rows = [{"match_id": each, "seat": 0, "line": 3, "at": at} for each in (OLD, YOUNG)]
    await stored(database, hints, *rows)

    left = await kept(database, hints.c.at)

    assert left == [at, NOW - ages.TRACES - SECOND]
    assert await database.scalars(select(hints.c.line)) == [3, 3]


async def test_a_ban_for_good_matches_and_seats_stay(database: Database) -> None:
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    ban = {"guild": 1, "player": 1, "name": "Ann", "by": 9, "reason": "spam", "at": long_ago}
    seat = {"match_id": OLD, "seat": 0, "name": "Ann", "joined_by": "1", "letter": "A"}
    await stored(database, bans, ban)
    async with database.writing() as connection:
        await connection.execute(insert(seats), seat)

    assert await kept(database, bans.c.guild) == [1]
    assert set(await database.scalars(select(matches.c.id))) == {OLD, YOUNG, RUNNING}
    assert await database.scalars(select(seats.c.name)) == ["Ann"]


async def test_a_request_of_a_program_of_before_is_forgotten(database: Database) -> None:
    await stored(database, requests, {"id": "1", "match_id": RUNNING})

    assert await kept(database, requests.c.id) == []
    assert await MatchStore(database, games()).find_answered("1") is None
