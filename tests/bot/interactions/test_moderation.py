"""Moderators see all tables, act at them with a reason, and ban; a log keeps what they did."""

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError

from bot.interactions.people import moderation
from bot.messages.viewing import Reader, view
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Ending, Match, Person, Status
from bot.table.people.moderation import Act, Deed, Term
from bot.table.preferences import Preferences
from engine.game import PUBLIC
from tests.bot.world import (
    World,
    acting,
    controls,
    menus,
    posts,
    reply,
    said,
    waiting,
    walked,
    words_of,
)

WHY = "no answer for nine days"


def moderator(world: World, name: str = "Nora") -> MemberActor:
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user(name.lower(), global_name=name)
    return world.guild.add_member(user, roles=[role])


async def pressed(person: Any, message: Any, label: str, **form: Any) -> Any:
    """Press a button, fill in its form if it opens one, and return what is shown."""
    result = await person.click(message, label=label)
    if result.modal is None:
        return reply(result)
    fields: dict[str, Any] = {f"s.care-act.{name}": value for name, value in form.items()}
    return reply(await person.submit_modal(result, fields))


async def card_of(world: World, person: Any, typed: str = "1") -> Any:
    return reply(await person.slash(world.channel, "setup tables", table=typed))


async def seat_of(world: World, person: Any, whom: Any, number: int = 1) -> Any:
    card = await card_of(world, person, str(number))
    (menu,) = [each for each in menus(card) if each["custom_id"].startswith("s.care-seat.")]
    return reply(await person.select(card, [str(whom.id)], custom_id=menu["custom_id"]))


async def acted(world: World, person: Any, whom: Any, label: str, **form: Any) -> Any:
    shown = await seat_of(world, person, whom)
    return await pressed(person, shown, label, **({"reason": WHY} | form))


async def log_of(world: World, person: Any, **options: Any) -> str:
    return said(reply(await person.slash(world.channel, "setup log", **options)))


async def banned(world: World, person: Any, whom: Any, until: str = "week", number: int = 1) -> Any:
    shown = await seat_of(world, person, whom, number)
    return await pressed(person, shown, "Ban from tables", reason="shouts", until=[until])


def hand_menu(message: Any) -> str:
    return next(
        str(each["custom_id"])
        for each in walked(message.components)
        if str(each.get("custom_id", "")).startswith("s.care-hand.")
    )


async def delivered(world: World) -> None:
    """Let all be said that is to be said, as time passes: first direct messages come apart."""
    for _ in range(4):
        world.clock.pass_by(seconds=11)
        await world.bot.shell.host.tick()


def direct(world: World, person: MemberActor) -> list[str]:
    """Return the direct messages that a person got, the oldest first."""
    kept = world.env.backend.messages[person.user.dm_channel.id].values()
    return [each.content for each in sorted(kept, key=lambda each: each.id)]


def told(world: World) -> list[str]:
    return [str(each.get("content", "")) for each in posts(world)]


async def two(world: World) -> tuple[list[MemberActor], MemberActor]:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    return people, moderator(world)


async def test_the_list_begins_with_the_longest_wait(world: World) -> None:
    people, nora = await two(world)
    world.clock.pass_by(hours=3)
    await world.begun(*people)
    await people[1].slash(world.channel, "aftershock new", where="here")

    listed = reply(await nora.slash(world.channel, "setup tables"))
    mover = acting(await world.match(), people)
    name = "Ann" if mover is people[0] else "Bob"

    assert "### Tables of this server · 3" in said(listed)
    assert [each.label for each in controls(listed)] == ["1", "2", "3", "Log"]
    assert "**1** Seismic · move" in said(listed)
    assert f"waits for {name}" in said(listed)
    assert "**3** Aftershock · 1 of 5 seats taken" in said(listed)


