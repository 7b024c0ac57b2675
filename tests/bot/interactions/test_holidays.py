"""Holidays as people plan them: the form, the screen, what tables say, what is refused."""

from datetime import timedelta
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import PlayerId
from bot.table.match.pace import PACES
from tests.bot.world import World, acting, controls, reply, said


async def planned(person: MemberActor, screen: Any, first: str, last: str, **more: str) -> Any:
    """Fill in the form, and return what it answers."""
    form = await person.click(screen, custom_id="b.holiday")
    assert form.modal is not None
    values = {
        "s.holiday.from": first,
        "s.holiday.to": last,
        "s.holiday.zone": more.get("zone", ""),
        "s.holiday.how": [more.get("how", "wait")],
    }
    return reply(await person.submit_modal(form, values))


@pytest.fixture
async def holiday(world: World) -> tuple[MemberActor, Any]:
    """Return Ann, and her screen of holidays."""
    ann = world.person("Ann")
    shown = reply(await ann.slash(world.channel, "settings"))
    return ann, reply(await ann.click(shown, label="Holiday"))


async def test_a_holiday_is_planned_seen_and_taken_back(
    world: World, holiday: tuple[MemberActor, Any]
) -> None:
    ann, screen = holiday
    assert "**21 of 21 holiday days** left this year" in said(screen)

    screen = await planned(ann, screen, "2026-11-23", "2026-11-25", zone="Europe/Paris")

    assert "**18 of 21 holiday days** left" in said(screen)
    assert "your tables wait" in said(screen)
    assert (
        await world.bot.shell.stores.players.preferences(PlayerId(ann.id))
    ).zone == "Europe/Paris"
    screen = reply(await ann.click(screen, label="Cancel the holiday"))
    assert "**21 of 21 holiday days**" in said(screen)
    assert [each.verb for each in controls(screen)] == ["holiday", "holiday", "settings"]


async def test_open_tables_say_who_will_be_away(
    world: World, holiday: tuple[MemberActor, Any]
) -> None:
    ann, screen = holiday
    await ann.slash(world.channel, "seismic new", where="here")
    lobby = (await world.match()).cover.message
    world.clock.pass_by(minutes=1)

    screen = await planned(ann, screen, "2026-11-23", "2026-11-25", zone="UTC")
    assert "**Ann** is away from <t:" in said(world.message(lobby))

    world.clock.pass_by(minutes=1)
    await ann.click(screen, label="Cancel the holiday")
    assert "is away" not in said(world.message(lobby))


async def test_whoever_is_back_early_says_so(
    world: World, holiday: tuple[MemberActor, Any]
) -> None:
    ann, screen = holiday
    screen = await planned(ann, screen, "2026-11-21", "2026-11-30", how="computer")
    assert "**11 of 21 holiday days**" in said(screen)
    assert "a computer player moves for you" in said(screen)
    world.clock.pass_by(days=2)

    screen = reply(await ann.click(screen, label="I am back"))

    assert "**18 of 21 holiday days**" in said(screen)


@pytest.mark.parametrize(
    ("first", "last", "refused"),
    [
        ("2026-11-20", "2026-11-25", "**That day has passed.**"),
        ("2026-11-25", "2026-11-24", "**The last day is before the first one.**"),
        ("2026-11-22", "2026-12-20", "**At most 14 days in a row**"),
        ("soon", "2026-12-20", "**soon isn't a date.**"),
        ("2028-01-01", "2028-01-02", "**That's too far ahead.**"),
    ],
)
async def test_what_cannot_be_is_said_and_can_be_typed_anew(
    holiday: tuple[MemberActor, Any], first: str, last: str, refused: str
) -> None:
    ann, screen = holiday

    slip = await planned(ann, screen, first, last)

    assert refused in said(slip)
    again = reply(await ann.click(slip, label="Plan a holiday"))
    assert "**21 of 21 holiday days**" in said(again)


async def test_the_table_says_when_a_move_is_due_and_who_is_away(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, pace="three-days")
    mover = acting(match, [ann, bob])
    text = (await world.table()).content
    due = world.clock.now() + PACES["three-days"].span
    assert f" · due <t:{int(due.timestamp())}:R>" in text
    assert text.splitlines()[-1].startswith("-# Seismic")

    more = reply(await mover.click(await world.table(), label="More"))
    assert "**Pace** 3 days per move" in said(more)
    mine = reply(await mover.slash(world.channel, "my-tables"))
    assert f"due <t:{int(due.timestamp())}:R>" in said(mine)

    shown = reply(await mover.slash(world.channel, "settings"))
    screen = reply(await mover.click(shown, label="Holiday"))
    screen = await planned(mover, screen, "2026-11-21", "2026-11-22", zone="UTC")
    back = world.clock.now().replace(hour=0, minute=0) + timedelta(days=2)
    await later(world)
    assert f"is away until <t:{int(back.timestamp())}:f>" in (await world.table()).content
    more = reply(await mover.click(await world.table(), label="More"))
    assert "the clock is stopped" in said(more)
    assert f"is away until <t:{int(back.timestamp())}:f>" in said(more)
    await mover.click(screen, label="I am back")
    await later(world)
    # For a minute it stood still.
    due += timedelta(minutes=1)
    assert f" · due <t:{int(due.timestamp())}:R>" in (await world.table()).content


