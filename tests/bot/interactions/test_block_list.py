"""The block list: warned before one sits down, and afterwards; the other person never learns it."""

import re
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor
from sqlalchemy import select

from bot.storage.people.blocks import MOST
from bot.storage.schema import results
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person, Status
from bot.table.preferences import Preferences
from tests.bot.interactions.test_direct_turns import SILENT, delivered, directly
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    menus,
    played,
    posts,
    reply,
    said,
    words_of,
)

NUMBER = re.compile(r"[0-9a-f]{8}|\d+")
"""What differs from table to table: numbers, the seal of the draws."""
RESULTS = select(results.c.seat, results.c.player, results.c.counted, results.c.reason)
SITS = "**Bob, on your block list, sits here.** Sit down all the same? No one learns that I asked."


async def blocks(world: World, who: MemberActor, whom: MemberActor) -> None:
    named = Person(PlayerId(whom.id), whom.user.global_name or "")
    await world.bot.shell.stores.blocks.block(PlayerId(who.id), named, world.clock.now())


async def opened(world: World, host: MemberActor, seats: int = 3) -> Any:
    await host.slash(world.channel, "seismic new", seats=seats, where="here")
    return world.newest


async def press(person: MemberActor, message: Any, verb: str) -> Any:
    return await person.click(message, custom_id=control(message, verb).custom_id)


async def warned(world: World) -> tuple[MemberActor, MemberActor, Any]:
    """Let Ann, on whose list Bob is, press Join where he sits; return what she is asked."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await blocks(world, ann, bob)
    lobby = await opened(world, bob)
    return ann, bob, reply(await press(ann, lobby, "join"))


async def test_the_menu_of_a_person_puts_them_on_the_list(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")

    first = reply(await ann.context_menu(world.channel, "Block at tables", bob))
    again = reply(await ann.context_menu(world.channel, "Block at tables", bob))
    oneself = reply(await ann.context_menu(world.channel, "Block at tables", ann))

    assert first.ephemeral
    assert "**Bob is on your block list.** I warn you before you sit" in said(first)
    assert "### Your block list · 1\nBob" in said(first)
    assert "**Bob is already on your list.**" in said(again)
    assert "**You can block people, but not yourself or bots.**" in said(oneself)
    assert posts(world) == []


async def test_settings_lead_to_the_list_where_people_are_added_and_taken_off(
    world: World,
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    settings = reply(await ann.slash(world.channel, "settings"))

    empty = reply(await ann.click(settings, label="Block list"))
    nobody = said(empty)
    added = reply(await ann.select(empty, [bob], custom_id="s.block"))
    one = said(added)
    (menu,) = menus(added)
    gone = reply(await ann.select(added, [str(bob.id)], custom_id="s.unblock"))

    assert "**It is empty.**" in nobody
    assert "### Your block list · 1\nBob" in one
    assert [each["label"] for each in menu["options"]] == ["Bob"]
    assert "**It is empty.**" in said(gone)


async def test_a_full_list_says_so_and_has_pages(world: World) -> None:
    ann, bob, store = world.person("Ann"), world.person("Bob"), world.bot.shell.stores.blocks
    for number in range(MOST):
        other = Person(PlayerId(number + 1), f"P{number}")
        await store.block(PlayerId(ann.id), other, world.clock.now())

    shown = reply(await ann.context_menu(world.channel, "Block at tables", bob))
    first, told = menus(shown)[0]["options"], said(shown)
    second = menus(reply(await ann.click(shown, label="26–50")))[0]["options"]

    assert "**100 people are the most.**" in told
    assert len(first) == len(second) == 25
    assert {each["value"] for each in first}.isdisjoint(each["value"] for each in second)


async def test_who_presses_join_where_a_blocked_person_sits_is_asked_first(world: World) -> None:
    ann, _, asked = await warned(world)
    before, told = len((await world.match()).people), said(asked)

    away = reply(await ann.click(asked, label="Stay away"))

    assert asked.ephemeral
    assert SITS in told
    assert before == len((await world.match()).people) == 1
    assert "**You didn't sit down.**" in said(away)


async def test_who_sits_down_all_the_same_is_asked_no_more(world: World) -> None:
    ann, _, asked = await warned(world)

    done = reply(await ann.click(asked, label="Sit down anyway"))
    await delivered(world)

    assert [each.name for each in (await world.match()).people] == ["Bob", "Ann"]
    assert "**You're at the table.**" in said(done)
    assert directly(world, ann) == []


async def test_consent_holds_for_those_it_was_about(world: World) -> None:
    ann, _, asked = await warned(world)
    cleo = world.person("Cleo")
    await blocks(world, ann, cleo)
    await press(cleo, world.newest, "join")

    again = reply(await ann.click(asked, label="Sit down anyway"))
    told, button = said(again), control(again, "join")
    await ann.click(again, custom_id=button.custom_id)

    assert "**Cleo, on your block list, sits here.**" in told
    assert len(button.custom_id) <= 100
    assert (await world.match()).status is Status.LOBBY
    assert len((await world.match()).people) == 3


async def test_an_invitation_leads_to_the_same_question(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await blocks(world, ann, bob)
    await opened(world, bob)
    shown = reply(await press(bob, await world.set_up(bob), "invite"))
    await bob.select(shown, [ann], custom_id="s.invited.1.0")
    await delivered(world)
    invitation = world.newest

    asked = reply(await press(ann, invitation, "take-seat"))

    assert "saves you a seat" in invitation.content
    assert SITS in said(asked)


@pytest.mark.parametrize("owner", ["Bob", "Cleo"])
async def test_a_seat_on_offer_is_taken_over_after_the_same_question(
    world: World, owner: str
) -> None:
    bob, cleo, ann = (world.person(each) for each in ("Bob", "Cleo", "Ann"))
    await blocks(world, ann, bob)
    await world.begun(bob, cleo)
    leaver = bob if owner == "Bob" else cleo
    asked = reply(await leaver.slash(world.channel, "table leave"))
    asked = reply(await press(leaver, asked, "hand-on"))
    seat = (await world.match()).seat_of(PlayerId(leaver.id))
    await press(leaver, asked, "handing-on")
    sit = f"b.sit.1.0.{seat}"

    shown = reply(await ann.click(await world.leftover(sit), custom_id=sit))

    # Who takes Bob's own seat doesn't sit with him.
    if owner == "Cleo":
        assert SITS in said(shown)
        shown = reply(await ann.click(shown, label="Sit down anyway"))
    assert "**The seat is yours**" in said(shown)
    assert (await world.match()).seat_of(PlayerId(ann.id)) is not None


async def test_the_seat_of_one_who_left_the_server_is_taken_after_the_same_question(
    world: World,
) -> None:
    bob, cleo, ann = (world.person(each) for each in ("Bob", "Cleo", "Ann"))
    await blocks(world, ann, bob)
    await world.begun(bob, cleo)
    seat = (await world.match()).seat_of(PlayerId(cleo.id))
    world.guild.remove_member(cleo)
    takeover = f"b.takeover.1.0.{seat}"

    asked = reply(await ann.click(await world.leftover(takeover), custom_id=takeover))
    told = said(asked)
    taken = reply(await ann.click(asked, label="Sit down anyway"))

    assert SITS in told
    assert "**The seat is yours**" in said(taken)
    assert (await world.match()).seat_of(PlayerId(ann.id)) == seat


async def joined_later(world: World, seats: int = 2) -> tuple[MemberActor, MemberActor, Any]:
    """Let Bob join where Ann sits, on whose list he is; return her direct message."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await blocks(world, ann, bob)
    lobby = await opened(world, ann, seats)
    await press(bob, lobby, "join")
    await delivered(world)
    (message,) = directly(world, ann)
    return ann, bob, message


