"""The client itself: start, time, lost answers, and interactions that come too late."""

from collections.abc import MutableMapping, Sequence
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import metrics
from bot.interactions.rivals import MANY, WITHIN_SECONDS, Rivals
from bot.storage.database import Database
from bot.storage.processes.rivals import RivalStore, rival_noticed_at
from bot.table.processes.deployment import CLAIMED, Claimed
from tests.bot.fakes import StandingClock
from tests.bot.world import TICK_SECONDS, World, acting, played, reply, said


async def test_commands_that_could_not_be_synced_are_synced_by_the_next_session(
    world: World,
) -> None:
    world.bot._synced = False
    world.env.inject_error("PUT", "/applications/*/commands", status=400)

    with capture_logs() as logged:
        await world.bot.on_ready()
        first = world.bot._synced
        await world.bot.on_ready()

    assert [each["event"] for each in logged] == ["commands-not-synced"]
    assert not first
    assert world.bot._synced


async def test_a_tick_that_fails_is_logged_and_time_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[int] = []

    async def start(_: Any) -> None:
        ticks.append(len(ticks))
        if len(ticks) == 1:
            raise OSError

    monkeypatch.setattr(type(world.bot.shell.host.scheduler), "start", start)
    with capture_logs() as logged:
        await world.env.advance_time(2 * TICK_SECONDS + 1)

    assert len(ticks) == 2
    assert [each["event"] for each in logged] == ["tick-failed"]


async def test_a_look_that_fails_unforeseen_is_logged_and_time_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    async def time_counts() -> bool:
        looks.append(len(looks))
        raise ZeroDivisionError

    bot = world.bot
    monkeypatch.setattr(bot, "_beats", SimpleNamespace(time_counts=time_counts))
    with capture_logs() as logged:
        await world.env.advance_time(2 * TICK_SECONDS + 1)

    assert len(looks) == 2
    assert [(each["event"], each["look"]) for each in logged] == [("look-failed", "timers")] * 2


async def test_after_a_session_nobody_expects_its_clock_to_go_on(world: World) -> None:
    assert metrics.TICKS.of("timers") is not None

    await world.bot.finish()

    assert [metrics.TICKS.of(each) for each in metrics.CHORES] == [None] * 3


async def test_an_answer_that_was_taken_already_counts_as_given(world: World) -> None:
    ann = world.person("Ann")
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=40060)

    with capture_logs() as logged:
        await ann.slash(world.channel, "help")

    assert events(logged) == []


async def refused(world: World, times: int) -> list[str]:
    """Let Discord say some `times` that there is an answer already; return what is logged."""
    ann = world.person("Ann")
    with capture_logs() as logged:
        for _ in range(times):
            world.env.inject_error("POST", "/interactions/*/callback", status=400, code=40060)
            await ann.slash(world.channel, "help")
    return events(logged)


async def noticed(world: World) -> Any:
    async with world.database.reading() as connection:
        return await connection.run_sync(rival_noticed_at)


async def test_another_bot_with_the_same_token_is_noticed_once_for_many_answers(
    world: World,
) -> None:
    before = metrics.RIVAL_ANSWERS._value.get()

    few = await refused(world, MANY - 1)
    unknown = await noticed(world)
    many = await refused(world, MANY)

    assert few == []
    assert unknown is None
    assert many == ["token-in-use-elsewhere"]
    assert await noticed(world) == world.clock.now()
    assert metrics.RIVAL_ANSWERS._value.get() == before + 2 * MANY - 1


async def test_what_we_answered_ourselves_is_no_other_bot(database: Database) -> None:
    known = Rivals(RivalStore(database), StandingClock(), lambda: 0.0)
    before = metrics.RIVAL_ANSWERS._value.get()

    for number in range(2 * MANY):
        known.answering(number)
        known.answering(number)
        await known.taken(number)
    token = CLAIMED.set(Claimed.PRESUMED)
    for number in range(10, 10 + 2 * MANY):
        known.answering(number)
        await known.taken(number)
    CLAIMED.reset(token)

    assert metrics.RIVAL_ANSWERS._value.get() == before


