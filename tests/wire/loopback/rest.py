"""What the REST interface on loopback does: each operation that the bot uses, and its refusals."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Final

from tests.wire.loopback.gateway import Gateway
from tests.wire.loopback.things import (
    COMPONENTS_V2,
    EPHEMERAL,
    FILE,
    MEDIA,
    MENUS,
    TEXT,
    Account,
    Channel,
    Direct,
    File,
    Guild,
    Interaction,
    Json,
    Message,
    new_id,
    walked,
)

ANSWER, DEFER, ACKNOWLEDGE, UPDATE, SUGGEST, FORM = 4, 5, 6, 7, 8, 9
"""Kinds of first answers to an interaction."""
INVALID_FORM: Final = 50035
LONGEST_NONCE: Final = 25
SLASH_NAME: Final = re.compile(r"[-_'\w]{1,32}")


NONCES_LAST: Final = 300.0


class Refused(Exception):
    """Discord's no: a status, its own code, and why."""

    def __init__(self, status: int, code: int, why: str) -> None:
        super().__init__(why)
        self.status, self.code, self.why = status, code, why


@dataclass(frozen=True, slots=True)
class Ask:
    """A request: what stands in its address, its body, and the files that came with it."""

    ids: tuple[str, ...]
    query: Mapping[str, str]
    body: Any
    files: list[File]


def unknown(what: str, code: int) -> Refused:
    return Refused(404, code, f"Unknown {what}")


def invalid(why: str) -> Refused:
    return Refused(400, INVALID_FORM, why)


def check_message(body: Json) -> None:
    """Refuse a message that is beyond Discord's limits."""
    parts = list(walked(body.get("components") or []))
    ids = [each["custom_id"] for each in parts if "custom_id" in each]
    is_v2 = bool(body.get("flags", 0) & COMPONENTS_V2)
    texts = [each["content"] for each in parts if each["type"] == TEXT]
    if is_v2 and body.get("content"):
        raise invalid("content beside components of version 2")
    if not is_v2 and (texts or len(body.get("components") or []) > 5):
        raise invalid("components of version 2 without their flag, or more than five rows")
    if len(body.get("content") or "") > 2000 or sum(map(len, texts)) > 4000 or len(parts) > 40:
        raise invalid("a message that is too long")
    if len(ids) != len(set(ids)) or not all(0 < len(each) <= 100 for each in ids):
        raise invalid("a custom_id twice, or of a wrong length")
    for each in parts:
        options = each.get("options", [])
        if len(each.get("label") or "") > 80 or len(each.get("components", [])) > 40:
            raise invalid("a button whose label is too long")
        if each["type"] in MENUS and len(options) > 25:
            raise invalid("a menu with more than 25 options")
        if any(not 0 < len(one["label"]) <= 100 for one in options):
            raise invalid("an option whose label has a wrong length")


IN_A_MENU = (2, 3)
"""The types of commands that stand in the menu of a person, or of a message."""


def check_commands(commands: list[Json], *, are_options: bool = False) -> None:
    """Refuse commands whose names and descriptions Discord would not take."""
    for each in commands:
        names = [each["name"], *(each.get("name_localizations") or {}).values()]
        if each["type"] in IN_A_MENU and not are_options:
            if "description" in each or not all(0 < len(name) <= 32 for name in names):
                raise invalid(f"names in a menu {names}, or a description")
            continue
        told = [each["description"], *(each.get("description_localizations") or {}).values()]
        if not all(SLASH_NAME.fullmatch(name) and name == name.lower() for name in names):
            raise invalid(f"names {names}")
        if not all(0 < len(text) <= 100 for text in told) or len(each.get("options", [])) > 25:
            raise invalid(f"/{each['name']}: a description of a wrong length, or too many options")
        check_commands(each.get("options", []), are_options=True)


