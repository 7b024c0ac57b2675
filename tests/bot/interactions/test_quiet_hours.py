"""In a player's quiet hours messages come without a sound, and without their name as a mention."""

from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from tests.bot.dealing import proposed, seated
from tests.bot.world import World, acting, control, posts, reply, waiting

MINUTES = 9 * 60
"""When the standing clock stands: nine in the morning, UTC."""


async def test_whoever_has_quiet_hours_is_named_and_not_pinged(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    quiet = Preferences(zone="UTC", quiet_from=MINUTES - 60, quiet_to=MINUTES + 60)
    await world.bot.shell.stores.players.prefer(PlayerId(ann.id), quiet)
    await world.bot.shell.stores.players.prefer(PlayerId(bob.id), quiet)

    match = await world.begun(ann, bob)

    first, other = acting(match, [ann, bob]), waiting(match, [ann, bob])
    table = posts(world)[-1]
    assert f"**{first.name}**".casefold() in table["content"].casefold()
    assert first.mention not in table["content"]
    assert table["allowed_mentions"].get("users", []) == []
    assert table["flags"] & 4096
    assert other.mention not in table["content"]


async def test_an_invitation_pings_when_they_end_unless_the_guest_has_joined(
    world: World,
) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    ann, bob, cleo = people
    for person in (bob, cleo):
        quiet = Preferences(zone="UTC", quiet_from=MINUTES - 60, quiet_to=MINUTES + 60)
        await world.bot.shell.stores.players.prefer(PlayerId(person.id), quiet)
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    lobby = world.newest
    shown = await world.set_up(ann)
    asked = reply(await ann.click(shown, custom_id=control(shown, "invite").custom_id))
    await ann.select(asked, [bob, cleo])
    silent = "".join(str(each["content"]) for each in posts(world)[-2:])
    await bob.click(lobby, custom_id=control(lobby, "join").custom_id)
    count = len(posts(world))

    await later(world, hours=1)
    # A channel rests after what it was told.
    await later(world, seconds=6)

    pinged = [str(each["content"]) for each in posts(world)[count:]]
    assert "**Bob**" in silent
    assert "**Cleo**" in silent
    assert len(pinged) == 1
    assert pinged[0].startswith(f"{cleo.mention}, this came in during your quiet hours:")
    assert pinged[0].endswith("a seat is saved for you")


async def test_a_proposal_pings_when_they_end_unless_it_was_answered(world: World) -> None:
    ann, bob, cleo = await seated(world)
    for person in (bob, cleo):
        quiet = Preferences(zone="UTC", quiet_from=MINUTES - 60, quiet_to=MINUTES + 60)
        await world.bot.shell.stores.players.prefer(PlayerId(person.id), quiet)
    offer = await proposed(world, ann, 1, 2)
    silent = posts(world)[-1]
    await bob.click(offer, custom_id=control(offer, "decline").custom_id)
    count = len(posts(world))

    await later(world, hours=1)

    pinged = [str(each["content"]) for each in posts(world)[count:]]
    assert silent["content"].startswith("**Bob**")
    assert [cleo.mention in each for each in pinged] == [True]
    assert not any(bob.mention in each for each in pinged)


async def later(world: World, **length: float) -> None:
    world.clock.pass_by(**length)
    await world.tick()
    await world.tick()


async def test_before_and_after_them_everybody_is_pinged(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    for person, begin in ((ann, MINUTES + 1), (bob, MINUTES - 60)):
        quiet = Preferences(zone="UTC", quiet_from=begin, quiet_to=begin + 60)
        await world.bot.shell.stores.players.prefer(PlayerId(person.id), quiet)

    match = await world.begun(ann, bob)

    first = acting(match, [ann, bob])
    table = posts(world)[-1]
    assert first.mention in table["content"]
    assert [int(each) for each in table["allowed_mentions"]["users"]] == [first.id]
