"""`/stats`: one's own in this server and in all, and what others see of it."""

from typing import Any

from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from tests.bot.interactions.test_reviews import over
from tests.bot.world import World, reply, said


async def asked(world: World, person: Any, **options: Any) -> Any:
    return reply(await person.slash(world.channel, "stats", **options))


async def test_who_has_finished_nothing_is_told_so(world: World) -> None:
    shown = await asked(world, world.person("Ann"))

    assert shown.ephemeral
    assert "**You haven't finished a match yet.**" in said(shown)


async def test_own_statistics_are_of_this_server_or_of_all(world: World) -> None:
    ann, bob = await over(world)

    here = await asked(world, ann)
    text = said(here)
    everywhere = reply(await ann.click(here, label="All servers"))

    assert "### Your statistics · this server" in text
    assert "**1 match** · **0 wins** · 0% of your turns missed" in text
    assert "**Seismic** 1 match · 0 wins" in text
    assert "longest road" in text
    assert "Only you see this." in text
    assert "### Your statistics · all servers" in said(everywhere)
    assert "Bob: ahead 0 of 1 times" in text
    assert bob.id != ann.id


async def test_others_see_what_was_played_here_and_nothing_private(world: World) -> None:
    ann, bob = await over(world)

    shown = said(await asked(world, ann, player=bob))

    assert "### Bob · in this server" in shown
    assert "**1 match**" in shown
    assert "You met once: you were ahead 0 times, Bob 0 times." in shown
    assert "missed" not in shown
    assert "Only you see this." not in shown


async def test_hidden_and_never_played_are_told_in_the_same_words(world: World) -> None:
    ann, bob = await over(world)
    stranger = world.person("Zoe")
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(bob.id), Preferences(unseen=True))

    hidden = said(await asked(world, ann, player=bob))
    unknown = said(await asked(world, ann, player=stranger))

    assert hidden.replace("Bob", "Zoe") == unknown
    assert "**There are no statistics to show for Zoe** in this server." in unknown
    assert "**1 match**" in said(await asked(world, bob))