async def allowing(world: World, person: MemberActor) -> Any:
    """Let a person switch automatic holidays on, and return what their settings say then."""
    shown = reply(await person.slash(world.channel, "settings"))
    return reply(await person.click(shown, label="Automatic holiday: off"))


async def test_automatic_holidays_are_switched_on_and_off(world: World) -> None:
    ann = world.person("Ann")
    stores = world.bot.shell.stores

    on = await allowing(world, ann)
    assert (await stores.players.preferences(PlayerId(ann.id))).auto_holiday
    assert "Automatic holiday: when your time is up, your tables wait" in said(on)

    await ann.click(on, label="Automatic holiday: on")
    assert not (await stores.players.preferences(PlayerId(ann.id))).auto_holiday


async def test_whose_time_is_up_in_an_automatic_holiday_is_told_and_comes_back(
    world: World,
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, pace="day")
    late = acting(match, [ann, bob])
    await allowing(world, late)
    await later(world, hours=25)

    told, name = world.newest, match.chairs[match.acting[0]].name
    back = world.clock.now().replace(hour=0, minute=0) + timedelta(days=2)
    until = f"<t:{int(back.timestamp())}:f>"
    assert "an automatic holiday has begun, and the table waits until " + until in told.content
    assert late.mention in told.content
    assert [each.verb for each in controls(told)] == ["back", "settings"]
    assert f"is away until {until}" in (await world.table()).content
    assert (await world.match()).line == match.line
    screen = reply(await late.click(told, label="All settings"))
    screen = reply(await late.click(screen, label="Holiday"))
    assert "**19 of 21 holiday days**" in said(screen)
    assert "your tables wait (automatic)" in said(screen)

    await late.click(told, label="I am back")
    await later(world, minutes=1)
    due = world.clock.now() - timedelta(minutes=2) + timedelta(days=1)
    assert f"due <t:{int(due.timestamp())}:R>" in (await world.table()).content
    assert f"**{name}'s automatic holiday** is over." in world.newest.content
    screen = reply(await late.click(screen, label="All settings"))
    screen = reply(await late.click(screen, label="Holiday"))
    assert "**20 of 21 holiday days**" in said(screen)
    assert world.env.errors == []


async def test_the_table_is_asked_to_let_a_computer_player_move_meanwhile(world: World) -> None:
    ann, bob, cleo = (world.person(name) for name in ("Ann", "Bob", "Cleo"))
    match = await world.begun(ann, bob, cleo, pace="week")
    away = acting(match, [ann, bob, cleo])
    first, second = (each for each in (ann, bob, cleo) if each is not away)
    shown = reply(await away.slash(world.channel, "settings"))
    screen = reply(await away.click(shown, label="Holiday"))
    await planned(away, screen, "2026-11-21", "2026-11-28", zone="UTC")

    seat, name = match.acting[0], match.chairs[match.acting[0]].name
    typed = f"computer-meanwhile:{seat}"
    question = reply(await first.slash(world.channel, "table vote", what=typed))
    assert f"Computer moves during {name}'s holiday" in said(question)
    await first.click(question, label="Ask the table")
    await later(world, minutes=1)
    asked = world.newest
    assert "proposes that a computer player moves for" in asked.content

    yes = next(each for each in controls(asked) if each.verb == "vote-yes")
    await second.click(asked, custom_id=yes.custom_id)
    await later(world, minutes=1)
    now = await world.match()
    assert "**Agreed:** a computer player moves until the holiday is over." in said(
        world.message(asked.id)
    )
    assert now.line > match.line
    assert seat not in now.acting


async def later(world: World, **length: float) -> None:
    """Let time pass; what timers bring about is said in the tick after theirs."""
    for step in (length, {"minutes": 1}):
        world.clock.pass_by(**step)
        await world.tick()


async def test_whom_no_table_waits_for_reads_that(holiday: tuple[MemberActor, Any]) -> None:
    ann, screen = holiday

    screen = await planned(ann, screen, "2026-11-21", "2026-11-22", zone="UTC")

    assert "No table waits for you now." in said(screen)
