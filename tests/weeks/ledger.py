"""Compares what happened in simulated weeks with what the oracle says should have."""

import asyncio
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest
import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import database as storage
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.table.ids import MatchId
from bot.table.match.match import Ending, Match
from engine.draws import verify
from engine.record import Record
from engine.registry import games
from tests.weeks.clock import instant
from tests.weeks.driver import Noticed, Scenario, Told, Weeks, toy_installed
from tests.weeks.life import Killed
from tests.weeks.one_order import OneOrder, without_threads
from tests.weeks.oracle import GRACE, Batch, Fact, Walk, Walked, batches
from tests.weeks.people import Player
from tests.weeks.reminding import Asked, Nudge, is_quiet, mentions_of, reminders_of
from tests.weeks.resting import Rester
from tests.weeks.weather import Outage


def ran(scenario: Scenario, folder: Path) -> tuple[Weeks, list[str]]:
    """Run a scenario on a new file in a folder; return it, and all that is not as it should be."""
    with (
        toy_installed(),
        without_threads(),
        asyncio.Runner(loop_factory=OneOrder) as runner,
    ):
        return runner.run(simulated(scenario, folder))


def ran_on(scenario: Scenario, url: str) -> tuple[Weeks, list[str]]:
    """Do what `ran` does on a database that has all tables and nothing in them."""

    async def simulated() -> tuple[Weeks, list[str]]:
        return await complained(Weeks(scenario, url))

    with toy_installed(), asyncio.Runner() as runner:
        return runner.run(simulated())


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
    errors: list[str] = []

    def heard(_: Any, level: str, event: MutableMapping[str, Any]) -> NoReturn:
        error = sys.exc_info()[1] if event.get("exc_info") is True else event.get("exc_info")
        if level in ("error", "critical", "exception") and not isinstance(error, Killed):
            errors.append(f"logged: {event.get('event')} {event} {error!r}")
        raise structlog.DropEvent

    before = structlog.get_config()["processors"]
    structlog.configure(processors=[heard])
    try:
        await weeks.run()
        return weeks, [*errors, *complaints(weeks, await kept(weeks))]
    except Exception as error:
        raise AssertionError("\n".join(errors[-5:])) from error
    finally:
        structlog.configure(processors=before)


LOOKED_FOR: Final = ("reminder", "wish", "nudge", "mention", "time-up")
"""What pings nobody who has left the server."""
TICK: Final = timedelta(minutes=2, seconds=30)
"""How late anything may be: half a second that is rounded away costs a minute, a kill another."""


@dataclass(frozen=True)
class Kept:
    """What storage has of a match in the end."""

    match: Match
    record: Record[Any]
    lines: list[Batch]
    told: list[Told]
    walked: Walked


@dataclass(frozen=True)
class Rested:
    """A holiday that began by itself."""

    person: int
    begins: datetime
    ends: datetime


async def kept(weeks: Weeks) -> Mapping[int, Kept]:
    """Read all matches that began."""
    database = Database(weeks.url)
    try:
        matches, found = MatchStore(database, games()), {}
        async with database.reading() as connection:
            rows = await connection.execute(
                text("SELECT match_id, seq, at, request FROM entries ORDER BY match_id, seq")
            )
            times: dict[int, list[datetime]] = defaultdict(list)
            by_people: dict[int, dict[int, str]] = defaultdict(dict)
            rested = await _rested(connection)
            for match_id, seq, at, request in rows:
                times[match_id].append(instant(at))
                if request is not None:
                    by_people[match_id][seq] = request
        told: dict[int, list[Told]] = defaultdict(list)
        for each in weeks.journal.told:
            told[each.match].append(each)
        tables = {each.id: each for each in weeks.tables}
        quiet = {each.id: (each.zone, each.quiet) for each in weeks.people if each.quiet}
        for match_id, moments in times.items():
            match, record, *_ = await matches.get(MatchId(match_id))
            assert record is not None, f"match {match_id} is {match.status}"
            lines = batches(games()[match.game], record, moments, by_people[match_id])
            table = tables[match.id]
            facts = [*_shown(weeks, told[match_id]), *weeks.journal.facts[match_id]]
            for outage in weeks.weather.outages:
                facts.append(Fact(outage.begins, "down"))
                facts.append(Fact(outage.over_at, "up"))
            owners = [each.id for each in table.seated]
            for person in weeks.people:
                holidays = [(*each, "away") for each in _planned(person)]
                rests = [each for each in rested if each.person == person.id]
                holidays += [(each.begins, each.ends, "rested") for each in rests]
                for begins, ends, how in holidays:
                    facts.append(Fact(begins, how, person=person.id))
                    facts.append(Fact(ends, "home", person=person.id))
            walk = Walk(
                match_id,
                owners,
                table.pace,
                table.when_late,
                weeks.clock.now(),
                quiet,
                _resters(weeks, rested),
            )
            walked = walk.through(lines, facts, weeks.journal.samples[match_id])
            found[match_id] = Kept(match, record, lines, told[match_id], walked)
        weeks.journal.rested = [(each.person, each.begins, each.ends) for each in rested]
        return found
    finally:
        await database.close()


