"""Lessons as a naive player has them, who presses what is suggested, else the first button."""

from random import Random
from typing import Any, TypeVar

from discord import ButtonStyle
from simcord.actors import MemberActor

from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Status
from engine.game import PUBLIC, Seat
from engine.games.aftershock import events as shocks
from engine.games.san_andreas import events as quakes
from engine.games.seismic import events as roads
from engine.registry import game
from tests.bot.interactions.test_teaching import learning
from tests.bot.world import Control, World, controls, reply
from tests.games.aftershock.clicking import FINAL, answered

SENDS = (ButtonStyle.success, ButtonStyle.danger)
PLAYS = {"seismic": "gs", "san_andreas": "nmbrok", "aftershock": "".join(FINAL)}
T = TypeVar("T")
LEARNER = Seat(0)
MOST_TURNS = 60


class Played:
    """A lesson that was played to its end: what the board's messages said, what happened."""

    def __init__(self, told: list[str], loaded: LoadedMatch) -> None:
        self.told, self.match, replay = told, loaded.match, loaded.begun
        self.events = loaded.since(0).events
        rules = game(loaded.match.game)
        standing = rules.meta.standing
        assert standing is not None
        outcome = replay.record.outcome or standing(rules.observe(replay.state, PUBLIC))
        self.points = outcome.scores[LEARNER]

    def first_told(self, *beginnings: str) -> list[int]:
        """Return in which message each note stands first."""
        where = {
            beginning: [n for n, text in enumerate(self.told) if f"> **{beginning}" in text]
            for beginning in beginnings
        }
        assert all(where.values()), where
        return [each[0] for each in where.values()]

    def happened(self, kind: type[T]) -> list[T]:
        return [each for each in self.events if isinstance(each, kind)]


def find(message: Any, label: str) -> Control | None:
    return next((each for each in controls(message) if each.label == label), None)


def newest_in_thread(world: World) -> Any:
    """Return the last message of the lesson's thread that anybody can see."""
    (thread,) = world.channel.threads
    kept = world.env.backend.messages[thread.id].values()
    return world.message(max(each.id for each in kept if each.visible_to(None)), thread)


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
        assert shown.attachments
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
        told.append((await world.table()).content)
        if (proposal := newest_in_thread(world)) and find(proposal, "Accept"):
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
    return Played(told, loaded)


async def test_a_naive_player_learns_seismic(world: World) -> None:
    played = await lesson(world, "seismic", 5)

    struck = played.happened(roads.QuakeStruck)
    told = ("You play", "A road is complete", "A quake will come", "A quake struck")
    assert played.first_told(*told) == sorted(played.first_told(*told))
    assert played.first_told("Three turns left", "You know the game")
    assert len(struck) == 2
    assert all(each.fallen for each in struck)
    assert played.points > 0
    assert "The best road" in played.told[-1]


async def test_a_naive_player_learns_san_andreas(world: World) -> None:
    played = await lesson(world, "san_andreas", 5)

    told = ("You play", "Only you know", "A pawn marks", "One pawn is free", "The quake is over")
    assert played.first_told(*told) == sorted(played.first_told(*told))
    assert played.first_told("Four dice", "You know the game")
    assert len(played.happened(quakes.CitiesScored)) == 2
    assert LEARNER in [each.seat for each in played.happened(quakes.DiceRolled)]
    assert played.happened(quakes.CitiesScored)[0].gained[LEARNER] > 0
    assert played.points > 0
    assert "You lost" in played.told[-1]


async def test_a_naive_player_learns_aftershock(world: World) -> None:
    played = await lesson(world, "aftershock", 5)

    told = ("You play", "The sale", "A deal for you", "Your bridge", "Mark four", "First points")
    assert played.first_told(*told) == sorted(played.first_told(*told))
    assert played.first_told("Where to?", "You know the game")
    assert LEARNER in [each.seat for each in played.happened(shocks.BridgeBuilt)]
    assert played.happened(shocks.AftershockRolled)
    assert played.points > 0
    assert "marks" in played.told[-1]
