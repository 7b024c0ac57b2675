"""`/seismic …` in a simulated Discord: typed moves, suggestions, refusals, the guide."""

from typing import Any

from discord import ButtonStyle
from simcord.actors import MemberActor

from bot.interactions.match.playing import kept, typed_again
from bot.interactions.suggestions import LONGEST, MOST
from tests.bot.world import World, acting, controls, reply, said

PLACE = "seismic place"


async def begun(world: World) -> tuple[MemberActor, MemberActor]:
    """Begin a match; return the seat that must move, and the other one."""
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover = acting(match, people)
    return mover, next(each for each in people if each is not mover)


async def suggested(
    world: World, person: MemberActor, option: str, typed: str = "", **filled: str
) -> list[dict[str, Any]]:
    found = await person.autocomplete(world.channel, PLACE, option, typed, **filled)
    assert len(found) <= MOST
    assert all(0 < len(each["name"]) <= LONGEST for each in found)
    assert all(0 < len(str(each["value"])) <= LONGEST for each in found)
    return found


async def chain(world: World, person: MemberActor) -> dict[str, str]:
    """Fill in the whole command from what is suggested."""
    filled: dict[str, str] = {}
    for option in ("tile", "cell", "orientation", "crew"):
        found = await suggested(world, person, option, **filled)
        assert found, option
        filled[option] = str(found[0]["value"])
    return filled


async def at_several_tables(world: World) -> MemberActor:
    """Begin three matches of two; return who must move in more than one of them."""
    people = [world.person("Ann"), world.person("Bob")]
    for _ in range(3):
        await world.begun(*people)
    movers = [acting(await world.match(number), people) for number in (1, 2, 3)]
    return next(each for each in people if movers.count(each) > 1)


async def test_what_was_typed_is_kept_while_the_table_is_asked_for(world: World) -> None:
    mover = await at_several_tables(world)
    filled = await chain(world, mover)

    asked = reply(await mover.slash(world.channel, PLACE, **filled))
    question, first = said(asked), controls(asked)[0]
    done = reply(await mover.click(asked, label=first.label))

    assert "Which table?" in question
    assert first.style is ButtonStyle.success
    assert said(done).strip().startswith("**Sent.** ")
    assert world.env.errors == []


async def test_a_cell_that_is_not_there_is_refused_at_the_table_that_was_chosen(
    world: World,
) -> None:
    mover = await at_several_tables(world)

    asked = reply(await mover.slash(world.channel, PLACE, tile="1", cell="Z9 100%."))
    question = said(asked)
    shown = reply(await mover.click(asked, label=controls(asked)[0].label))

    assert "You typed: 1 Z9 100%." in question
    assert "There is no cell Z9 100%." in said(shown)


def test_of_what_is_too_long_for_a_button_the_last_options_are_asked_for() -> None:
    texts = ("Q3.0", "étroit + large, sens antihoraire", "50 %", "x" * 60)

    known = typed_again(kept("place", texts))

    assert known == ("place", *texts[:3])
    assert kept("place", ("", "", "")) == ("place",)


async def test_what_is_left_open_is_asked_for(world: World) -> None:
    mover, _ = await begun(world)
    filled = await chain(world, mover)
    before = (await world.match()).line

    shown = reply(await mover.slash(world.channel, PLACE, tile=filled["tile"], cell=filled["cell"]))

    assert shown.ephemeral
    assert (await world.match()).line == before
    assert f" at {filled['cell']}" in said(shown)
    assert [each.verb for each in controls(shown)].count("g") >= 1


async def test_an_unknown_tile_is_asked_for(world: World) -> None:
    mover, _ = await begun(world)

    shown = reply(await mover.slash(world.channel, PLACE, tile="roundabout", cell="J8"))

    assert "Which tile?" in said(shown)


async def test_a_cell_that_does_not_exist_is_explained(world: World) -> None:
    mover, _ = await begun(world)
    tile = (await chain(world, mover))["tile"]

    shown = reply(await mover.slash(world.channel, PLACE, tile=tile, cell="z99"))

    assert "There is no cell z99." in said(shown)
    assert shown.ephemeral


async def test_a_quake_that_is_not_there_is_refused(world: World) -> None:
    mover, _ = await begun(world)

    shown = reply(await mover.slash(world.channel, "seismic quake", line="north"))

    assert "That can't be done now." in said(shown)
