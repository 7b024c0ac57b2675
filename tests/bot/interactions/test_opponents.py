"""People who look for their next opponent after a match, and meet."""

from datetime import timedelta

from simcord.actors import MemberActor
from sqlalchemy import insert, select

from bot.storage.schema import opponent_wishes, ratings
from bot.table.ages import UNANSWERED
from bot.table.ids import PlayerId
from bot.table.match.match import Person, Status
from bot.table.people.opponents import PATIENT
from bot.table.preferences import Preferences
from tests.bot.interactions.test_reviews import over
from tests.bot.world import World, control, posts, reply, said


async def pressed(world: World, person: MemberActor, label: str = "Next opponent") -> str:
    return said(reply(await person.click(await world.table(), label=label))).strip()


async def later(world: World) -> None:
    """Let a minute pass: a channel isn't told everything at once."""
    world.clock.pass_by(minutes=1)
    await world.bot.shell.host.tick()


def calls(world: World) -> list[str]:
    told = [str(each.get("content")) for each in posts(world)]
    return [each for each in told if "looking for the same" in each]


async def looking(world: World) -> int:
    wanted = select(opponent_wishes.c.player).where(opponent_wishes.c.player != 0)
    return len(await world.bot.shell.stores.matches._database.scalars(wanted))


async def test_two_who_look_for_the_same_are_called_to_a_table(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")

    first = await pressed(world, cleo)
    alone = calls(world)
    second = await pressed(world, dan)
    await later(world)

    assert "**I'm looking for your next opponent at Seismic**, of similar rating." in first
    assert alone == []
    assert "**Found:**" in second
    (call,) = calls(world)
    assert f"<@{cleo.id}>" in call
    assert f"<@{dan.id}>" in call
    assert "of similar rating. A table for 2, no limit:" in call
    assert await looking(world) == 0


async def test_the_first_who_sits_down_opens_the_table_and_the_other_joins_it(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    for each in (cleo, dan):
        await pressed(world, each)
    await later(world)
    newest = world.newest
    door = control(newest, "sit-down").custom_id

    stranger = reply(await world.person("Eve").click(newest, custom_id=door))
    first = reply(await cleo.click(newest, custom_id=door))
    again = reply(await cleo.click(newest, custom_id=door))
    last = reply(await dan.click(newest, custom_id=door))

    assert all("**You're at the table.**" in said(each) for each in (first, again, last))
    assert "**These seats are for the people named there.**" in said(stranger)
    match = await world.match(2)
    assert [each.name for each in match.people] == ["Cleo", "Dan"]
    assert match.status is Status.LOBBY
    assert match.is_full


async def test_a_wish_can_be_taken_back(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    shown = reply(await cleo.click(await world.table(), label="Next opponent"))

    told = said(reply(await cleo.click(shown, label="Stop looking"))).strip()
    await pressed(world, dan)
    await later(world)

    assert told == "**I've stopped looking.**"
    assert calls(world) == []


async def test_who_blocks_the_other_is_never_called_with_them(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    blocks = world.bot.shell.stores.blocks
    await blocks.block(PlayerId(dan.id), Person(PlayerId(cleo.id), "Cleo"), world.clock.now())

    told = [await pressed(world, each) for each in (cleo, dan)]
    await later(world)

    assert all("I'm looking for your next opponent" in each for each in told)
    assert calls(world) == []
    assert await looking(world) == 2


async def test_after_half_a_day_any_strength_will_do(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    await rated(world, {cleo.id: 45.0, dan.id: 20.0})
    for each in (cleo, dan):
        await pressed(world, each)
    await later(world)
    at_once = calls(world)

    world.clock.pass_by(hours=PATIENT / timedelta(hours=1))
    await later(world)

    assert at_once == []
    (call,) = calls(world)
    assert "similar" not in call


async def test_nobody_is_called_in_quiet_hours_but_after_them(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    await pressed(world, cleo)
    quiet = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=12 * 60)
    await world.bot.shell.stores.players.prefer(PlayerId(cleo.id), quiet)

    told = await pressed(world, dan)
    await later(world)
    at_once = calls(world)
    world.clock.pass_by(hours=4)
    await later(world)

    assert "I'm looking for your next opponent" in told
    assert at_once == []
    assert len(calls(world)) == 1


async def test_a_wish_lapses(world: World) -> None:
    await over(world)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    await pressed(world, cleo)

    world.clock.pass_by(hours=UNANSWERED / timedelta(hours=1))
    told = await pressed(world, dan)
    await later(world)

    assert "I'm looking for your next opponent" in told
    assert calls(world) == []


async def rated(world: World, strengths: dict[int, float]) -> None:
    """Let people have ratings at Seismic that are known well."""
    values = [
        {
            "guild": world.guild.id,
            "game": "seismic",
            "player": player,
            "name": "",
            "mu": mu,
            "sigma": 1.0,
            "matches": 40,
        }
        for player, mu in strengths.items()
    ]
    await world.bot.shell.stores.matches._database.execute(insert(ratings).values(values))
