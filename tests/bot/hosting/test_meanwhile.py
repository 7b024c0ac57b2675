"""What happens between a question and what is done about its answer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.stores import stores_in
from bot.table.ages import UNANSWERED
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import MOST_TABLES
from bot.table.match.match import Match, Status
from bot.table.match.stored import Pending, Stored
from bot.table.processes.buckets import Buckets
from bot.table.processes.shares import SOLE
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    HERE,
    SMALL,
    legal,
    lobby_of,
    new_request,
    one_move,
    player_in,
    table_of,
)


class Overtaken(MatchStore):
    """A store in which another task does something right after it has said what is due."""

    def __init__(self, database: Database, meanwhile: Callable[[], Awaitable[Any]]) -> None:
        super().__init__(database, games())
        self.stores = replace(stores_in(database, games()), matches=self)
        self._meanwhile = meanwhile

    async def find_due(self, now: datetime, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        listed = await super().find_due(now, buckets)
        await self._meanwhile()
        return listed


async def test_a_table_to_which_somebody_came_at_the_last_moment_stays_open(
    host: Host, database: Database, clock: StandingClock
) -> None:
    match = await lobby_of(host, ANN, places=4)
    clock.pass_by(hours=48)
    late = Overtaken(database, lambda: host.lobbies.join(match.id, BOB, new_request()))

    await Host(late.stores, Listener(), clock, KnownEntropy()).tick()

    match = await host.cache.match(match.id)
    assert match.status == Status.LOBBY
    assert match.people == (ANN, BOB)
    assert match.expires_at == clock.now() + UNANSWERED


async def test_a_table_that_somebody_left_at_the_last_moment_does_not_begin(
    host: Host, database: Database, clock: StandingClock
) -> None:
    match = await lobby_of(host, ANN, BOB, CLEO)
    clock.pass_by(minutes=1)
    late = Overtaken(database, lambda: host.lobbies.leave_lobby(match.id, CLEO.id, new_request()))

    await Host(late.stores, Listener(), clock, KnownEntropy()).tick()

    match = await host.cache.match(match.id)
    assert match.status == Status.LOBBY
    assert match.people == (ANN, BOB)


async def test_who_gets_up_as_the_match_begins_keeps_the_seat(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    with pytest.raises(LobbyRefused, match="lobby-closed"):
        await host.lobbies.leave_lobby(match.id, BOB.id, new_request())

    assert await host.cache.match(match.id) == match


async def test_one_press_of_leave_counts_once(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB, places=3)
    await host.lobbies.leave_lobby(match.id, BOB.id, "press")
    await host.lobbies.join(match.id, BOB, new_request())

    match = await host.lobbies.leave_lobby(match.id, BOB.id, "press")

    assert match.people == (ANN, BOB)


async def test_nobody_opens_more_than_twenty_tables_at_once(
    host: Host, matches: MatchStore
) -> None:
    openings = (
        host.lobbies.open(ANN, HERE, "seismic", 2, new_request()) for _ in range(MOST_TABLES + 5)
    )

    answers = await asyncio.gather(*openings, return_exceptions=True)

    assert sum(isinstance(each, LobbyRefused) for each in answers) == 5
    assert len(await matches.of_player(ANN.id)) == MOST_TABLES


async def test_nobody_sits_down_at_more_than_twenty_tables_at_once(
    host: Host, matches: MatchStore
) -> None:
    hosts = [BOB] * 12 + [CLEO] * 12
    tables = [await lobby_of(host, each) for each in hosts]

    joins = (host.lobbies.join(each.id, ANN, new_request()) for each in tables)
    answers = await asyncio.gather(*joins, return_exceptions=True)

    assert sum(isinstance(each, LobbyRefused) for each in answers) == 4
    assert len(await matches.of_player(ANN.id)) == MOST_TABLES


async def test_opening_twice_at_once_by_one_interaction_opens_one_table(host: Host) -> None:
    openings = (host.lobbies.open(ANN, HERE, "seismic", 2, "open") for _ in range(2))

    first, second = await asyncio.gather(*openings)

    assert first.id == second.id


async def test_computer_players_that_are_called_twice_at_once_move_once(host: Host) -> None:
    match = await host.lobbies.open(ANN, HERE, "seismic", 2, new_request(), SMALL)
    await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())
    match = await host.lobbies.start(match.id, ANN.id)

    with capture_logs() as logs:
        while match.acting:
            await asyncio.gather(*(host.scheduler.now(match.id) for _ in range(3)))
            match = await host.cache.match(match.id)
            if match.acting:
                match = (await one_move(host, match.id)).match

    assert match.status == Status.FINISHED
    assert logs == []


class Slow(MatchStore):
    """A shelf whose first answer to a question comes late: it is known by then, or done."""

    def __init__(self, database: Database, question: str) -> None:
        super().__init__(database, games())
        self.stores = replace(stores_in(database, games()), matches=self)
        self._question: str | None = question
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def get(self, match_id: MatchId) -> Stored:
        stored = await super().get(match_id)
        await self._answers("get")
        return stored

    async def append(self, *args: Any, **kwargs: Any) -> Match:
        stored = await super().append(*args, **kwargs)
        await self._answers("append")
        return stored

    async def _answers(self, question: str) -> None:
        if self._question == question:
            self._question = None
            self.asked.set()
            await self.may_answer.wait()


async def test_who_reads_a_table_slowly_takes_no_move_back(
    host: Host, database: Database, clock: StandingClock, messenger: Listener
) -> None:
    begun, late = await table_of(host, ANN, BOB), Slow(database, "get")
    owner = Host(late.stores, messenger, clock, KnownEntropy(), ownership=SOLE)
    looking = asyncio.create_task(owner.cache.match(begun.id))
    await late.asked.wait()
    moved = (await one_move(owner, begun.id)).match

    late.may_answer.set()
    await looking

    assert (await owner.cache.match(begun.id)).line == moved.line
    await one_move(owner, begun.id)


async def next_move(
    host: Host, match_id: MatchId
) -> tuple[MatchId, PlayerId, tuple[Any, ...], int, str]:
    """Return what the seat that must act submits."""
    match, (seat, actions) = await host.cache.match(match_id), await legal(host, match_id)
    move = (actions[len(actions) // 2],)
    return match_id, player_in(match, seat), move, match.line, new_request()


async def test_what_is_told_while_a_move_is_stored_is_not_told_again(
    host: Host, database: Database, clock: StandingClock
) -> None:
    begun = await table_of(host, ANN, BOB)
    first = await host.moves.submit(*await next_move(host, begun.id))
    late, channel = Slow(database, "append"), Listener()
    owner = Host(late.stores, channel, clock, KnownEntropy(), ownership=SOLE)
    storing = asyncio.create_task(owner.moves.submit(*await next_move(owner, begun.id)))
    await late.asked.wait()
    await owner.telling.tell(begun.id)

    late.may_answer.set()
    second = (await storing).match
    await owner.telling.tell(begun.id)

    lines = [(each.since, each.line) for each in channel.of(begun.id)]
    assert lines == [(begun.line, first.match.line), (first.match.line, second.line)]
    assert not (await owner.cache.match(begun.id)).is_behind
