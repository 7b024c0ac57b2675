"""A false Discord: channels, private channels, messages; it outlives the process that posts.

The product's own messengers talk to it through the few methods of discord.py's channels that they
use. It refuses, hangs, breaks down or loses an answer when the driver's plan says so.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

from bot.client import FaultlineClient
from bot.gateway import Deployment
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.processes.shares import SOLE
from bot.table.world import Entropy
from engine.registry import games
from tests.weeks.clock import VirtualClock

GUILD: Final = 7

NONCES_LAST: Final = timedelta(minutes=3)
"""How long a repeated nonce gives the first message again."""
PATIENCE: Final = timedelta(minutes=5)
"""How long discord.py waits for an answer."""
BOT: Final = SimpleNamespace(id=1, bot=True)
_MENTION: Final = re.compile(r"<@!?(\d+)>")
_DISCORD_EPOCH_MS: Final = 1420070400000


class Fault(StrEnum):
    """What keeps a request from being answered well.

    LOST: it was carried out, but the answer never arrives.
    """

    REFUSED = "refused"
    HANGS = "hangs"
    BROKEN = "broken"
    LOST = "lost"


@dataclass
class Message:
    """A message as people see it, with all that it was before."""

    id: int
    place: int
    at: datetime
    text: str
    ids: tuple[str, ...]
    """The custom ids of its buttons and menus."""
    pinged: frozenset[int]
    silent: bool
    edited_at: list[datetime] = field(default_factory=list)
    deleted_at: datetime | None = None
    components: list[dict[str, Any]] = field(default_factory=list)


class Chat:
    """All messages, and what goes wrong.

    `fault` says, of a place and a moment, what is wrong there; `crossing` is called before and
    after each request is carried out: the driver kills the process there.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.messages: dict[int, Message] = {}
        self.requests = 0
        self.fault: Callable[[int, datetime], Fault | None] = lambda _place, _at: None
        self.is_there: Callable[[datetime], bool] = lambda _at: True
        self.has_left: Callable[[int, datetime], bool] = lambda _player, _at: False
        """Who is no longer in the server."""
        self.closed_to: set[int] = set()
        """People who take no direct messages."""
        self._nonces: dict[tuple[int, str], tuple[int, datetime]] = {}

    def of(self, place: int) -> list[Message]:
        """Return the messages of a channel, oldest first."""
        return [each for each in self.messages.values() if each.place == place]

    async def request(self, place: int, cross: Callable[[str], None]) -> bool:
        """Let a request arrive, or fail; return whether its answer will be lost."""
        cross("before a request")
        self.requests += 1
        # Whatever is asked of Discord takes its time.
        self._clock.take(milliseconds=150)
        await asyncio.sleep(0)
        fault = self.fault(place, self._clock.now())
        if fault is Fault.REFUSED:
            raise discord.Forbidden(_response(403), {"code": 50013, "message": "Missing"})
        if fault is Fault.BROKEN:
            raise discord.DiscordServerError(_response(503), "upstream")
        if fault is Fault.HANGS:
            await asyncio.sleep(PATIENCE.total_seconds())
            raise TimeoutError
        return fault is Fault.LOST

    async def answer(self, cross: Callable[[str], None], *, is_lost: bool) -> None:
        """Let the answer arrive, unless it is lost."""
        cross("after a request")
        self._clock.take(milliseconds=50)
        await asyncio.sleep(0)
        if is_lost:
            raise aiohttp.ServerDisconnectedError

    def put(
        self,
        place: int,
        text: str,
        view: Any,
        allowed: discord.AllowedMentions | None,
        nonce: str | None,
        *,
        silent: bool,
    ) -> Message:
        """Store a message; one with a nonce that was used lately is there already."""
        now = self._clock.now()
        if nonce is not None:
            if len(nonce) > 25:
                raise discord.HTTPException(_response(400), {"code": 50035, "message": "nonce"})
            before = self._nonces.get((place, nonce))
            if before is not None and now - before[1] < NONCES_LAST:
                return self.messages[before[0]]
        moment = int(now.timestamp() * 1000) - _DISCORD_EPOCH_MS
        number = (moment << 22) + len(self.messages)
        components = view.to_components() if view is not None else []
        said = _MENTION.findall(text)
        users = allowed.users if allowed is not None and isinstance(allowed.users, list) else []
        pinged = frozenset(int(each) for each in said) & {each.id for each in users}
        message = Message(
            number, place, now, text, _ids(components), pinged, silent, components=components
        )
        self.messages[number] = message
        if nonce is not None:
            self._nonces[place, nonce] = number, now
        return message

    def here(self, place: int, number: int) -> Message:
        """Return a message that was not deleted, or say as Discord does that there is none."""
        message = self.messages.get(number)
        if message is None or message.deleted_at is not None or message.place != place:
            raise discord.NotFound(_response(404), {"code": 10008, "message": "Unknown Message"})
        return message


