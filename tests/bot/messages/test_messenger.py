"""What a messenger remembers of what it told: it looks for a message only where one may be."""

from random import Random

from simcord.actors import MemberActor

from tests.bot.world import World, acting, played


def looks(world: World) -> int:
    """Return how often the channel was read for a message that may be there already."""
    path = f"/channels/{world.channel.id}/messages"
    return sum(each.method == "GET" and each.path == path for each in world.env.http_requests)


async def turn(world: World, people: list[MemberActor]) -> None:
    await played(acting(await world.match(), people), await world.table(), Random(1))


async def test_a_channel_is_read_again_after_a_start_or_a_failure_only(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    begun = looks(world)

    await turn(world, people)
    after_own = looks(world)
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=1
    )
    await turn(world, people)
    failed = looks(world)
    world.clock.pass_by(minutes=5)
    await world.tick()
    made_up_for = looks(world)
    await turn(world, people)
    own_again = looks(world)
    await world.restart()
    restarted = looks(world)
    await turn(world, people)

    assert after_own == begun
    assert failed == begun
    assert made_up_for == begun + 1
    assert own_again == begun + 1
    assert looks(world) == restarted + 1


async def test_being_seen_typing_does_no_harm_where_it_fails(world: World) -> None:
    await world.begun(world.person("Ann"), world.person("Bob"))
    host, path = world.bot.shell.host, f"/channels/{world.channel.id}/typing"
    loaded = await host.cache.of((await world.match()).id)

    await world.bot.shell.messenger.type_in(loaded)
    world.env.inject_error("POST", path, status=403, code=50013, times=1)
    await world.bot.shell.messenger.type_in(loaded)

    asked = [each.path for each in world.env.http_requests if each.method == "POST"]
    assert asked.count(path) == 2
