"""Every stop of the ways in ARCHITECTURE.md exists, and is passed in the order that is told."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.workers.thinkers import ThinkingPool
from engine.registry import games
from tests.bot.beside import Beside
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, legal, played_out, player_in, table_of
from tests.bot.world import World, acting, played
from tests.games.aftershock.clicking import answered
from tests.passed import ROOT, Passed, Stop, watched

MAP: Final = (ROOT / "ARCHITECTURE.md").read_text()
MOST_STOPS: Final = 15
CLICK: Final = Stop("bot/cogs/controls.py", "Press.callback")
"""With this every click begins; the last one is what counts."""
QUAKE: Final = {Stop("engine/games/seismic/match.py", each) for each in ("lines_counted", "struck")}
TOLD: Final = Stop("bot/hosting/match/telling.py", "Telling.tell")
BUILDING: Final = Stop("engine/games/aftershock/building.py", "keep_plans")
WAYS: Final = {
    title: [
        Stop(*each) for each in re.findall(r"^\d+\. `([\w/.]+)` `([\w.<>]+)`", text, re.MULTILINE)
    ]
    for title, text in re.findall(
        r"^## (A [\w ]+)\n(.*?)(?=^## |\Z)", MAP, re.MULTILINE | re.DOTALL
    )
}


@pytest.fixture(autouse=True)
def passed() -> Iterator[Passed]:
    """Watch from before the bot has started its threads."""
    with watched() as recorder:
        yield recorder


@pytest.fixture
async def world(passed: Passed, world: World) -> World:  # noqa: ARG001
    """Return the simulated Discord; made when all is watched."""
    return world


def compare(way: str, passed: Passed) -> None:
    """Assert that the stops of a way were entered one after the other."""
    met = list(passed.stops)
    assert 5 <= len(WAYS[way]) <= MOST_STOPS
    missing = [stop for stop in WAYS[way] if stop not in met]
    assert not missing, f"never passed: {missing}"
    assert sorted(WAYS[way], key=met.index) == WAYS[way]


async def test_a_click(world: World, passed: Passed) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(3)
    match = await world.begun(*people)

    with passed.recording(CLICK):
        await played(acting(match, people), await world.table(), chance)

    compare("A click", passed)


async def test_a_quake(world: World, passed: Passed) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(7)
    match = await world.begun(*people)

    # Of equal lines a seat chooses one with a click of its own: such a quake goes another way.
    while not is_struck_at_once(list(passed.stops)):
        with passed.recording(CLICK):
            await played(acting(match, people), await world.table(), chance)
        match = await world.match()

    compare("A quake", passed)


def is_struck_at_once(met: list[Stop]) -> bool:
    """Say whether a quake struck before its table was told of anything."""
    *_, struck = (each for each in WAYS["A quake"] if each in QUAKE)
    is_struck = set(met) >= QUAKE
    return is_struck and (TOLD not in met or met.index(struck) < met.index(TOLD))


async def test_a_sealed_plan(world: World, passed: Passed) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    match, chance = await world.begun(*people, title="aftershock"), Random(5)

    while BUILDING not in passed.stops:
        player = match.chairs[match.acting[0]].player
        person = next(each for each in people if each.id == player)
        with passed.recording(CLICK):
            await answered(person, await world.table(), chance)
        match = await world.match()

    compare("A sealed plan", passed)


async def test_a_restart(world: World, passed: Passed) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(6)
    match = await world.begun(*people)
    with pytest.MonkeyPatch.context() as patched:
        # The move is stored, and the process ends before it is told.
        patched.setattr(world.bot.shell.host.telling, "tell", _nothing_told)
        await played(acting(match, people), await world.table(), chance)

    with passed.recording():
        await world.restart()
        await world.tick()

    compare("A restart", passed)


async def test_a_reminder(world: World, passed: Passed) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(6)
    match = await world.begun(*people, pace="day")

    with passed.recording():
        await played(acting(match, people), await world.table(), chance)
        await later(world, hours=13)

    compare("A reminder", passed)


async def test_a_deadline(world: World, passed: Passed) -> None:
    people = [world.person(each) for each in ("Ann", "Bob")]
    await world.begun(*people, pace="day")

    with passed.recording():
        await later(world, hours=25)

    compare("A deadline", passed)


async def test_a_computer_player(passed: Passed, database: Database, clock: StandingClock) -> None:
    pool = ThinkingPool(1)
    host = Host(stores_in(database, games()), Listener(), clock, KnownEntropy(), thinkers=pool)
    match = await host.lobbies.open(ANN, HERE, "seismic", 3, "a table")
    for name in ("expert", "greedy"):
        await host.lobbies.add_agent(match.id, ANN.id, name, name, name)
    await host.lobbies.start(match.id, ANN.id)
    await host.tick()
    seat, actions = await legal(host, match.id)
    line = (await host.cache.match(match.id)).line
    await host.moves.submit(match.id, player_in(match, seat), (actions[0],), line, "a move")

    with passed.recording():
        await host.tick()
    pool.close()

    compare("A computer player", passed)


async def test_a_rating(world: World, passed: Passed) -> None:
    match, host = await world.begun(world.person("Ann"), world.person("Bob")), world.bot.shell.host

    with passed.recording(Stop("bot/table/people/ended.py", "ended")):
        await played_out(host, match.id)

    compare("A rating", passed)


async def test_a_handover(passed: Passed, beside: Beside, clock: StandingClock) -> None:
    old = await beside.process()
    clicks = Host(stores_in(beside.database, games()), Listener(), clock, KnownEntropy())
    match = await table_of(clicks, ANN, BOB)
    seat, actions = await legal(clicks, match.id)
    # Stored, and the process ends before it is told.
    await clicks.moves.submit(match.id, player_in(match, seat), (actions[0],), match.line, "a move")

    with passed.recording():
        new = await beside.process()
        await old.tick()
        await old.release()
        await new.tick()
        there = stores_in(beside.another(), games())
        await Host(there, Listener(), clock, KnownEntropy(), leases=new).scheduler.tick()

    compare("A handover", passed)


async def later(world: World, **length: float) -> None:
    """Let time pass; what timers bring about is said in the tick after theirs."""
    world.clock.pass_by(**length)
    await world.tick()
    await world.tick()


async def _nothing_told(match_id: int) -> None:
    del match_id
