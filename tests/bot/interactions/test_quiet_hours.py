"""In somebody's quiet hours messages come without a sound, and without their name as a mention."""

from bot.hosting.match import PlayerId
from bot.hosting.ports import Preferences
from tests.bot.world import World, acting, posts, waiting

MINUTES = 9 * 60
"""When the standing clock stands: nine in the morning, UTC."""


async def test_whoever_has_quiet_hours_is_named_and_not_pinged(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    quiet = Preferences(zone="UTC", quiet_from=MINUTES - 60, quiet_to=MINUTES + 60)
    await world.bot.shell.players.prefer(PlayerId(ann.id), quiet)
    await world.bot.shell.players.prefer(PlayerId(bob.id), quiet)

    match = await world.begun(ann, bob)

    first, other = acting(match, [ann, bob]), waiting(match, [ann, bob])
    table = posts(world)[-1]
    assert f"**{first.name}**".casefold() in table["content"].casefold()
    assert first.mention not in table["content"]
    assert table["allowed_mentions"].get("users", []) == []
    assert table["flags"] & 4096
    assert other.mention not in table["content"]


async def test_before_and_after_them_everybody_is_pinged(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    for person, begin in ((ann, MINUTES + 1), (bob, MINUTES - 60)):
        quiet = Preferences(zone="UTC", quiet_from=begin, quiet_to=begin + 60)
        await world.bot.shell.players.prefer(PlayerId(person.id), quiet)

    match = await world.begun(ann, bob)

    first = acting(match, [ann, bob])
    table = posts(world)[-1]
    assert first.mention in table["content"]
    assert [int(each) for each in table["allowed_mentions"]["users"]] == [first.id]
