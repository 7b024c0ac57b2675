"""What Discord refuses in channels: said, kept, and made up for."""

from typing import Any, Final

from tests.wire.table import Table, lobby_of, named, note_after, opened, press, seat_computer
from tests.wire.world import PATIENCE, Wire, line_of, table_messages

ATTACH_FILES: Final = 1 << 15
CREATE_PUBLIC_THREADS: Final = 1 << 35
VIEW_CHANNEL: Final = 1 << 10


def forbid(wire: Wire, channel: Any, **permissions: int) -> None:
    """Take permissions from the bot in a channel, and tell it as Discord does."""
    channel.bot_denied |= permissions.keys()
    _announced(wire, channel, sum(permissions.values()))


def allow(wire: Wire, channel: Any) -> None:
    """Give them back."""
    channel.bot_denied.clear()
    _announced(wire, channel, 0)


def _announced(wire: Wire, channel: Any, denied: int) -> None:
    overwrite = {"id": wire.discord.guild.id, "type": 0, "allow": "0", "deny": str(denied)}
    changed = {**channel.payload(), "permission_overwrites": [overwrite]}
    wire.discord.gateway.dispatch("CHANNEL_UPDATE", changed)


async def begun(wire: Wire, where: str = "here") -> Table:
    wire.hurry()
    await wire.begin()
    return await opened(wire, wire.discord.user("Ann"), wire.discord.user("Bob"), where=where)


async def sent(table: Table) -> Any:
    """Play a turn of which the channel hears nothing; return what its player is told."""
    mover = table.to_move
    message, button = await table.drafted()
    return await note_after(mover, message, button)


async def test_what_is_missing_to_post_is_said_and_the_move_is_stored(wire: Wire) -> None:
    table = await begun(wire)
    before, mover = table.newest, table.to_move
    told = table.told_so_far
    forbid(wire, wire.discord.table, attach_files=ATTACH_FILES)

    note = await sent(table)
    allow(wire, wire.discord.table)
    newest = await table.told(told)

    assert "I'm not allowed to post in this channel" in note.text
    assert "Attach Files" in note.text
    assert "Your move is stored." in note.text
    assert mover.id not in newest.pinged
    assert len(newest.pinged) == 1
    await wire.discord.until(lambda: not before.buttons, PATIENCE)
    assert wire.problems() == []


async def test_a_channel_that_forbids_posting_gets_no_table(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    forbid(wire, wire.discord.table, view_channel=VIEW_CHANNEL)

    refused = await wire.discord.user("Ann").slash("/seismic new", where="here")

    assert "I'm not allowed to post in this channel" in refused.text
    assert "View Channel" in refused.text
    assert table_messages(wire.discord.table) == []
    assert wire.problems() == []


async def test_without_threads_the_table_is_in_the_channel(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    discord, ann = wire.discord, wire.discord.user("Ann")
    forbid(wire, discord.table, create_public_threads=CREATE_PUBLIC_THREADS)

    lobby = await lobby_of(ann, seats=2, where="thread")
    await seat_computer(ann, lobby)
    await discord.until(lambda: "computer player" in lobby.text, PATIENCE)
    await press(ann, lobby, named(lobby, "start"))
    await discord.until(lambda: table_messages(discord.table), PATIENCE)

    assert lobby.thread is None
    await discord.until(lambda: "not allowed to open threads here" in lobby.text, PATIENCE)
    assert wire.problems() == []


async def test_a_deleted_thread_brings_the_table_back_to_the_channel(wire: Wire) -> None:
    table = await begun(wire, "thread")
    mover, thread = table.to_move, table.channel
    board = (await mover.slash("/table board", channel=wire.discord.table)).message
    gone(wire, thread)

    drafted = await press(mover, board, named(board, "w"))
    back = Table(wire, table.people, wire.discord.table, table.lobby)
    while "g" not in [each["custom_id"].split(".")[1] for each in drafted.buttons]:
        drafted = await press(mover, drafted, named(drafted, "p"))
    receipt = await press(mover, drafted, named(drafted, "g"))

    assert "Sent." in receipt.text
    await wire.discord.until(lambda: back.messages, PATIENCE)
    assert line_of(back.newest)
    assert len(back.newest.pinged) == 1
    assert wire.problems() == []


async def test_an_archived_thread_wakes_up_for_the_next_move(wire: Wire) -> None:
    table = await begun(wire, "thread")
    before = table.newest
    table.channel.archived = True
    archived = table.channel.payload(wire.discord.bot)
    wire.discord.gateway.dispatch("THREAD_UPDATE", archived)

    await table.turn()

    assert not table.channel.archived
    await wire.discord.until(lambda: not before.buttons, PATIENCE)
    assert wire.problems() == []


async def test_a_deleted_channel_keeps_the_move(wire: Wire) -> None:
    table = await begun(wire)
    mover = table.to_move
    message, button = await table.drafted()
    elsewhere = wire.discord.add_channel(wire.discord.guild, "elsewhere")
    message.channel = elsewhere
    gone(wire, wire.discord.table)

    note = await note_after(mover, message, button)
    listed = await mover.slash("/my-tables", channel=elsewhere)

    assert "I can't post in this channel anymore" in note.text
    assert "Your move is stored." in note.text
    assert "**Seismic 1** · its channel is gone" in listed.text
    assert wire.problems() == []
    assert wire.broken() == []


def gone(wire: Wire, channel: Any) -> None:
    """Delete a channel or a thread, as a moderator would."""
    wire.discord.channels.pop(channel.id)
    wire.discord.guild.channels.pop(channel.id)
    event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
    wire.discord.gateway.dispatch(event, channel.payload(wire.discord.bot))