async def _rested(connection: AsyncConnection) -> list[Rested]:
    rows = await connection.execute(
        text("SELECT player, begins_at, ends_at FROM holidays WHERE automatic ORDER BY begins_at")
    )
    return [Rested(player, instant(begins), instant(ends)) for player, begins, ends in rows]


def _planned(person: Player) -> list[tuple[datetime, datetime]]:
    return [] if person.holiday is None else [person.holiday]


def _resters(weeks: Weeks, rested: Sequence[Rested]) -> dict[int, Rester]:
    return {
        person.id: Rester(
            person.zone,
            _planned(person),
            [(each.begins, each.ends) for each in rested if each.person == person.id],
        )
        for person in weeks.people
        if person.rests
    }


def _shown(weeks: Weeks, told: list[Told]) -> list[Fact]:
    """Return when the channel could see which line, and when it could not be told."""
    facts, seen = [], set()
    for each in told:
        if each.message is None:
            if not each.is_line:
                facts.append(Fact(each.at, "trouble"))
            continue
        # An edit shows from when it was made.
        made = each.at if each.message in seen else weeks.chat.messages[each.message].at
        seen.add(each.message)
        what = "shown" if each.asks else "told"
        facts.append(Fact(each.at, what, line=each.line, stands_since=made))
    return facts


