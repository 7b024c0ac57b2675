"""`/tables`, pings about open tables, the question before a new one, and kept seats."""

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.hosting.match.lobbies import Lobbies
from bot.locale.localisation import LANGUAGES
from bot.messages.people.seats import A_PAGE
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person, Status, Venue
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.world import World, control, controls, posts, reply, said, words_of

MINUTES = 9 * 60
"""The clock stands at nine."""


async def opened(world: World, name: str = "Ann", title: str = "seismic", **options: Any) -> Any:
    person = world.person(name)
    answer = reply(await person.slash(world.channel, f"{title} new", where="here", **options))
    if any(each.label == "Open my own" for each in controls(answer)):
        answer = reply(await person.click(answer, label="Open my own"))
    assert "Your table is open" in said(answer)
    return person


async def listed(world: World, person: MemberActor, **options: Any) -> Any:
    return reply(await person.slash(world.channel, "tables", **options))


async def wished(world: World, *people: MemberActor) -> None:
    store = world.bot.shell.stores.wishes
    for each in people:
        await store.wish(PlayerId(each.id), world.guild.id, "seismic", world.clock.now())


async def seeks_in(world: World, channel: ChannelHandle | None) -> None:
    seeking = None if channel is None else channel.id
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(seeking=seeking)
    )


async def later(world: World, **length: float) -> None:
    world.clock.pass_by(**length)
    await world.tick()
    world.clock.pass_by(seconds=11)
    await world.tick()


def secret(world: World) -> ChannelHandle:
    """Return a channel that only the bot sees."""
    me, hidden = world.guild.me, discord.PermissionOverwrite(view_channel=False)
    assert me is not None
    seen = discord.PermissionOverwrite(view_channel=True)
    return world.guild.create_text_channel(
        "secret", overwrites={world.guild.default_role: hidden, me: seen}
    )


def present(channel: ChannelHandle) -> list[str]:
    return [each.content for each in channel.history()]


async def blocks(world: World, who: MemberActor, whom: MemberActor) -> None:
    person = Person(PlayerId(whom.id), whom.user.name)
    await world.bot.shell.stores.blocks.block(PlayerId(who.id), person, world.clock.now())


async def test_open_seats_are_listed_and_joined_from_the_list(world: World) -> None:
    await opened(world, seats=3)
    world.clock.pass_by(hours=1)
    await opened(world, "Cleo", "sanandreas", seats=3, pace="day")
    dan = world.person("Dan")

    shown = await listed(world, dan)
    lines = said(shown).strip().splitlines()
    joined = reply(await dan.click(shown, label="Join 2"))

    title, first, second = lines
    assert title == "### Open tables · 2"
    assert first.startswith("**1** Seismic · ■ Ann ▲ *free* ◆ *free* · no limit · <t:")
    assert second.startswith("**2** San Andreas · ■ Cleo ▲ *free* ◆ *free* · 1 day per move")
    assert "**Joined.** I ping you when the match begins." in said(joined)
    assert (await world.match(2)).seat_of(PlayerId(dan.id)) is not None


async def test_a_title_can_be_asked_for_and_an_unknown_one_is_said(world: World) -> None:
    ann = await opened(world)
    await opened(world, "Cleo", "sanandreas")

    one = said(await listed(world, ann, game="san_andreas"))
    none = said(await listed(world, ann, game="aftershock"))
    unknown = said(await listed(world, ann, game="chess"))

    assert "Open tables · 1" in one
    assert "Seismic" not in one
    assert "**No open table here right now.**" in none
    assert "**I don't know the game chess.** I host Seismic" in unknown


async def test_five_tables_are_a_page(world: World) -> None:
    for number in range(A_PAGE + 1):
        await opened(world, f"Host{number}")
    dan = world.person("Dan")

    shown, pages = await listed(world, dan), []
    for turn in ("Later", "Earlier", "Later"):
        pages.append([each.label for each in controls(shown) if each.verb == "take-seat"])
        shown = reply(await dan.click(shown, label=turn))

    first = [f"Join {number}" for number in range(1, A_PAGE + 1)]
    assert pages == [first, [f"Join {A_PAGE + 1}"], first]


async def test_a_table_in_a_channel_that_one_does_not_see_is_not_listed(world: World) -> None:
    hidden, public = secret(world), world.channel
    ann, bob = world.person("Ann"), world.person("Bob")
    lobbies: Lobbies = world.bot.shell.host.lobbies
    venue = Venue(world.guild.id, hidden.id, threaded=False)
    await lobbies.open(Person(PlayerId(ann.id), "Ann"), venue, "seismic", 3, "open")

    shown = said(reply(await bob.slash(public, "tables")))
    asked = said(reply(await bob.slash(public, "seismic new", where="here")))

    assert "**No open table here right now.**" in shown
    assert "Your table is open" in asked