async def test_who_sits_there_already_is_warned_directly_and_may_leave(world: World) -> None:
    ann, bob, message = await joined_later(world)

    left = reply(await ann.user.click(message, custom_id=control(message, "get-up").custom_id))

    assert message.content == (
        "**Bob, on your block list, joined Seismic 1.** You may leave before your first move; it"
        " won't count."
    )
    assert [each.label for each in controls(message)] == ["Leave", "Stay", "Go to the table"]
    assert "**You left Seismic 1.** It doesn't count." in said(left)
    assert [each.name for each in (await world.match()).people] == ["Bob"]
    assert directly(world, bob) == []


async def test_who_leaves_a_match_before_a_move_counts_as_never_having_sat(world: World) -> None:
    ann, bob, message = await joined_later(world, 3)
    cleo = world.person("Cleo")
    await press(cleo, world.newest, "join")
    await press(ann, world.newest, "start")
    people = [ann, bob, cleo]

    seat = (await world.match()).seat_of(PlayerId(ann.id))
    await ann.user.click(message, custom_id=control(message, "get-up").custom_id)
    match = await world.match()
    assert match.status is Status.PLAYING
    assert match.seat_of(PlayerId(ann.id)) is None
    chance = Random(5)
    while (match := await world.match()).status is Status.PLAYING:
        world.clock.pass_by(seconds=11)
        await played(acting(match, people), await world.table(), chance)

    statistics = world.bot.shell.stores.statistics
    rows = await world.database.rows(RESULTS)
    assert [(row.player, row.counted, row.reason) for row in rows if row.seat == seat] == [
        (None, "out", "computer")
    ]
    assert {row.player for row in rows} == {None, bob.id, cleo.id}
    assert await statistics.places_of(PlayerId(ann.id), None) == []


