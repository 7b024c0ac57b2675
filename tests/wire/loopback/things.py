"""What there is in the Discord on loopback: accounts, servers, channels, messages, interactions."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from time import monotonic, time_ns
from typing import Any, Final

import discord
from PIL import Image

Json = dict[str, Any]

EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15
TEXT_CHANNEL, DIRECT, PUBLIC_THREAD = 0, 1, 11
BUTTON, STRING_MENU, TEXT, MEDIA, FILE = 2, 3, 10, 12, 13
MENUS: Final = (STRING_MENU, 5, 6, 7, 8)
EVERYBODY: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    use_application_commands=True,
)
"""What the bot and its people may do at first."""
_EPOCH_MS: Final = 1_420_070_400_000
_newest = 0
_oldest = time_ns() // 1_000_000 - _EPOCH_MS - 86_400_000


def new_id(shard: tuple[int, int] | None = None) -> str:
    """Return an id that says when it was given, as Discord's do, and is higher than all before.

    A server with this id falls to `shard`: its number, and how many there are.
    """
    global _newest  # noqa: PLW0603
    _newest = max(_newest + 1, (time_ns() // 1_000_000 - _EPOCH_MS) << 22)
    if shard is not None:
        number, count = shard
        later = (_newest >> 22) + 1
        _newest = (later + (number - later) % count) << 22
    return str(_newest)


def earlier_ids(count: int) -> Iterator[str]:
    """Yield ids of the past, a millisecond apart: servers with them spread over all shards."""
    global _oldest  # noqa: PLW0603
    for _ in range(count):
        _oldest -= 1
        yield str(_oldest << 22)


def shard_of(guild: str | None, count: int) -> int:
    """Return the shard that is told of a server; what has none is told to the first."""
    return 0 if guild is None else (int(guild) >> 22) % count


def walked(components: list[Json]) -> Iterator[Json]:
    """Return every component, in containers, rows and labels too."""
    for each in components:
        yield each
        yield from walked(each.get("components", []))
        if inner := [each[key] for key in ("component", "accessory") if key in each]:
            yield from walked(inner)


@dataclass(eq=False)
class Account:
    """A person, or the bot."""

    id: str
    display: str
    locale: str = "en-US"
    bot: bool = False

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def payload(self) -> Json:
        return {
            "id": self.id,
            "username": self.display.lower(),
            "discriminator": "0",
            "global_name": self.display,
            "avatar": None,
            "bot": self.bot,
        }


@dataclass(eq=False)
class File:
    """A file as it was sent."""

    id: str
    filename: str
    data: bytes
    content_type: str
    url: str
    description: str | None = None

    def payload(self) -> Json:
        known: Json = {"description": self.description} if self.description else {}
        if self.content_type.startswith("image/"):
            with Image.open(BytesIO(self.data)) as image:
                known |= {"width": image.width, "height": image.height}
        return {
            "id": self.id,
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
            **known,
        }


@dataclass(eq=False)
class Guild:
    """A server."""

    id: str
    name: str
    channels: "dict[str, Channel]" = field(default_factory=dict)
    members: dict[str, tuple[Account, int]] = field(default_factory=dict)
    """Accounts and what they may do."""

    @property
    def home(self) -> "Channel":
        """The first channel."""
        return next(iter(self.channels.values()))

    def shard(self, count: int) -> int:
        """Return the shard that is told of it, of `count` shards."""
        return shard_of(self.id, count)

    def member(self, account: Account) -> Json:
        return {
            "user": account.payload(),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(self.members[account.id][1]),
        }

    def payload(self, bot: Account) -> Json:
        """Return what the gateway tells of the server when the bot comes."""
        everyone = {
            "id": self.id,
            "name": "@everyone",
            "permissions": str(EVERYBODY.value),
            **dict.fromkeys(("position", "color", "flags"), 0),
            **dict.fromkeys(("hoist", "managed", "mentionable"), False),
        }
        channels = [each.payload() for each in self.channels.values()]
        empty = ("emojis", "stickers", "features", "voice_states", "presences")
        return {
            "id": self.id,
            "name": self.name,
            "owner_id": "1",
            "roles": [everyone],
            "members": [self.member(bot)],
            "member_count": len(self.members),
            "channels": [each for each in channels if each["type"] == TEXT_CHANNEL],
            "threads": [each for each in channels if each["type"] == PUBLIC_THREAD],
            "preferred_locale": "en-US",
            "large": False,
            "unavailable": False,
            **{key: [] for key in (*empty, "stage_instances", "guild_scheduled_events")},
            **dict.fromkeys(
                (
                    *("verification_level", "default_message_notifications", "mfa_level"),
                    *("explicit_content_filter", "premium_tier", "nsfw_level", "afk_timeout"),
                    "system_channel_flags",
                ),
                0,
            ),
        }


@dataclass(eq=False)
class Channel:
    """A channel of a server, or a thread in one."""

    id: str
    name: str
    guild: Guild
    parent: "Channel | None" = None
    messages: "dict[str, Message]" = field(default_factory=dict)
    bot_denied: set[str] = field(default_factory=set)
    """Permissions that the bot does not have here, by name."""
    archived: bool = False

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def for_bot(self) -> int:
        """What the bot may do here."""
        denied = discord.Permissions(**dict.fromkeys(self.bot_denied, True))
        return EVERYBODY.value & ~denied.value

    def payload(self, _: Account | None = None) -> Json:
        known = {"id": self.id, "guild_id": self.guild.id, "name": self.name}
        if self.parent is None:
            return {
                **known,
                "type": TEXT_CHANNEL,
                "position": 0,
                "permission_overwrites": [],
                "nsfw": False,
            }
        since = "2026-01-01T00:00:00+00:00"
        return {
            **known,
            "type": PUBLIC_THREAD,
            "parent_id": self.parent.id,
            "owner_id": "1",
            "message_count": len(self.messages),
            "member_count": 1,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": 10080,
                "archive_timestamp": since,
                "create_timestamp": since,
                "locked": False,
            },
        }


@dataclass(eq=False)
class Direct(Channel):
    """What the bot and one person say to each other."""

    recipient: Account | None = None

    def payload(self, _: Account | None = None) -> Json:
        assert self.recipient is not None
        return {"id": self.id, "type": DIRECT, "recipients": [self.recipient.payload()]}


@dataclass(eq=False)
class Message:
    """A message as it is, and as it was before each edit."""

    id: str
    channel: Channel
    author: Account
    body: Json
    files: list[File] = field(default_factory=list)
    visible_to: str | None = None
    """The one who sees it, if not all do."""
    history: list[Json] = field(default_factory=list)
    pinged: set[str] = field(default_factory=set)
    thread: Channel | None = None
    edited_at: datetime | None = None
    sent_at: float = field(default_factory=monotonic)

    @property
    def components(self) -> list[Json]:
        return list(walked(self.body.get("components") or []))

    @property
    def ephemeral(self) -> bool:
        return self.visible_to is not None

    @property
    def text(self) -> str:
        texts = [each["content"] for each in self.components if each["type"] == TEXT]
        return "\n".join(filter(None, [self.body.get("content") or "", *texts]))

    @property
    def buttons(self) -> list[Json]:
        return [each for each in self.components if each["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        return [each.get("label", "") for each in self.buttons]

    @property
    def selects(self) -> list[Json]:
        return [each for each in self.components if each["type"] in MENUS]

    @property
    def image(self) -> File | None:
        return next((each for each in self.files if each.content_type.startswith("image/")), None)

    def payload(self) -> Json:
        edited = self.edited_at and self.edited_at.isoformat()
        return {
            "id": self.id,
            "channel_id": self.channel.id,
            "author": self.author.payload(),
            "content": self.body.get("content") or "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": edited,
            "attachments": [each.payload() for each in self.files],
            "components": self.body.get("components") or [],
            "flags": self.body.get("flags", 0) | (EPHEMERAL if self.ephemeral else 0),
            "nonce": self.body.get("nonce"),
            **dict.fromkeys(("tts", "pinned", "mention_everyone"), False),
            **{key: [] for key in ("mentions", "mention_roles", "embeds")},
            "type": 0,
        }


@dataclass(eq=False)
class Interaction:
    """Something that a person did to the bot, and what came of it."""

    kind: int
    user: Account
    channel: Channel
    data: Json
    source: Message | None = None
    command_name: str = ""
    id: str = field(default_factory=new_id)
    token: str = field(default_factory=lambda: f"token-{new_id()}")
    callback: int | None = None
    """The kind of the first answer; None: there is none yet."""
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    is_private: bool = False
    """Whether the "thinking" is for one alone, and so is what comes in its place."""

    @property
    def guild(self) -> str | None:
        """The server where it was done; None: in direct messages."""
        return None if isinstance(self.channel, Direct) else self.channel.guild.id

    def payload(self, application: str) -> Json:
        guild = self.channel.guild
        _, permissions = guild.members[self.user.id]
        message = {} if self.source is None else {"message": self.source.payload()}
        channel = {**self.channel.payload(), "permissions": str(permissions)}
        here: Json = {
            "guild_id": guild.id,
            "member": guild.member(self.user),
            "guild_locale": "en-US",
            "authorizing_integration_owners": {"0": guild.id},
            "context": 0,
        }
        if self.guild is None:
            alone = {"authorizing_integration_owners": {"0": "0"}, "context": 1}
            here = {"user": self.user.payload(), **alone}
        return {
            "id": self.id,
            "application_id": application,
            "type": self.kind,
            "data": self.data,
            "token": self.token,
            "version": 1,
            "channel": channel,
            "channel_id": self.channel.id,
            "app_permissions": str(self.channel.for_bot),
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": 10 << 20,
            **here,
            **message,
        }