class FalseClient(FaultlineClient):
    """The bot itself, with all its parts, in a Discord that is not there; one for each life."""

    def __init__(
        self,
        database: Database,
        chat: Chat,
        clock: VirtualClock,
        entropy: Entropy,
        cross: Callable[[str], None],
    ) -> None:
        stores, deployment = stores_in(database, games()), Deployment(ownership=SOLE)
        super().__init__(stores, clock, entropy, seconds=clock.seconds, deployment=deployment)
        self.chat = chat
        self.clock = clock
        self.cross = cross

    @property
    def user(self) -> Any:
        return BOT

    def is_answered(self) -> bool:
        return self.chat.is_there(self.clock.now())

    def get_guild(self, number: int, /) -> Any:
        """Know a server whose people are there, but for those who have left."""
        return FalseGuild(self, number)

    def get_channel(self, number: int, /) -> Any:
        """Return a channel: each table has its own."""
        return FalseChannel(self, number)

    async def fetch_channel(self, number: int, /) -> Any:
        return FalseChannel(self, number)

    async def create_dm(self, user: Any) -> Any:
        """Return a private channel; it has the number of the person."""
        lost = await self.chat.request(user.id, self.cross)
        await self.chat.answer(self.cross, is_lost=lost)
        return FalseDirect(self, user.id)


class FalseGuild:
    """The server, in which a person is looked for."""

    def __init__(self, client: FalseClient, number: int) -> None:
        self._client = client
        self.id = number
        self.name = "Server"
        self.me = None
        self.preferred_locale = discord.Locale.american_english

    async def fetch_member(self, player: int) -> Any:
        chat, cross = self._client.chat, self._client.cross
        lost = await chat.request(player, cross)
        await chat.answer(cross, is_lost=lost)
        if chat.has_left(player, self._client.clock.now()):
            raise discord.NotFound(_response(404), {"code": 10007, "message": "Unknown Member"})
        return SimpleNamespace(id=player)


class _Place:
    """Where the messengers post, edit, delete and look back."""

    _client: FalseClient
    id: int

    async def send(self, content: str | None = None, **options: Any) -> Any:
        chat, cross = self._client.chat, self._client.cross
        lost = await chat.request(self.id, cross)
        if self.id in chat.closed_to:
            raise discord.Forbidden(_response(403), {"code": 50007, "message": "Cannot send"})
        message = chat.put(
            self.id,
            content or "",
            options.get("view"),
            options.get("allowed_mentions"),
            options.get("nonce"),
            silent=bool(options.get("silent")),
        )
        await chat.answer(cross, is_lost=lost)
        return message

    def typing(self) -> Any:
        """Be seen typing, as the bot is on a slow machine."""
        return asyncio.sleep(0)

    def get_partial_message(self, number: int, /) -> Any:
        return FalsePartial(self._client, self.id, number)

    async def history(self, *, limit: int | None = 100, **_: Any) -> AsyncIterator[Any]:
        chat, cross = self._client.chat, self._client.cross
        lost = await chat.request(self.id, cross)
        await chat.answer(cross, is_lost=lost)
        there = [each for each in chat.of(self.id) if each.deleted_at is None]
        for each in there[::-1][:limit]:
            rows: Any = [row for row in each.components if row["type"] == 1]
            found = [discord.ActionRow(row) for row in rows]
            yield SimpleNamespace(id=each.id, author=BOT, components=found, created_at=each.at)


class FalseChannel(_Place, discord.TextChannel):
    def __init__(self, client: FalseClient, number: int) -> None:
        self._client = client
        self.id = number
        self.guild: Any = SimpleNamespace(me=None, id=GUILD)


class FalseDirect(_Place, discord.DMChannel):
    def __init__(self, client: FalseClient, number: int) -> None:
        self._client = client
        self.id = number


class FalsePartial:
    """A message that is known by its number."""

    def __init__(self, client: FalseClient, place: int, number: int) -> None:
        self._client = client
        self._place = place
        self.id = number

    async def edit(self, **changes: Any) -> None:
        chat, cross = self._client.chat, self._client.cross
        lost = await chat.request(self._place, cross)
        message = chat.here(self._place, self.id)
        message.edited_at.append(self._client.clock.now())
        if changes.get("content") is not None:
            message.text = changes["content"]
        if "view" in changes:
            view = changes["view"]
            message.components = view.to_components() if view is not None else []
            message.ids = _ids(message.components)
        await chat.answer(cross, is_lost=lost)

    async def delete(self, **_: Any) -> None:
        chat, cross = self._client.chat, self._client.cross
        lost = await chat.request(self._place, cross)
        chat.here(self._place, self.id).deleted_at = self._client.clock.now()
        await chat.answer(cross, is_lost=lost)


def _response(status: int) -> Any:
    return SimpleNamespace(status=status, reason="false")


def _ids(components: list[dict[str, Any]]) -> tuple[str, ...]:
    found: list[str] = []
    for each in components:
        if "custom_id" in each:
            found.append(each["custom_id"])
        found.extend(_ids(each.get("components", [])))
        if "accessory" in each:
            found.extend(_ids([each["accessory"]]))
    return tuple(found)
