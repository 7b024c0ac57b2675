"""A small Discord on loopback: what the process of a bot sees of it, and trouble on demand."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from aiohttp import web

from tests.wire.loopback.gateway import Gateway, Session
from tests.wire.loopback.people import Person
from tests.wire.loopback.rest import OPERATIONS, Ask, Refused, Rest
from tests.wire.loopback.things import (
    EVERYBODY,
    Account,
    Channel,
    File,
    Guild,
    Interaction,
    Json,
    Message,
    earlier_ids,
    new_id,
)
from tests.wire.process import BotProcess

POLL_SECONDS: Final = 0.005
NO_BOT_NEEDED: Final = re.compile(r"interactions/|webhooks/")
"""Addresses whose token is enough."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request of the bot."""

    at: float
    operation: str
    method: str
    path: str
    body: Any


@dataclass(eq=False)
class Fault:
    """Trouble with an operation, some times in a row; `after`: it is done, and the answer is lost.

    The name of the operation may be a pattern, such as `*_message`.
    """

    operation: str
    status: int = 0
    times: int = 1
    after: bool = False
    drop: bool = False
    retry_after: float = 0.0
    scope: str = "user"
    delay: float = 0.0
    hits: int = 0

    def answer(self) -> web.Response:
        if not self.retry_after:
            return _json({"code": 0, "message": "fault"}, self.status)
        is_global = self.scope == "global"
        told = {"message": "slow down", "retry_after": self.retry_after, "global": is_global}
        headers = {"Retry-After": str(self.retry_after), "Via": "1.1 loopback"}
        headers |= {"X-RateLimit-Scope": self.scope}
        headers |= {"X-RateLimit-Global": "true"} if is_global else {}
        return _json(told, 429, **headers)


