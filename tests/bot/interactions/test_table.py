"""The table message: one for each move, a ping for who must act, buttons on the newest only."""

from dataclasses import replace
from random import Random

import discord

from tests.bot.tables import legal, new_request, player_in
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    played,
    posts,
    reply,
    said,
    waiting,
    words_of,
)

LONGEST_NONCE = 25
SILENT = discord.MessageFlags(suppress_notifications=True).value


async def test_only_whoever_must_act_is_pinged(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    await played(acting(match, people), await world.table(), Random(1))

    match = await world.match()
    mover = acting(match, people)

    newest = posts(world)[-1]
    assert newest["allowed_mentions"]["users"] == [mover.id]
    assert newest["allowed_mentions"]["parse"] == []
    assert newest.get("flags", 0) & SILENT == 0
    assert len({each["nonce"] for each in posts(world)}) == len(posts(world))
    assert len(newest["nonce"]) <= LONGEST_NONCE
    assert newest["content"].startswith(mover.mention)


async def test_a_message_that_pings_nobody_is_silent(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    loaded = await world.bot.shell.host.cache.of(match.id)
    chairs = tuple(replace(each, agent="uniform") for each in match.chairs)

    # As while computer players take long.
    changed = replace(loaded, match=replace(match, chairs=chairs))
    await world.bot.shell.messenger.table(changed, 0)

    last = posts(world)[-1]
    assert "Next: " in str(last["content"])
    assert last["flags"] & SILENT
    assert last["allowed_mentions"]["parse"] == []
    assert not last["allowed_mentions"].get("users")


async def test_a_computer_player_moves_at_once(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    lobby = world.newest
    await world.seat_computer(ann)
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)
    for turn in range(3):
        line, said_ = (await world.match()).line, len(posts(world))

        receipt = await played(ann, await world.table(), Random(turn))

        match = await world.match()
        assert "Sent." in said(receipt)
        assert match.line > line
        assert match.chairs[match.acting[0]].player == ann.id
        # Her move and the answer are one message; none if a quake asks her on.
        assert len(posts(world)) - said_ <= 1
        # Without a ping if it was her own choice that made it her move: after a quake's tie.
        assert (await world.table()).content.startswith((ann.mention, "**Ann**"))


async def test_old_buttons_work_after_a_restart(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover, table = acting(match, people), await world.table()
    wizard = reply(await mover.click(table, custom_id=control(table, "w").custom_id))

    await world.restart()
    receipt = await played(mover, wizard, Random(1))

    assert "Sent." in said(receipt)
    assert (await world.match()).line > match.line


async def test_what_was_posted_but_not_written_down_is_not_posted_again(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    posted = len(posts(world))
    loaded = await world.bot.shell.host.cache.of((await world.match()).id)

    await world.restart()
    again = await world.bot.shell.messenger.table(loaded, 0)

    assert again.message == loaded.match.table.message
    assert len(posts(world)) == posted


async def test_a_used_wizard_answers_stale(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover, table = acting(match, people), await world.table()
    first = control(table, "w").custom_id
    wizard = reply(await mover.click(table, custom_id=first))
    cell = next(each for each in controls(wizard) if each.verb == "p").custom_id
    asked = reply(await mover.click(wizard, custom_id=cell))
    last = control(asked, "g").custom_id
    second = reply(await mover.click(table, custom_id=first))
    second = reply(await mover.click(second, custom_id=cell))
    await mover.click(asked, custom_id=last)
    line = (await world.match()).line

    slip = reply(await mover.click(second, custom_id=last))

    now = await world.match()
    assert now.line == line
    assert acting(now, people) is not mover
    assert "**The table has moved on**" in said(slip)
    assert "Nothing was sent" in said(slip)
    assert str(now.table.message) in said(slip)


async def test_a_stale_draft_opens_anew_when_it_is_the_same_person_s_turn(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover, table = acting(match, people), await world.table()
    old = control(table, "w").custom_id
    for turn in range(2):
        match = await world.match()
        await played(acting(match, people), await world.table(), Random(turn))
    now = await world.match()
    left = await world.leftover(old)

    again = reply(await acting(now, people).click(left, label=old))
    opened = said(again)
    receipt = await played(acting(now, people), again, Random(1))

    assert acting(now, people) is mover
    assert "The table has moved on; here is the latest board." in opened
    assert "Sent." in said(receipt)


async def test_somebody_else_s_turn_says_whose_it_is(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    table = await world.table()
    world.clock.pass_by(hours=3)
    other = waiting(match, people)

    slip = reply(await other.click(table, custom_id=control(table, "w").custom_id))

    assert slip.ephemeral
    assert f"It's been {acting(match, people).name.capitalize()}'s move" in said(slip)
    assert "3 hours" in said(slip)
    assert "You're next after that" in said(slip)


async def test_a_watcher_may_read_but_not_move(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    dan, table = world.person("Dan"), await world.table()

    slip = reply(await dan.click(table, custom_id=control(table, "w").custom_id))
    told, offered = said(slip), [each.verb for each in controls(slip)]
    text = reply(await dan.click(slip, custom_id=control(slip, "text").custom_id))

    assert "You're watching this table" in told
    assert offered == ["text", "follow", "open"]
    assert "## Now" in said(text)


async def test_a_button_from_before_an_update_is_answered(world: World) -> None:
    ann = world.person("Ann")
    ids = ("b.gone.1.2", "something else", "b.w.!.2")
    old = await world.leftover(*ids)

    for label in ids:
        slip = reply(await ann.click(old, label=label))
        assert slip.ephemeral
        assert "from before an update" in said(slip)


async def test_a_finished_match_says_so(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    table = await world.table()
    first = control(table, "w").custom_id
    host, match = world.bot.shell.host, await world.match()
    while match.acting:
        # Told once, at the end: clicks are tried elsewhere.
        seat, actions = await legal(host, match.id)
        action = actions[len(actions) // 2]
        player = player_in(match, seat)
        await host.moves.submit(match.id, player, (action,), match.line, new_request())
        match = await host.cache.match(match.id)
    await host.telling.tell(match.id)
    result = await world.table()
    late = await world.leftover(first)

    slip = reply(await people[0].click(late, label=first))
    checked = reply(await people[0].click(result, label="Check the draws"))
    record = reply(await people[0].click(result, label="Game record"))
    film = reply(await people[0].click(result, label="Watch the replay"))
    score = reply(await people[0].slash(world.channel, "table score"))
    again = reply(await people[1].click(result, label="Again"))

    assert "This match is over" in said(slip)
    assert "The draws are fair" in said(checked)
    assert match.commitment in said(checked)
    assert record.attachments[0].filename == "seismic-1.json"
    assert film.attachments[0].filename.endswith(".gif")
    assert score.ephemeral
    assert "A new table is open" in said(again)
    assert control(await world.table(), "replay").verb == "replay"
    assert controls(await world.table())[0].label == "Go to the next match"
    assert "a new table" in words_of(world.message((await world.match(2)).cover.message))
