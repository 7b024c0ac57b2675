"""Taking moves back by clicks and commands: at once, by agreement, and refused."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import MatchId, PlayerId
from bot.table.preferences import GuildPreferences, Preferences
from engine.games.san_andreas.actions import Roll
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    next_key,
    played,
    posts,
    raw,
    reply,
    said,
    walked,
)


async def one_turn(world: World, people: list[MemberActor], chance: int = 1) -> Any:
    """Let the seat that must act play a turn, and return who that was with the receipt."""
    mover = acting(await world.match(), people)
    return mover, await played(mover, await world.table(), Random(chance))


async def seated(world: World, title: str, *names: str) -> list[MemberActor]:
    people = [world.person(name) for name in names]
    await world.begun(*people, title=title)
    return people


def labels(message: Any) -> list[str]:
    return [each.label for each in controls(message)]


async def test_a_receipt_takes_a_free_move_back(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    before = await world.match()
    mover, receipt = await one_turn(world, people)
    sentence = (await world.table()).content

    back = reply(await mover.click(receipt, label="Take back my move"))
    now, table = await world.match(), await world.table()

    assert said(back).strip().startswith("**Taken back:** ~~**")
    assert now.acting == before.acting
    assert table.content.startswith("**Taken back:** ~~**")
    assert table.content != sentence
    assert not posts(world)[-1]["allowed_mentions"].get("users")


async def later(world: World) -> None:
    """Let a channel rest that was just written to, and what waits be delivered."""
    world.clock.pass_by(seconds=10)
    await world.tick()


async def asked(world: World, mover: MemberActor) -> Any:
    """Ask by command to take a move back, and return the public request."""
    question = reply(await mover.slash(world.channel, "table undo"))
    assert "take back your last move?" in said(question)
    await mover.click(question, label="Ask the others")
    return world.newest


async def test_the_others_agree_in_the_channel(world: World) -> None:
    people = await seated(world, "seismic", "Ann", "Bob", "Cleo")
    before = await world.match()
    mover, _ = await one_turn(world, people)
    first, second = (each for each in people if each is not mover)

    request = await asked(world, mover)
    told, pinged = request.content, posts(world)[-1]["allowed_mentions"]["users"]
    await first.click(request, label="Agree")
    await later(world)
    half = world.message(request.id).content
    await second.click(request, label="Agree")
    pings = posts(world)[-1]["allowed_mentions"]["users"]
    await later(world)
    table = await world.table()

    assert f"**{mover.user.global_name} asks to take a move back** (Seismic 1)." in told
    assert "Something was drawn after that move, and everyone will still know it." in told
    assert "0 of 2 have agreed · open until the next move or <t:" in told
    assert {int(each) for each in pinged} == {first.id, second.id}
    assert f"{first.user.global_name} agrees · 1 of 2" in half
    # Request, ballots, outcome and the new position are one message.
    assert request.id not in [each.id for each in world.channel.history()]
    assert table.content.startswith("**Taken back by agreement:** ~~**")
    names = {each.user.global_name for each in (first, second)}
    agreed = table.content.partition("(agreed: ")[2].partition(")")[0]
    assert set(agreed.split(", ")) == names
    assert (await world.match()).acting == before.acting
    assert [int(each) for each in pings] == [mover.id]


async def test_one_keeps_the_move(world: World) -> None:
    people = await seated(world, "seismic", "Ann", "Bob", "Cleo")
    mover, _ = await one_turn(world, people)
    first, second = (each for each in people if each is not mover)
    request, line = await asked(world, mover), (await world.match()).line

    await first.click(request, label="Keep the move")
    await later(world)
    kept = world.message(request.id).content
    code = control(request, "undoyes").custom_id
    late = reply(await second.click(await world.leftover(code), custom_id=code))
    again = reply(await mover.slash(world.channel, "table undo"))
    refused = reply(await mover.click(again, label="Ask the others"))

    assert kept.startswith(f"**The move stays** (Seismic 1): {first.user.global_name} would")
    assert late.ephemeral
    assert refused.ephemeral
    assert (await world.match()).line == line


async def test_the_next_move_answers_a_request(world: World) -> None:
    people = await seated(world, "seismic", "Ann", "Bob")
    mover, _ = await one_turn(world, people)
    request = await asked(world, mover)

    await one_turn(world, people, 2)
    await later(world)

    assert world.message(request.id).content.startswith(
        "**The move stays** (Seismic 1): the match has gone on."
    )


async def test_after_two_days_a_request_lapses(world: World) -> None:
    people = await seated(world, "seismic", "Ann", "Bob")
    mover, _ = await one_turn(world, people)
    request = await asked(world, mover)

    world.clock.pass_by(hours=49)
    await world.tick()
    await later(world)

    assert world.message(request.id).content.startswith(
        "**The move stays** (Seismic 1): not everyone answered in time."
    )


async def test_a_first_request_offers_to_ask_twice(world: World) -> None:
    people = await seated(world, "seismic", "Ann", "Bob")
    mover, _ = await one_turn(world, people)

    question = reply(await mover.slash(world.channel, "table undo"))
    sent = reply(await mover.click(question, label="Ask the others"))
    offered = labels(sent)
    await mover.click(sent, label="Confirm every move")
    wish = await world.bot.shell.stores.players.preferences(PlayerId(mover.id))

    assert "Confirm every move" in offered
    assert wish.confirm_twice


async def test_who_is_about_to_move_is_shown_the_table_anew(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    mover, receipt = await one_turn(world, people)
    after = acting(await world.match(), people)
    table = await world.table()
    key = next_key(table, Random(1))
    wizard = reply(await after.click(table, custom_id=key))

    await mover.click(receipt, label="Take back my move")
    line = (await world.match()).line
    slip = reply(await after.click(wizard, custom_id=next_key(wizard, Random(1))))
    leftover = await world.leftover(str(key))
    public = reply(await after.click(leftover, custom_id=key))

    assert "The table has moved on" in said(slip)
    assert "The table has moved on" in said(public)
    assert (await world.match()).line == line


async def test_the_mover_s_own_old_buttons_do_nothing_after(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    table = await world.table()
    key = next_key(table, Random(1))
    mover, receipt = await one_turn(world, people)
    await mover.click(receipt, label="Take back my move")
    line = (await world.match()).line

    leftover = await world.leftover(str(key))
    again = reply(await mover.click(leftover, custom_id=key))

    assert "The table has moved on" in said(again)
    assert (await world.match()).line == line


async def test_a_receipt_of_a_table_that_has_moved_on_asks_first(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    mover, receipt = await one_turn(world, people)
    await one_turn(world, people, 2)
    line = (await world.match()).line

    question = reply(await mover.click(receipt, label="Take back my move"))

    assert "take back your last move?" in said(question)
    assert "Others may have moved after it; their moves go back, too." in said(question)
    assert (await world.match()).line == line


async def test_it_works_after_a_restart(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    mover, receipt = await one_turn(world, people)

    await world.restart()
    back = reply(await mover.click(receipt, label="Take back my move"))

    assert said(back).strip().startswith("**Taken back:**")


async def test_pressed_twice_it_goes_back_once(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    await one_turn(world, people, 3)
    mover, receipt = await one_turn(world, people)
    await mover.click(receipt, label="Take back my move")
    line = (await world.match()).line

    slip = reply(await mover.slash(world.channel, "table undo"))

    assert "You have no move to take back here." in said(slip)
    assert (await world.match()).line == line


async def test_dice_stand(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    chance = Random(1)
    mover, message = acting(await world.match(), people), await world.table()
    for _ in range(800):
        key = next_key(message, chance)
        if key is None:
            mover, message = acting(await world.match(), people), await world.table()
            continue
        message = reply(await mover.click(message, custom_id=key))
        last = (await world.bot.shell.host.cache.of(MatchId(1))).begun.record.entries[-1].move
        if last is not None and isinstance(last.action, Roll):
            break

    slip = said(reply(await mover.slash(world.channel, "table undo")))

    assert "**Too late to take back:** something has been rolled or drawn since" in slip


async def test_what_is_sealed_stays_and_nobody_learns_who_has_sealed(world: World) -> None:
    people = await seated(world, "aftershock", "Ann", "Bob", "Cleo")
    slips = []
    for person in people[:2]:
        desk = reply(await person.click(await world.table(), label="Open my desk"))
        sealed = reply(await person.click(desk, custom_id=next_key(desk, Random(1))))
        assert "Take back my move" not in labels(sealed)
        slips.append(said(reply(await person.slash(world.channel, "table undo"))))

    assert (await world.match()).line > 0
    assert all("what is sealed or revealed stays" in each for each in slips), slips
    assert slips[0] == slips[1]


async def test_who_may_not_is_told_why(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    mover, receipt = await one_turn(world, people)
    other = next(each for each in people if each is not mover)
    forged = await world.leftover(control(receipt, "undo").custom_id)
    code = control(receipt, "undo").custom_id

    watcher = said(reply(await world.person("Dan").slash(world.channel, "table undo")))
    not_theirs = said(reply(await other.click(forged, custom_id=code)))
    await people[0].click(await world.leftover("b.closing.1.0"), custom_id="b.closing.1.0")
    over = said(reply(await mover.click(forged, custom_id=code)))

    assert "You have no seat at this table." in watcher
    assert "You have no move to take back here." in not_theirs
    assert "Ann closed this table" in over


async def test_a_lobby_has_nothing_to_take_back(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", where="here")

    slip = reply(await ann.slash(world.channel, "table undo"))

    assert "hasn't begun yet" in said(slip)


async def test_the_history_keeps_what_was_taken_back(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    mover, receipt = await one_turn(world, people)
    await mover.click(receipt, label="Take back my move")
    await one_turn(world, people, 5)

    history = reply(await mover.slash(world.channel, "table history"))
    menu = next(each for each in walked(raw(history)) if "options" in each)
    gone = [each for each in menu["options"] if each.get("description") == "taken back"]
    told = [each["label"] for each in menu["options"] if "took back move" in each["label"]]
    shown = said(reply(await mover.select(history, [gone[0]["value"]])))

    assert len(gone) == 1
    assert f"took back move {gone[0]['value']}." in told[0]
    assert "**Taken back** later:\n~~**" in shown


async def test_at_several_tables_it_is_asked_which(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Bob")]
    await world.begun(*people)
    mover, _ = await one_turn(world, people)
    await people[0].slash(world.channel, "seismic new", seats=2, where="here")
    lobby = world.newest
    await people[1].click(lobby, label="Join")
    await people[0].click(lobby, label="Start")

    which = reply(await mover.slash(world.channel, "table undo"))
    asked = said(which)
    question = said(reply(await mover.click(which, label="Seismic 1")))

    assert "Which table?" in asked
    assert "### Seismic 1: take back your last move?" in question


async def test_more_leads_to_it(world: World) -> None:
    people = await seated(world, "seismic", "Ann", "Bob")
    mover, _ = await one_turn(world, people)

    more = reply(await mover.click(await world.table(), label="More"))
    question = reply(await mover.click(more, label="Take back my move"))

    assert "take back your last move?" in said(question)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ("annuler ton dernier coup", "demande à annuler un coup", "d'un commun accord")),
        ("es-ES", ("¿deshacer tu última jugada?", "pide deshacer una jugada", "de común acuerdo")),
    ],
)
async def test_in_other_languages(world: World, language: str, words: Sequence[str]) -> None:
    people = await seated(world, "seismic", "Ann", "Bob")
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(language=language[:2])
    )
    for each in people:
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), Preferences(language[:2]))
    mover, _ = await one_turn(world, people)
    (other,) = (each for each in people if each is not mover)

    question = reply(await mover.slash(world.channel, "table undo"))
    asking = said(question)
    await mover.click(question, custom_id=control(question, "undoask").custom_id)
    request = world.newest
    await other.click(request, custom_id=control(request, "undoyes").custom_id)

    assert words[0] in asking
    assert words[1] in request.content
    assert words[2] in (await world.table()).content
