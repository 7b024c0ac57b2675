"""The gateway on loopback: sessions that begin, are resumed, break and are forgotten; shards."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias

from aiohttp import WSMsgType, web

from tests.wire.loopback.things import Account, Guild, Json, new_id, shard_of

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, HEARD = 0, 1, 2, 6, 7, 9, 10, 11
HEARTBEAT_MS: Final = 41_250
UNKNOWN_TOKEN, WRONG_SHARD = 4004, 4010
LOST: Final = 1006
"""The code of a connection that broke without a word."""
RESUMABLE_SECONDS: Final = 60.0
"""How long a session without a connection is kept."""
EARLY_SECONDS: Final = 0.02
"""How much too early an IDENTIFY may come: clocks and loops are no better than that."""

Shard: TypeAlias = tuple[int, int]
"""A number, and how many there are."""


@dataclass(eq=False)
class Session:
    """What a client is told, and the connection that it has now, if it has one."""

    shard: Shard = (0, 1)
    peer: tuple[str, int] = "", 0
    id: str = field(default_factory=new_id)
    identified_at: float = field(default_factory=monotonic)
    ready_at: float | None = None
    """When all of its servers had been written to the socket."""
    resumed: int = 0
    """How often it was resumed."""
    forgotten: int = 0
    """How many events were dropped because the client said that it has them."""
    told: list[str] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    alone_since: float = 0.0
    outbox: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    """What is still to be written; None where the servers end."""
    silent_until: float = 0.0

    def tell(self, event: str, data: Json) -> None:
        told = {"op": DISPATCH, "t": event, "s": self.forgotten + len(self.told) + 1, "d": data}
        self.told.append(text := json.dumps(told))
        self.outbox.put_nowait(text)

    def ask(self, op: int, data: Any) -> None:
        """Send what is no event."""
        self.outbox.put_nowait(json.dumps({"op": op, "d": data}))

    def heard(self, seq: int | None) -> None:
        """Drop what the client says that it has."""
        if seq is not None and seq > self.forgotten:
            del self.told[: seq - self.forgotten]
            self.forgotten = seq

    @property
    def pid(self) -> int | None:
        """The process at the other end of the socket; Linux only, None where nobody is."""
        return owner_of(self.peer[1])


class Gateway:
    """Speaks with the clients that connect; `bot` and `guilds` are told to a new session.

    Where it `is_sharded`, a session is told only of the servers that fall to its shard, and an
    IDENTIFY that comes less than `interval` seconds after the one before of the same bucket (shard
    modulo `max_concurrency`) is refused. A shard may have several sessions, and several counts of
    shards may be up at once.
    """

    def __init__(
        self, token: str, bot: Account, guilds: dict[str, Guild], problems: list[str]
    ) -> None:
        self._token = token
        self._bot = bot
        self._guilds = guilds
        self._problems = problems
        self._sessions: list[Session] = []
        self._sockets: dict[web.WebSocketResponse, tuple[web.Request, Session | None]] = {}
        self._identified: dict[int, float] = {}
        self._refused_until = 0.0
        self.is_sharded = False
        self.shards = 1
        """What is recommended."""
        self.max_concurrency = 1
        self.session_starts = 100_000
        """How many a day; nobody is refused for more, but told of it who asks."""
        self.interval = 5.0
        self.url = ""
        self.identifies = 0
        self.resumes = 0

    @property
    def live(self) -> list[Session]:
        """The sessions that have a connection."""
        return [each for each in self._sessions if each.socket is not None]

    def of(self, shard: "Shard | int | Session | None") -> list[Session]:
        """Return the live sessions of a shard, by its number or with the count; None: all."""
        if isinstance(shard, Session):
            return [each for each in self.live if each is shard]
        if isinstance(shard, int):
            return [each for each in self.live if each.shard[0] == shard]
        return [each for each in self.live if shard in (None, each.shard)]

    def dispatch(self, event: str, data: Json, guild: str | None = None) -> None:
        """Tell every session whose shard has the server; None: there is no server.

        One without a connection hears of it when it resumes.
        """
        for each in self._sessions:
            if not self.is_sharded or shard_of(guild, each.shard[1]) == each.shard[0]:
                each.tell(event, data)

    def refuse(self, seconds: float) -> None:
        """Let nobody connect for a while."""
        self._refused_until = monotonic() + seconds

    def silence(self, seconds: float, shard: "Shard | int | Session | None" = None) -> None:
        """Keep connections open and say nothing on them for a while, not even to heartbeats."""
        for each in self.of(shard):
            each.silent_until = monotonic() + seconds

    async def reconnect(self, shard: "Shard | int | Session | None" = None) -> None:
        """Ask for a reconnect."""
        for each in self.of(shard):
            each.ask(RECONNECT, None)

    async def invalidate(
        self, *, resumable: bool, shard: "Shard | int | Session | None" = None
    ) -> None:
        """Call sessions void."""
        for each in self.of(shard):
            each.ask(INVALID, resumable)
            if not resumable:
                self._sessions.remove(each)

    async def drop(
        self, code: int, *, forget: bool = False, shard: "Shard | int | Session | None" = None
    ) -> None:
        """Close connections with a code; `forget` their sessions, too."""
        chosen = self.of(shard)
        for socket, (request, session) in list(self._sockets.items()):
            if shard is not None and session not in chosen:
                continue
            if code != LOST:
                await socket.close(code=code)
            elif request.transport is not None:
                request.transport.abort()
        if forget:
            gone = chosen if shard is not None else list(self._sessions)
            self._sessions = [each for each in self._sessions if each not in gone]

    async def close(self) -> None:
        """Go away."""
        self._sessions.clear()
        for socket in list(self._sockets):
            await socket.close(code=1001)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Speak with one client until it is gone."""
        if monotonic() < self._refused_until:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets[socket] = request, None
        session: Session | None = None
        writing: asyncio.Task[None] | None = None
        try:
            await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                asked: Json = message.json()
                if asked["op"] == HEARTBEAT:
                    if session is not None:
                        session.heard(asked["d"])
                        await asyncio.sleep(session.silent_until - monotonic())
                    await socket.send_json({"op": HEARD, "d": None})
                elif asked["op"] in (IDENTIFY, RESUME):
                    if (code := self._not_let_in(asked)) is not None:
                        await socket.close(code=code)
                        break
                    session = self._session(asked)
                    if session is None:
                        await socket.send_json({"op": INVALID, "d": False})
                        continue
                    session.socket = socket
                    session.peer = (request.transport or socket).get_extra_info("peername")
                    self._sockets[socket] = request, session
                    writing = asyncio.create_task(_written(session, socket))
        except ConnectionError:
            pass
        finally:
            self._sockets.pop(socket, None)
            if writing is not None:
                writing.cancel()
            if session is not None and session.socket is socket:
                session.socket, session.alone_since = None, monotonic()
        return socket

    def _not_let_in(self, asked: Json) -> int | None:
        """Return the code with which a client is refused."""
        if asked["d"]["token"].removeprefix("Bot ") != self._token:
            return UNKNOWN_TOKEN
        number, count = asked["d"].get("shard") or (0, 1)
        if self.is_sharded and not 0 <= number < count:
            self._problems.append(f"IDENTIFY as shard {number} of {count}")
            return WRONG_SHARD
        return None

    def _session(self, asked: Json) -> Session | None:
        """Return the session that a client begins or resumes; None: it may not."""
        return self._resumed(asked["d"]) if asked["op"] == RESUME else self._begun(asked["d"])

    def _resumed(self, asked: Json) -> Session | None:
        known, seq = asked["session_id"], asked["seq"]
        session = next((each for each in self._sessions if each.id == known), None)
        if session is None or seq < session.forgotten:
            return None
        self.resumes += 1
        session.resumed += 1
        session.outbox = asyncio.Queue()
        for each in session.told[seq - session.forgotten :]:
            session.outbox.put_nowait(each)
        session.outbox.put_nowait(None)
        session.tell("RESUMED", {})
        return session

    def _begun(self, asked: Json) -> Session | None:
        number, count = asked.get("shard") or (0, 1)
        now, bucket = monotonic(), number % self.max_concurrency
        self.identifies += 1
        since = now - self._identified.get(bucket, -self.interval)
        if self.is_sharded and since < self.interval - EARLY_SECONDS:
            self._problems.append(f"IDENTIFY of shard {number} of {count} after {since:.2f} s")
            return None
        self._identified[bucket] = now
        self._sessions = [each for each in self._sessions if self._may_come_back(each)]
        session = Session((number, count))
        self._sessions.append(session)
        guilds = [
            each
            for each in self._guilds.values()
            if not self.is_sharded or each.shard(count) == number
        ]
        ready: dict[str, Any] = {
            "v": 10,
            "user": self._bot.payload(),
            "guilds": [{"id": each.id, "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": self._bot.id, "flags": 0},
            "shard": [number, count],
        }
        session.tell("READY", ready)
        for guild in guilds:
            session.tell("GUILD_CREATE", guild.payload(self._bot))
        session.outbox.put_nowait(None)
        return session

    def _may_come_back(self, session: Session) -> bool:
        """Say whether to keep a session: not for ever, as its process may have been killed."""
        # Without shards, a session that had no connection when another one began was of a process
        # that is gone.
        patience = RESUMABLE_SECONDS if self.is_sharded else 0.0
        return session.socket is not None or monotonic() - session.alone_since < patience


async def _written(session: Session, socket: web.WebSocketResponse) -> None:
    outbox = session.outbox
    while True:
        text = await outbox.get()
        await asyncio.sleep(session.silent_until - monotonic())
        if text is None:
            session.ready_at = session.ready_at or monotonic()
            continue
        try:
            await socket.send_str(text)
        except ConnectionError:
            return


def owner_of(port: int, among: Iterable[int] = ()) -> int | None:
    """Return the process whose socket has this local port, among these or all; Linux only."""
    table = Path("/proc/net/tcp")
    lines = table.read_text(encoding="ascii").splitlines()[1:] if table.exists() else []
    rows = (line.split() for line in lines)
    inodes = [row[9] for row in rows if int(row[1].rpartition(":")[2], 16) == port]
    for folder in among or ("[0-9]*",):
        for link in Path("/proc").glob(f"{folder}/fd/*"):
            try:
                target = str(link.readlink())
            except OSError:
                continue  # it has ended meanwhile, or is another user's
            if target in [f"socket:[{each}]" for each in inodes]:
                return int(link.parts[2])
    return None