async def test_a_seat_that_was_taken_meanwhile_leads_to_the_others(world: World) -> None:
    await opened(world, seats=2)
    await opened(world, "Cleo", "sanandreas")
    dan, eve = world.person("Dan"), world.person("Eve")
    shown = await listed(world, dan)
    await eve.click(await listed(world, eve), label="Join 1")

    late = reply(await dan.click(shown, label="Join 1"))

    assert "**That seat is taken.** Still open: 1 table." in said(late)
    assert control(late, "seats").label == "Open tables"


async def test_joining_twice_takes_one_seat(world: World) -> None:
    await opened(world, seats=4)
    dan = world.person("Dan")
    await dan.click(await listed(world, dan), label="Join 1")

    again = reply(await dan.click(await world.leftover("b.take-seat.1.0"), label="b.take-seat.1.0"))

    assert "You're already at this table." in said(again)
    assert len((await world.match()).chairs) == 2


async def test_what_one_wishes_is_switched_by_a_button_each(world: World) -> None:
    ann = world.person("Ann")
    shown = reply(await ann.click(await listed(world, ann), label="Ping me…"))
    store, wished_for = world.bot.shell.stores.wishes, []

    for label in ("Seismic: off", "Seismic: on"):
        assert "**When shall I ping you?**" in said(shown)
        shown = reply(await ann.click(shown, label=label))
        wished_for.append(await store.of(PlayerId(ann.id), world.guild.id))

    assert wished_for == [{"seismic"}, frozenset()]


async def test_those_who_wish_are_pinged_once_in_the_channel_for_it_until_the_table_is_full(
    world: World,
) -> None:
    plaza = world.guild.create_text_channel("plaza")
    await seeks_in(world, plaza)
    bob, cleo = world.person("Bob"), world.person("Cleo")
    await wished(world, bob, cleo)
    await opened(world, seats=2, pace="day")
    before = present(plaza)
    await later(world, minutes=2)
    said_there: Any = plaza.last_message
    await world.restart()
    await later(world, minutes=1)
    shown = present(plaza)

    joined = reply(await bob.click(said_there, label="Join"))
    await later(world, minutes=0)

    assert before == []
    assert shown == [
        f"{bob.mention} {cleo.mention} **A Seismic table has free seats:** Ann, 1 day per move."
    ]
    assert "**Joined.**" in said(joined)
    assert present(plaza) == []


@pytest.mark.parametrize("end", ["start", "close"])
async def test_the_ping_goes_when_the_match_begins_or_the_table_is_closed(
    world: World, end: str
) -> None:
    plaza = world.guild.create_text_channel("plaza")
    await seeks_in(world, plaza)
    await wished(world, world.person("Bob"))
    ann = await opened(world, seats=4)
    lobby = world.newest
    await world.person("Cleo").click(lobby, label="Join")
    await later(world, minutes=2)
    shown, lobbies = present(plaza), world.bot.shell.host.lobbies
    host = Person(PlayerId(ann.id), "Ann")

    if end == "start":
        await lobbies.start(MatchId(1), host.id)
    else:
        await lobbies.end(MatchId(1), host)
    await later(world, minutes=0)

    assert len(shown) == 1
    assert present(plaza) == []


async def test_nobody_is_pinged_for_a_channel_they_do_not_see_or_for_whom_they_block(
    world: World,
) -> None:
    plaza = world.guild.create_text_channel("plaza")
    await seeks_in(world, plaza)
    hidden = discord.PermissionOverwrite(view_channel=False)
    few = world.guild.create_role("Shut out")
    shut = world.guild.create_text_channel("games too", overwrites={few: hidden})
    bob = world.guild.add_member(world.env.create_user("bob", global_name="Bob"), roles=[few])
    cleo, dan, ann = (world.person(name) for name in ("Cleo", "Dan", "Ann"))
    await wished(world, bob, cleo, dan)
    await blocks(world, cleo, ann)

    await ann.slash(shut, "seismic new", where="here")
    await later(world, minutes=2)
    told = [each.content.split(" **")[0] for each in shut.history() if each.content]
    await world.bot.shell.host.lobbies.leave_lobby(MatchId(1), PlayerId(ann.id))
    await later(world, minutes=0)

    # Whoever reads the channel for pings could not find the table.
    assert present(plaza) == []
    assert told == [dan.mention]
    assert not any(each.content for each in shut.history())


async def test_if_nobody_sees_the_channel_nothing_is_said(world: World) -> None:
    plaza = world.guild.create_text_channel("plaza")
    await seeks_in(world, plaza)
    hidden = secret(world)
    await wished(world, world.person("Bob"))
    venue = Venue(world.guild.id, hidden.id, threaded=False)
    ann = world.person("Ann")
    lobbies = world.bot.shell.host.lobbies
    await lobbies.open(Person(PlayerId(ann.id), "Ann"), venue, "seismic", 3, "open")

    await later(world, minutes=2)

    assert present(plaza) == []


