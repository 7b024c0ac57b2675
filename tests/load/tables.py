"""Many open matches in a database, written through the hosting's ports before the bot starts.

A few matches of each title are played by computer players, and copied as they stood early, in the
middle and late, each into a channel of its own.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.stores import stores_in
from bot.system import SystemClock
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Person, Posted, Target, Venue
from bot.table.processes.shares import SOLE
from bot.table.world import NullMessenger
from engine.agents import agent
from engine.record import Record
from engine.registry import games
from tests.bot.fakes import KnownEntropy
from tests.bot.tables import play_and_tell

TITLES: Final = ("seismic", "san_andreas", "aftershock")
MANY: Final = 4
STOPS: Final = (0.05, 0.35, 0.7)
"""How much of a match is played, of the lines that one usually has."""
USUAL: Final = {"seismic": 130, "san_andreas": 48, "aftershock": 260}
BY_CHANCE: Final = 0.3
"""How often the computer players choose at random: boards of people are not the best ones."""
NOWHERE: Final = Venue(1, 1, threaded=False)


@dataclass(frozen=True, slots=True)
class Position:
    """A match as it stood, with its seed."""

    match: Match
    record: Record[Any]
    seed: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is to be, and the ids and names of who may sit there."""

    guild: int
    channel: int
    people: Sequence[Person]


async def positions() -> list[Position]:
    """Play the matches that are copied: of each title, with few and many seats, at each stop."""
    found = []
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/templates.sqlite3")
        await upgrade(database)
        stores = stores_in(database, games())
        host = Host(stores, NullMessenger(), SystemClock(), KnownEntropy(), ownership=SOLE)
        for title in TITLES:
            for seats in (min(games()[title].meta.seats), MANY):
                found += await _played(host, stores.matches, title, seats)
        await database.close()
    return found


async def _played(host: Host, matches: MatchStore, title: str, seats: int) -> list[Position]:
    game, chance = games()[title], Random(f"{title} {seats}")
    greedy, random = agent("greedy"), agent("uniform")
    people = [Person(PlayerId(number), f"P{number}") for number in range(1, seats + 1)]
    name = f"{title} {seats}"
    match = await host.lobbies.open(people[0], NOWHERE, title, seats, f"open {name}")
    for person in people[1:]:
        match = await host.lobbies.join(match.id, person, f"join {name} {person.id}")
    match = await host.lobbies.start(match.id, people[0].id)
    found = []
    for stop in STOPS:
        while match.acting and match.line < stop * USUAL[title]:
            _, progress = await host.cache.progress(match.id)
            seat = chance.choice(match.acting)
            legal = tuple(game.legal_actions(progress.state, seat))
            mover = random if chance.random() < BY_CHANCE else greedy
            action = mover.choose(game.observe(progress.state, seat), legal, chance)
            request = f"{name} {match.line}"
            player = match.chairs[seat].player
            assert player is not None
            match = (await play_and_tell(host, match.id, player, action, match.line, request)).match
        if match.acting:
            record = (await host.cache.of(match.id)).begun.record
            found.append(Position(match, record, await matches.seed(match.id)))
    return found


async def written(
    database: Database, known: Sequence[Position], places: Collection[Place]
) -> list[Match]:
    """Store a match for each place; its channel has not been told anything yet."""
    matches, now = MatchStore(database, games()), SystemClock().now()
    copied = []
    for number, (position, place) in enumerate(zip(cycle(known), places, strict=False)):
        was, seats = position.match, len(position.match.chairs)
        chairs = tuple(
            replace(chair, player=person.id, name=person.name)
            for chair, person in zip(was.chairs, place.people[:seats], strict=True)
        )
        venue = Venue(place.guild, place.channel, threaded=False)
        nobody = Posted()
        match = replace(
            was, chairs=chairs, host=place.people[0].id, venue=venue, cover=nobody, table=nobody
        )
        request = f"load {number}"
        added = await matches.add(match, position.seed, request)
        match = replace(match, id=added.id, revision=added.revision, cover=added.cover)
        tell = (Target.COVER, Target.TABLE)
        copied.append(
            await matches.append(match, position.record, 0, f"{request} begun", now, tell)
        )
    return copied


if __name__ == "__main__":
    for each in asyncio.run(positions()):
        print(each.match.game, len(each.match.chairs), each.match.line, each.match.acting)