async def test_five_tables_are_on_a_page(world: World) -> None:
    nora = moderator(world)
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"):
        host = world.person(name)
        asked = reply(await host.slash(world.channel, "seismic new", where="here"))
        if name != "Ann":
            await host.click(asked, label="Open my own")

    first = reply(await nora.slash(world.channel, "setup tables"))
    on_first = [each.label for each in controls(first)]
    second = await pressed(nora, first, "Later")

    assert on_first == ["1", "2", "3", "4", "5", "Earlier", "Later", "Log"]
    assert [each.label for each in controls(second)] == ["6", "Earlier", "Later", "Log"]


async def test_a_card_shows_no_secret_of_the_moderators_own_seat(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = moderator(world, "Ann"), world.person("Bob")
    await world.begun(ann, bob, world.person("Cleo"), title="aftershock")
    seen = list[Any]()

    def noted(match: Match, progress: Any, reader: Reader) -> Any:
        seen.append(reader.viewer)
        return view(match, progress, reader)

    monkeypatch.setattr(moderation, "view", noted)
    card = await card_of(world, ann)

    assert seen == [PUBLIC]
    assert "You play here yourself." in said(card)
    assert [each.label for each in controls(card)] == [
        "Hold",
        "Close",
        "Log of this table",
        "All tables",
    ]


async def test_a_table_stands_still_with_a_reason_and_is_set_going_again(world: World) -> None:
    people, nora = await two(world)

    done = await pressed(nora, await card_of(world, nora), "Hold", reason=WHY)
    receipt = said(done)
    held = await world.match()
    await world.tick()
    public = told(world)
    undone = await pressed(nora, done, "Undo", reason="a mistake")

    assert held.held_until is not None
    assert "**The moderators put Seismic 1 on hold** until" in receipt
    assert [each for each in public if "**The moderators put Seismic 1 on hold**" in each] != []
    assert all(each.mention not in public[-1] for each in people)
    assert "**The moderators resumed Seismic 1.** Reason: a mistake." in said(undone)
    assert (await world.match()).held_until is None
    log = await log_of(world, nora)
    assert f"Nora put Seismic 1 on hold: {WHY}" in log
    assert log.index("Nora resumed Seismic 1: a mistake") < log.index("put Seismic 1")


async def test_a_moderator_closes_the_own_table_and_the_log_says_so(world: World) -> None:
    ann, bob = moderator(world, "Ann"), world.person("Bob")
    await world.begun(ann, bob)

    done = await pressed(ann, await card_of(world, ann), "Close", reason="  opened   twice ")
    closed = await world.match()
    await world.tick()

    assert closed.status is Status.CLOSED
    assert closed.ending is Ending.ADMIN
    assert "**The moderators closed Seismic 1.** Reason: opened twice." in said(done)
    assert any("Reason: opened twice. It counts for no one." in each for each in told(world))
    assert "Ann closed Seismic 1: opened twice (plays there)" in await log_of(world, ann)


@pytest.mark.parametrize("reason", ["...", "a b", " ..?!  a b"])
async def test_without_a_reason_nothing_is_done(world: World, reason: str) -> None:
    _, nora = await two(world)
    form = await nora.click(await card_of(world, nora), label="Hold")
    assert form.modal is not None
    (asked,) = [each for each in walked(form.modal["components"]) if "component" in each]

    before = await world.match()
    slip = reply(await nora.submit_modal(form, {"s.care-act.reason": reason}))

    assert asked["component"]["required"]
    assert (asked["component"]["min_length"], asked["component"]["max_length"]) == (3, 200)
    assert "**A reason, please:** at least three letters." in said(slip)
    assert await world.match() == before
    assert "**Nothing yet.**" in await log_of(world, nora)


async def test_a_computer_player_makes_one_move(world: World) -> None:
    people, nora = await two(world)
    before = await world.match()
    mover, other = acting(before, people), waiting(before, people)

    refused = await acted(world, nora, other, "Let the computer move")
    done = await acted(world, nora, mover, "Let the computer move")
    await world.tick()

    after = await world.match()
    assert "It isn't that player's move right now." in said(refused)
    name = "Ann" if mover is people[0] else "Bob"
    assert f"**The moderators let a computer player make {name}'s move** at Seismic 1." in said(
        done
    )
    assert after.line > before.line
    assert acting(after, people) is other
    assert after.seat_of(PlayerId(mover.id)) is not None


async def test_a_freed_seat_can_be_taken_by_anybody(world: World) -> None:
    (ann, bob), nora = await two(world)
    dan = world.person("Dan")

    done = await acted(world, nora, bob, "Free the seat")
    offered = await world.match()
    again = await acted(world, nora, bob, "Free the seat")
    sit = f"b.sit.1.0.{offered.seat_of(PlayerId(bob.id))}"
    await dan.click(await world.leftover(sit), custom_id=sit)

    assert f"**The moderators freed Bob's seat** at Seismic 1. Reason: {WHY}." in said(done)
    assert "**That seat is already on offer.**" in said(again)
    assert {each.id for each in (await world.match()).people} == {ann.id, dan.id}


async def test_a_seat_of_an_open_table_is_freed(world: World) -> None:
    ann, bob, nora = world.person("Ann"), world.person("Bob"), moderator(world)
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    await bob.click(world.newest, label="Join")

    await acted(world, nora, bob, "Free the seat")

    assert [each.id for each in (await world.match()).people] == [ann.id]
    assert "Nora freed Bob's seat (Seismic 1)" in await log_of(world, nora)


async def test_a_seat_is_handed_to_another_person(world: World) -> None:
    (ann, bob), nora = await two(world)
    dan = world.person("Dan")
    shown = await seat_of(world, nora, bob)

    asked = reply(await nora.select(shown, [dan.user], custom_id=hand_menu(shown)))
    question = said(asked)
    done = await pressed(nora, asked, "Hand it over", reason=WHY)

    assert "**Hand Bob's seat to Dan?**" in question
    assert "**The moderators handed Bob's seat to Dan** at Seismic 1." in said(done)
    assert {each.id for each in (await world.match()).people} == {ann.id, dan.id}


async def test_a_banned_person_gets_no_seat_and_nobody_else_learns_why(world: World) -> None:
    (ann, bob), nora = await two(world)
    dan = world.person("Dan")
    await world.begun(dan, world.person("Eve"))
    await banned(world, nora, dan, number=2)
    shown = await seat_of(world, nora, bob)

    asked = reply(await nora.select(shown, [dan.user], custom_id=hand_menu(shown)))
    slip = await pressed(nora, asked, "Hand it over", reason=WHY)

    assert "**Dan can't sit here.**" in said(slip)
    assert "shouts" not in said(slip)
    assert {each.id for each in (await world.match()).people} == {ann.id, bob.id}


async def test_a_banned_person_neither_opens_nor_joins_and_may_play_to_the_end(
    world: World,
) -> None:
    (ann, bob), nora = await two(world)
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    lobby = world.newest

    done = await banned(world, nora, bob)
    opened = reply(await bob.slash(world.channel, "aftershock new", where="here"))
    joined = reply(await bob.click(lobby, label="Join"))
    again = reply(await bob.click(await world.leftover("b.learn.seismic"), label="b.learn.seismic"))

    assert "**Bob can't open or join tables here** until <t:" in said(done)
    for slip in (opened, joined, again):
        assert "**You can't open or join tables here until <t:" in said(slip)
        assert "Reason: shouts." in said(slip)
    assert (await world.match()).seat_of(PlayerId(bob.id)) is not None
    assert [each.id for each in (await world.match(2)).people] == [ann.id]
    assert "Nora banned Bob from tables until <t:" in await log_of(world, nora)


async def test_a_banned_person_takes_no_seat_that_is_on_offer(world: World) -> None:
    (_, bob), nora = await two(world)
    dan = world.person("Dan")
    await world.begun(dan, world.person("Eve"))
    await banned(world, nora, dan, number=2)
    seat = (await world.match()).seat_of(PlayerId(bob.id))
    await acted(world, nora, bob, "Free the seat")

    left = await world.leftover(f"b.sit.1.0.{seat}")
    slip = reply(await dan.click(left, label=f"b.sit.1.0.{seat}"))

    assert "**You can't open or join tables here until <t:" in said(slip)
    assert (await world.match()).seat_of(PlayerId(dan.id)) is None


async def test_a_banned_person_opens_no_rematch(world: World) -> None:
    (_, bob), nora = await two(world)
    await banned(world, nora, bob)
    await pressed(nora, await card_of(world, nora), "Close", reason=WHY)

    left = await world.leftover("b.rematch.1.0", "b.reopen.1.0")
    slips = [reply(await bob.click(left, label=each)) for each in ("b.rematch.1.0", "b.reopen.1.0")]

    assert all("**You can't open or join tables here until <t:" in said(each) for each in slips)


async def test_a_banned_person_is_not_invited(world: World) -> None:
    (ann, bob), nora = await two(world)
    await banned(world, nora, bob)
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    before = len(posts(world))

    asked = reply(await ann.click(await world.leftover("b.invite.2.0"), label="b.invite.2.0"))
    menu = next(
        str(each["custom_id"])
        for each in walked(asked.components)
        if str(each.get("custom_id", "")).startswith("s.invited.")
    )
    slip = reply(await ann.select(asked, [bob.user], custom_id=menu))

    assert "**Bob can't sit here.**" in said(slip)
    assert bob.mention not in "".join(told(world)[before:])


async def test_a_ban_is_told_by_direct_message_and_its_end_too(world: World) -> None:
    (_, bob), nora = await two(world)
    await world.bot.shell.stores.players.prefer(PlayerId(bob.id), Preferences(language="fr"))

    done = await banned(world, nora, bob, until="for-good")
    receipt = said(done)
    await delivered(world)
    first = direct(world, bob)
    lifted = await pressed(nora, done, "Undo", reason="said sorry")
    await delivered(world)

    assert "until further notice" in receipt
    assert "jusqu'à nouvel ordre" in first[-1]
    assert "shouts" in first[-1]
    assert "**L'exclusion sur" in direct(world, bob)[-1]
    assert "Nora lifted Bob's ban: said sorry" in said(lifted)
    opened = reply(await bob.slash(world.channel, "seismic new", where="here"))
    assert "Ta table est ouverte" in said(opened)


async def test_where_direct_messages_are_closed_the_refusal_says_why(world: World) -> None:
    (_, bob), nora = await two(world)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)

    await banned(world, nora, bob)
    await world.tick()

    assert not [each for each in told(world) if "shouts" in each]
    opened = reply(await bob.slash(world.channel, "seismic new", where="here"))
    assert "Reason: shouts." in said(opened)
    assert world.env.errors == []