async def test_quiet_hours_stay_quiet_and_nothing_comes_after_them(world: World) -> None:
    plaza = world.guild.create_text_channel("plaza")
    await seeks_in(world, plaza)
    bob = world.person("Bob")
    quiet = Preferences(zone="UTC", quiet_from=MINUTES - 60, quiet_to=MINUTES + 60)
    await world.bot.shell.stores.players.prefer(PlayerId(bob.id), quiet)
    await wished(world, bob)
    await opened(world)

    await later(world, minutes=2)
    await later(world, hours=2)

    assert present(plaza) == []
    assert not any(bob.mention in str(each["content"]) for each in posts(world))


async def test_without_such_a_channel_one_reads_it_directly_and_ends_it_in_one_press(
    world: World,
) -> None:
    bob = world.person("Bob")
    await wished(world, bob)
    await opened(world)
    await later(world, minutes=2)
    channel = bob.user.dm_channel
    kept = world.env.backend.messages[channel.id].values()
    (direct,) = list(kept)
    message = world.message(direct.id, channel)

    done = reply(await bob.user.click(message, label="No more of these pings"))

    assert message.content == "**A Seismic table has free seats:** Ann, no limit."
    assert [each.url is not None for each in controls(message)] == [True, False]
    assert "**Done.** I won't ping you about open tables any more." in said(done)
    assert await world.bot.shell.stores.wishes.of(PlayerId(bob.id), world.guild.id) == frozenset()


async def test_a_new_table_asks_first_if_there_is_one_that_would_do(world: World) -> None:
    await opened(world, seats=3)
    bob = world.person("Bob")

    shown = reply(await bob.slash(world.channel, "seismic new", where="here"))
    asked, labels = said(shown), [each.label for each in controls(shown)]
    joined = reply(await bob.click(shown, label="Join it"))

    assert "**A Seismic table is open already:** Ann, no limit, 2 seats free, since <t:" in asked
    assert labels == ["Join it", "Open my own"]
    assert "**Joined.**" in said(joined)
    assert (await world.match()).seat_of(PlayerId(bob.id)) is not None


async def test_ones_own_table_is_opened_as_it_was_wanted(world: World) -> None:
    await opened(world, pace="day", variants="Aftershocks, Balance")
    bob = world.person("Bob")

    asked = reply(
        await bob.slash(
            world.channel, "seismic new", where="here", pace="day", variants="balance", seats=2
        )
    )
    await bob.click(asked, label="Open my own")
    own = await world.match(2)

    assert own.places == 2
    assert own.setup.variants == ("balance",)
    assert own.pace.span == timedelta(days=1)
    assert not own.venue.threaded


@pytest.mark.parametrize(
    "wanted", [{"pace": "week"}, {"variants": "Balance"}], ids=["another pace", "a variant"]
)
async def test_nobody_is_asked_if_no_table_suits(world: World, wanted: dict[str, str]) -> None:
    await opened(world, pace="day")

    answer = reply(
        await world.person("Bob").slash(world.channel, "seismic new", where="here", **wanted)
    )

    assert "Your table is open" in said(answer)


async def test_nobody_is_asked_to_sit_with_one_they_block(world: World) -> None:
    ann = await opened(world)
    bob = world.person("Bob")
    await blocks(world, bob, ann)

    answer = reply(await bob.slash(world.channel, "seismic new", where="here"))

    assert "Your table is open" in said(answer)


async def invitation(world: World, *guests: MemberActor, seats: int = 3) -> Any:
    ann = await opened(world, seats=seats)
    asked = reply(await ann.click(await world.set_up(ann), label="Invite"))
    await ann.select(asked, list(guests))
    return world.newest


async def test_a_guest_sits_down_or_declines_and_the_message_says_so(world: World) -> None:
    bob, cleo = world.person("Bob"), world.person("Cleo")
    for_cleo = await invitation(world, bob, cleo)
    for_bob = world.message(max(each.id for each in world.channel.history()[-2:-1]))
    lobby = (await world.match()).cover.message
    kept = said(world.message(lobby))

    await bob.click(for_bob, label="Sit down")
    await cleo.click(for_cleo, label="Decline")
    await later(world, seconds=10)

    assert "▲ *kept for Bob*\n◆ *kept for Cleo*" in kept
    assert world.message(for_bob.id).content == "**Bob** sits down."
    declined = world.message(for_cleo.id).content
    assert declined == "**Cleo** can't this time. The seat is free again."
    assert "▲ **Bob**\n◆ *free*" in said(world.message(lobby))