@dataclass
class Discord:
    """A Discord with one server and one channel to begin with."""

    token: str = "a-token-of-the-loopback"
    interaction_deadline: float = 3.0
    patience: float = 20.0
    """How long people look at a "thinking"."""
    reaction_time: float = 0.0
    problems: list[str] = field(default_factory=list)
    self_problems: list[str] = field(default_factory=list)
    limits: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Not enforced here: only `fault` says that there were too many requests."""
    journal: MutableSequence[Call] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    people: dict[str, Person] = field(default_factory=dict)
    processes: list[Any] = field(default_factory=list)
    invalid_requests: int = 0
    """Those that count towards being shut out: 401, 403 and 429."""
    url: str = ""
    shards: int | None = None
    """What is recommended. With this or one of the next two arguments, the gateway shards."""
    max_concurrency: int | None = None
    identify_interval: float | None = None
    session_starts: int | None = None
    """How many sessions may begin in a day; None: as many as a bot in very many servers may."""

    def __post_init__(self) -> None:
        self.bot = Account(new_id(), "Faultline", bot=True)
        guilds: dict[str, Guild] = {}
        self.gateway = Gateway(self.token, self.bot, guilds, self.problems)
        self.rest = Rest(self.gateway, self.bot, guilds)
        self.dm, self.closed_dms = self.rest.dm, self.rest.closed_dms
        self.guild = self.add_guild("Games")
        self.table = self.guild.home
        if self.shards or self.max_concurrency or self.identify_interval is not None:
            self.gateway.is_sharded = True
            self.gateway.shards = self.shards or 1
            self.gateway.max_concurrency = self.max_concurrency or 1
            if self.identify_interval is not None:
                self.gateway.interval = self.identify_interval
        if self.session_starts is not None:
            self.gateway.session_starts = self.session_starts
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{address:.*}", self._asked)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        self.gateway.url = f"ws://{host}:{port}/gateway/"

    async def stop(self) -> None:
        for each in self.processes:
            await each.stop()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # -- what tests look at and bring about

    @property
    def channels(self) -> dict[str, Channel]:
        return self.rest.channels

    @property
    def interactions(self) -> dict[str, Interaction]:
        return self.rest.interactions

    @property
    def guilds(self) -> dict[str, Guild]:
        return self.rest.guilds

    def add_guild(self, name: str = "Games", *, shard: tuple[int, int] | None = None) -> Guild:
        """Add a server with a channel; `shard` is the one it shall fall to, of how many."""
        guild = self._furnished(new_id(shard), name)
        self.gateway.dispatch("GUILD_CREATE", guild.payload(self.bot), guild.id)
        return guild

    def add_guilds(self, count: int, name: str = "Guild") -> list[Guild]:
        """Add many servers, spread evenly over any number of shards; nobody is told of them."""
        return [self._furnished(each, name) for each in earlier_ids(count)]

    def _furnished(self, number: str, name: str) -> Guild:
        guild = self.guilds[number] = Guild(number, name)
        guild.members[self.bot.id] = self.bot, EVERYBODY.value
        channel = Channel(new_id(), "table", guild)
        self.channels[channel.id] = guild.channels[channel.id] = channel
        return guild

    def remove_guild(self, guild: Guild) -> None:
        """Let a server throw the bot out."""
        del self.guilds[guild.id]
        for each in guild.channels:
            self.channels.pop(each, None)
        self.gateway.dispatch("GUILD_DELETE", {"id": guild.id}, guild.id)

    def add_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(new_id(), name, guild)
        self.channels[channel.id] = guild.channels[channel.id] = channel
        self.gateway.dispatch("CHANNEL_CREATE", channel.payload(), guild.id)
        return channel

    def user(
        self, name: str, *, locale: str = "en-US", permissions: int = EVERYBODY.value
    ) -> Person:
        """Return the person of this name in the server; a new person, if there is none."""
        if name not in self.people:
            account = Account(new_id(), name, locale)
            self.guild.members[account.id] = account, permissions
            self.people[name] = Person(self, account, self.table)
        return self.people[name]

    def calls(self, operation: str) -> list[Call]:
        return [each for each in self.journal if each.operation == operation]

    def fault(self, operation: str, **trouble: Any) -> Fault:
        """Bring trouble to an operation, by default once."""
        self.faults.append(fault := Fault(operation, **trouble))
        return fault

    def compose(self, _: Call, body: Json, channel: Channel) -> Message:
        """Let the bot have posted something."""
        return self.rest.post(channel, body, [])

    async def until(
        self, is_so: Callable[[], Any], seconds: float = 5.0, what: str = "something"
    ) -> Any:
        """Wait until something is so, and return it; raises `TimeoutError`."""
        end = monotonic() + seconds
        while not (found := is_so()):
            if monotonic() > end:
                raise TimeoutError(f"waited {seconds} s for {what}; problems: {self.problems}")
            await asyncio.sleep(POLL_SECONDS)
        return found

    async def ready(self, seconds: float = 20.0, command: str = "") -> None:
        """Wait until the bot has a session, and has told its commands."""
        await self.until(lambda: self.gateway.live, seconds, "a session")
        if command:
            await self.until(
                lambda: command in [each["name"] for each in self.rest.commands],
                seconds,
                f"/{command}",
            )

    async def shards_ready(self, count: int | None = None, seconds: float = 60.0) -> list[Session]:
        """Wait until every shard of `count` has all its servers; return their sessions, in order.

        Unless it is given, `count` is what is recommended.
        """
        every = count or self.gateway.shards

        def found() -> list[Session]:
            live = self.gateway.live
            up = [each for each in live if each.shard[1] == every and each.ready_at]
            is_whole = {each.shard[0] for each in up} == set(range(every))
            return sorted(up, key=lambda each: each.shard) if is_whole else []

        told: list[Session] = await self.until(found, seconds, f"all of {every} shards")
        return told

    def env(self) -> dict[str, str]:
        """Return the settings with which a bot comes here."""
        return {"DISCORD_TOKEN": self.token, "DISCORD_BASE_URL": self.url}

    async def run_bot(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        ready: bool = True,
        seconds: float = 60.0,
    ) -> BotProcess:
        """Start a bot with these settings; wait for its session, unless it shall not be `ready`."""
        settings = self.env() | {"PYTHONUNBUFFERED": "1"} | dict(env or {})
        bot = BotProcess(self, settings, Path(cwd or "."), command)
        self.processes.append(bot)
        identifies = self.gateway.identifies
        await bot.start()
        if ready:
            await bot.ready(seconds, identifies)
        return bot

    def act(self, interaction: Interaction) -> None:
        """Tell the bot that a person did something."""
        self.interactions[interaction.id] = interaction
        self.rest.by_token[interaction.token] = interaction
        told = interaction.payload(self.bot.id)
        self.gateway.dispatch("INTERACTION_CREATE", told, interaction.guild)

    # -- what the bot asks

    async def _asked(self, request: web.Request) -> web.StreamResponse:
        address = request.match_info["address"]
        known = (
            (answer, found)
            for method, pattern, answer in OPERATIONS
            if method == request.method and (found := re.fullmatch(pattern, address))
        )
        answer, found = next(known, (None, None))
        if answer is None or found is None:
            self.problems.append(f"{request.method} {address}: there is no such thing here")
            return _json({"code": 0, "message": "404: Not Found"}, 404)
        is_bot = request.headers.get("Authorization") == f"Bot {self.token}"
        if not is_bot and not NO_BOT_NEEDED.match(address):
            self.invalid_requests += 1
            return _json({"code": 0, "message": "401: Unauthorized"}, 401)
        body, files = await self._read(request)
        name = answer.__name__
        self.journal.append(Call(monotonic(), name, request.method, address, body))
        fault = next((each for each in self.faults if fnmatchcase(name, each.operation)), None)
        if fault is not None:
            fault.hits += 1
            fault.times -= 1
            if not fault.times:
                self.faults.remove(fault)
            await asyncio.sleep(fault.delay)
        if fault is None or fault.after or not _is_instead(fault):
            response = self._answered(answer, name, Ask(found.groups(), request.query, body, files))
            if fault is None or not _is_instead(fault):
                return response
        if fault.drop and request.transport is not None:
            request.transport.abort()
            return web.Response()
        return fault.answer()

    def _answered(self, answer: Callable[..., Any], name: str, ask: Ask) -> web.Response:
        try:
            told = answer(self.rest, ask)
        except Refused as refusal:
            self.invalid_requests += refusal.status in (401, 403)
            if refusal.status == 400 and refusal.code != 50083:
                self.problems.append(f"{name} refused: {refusal.code} {refusal.why}")
            message = {"code": refusal.code, "message": refusal.why}
            return _json(message, refusal.status)
        return web.Response(status=204) if told is None else _json(told)

    async def _read(self, request: web.Request) -> tuple[Any, list[File]]:
        """Return the body, and the files that came with it in the order of their numbers."""
        if not request.can_read_body:
            return {}, []
        if not request.content_type.startswith("multipart/"):
            return await request.json(), []
        form, body, files = await request.post(), {}, []
        for name, part in sorted(form.items()):
            if isinstance(part, web.FileField):
                number = new_id()
                url = f"{self.url}/cdn/attachments/{number}/{part.filename}"
                content = _kind_of(part.filename)
                files.append(File(number, part.filename, part.file.read(), content, url))
            elif name == "payload_json":
                body = json.loads(str(part))
        return body, files


def _json(told: Any, status: int = 200, **headers: str) -> web.Response:
    # discord.py reads nothing that calls itself JSON and goes on to say more.
    headers["Content-Type"] = "application/json"
    return web.Response(body=json.dumps(told).encode(), status=status, headers=headers)


def _is_instead(fault: Fault) -> bool:
    """Say whether something else is answered; else it only takes longer."""
    return bool(fault.status or fault.drop or fault.retry_after)


def _kind_of(name: str) -> str:
    kinds = {"png": "image/png", "gif": "image/gif", "json": "application/json"}
    return kinds.get(name.rpartition(".")[2], "application/octet-stream")
