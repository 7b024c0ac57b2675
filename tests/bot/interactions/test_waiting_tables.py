"""From one table that waits for a person to the next: from receipts, and from the list."""

from random import Random
from typing import Any

from bot.table.match.match import Match
from tests.bot.world import World, acting, control, controls, played, reply, said, words_of

NEXT = "Play the next one ({n} waiting)"


async def awaited_at_two(world: World) -> tuple[Any, list[Match]]:
    """Begin three tables of two people; return one who is awaited at several, and those."""
    people = [world.person(name) for name in ("Ann", "Bob")]
    tables = list[Match]()
    for number in (1, 2, 3):
        await world.begun(*people)
        tables.append(await world.match(number))
        world.clock.pass_by(minutes=1)
    movers = [acting(each, people) for each in tables]
    mover = max(people, key=movers.count)
    return mover, [each for each, who in zip(tables, movers, strict=True) if who is mover]


async def test_a_receipt_leads_to_the_table_that_waits_longest(world: World) -> None:
    mover, tables = await awaited_at_two(world)

    receipt = await played(mover, await world.table(tables[-1].id), Random(1))
    label = NEXT.format(n=len(tables) - 1)
    verbs = [each.verb for each in controls(receipt)]
    board = reply(await mover.click(receipt, label=label))

    assert verbs[-1] == "next"
    assert f"### Seismic {tables[0].id}" in said(board)
    assert board.ephemeral
    assert board.attachments
    played_on = await played(mover, board, Random(1))
    assert "Sent." in said(played_on)


async def test_the_last_receipt_leads_nowhere_and_an_old_button_says_so(world: World) -> None:
    mover, tables = await awaited_at_two(world)
    for each in tables:
        receipt = await played(mover, await world.table(each.id), Random(1))
    verbs = [each.verb for each in controls(receipt)]
    old = await world.leftover("b.next.1")

    slip = reply(await mover.click(old, custom_id="b.next.1"))

    assert "next" not in verbs
    assert "No table is waiting for you" in said(slip)


async def test_the_list_of_tables_leads_to_the_one_that_waits_longest(world: World) -> None:
    mover, tables = await awaited_at_two(world)

    listed = reply(await mover.slash(world.channel, "my-tables"))
    labels = words_of(listed)
    board = reply(await mover.click(listed, custom_id=control(listed, "next").custom_id))

    assert NEXT.format(n=len(tables)) in labels
    assert f"### Seismic {tables[0].id}" in said(board)


async def test_a_table_of_another_server_is_linked_to(world: World) -> None:
    mover, tables = await awaited_at_two(world)
    elsewhere = world.env.create_guild(name="Elsewhere")
    channel = elsewhere.create_text_channel("games")
    there = elsewhere.add_member(mover.user)

    listed = reply(await there.slash(channel, "my-tables"))
    led = reply(await there.click(listed, custom_id=control(listed, "next").custom_id))

    assert f"**Seismic {tables[0].id} is in another server.**" in said(led)
    (link,) = controls(led)
    assert link.url is not None
    assert link.url.endswith(f"/{tables[0].table.message}")
