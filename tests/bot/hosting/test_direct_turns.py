"""Turns by direct message where several processes share a PostgreSQL: one of them asks, once."""

import asyncio
from collections import Counter

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.match.match import Status
from bot.table.notices.notice import NoticeKind
from bot.table.preferences import Preferences
from bot.table.time.turns import NextUp
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, CLEO, legal, new_request, player_in, table_of

MOVES = 9


async def test_of_two_processes_one_asks_once(postgresql_url: str, clock: StandingClock) -> None:
    databases = [Database(postgresql_url) for _ in range(2)]
    listeners = [Listener() for _ in databases]
    hosts = [
        Host(stores_in(database, games()), listener, clock, KnownEntropy())
        for database, listener in zip(databases, listeners, strict=True)
    ]
    wish = Preferences(turns_direct=True, next_up=NextUp.DIRECT)
    for person in (ANN, BOB, CLEO):
        await stores_in(databases[0], games()).players.prefer(person.id, wish)
    match = await table_of(hosts[0], ANN, BOB, CLEO)
    asked = list[int | None]()
    for move in range(MOVES):
        host = hosts[move % 2]
        for _ in range(4):
            clock.pass_by(seconds=11)
            await asyncio.gather(*(each.tick() for each in hosts))
        now = await host.cache.match(match.id)
        if now.status is not Status.PLAYING:
            break
        seat, actions = await legal(host, match.id)
        asked.append(now.chairs[seat].player)
        player, action = player_in(now, seat), actions[len(actions) // 2]
        await host.moves.submit(match.id, player, (action,), now.line, new_request())
    for database in databases:
        await database.close()

    every = [each for listener in listeners for each in listener.noticed]
    new = [each.notice for each in every if each.message is None]
    sent = Counter((each.kind, each.key) for each in new)
    assert set(sent.values()) == {1}
    turns = [each.facts["player"] for each in new if each.kind is NoticeKind.TURN]
    # Who moves on in the same turn was asked before.
    follows = [each for each, before in zip(asked, [None, *asked], strict=False) if each != before]
    assert Counter(turns) == Counter(follows)
    assert any(each.kind is NoticeKind.NEXT_UP for each in new)
