"""Whole matches of Aftershock at a table: whatever breaks, the channel is told everything once.

Several choose at the same time, take back what they sealed, do several things in one turn; a
computer player sits among them; the process is killed while it tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.hosting.match.updates import REST
from bot.storage.database import Database
from bot.storage.schema import entries
from bot.storage.stores import Stores
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, Posted, Status
from engine.game import PUBLIC, Decision, Seat
from engine.record_text import write_record
from engine.registry import game, games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock, Told
from tests.bot.tables import ANN, BOB, CLEO, HERE, THREADED, new_request, player_in, record_of
from tests.engine.playing import moving

RULES = game("aftershock")
RESTED = REST.total_seconds() + 1


class Killed(BaseException):
    """The process ended here: nobody catches it on the way."""


@dataclass(slots=True)
class Deadly(Listener):
    """A channel that has got a message now and then before whoever sent it was killed."""

    chance: Random = field(default_factory=lambda: Random(4))
    danger: float = 0.0
    deaths: int = 0

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        told = await Listener.table(self, loaded, since, missed)
        self._survived()
        return told

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        told = await Listener.extend_table(self, loaded, since)
        self._survived()
        return told

    def _survived(self) -> None:
        if self.chance.random() < self.danger:
            self.deaths += 1
            # Nobody knows of it any more: it is said again, in the same message or in the next.
            self.told.pop()
            raise Killed


@dataclass(slots=True)
class Table:
    """A match with one computer player, and the process that hosts it for now."""

    stores: Stores
    channel: Deadly
    clock: StandingClock
    chance: Random
    host: Host = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self.host = Host(self.stores, self.channel, self.clock, KnownEntropy())

    async def begun(self, *, threaded: bool) -> Match:
        venue = THREADED if threaded else HERE
        match = await self.host.lobbies.open(ANN, venue, "aftershock", 4, new_request())
        for person in (BOB, CLEO):
            await self.host.lobbies.join(match.id, person, new_request())
        await self.host.lobbies.add_agent(match.id, ANN.id, "greedy", "Robo", new_request())
        return await self.host.lobbies.start(match.id, ANN.id)

    async def ticked(self, seconds: float) -> None:
        """Let time pass; a process that is killed is started again."""
        self.clock.pass_by(seconds=seconds)
        try:
            await self.host.tick()
        except Killed:
            self.restart()
            await self.ticked(0)

    async def moved(self, match_id: MatchId) -> Match:
        """Let a player who may choose anything they may."""
        match, progress = await self.host.cache.progress(match_id)
        seats = moving(RULES, progress.state, self.chance)
        people = [each for each in seats if match.chairs[each].agent is None]
        seat = self.chance.choice(people or [Seat(match.acting[0])])
        action = self.chance.choice(list(RULES.legal_actions(progress.state, seat)))
        player = player_in(match, seat)
        await self.host.moves.submit(match_id, player, (action,), match.line, new_request())
        try:
            await self.host.telling.tell(match_id)
        except Killed:
            self.restart()
        return await self.host.cache.match(match_id)


def versions(told: Sequence[Told]) -> list[Told]:
    """Return what each message said in the end."""
    last: list[Told] = []
    for each in told:
        if not each.is_new:
            last.pop()
        last.append(each)
    return last


@pytest.mark.parametrize(("seed", "threaded", "danger"), [(1, False, 0.0), (2, True, 0.15)])
async def test_every_event_is_told_once_and_in_order(
    stores: Stores, clock: StandingClock, seed: int, danger: float, *, threaded: bool
) -> None:
    channel = Deadly(danger=0.0)
    table = Table(stores, channel, clock, Random(seed))
    match = await table.begun(threaded=threaded)
    channel.danger = danger
    while match.status is Status.PLAYING:
        if match.agent_acts or table.chance.random() < 0.3:
            await table.ticked(table.chance.choice((1, 5, 11, RESTED)))
            match = await table.host.cache.match(match.id)
        else:
            match = await table.moved(match.id)
    channel.danger = 0.0
    await table.ticked(7 * 3600)

    match = await table.host.cache.match(match.id)
    lines = (await table.host.cache.of(match.id)).begun
    told = versions(channel.of(match.id))
    assert [each.since for each in told] == [0, *(each.line for each in told)][: len(told)]
    assert told[-1].line == match.line
    for each in told:
        assert each.events == tuple(
            event for line in lines[each.since : each.line] for event in line.events
        )
    assert not match.is_behind
    assert (channel.deaths > 3) is (danger > 0)


async def in_the_middle(table: Table, match: Match) -> Match:
    """Play until a player has done the first of several things in a turn."""
    while match.status is Status.PLAYING:
        before, state = match, (await table.host.cache.progress(match.id))[1].state
        if match.agent_acts:
            await table.ticked(11)
            match = await table.host.cache.match(match.id)
            continue
        told = len(table.channel.of(match.id))
        match = await table.moved(match.id)
        is_held = match.told_line < match.line and len(table.channel.of(match.id)) == told
        if is_held and _goes_on(state, match):
            assert (match.told_line, match.table.upto) == (before.told_line, before.table.upto)
            return match
    raise AssertionError("never")


async def played_out(table: Table, match: Match) -> Match:
    """Let whoever is in the middle of a turn end it."""
    seats = match.acting
    while match.acting == seats:
        match = await table.moved(match.id)
    return match


@pytest.fixture
async def table(stores: Stores, clock: StandingClock) -> Table:
    return Table(stores, Deadly(), clock, Random(3))


async def test_a_turn_of_several_things_is_told_as_one(table: Table) -> None:
    match = await in_the_middle(table, await table.begun(threaded=False))
    upto, told = match.table.upto, len(table.channel.of(match.id))

    await played_out(table, match)
    await table.ticked(0)

    whole = table.channel.of(match.id)[told]
    assert (whole.since, whole.is_new) == (upto, True)


@pytest.mark.parametrize("threaded", [False, True])
async def test_a_turn_that_rests_is_told_so_far_within_the_newest_message(
    table: Table, *, threaded: bool
) -> None:
    match = await in_the_middle(table, await table.begun(threaded=threaded))
    told = len(table.channel.of(match.id))
    since = table.channel.of(match.id)[-1].since

    await table.ticked(RESTED - 10)
    early = table.channel.of(match.id)[told:]
    table.restart()
    await table.ticked(20)
    await table.ticked(20)
    (late,) = table.channel.of(match.id)[told:]
    ended = await played_out(table, await table.host.cache.match(match.id))
    await table.ticked(0)

    assert early == []
    assert (late.since, late.line, late.is_new) == (since, match.line, False)
    rest = table.channel.of(match.id)[told + 1]
    assert (rest.since, rest.is_new) == (match.line, True)
    # A computer player may have come next.
    assert rest.line >= ended.line


async def test_a_turn_that_goes_on_after_a_rest_is_held_again(table: Table) -> None:
    match = await in_the_middle(table, await table.begun(threaded=False))
    await table.ticked(RESTED)
    rested = await table.host.cache.match(match.id)

    again = await in_the_middle(table, rested)

    assert rested.table.upto == rested.line
    assert again.table.upto < again.line


def _goes_on(state: Any, match: Match) -> bool:
    """Say whether the same seat alone was and is waited for."""
    node = RULES.node(state)
    assert isinstance(node, Decision)
    return len(node.all) == 1 and tuple(node.seats) == match.acting


async def test_what_nobody_sees_is_stored_with_its_true_moment(
    table: Table, database: Database
) -> None:
    before = match = await table.begun(threaded=False)
    while before.line == match.line or before.seen_by(PUBLIC) != match.seen_by(PUBLIC):
        await table.ticked(60)
        before = await table.host.cache.match(match.id)
        match = await table.moved(match.id)

    newest = select(entries.c.at).order_by(entries.c.seq.desc()).limit(1)
    async with database.reading() as connection:
        assert (await connection.execute(newest)).scalar_one() == table.clock.now()
    assert match.changed_at == before.changed_at < table.clock.now()
    record = await record_of(table.host, match.id)
    # What is exported knows no moments at all.
    assert str(table.clock.now().year) not in write_record(games()[match.game], record)