@pytest.mark.parametrize(("apart", "times"), [(1.0, 2), (WITHIN_SECONDS, 0)])
async def test_another_bot_is_named_now_and_then_and_not_for_coincidences(
    database: Database, apart: float, times: int
) -> None:
    seconds = count(0.0, apart)
    known = Rivals(RivalStore(database), StandingClock(), lambda: next(seconds))

    with capture_logs() as logged:
        for number in range(int(WITHIN_SECONDS) + 2 * MANY):
            await known.taken(number)

    assert events(logged) == ["token-in-use-elsewhere"] * times


async def test_an_interaction_that_came_too_late_is_logged(world: World) -> None:
    ann = world.person("Ann")
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)

    with capture_logs() as logged:
        await ann.slash(world.channel, "help")

    assert events(logged) == ["answer-expired"]


async def test_an_answer_that_discord_refuses_is_logged(world: World) -> None:
    ann = world.person("Ann")
    for _ in range(2):
        world.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)

    with capture_logs() as logged:
        await ann.slash(world.channel, "help")

    assert events(logged) == ["broken", "answer-failed"]


async def test_each_interaction_has_a_line_for_whoever_looks_closely(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob)
    people = [ann, bob]

    with capture_logs() as logged:
        await ann.slash(world.channel, "help")
        await played(acting(match, people), await world.table(), Random(1))
        await ann.click(await world.leftover("b.nonsense"), label="b.nonsense")

    lines = [each for each in logged if each["event"] == "interaction"]
    assert [(each["kind"], each["verb"]) for each in lines[:1]] == [
        ("application_command", "/help")
    ]
    assert {each["match"] for each in lines[1:-1]} == {match.id}
    assert lines[-1]["outcome"] == "old-button"
    assert {each["outcome"] for each in lines[:-1]} == {"done"}
    assert len({each["user"] for each in lines}) <= 2
    assert all(each["milliseconds"] >= 0 for each in lines)
    assert not any(str(ann.id) in str(each) or str(bob.id) in str(each) for each in lines)


def events(logged: Sequence[MutableMapping[str, Any]]) -> list[str]:
    """Return what was logged for everybody to see."""
    return [each["event"] for each in logged if each["log_level"] != "debug"]


async def test_help_leads_to_its_pages_and_to_a_table(world: World) -> None:
    ann = world.person("Ann")
    pages = []
    for topic in ("draws", "text", "leaving", "seismic"):
        helped = reply(await ann.slash(world.channel, "help"))
        pages.append(said(reply(await ann.select(helped, [topic]))))
    helped = reply(await ann.slash(world.channel, "help"))

    opened = reply(await ann.click(helped, custom_id="b.open.seismic"))

    assert len(set(pages)) == 4
    assert "SHA-256" in pages[0]
    assert "Your table is open" in said(opened)
    assert (await world.match()).places == 4


async def test_tables_do_not_open_in_direct_messages(world: World) -> None:
    ann = world.env.create_user("ann")

    slip = await ann.slash("seismic new")

    assert "Tables open in a server's channels" in said(reply(slip))


async def test_buttons_about_what_is_gone_are_old_buttons(world: World) -> None:
    ann = world.person("Ann")
    for custom_id in ("b.rules.gone.0", "b.rules.seismic.x", "b.guide.gone", "b.open.gone"):
        left = await world.leftover(custom_id)
        slip = reply(await ann.click(left, label=custom_id))

        assert "from before an update" in said(slip)


async def test_a_command_of_an_earlier_version_is_explained(world: World) -> None:
    ann = world.person("Ann")
    world.bot.tree.remove_command("help")

    slip = reply(await ann.slash(world.channel, "help"))

    assert "That command is from before an update" in said(slip)
    assert len(world.env.errors) == 1