async def test_a_ban_is_lifted_from_the_log_of_a_person(world: World) -> None:
    (ann, bob), nora = await two(world)
    await banned(world, nora, bob)

    others = await log_of(world, nora, player=ann)
    log = reply(await nora.slash(world.channel, "setup log", player=bob))
    shown = words_of(log)
    await pressed(nora, log, "Lift the ban", reason="said sorry")

    assert "**Nothing yet.**" in others
    assert "Lift the ban" in shown
    assert "Bob can't open or join tables here" in shown
    log = reply(await nora.slash(world.channel, "setup log", player=bob))
    assert "Lift the ban" not in words_of(log)


async def test_a_ban_ends_by_itself(world: World) -> None:
    (_, bob), nora = await two(world)
    await banned(world, nora, bob, until="day")
    world.clock.pass_by(hours=25)

    opened = reply(await bob.slash(world.channel, "seismic new", where="here"))

    assert "**Your table is open.**" in said(opened)


@pytest.mark.parametrize("whom", ["oneself", "a moderator"])
async def test_moderators_are_not_banned(world: World, whom: str) -> None:
    nora, mona, ann = moderator(world), moderator(world, "Mona"), world.person("Ann")
    await world.begun(ann, nora if whom == "oneself" else mona)

    slip = await banned(world, nora, nora if whom == "oneself" else mona)

    name = "Nora" if whom == "oneself" else "Mona"
    assert f"**I don't ban {name}:** moderators and bots can't be banned." in said(slip)
    assert "**Nothing yet.**" in await log_of(world, nora)


