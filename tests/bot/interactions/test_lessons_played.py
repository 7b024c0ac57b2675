"""Lessons as a naive player has them, who presses what is suggested, else the first button."""

from random import Random
from typing import Any

import pytest
from discord import ButtonStyle
from simcord.actors import MemberActor

from bot.games.abilities import Teaches
from bot.games.registry import panels
from bot.locale.localisation import words
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Status
from engine.game import PUBLIC, Event, Seat, visible
from tests.bot.interactions.test_teaching import COMMANDS, learning
from tests.bot.world import Control, World, controls, reply
from tests.games.aftershock.clicking import FINAL, answered

SENDS = (ButtonStyle.success, ButtonStyle.danger)
PLAYS = {"seismic": "gs", "san_andreas": "nmbrok", "aftershock": "".join(FINAL)}
LEARNER = Seat(0)
MOST_TURNS = 60


class Played:
    """A lesson that was played to its end: what was told, what happened."""

    def __init__(self, key: str, told: list[str], loaded: LoadedMatch) -> None:
        panel = panels()[key]
        assert isinstance(panel, Teaches)
        self.panel, self.loaded = panel, loaded
        self.told = told
        record = loaded.begun
        self.events: list[Event] = [
            each
            for line in range(len(record))
            for each in record.happened(line)
            if visible(each, PUBLIC)
        ]
        self.outcome = loaded.match

    def order_of(self, *beginnings: str) -> list[int]:
        """Return at which message each note was told first; raises `ValueError` if it wasn't."""
        return [
            next(n for n, text in enumerate(self.told) if f"> **{beginning}" in text)
            for beginning in beginnings
        ]

    @property
    def notes(self) -> list[str]:
        """The notes that were told, without repetition by edits."""
        say = words("en").say
        return [
            each.text
            for each in self.panel.lessons
            if any(f"> {say(each.text)}".split("\n")[0] in text for text in self.told)
        ]

    def count(self, *kinds: type[Any]) -> int:
        return sum(isinstance(each, kinds) for each in self.events)


def find(message: Any, label: str) -> Control | None:
    return next((each for each in controls(message) if each.label == label), None)


async def sent(world: World, person: MemberActor, key: str, message: Any) -> None:
    """Press the first button that sends, else the first that leads on, until something is sent."""
    for _ in range(12):
        offered = [each for each in controls(message) if len(each.verb) == 1 and not each.disabled]
        last = [each for each in offered if each.style in SENDS and each.verb in PLAYS[key]]
        before = (await world.match()).line
        message = reply(await person.click(message, custom_id=(last or offered)[0].custom_id))
        if (await world.match()).line != before:
            return
    raise AssertionError([each.label for each in controls(message)])


async def one_turn(world: World, person: MemberActor, key: str, chance: Random) -> None:
    """Take the suggested move while one is suggested, then what comes first."""
    table = await world.table()
    if find(table, "Show me a good move"):
        shown = reply(await person.click(table, label="Show me a good move"))
        assert any(each.url for each in shown.attachments)
        opened = reply(await person.click(shown, label="Open this move"))
        await sent(world, person, key, opened)
    elif key == "aftershock":
        await answered(person, table, chance)
    else:
        await sent(world, person, key, table)


async def lesson(world: World, key: str, seed: int) -> Played:
    """Play a lesson to its end; proposals are accepted."""
    ann, chance, told = await learning(world, key), Random(seed), list[str]()
    for _ in range(MOST_TURNS):
        if (await world.match()).status is not Status.PLAYING:
            break
        for proposal in (each for each in [world.newest] if find(each, "Accept")):
            await ann.click(proposal, label="Accept")
        table = await world.table()
        told.append(table.content)
        if find(table, "Count the points now"):
            await ann.click(table, label="Count the points now")
        else:
            await one_turn(world, ann, key, chance)
        await world.tick()
    told.append((await world.table()).content)
    assert world.env.errors == []
    loaded = await world.bot.shell.host.cache.of(MatchId(1))
    assert loaded.match.status is Status.FINISHED
    return Played(key, told, loaded)


@pytest.mark.parametrize("key", COMMANDS)
async def test_a_naive_player_ends_with_points_and_has_seen_what_matters(
    world: World, key: str
) -> None:
    for seed in range(1):
        played = await lesson(world, key, seed)
        print("\n=====\n".join(played.told))
        print(played.notes)