async def test_an_invitation_is_nobody_elses(world: World) -> None:
    bob, cleo = world.person("Bob"), world.person("Cleo")
    message = await invitation(world, bob, seats=2)
    lobby = world.message((await world.match()).cover.message)

    sits = reply(await cleo.click(message, label="Sit down"))
    no = reply(await cleo.click(message, label="Decline"))
    joins = reply(await cleo.click(lobby, label="Join"))

    assert "**That seat is kept for Bob.**" in said(sits)
    assert "**That seat is kept for Bob.**" in said(no)
    assert "**That seat is kept for Bob.**" in said(joins)
    assert len((await world.match()).kept) == 1


async def test_a_guest_who_blocks_the_host_is_not_pinged_and_nobody_sees_it(world: World) -> None:
    bob = world.person("Bob")
    ann = world.person("Ann")
    await blocks(world, bob, ann)
    await ann.slash(world.channel, "seismic new", where="here")
    asked = reply(await ann.click(await world.set_up(ann), label="Invite"))

    done = reply(await ann.select(asked, [bob]))

    assert posts(world)[-1]["content"].startswith(f"{bob.mention}, **Ann saves you a seat**")
    assert posts(world)[-1]["allowed_mentions"].get("users", []) == []
    assert "**Invited.**" in said(done)


async def test_bots_and_those_who_are_there_are_not_invited(world: World) -> None:
    ann = await opened(world)
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    asked = reply(await ann.click(await world.set_up(ann), label="Invite"))

    bot = reply(await ann.select(asked, [robot]))
    asked = reply(await ann.click(await world.set_up(ann), label="Invite"))
    herself = reply(await ann.select(asked, [ann]))

    assert "**robot can't sit here.**" in said(bot)
    assert "they're already here" in said(herself)
    assert (await world.match()).invitations == ()


async def test_after_the_start_an_invitation_leads_nowhere(world: World) -> None:
    bob, cleo = world.person("Bob"), world.person("Cleo")
    message = await invitation(world, bob)
    await cleo.click(world.message((await world.match()).cover.message), label="Join")
    match = await world.match()
    await world.bot.shell.host.lobbies.start(match.id, match.host)

    late = reply(await bob.click(message, label="Sit down"))
    await later(world, seconds=10)

    assert "**That seat is taken.**" in said(late)
    assert world.message(message.id).content == "The seat is no longer kept for **Bob**."
    assert (await world.match()).status is Status.PLAYING


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_is_said_in_each_language(world: World, language: str) -> None:
    await opened(world)
    bob = world.person("Bob")
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(bob.id), Preferences(language=language))

    shown = await listed(world, bob)
    texts = said(shown)
    asked = reply(await bob.slash(world.channel, "seismic new", where="here"))
    wishes = reply(await bob.click(shown, custom_id="b.wishes"))

    titles = {"en": "Open tables", "fr": "Tables ouvertes", "es": "Mesas abiertas"}
    own = {"en": "Open my own", "fr": "Ouvrir la mienne", "es": "Abrir la mía"}
    off = {"en": "Seismic: off", "fr": "Seismic\u202f: non", "es": "Seismic: no"}
    assert titles[language] in texts
    assert own[language] in words_of(asked)
    assert off[language] in words_of(wishes)


async def test_in_a_direct_message_there_are_no_lists(world: World) -> None:
    bob = world.person("Bob")
    await wished(world, bob)
    await opened(world)
    await later(world, minutes=2)
    channel = bob.user.dm_channel
    place = await world.bot.fetch_user(bob.id)
    view = discord.ui.View(timeout=None)
    for each in ("b.seats", "b.wishes"):
        view.add_item(discord.ui.Button(label=each, custom_id=each))
    sent = await place.send("left over", view=view)
    message = world.message(sent.id, channel)

    told = [
        said(reply(await bob.user.click(message, label=each))) for each in ("b.seats", "b.wishes")
    ]

    assert all("**Only in a server:** tables belong to one." in each for each in told)


async def test_pings_can_be_ended_by_a_press_that_comes_twice(world: World) -> None:
    bob = world.person("Bob")
    await wished(world, bob)
    old = await world.leftover("b.no-pings")

    told = [said(reply(await bob.click(old, label="b.no-pings"))) for _ in range(2)]

    assert told[0] == told[1]


@pytest.mark.parametrize(
    "code", ["b.wish.chess.on", "b.open-own.seismic.4.none.nowhere.0", "b.open-own.seismic"]
)
async def test_a_button_that_was_made_up_changes_nothing(world: World, code: str) -> None:
    old = await world.leftover(code)

    slip = reply(await world.person("Bob").click(old, label=code))

    assert "from before an update" in said(slip)
