"""A game whose rules run is a title: found where it lies, played by clicks, without own screens."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

import pytest

import bot.games
import engine.games
from bot.games.registry import panels
from bot.table.match.match import Status
from engine.registry import games
from tests.bot.world import World, acting, control, played, reply, said, words_of
from tests.locales import LOCALES

FOLDER: Final = Path(__file__).parents[1] / "fourth_game"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the toy where games and panels are looked for: no list is edited."""
    folders: tuple[tuple[ModuleType, str], ...] = ((engine.games, "engine"), (bot.games, "bot"))
    for package, name in folders:
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(FOLDER / name)])
    for registry in (games, panels):
        registry.cache_clear()
    yield
    monkeypatch.undo()
    for registry in (games, panels):
        registry.cache_clear()


@pytest.fixture
async def simcord_bot(installed: None, simcord_bot: object) -> object:  # noqa: ARG001
    """Make the client when the toy is there."""
    return simcord_bot


async def test_a_match_is_clicked_to_its_end(world: World) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(1)

    match = await world.begun(*people, title="toy")
    while match.acting:
        receipt = await played(acting(match, people), await world.table(), chance)
        assert "Sent" in said(receipt)
        match = await world.match()

    result = await world.table()
    assert match.status is Status.FINISHED
    assert "**Toy 1 is over" in said(result)
    assert [each.filename for each in result.attachments][:1] == ["board.png"]


@pytest.mark.parametrize("world", LOCALES, indirect=True)
async def test_everything_that_every_title_shows_is_there(world: World) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(2)
    match = await world.begun(*people, title="toy")
    for _ in range(2):
        await played(acting(match, people), await world.table(), chance)
        match = await world.match()
    ann = people[0]

    shown = [
        reply(await ann.slash(world.channel, f"table {each}"))
        for each in ("board", "text", "since", "history", "unseen", "score", "replay")
    ]
    rules = reply(await ann.slash(world.channel, "toy rules"))

    assert all(words_of(each) for each in shown)
    assert "every bid costs itself" in said(rules)


async def test_a_move_is_typed(world: World) -> None:
    people = [world.person(each) for each in ("Ann", "Bob")]
    match = await world.begun(*people, title="toy")
    person = acting(match, people)

    wrong = reply(await person.slash(world.channel, "toy play", move="sing"))
    right = reply(await person.slash(world.channel, "toy play", move="bid coins 2 aloud False"))

    assert "There is no such move." in said(wrong)
    assert control(wrong, "q").custom_id
    assert "**Sent:** bid coins 2 aloud False." in said(right)
    assert (await world.match()).line == match.line + 1
