"""Waits that hang are found in the database; the law of the simulation, in other words, agrees."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import pytest
from sqlalchemy import text

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.integrity import TICKING, Why, hanging
from bot.storage.players import PlayerStore
from bot.storage.stores import Stores
from bot.table.match.match import Match, WhenLate
from bot.table.match.pace import PACES
from bot.table.preferences import Preferences
from bot.table.time.outages import EVERY
from bot.table.time.reminders import Reminding
from tests.bot.fakes import StandingClock
from tests.bot.tables import ANN, BOB, lobby_of, player_in
from tests.weeks import law
from tests.weeks.clock import instant

SECOND: Final = timedelta(seconds=1)
ZERO: Final = timedelta()
UNTIME: Final = "UPDATE waits SET look_at = NULL"
TOO_LATE: Final = "UPDATE waits SET look_at = '2099-01-01 00:00:00.000000'"
UNREMIND: Final = "UPDATE waits SET look_at = due_at"
LATE: Final = "UPDATE waits SET late_at = due_at"


class Case(NamedTuple):
    """A table, what happened to its rows, and why its wait hangs; None: it doesn't."""

    pace: str
    when_late: WhenLate
    damage: tuple[str, ...]
    why: Why | None


WAIT, COMPUTER, END = WhenLate.WAIT, WhenLate.COMPUTER, WhenLate.END
CASES: Final = {
    "nothing happened, with a limit": Case("day", COMPUTER, (), None),
    "nothing happened, without one": Case("none", COMPUTER, (), None),
    "a limit at which nobody looks": Case("day", COMPUTER, (UNTIME,), Why.UNTIMED),
    "a clock at which nobody looks": Case("day-clock", WAIT, (UNTIME,), Why.UNTIMED),
    "a limit that is looked at too late": Case("day", COMPUTER, (TOO_LATE,), Why.UNTIMED),
    "a limit without reminders": Case("day", END, (UNREMIND,), None),
    "no limit and no reminders": Case("none", COMPUTER, (UNREMIND,), Why.UNREMINDED),
    "all reminders behind": Case("none", END, (UNREMIND, "UPDATE waits SET reminded = 4"), None),
    "quiet for this move": Case("none", END, (UNREMIND, "UPDATE waits SET muted = true"), None),
    "time was up, and nothing came of it": Case("day", COMPUTER, (UNTIME, LATE), Why.STUCK),
    "time was up, and the table was to end": Case("day", END, (UNTIME, LATE), Why.STUCK),
    "a computer player is about to move": Case(
        "day", COMPUTER, (UNTIME, LATE, "UPDATE seats SET stand_in_for = 'time-up'"), None
    ),
    "the table simply waits on, and reminds": Case("day", WAIT, (LATE,), None),
    "it waits on and never reminds": Case("day", WAIT, (UNTIME, LATE), Why.UNREMINDED),
    "it waits on, and has reminded": Case(
        "day", WAIT, (UNTIME, LATE, "UPDATE waits SET reminded = 7"), None
    ),
    "it stands still": Case("day", COMPUTER, (UNTIME, "UPDATE waits SET stops = 'holiday'"), None),
}


async def table(host: Host, pace: str, when_late: WhenLate) -> Match:
    """Return a match that Ann and Bob have begun, and that its channel shows."""
    lobby = await lobby_of(host, ANN, BOB)

    def agreed(match: Match, _: datetime) -> Match:
        return replace(match, pace=PACES[pace], when_late=when_late)

    await host.tables.change(lobby.id, agreed)
    match = await host.lobbies.start(lobby.id, ANN.id)
    await host.telling.tell(match.id)
    return match


async def damaged(database: Database, *statements: str) -> None:
    async with database.writing() as connection:
        for each in statements:
            await connection.execute(text(each))


async def lawless(database: Database, *questions: str) -> set[tuple[int, int]]:
    """Return the waits that break the simulation's law."""
    async with database.reading() as connection:
        found = [(await connection.execute(text(each))).all() for each in questions]
    return {(row[0], row[1]) for rows in found for row in rows}


async def unseen(database: Database, question: str, moment: datetime) -> set[tuple[int, int]]:
    """Return the waits that should have been looked at by a moment."""
    async with database.reading() as connection:
        rows = (await connection.execute(text(question))).all()
    return {(row[0], row[1]) for row in rows if row[2] and instant(row[2]) <= moment - law.GRACE}


@pytest.mark.parametrize("name", CASES)
async def test_a_wait_hangs_if_nothing_is_to_come_without_an_agreement(
    database: Database, host: Host, name: str
) -> None:
    case = CASES[name]
    match = await table(host, case.pace, case.when_late)
    await damaged(database, *case.damage)

    found = await hanging(database)
    other = await lawless(database, law.HANGS, law.UNTIMED, law.UNREMINDED)

    assert [each.why for each in found] == ([] if case.why is None else [case.why])
    assert {(each.match, each.seat) for each in found} == other
    assert {each.match for each in found} <= {match.id}


@pytest.mark.parametrize("is_here", [False, True])
async def test_who_wants_no_reminders_is_not_missed(
    database: Database, host: Host, players: PlayerStore, clock: StandingClock, *, is_here: bool
) -> None:
    match = await table(host, "none", COMPUTER)
    asked = player_in(match, match.acting[0])
    if is_here:
        await players.remind_at(asked, match.id, Reminding.OFF, clock.now())
    else:
        await players.prefer(asked, Preferences(reminding=Reminding.OFF))
    await damaged(database, UNREMIND)

    assert not await hanging(database)
    assert not await lawless(database, law.UNREMINDED)


@pytest.mark.parametrize(
    ("pace", "question", "why"),
    [("day", law.UNNOTICED, Why.UNNOTICED), ("none", law.OVERDUE, Why.OVERDUE)],
)
async def test_what_was_due_is_missed_when_the_bot_has_ticked_for_a_while_since(
    database: Database,
    host: Host,
    stores: Stores,
    clock: StandingClock,
    pace: str,
    question: str,
    why: Why,
) -> None:
    await table(host, pace, COMPUTER)
    moments = "SELECT due_at FROM waits WHERE due_at IS NOT NULL"
    looks = "SELECT look_at FROM waits WHERE look_at IS NOT NULL"
    async with database.reading() as connection:
        asked = text(moments if pace == "day" else looks)
        due = instant((await connection.execute(asked)).scalar_one())
    # The bot worked until then; no outage is given back.
    if pace == "day":
        await damaged(database, UNREMIND)
    clock.time = due + TICKING - SECOND
    await stores.beats.beat(clock.now(), ZERO)
    soon, soon_unseen = await hanging(database), await unseen(database, question, due)
    await stores.beats.beat(clock.now() + SECOND, ZERO)

    assert not soon
    assert not soon_unseen
    assert [each.why for each in await hanging(database)] == [why]
    assert await unseen(database, question, due + TICKING)


async def test_what_came_due_in_an_outage_has_its_time_after_it(
    database: Database, host: Host, stores: Stores, clock: StandingClock
) -> None:
    await table(host, "none", COMPUTER)
    await stores.beats.beat(clock.now(), ZERO)
    clock.pass_by(days=2)
    lost = await stores.beats.beat(clock.now(), ZERO)
    at_once = await hanging(database)
    for _ in range(int(TICKING / EVERY)):
        clock.time += EVERY
        await stores.beats.beat(clock.now(), ZERO)

    assert lost
    assert not at_once
    assert [each.why for each in await hanging(database)] == [Why.OVERDUE]