async def test_after_a_move_of_ones_own_leaving_is_asked_as_ever(world: World) -> None:
    ann, bob, message = await joined_later(world)
    await press(ann, world.newest, "start")
    people, chance = [ann, bob], Random(2)
    own = (await world.match()).seat_of(PlayerId(ann.id))
    assert own is not None
    while not (await world.bot.shell.host.cache.of(MatchId(1))).has_moved(own):
        world.clock.pass_by(seconds=11)
        await played(acting(await world.match(), people), await world.table(), chance)

    asked = reply(await ann.user.click(message, custom_id=control(message, "get-up").custom_id))

    assert "**Leave Seismic 1?** A computer player takes over" in said(asked)
    assert len((await world.match()).people) == 2


async def test_a_warning_is_silent_in_quiet_hours_and_rings_else(world: World) -> None:
    ann, _, _ = await joined_later(world)
    night = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=20 * 60)
    await world.bot.shell.stores.players.prefer(PlayerId(ann.id), night)
    cleo = world.person("Cleo")
    await blocks(world, ann, cleo)
    await opened(world, ann)
    await press(cleo, world.newest, "join")
    await delivered(world)

    await delivered(world, hours=14)

    warnings = [each for each in posts(world) if "block list" in (each["content"] or "")]
    assert [each["content"].split(",")[0] for each in warnings] == ["**Bob", "**Cleo"]
    assert [bool(each.get("flags", 0) & SILENT) for each in warnings] == [False, True]


async def test_who_stays_hears_no_more(world: World) -> None:
    ann, _, message = await joined_later(world)

    stays = reply(await ann.user.click(message, custom_id=control(message, "stay").custom_id))

    assert "**You stay.**" in said(stays)
    assert len((await world.match()).people) == 2


async def test_a_warning_is_not_sent_once_the_other_has_left_again(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await blocks(world, ann, bob)
    lobby = await opened(world, ann)
    await press(bob, lobby, "join")
    await press(bob, lobby, "leave")

    await delivered(world)

    assert directly(world, ann) == []


async def seen_by_bob(world: World, *, is_blocked: bool) -> list[str]:
    """Return all that Bob, and everybody, is shown as he opens and joins tables with Ann."""
    ann, bob = world.person("Ann"), world.person("Bob")
    if is_blocked:
        await blocks(world, ann, bob)
    since = world.env.backend.snowflake()
    shown = [reply(await bob.slash(world.channel, "seismic new", seats=3, where="here"))]
    asked = await press(ann, world.newest, "join")
    if is_blocked:
        await ann.click(reply(asked), label="Sit down anyway")
    await ann.slash(world.channel, "aftershock new", where="here")
    shown += (await press(bob, world.newest, "join")).followups
    await delivered(world)
    kept = world.env.backend.messages[world.channel.id].values()
    shown += [world.message(each.id) for each in kept if each.visible_to(None) and each.id > since]
    lobbies, matches = world.bot.shell.host.lobbies, world.bot.shell.stores.matches
    for each in await matches.of_player(PlayerId(bob.id)):
        # So that the next ones aren't asked whether to join them.
        await lobbies.end(each.id, next(one for one in each.people if one.id == each.host))
    return [NUMBER.sub("#", words_of(each)) for each in (*shown, *directly(world, bob))]


async def test_a_blocked_person_sees_the_same_as_any_other(world: World) -> None:
    with_block = await seen_by_bob(world, is_blocked=True)
    without = await seen_by_bob(world, is_blocked=False)

    assert with_block == without
    assert len(with_block) == 3


@pytest.mark.parametrize(
    ("language", "asked", "title"),
    [
        ("fr", "de ta liste de blocage, est à cette table", "Ta liste de blocage"),
        ("es", "de tu lista de bloqueo, está en esta mesa", "Tu lista de bloqueo"),
    ],
)
async def test_it_is_said_in_the_readers_language(
    world: World, language: str, asked: str, title: str
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(ann.id), Preferences(language=language))
    shown = said(reply(await ann.context_menu(world.channel, "Block at tables", bob)))

    question = said(reply(await press(ann, await opened(world, bob), "join")))

    assert title in shown
    assert asked in question