async def test_controls_in_public_are_nobodys(world: World) -> None:
    _, nora = await two(world)
    codes = ("b.tables.0", "b.care.1.0", "b.care-act.1.0.close", "b.care-log.0", "b.care-lift.1")
    left = await world.leftover(*codes)
    before = await world.match()

    slips = [
        reply(await each.click(left, label=c))
        for each in (nora, world.person("Dan"))
        for c in codes
    ]

    assert all("**Only for moderators of this server.**" in said(each) for each in slips)
    assert await world.match() == before


async def test_a_table_that_ended_meanwhile_is_left_alone(world: World) -> None:
    _, nora = await two(world)
    card = await card_of(world, nora)
    form = await nora.click(card, label="Hold")
    host = world.bot.shell.host
    match = await world.match()
    await host.lobbies.end(match.id, Person(match.host, match.host_name))

    slip = reply(await nora.submit_modal(form, {"s.care-act.reason": WHY}))

    assert "**Seismic 1 is already over.** Nothing was done." in said(slip)
    assert "**Nothing yet.**" in await log_of(world, nora)


async def test_two_moderators_hold_a_table_once(world: World) -> None:
    _, nora = await two(world)
    mona = moderator(world, "Mona")
    cards = [await card_of(world, each) for each in (nora, mona)]
    forms = [
        await each.click(card, label="Hold") for each, card in zip((nora, mona), cards, strict=True)
    ]

    for person, form in zip((nora, mona), forms, strict=True):
        slip = reply(await person.submit_modal(form, {"s.care-act.reason": WHY}))

    log = await log_of(world, nora)
    assert "**The match is already on hold.**" in said(slip)
    assert "Nora put Seismic 1 on hold" in log
    assert "Mona" not in log


