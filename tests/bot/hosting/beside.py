"""One of several processes that play the same matches at once: run by `test_beside.py`.

Usage: beside.py DATABASE FOLDER MATCH…. All of them try every move and tell every channel. What a
channel was told goes to FOLDER/channel, and nobody takes a repeated message for the same one there.
"""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.processes.ownership import SharedOwnership
from bot.storage.stores import stores_in
from bot.table.errors import LobbyRefused, NotPlaying, Stale
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Posted, Status
from bot.table.notices.notice import Delivered, QueuedNotice
from engine.errors import NotYourTurn
from engine.game import Seat
from engine.registry import games
from tests.bot.hosting.killed import RunningClock, SystemEntropy, put
from tests.bot.tables import DAN, HERE, SMALL, play_and_tell, player_in

TABLES = 15
"""How many each of them tries to open for the same person."""
FIRST_THREAD = 900


class Thread:
    """A messenger that writes down where it posted which lines."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "channel"

    async def cover(self, loaded: LoadedMatch) -> Posted:
        match = loaded.match
        return replace(match.cover, message=match.id)

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        del missed
        match = loaded.match
        # A process that doesn't know of the thread, and of no message, opens one.
        opened = FIRST_THREAD + match.id if match.table.message is None else None
        place = match.table.place or opened
        put(self._path, f"{match.id} {place} {since} {match.line}")
        # Long enough for the others to come in between.
        await asyncio.sleep(0.01)
        return replace(match.table, place=place, message=match.line)

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        raise NotImplementedError

    async def ask(self, loaded: LoadedMatch, since: int, *, anew: bool) -> Posted:
        raise NotImplementedError

    async def unask(self, loaded: LoadedMatch) -> Posted:
        raise NotImplementedError

    async def deals(self, loaded: LoadedMatch) -> None:
        del loaded

    type_in = deals

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        del loaded
        return Delivered(0, queued.id)

    async def unsay(self, queued: QueuedNotice) -> None:
        del queued

    async def redraw(self, loaded: LoadedMatch) -> bool:
        del loaded
        return False


async def play(host: Host, match_id: MatchId) -> None:
    """Make every move that a player must make, in their name, until it is over."""
    while (match := await host.cache.match(match_id)).status is Status.PLAYING:
        match, progress = await host.cache.progress(match_id)
        if match.agent_acts or not match.acting:
            await host.scheduler.now(match_id)
            continue
        actions = tuple(games()[match.game].legal_actions(progress.state, match.acting[0]))
        player, action = player_in(match, match.acting[0]), actions[len(actions) // 2]
        try:
            await play_and_tell(
                host, match_id, player, action, match.line, f"{match_id} at {match.line}"
            )
        except (Stale, NotYourTurn, NotPlaying):
            # Another one was faster, and by more than this one move.
            continue


async def crowd(host: Host, folder: Path) -> None:
    """Open more tables for one person than anybody may have."""
    for number in range(TABLES):
        try:
            await host.lobbies.open(DAN, HERE, "seismic", 2, f"{folder} {number}", SMALL)
        except LobbyRefused:
            put(folder / "refused", str(number))


async def live(url: str, folder: Path, name: str, matches: list[MatchId]) -> None:
    database = Database(url)
    stores, ownership = stores_in(database, games()), SharedOwnership(database)
    host = Host(stores, Thread(folder), RunningClock(), SystemEntropy(), ownership=ownership)
    (folder / name).mkdir()
    await asyncio.gather(crowd(host, folder / name), *(play(host, each) for each in matches))
    await host.tick()
    await ownership.close()
    await database.close()


if __name__ == "__main__":
    url, folder, name, *ids = sys.argv[1:]
    asyncio.run(live(url, Path(folder), name, [MatchId(int(each)) for each in ids]))