class Rest:
    """Everything that a bot may ask for, by the names of Discord's own description."""

    def __init__(self, gateway: Gateway, bot: Account, guilds: dict[str, Guild]) -> None:
        self._gateway = gateway
        self._bot = bot
        self.guilds = guilds
        self.channels: dict[str, Channel] = {}
        self.commands: list[Json] = []
        self.interactions: dict[str, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.closed_dms: set[str] = set()
        """The ids of people who take no direct messages."""
        self.nonces_last = NONCES_LAST
        """For how many seconds a message with the same nonce is the same one."""

    # -- who and where

    def get_my_user(self, _: Ask) -> Json:
        return self._bot.payload()

    def get_my_oauth2_application(self, _: Ask) -> Json:
        return {
            "id": self._bot.id,
            "name": self._bot.display,
            "icon": None,
            "description": "",
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "team": None,
            "owner": self._bot.payload(),
        }

    def get_bot_gateway(self, _: Ask) -> Json:
        gateway = self._gateway
        limit = {
            "total": gateway.session_starts,
            "remaining": max(0, gateway.session_starts - gateway.identifies),
            "reset_after": 86_400_000,
            "max_concurrency": gateway.max_concurrency,
        }
        return {"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit}

    def get_guild(self, ask: Ask) -> Json:
        if ask.ids[0] not in self.guilds:
            raise unknown("Guild", 10004)
        return self.guilds[ask.ids[0]].payload(self._bot)

    def get_guild_member(self, ask: Ask) -> Json:
        guild, user = ask.ids
        if user not in self.guilds[guild].members:
            raise unknown("Member", 10007)
        return self.guilds[guild].member(self.guilds[guild].members[user][0])

    def bulk_set_application_commands(self, ask: Ask) -> list[Json]:

        check_commands(ask.body)
        given = {
            "application_id": ask.ids[0],
            "version": "1",
            "default_member_permissions": None,
            # What stands in a menu has an empty one.
            "description": "",
        }
        self.commands = [{**given, **each, "id": new_id()} for each in ask.body]
        return self.commands

    # -- channels and their messages

    def create_dm(self, ask: Ask) -> Json:
        person = str(ask.body["recipient_id"])
        guild = next(each for each in self.guilds.values() if person in each.members)
        return self.dm(guild.members[person][0]).payload()

    def dm(self, person: Account) -> Direct:
        """Return the channel of the bot and a person, opened if need be."""
        for each in self.channels.values():
            if isinstance(each, Direct) and each.recipient is person:
                return each
        guild = next(each for each in self.guilds.values() if person.id in each.members)
        opened = Direct(new_id(), "", guild, recipient=person)
        self.channels[opened.id] = opened
        return opened

    def get_channel(self, ask: Ask) -> Json:
        (channel,) = ask.ids
        return self._channel(channel).payload()

    def update_channel(self, ask: Ask) -> Json:
        (channel,) = ask.ids
        found = self._channel(channel)
        self._archive(found, is_archived=ask.body.get("archived", found.archived))
        return found.payload()

    def create_message(self, ask: Ask) -> Json:
        (channel,) = ask.ids
        place = self._channel(channel, "send_messages", *["attach_files"] * bool(ask.files))
        if isinstance(place, Direct) and place.recipient and place.recipient.id in self.closed_dms:
            raise Refused(403, 50007, "Cannot send messages to this user")
        if len(str(ask.body.get("nonce") or "")) > LONGEST_NONCE:
            raise Refused(400, INVALID_FORM, "Invalid Form Body")
        for each in place.messages.values():
            # What is sent again because its answer was lost is there once.
            is_same = ask.body.get("enforce_nonce") and each.body.get("nonce") == ask.body["nonce"]
            if is_same and monotonic() - each.sent_at < self.nonces_last:
                return each.payload()
        if place.archived:
            self._archive(place, is_archived=False)
        return self.post(place, ask.body, ask.files).payload()

    def trigger_typing_indicator(self, ask: Ask) -> None:
        (channel,) = ask.ids
        self._channel(channel, "send_messages")

    def list_messages(self, ask: Ask) -> list[Json]:
        (channel,) = ask.ids
        place = self._channel(channel, "read_message_history")
        public = [each for each in place.messages.values() if not each.ephemeral]
        return [each.payload() for each in reversed(public)][: int(ask.query["limit"])]

    def get_message(self, ask: Ask) -> Json:
        channel, message = ask.ids
        return self._message(channel, message).payload()

    def update_message(self, ask: Ask) -> Json:
        channel, message = ask.ids
        found = self._message(channel, message)
        if found.channel.archived:
            raise Refused(400, 50083, "Thread is archived")
        return self.edit(found, ask.body, ask.files).payload()

    def delete_message(self, ask: Ask) -> None:
        channel, message = ask.ids
        self._channel(channel).messages.pop(self._message(channel, message).id)

    def create_thread_from_message(self, ask: Ask) -> Json:
        channel, message = ask.ids

        parent = self._channel(channel, "create_public_threads")
        begun = self._message(channel, message)
        thread = Channel(begun.id, ask.body["name"], parent.guild, parent)
        thread.bot_denied = parent.bot_denied
        begun.thread = self.channels[thread.id] = parent.guild.channels[thread.id] = thread
        told = {**thread.payload(), "newly_created": True}
        self._gateway.dispatch("THREAD_CREATE", told, thread.guild.id)
        return thread.payload()

    # -- interactions

    def create_interaction_response(self, ask: Ask) -> Json | None:
        number, token = ask.ids

        found = self.interactions.get(number)
        if found is None or found.token != token:
            raise unknown("interaction", 10062)
        if found.callback is not None:
            raise Refused(400, 40060, "answered twice")
        kind, data = ask.body["type"], ask.body.get("data") or {}
        if kind == ANSWER:
            found.original = self._said(found, data, ask.files)
        elif kind in (ACKNOWLEDGE, UPDATE):
            found.original = found.source
            if kind == UPDATE and found.source is not None:
                self.edit(found.source, data, ask.files)
        elif kind == SUGGEST:
            found.choices = data["choices"]
            if len(found.choices) > 25 or any(len(each["name"]) > 100 for each in found.choices):
                raise invalid("suggestions that are too many or too long")
        elif kind == FORM:
            check_message({"components": data["components"], "flags": COMPONENTS_V2})
            found.modal = data
        elif kind == DEFER:
            found.is_private = bool(data.get("flags", 0) & EPHEMERAL)
        found.callback = kind
        if ask.query.get("with_response", "").lower() not in ("true", "1"):
            return None
        message = {} if found.original is None else {"message": found.original.payload()}
        answered = {"id": found.id, "type": found.kind}
        return {"interaction": answered, "resource": {"type": kind, **message}}

    def execute_webhook(self, ask: Ask) -> Json:
        _, token = ask.ids

        found = self._answered(token)
        if found.callback == DEFER and found.original is None:
            return self._thought(found, ask.body, ask.files).payload()
        message = self._said(found, ask.body, ask.files)
        found.followups.append(message)
        return message.payload()

    def get_original_webhook_message(self, ask: Ask) -> Json:
        _, token, message = ask.ids

        return self._of(self._answered(token), message).payload()

    def update_webhook_message(self, ask: Ask) -> Json:
        _, token, message = ask.ids

        found = self._answered(token)
        if found.callback == DEFER and found.original is None:
            return self._thought(found, ask.body, ask.files).payload()
        return self.edit(self._of(found, message), ask.body, ask.files).payload()

    # -- what several do

    def post(
        self, place: Channel, body: Json, files: list[File], by: Account | None = None
    ) -> Message:
        """Put a message into a channel; those are pinged whom it names and may."""
        message = Message(new_id(), place, by or self._bot, {})
        self._fill(message, body, files)
        allowed = body.get("allowed_mentions", {}).get("users", [])
        named = set(re.findall(r"<@(\d+)>", message.text))
        message.pinged = named & {str(each) for each in allowed}
        place.messages[message.id] = message
        return message

    def edit(self, message: Message, body: Json, files: list[File]) -> Message:
        """Change what `body` names and leave the rest."""
        before = {"body": message.body}
        self._fill(message, body, files)
        message.history.append(before)
        message.edited_at = datetime.now(UTC)
        return message

    def _fill(self, message: Message, body: Json, files: list[File]) -> None:
        check_message(filled := {**message.body, **body})
        for number, each in enumerate(walked(filled.get("components") or []), 1):
            each.setdefault("id", number)
        kept = {each.id: each for each in message.files}
        if "attachments" in body:
            told = {str(each["id"]): each for each in body["attachments"]}
            kept = {key: each for key, each in kept.items() if key in told}
            for number, file in enumerate(files):
                file.description = told.get(str(number), {}).get("description")
        shown: dict[str, Json] = {}
        for each in walked(filled.get("components") or []):
            items = each.get("items", []) if each["type"] == MEDIA else []
            items = [each["file"]] if each["type"] == FILE else items
            shown |= {item.get("media", item)["url"]: item for item in items}
        message.body, message.files = filled, [*kept.values(), *files]
        names = {f"attachment://{file.filename}": file for file in message.files}
        for url, item in shown.items():
            if url not in names:
                if url.startswith("attachment://"):
                    raise invalid(f"{url} is not there")
                continue
            item.get("media", item)["url"] = names[url].url
            names[url].description = item.get("description") or names[url].description

    def _said(self, found: Interaction, body: Json, files: list[File]) -> Message:
        message = self.post(found.channel, body, files)
        if body.get("flags", 0) & EPHEMERAL or found.is_private:
            message.visible_to = found.user.id
            message.pinged = set()
        return message

    def _thought(self, found: Interaction, body: Json, files: list[File]) -> Message:
        """Put the message in the place of a "thinking"."""
        found.original = self._said(found, body, files)
        return found.original

    def _answered(self, token: str) -> Interaction:
        found = self.by_token.get(token)
        if found is None or found.callback is None:
            raise unknown("Webhook", 10015)
        return found

    def _of(self, found: Interaction, message: str) -> Message:
        known = {each.id: each for each in found.followups}
        if found.original is not None:
            known |= {"@original": found.original, found.original.id: found.original}
        if message not in known:
            raise unknown("Message", 10008)
        return known[message]

    def _channel(self, channel: str, *needed: str) -> Channel:
        """Return a channel where the bot has these permissions."""
        if channel not in self.channels:
            raise unknown("Channel", 10003)
        found = self.channels[channel]
        if "view_channel" in found.bot_denied:
            raise Refused(403, 50001, "Missing Access")
        if found.bot_denied.intersection(needed):
            raise Refused(403, 50013, "Missing Permissions")
        return found

    def _message(self, channel: str, message: str) -> Message:
        found = self._channel(channel)
        if message not in found.messages:
            raise unknown("Message", 10008)
        return found.messages[message]

    def _archive(self, thread: Channel, *, is_archived: bool) -> None:
        thread.archived = is_archived
        self._gateway.dispatch("THREAD_UPDATE", thread.payload(), thread.guild.id)


_ID: Final = r"(\d+)"
_TOKEN: Final = r"([\w.-]+)"
OPERATIONS: Final[tuple[tuple[str, str, Callable[..., Any]], ...]] = (
    ("GET", "users/@me", Rest.get_my_user),
    ("GET", "oauth2/applications/@me", Rest.get_my_oauth2_application),
    ("GET", "gateway/bot", Rest.get_bot_gateway),
    ("GET", f"guilds/{_ID}", Rest.get_guild),
    ("GET", f"guilds/{_ID}/members/{_ID}", Rest.get_guild_member),
    ("POST", "users/@me/channels", Rest.create_dm),
    ("PUT", f"applications/{_ID}/commands", Rest.bulk_set_application_commands),
    ("GET", f"channels/{_ID}", Rest.get_channel),
    ("PATCH", f"channels/{_ID}", Rest.update_channel),
    ("POST", f"channels/{_ID}/messages", Rest.create_message),
    ("POST", f"channels/{_ID}/typing", Rest.trigger_typing_indicator),
    ("GET", f"channels/{_ID}/messages", Rest.list_messages),
    ("GET", f"channels/{_ID}/messages/{_ID}", Rest.get_message),
    ("PATCH", f"channels/{_ID}/messages/{_ID}", Rest.update_message),
    ("DELETE", f"channels/{_ID}/messages/{_ID}", Rest.delete_message),
    ("POST", f"channels/{_ID}/messages/{_ID}/threads", Rest.create_thread_from_message),
    ("POST", f"interactions/{_ID}/{_TOKEN}/callback", Rest.create_interaction_response),
    ("POST", f"webhooks/{_ID}/{_TOKEN}", Rest.execute_webhook),
    ("GET", f"webhooks/{_ID}/{_TOKEN}/messages/(@original)", Rest.get_original_webhook_message),
    ("PATCH", rf"webhooks/{_ID}/{_TOKEN}/messages/(@original|\d+)", Rest.update_webhook_message),
)
"""Method, address below the version, and what answers; its name is that of the operation."""
