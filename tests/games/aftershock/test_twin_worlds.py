"""Two worlds that differ only in secrets: the channel and the other players see the same."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

from bot.games.aftershock.panel import PANEL
from bot.games.screen import Post
from bot.hosting.host import Host
from bot.locale.localisation import words
from bot.messages.match.posts import post
from bot.messages.viewing import Reader, ago, view
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.match.match import LoadedMatch, Match, Posted
from engine.game import PUBLIC, Seat, Setup, Viewer, visible
from engine.games.aftershock.actions import Reopen, Stand, Withdraw
from engine.registry import game, games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, CLEO, HERE, player_in

RULES = game("aftershock")
ANNS, BOBS, CLEOS = map(Seat, range(3))
OTHERS: tuple[Viewer, ...] = (ANNS, BOBS, PUBLIC)
ENGLISH = words("en")


@dataclass(slots=True)
class Channel(Listener):
    """A channel that keeps every message as it is shown, and whether it was a new one."""

    shown: list[tuple[bool, Post]] = field(default_factory=list)

    async def table(self, standing: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        self.shown.append((True, _post(standing, since, missed)))
        return await Listener.table(self, standing, since, missed)

    async def extend_table(self, standing: LoadedMatch, since: int) -> Posted:
        self.shown.append((False, _post(standing, since)))
        return await Listener.extend_table(self, standing, since)


def _post(standing: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Post:
    match, progress = standing.match, standing.since(since)
    seen = view(match, progress, Reader(PUBLIC, ENGLISH))
    news = tuple(each for each in progress.events if visible(each, PUBLIC))
    return post(PANEL, seen, news, missed)


@dataclass(slots=True)
class World:
    """A table at which the same is chosen in each world; in one of them Cleo has secrets."""

    host: Host
    channel: Channel
    clock: StandingClock
    has_secrets: bool
    seen: list[tuple[int, ...]] = field(default_factory=list)
    """What buttons count for those who may not know of the secrets."""
    waits: list[str] = field(default_factory=list)
    """Since when slips say that the table waits."""
    kept: set[str] = field(default_factory=set)
    """The phases in which there were secrets."""
    sealed: tuple[Any, ...] = ()
    """What Cleo chose in the sealed phase that is not over."""
    match: Match = field(init=False)
    state: Any = None

    async def begun(self) -> None:
        first = Setup(3, options={"first_player": "1"})
        match = await self.host.lobbies.open(ANN, HERE, "aftershock", 3, "open", first)
        for person in (BOB, CLEO):
            await self.host.lobbies.join(match.id, person, f"join {person.name}")
        self.match = await self.host.lobbies.start(match.id, ANN.id)
        await self.looked()

    async def looked(self) -> None:
        await self.host.telling.tell(self.match.id)
        self.match, progress = await self.host.cache.progress(self.match.id)
        self.state = progress.state

    async def submitted(self, seat: Seat, *actions: Any) -> None:
        match = self.match
        request = f"{match.line} of {seat}"
        await self.host.moves.submit(match.id, player_in(match, seat), actions, match.line, request)
        await self.looked()

    async def moved(self, chance: Random) -> None:
        """Let time pass and a player who is awaited choose anything that is no secret."""
        self.clock.pass_by(minutes=1)
        await self.kept_secrets()
        seat, phase = chance.choice(self.match.acting), self.state.phase
        legal = [a for a in RULES.legal_actions(self.state, seat) if not isinstance(a, Stand)]
        action = chance.choice(legal)
        if seat == CLEOS:
            self.sealed = (*self.sealed, action)
        await self.submitted(seat, action)
        if self.state.phase != phase:
            self.sealed = ()
        self.seen.append(tuple(self.match.seen_by(viewer) for viewer in OTHERS))
        self.waits.append(ago(self.match, self.clock, ENGLISH))

    async def kept_secrets(self) -> None:
        legal = RULES.legal_actions(self.state, CLEOS)
        if not self.has_secrets or CLEOS in self.match.acting:
            return
        if Stand() in legal:
            self.kept.add(self.state.phase)
            await self.submitted(CLEOS, Stand())
            await self.submitted(CLEOS, Withdraw())
        elif Reopen() in legal:
            self.kept.add(self.state.phase)
            await self.submitted(CLEOS, Reopen(), *self.sealed)


@asynccontextmanager
async def opened(migrated: Path, folder: Path, *, secrets: bool) -> AsyncIterator[World]:
    file = folder / f"{secrets}.db"
    copyfile(migrated, file)
    database = Database(f"sqlite:///{file}")
    channel, clock = Channel(), StandingClock()
    host = Host(stores_in(database, games()), channel, clock, KnownEntropy())
    world = World(host, channel, clock, secrets)
    await world.begun()
    yield world
    fresh = Host(stores_in(database, games()), Channel(), clock, KnownEntropy())
    assert (await fresh.cache.match(world.match.id)).seen == world.match.seen
    await database.close()


async def test_nothing_that_others_see_tells_of_a_secret(
    migrated_file: Path, tmp_path: Path
) -> None:
    worlds = []
    for secrets in (False, True):
        chance = Random(5)
        async with opened(migrated_file, tmp_path, secrets=secrets) as world:
            while not world.state.aftershocks:
                await world.moved(chance)
            worlds.append(world)

    plain, other = worlds
    assert other.kept >= {"keep", "buy", "plan"}
    # The die rolls for a line of the record, so that it may fall differently in the other world.
    assert other.channel.shown[:-1] == plain.channel.shown[:-1]
    assert other.seen[:-1] == plain.seen[:-1]
    assert other.waits[:-1] == plain.waits[:-1]
    anew = [shown.rows[-1].buttons[0].id for is_new, shown in other.channel.shown if is_new]
    assert len(anew) > 5
    assert len(set(anew)) == len(anew)
