"""How many statements and pictures a click may cost. It grows only on purpose."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.hosting.host import Host
from bot.metrics import REGISTRY
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.match.match import NewsMode
from bot.table.match.pace import PACES
from bot.table.preferences import GuildPreferences
from bot.table.processes.shares import SOLE
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.storage.test_questions import overheard
from tests.bot.tables import ANN, BOB, lobby_of, one_move
from tests.bot.world import World, acting, control, controls, next_key, reply

STEP_STATEMENTS, LOOK_STATEMENTS, MOVE_STATEMENTS = 5, 7, 31
"""A step of a turn; text and More; a move, stored and told."""

MOVE_OF_ONE_STATEMENTS, MOVE_OF_ONE_COMMITS = 25, 3
"""A move where the table's message is edited and a line pings: stored, edited and pinged."""

TIMED_STATEMENTS, TIMED_ROWS, TIMED_COMMITS = 17, 9, 2
"""A move where each seat has a clock, stored and told by the only process; its line is one row."""

NEWEST = "SELECT matches.revision,"
"""Begins the question for the newest revision of a match."""


@contextmanager
def committed() -> Iterator[list[None]]:
    """Give an entry for each transaction that is committed meanwhile."""
    heard: list[None] = []

    def listen(_: Any) -> None:
        heard.append(None)

    event.listen(Engine, "commit", listen)
    try:
        yield heard
    finally:
        event.remove(Engine, "commit", listen)


@contextmanager
def changed() -> Iterator[list[int]]:
    """Give how many rows each statement changes meanwhile."""
    heard: list[int] = []

    def listen(*call: Any) -> None:
        if not call[2].startswith("SELECT"):
            heard.append(call[1].rowcount)

    event.listen(Engine, "after_cursor_execute", listen)
    try:
        yield heard
    finally:
        event.remove(Engine, "after_cursor_execute", listen)


def pictures() -> float:
    found = REGISTRY.get_sample_value("faultline_pictures_total", {"found": "drawn"})
    return found or 0.0


async def cost(person: Any, message: Any, key: str) -> tuple[Any, int, float]:
    """Let a person click; return what they are shown, the statements and the pictures drawn."""
    before = pictures()
    with overheard() as heard:
        shown = reply(await person.click(message, custom_id=key))
    return shown, len(heard), pictures() - before


@pytest.mark.parametrize("title", ["seismic", "sanandreas", "aftershock"])
async def test_a_click_costs_no_more_than_this(world: World, title: str) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title=title)
    person, message, chance = acting(await world.match(), people), await world.table(), Random(1)
    steps = list[tuple[float, float]]()
    line = (await world.match()).line
    if (desk := [each for each in controls(message) if each.verb == "desk"]) != []:
        message, *spent = await cost(person, message, desk[0].custom_id)
        steps.append((spent[0], spent[1]))
    while (key := next_key(message, chance)) is not None and len(steps) < 8:
        message, statements, drawn = await cost(person, message, key)
        if (await world.match()).line != line:
            assert statements <= MOVE_STATEMENTS
            assert drawn <= 2  # a desk as well as the table
            break
        steps.append((statements, drawn))
    newest = await world.table()
    looks = [
        (await cost(people[1], newest, control(newest, verb).custom_id))[1:]
        for verb in ("text", "more")
    ]

    assert max(drawn for _, drawn in steps) == 1
    assert max(statements for statements, _ in steps) <= STEP_STATEMENTS
    assert max(statements for statements, _ in looks) <= LOOK_STATEMENTS
    assert max(drawn for _, drawn in looks) == 0


async def test_a_move_of_one_edited_message_costs_no_more_than_this(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Bob")]
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(news=NewsMode.ONE)
    )
    await world.begun(*people)
    chance = Random(1)
    for _ in range(2):
        person, message = acting(await world.match(), people), await world.table()
        line = (await world.match()).line
        while (key := next_key(message, chance)) is not None:
            before = pictures()
            with overheard() as heard, committed() as commits:
                message = reply(await person.click(message, custom_id=key))
            if (await world.match()).line != line:
                break

    # Where processes share a database they ask besides whether what they know is the newest.
    asked = [sql for sql, _ in heard if not sql.startswith(("BEGIN", "ROLLBACK", NEWEST))]
    assert len(asked) <= MOVE_OF_ONE_STATEMENTS
    assert len(commits) <= MOVE_OF_ONE_COMMITS
    assert pictures() - before <= 1


async def test_a_move_with_a_clock_costs_no_more_than_this(
    migrated_file: Path, tmp_path: Path
) -> None:
    copyfile(migrated_file, tmp_path / "timed.db")
    database = Database(f"sqlite:///{tmp_path / 'timed.db'}")
    stores = stores_in(database, games())
    host = Host(stores, Listener(), StandingClock(), KnownEntropy(), ownership=SOLE)
    lobby = await lobby_of(host, ANN, BOB)
    pace = PACES["three-days-clock"]
    await host.tables.change(lobby.id, lambda match, _: replace(match, pace=pace))
    match = await host.lobbies.start(lobby.id, ANN.id)
    await host.telling.tell(match.id)
    try:
        for _ in range(4):
            before = (await host.cache.match(match.id)).line
            with overheard() as heard, changed() as rows, committed() as commits:
                await one_move(host, match.id)
            lines = (await host.cache.match(match.id)).line - before

            assert len(heard) <= TIMED_STATEMENTS
            assert sum(each for each in rows if each > 0) - lines <= TIMED_ROWS - 1
            assert len(commits) == TIMED_COMMITS
    finally:
        await database.close()
