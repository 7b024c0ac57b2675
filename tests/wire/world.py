"""A Discord on loopback with the bot's process, and what a channel shows to those who watch it."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.wire.process import RUN, BotProcess

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0
"""How many seconds anything may take here at most."""
STARTING = 60.0
"""How many the process may take to come up, on a machine that is busy."""
PRIMARY, GREEN, DANGER = 1, 3, 4
"""Styles of buttons on the wire."""
KILLED = r"the bot went away"
RECONNECTING = r'"event": "Attempting a reconnect'
"""The library logs it as an error, with a traceback."""


@dataclass
class Wire:
    """A Discord, the folder of the bot's database, and the process."""

    discord: Any
    folder: Path
    bot: Any = None
    by_design: list[str] = field(default_factory=list)
    """Patterns of problems that a test brings about itself."""
    command: Sequence[str] = RUN
    """What starts the process."""

    @property
    def database(self) -> Path:
        return self.folder / "faultline.sqlite3"

    def process(self, url: str = "", **settings: str) -> Any:
        """Return the bot's process with these settings, not started yet."""
        environment = {
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": url or self.discord.url,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "TICK_SECONDS": "0.1",
            "LOG_FORMAT": "json",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            **settings,
        }
        self.bot = BotProcess(self.discord, environment, self.folder, self.command)
        self.discord.processes.append(self.bot)
        return self.bot

    async def begin(self, **settings: str) -> Any:
        """Start the bot and wait until it has told Discord its commands."""
        bot = self.process(**settings)
        await bot.start()
        await bot.ready(STARTING)
        await self.discord.ready(command="my-tables")
        return bot

    def hurry(self) -> None:
        """Let the bot post as fast as people click here; Discord allows one message a second."""
        for each in ("create_message", "update_message", "webhook"):
            self.discord.limits[each] = (1000, 1.0)

    async def restart(self) -> None:
        """Kill the process, whatever it is doing, and start another on the same database."""
        self.by_design.append(KILLED)
        await self.bot.restart(STARTING)

    async def logged(self, event: str) -> dict[str, Any]:
        """Wait for a line of the log."""
        found = await self.discord.until(lambda: self.log(event), PATIENCE, f"{event!r} in the log")
        return found[0]  # type: ignore[no-any-return]

    def log(self, event: str) -> list[dict[str, Any]]:
        """Return the lines of the log about an event."""
        lines = [json.loads(line) for line in self.bot.log if line.startswith("{")]
        return [line for line in lines if line.get("event") == event]

    def broken(self) -> list[str]:
        """Return the lines of the log that tell of faults of our own, tracebacks whole."""
        found, is_traceback = list[str](), False
        for line in self.bot.log:
            is_error = '"level": "error"' in line and not re.search(RECONNECTING, line)
            is_traceback = not line.startswith("{") and (
                is_traceback or line.startswith("Traceback")
            )
            found += [line] if is_error or is_traceback else []
        return found

    def problems(self) -> list[str]:
        """Return what Discord did not like, but for what the test did itself."""
        found: list[str] = [*self.discord.problems, *self.discord.self_problems]
        return [each for each in found if not any(re.search(it, each) for it in self.by_design)]

    def unanswered(self) -> list[str]:
        """Return the interactions that got no answer."""
        return [
            each.command_name or each.data.get("custom_id", "")
            for each in self.discord.interactions.values()
            if each.callback is None
        ]


def verb(button: dict[str, Any]) -> str:
    """Return what a button asks for; "" for a link."""
    custom_id: str = button.get("custom_id", "..")
    return custom_id.split(".")[1]


def ids(components: list[dict[str, Any]]) -> list[str]:
    """Return the ids of all controls, in containers too."""
    found = []
    for each in components:
        found += [each["custom_id"]] if "custom_id" in each else []
        found += ids(each.get("components", []))
    return found


def words_of(body: dict[str, Any]) -> str:
    """Return the text of a message as it was sent."""
    return "\n".join(_texts(body.get("components") or [])) or str(body.get("content"))


def _texts(components: list[dict[str, Any]]) -> list[str]:
    found = []
    for each in components:
        found += [each["content"]] if "content" in each else []
        found += _texts(each.get("components", []))
    return found


def line_of(message: Any) -> int | None:
    """Return the line that a table message showed when it was sent, as its buttons said."""
    return next(_lines(message), None)


def newest_line_of(message: Any) -> int | None:
    """Return the newest line that a table message has shown: an edit may have told more."""
    return max(_lines(message), default=None)


def _lines(message: Any) -> Iterator[int]:
    for body in (*(each["body"] for each in message.history), message.body):
        for each in ids(body.get("components") or []):
            if found := re.fullmatch(r"b\.text\.\w+\.(\w+)", each):
                yield int(found[1], 36)


def public(channel: Any) -> list[Any]:
    """Return what the bot posted for everybody, the newest last."""
    every = channel.messages.values()
    return [each for each in every if each.visible_to is None and each.author.bot]


def table_messages(channel: Any) -> list[Any]:
    """Return the messages about a table that everybody sees, the newest last."""
    return [each for each in public(channel) if line_of(each) is not None]


def asked_by(message: Any, people: Sequence[Any]) -> list[Any]:
    """Return those whom a table message asks for something: it begins with their names."""
    head, _, _ = message.text.partition(", **")
    return [
        each
        for each in people
        if each.mention in head or f"**{each.account.display}**" in f"{head}**"
    ]
