"""The time between turns at a table with a limit, as people meet it who speak French."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import PlayerId
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.world import World, acting, control, controls, played, posts, reply, said, waiting

QUIET = Preferences("fr", zone="UTC", quiet_from=3 * 60, quiet_to=7 * 60)
"""The clock stands at nine when a table begins; a fifth of a day before that is in the night."""
REMINDER, LAST = "la table t'attend", "attend encore ton coup"


@pytest.fixture
async def people(world: World) -> tuple[MemberActor, MemberActor]:
    """Begin a table with 1 day per move; return who must act, and the other one."""
    await world.bot.shell.stores.players.set_guild(world.guild.id, GuildPreferences(language="fr"))
    people = [world.person("Ann"), world.person("Bob")]
    for each in people:
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), QUIET)
    match = await world.begun(*people, pace="day")
    return acting(match, people), waiting(match, people)


async def later(world: World, **length: float) -> None:
    """Let time pass; what timers bring about is said in the tick after theirs."""
    world.clock.pass_by(**length)
    await world.tick()
    world.clock.pass_by(minutes=1)
    await world.tick()


def told(world: World, *words: str) -> list[Any]:
    """Return the messages of the channel that have one of these words."""
    kept = world.env.backend.messages[world.channel.id].values()
    shown = [world.message(each.id) for each in kept if each.visible_to(None)]
    return [each for each in shown if any(one in each.content for one in words)]


def pinged(world: World, words: str) -> list[int]:
    """Return whom the only message with these words pinged when it was sent."""
    (sent,) = (each for each in posts(world) if words in (each.get("content") or ""))
    return [int(each) for each in sent["allowed_mentions"]["users"]]


async def agreed(world: World, asking: MemberActor, other: MemberActor) -> Any:
    """Let a player ask for a hold, or for its end, and the other one agree; return the vote."""
    question = reply(await asking.slash(world.channel, "table hold"))
    await asking.click(question, custom_id=control(question, "vote-open").custom_id)
    await later(world, minutes=1)
    vote = world.newest
    await other.click(vote, custom_id=control(vote, "vote-yes").custom_id)
    await later(world, minutes=1)
    return world.message(vote.id)


async def test_reminded_twice_then_time_is_up_and_somebody_is_back(
    world: World, people: tuple[MemberActor, MemberActor]
) -> None:
    mover, other = people
    due = (await world.table()).content

    await later(world, hours=12, minutes=1)
    await world.restart()
    await later(world, minutes=30)
    (soft,) = told(world, REMINDER, LAST)
    await later(world, hours=8)
    at_night = told(world, REMINDER, LAST)
    await later(world, hours=1, minutes=30)
    both = told(world, REMINDER, LAST)
    await later(world, hours=3)
    (up,) = told(world, "Temps écoulé")
    back = reply(await mover.click(up, label="Je suis de retour"))
    await later(world, minutes=5)
    await played(other, await world.table(), Random(1))

    assert "<t:" in due
    assert ":R>" in due
    assert soft.content.startswith(f"{mover.mention}, {REMINDER}")
    assert [each.id for each in at_night] == [soft.id]
    # The newer one takes the older one's place.
    (last,) = both
    assert last.id != soft.id
    assert LAST in last.content
    assert pinged(world, REMINDER) == pinged(world, LAST) == [mover.id]
    asked = f"{mover.mention}\u202f: appuyer sur **Je suis de retour** pour reprendre la main."
    assert asked in up.content
    assert pinged(world, "Temps écoulé") == [mover.id]
    assert "**Te revoilà.**" in said(back)
    after = world.message(up.id)
    assert "est de retour" in after.content
    assert "back" not in [each.verb for each in controls(after)]
    assert acting(await world.match(), [mover, other]) is mover
    assert world.env.errors == []


async def test_on_hold_nobody_is_reminded_and_then_the_table_goes_on(
    world: World, people: tuple[MemberActor, MemberActor]
) -> None:
    mover, other = people

    held = await agreed(world, other, mover)
    on_hold = (await world.table()).content
    count = len(posts(world))
    await later(world, days=2)
    silent = len(posts(world))
    gone_on = await agreed(world, mover, other)
    early = told(world, REMINDER)
    await later(world, hours=12, minutes=1)
    (reminder,) = told(world, REMINDER)
    await played(mover, await world.table(), Random(1))

    assert "la partie est en pause jusqu'au <t:" in held.content
    assert "en pause jusqu'au <t:" in on_hold
    assert silent == count
    assert "la partie reprend." in gone_on.content
    assert early == []
    assert mover.mention in reminder.content
    assert acting(await world.match(), [mover, other]) is other
    assert world.env.errors == []