async def test_a_repeated_request_is_carried_out_once(world: World) -> None:
    (_, bob), nora = await two(world)
    by, host = Person(PlayerId(nora.id), "Nora"), world.bot.shell.host
    hold = Deed(Act.HOLD, by, WHY, "hold")
    ban = Deed(Act.BAN, by, WHY, "ban", PlayerId(bob.id))
    match = await world.match()

    for _ in range(2):
        await host.moderation.do(match.id, hold, world.guild.id)
        await host.moderation.ban(match, ban, Term.DAY, world.guild.id, "Guild")

    log = await log_of(world, nora)
    assert log.count("put Seismic 1 on hold") == log.count("banned Bob") == 1


async def test_nothing_of_another_server_is_seen(world: World) -> None:
    await two(world)
    there = world.env.create_guild("Elsewhere")
    channel = there.create_text_channel("games")
    role = there.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    mona = there.add_member(world.env.create_user("mona"), roles=[role])
    by = Person(PlayerId(1), "Nora")
    deed = Deed(Act.HOLD, by, WHY, "hold")
    await world.bot.shell.host.moderation.do(MatchId(1), deed, world.guild.id)

    listed = said(reply(await mona.slash(channel, "setup tables")))
    card = said(reply(await mona.slash(channel, "setup tables", table="1")))
    log = said(reply(await mona.slash(channel, "setup log")))
    offered = await mona.autocomplete(channel, "setup tables", "table", "")

    assert "No table is open." in listed
    assert "**That table is no longer there.**" in card
    assert "**Nothing yet.**" in log
    assert offered == []


