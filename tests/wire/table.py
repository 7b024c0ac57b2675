"""A table on the wire: turns played by clicking what is offered or by typing, and what is seen."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.games.seismic.rules import RADIUS
from tests.wire.world import (
    DANGER,
    GREEN,
    PATIENCE,
    PRIMARY,
    Wire,
    line_of,
    newest_line_of,
    public,
    table_messages,
    verb,
)

CONFIRMING = frozenset("gf")
"""Verbs of buttons that send a move."""
RESULT = "rematch"


@dataclass
class Table:
    """People at a table; the channel or thread it lives in, and the lobby message."""

    wire: Wire
    people: list[Any]
    channel: Any
    lobby: Any
    chance: Random = field(default_factory=lambda: Random(1))
    movers: dict[int, str] = field(default_factory=dict)
    """The player who made the move that led to a line."""

    @property
    def messages(self) -> list[Any]:
        """The table messages, the newest last."""
        return table_messages(self.channel)

    @property
    def newest(self) -> Any:
        """The newest table message."""
        return self.messages[-1]

    @property
    def is_over(self) -> bool:
        return RESULT in map(verb, self.newest.buttons)

    @property
    def to_move(self) -> Any:
        """The player who must act: the one who was pinged, else the one who moved last."""
        pinged = self.newest.pinged
        assert len(pinged) <= 1
        acting = next(iter(pinged), None) or self.movers[line_of(self.newest) or 0]
        return next(each for each in self.people if each.id == acting)

    @property
    def told_so_far(self) -> tuple[int, int]:
        """The newest table message, and the line that it shows by now."""
        return self.newest.id, newest_line_of(self.newest) or 0

    async def told(self, before: tuple[int, int], by: Any = None) -> Any:
        """Wait until the channel knows more than `before`; return the newest message.

        That is a new one, or an edit where the same seat acts again, as in a quake. `by` moved.
        """
        await self.wire.discord.until(
            lambda: self.told_so_far != before, PATIENCE, "the next news of the table"
        )
        if by is not None:
            self.movers[self.told_so_far[1]] = by.id
        return self.newest

    async def turn(self) -> Any:
        """Play a turn by clicks and return the receipt."""
        before, mover = self.told_so_far, self.to_move
        message, button = await self.drafted()
        receipt = await press(mover, message, button)
        await self.told(before, by=mover)
        return receipt

    async def drafted(self) -> tuple[Any, str]:
        """Click from the table message to the button that sends the move; don't press it."""
        mover, message = self.to_move, self.newest
        for _ in range(12):
            offered = [each for each in message.buttons if len(verb(each)) == 1]
            offered = [each for each in offered if not each.get("disabled")]
            assert offered, (
                mover.account.display,
                message.text,
                self.told_so_far,
                self.wire.broken(),
            )
            chosen = self.chosen(offered)
            if verb(chosen) in CONFIRMING:
                return message, chosen["custom_id"]
            message = await press(mover, message, chosen["custom_id"])
        raise AssertionError(message.labels)

    def chosen(self, offered: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the button that leads on to a move."""
        sending = [each for each in offered if verb(each) in CONFIRMING]
        ending = [each for each in offered if each["style"] in (GREEN, DANGER)]
        going_on = [each for each in offered if each["style"] == PRIMARY]
        return self.chance.choice(sending or ending or going_on or offered)

    async def typed_turn(self) -> Any:
        """Play a turn by typing, choosing from what is suggested for each option."""
        before, mover = self.told_so_far, self.to_move
        command, names = "/seismic place", ["tile", "cell", "orientation", "crew"]
        if any(verb(each) == "q" for each in self.newest.buttons):
            command, names = "/seismic quake", ["line"]
        options: dict[str, str] = {}
        for name in names:
            suggested = await mover.autocomplete(command, name, channel=self.channel, **options)
            options[name] = self.chance.choice(suggested)["value"]
        reply = await mover.slash(command, channel=self.channel, **options)
        await self.told(before, by=mover)
        return reply.message

    async def assert_in_order(self) -> None:
        """Check that the channel saw every line once, and pings only where a player must act."""
        await self.wire.discord.until(
            lambda: not any(each.buttons for each in self.messages[:-1]), PATIENCE, "silence"
        )
        shown = self.messages
        lines = [line_of(each) or 0 for each in shown]
        assert lines == sorted(set(lines))
        for each, line in zip(shown, lines, strict=True):
            assert self.movers.get(line) not in each.pinged or each is shown[-1]
            assert each.image.description
            assert len(each.pinged) <= 1 or each is shown[-1]


async def press(user: Any, message: Any, custom_id: str) -> Any:
    """Press a button and return the message that it leads to, once it is there."""
    drawn = len(message.history)
    reply = await user.click(message, custom_id)
    assert not reply.failed, custom_id
    if message.ephemeral:
        await user.server.until(lambda: len(message.history) > drawn, PATIENCE, "the next screen")
        return message
    return reply.message


async def seat_computer(user: Any, lobby: Any, level: str = "greedy") -> None:
    """Seat a computer player of this level at an open table."""
    shown = await press(user, lobby, named(lobby, "set-up"))
    menu = next(each for each in shown.selects if verb(each) == "computer")
    value = next(each["value"] for each in menu["options"] if each["value"].endswith(f"/{level}"))
    await user.select(shown, value, key=menu["custom_id"])


async def note_after(user: Any, message: Any, custom_id: str) -> Any:
    """Press a button that sends a move; return what is said after the receipt."""
    reply = await user.click(message, custom_id)
    note = await reply.followup(PATIENCE)
    assert note.ephemeral
    assert "Sent." in reply.text
    return note


async def refused(user: Any, message: Any, custom_id: str) -> Any:
    """Press a button of a public message and return the slip that comes instead of a change."""
    reply = await user.click(message, custom_id)
    slip = reply.message if reply.message is not message else await reply.followup(PATIENCE)
    assert slip.ephemeral
    return slip


async def opened(
    wire: Wire, *people: Any, where: str = "thread", radius: int = 5, **options: Any
) -> Table:
    """Open a table with `/seismic new`, set its size in the form, let the others join; begin."""
    discord, host = wire.discord, people[0]
    lobby = await lobby_of(host, seats=max(2, len(people)), where=where, **options)
    shown = await press(host, lobby, named(lobby, "set-up"))
    form = await host.click(shown, named(shown, "rule-options"))
    await host.submit(form, {"s.options.table_radius": str(RADIUS.values.index(radius))})
    await discord.until(lambda: lobby.history, PATIENCE, "the new size in the lobby")
    for each in people[1:]:
        await each.click(lobby, named(lobby, "join"))
        await discord.until(lambda name=each.account.display: f"**{name}**" in lobby.text, PATIENCE)
    await host.click(lobby, named(lobby, "start"))

    def place() -> Any:
        return lobby.thread if where == "thread" else lobby.channel

    await discord.until(
        lambda: place() and table_messages(place()), PATIENCE, "the first table message"
    )
    return Table(wire, list(people), place(), lobby)


async def lobby_of(host: Any, **options: Any) -> Any:
    """Open a table and return its lobby message."""
    answer = await host.slash("/seismic new", **options)
    assert answer.ephemeral
    return [each for each in public(host.here) if "join" in map(verb, each.buttons)][-1]


def named(message: Any, wanted: str) -> str:
    """Return the id of the button with this verb."""
    found: list[str] = [each["custom_id"] for each in message.buttons if verb(each) == wanted]
    assert found, (wanted, message.labels)
    return found[0]
