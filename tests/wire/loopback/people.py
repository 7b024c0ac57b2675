"""The people of the Discord on loopback: they can do what Discord's own program lets them do."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.wire.loopback.rest import DEFER, FORM
from tests.wire.loopback.things import (
    BUTTON,
    EVERYBODY,
    Account,
    Channel,
    File,
    Guild,
    Interaction,
    Json,
    Message,
)

if TYPE_CHECKING:
    from tests.wire.loopback.server import Discord

COMMAND, CONTROL, SUGGESTION, FORM_SENT = 2, 3, 4, 5
"""Kinds of interactions."""
GROUPS: Final = (1, 2)
"""Types of options that hold other options."""
TO_PEOPLE, TO_CHANNEL = 6, 7
"""Types of options that name a person, or a channel."""
LINE: Final = 4
"""A line of a form that is typed."""
ADMINISTRATOR: Final = 1 << 3


class NotPossible(Exception):
    """Discord's own program would not let anybody do this."""


class Reply:
    """What came of something that a person did."""

    def __init__(self, discord: "Discord", interaction: Interaction) -> None:
        self._discord = discord
        self._read = 0
        self.interaction = interaction
        self.failed = False

    async def settled(self) -> "Reply":
        """Wait for the answer, and for what comes in the place of a "thinking"."""
        found, discord = self.interaction, self._discord
        try:
            deadline = discord.interaction_deadline
            await discord.until(lambda: found.callback is not None, deadline, "an answer")
            if found.callback == DEFER:
                await discord.until(lambda: found.original, discord.patience, "the end of thinking")
        except TimeoutError as error:
            self.failed = True
            discord.problems.append(f"{found.command_name or found.data}: {error}")
        return self

    @property
    def message(self) -> Message:
        assert self.interaction.original is not None, self.interaction.data
        return self.interaction.original

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def ephemeral(self) -> bool:
        return self.message.ephemeral

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def image(self) -> File | None:
        return self.message.image

    async def followup(self, seconds: float = 5.0) -> Message:
        """Return the next message that was sent after the answer."""
        read, told = self._read, self.interaction.followups
        await self._discord.until(lambda: len(told) > read, seconds, "a message after the answer")
        self._read += 1
        return told[read]


