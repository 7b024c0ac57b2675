"""The gateway on loopback: sessions that begin, are resumed, break and are forgotten."""

import asyncio
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.wire.loopback.things import Account, Guild, Json, new_id

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, HEARD = 0, 1, 2, 6, 7, 9, 10, 11
HEARTBEAT_MS: Final = 41_250
UNKNOWN_TOKEN: Final = 4004
LOST: Final = 1006
"""The code of a connection that broke without a word."""


@dataclass(eq=False)
class Session:
    """What a client is told, and the connection that it has now, if it has one."""

    id: str = field(default_factory=new_id)
    told: list[Json] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    outbox: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)


class Gateway:
    """Speaks with whoever connects; `bot` and `guilds` are told to a new session."""

    def __init__(self, token: str, bot: Account, guilds: dict[str, Guild]) -> None:
        self._token = token
        self._bot = bot
        self._guilds = guilds
        self._sessions: list[Session] = []
        self._sockets: dict[web.WebSocketResponse, web.Request] = {}
        self._refused_until = 0.0
        self.url = ""
        self.identifies = 0
        self.resumes = 0

    @property
    def live(self) -> list[Session]:
        """The sessions that have a connection."""
        return [each for each in self._sessions if each.socket is not None]

    def dispatch(self, event: str, data: Json) -> None:
        """Tell every session; one without a connection hears of it when it resumes."""
        for each in self._sessions:
            self._tell(each, event, data)

    def refuse(self, seconds: float) -> None:
        """Let nobody connect for a while."""
        self._refused_until = monotonic() + seconds

    async def reconnect(self) -> None:
        """Ask for a reconnect."""
        for each in self.live:
            each.outbox.put_nowait({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool) -> None:
        """Call sessions void."""
        for each in self.live:
            each.outbox.put_nowait({"op": INVALID, "d": resumable})
            if not resumable:
                self._sessions.remove(each)

    async def drop(self, code: int, *, forget: bool = False) -> None:
        """Close every connection with a code."""
        for socket, request in list(self._sockets.items()):
            if code != LOST:
                await socket.close(code=code)
            elif request.transport is not None:
                request.transport.abort()
        if forget:
            self._sessions.clear()

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
        self._sockets[socket] = request
        session: Session | None = None
        writing: asyncio.Task[None] | None = None
        try:
            await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                asked: Json = message.json()
                if asked["op"] == HEARTBEAT:
                    await socket.send_json({"op": HEARD, "d": None})
                elif asked["op"] in (IDENTIFY, RESUME):
                    if asked["d"]["token"].removeprefix("Bot ") != self._token:
                        await socket.close(code=UNKNOWN_TOKEN)
                        break
                    session = self._session(asked)
                    if session is None:
                        await socket.send_json({"op": INVALID, "d": False})
                        continue
                    session.socket = socket
                    writing = asyncio.create_task(_written(session.outbox, socket))
        except ConnectionError:
            pass
        finally:
            self._sockets.pop(socket, None)
            if writing is not None:
                writing.cancel()
            if session is not None and session.socket is socket:
                session.socket = None
        return socket

    def _session(self, asked: Json) -> Session | None:
        """Return the session that a client begins or goes on with; None: there is no such one."""
        if asked["op"] == RESUME:
            known, seq = asked["d"]["session_id"], asked["d"]["seq"]
            session = next((each for each in self._sessions if each.id == known), None)
            if session is None:
                return None
            self.resumes += 1
            session.outbox = asyncio.Queue()
            for each in session.told[seq:]:
                session.outbox.put_nowait(each)
            self._tell(session, "RESUMED", {})
            return session
        self.identifies += 1
        # Who had no connection when somebody else began was a process that is gone.
        self._sessions = self.live
        session = Session()
        self._sessions.append(session)
        ready: dict[str, Any] = {
            "v": 10,
            "user": self._bot.payload(),
            "guilds": [{"id": each, "unavailable": True} for each in self._guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": self._bot.id, "flags": 0},
            "shard": [0, 1],
        }
        self._tell(session, "READY", ready)
        for guild in self._guilds.values():
            self._tell(session, "GUILD_CREATE", guild.payload(self._bot))
        return session

    def _tell(self, session: Session, event: str, data: Json) -> None:
        told = {"op": DISPATCH, "t": event, "s": len(session.told) + 1, "d": data}
        session.told.append(told)
        session.outbox.put_nowait(told)


async def _written(outbox: asyncio.Queue[Json], socket: web.WebSocketResponse) -> None:
    while True:
        message = await outbox.get()
        try:
            await socket.send_json(message)
        except ConnectionError:
            return
