"""Where matches stood a while ago, so that one that is not in memory need not be replayed whole.

A snapshot is a cache: the record is the truth. It is bound to the record by a digest, and to the
rules by a fingerprint of the program; one that doesn't fit is dropped. Those that fit are compared
with a replay now and then, which wins.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import count
from typing import Any, Final

import structlog

from bot import metrics
from bot.hosting.match.history import seen_after
from bot.storage.match.snapshots import SnapshotStore
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, Status
from bot.table.match.stored import Snapshot
from engine.game import CHANCE, Actor, AnyGame
from engine.record import Record, standing
from engine.replay import Replay
from engine.state_text import BadStateText, read_state, write_state

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

EVERY: Final = 40
"""How many lines a match must have after its snapshot to get a new one."""
FARTHEST: Final = 24
"""At most how many lines a snapshot is behind its match when it is made."""
MOST_DUE: Final = 256
CHECKED: Final = 64
"""One of this many loads by a snapshot is compared with a whole replay."""
LAST_SECONDS: Final = 2.0
"""How long a process that ends may take for what is due."""


class Mismatch(Exception):
    """A snapshot doesn't fit; the text says why."""


@cache
def fingerprint() -> str:
    """Return what this program is known by: a digest of all files that snapshots depend on.

    Those of the engine, those that count what was seen, and this one.
    """
    every, here = sha256(), files("bot.hosting.match")
    own = [(name, here / name) for name in ("history.py", "snapshots.py")]
    for path, file in sorted([*_files("engine", files("engine")), *own]):
        every.update(f"{path}\n".encode())
        every.update(sha256(file.read_bytes()).digest())
    return every.hexdigest()[:16]


def _files(path: str, folder: Traversable) -> Iterable[tuple[str, Traversable]]:
    for each in folder.iterdir():
        inner = f"{path}/{each.name}"
        if each.is_file():
            yield inner, each
        elif each.name != "__pycache__":
            yield from _files(inner, each)


def snapshot_of(game: AnyGame, replay: Replay[Any, Any], seen: tuple[int, ...]) -> Snapshot | None:
    """Return a snapshot of a match whose viewers have `seen` so much; None: it has none.

    It is taken a little way back, before the last turn of every seat. Looking at the table, or
    taking a move back, asks for no older state.
    """
    title, entries = game.meta.state, replay.record.entries
    line = max(replay.at_hand, len(entries) - FARTHEST, min(_last_turns(replay.record).values()))
    if title is None or not line:
        return None
    tail = seen_after((), len(seen) - 1, entries[line:], replay.events_after(line))
    before = [now - since for now, since in zip(seen, tail, strict=True)]
    body = f"{' '.join(map(str, before))}\n{write_state(title, replay.before(line))}"
    return Snapshot(line, _digest(entries[line - 1].digest, body), fingerprint(), body)


def _last_turns(record: Record[Any]) -> dict[Actor, int]:
    """Return the line with which the last moves in a row of each actor begin."""
    begun: dict[Actor, int] = {}
    last = None
    for seq in standing(record.entries):
        move = record.entries[seq].move
        if move is not None and move.actor != last:
            last = move.actor
            begun[last] = seq
    return {actor: seq for actor, seq in begun.items() if actor != CHANCE} or {CHANCE: 0}


def replayed_from(
    game: AnyGame, record: Record[Any], snapshot: Snapshot
) -> tuple[Replay[Any, Any], tuple[int, ...]]:
    """Return the replay of a record, begun at a snapshot, and what has been seen by its end.

    The caller guarantees that the digests of the record are right. Raises `Mismatch`.
    """
    line, title = snapshot.line, game.meta.state
    if title is None or not 0 < line <= len(record.entries):
        raise Mismatch("of no line")
    if snapshot.digest != _digest(record.entries[line - 1].digest, snapshot.body):
        raise Mismatch("of another record")
    counts, _, text = snapshot.body.partition("\n")
    try:
        seen, state = tuple(map(int, counts.split())), read_state(title, text)
    except (BadStateText, ValueError) as error:
        raise Mismatch(f"unreadable: {error}") from error
    try:
        replay: Replay[Any, Any] = Replay(game, record, (line, state))
        news, events = record.entries[line:], replay.events_after(line)
        return replay, seen_after(seen, record.header.setup.seats, news, events)
    except Exception as error:
        # Whatever a wrong state leads to; the record is judged by a whole replay.
        raise Mismatch(f"no way on from it: {error!r}") from error