class Person:
    """A person with a language and a channel in front of them."""

    def __init__(self, discord: "Discord", account: Account, here: Channel) -> None:
        self.server = discord
        self.account = account
        self.here = here
        self.id = account.id
        self.mention = account.mention

    @property
    def pings(self) -> list[Message]:
        """The messages that notified this person, the oldest first."""
        every = (
            message
            for channel in self.server.channels.values()
            for message in channel.messages.values()
            if self.id in message.pinged
        )
        return sorted(every, key=lambda each: int(each.id))

    def enter(self, guild: Guild, permissions: int = EVERYBODY.value) -> Channel:
        """Join a server, if need be, and act in its first channel from now on; return that."""
        guild.members.setdefault(self.id, (self.account, permissions))
        self.here = guild.home
        return self.here

    # -- commands

    def menu(self) -> dict[str, Json]:
        """Return what can be typed, as it is called in this person's language."""
        return {f"/{path}": each[-1] for path, each in self.typeable() if path}

    async def slash(
        self, path: str, *, channel: Channel | None = None, wait: bool = True, **options: Any
    ) -> Reply:
        """Type a command; it and its options are named in English or in one's own language."""
        place = channel or self.here
        chain = self._command(path)
        given, resolved = self._options(chain[-1], options)
        if missing := [
            each["name"]
            for each in chain[-1].get("options", [])
            if each.get("required") and each["name"] not in {one["name"] for one in given}
        ]:
            raise NotPossible(f"{path} needs {missing}")
        data = _nested(chain, given) | ({"resolved": resolved} if resolved else {})
        return await self._acted(COMMAND, place, data, command_name=path, wait=wait)

    async def autocomplete(
        self,
        path: str,
        focus: str,
        typed: str = "",
        *,
        channel: Channel | None = None,
        wait: bool = True,
        **options: Any,
    ) -> Any:
        """Return what is suggested for an option of which so much is typed; at once, a reply."""
        chain = self._command(path)
        option = next(each for each in chain[-1]["options"] if focus in self._names(each))
        if not option.get("autocomplete"):
            raise NotPossible(f"nothing is suggested for {focus}")
        given, _ = self._options(chain[-1], options)
        asked = {"name": option["name"], "type": option["type"], "value": typed, "focused": True}
        data = _nested(chain, [*given, asked])
        reply = await self._acted(
            SUGGESTION, channel or self.here, data, command_name=f"{path} {focus}", wait=wait
        )
        return reply.interaction.choices if wait else reply

    def _names(self, node: Json) -> tuple[str, str]:
        """Return the English name of a command or option, and that in one's language."""
        named = node.get("name_localizations") or {}
        return str(node["name"]), str(named.get(self.account.locale, node["name"]))

    def typeable(self) -> Iterator[tuple[str, list[Json]]]:
        """Yield every command that one may use: its path in one's language, and its parts."""
        permissions = self.here.guild.members[self.id][1]
        for each in self.server.rest.commands:
            needed = int(each["default_member_permissions"] or 0)
            if permissions & ADMINISTRATOR or permissions & needed == needed:
                yield from self._leaves([each])

    def _leaves(self, chain: list[Json]) -> Iterator[tuple[str, list[Json]]]:
        inner = [each for each in chain[-1].get("options", []) if each["type"] in GROUPS]
        if len(chain) > 1 and chain[-1]["type"] not in GROUPS:
            return
        if not inner:
            yield " ".join(self._names(each)[1] for each in chain), chain
        for each in inner:
            yield from self._leaves([*chain, each])

    def _command(self, path: str) -> list[Json]:
        words = path.removeprefix("/").split()
        for _, chain in self.typeable():
            if len(chain) == len(words) and all(
                word in self._names(each) for word, each in zip(words, chain, strict=True)
            ):
                return chain
        raise NotPossible(f"there is no {path} for {self.account.display}")

    def _options(self, leaf: Json, given: dict[str, Any]) -> tuple[list[Json], Json]:
        chosen, resolved = [], Json()
        for name, value in given.items():
            option = next((e for e in leaf.get("options", []) if name in self._names(e)), None)
            if option is None:
                raise NotPossible(f"{leaf['name']} has no option {name}")
            if choices := option.get("choices"):
                named = [each for each in choices if value in (each["value"], *self._names(each))]
                if not named:
                    raise NotPossible(f"{value!r} is no choice of {name}")
                value = named[0]["value"]  # noqa: PLW2901
            elif option["type"] in (TO_PEOPLE, TO_CHANNEL):
                value = self._resolved(value, resolved)  # noqa: PLW2901
            chosen.append({"name": option["name"], "type": option["type"], "value": value})
        return chosen, resolved

    def _resolved(self, value: "Person | Channel", resolved: Json) -> str:
        """Return the id of a person or of a channel, and tell the bot who or what that is."""
        if isinstance(value, Person):
            member = self.here.guild.member(value.account)
            member.pop("user")
            resolved.setdefault("users", {})[value.id] = value.account.payload()
            resolved.setdefault("members", {})[value.id] = member
        else:
            permissions = str(self.here.guild.members[self.id][1])
            payload = {**value.payload(), "permissions": permissions}
            resolved.setdefault("channels", {})[value.id] = payload
        return value.id

    # -- controls and forms

    async def click(self, message: Message, custom_id: str, *, wait: bool = True) -> Reply:
        """Press a button of a message."""
        button = self._control(message, custom_id)
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": button["id"]}
        return await self._acted(CONTROL, message.channel, data, message, wait=wait)

    async def select(
        self, message: Message, *values: Any, key: str = "", wait: bool = True
    ) -> Reply:
        """Choose in a menu: labels or values, people, channels."""
        menu = self._control(message, key or message.selects[0]["custom_id"])
        resolved = Json()
        chosen = self._chosen(menu, values, resolved)
        data = {"custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu["id"]}
        data |= {"values": chosen} | ({"resolved": resolved} if resolved else {})
        return await self._acted(CONTROL, message.channel, data, message, wait=wait)

    async def submit(self, form: Reply, fields: dict[str, Any], *, wait: bool = True) -> Reply:
        """Send a form with these answers, and the rest as it came."""
        asked = form.interaction
        if asked.callback != FORM or asked.modal is None:
            raise NotPossible("there is no form")
        resolved, filled = Json(), []
        known = {label["component"]["custom_id"] for label in asked.modal["components"]}
        if surplus := fields.keys() - known:
            raise NotPossible(f"the form has no {surplus}, but {known}")
        for label in asked.modal["components"]:
            part = label["component"]
            answer = {"type": part["type"], "custom_id": part["custom_id"], "id": 0}
            given = fields.get(part["custom_id"])
            if part["type"] == LINE:
                answer["value"] = given if given is not None else part.get("value") or ""
            elif given is None:
                options = part.get("options", [])
                answer["values"] = [each["value"] for each in options if each.get("default")]
            else:
                several = given if isinstance(given, list) else [given]
                answer["values"] = self._chosen(part, several, resolved)
            filled.append({"type": label["type"], "id": 0, "component": answer})
        data = {"custom_id": asked.modal["custom_id"], "components": filled}
        data |= {"resolved": resolved} if resolved else {}
        return await self._acted(FORM_SENT, asked.channel, data, asked.source, wait=wait)

    def _control(self, message: Message, custom_id: str) -> Json:
        """Return a control that this person can use."""
        known = {each["custom_id"]: each for each in message.components if "custom_id" in each}
        if message.visible_to not in (None, self.id) or custom_id not in known:
            raise NotPossible(f"{self.account.display} sees no {custom_id}: {list(known)}")
        if known[custom_id].get("disabled"):
            raise NotPossible(f"{custom_id} can't be used")
        return known[custom_id]

    def _chosen(self, menu: Json, values: Any, resolved: Json) -> list[str]:
        if not menu.get("min_values", 1) <= len(values) <= (menu.get("max_values") or 1):
            raise NotPossible(f"{menu['custom_id']} does not take {len(values)}")
        if "options" not in menu:
            return [self._resolved(each, resolved) for each in values]
        known = {
            name: each["value"]
            for each in menu["options"]
            for name in (each["label"], each["value"])
        }
        if unknown := [each for each in values if each not in known]:
            raise NotPossible(f"{menu['custom_id']} does not offer {unknown}")
        return [known[each] for each in values]

    async def _acted(
        self,
        kind: int,
        place: Channel,
        data: Json,
        source: Message | None = None,
        *,
        command_name: str = "",
        wait: bool = True,
    ) -> Reply:
        interaction = Interaction(kind, self.account, place, data, source, command_name)
        self.server.act(interaction)
        reply = Reply(self.server, interaction)
        return await reply.settled() if wait else reply


def _nested(chain: list[Json], options: list[Json]) -> Json:
    """Return what is sent of a command: its parts around the options that were given."""
    for each in reversed(chain[1:]):
        options = [{"name": each["name"], "type": each["type"], "options": options}]
    return {"id": chain[0]["id"], "name": chain[0]["name"], "type": 1, "options": options}
