"""Several processes on one PostgreSQL: nothing is played, told or opened twice."""

import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import Stores, stores_in
from bot.table.ids import MatchId
from bot.table.match.lobby import MOST_TABLES
from bot.table.match.match import Match, Posted, Status, Target
from bot.table.world import NullMessenger
from engine.games.seismic import GAME
from engine.registry import games
from engine.replay import Replay
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.hosting.beside import FIRST_THREAD
from tests.bot.tables import (
    ANN,
    BOB,
    DAN,
    THREADED,
    legal,
    lobby_of,
    new_request,
    player_in,
    table_of,
)

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "tests" / "bot" / "hosting" / "beside.py"


async def test_processes_beside_one_another_play_and_tell_everything_once(
    postgresql_url: str, tmp_path: Path
) -> None:
    database = Database(postgresql_url)
    stores = stores_in(database, games())
    begun = [await with_a_computer_player(stores) for _ in range(2)]
    (tmp_path / "channel").touch()

    processes = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, str(SCRIPT), postgresql_url, str(tmp_path), name),
            *(str(each.id) for each in begun),
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for name in ("first", "second")
    ]
    async with asyncio.timeout(100):
        ended = [await each.wait() for each in processes]

    assert ended == [0, 0]
    places: dict[int, set[str]] = defaultdict(set)
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for line in (tmp_path / "channel").read_text().splitlines():
        match_id, place, since, upto = line.split()
        places[int(match_id)].add(place)
        spans[int(match_id)].append((int(since), int(upto)))
    for each in begun:
        match, record, *_ = await stores.matches.get(each.id)
        assert record is not None
        assert len(Replay(GAME, record)) == match.line
        assert (match.status, match.is_behind) == (Status.FINISHED, False)
        # All in one thread, every line in one message.
        assert places[each.id] == {str(match.table.place)} == {str(FIRST_THREAD + each.id)}
        ends = [each.table.upto, *(upto for _, upto in spans[each.id])]
        assert [since for since, _ in spans[each.id]] == ends[:-1]
        assert ends[-1] == match.line
    assert len(await stores.matches.of_player(DAN.id)) == MOST_TABLES
    await database.close()


async def test_a_move_stored_while_another_process_looks_is_not_taken_for_told(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = stores_in(database, games()), stores_in(database, games())
    messenger = Listener()
    host = Host(ours, messenger, StandingClock(), KnownEntropy())
    other = Host(theirs, Listener(), StandingClock(), KnownEntropy())
    match = await table_of(other, ANN, BOB)

    async def move() -> None:
        seat, actions = await legal(other, match.id)
        now = await other.cache.match(match.id)
        await other.moves.submit(
            match.id, player_in(now, seat), (actions[0],), now.line, new_request()
        )

    await move()
    await host.cache.match(match.id)
    await other.telling.tell(match.id)
    look = ours.matches.posts

    async def move_then_look(match_id: MatchId) -> Mapping[Target, Posted]:
        monkeypatch.setattr(ours.matches, "posts", look)
        await move()
        return await look(match_id)

    monkeypatch.setattr(ours.matches, "posts", move_then_look)
    await host.telling.tell(match.id)

    stored = (await theirs.matches.get(match.id)).match
    assert stored.table.upto == stored.line == messenger.told[-1].line


async def with_a_computer_player(stores: Stores) -> Match:
    """Return a match that has begun, and of which no channel has heard."""
    quiet = Host(stores, NullMessenger(), StandingClock(), KnownEntropy())
    match = await lobby_of(quiet, ANN, BOB, places=3, venue=THREADED)
    await quiet.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())
    return await quiet.lobbies.start(match.id, ANN.id)
