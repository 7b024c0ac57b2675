"""What can go wrong between the bot and Discord in one turn; each plays the turn through it."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.wire.table import Table, press
from tests.wire.world import PATIENCE, verb

ANSWERED_TWICE: Final = (r"answered twice", r"create_interaction_response refused.*40060")
"""Discord's words for an answer that is sent again because the first one's receipt was lost."""

Trouble = Callable[[Table], Awaitable[Any]]


async def reconnect(table: Table) -> None:
    """Discord asks for a reconnect; what is clicked meanwhile is replayed."""
    resumed = table.wire.discord.gateway.resumes
    await table.wire.discord.gateway.reconnect()
    await table.turn()
    assert table.wire.discord.gateway.resumes == resumed + 1


async def new_session(table: Table) -> None:
    """The session is lost for good: the bot has to begin another."""
    gateway = table.wire.discord.gateway
    before = gateway.identifies
    await gateway.invalidate(resumable=False)
    await table.wire.discord.until(lambda: gateway.identifies > before and gateway.live, PATIENCE)
    await table.turn()


async def lost_answer(table: Table) -> None:
    """The message was posted, but the bot is told 502: it posts again."""
    fault = table.wire.discord.fault("create_message", status=502, after=True)
    await _until_hit(table, fault)


async def lost_receipt(table: Table) -> None:
    """The answer to a click arrived, but the bot is told 502: it answers again."""
    table.wire.by_design += ANSWERED_TWICE
    fault = table.wire.discord.fault("create_interaction_response", status=502, after=True)
    await table.turn()
    assert fault.hits == 1


async def lost_connection(table: Table) -> None:
    """The connection breaks before an answer to a click has arrived: it is sent again."""
    fault = table.wire.discord.fault("create_interaction_response", drop=True)
    receipt = await table.turn()
    assert "Sent." in receipt.text
    assert fault.hits == 1


async def limited(table: Table) -> None:
    """Too many requests, says Discord, for this channel and then for everything."""
    for_channel = table.wire.discord.fault("create_message", retry_after=0.4)
    for_all = table.wire.discord.fault("update_message", retry_after=0.3, scope="global")
    await _until_hit(table, for_channel)
    await table.wire.discord.until(lambda: for_channel.hits == for_all.hits == 1, PATIENCE)


async def _until_hit(table: Table, fault: Any) -> None:
    """Play on until a new message met the fault; where a seat goes on, an edit tells its turn."""
    while not fault.hits:
        await table.turn()
    assert fault.hits == 1


async def failing(table: Table) -> None:
    """Discord breaks down once."""
    fault = table.wire.discord.fault("create_message", status=500)
    await _until_hit(table, fault)


async def dropped(table: Table) -> None:
    """The connection breaks before the message is posted: it comes a little later."""
    fault = table.wire.discord.fault("create_message", drop=True)
    await _until_hit(table, fault)
    assert table.wire.log("cannot-post")


async def dropped_after(table: Table) -> None:
    """The connection breaks after the message was posted: it is found, not posted again."""
    fault = table.wire.discord.fault("create_message", drop=True, after=True)
    posted = len(table.wire.discord.calls("create_message"))
    await _until_hit(table, fault)
    await table.wire.discord.until(
        lambda: not table.messages[-2].buttons, PATIENCE, "a silent old one"
    )
    assert len(table.wire.discord.calls("create_message")) == posted + 1


async def killed(table: Table) -> None:
    """The process is killed while a player is choosing; their half-made move goes on."""
    mover, message = table.to_move, table.newest
    first = next(each for each in message.buttons if not each.get("disabled"))
    wizard = await press(mover, message, first["custom_id"])
    await table.wire.restart()
    going_on = next(each for each in wizard.buttons if verb(each) in "pqf")
    await press(mover, wizard, going_on["custom_id"])
    await table.turn()


async def killed_before_telling(table: Table) -> None:
    """The process is killed when the move is stored and nobody knows yet."""
    before, mover = table.told_so_far, table.to_move
    message, button = await table.drafted()
    # Where the same seat goes on, as in a quake, an edit of the newest message would tell it.
    sent = table.wire.discord.fault("create_message", delay=0.5, status=500)
    edited = table.wire.discord.fault("update_message", delay=0.5, status=500)
    await mover.click(message, button, wait=False)
    await table.wire.discord.until(lambda: sent.hits or edited.hits, PATIENCE)
    table.wire.discord.faults.clear()
    await table.wire.restart()
    await table.told(before, by=mover)


async def killed_after_telling(table: Table) -> None:
    """The process is killed when the channel was told, but that is not written down."""
    before, mover = table.told_so_far, table.to_move
    old = table.newest
    message, button = await table.drafted()
    fault = table.wire.discord.fault("update_message", delay=0.5, status=500)
    await mover.click(message, button, wait=False)
    await table.wire.discord.until(lambda: fault.hits, PATIENCE)
    told = table.newest
    await table.wire.restart()
    newest = await table.told(before, by=mover)
    if newest is not old:
        assert newest is told
        await table.wire.discord.until(lambda: not old.buttons, PATIENCE, "a silent old message")
        assert table.newest is newest
