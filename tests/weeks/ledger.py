"""Compares what happened in simulated weeks with what the oracle says should have."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.hosting.match import Match, MatchId
from bot.storage import database as storage
from bot.storage.database import Database
from bot.storage.matches import SqlMatches
from bot.storage.migration import upgrade
from engine.draws import verify
from engine.record import Record
from engine.registry import games
from tests.weeks.clock import instant
from tests.weeks.driver import Scenario, Told, Weeks, toy_installed
from tests.weeks.life import Killed
from tests.weeks.oracle import Batch, Wait, batches, waits_of


def ran(scenario: Scenario, folder: Path) -> tuple[Weeks, list[str]]:
    """Run a scenario on a new file in a folder; return it, and all that is not as it should be."""
    with toy_installed(), asyncio.Runner() as runner:
        return runner.run(simulated(scenario, folder))


async def simulated(scenario: Scenario, folder: Path) -> tuple[Weeks, list[str]]:
    """Do what `ran` does, where tasks can be awaited."""
    url = f"sqlite:///{folder / 'weeks.db'}"
    with pytest.MonkeyPatch.context() as patch:
        # Nobody pulls the plug here: a process that dies leaves what the system has written.
        quick = tuple(each.replace("FULL", "OFF") for each in storage._PRAGMAS)
        patch.setattr(storage, "_PRAGMAS", quick)
        database = Database(url)
        await upgrade(database)
        await database.close()
        return await complained(Weeks(scenario, url))


async def complained(weeks: Weeks) -> tuple[Weeks, list[str]]:
    """Run a scenario; return it, and all that is not as it should be."""
    with capture_logs() as logs:
        await weeks.run()
        wrong = complaints(weeks, await kept(weeks))
    errors = [each for each in logs if each["log_level"] in ("error", "critical")]
    errors = [each for each in errors if not isinstance(each.get("exc_info"), Killed)]
    return weeks, [*(f"logged: {each}" for each in errors), *wrong]


@dataclass(frozen=True)
class Kept:
    """What storage has of a match in the end."""

    match: Match
    record: Record[Any]
    lines: list[Batch]
    waits: list[Wait]
    told: list[Told]


async def kept(weeks: Weeks) -> Mapping[int, Kept]:
    """Read all matches that began."""
    database = Database(weeks.url)
    try:
        matches, found = SqlMatches(database, games()), {}
        async with database.reading() as connection:
            rows = await connection.execute(
                text("SELECT match_id, seq, at FROM entries ORDER BY match_id, seq")
            )
            times: dict[int, list[datetime]] = defaultdict(list)
            for match_id, _, at in rows:
                times[match_id].append(instant(at))
        told: dict[int, list[Told]] = defaultdict(list)
        for each in weeks.journal.told:
            told[each.match].append(each)
        for match_id, moments in times.items():
            match, record = await matches.get(MatchId(match_id))
            assert record is not None, f"match {match_id} is {match.status}"
            lines = batches(games()[match.game], record, moments)
            messages = weeks.chat.messages
            shown = [
                (messages[each.message].at, each.line)
                for each in told[match_id]
                if each.message is not None
            ]
            waits = waits_of(match_id, lines, shown)
            found[match_id] = Kept(match, record, lines, waits, told[match_id])
        return found
    finally:
        await database.close()


def complaints(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Return all that is not as it should be."""
    return [
        *_records(every),
        *_acknowledged(weeks, every),
        *_channels(weeks, every),
    ]


def _records(every: Mapping[int, Kept]) -> list[str]:
    wrong = []
    for number, each in every.items():
        if each.record.outcome is None:
            continue
        try:
            verify(games()[each.match.game], each.record)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            wrong.append(f"match {number}: its record doesn't verify: {error!r}")
    return wrong


def _acknowledged(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Every move that somebody was told is stored must be there, once, at its time."""
    wrong = []
    for at, match, person, seen in weeks.journal.acknowledged:
        entries = every[match].record.entries
        later = [each for each in every[match].lines if each.first >= seen]
        seats = [
            seat for seat, chair in enumerate(every[match].match.chairs) if chair.player == person
        ]
        found = [each for each in later if each.seat in seats and each.at <= at]
        if not found:
            wrong.append(
                f"match {match}: the move of {person} at {at}, after line {seen} of"
                f" {len(entries)}, is lost"
            )
    return wrong


def _channels(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Every channel has been told everything, in order, nothing twice."""
    wrong = []
    for number, each in every.items():
        if each.match.is_behind:
            wrong.append(f"match {number}: its channel knows line {each.match.table.upto}")
        lines = [told.line for told in each.told if told.message is not None]
        if lines != sorted(lines):
            wrong.append(f"match {number}: told of lines in the order {lines}")
        # Whether it is a repeat is seen by what people see.
        messages = [
            message
            for message in weeks.chat.of(each.match.venue.channel)
            if message.deleted_at is None and any(".text." in key for key in message.ids)
        ]
        for one, next_ in pairwise(messages):
            if one.text == next_.text:
                wrong.append(f"match {number}: {one.text[:40]!r} stands there twice")
    return wrong
