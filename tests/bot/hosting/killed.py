"""A process that plays matches and is killed again and again: run by `test_killed.py`.

Usage: killed.py DATABASE FOLDER KILLS. Imports once, then forks a player for each life. What the
host acknowledged goes to FOLDER/acknowledged, what the channel was told to FOLDER/channel: files
outside of the database, as people and Discord are. FOLDER/undone and FOLDER/planned count moves
that were taken back and that were planned.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.errors import NotPlaying, Stale, TakeBackRefused, VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import LoadedMatch, Match, Posted, Status
from bot.table.notices.notice import Delivered, QueuedNotice
from engine.game import Seat
from engine.plans import Alternative, Plan, planning_of
from engine.registry import games
from engine.takebacks import TakeBackKind
from tests.bot.tables import ANN, BOB, HERE, SMALL, play_and_tell, player_in, record_of

TABLES = 4
SHORTEST_LIFE, LONGEST_LIFE = 0.05, 0.6
TAKEN_BACK = 2
"""A move that leads to a line with a number of which this is a divisor is taken back."""
LIFE = "life"
"""Stands in the channel's file where a process began."""


class RunningClock:
    """The real time, or a time by `ahead` later."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self._ahead = ahead

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead


class SystemEntropy:
    def seed(self) -> bytes:
        return os.urandom(32)


class Channel:
    """A channel that outlives the process; it shows a repeated message once, as Discord does."""

    def __init__(self, path: Path) -> None:
        self._path = path
        put(path, LIFE)
        self._shown = set(path.read_text(encoding="utf-8").splitlines())

    async def cover(self, loaded: LoadedMatch) -> Posted:
        match = loaded.match
        return replace(match.cover, message=match.id)

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        del missed
        match = loaded.match
        self._put(f"{match.id} {since} {match.line} anew")
        return replace(match.table, message=match.line)

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        match = loaded.match
        self._put(f"{match.id} {since} {match.line} more")
        return match.table

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

    def _put(self, line: str) -> None:
        if line not in self._shown:
            self._shown.add(line)
            put(self._path, line)


def put(path: Path, line: str) -> None:
    """Add a line to a file in one write, so that a kill can't tear it."""
    with path.open("ab", buffering=0) as file:
        file.write(f"{line}\n".encode())


def written(path: Path) -> int:
    """Return how many bytes have been written to a file."""
    return path.stat().st_size if path.exists() else 0


def host_of(database: Database, folder: Path, ahead: timedelta = timedelta()) -> Host:
    stores = stores_in(database, games())
    return Host(stores, Channel(folder / "channel"), RunningClock(ahead), SystemEntropy())


async def live(url: str, folder: Path) -> None:
    """Go on with what the last life left, for ever."""
    host = host_of(Database(url), folder)
    await host.tick()
    await asyncio.gather(*(keep_playing(host, folder, number) for number in range(TABLES)))


async def keep_playing(host: Host, folder: Path, number: int) -> None:
    """Play one match after the other; requests are named so that a new life repeats them."""
    for turn in range(1000):
        name = f"{number}-{turn}"
        match = await host.lobbies.open(ANN, HERE, "seismic", 3, f"open {name}", SMALL)
        await host.lobbies.join(match.id, BOB, f"join {name}")
        await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", f"agent {name}")
        match = await host.lobbies.start(match.id, ANN.id)
        while match.status == Status.PLAYING:
            match = await moved(host, folder, match.id)


async def moved(host: Host, folder: Path, match_id: MatchId) -> Match:
    await host.tick()
    match = await host.cache.match(match_id)
    plans = match_id % TABLES == 1
    if plans and match.acting and not match.agent_acts:
        with suppress(NotPlaying):
            await plan_ahead(host, match)
    # What was planned in the last life may be played meanwhile, at the tick of another table.
    match, progress = await host.cache.progress(match_id)
    if not match.acting or match.agent_acts:
        return match
    seat = match.acting[0]
    actions = tuple(games()[match.game].legal_actions(progress.state, seat))
    action, request = actions[len(actions) // 2], f"{match_id} at {match.line}"
    try:
        played = await play_and_tell(
            host, match_id, player_in(match, seat), action, match.line, request
        )
    except (NotPlaying, Stale):
        return await host.cache.match(match_id)
    record = await record_of(host, match_id)
    digest = record.entries[match.line].digest
    put(folder / "acknowledged", f"{match_id} {match.line} {digest}")
    if (await host.cache.of(match_id)).planned:
        put(folder / "planned", f"{match_id}")
    if not plans and played.match.line % TAKEN_BACK == 0:
        await taken_back(host, folder, match_id, player_in(match, seat))
    return await host.cache.match(match_id)


async def taken_back(host: Host, folder: Path, match_id: MatchId, player: PlayerId) -> None:
    """Take the move back that was just played; the other person agrees."""
    other = BOB if player == ANN.id else ANN
    try:
        look = await host.take_backs.look(match_id, player)
        line, match = look.take_back.line, look.match
        if line is None or look.take_back.kind is not TakeBackKind.CONSENT:
            return  # late in a match nothing is turned up any more: nobody would be asked
        name = f"{match_id} back at {match.line}"
        await host.take_backs.ask(match_id, player, line, f"ask {name}")
        vote = (await host.cache.match(match_id)).votes[-1].id
        await host.take_backs.answer(match_id, other.id, vote, f"yes {name}", is_yes=True)
    except (NotPlaying, Stale, TakeBackRefused, VoteRefused):
        return  # the computer player has moved meanwhile, perhaps to the end
    record = await record_of(host, match_id)
    undone = next(each for each in record.entries if each.undo_to == line)
    put(folder / "acknowledged", f"{match_id} {undone.seq} {undone.digest}")
    put(folder / "undone", f"{match_id}")
    await host.telling.tell(match_id)


async def plan_ahead(host: Host, match: Match) -> None:
    """Let the person who isn't to move plan something, which may fail."""
    rules = games()[match.game]
    planning = planning_of(rules)
    other = ANN if match.seat_of(ANN.id) not in match.acting else BOB
    seat = match.seat_of(other.id)
    assert planning is not None
    assert seat is not None
    _, progress = await host.cache.progress(match.id)
    found = planning.ahead(rules.observe(progress.state, seat))
    if found is not None:
        plan = Plan(
            tuple(Alternative((each,)) for each in found.legal[:: len(found.legal) // 3 + 1])
        )
        await host.plans.change(match.id, other.id, lambda _: plan)


def main(url: str, folder: Path, kills: int) -> None:
    rng = Random(folder.name)
    for life in range(kills):
        # Every second life may be over before its first move; the others make one, so that a busy
        # machine comes to the same: kills at any moment, and moves of all kinds between them.
        path = folder / {7: "planned", 15: "undone"}.get(life, "acknowledged")
        before = written(path)
        child = os.fork()
        if child == 0:
            asyncio.run(live(url, folder))
        while life % 2 and written(path) == before:
            time.sleep(SHORTEST_LIFE)
        time.sleep(rng.uniform(SHORTEST_LIFE, LONGEST_LIFE))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit("a life ended by itself")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
