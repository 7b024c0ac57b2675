"""Direct messages: only by one's own setting, and back to the channel where they are closed."""

from typing import Any

from tests.wire.table import named, press
from tests.wire.world import PATIENCE, Wire


async def switched(wire: Wire, person: Any) -> Any:
    """Let a player ask for direct messages; return the screen that has the switch."""
    settings = (await person.slash("/settings")).message
    screen = await press(person, settings, named(settings, "reminders"))
    drawn = len(screen.history)
    await person.click(screen, named(screen, "direct"))
    await wire.discord.until(lambda: len(screen.history) > drawn, PATIENCE)
    return screen


async def test_the_receipt_is_the_first_direct_message_and_comes_once(wire: Wire) -> None:
    await wire.begin()
    ann = wire.discord.user("Ann")
    direct = wire.discord.dm(ann.account)

    screen = await switched(wire, ann)
    await wire.discord.until(lambda: direct.messages, PATIENCE, "a direct message")
    await wire.restart()
    await ann.slash("/settings")

    (receipt,) = direct.messages.values()
    assert "Your reminders come here from now on." in receipt.text
    assert "Direct messages: on" in screen.labels
    assert all(each.ephemeral for each in wire.discord.table.messages.values())


async def test_closed_direct_messages_come_to_the_channel(wire: Wire) -> None:
    await wire.begin()
    bob = wire.discord.user("Bob")
    direct = wire.discord.dm(bob.account)
    wire.discord.closed_dms.add(bob.id)

    await switched(wire, bob)

    def told() -> list[Any]:
        every = wire.discord.table.messages.values()
        return [each for each in every if "I can't send you direct messages" in each.text]

    await wire.discord.until(told, PATIENCE, "a word in the channel")
    (message,) = told()
    again = (await bob.slash("/settings")).message
    screen = await press(bob, again, named(again, "reminders"))

    assert bob.mention in message.text
    assert message.pinged == set()
    assert "Direct messages: off" in screen.labels
    assert not direct.messages
