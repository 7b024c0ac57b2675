"""*Remind me…* as people meet it: where it is found, what it answers, when it comes."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from bot.table.time.reminders import Reminding
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    played,
    posts,
    reply,
    said,
    waiting,
    words_of,
)


async def begun(world: World) -> tuple[MemberActor, MemberActor]:
    """Begin a table; return who must act, and the other one."""
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    return acting(match, people), waiting(match, people)


async def later(world: World, **length: float) -> None:
    world.clock.pass_by(**length)
    await world.tick()
    await world.tick()


async def opened(world: World, person: MemberActor) -> Any:
    """Return the question behind **More**."""
    table = await world.table()
    more = reply(await person.click(table, custom_id=control(table, "more").custom_id))
    return reply(await person.click(more, label="Remind me…"))


async def prefers(world: World, person: MemberActor, preferences: Preferences) -> None:
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(person.id), preferences, world.clock.now())


def reminders(world: World) -> list[dict[str, Any]]:
    return [each for each in posts(world) if "asked me to remind you" in (each["content"] or "")]


async def test_it_comes_once_when_it_was_chosen_and_goes_with_the_move(world: World) -> None:
    mover, _ = await begun(world)
    await prefers(world, mover, Preferences(reminding=Reminding.OFF))

    asked = await opened(world, mover)
    labels = [each.label for each in controls(asked)]
    done = reply(await mover.click(asked, label="In an hour"))
    promised = said(done)
    await later(world, minutes=59)
    early = reminders(world)
    await later(world, minutes=1)
    (come,) = reminders(world)
    message = world.newest
    await later(world, days=5)
    again = reminders(world)
    play = control(message, "play").custom_id
    await played(mover, reply(await mover.click(message, custom_id=play)), Random(1))
    await later(world, minutes=1)

    assert labels[:2] == ["In an hour", "In three hours"]
    assert "**I'll remind you on <t:" in promised
    assert early == []
    assert mover.mention in come["content"]
    assert [int(each) for each in come["allowed_mentions"]["users"]] == [mover.id]
    assert again == [come]
    assert message.id not in world.env.backend.messages[world.channel.id]


async def test_it_pings_in_quiet_hours_if_that_was_chosen(world: World) -> None:
    mover, _ = await begun(world)
    hour = world.clock.now().hour
    quiet = Preferences(zone="UTC", quiet_from=(hour + 1) % 24 * 60, quiet_to=(hour + 9) % 24 * 60)
    await prefers(world, mover, quiet)

    asked = await opened(world, mover)
    form = await mover.click(asked, label="Another time")
    typed = {"s.remind-at.time": f"{(hour + 3) % 24}:00", "s.remind-at.day": ""}
    done = reply(await mover.submit_modal(form, {**typed, "s.remind-at.zone": "UTC"}))
    await later(world, hours=4)

    assert "In three hours" not in [each.label for each in controls(asked)]
    assert "**I'll remind you on <t:" in said(done)
    (come,) = reminders(world)
    assert [int(each) for each in come["allowed_mentions"]["users"]] == [mover.id]


async def test_pressed_twice_it_comes_once_and_can_be_called_off(world: World) -> None:
    mover, _ = await begun(world)
    asked = await opened(world, mover)
    hour = control(asked, "remind-me").custom_id

    for _ in range(2):
        assert "**I'll remind you" in said(reply(await mover.click(asked, custom_id=hour)))
        asked = await opened(world, mover)
    assert "**I'll remind you" in said(asked), "what was chosen is shown"
    none = reply(await mover.click(asked, label="Don't remind me"))
    told = said(none)
    await later(world, hours=2)

    assert "**All right, no reminder then.**" in told
    assert reminders(world) == []


async def test_quiet_for_this_move_calls_it_off(world: World) -> None:
    mover, _ = await begun(world)
    await later(world, days=1)
    message = world.newest
    asked = reply(await mover.click(message, label="Remind me…"))
    await mover.click(asked, label="In an hour")

    await mover.click(message, label="Quiet for this move")
    await later(world, hours=2)

    assert reminders(world) == []


async def test_whose_move_it_is_not_has_no_button_and_is_refused(world: World) -> None:
    mover, other = await begun(world)
    table = await world.table()
    more = reply(await other.click(table, custom_id=control(table, "more").custom_id))
    asked = await opened(world, mover)
    hour = control(asked, "remind-me").custom_id

    await played(mover, table, Random(1))
    late = said(reply(await mover.click(asked, custom_id=hour)))

    assert "Remind me…" not in words_of(more)
    assert "**This table isn't waiting for you right now.**" in late
    await later(world, hours=2)
    assert reminders(world) == []


async def test_a_moment_that_is_over_shows_the_others(world: World) -> None:
    mover, _ = await begun(world)
    asked = await opened(world, mover)
    hour = control(asked, "remind-me").custom_id
    world.clock.pass_by(hours=2)

    answer = reply(await mover.click(asked, custom_id=hour))

    assert "**That time has passed.**" in said(answer)
    assert "In an hour" in [each.label for each in controls(answer)]


@pytest.mark.parametrize(
    ("time", "day", "zone", "told"),
    [
        ("noon", "", "UTC", "**noon isn't a time of day.**"),
        ("20:00", "", "", "Which time zone are you in?"),
        ("20:00", "someday", "UTC", "someday"),
        ("20:00", "1.1.2020", "UTC", "**That time has passed.**"),
        ("20:00", "1.1.2099", "UTC", "**That's too far ahead.**"),
        ("20:00", "", "Atlantis", "**I don't know the time zone Atlantis.**"),
    ],
)
async def test_nonsense_is_refused(world: World, time: str, day: str, zone: str, told: str) -> None:
    mover, _ = await begun(world)
    asked = await opened(world, mover)
    form = await mover.click(asked, label="Another time")

    typed = {"s.remind-at.time": time, "s.remind-at.day": day, "s.remind-at.zone": zone}
    assert told in said(reply(await mover.submit_modal(form, typed)))