def complaints(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Return all that is not as it should be."""
    return [
        *weeks.law.broken,
        *_records(every),
        *_plans(every),
        *_acknowledged(weeks, every),
        *_channels(weeks, every),
        *(line for each in every.values() for line in each.walked.wrong),
        *_times_up(weeks, every),
        *_rests(weeks, every),
        *_reminders(weeks, every),
        *_pings(weeks, every),
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


def _plans(every: Mapping[int, Kept]) -> list[str]:
    """A plan leaves the player who moved before it a minute to take that back freely.

    Among toys that are played in turns: there a step without a die is free to be taken back.
    """
    wrong = []
    for number, each in every.items():
        if each.match.game != "steps":
            continue
        for before, planned in pairwise(each.lines):
            by_hand = not (before.by_computer or before.is_planned or before.undo_to is not None)
            is_free = by_hand and before.seat is not None and before.upto - before.first == 1
            if planned.is_planned and is_free and planned.at - before.at < GRACE:
                wrong.append(
                    f"match {number}: a plan was played at {planned.at}, when the step of"
                    f" {before.at} could still be taken back"
                )
    return wrong


def _acknowledged(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Every move that a player was told is stored must be there, once, at its time."""
    wrong = []
    for at, match, seat, seen in weeks.journal.acknowledged:
        entries = every[match].record.entries
        later = [each for each in every[match].lines if each.first >= seen]
        if not any(each.seat == seat and each.at <= at for each in later):
            wrong.append(
                f"match {match}: the move of seat {seat} at {at}, after line {seen} of"
                f" {len(entries)}, is lost"
            )
    return wrong


def _channels(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Every channel has been told everything, in order, nothing twice."""
    wrong = []
    for number, each in every.items():
        if each.match.is_behind:
            wrong.append(f"match {number}: its channel knows line {each.match.table.upto}")
        lines = [told.line for told in each.told if told.message and not told.is_line]
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


def _times_up(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Time was up for whom it should have been, within a tick."""
    wrong, outages = [], weeks.weather.outages
    for number, each in every.items():
        due = [((up.seat, up.lapses), up.at) for up in each.walked.ups]
        ups = [up for up in weeks.journal.ups if up.match == number]
        said = [((up.seat, up.lapses), up.at) for up in ups]
        wrong += _unequal(f"match {number}: time up", due, said, outages)
        ended = each.match.ending is Ending.TIME_UP
        closed = [("closed", each.match.changed_at)] if ended else []
        at = each.walked.closed_at
        wrong += _unequal(
            f"match {number}:", [] if at is None else [("closed", at)], closed, outages
        )
    return wrong


def _rests(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """A holiday began by itself for whom it should, and lasted until they acted, or its end."""
    wrong, outages = [], weeks.weather.outages
    due = [rest for each in every.values() for rest in each.walked.rests]
    for person, begins, ends in weeks.journal.rested:
        theirs = [each for each in due if each.person == person]
        asked = [each for each in theirs if _apart(each.at, begins, outages) <= TICK]
        due = [each for each in due if each not in asked]
        if not asked:
            wrong.append(f"person {person}: unasked automatic holiday at {begins}")
            continue
        until = [at for at, who in weeks.journal.acts if who == person and at > begins]
        should = min([asked[0].ends, *until])
        if abs(ends - should) > TICK:
            wrong.append(
                f"person {person}: automatic holiday from {begins} to {ends}, not {should}"
            )
    return [*wrong, *(f"missing automatic holiday: {each}" for each in due)]


def _reminders(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Everybody was reminded when they should have been, of all that waited for them."""
    wrong: list[str] = []
    for person in weeks.people:
        waits = _waits_of(weeks, every, person.id)
        wishes = [wish for who, wish in weeks.journal.wishes if who == person.id]
        seats = {(wait.match, wait.seat) for wait in waits}
        happened = {
            nudge: was for nudge, was in weeks.journal.nudges if (nudge.match, nudge.seat) in seats
        }

        allowed: dict[Nudge, bool] = {}
        due = [
            ((each.kind, tuple(sorted(each.listed))), each.at)
            for each in reminders_of(
                waits,
                person.zone,
                person.quiet,
                wishes,
                tuple(happened),
                [each for who, each in weeks.journal.chosen if who == person.id],
                allowed.__setitem__,
            )
        ]
        said = [
            (
                (
                    each.facts.get("kind", each.kind),
                    tuple(sorted(table["match"] for table in each.facts["tables"])),
                ),
                each.at,
            )
            for each in weeks.journal.notices
            if each.kind in ("reminder", "wish") and each.facts["player"] == person.id
        ]
        wrong += _unequal(f"person {person.id}: reminder", due, said, weeks.weather.outages)
        wrong += _left(weeks, person, waits, [at for _, at in due])
        if not weeks.weather.is_bad:
            wrong += _unequal(
                f"person {person.id}: mention",
                [
                    (match, at)
                    for at, match in mentions_of(
                        waits, person.zone, person.quiet, person.holiday, _welcomed(weeks, person)
                    )
                ],
                [
                    (match, each.at)
                    for each in weeks.journal.notices
                    if each.kind == "mention" and each.facts["player"] == person.id
                    for match in _asked(weeks, each)
                ],
            )
    return wrong


def _welcomed(weeks: Weeks, person: Player) -> list[datetime]:
    """Return the ends of a player's automatic holidays that no act of theirs ended."""
    acts = [at for at, who in weeks.journal.acts if who == person.id]
    ends = [ends for who, _, ends in weeks.journal.rested if who == person.id]
    return [each for each in ends if not any(abs(at - each) <= TICK for at in acts)]


def _left(
    weeks: Weeks, person: Player, waits: Sequence[Asked], reminded: Sequence[datetime]
) -> list[str]:
    """A player's tables hear once that they left the server: at the latest with a reminder."""
    told: dict[tuple[int, int], datetime] = {}
    wrong = []
    for each in weeks.journal.notices:
        if each.kind != "left" or each.facts["player"] != person.id or each.match is None:
            continue
        seat = each.match, each.facts["seat"]
        if person.left is None or each.at < person.left:
            wrong.append(f"match {each.match}: {person.id} is said to have left at {each.at}")
        if seat in told:
            wrong.append(f"match {each.match}: it is said twice that {person.id} left")
        told[seat] = each.at
    missed = [at for at in reminded if person.left is not None and person.left + TICK < at]
    if missed and not weeks.weather.is_bad:
        at = min(missed)
        wrong += [
            f"match {wait.match}: nobody heard that {person.id} left, who was reminded at {at}"
            for wait in waits
            if wait.shown_at <= at < wait.ends_at - TICK
            and told.get((wait.match, wait.seat), at + 2 * TICK) > at + TICK
        ]
    return wrong


def _asked(weeks: Weeks, notice: Noticed) -> list[int]:
    """Return the matches whose own message left a player alone, which a mention told them."""
    said = weeks.journal.said.get(notice.id, ())
    turns = {each["match"] for each in said if "turn" in each["says"]}
    asked = notice.facts["asked"]
    return [match for key, match in asked if key.startswith("turn:") and match in turns]


def _tables(notice: Noticed) -> list[int]:
    """Return the matches that a notice lists."""
    return [table["match"] for table in notice.facts["tables"]]


def differences(one: Weeks, other: Weeks) -> list[str]:
    """Return what was said in one run of the same weeks, and not in another, within a tick."""
    ledgers = [
        [
            ((each.kind, each.match, each.facts.get("player"), each.facts.get("step")), each.at)
            for each in weeks.journal.notices
        ]
        for weeks in (one, other)
    ]
    left, right = ledgers
    return _unequal("ledger", left, right)


def _waits_of(weeks: Weeks, every: Mapping[int, Kept], person: int) -> list[Asked]:
    """Return when a player was waited for, and when they wanted to hear no more of it."""
    waits = [wait for each in every.values() for wait in each.walked.waits if wait.person == person]
    for at, match, seat in weeks.journal.mutes:
        for wait in waits:
            is_it = (wait.match, wait.seat) == (match, seat)
            if is_it and wait.asked_at <= at < wait.ends_at:
                wait.muted_at = at
    return waits


def _pings(weeks: Weeks, every: Mapping[int, Kept]) -> list[str]:
    """Nobody is pinged in quiet hours, twice for the same, or for what they have done."""
    wrong = []
    people = {each.id: each for each in weeks.people}
    notices = {each.id: each for each in weeks.journal.notices}
    waits = {each: _waits_of(weeks, every, each) for each in people}
    shown: Counter[int] = Counter()
    last: dict[tuple[int, bool], int] = {}
    for message in weeks.chat.messages.values():
        marks = [key.partition("!")[2] for key in message.ids if "!" in key]
        numbers = {int(mark, 36) for mark in marks}
        # What a player asked for themselves comes when they said.
        is_wished = any(notices[each].kind == "wish" for each in numbers & set(notices))
        for each in message.pinged if not is_wished else ():
            person = people[each]
            left = person.left is not None and person.left + TICK < message.at
            if left and any(notices[n].kind in LOOKED_FOR for n in numbers & set(notices)):
                wrong.append(f"{each} pinged at {message.at}, who has left: {message.text[:60]!r}")
            if person.quiet and is_quiet(person.zone, person.quiet, message.at):
                wrong.append(f"{each} pinged in quiet hours at {message.at}: {message.text[:60]!r}")
        shown.update(numbers)
        for number in numbers:
            # That a player has left is told to a table, wherever that is, not to a channel.
            is_to_table = number in notices and notices[number].kind == "left"
            queue = message.place, is_to_table
            if number < last.get(queue, 0):
                wrong.append(f"notice {number} came after {last[queue]}")
            last[queue] = number
        for number in numbers & set(notices):
            notice = notices[number]
            if (
                notice.kind not in ("reminder", "wish", "nudge", "mention")
                or "tables" not in notice.facts
            ):
                continue
            late = not any(
                wait.match in _tables(notice)
                and wait.asked_at <= message.at < wait.ends_at
                and wait.runs(message.at)
                for wait in waits[notice.facts["player"]]
            )
            if late:
                wrong.append(f"{notice.kind} at {message.at} for what was done: {notice.facts}")
    wrong += [f"notice {number} stands there {n} times" for number, n in shown.items() if n > 1]
    if not weeks.weather.is_bad:
        wrong += [
            f"{each.kind} of {each.at} never came: {each.facts}"
            for each in notices.values()
            if each.kind in ("reminder", "wish", "nudge")
            and each.id not in shown
            and not _has_left(people[each.facts["player"]], each.at)
        ]
    return wrong


def _apart(one: datetime, other: datetime, outages: Sequence[Outage]) -> timedelta:
    """Return how much time is between two moments, without outages."""
    first, last = sorted((one, other))
    lost = (min(last, each.over_at) - max(first, each.begins) for each in outages)
    return last - first - sum((max(each, timedelta()) for each in lost), timedelta())


def _has_left(person: Player, moment: datetime) -> bool:
    return person.left is not None and person.left <= moment + TICK


def _unequal(
    what: str,
    due: Sequence[tuple[Any, datetime]],
    found: Sequence[tuple[Any, datetime]],
    outages: Sequence[Outage] = (),
) -> list[str]:
    """Return the difference of two multisets of things with their minutes; a tick is no matter.

    Nor is an outage that begins within that tick: what was due just before comes right after it.
    """
    left = list(found)
    wrong = []
    for thing, at in due:
        near = [each for each in left if each[0] == thing and _apart(each[1], at, outages) <= TICK]
        if near:
            left.remove(near[0])
        else:
            wrong.append(f"{what}: missing {thing} at {at}")
    return [*wrong, *(f"{what}: unasked {thing} at {at}" for thing, at in left)]
