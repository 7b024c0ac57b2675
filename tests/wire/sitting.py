"""A table of any title on the wire, played by buttons and menus to the end."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.wire.crawl import STRING_MENU
from tests.wire.table import RESULT, named, press
from tests.wire.world import (
    DANGER,
    GREEN,
    PATIENCE,
    PRIMARY,
    Wire,
    asked_by,
    public,
    table_messages,
    verb,
)

MOST_TAPS: Final = 40
DRAFTED: Final = "k"
"""The verb of buttons that are ticked one by one, though what they are for can be sent at once."""
ELSEWHERE: Final = "g"
"""A menu that leads to another part of a draft: it asks for nothing."""


@dataclass
class Sitting:
    """People at a table of any title, and what they see.

    `aside` are verbs of buttons that lead back, or settle later choices as well.
    """

    wire: Wire
    people: list[Any]
    channel: Any
    aside: str = ""
    chance: Random = field(default_factory=lambda: Random(1))

    @property
    def newest(self) -> Any:
        """The newest table message."""
        return table_messages(self.channel)[-1]

    @property
    def is_over(self) -> bool:
        return RESULT in map(verb, self.newest.buttons)

    @property
    def asked(self) -> list[Any]:
        """Some of those whom the newest message asks for something: it begins with their names."""
        return asked_by(self.newest, self.people)

    async def turn(self) -> Any:
        """Let a player who is asked answer to the end; return the receipt."""
        return await self.answered(self.chance.choice(self.asked))

    async def answered(self, person: Any) -> Any:
        """Let a player go from the table message to a move that is stored; wait for the news."""
        stored, message = self._stored(), self.newest
        (acting,) = self._row("acting")
        for _ in range(MOST_TAPS):
            message = await self.step(person, message)
            if self._stored() != stored:
                await self.wire.discord.until(
                    lambda: self._is_told(acting), PATIENCE, "what is stored"
                )
                return message
        labels = [(each.get("label"), each.get("disabled")) for each in message.buttons]
        raise AssertionError(message.text, labels, self.wire.broken())

    async def step(self, person: Any, message: Any) -> Any:
        """Let a player use one control that leads on; return the screen behind it."""
        menu = self._menu(message)
        if menu is not None:
            return await self._chosen(person, message, menu)
        after = await press(person, message, self._button(message)["custom_id"])
        # What takes long to draw comes after a "thinking".
        await self.wire.discord.until(lambda: after.text, PATIENCE, "an answer")
        return after

    def _menu(self, message: Any) -> dict[str, Any] | None:
        """Return a menu that is empty; any, if what is chosen can't be sent."""
        offered = menus(message)
        sent_without = sending(message) and self.chance.random() < 0.2
        empty = [each for each in offered if not is_filled(each) and not sent_without]
        return next(iter(empty if empty or sending(message) else offered), None)

    async def _chosen(self, person: Any, message: Any, menu: dict[str, Any]) -> Any:
        drawn = len(message.history)
        reply = await person.select(message, *picked(menu, self.chance), key=menu["custom_id"])
        assert not reply.failed, menu["custom_id"]
        await self.wire.discord.until(lambda: len(message.history) > drawn, PATIENCE, "a screen")
        return message

    def _button(self, message: Any) -> dict[str, Any]:
        offered = buttons(message)
        leading_on = [each for each in offered if verb(each) not in self.aside]
        primary = [each for each in leading_on if each["style"] == PRIMARY]
        drafted = untouched(message) if self.chance.random() >= 0.2 else []
        ready = drafted or sending(message)
        found = doors(message) or ready or primary or leading_on or offered
        assert found, (message.text, self.wire.broken())
        return self.chance.choice(found)

    def _stored(self) -> int:
        return self._row("lines")[0]

    def _is_told(self, before: int) -> bool:
        """Say whether the channel knows all, or waits for the end of a turn that is not over."""
        behind, acting = self._row("(SELECT count(*) FROM tellings WHERE told < want)", "acting")
        has_whole_turns = "desk" in map(verb, self.newest.buttons)
        goes_on = has_whole_turns and acting == before and acting.bit_count() == 1
        return behind == 0 or goes_on

    def _row(self, *columns: str) -> tuple[int, ...]:
        """Return numbers about the only match there is, by SQL expressions."""
        query = f"SELECT {', '.join(columns)} FROM matches"
        with closing(sqlite3.connect(f"file:{self.wire.database}?mode=ro", uri=True)) as database:
            row: tuple[int, ...] = database.execute(query).fetchone()
        return row


def buttons(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of a title's own that can be pressed, but for those that untick."""
    own = [each for each in message.buttons if len(verb(each)) == 1 and not each.get("disabled")]
    return [each for each in own if not is_ticked(each)]


def is_ticked(button: dict[str, Any]) -> bool:
    return str(button.get("label", "")).startswith("✓")


def untouched(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of a draft that can be sent, of which nothing is chosen yet."""
    if not sending(message) or any(map(is_ticked, message.buttons)):
        return []
    return [
        each for each in buttons(message) if verb(each) == DRAFTED and each not in sending(message)
    ]


def doors(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of a public message that open a desk."""
    found = [each for each in message.buttons if verb(each) == "desk" and not each.get("disabled")]
    return [] if message.ephemeral else found


def sending(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of a private screen that send something."""
    ending = [each for each in buttons(message) if each["style"] in (GREEN, DANGER)]
    return ending if message.ephemeral else []


def menus(message: Any) -> list[dict[str, Any]]:
    """Return the menus of a title's own in which something is chosen."""
    found = [each for each in message.selects if each["type"] == STRING_MENU]
    return [each for each in found if len(verb(each)) == 1 and verb(each) != ELSEWHERE]


def picked(menu: dict[str, Any], chance: Random) -> list[str]:
    """Return what is chosen in a menu: one or two things, or as many as it wants."""
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    count = least if least == most else chance.randint(max(1, least), min(most, 2))
    values = [each["value"] for each in menu["options"]]
    return chance.sample(values, min(count, len(values)))


def is_filled(menu: dict[str, Any]) -> bool:
    return any(option.get("default") for option in menu["options"])


async def sat_down(wire: Wire, command: str, *people: Any, **options: Any) -> Sitting:
    """Open a table in the channel, let everybody join, begin."""
    host = people[0]
    await host.slash(f"/{command} new", seats=len(people), where="here", **options)
    lobby = lobby_in(host.here)
    for each in people[1:]:
        await each.click(lobby, named(lobby, "join"))
        name = each.account.display
        await wire.discord.until(lambda name=name: f"**{name}**" in lobby.text, PATIENCE)
    await host.click(lobby, named(lobby, "start"))
    await wire.discord.until(lambda: table_messages(host.here), PATIENCE, "the first message")
    return Sitting(wire, list(people), host.here)


def lobby_in(channel: Any) -> Any:
    """Return the newest message that one can join by."""
    return [each for each in public(channel) if "join" in map(verb, each.buttons)][-1]
