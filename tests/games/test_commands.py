"""`/<title> …` in a simulated Discord: what every title's typed moves and guide must do."""

from random import Random
from typing import Any

from simcord.actors import MemberActor

from bot.games.panel import Command
from bot.games.registry import panels
from bot.interactions.suggestions import LONGEST, MOST
from bot.table.match.match import Status
from tests.bot.world import World, acting, controls, played, reply, said, waiting
from tests.games.test_matches import HANDS
from tests.games.titles import every_title

NAMES = ("Ann", "Bob", "Cleo")
TURNS = 24


def name_of(title: str) -> str:
    return panels()[title].commands().name


def moves_of(title: str) -> tuple[Command[Any], ...]:
    return panels()[title].commands().moves


async def suggested(
    world: World, person: MemberActor, title: str, command: Command[Any], **filled: str
) -> list[str]:
    """Return what is suggested for the first option that is not filled in."""
    option = command.options[len(filled)]
    if option.choices:
        return [each.value for each in option.choices]
    path = f"{name_of(title)} {command.name}"
    found = await person.autocomplete(world.channel, path, option.name, "", **filled)
    assert len(found) <= MOST
    assert all(0 < len(each["name"]) <= LONGEST for each in found)
    assert all(0 < len(str(each["value"])) <= LONGEST for each in found)
    return [str(each["value"]) for each in found]


async def refused(world: World, person: MemberActor, title: str, words: str) -> None:
    """Type every move of a title with anything: no suggestion helps, and nothing is played."""
    for command in moves_of(title):
        filled = {option.name: "1" for option in command.options if option.is_needed}
        path = f"{name_of(title)} {command.name}"
        shown = reply(await person.slash(world.channel, path, **filled))
        assert shown.ephemeral
        assert words in said(shown)
        if command.options:
            assert await suggested(world, person, title, command) == []


@every_title
async def test_only_whoever_must_act_may_type_a_move(world: World, title: str) -> None:
    ann, bob, cleo, dan = (world.person(each) for each in (*NAMES, "Dan"))
    await refused(world, dan, title, "No table here.")
    match = await world.begun(ann, bob, cleo, title=name_of(title))

    await refused(world, dan, title, "You're watching this table.")
    if len(match.acting) < 3:
        await refused(world, waiting(match, [ann, bob, cleo]), title, "move")

    assert (await world.match()).line == match.line
    assert world.env.errors == []


@every_title
async def test_in_a_lobby_there_is_nothing_to_play(world: World, title: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, f"{name_of(title)} new", seats=3, where="here")

    await refused(world, ann, title, "")

    assert (await world.match()).status is Status.LOBBY
    assert world.env.errors == []


@every_title
async def test_what_is_suggested_is_played_at_once(world: World, title: str) -> None:
    people, chance, typed = [world.person(each) for each in NAMES], Random(1), 0
    match = await world.begun(*people, title=name_of(title))
    for _ in range(TURNS):
        person, before = acting(match, people), match.line
        if await is_typed(world, person, title, chance):
            typed += 1
        else:
            # What is sealed is chosen at the desk; what is dear is asked about once more.
            await HANDS.get(title, played)(person, await world.table(), chance)
        match = await world.match()
        assert match.line > before
        if match.status is not Status.PLAYING:
            break

    assert typed > 5
    assert world.env.errors == []


async def is_typed(world: World, person: MemberActor, title: str, chance: Random) -> bool:
    """Type a move from what is suggested for it, and say whether that was one."""
    for command in chance.sample(moves_of(title), len(moves_of(title))):
        filled: dict[str, str] = {}
        for option in command.options:
            found = await suggested(world, person, title, command, **filled)
            if not found:
                break
            filled[option.name] = chance.choice(found)
        if command.options and len(filled) == len(command.options):
            path = f"{name_of(title)} {command.name}"
            shown = reply(await person.slash(world.channel, path, **filled))
            assert shown.ephemeral
            if said(shown).strip().startswith("**Sent.**"):
                return True
    return False


@every_title
async def test_the_guide_is_leafed_through(world: World, title: str) -> None:
    ann = world.person("Ann")
    guide = reply(await ann.slash(world.channel, f"{name_of(title)} rules"))
    first = said(guide)
    pages = [each for each in controls(guide) if each.verb == "rules"]

    last = said(reply(await ann.click(guide, custom_id=pages[-1].custom_id)))

    assert "· In a minute" in first
    assert f"Page 1 of {len(pages)}" in first
    assert f"· {pages[-1].label}" in last
    assert f"Page {len(pages)} of {len(pages)}" in last