async def test_tables_are_suggested_by_their_names(world: World) -> None:
    people, nora = await two(world)
    await people[0].slash(world.channel, "aftershock new", where="here")

    every = await nora.autocomplete(world.channel, "setup tables", "table", "")
    some = await nora.autocomplete(world.channel, "setup tables", "table", "seis")
    card = await card_of(world, nora, "Seismic 1")

    assert [each["name"] for each in every] == ["Aftershock 2", "Seismic 1"]
    assert [each["value"] for each in some] == ["1"]
    assert "### Seismic 1" in said(card)


async def test_a_table_in_a_hidden_channel_is_not_shown(world: World) -> None:
    nora, ann = moderator(world), world.person("Ann")
    others = discord.PermissionOverwrite(view_channel=False)
    hers = discord.PermissionOverwrite(view_channel=True)
    me = world.guild.me
    assert me is not None
    overwrites: dict[Any, discord.PermissionOverwrite] = {
        world.guild.default_role: others,
        ann: hers,
        me: hers,
    }
    hidden = world.guild.create_text_channel("hidden", overwrites=overwrites)
    await ann.slash(hidden, "seismic new", where="here")

    listed = said(reply(await nora.slash(world.channel, "setup tables")))
    card = said(await card_of(world, nora))
    offered = await nora.autocomplete(world.channel, "setup tables", "table", "")

    assert "No table is open." in listed
    assert "**That table is no longer there.**" in card
    assert offered == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ("Tables de ce serveur", "a suspendu Seismic 1")),
        ("es", ("Mesas de este servidor", "pausó Seismic 1")),
    ],
)
async def test_moderators_read_their_own_language(
    world: World, language: str, words: tuple[str, str]
) -> None:
    _, nora = await two(world)
    await pressed(nora, await card_of(world, nora), "Hold", reason=WHY)
    await world.bot.shell.stores.players.prefer(PlayerId(nora.id), Preferences(language=language))

    listed = said(reply(await nora.slash(world.channel, "setup tables")))
    log = await log_of(world, nora)

    assert words[0] in listed
    assert words[1] in log


async def test_the_log_has_ten_acts_on_a_page_however_long_their_reasons(world: World) -> None:
    _, nora = await two(world)
    by, host = Person(PlayerId(nora.id), "*" * 24), world.bot.shell.host
    for number in range(12):
        act = Act.GO_ON if number % 2 else Act.HOLD
        deed = Deed(act, by, "*" * 180 + f" act {number}", f"act {number}")
        await host.moderation.do(MatchId(1), deed, world.guild.id)

    shown = reply(await nora.slash(world.channel, "setup log"))
    first = said(shown)
    second = said(await pressed(nora, shown, "Later"))

    assert first.count("Seismic 1") == 10
    assert second.count("Seismic 1") == 2


async def test_who_is_a_moderator_is_discords_to_say(world: World) -> None:
    (ann, _), dan = (await two(world))[0], world.person("Dan")
    helpers = world.guild.create_role("Helpers")
    hugo = world.guild.add_member(world.env.create_user("hugo"), roles=[helpers])
    setup = world.env.backend.find_command("setup", None)
    assert setup is not None
    world.guild.set_command_permissions(int(setup["id"]), {helpers: True})

    with pytest.raises(SetupError, match="setup"):
        await dan.slash(world.channel, "setup tables")
    card = await card_of(world, hugo)
    done = await pressed(hugo, card, "Hold", reason=WHY)
    receipt = said(done)
    settings = said(reply(await hugo.slash(world.channel, "setup server")))

    assert "**The moderators put Seismic 1 on hold**" in receipt
    assert "**Only for those who may manage this server.**" in settings
    assert ann.mention not in receipt