def check(game: AnyGame, record: Record[Any], snapshot: Snapshot) -> None:
    """Raise `Mismatch` unless a snapshot leads to what a whole replay leads to.

    Raises `CorruptRecord` if the record doesn't replay.
    """
    (whole, seen), line = _whole(game, record), snapshot.line
    replay, counted = replayed_from(game, record, snapshot)
    if counted != seen:
        raise Mismatch(f"seen: {counted}, not {seen}")
    if (replay.before(line), replay.state) != (whole.before(line), whole.state):
        raise Mismatch("another state")


def _digest(at_line: str, body: str) -> str:
    return sha256(f"{at_line}\n{body}".encode()).hexdigest()[:32]


class Snapshots:
    """Writes snapshots now and then, off the way of any move, and begins replays at them."""

    def __init__(self, store: SnapshotStore, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._due: OrderedDict[MatchId, LoadedMatch] = OrderedDict()
        self._lines: dict[MatchId, int] = {}
        """The line of the newest snapshot of those in memory."""
        self._loads = count(1)

    def consider(self, loaded: LoadedMatch) -> None:
        """Let a match have a snapshot soon if it has gone on for long since the last one."""
        match = loaded.match
        if loaded.replay is None or match.status is not Status.PLAYING:
            self._due.pop(match.id, None)
            return
        if match.line - self._lines.get(match.id, 0) < EVERY:
            return
        if self._games[match.game].meta.state is None:
            return
        self._due[match.id] = loaded
        self._due.move_to_end(match.id)
        if len(self._due) > MOST_DUE:
            self._due.popitem(last=False)

    def forget(self, match_id: MatchId) -> None:
        """Know nothing more of a match that left the memory; what is due of it is still written."""
        self._lines.pop(match_id, None)

    async def look(self) -> None:
        """Write what is due; trouble is logged, and the rest left for another time."""
        try:
            while self._due:
                await self._write(self._due.popitem(last=False)[1])
        except OutOfReach:
            # It was logged where it was found, once.
            return
        except Exception:
            log.exception("snapshots-failed")

    async def close(self) -> None:
        """Write what is due, in a short time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await self.look()

    async def replay(
        self, match: Match, record: Record[Any], snapshot: Snapshot | None
    ) -> tuple[Replay[Any, Any], tuple[int, ...]]:
        """Return the replay of a record and what has been seen by its end.

        It begins at the snapshot, if that fits. Raises `CorruptRecord`.
        """
        game, wrong = self._games[match.game], None
        if snapshot is not None and snapshot.made_by == fingerprint():
            try:
                if next(self._loads) % CHECKED == 0:
                    await asyncio.to_thread(check, game, record, snapshot)
                    metrics.SNAPSHOTS.labels("checked").inc()
                found = await asyncio.to_thread(replayed_from, game, record, snapshot)
            except Mismatch as error:
                wrong = str(error)
            else:
                metrics.LOADS.labels("snapshot").inc()
                self._lines[match.id] = snapshot.line
                return found
        metrics.LOADS.labels("replay").inc()
        whole = await asyncio.to_thread(_whole, game, record)
        if snapshot is not None and wrong is not None:
            metrics.SNAPSHOTS.labels("wrong").inc()
            log.error("snapshot-wrong", match=match.id, line=snapshot.line, reason=wrong)
            await self._store.drop(match.id, snapshot)
        return whole

    async def _write(self, loaded: LoadedMatch) -> None:
        match, replay = loaded.match, loaded.begun
        game = self._games[match.game]
        made = await asyncio.to_thread(snapshot_of, game, replay, match.seen)
        if made is not None:
            await self._store.keep(match.id, made)
            self._lines[match.id] = made.line
            metrics.SNAPSHOTS.labels("written").inc()


def _whole(game: AnyGame, record: Record[Any]) -> tuple[Replay[Any, Any], tuple[int, ...]]:
    replay: Replay[Any, Any] = Replay(game, record)
    seats, events = record.header.setup.seats, replay.events_after(0)
    return replay, seen_after((), seats, record.entries, events)
