"""Zone and quiet hours are asked for once in a life, of people who have sat down."""

import asyncio

import pytest
from simcord.actors import MemberActor

from bot.storage.database import Database
from bot.storage.players import PlayerStore
from bot.table.errors import OutOfReach
from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from bot.table.time.quiet_hours import NIGHT, ZONES_BY_LOCALE, QuietHours
from tests.bot.world import World, control, reply, said

QUESTION = "**Quiet nights?**"


async def kept(world: World, person: MemberActor) -> Preferences:
    return await world.bot.shell.stores.players.preferences(PlayerId(person.id))


async def test_whoever_opens_a_table_is_asked_with_the_answer_and_never_again(
    world: World,
) -> None:
    ann = world.person("Ann")
    opened = reply(await ann.slash(world.channel, "seismic new", where="here"))
    assert "**Your table is open.**" in said(opened)
    assert "From 22:00 to 08:00 (New York time)" in said(opened)

    done = reply(await ann.click(opened, label="Yes, quiet nights"))

    assert "**Your nights are quiet now.**" in said(done)
    assert (await kept(world, ann)).quiet == QuietHours(*NIGHT, "America/New_York")
    again = reply(await ann.slash(world.channel, "seismic new", where="here"))
    assert QUESTION not in said(again)


async def test_whoever_joins_is_asked_privately_whatever_they_press(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", where="here")
    lobby = world.newest

    asked = await bob.click(lobby, custom_id=control(lobby, "join").custom_id)
    (question,) = asked.followups
    assert QUESTION in said(question)
    assert question.ephemeral
    done = reply(await bob.click(question, label="No, ping me any time"))

    assert "**I'll ping you any time.**" in said(done)
    assert (await kept(world, bob)).quiet is None
    await bob.click(lobby, custom_id=control(lobby, "leave").custom_id)
    await world.restart()
    asked = await bob.click(lobby, custom_id=control(lobby, "join").custom_id)
    assert not asked.followups
    assert (await world.match()).seat_of(PlayerId(bob.id)) is not None


async def test_another_time_is_typed_into_what_was_proposed(world: World) -> None:
    ann = world.person("Ann")
    opened = reply(await ann.slash(world.channel, "seismic new", where="here"))

    form = await ann.click(opened, label="Other hours or time zone")
    assert form.modal is not None
    assert "America/New_York" in str(form.modal)
    values = {"s.quiet.from": "23", "s.quiet.to": "7", "s.quiet.zone": "Lisbon"}
    await ann.submit_modal(form, values)

    assert (await kept(world, ann)).quiet == QuietHours(23 * 60, 7 * 60, "Europe/Lisbon")


@pytest.mark.parametrize(
    "known",
    [
        Preferences(zone="Asia/Tokyo"),
        Preferences(zone="Asia/Tokyo", quiet_from=60, quiet_to=300),
    ],
)
async def test_who_has_set_them_is_not_asked(world: World, known: Preferences) -> None:
    ann = world.person("Ann")
    await world.bot.shell.stores.players.prefer(PlayerId(ann.id), known)

    opened = reply(await ann.slash(world.channel, "seismic new", where="here"))

    assert QUESTION not in said(opened)
    assert (await kept(world, ann)).quiet == known.quiet


async def test_a_seat_counts_also_if_the_question_cannot_be_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", where="here")
    lobby = world.newest

    async def fails(_self: PlayerStore, _player: PlayerId) -> bool:
        raise OutOfReach("storage-down", problem="locked")

    with monkeypatch.context() as patched:
        patched.setattr(PlayerStore, "ask_hours", fails)
        asked = await bob.click(lobby, custom_id=control(lobby, "join").custom_id)
    assert not asked.followups
    assert (await world.match()).seat_of(PlayerId(bob.id)) is not None

    opened = reply(await bob.slash(world.channel, "seismic new", where="here"))
    assert QUESTION in said(opened)


async def test_what_else_a_person_sets_at_that_moment_asks_nobody_twice(
    database: Database,
) -> None:
    players, ann = PlayerStore(database), PlayerId(1)
    before = await players.preferences(ann)
    asked = await asyncio.gather(*(players.ask_hours(ann) for _ in range(3)))
    # A form that was open meanwhile is sent with what it knew.
    await players.prefer(ann, before)

    assert sorted(asked) == [False, False, True]
    assert not await players.ask_hours(ann)
    assert (await players.preferences(ann)).hours_asked


async def test_zone_or_hours_that_another_process_stored_are_seen(database: Database) -> None:
    ann = PlayerId(1)
    await PlayerStore(database).prefer(ann, Preferences(zone="Europe/Paris"))

    assert not await PlayerStore(database).ask_hours(ann)


def test_every_language_leads_to_a_zone_that_exists() -> None:
    assert {QuietHours(*NIGHT, each).zone for each in ZONES_BY_LOCALE.values()} == {
        *ZONES_BY_LOCALE.values()
    }
