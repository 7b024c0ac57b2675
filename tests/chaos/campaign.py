"""Matches played by clicks while processes, the wire, the database and the clock misbehave.

What happens is drawn from a seed: kills, faults, restarts and so on in a shuffled order,
with pauses between them. When exactly each strikes is left to the machine.
"""

import asyncio
import json
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, TypeAlias

from tests import postgresql
from tests.chaos.ledger import BEHIND, QUESTIONS, Ledger, Verdict, rows
from tests.chaos.players import ANSWERED_WITHIN, Journal, Table
from tests.chaos.stage import OPERATIONS, Stage, Strike
from tests.chaos.zygote import Life, Zygote
from tests.wire.loopback.gateway import LOST, owner_of

SQLITE, POSTGRESQL = "sqlite", "postgresql"
SURVIVES: Final = "-c fsync=off -c full_page_writes=off -c max_connections=300"
"""No machine loses its power here: what a server has written survives its own death."""
# However busy the machine is: only what never comes is wrong.
STARTING: Final = 300.0
SETTLING: Final = 300.0
DRAINING: Final = 300.0
ANSWERING: Final = 300.0
STOPPED: Final = (31.0, 36.0)
"""How long a process stands still: longer than any lease."""
UNHIT: Final = 3.0
"""How long a player may take to make the request at which there shall be trouble."""
BETWEEN: Final = 10.0
"""How long the next trouble of a process waits at most for a player to get an answer."""
FATED: Final = 0.25
"""How many of the processes are born to die at a commit."""
LAST_COMMIT: Final = 12
TITLES: Final = ("seismic", "aftershock", "seismic", "sanandreas")
KILLS: Final = "kills"
"""The file in its folder in which a campaign counts them."""
NONCES_LAST: Final = 20.0
"""Discord forgets a nonce after some minutes. Here days pass in minutes, too."""


@dataclass(frozen=True)
class Scenario:
    """How much of what."""

    seed: int = 1
    database: str = SQLITE
    processes: int = 1
    shards: int = 1
    matches: int = 20
    """How many are played to their end; 0: until all troubles have been and `moves` were made."""
    moves: int = 0
    tables: int = 6
    """How many matches at once."""
    kills: int = 20
    workers: int = 0
    """How many processes that draw or think are killed."""
    faults: int = 20
    restarts: int = 0
    jumps: int = 2
    stops: int = 0
    deploys: int = 0
    """New processes beside all old ones, in the midst of it."""
    calm_deploys: int = 0
    """The same while nothing else is wrong: no click may be lost."""
    minutes: float = 60.0
    pause: float = 0.3
    """Seconds between two troubles, on average."""
    patience: float = 600.0
    """How many seconds a table may stand still."""
    pictures: bool = False
    strict: bool = True
    """Whether no two processes may answer a click, however long the database takes for a claim."""
    mutant: str | None = None
    enough: str = ""
    """A file that ends all troubles once it is there: others have brought about enough."""


Trouble: TypeAlias = Callable[[], Awaitable[None]]


@dataclass(eq=False)
class Slot:
    """A place for a process with its shards; more than one is there while they change over."""

    number: int
    shard_ids: tuple[int, ...]
    lives: list[Life] = field(default_factory=list)


@dataclass
class Campaign:
    """A scenario as it is played."""

    scenario: Scenario
    folder: Path
    stage: Stage
    zygote: Zygote
    url: str
    server: postgresql.Server | None
    journal: Journal = field(default_factory=Journal)
    counted: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    is_ending: bool = False

    def __post_init__(self) -> None:
        self._chance = Random(self.scenario.seed)
        self._people = Random(self.scenario.seed + 1)
        count, every = self.scenario.processes, range(self.scenario.shards)
        self.slots = [Slot(number, tuple(every[number::count])) for number in range(count)]
        self._doomed: set[int] = set()
        self._one_at_a_time = asyncio.Lock()
        self._waking: list[asyncio.Future[None]] = []
        self._beginning: set[asyncio.Future[Life]] = set()
        self._kills_left = self._kills = 0
        self._sessions: dict[str, int | None] = {}
        self._logs: list[Path] = []
        self._ahead = 0.0
        self._clock = self.folder / "clock"
        self._clock.write_text("0", encoding="ascii")
        self._guilds = [
            self.stage.add_guild(f"Server {each}", shard=(each % len(every), len(every)))
            for each in range(2 * len(every))
        ]
        self.stage.pids = lambda: [life.pid for slot in self.slots for life in slot.lives]

    # -- processes

    async def _begun(self, slot: Slot, *, may_be_fated: bool = True) -> Life:
        """Start a process in a slot; it is replaced when it ends and is the last there."""
        count, chance = len(self._logs), self._chance
        log = self.folder / f"{slot.number}-{count}.log"
        log.touch()
        self._logs.append(log)
        dies = None
        is_fated = chance.random() < FATED
        at, after = chance.randrange(1, LAST_COMMIT), chance.random() < 0.5
        if may_be_fated and is_fated and self._kills_left > 0:
            dies = {"at": at, "after": after}
        sharded = {"SHARD_COUNT": str(self.scenario.shards)} if self.scenario.shards > 1 else {}
        if self.scenario.processes > 1:
            sharded["SHARD_IDS"] = ",".join(map(str, slot.shard_ids))
        environment = {
            "DISCORD_TOKEN": self.stage.token,
            "DISCORD_API_URL": self.stage.url,
            "DATABASE_URL": self.url,
            "TICK_SECONDS": "0.25",
            "LOG_FORMAT": "json",
            "PUZZLES": "false",
            # Nothing is drawn: processes for it would only make a start dearer.
            **({} if self.scenario.pictures else {"RENDER_PROCESSES": "0"}),
            **sharded,
        }
        changes = {
            "pictures": None if self.scenario.pictures else True,
            "clock": str(self._clock),
            "dies": dies,
            "mutant": self.scenario.mutant,
        }
        life = await self.zygote.life(environment, log, changes)
        slot.lives.append(life)
        self.counted["processes"] += 1
        life.ended.add_done_callback(lambda ended: self._ended(slot, life, ended, dies))
        return life

    def _ended(
        self, slot: Slot, life: Life, ended: "asyncio.Future[int]", dies: Mapping[str, Any] | None
    ) -> None:
        slot.lives.remove(life)
        code = ended.result()
        if code == -signal.SIGKILL:
            if life.number not in self._doomed and dies is not None:
                self._kills_left -= 1
                self._count_kill(
                    "killed after a commit" if dies["after"] else "killed before a commit"
                )
        elif code != 0:
            tail = life.log_file.read_text(encoding="utf-8", errors="replace")[-1500:]
            self.wrong.append(f"a process ended with {code}: {tail}")
        if not slot.lives and not self.is_ending:
            beginning = asyncio.ensure_future(self._begun(slot))
            self._beginning.add(beginning)
            beginning.add_done_callback(self._beginning.discard)

    def _is_up(self, slot: Slot, life: Life) -> bool:
        """Say whether a process has all its shards."""
        up = set()
        for each in self.stage.gateway.live:
            if each.ready_at is None:
                continue
            if each.id not in self._sessions:
                self._sessions[each.id] = owner_of(each.peer[1], self.stage.pids())
            if self._sessions[each.id] == life.pid:
                up.add(each.shard[0])
        return up >= set(slot.shard_ids)

    async def _all_up(self) -> None:
        """Wait until every slot has a process that has all its shards."""
        await self.stage.until(
            lambda: all(any(self._is_up(slot, life) for life in slot.lives) for slot in self.slots),
            STARTING,
            "all processes",
        )

    def _newest_log(self) -> str:
        return self._logs[-1].read_text(encoding="utf-8")[-600:] if self._logs else ""

    def _kill(self, life: Life) -> None:
        self._doomed.add(life.number)
        life.signal(signal.SIGKILL)

    def _count_kill(self, how: str) -> None:
        """Count a kill, and let those know who look into the folder."""
        self.counted[how] += 1
        self._kills += 1
        (self.folder / KILLS).write_text(str(self._kills), encoding="ascii")

    # -- troubles

    async def _met(self, is_so: Callable[[], Any], seconds: float = UNHIT) -> None:
        """Wait until something is so, but not for ever."""
        with suppress(TimeoutError):
            await self.stage.until(is_so, seconds)

    async def _killed(self) -> None:
        """Kill a process: now, or at something that it asks of Discord."""
        if self._kills_left <= 0:
            return
        self._kills_left -= 1
        chance = self._chance
        slot, is_early, kind = (
            chance.choice(self.slots),
            chance.random() < 0.2,
            chance.choice(("now", "before", "after")),
        )
        operation = chance.choice(OPERATIONS)
        await self._met(lambda: slot.lives, STARTING)
        if not is_early:
            await self._met(lambda: any(self._is_up(slot, e) for e in slot.lives), STARTING)
        if not slot.lives:
            self._kills_left += 1
            return
        life = chance.choice(slot.lives)
        if kind != "now" and not is_early:
            strike = Strike(operation, kind == "after", frozenset({life.pid}))
            self.stage.strikes.append(strike)
            self._doomed.add(life.number)
            await self._met(lambda: strike.struck or life.ended.done())
            if strike in self.stage.strikes:
                self.stage.strikes.remove(strike)
            if strike.struck:
                self._count_kill(f"killed {kind} a request")
                await life.ended
                return
        self._count_kill("killed while starting" if is_early else "killed at any moment")
        self._kill(life)
        await life.ended

    async def _worker_killed(self) -> None:
        """Kill a process that draws or thinks, or one that starts those."""
        slot = self._chance.choice(self.slots)
        await self._met(lambda: any(_begun_by(life.pid) for life in slot.lives))
        found = [pid for life in slot.lives for pid in _begun_by(life.pid)]
        if not found:
            self.counted["no worker was there"] += 1
            return
        with suppress(ProcessLookupError):
            os.kill(self._chance.choice(found), signal.SIGKILL)
            self.counted["workers killed"] += 1

    async def _failing(self) -> None:
        """Bring a trouble to the wire."""
        chance, gateway = self._chance, self.stage.gateway
        kind = chance.choice(("rest",) * 6 + ("op7", "op9", "dropped", "silent"))
        operation = chance.choice((*OPERATIONS, "list_messages", "*message*"))
        trouble = chance.choice(
            (
                {"status": chance.choice((500, 502, 503))},
                {"status": 502, "after": True},
                {"drop": True},
                {"drop": True, "after": True},
                {"retry_after": chance.uniform(0.1, 0.8)},
                {"retry_after": chance.uniform(0.1, 0.5), "scope": "global"},
                {"delay": chance.uniform(0.3, 2.0)},
            )
        )
        resumable, seconds = chance.random() < 0.5, chance.uniform(0.5, 4.0)
        code, shard = chance.choice((4000, LOST)), chance.randrange(self.scenario.shards)
        if kind == "rest":
            fault = self.stage.fault(operation, **trouble)
            # Sooner or later it meets a player.
            await self._met(lambda: fault.hits)
            name = "/".join(sorted(trouble))
            self.counted[f"fault: {name}" if fault.hits else "fault that met nobody"] += 1
            if fault in self.stage.faults:
                self.stage.faults.remove(fault)
            return
        self.counted[f"gateway: {kind}"] += 1
        if kind == "op7":
            await gateway.reconnect(shard=shard)
        elif kind == "op9":
            await gateway.invalidate(resumable=resumable, shard=shard)
        elif kind == "dropped":
            await gateway.drop(code, shard=shard, forget=not resumable)
        else:
            gateway.silence(seconds, shard=shard)

    async def _restarted(self) -> None:
        """Let the database die, and start it again."""
        assert self.server is not None
        began = monotonic()
        await asyncio.to_thread(self.server.crash)
        self.journal.outages.append((began, monotonic()))
        self.counted["database restarts"] += 1

    async def _jumped(self) -> None:
        """Set the clock of all processes on, or a little back."""
        chance = self._chance
        forward, back = chance.uniform(60, 4 * 3600), chance.uniform(1, 60)
        self._ahead += -back if chance.random() < 0.25 else forward
        new = self._clock.with_suffix(".new")
        new.write_text(f"{self._ahead:.1f}", encoding="ascii")
        new.replace(self._clock)
        self.counted["clock jumps"] += 1

    async def _stood(self) -> None:
        """Let a process stand still for longer than its leases are, while others go on."""
        chance = self._chance
        slot, seconds = chance.choice(self.slots), chance.uniform(*STOPPED)
        if not slot.lives:
            return
        life = chance.choice(slot.lives)
        life.signal(signal.SIGSTOP)
        self.counted["stopped past the lease"] += 1

        async def go_on() -> None:
            await asyncio.wait({life.ended}, timeout=seconds)
            life.signal(signal.SIGCONT)

        self._waking.append(asyncio.ensure_future(go_on()))

    async def _deployed(self) -> None:
        """Start new processes beside the old ones; the old ones may end meanwhile, or be killed."""
        old = [(slot, life) for slot in self.slots for life in slot.lives]
        for slot in self.slots:
            await self._begun(slot)
        self.counted["deploys among kills"] += 1
        with suppress(TimeoutError):
            await self.stage.until(lambda: all(life.ended.done() for _, life in old), 30.0)

    async def _deployed_calmly(self) -> None:
        """Do the same while nothing else is wrong: the old ones end by themselves, with 0."""
        async with self.calm():
            old = [(slot, life) for slot in self.slots for life in slot.lives]
            for slot in self.slots:
                await self._begun(slot, may_be_fated=False)
            try:
                await self.stage.until(lambda: all(life.ended.done() for _, life in old), DRAINING)
            except TimeoutError:
                still = [life.pid for _, life in old if not life.ended.done()]
                self.wrong.append(f"old processes don't end: {still}")
                for _, life in old:
                    self._kill(life)
            await asyncio.sleep(1.0)
        self.counted["rolling deploys"] += 1

    @asynccontextmanager
    async def calm(self) -> AsyncIterator[None]:
        """Let all be well for a while: what is done meanwhile must be answered."""
        kept = self._kills_left
        async with self._one_at_a_time:
            await self._all_well()
            # Clicks made before have had an answer by then, or get none.
            await asyncio.sleep(ANSWERED_WITHIN)
            self.journal.is_calm = True
            try:
                yield
            finally:
                self.journal.is_calm = False
                # However late: nobody is killed over an answer that is asked for.
                await self._met(self._calm_are_answered, ANSWERING)
                self._kills_left = kept

    def _calm_are_answered(self) -> bool:
        calm = (each.interaction.id for each in self.journal.clicks if each.is_calm)
        return all(self.stage.answers[each].at for each in calm)

    async def _all_well(self) -> None:
        """End all troubles; new processes take the places of those that were born to die."""
        self.stage.faults.clear()
        self.stage.strikes.clear()
        for each in self._waking:
            await each
        self._waking.clear()
        self._kills_left = 0
        while self._beginning:
            await asyncio.wait(self._beginning)
        for slot in self.slots:
            for life in list(slot.lives):
                self._kill(life)
                await life.ended
        await self._all_up()

    async def _directed(self) -> None:
        """Bring about all troubles of the scenario."""
        how = self.scenario
        self._kills_left = how.kills
        processes: list[Trouble] = [
            *[self._killed] * how.kills,
            *[self._stood] * how.stops,
            *[self._deployed] * how.deploys,
            *[self._deployed_calmly] * how.calm_deploys,
        ]
        surroundings: list[Trouble] = [
            *[self._failing] * how.faults,
            *[self._worker_killed] * how.workers,
            *[self._restarted] * how.restarts,
            *[self._jumped] * how.jumps,
        ]
        self._chance.shuffle(processes)
        self._chance.shuffle(surroundings)

        end = monotonic() + 60 * how.minutes

        def is_over() -> bool:
            return monotonic() > end or (how.enough != "" and Path(how.enough).exists())

        async def besides() -> None:
            for each in surroundings:
                if is_over():
                    return
                async with self._one_at_a_time:
                    await each()
                await asyncio.sleep(self._chance.expovariate(1 / how.pause))

        async with asyncio.TaskGroup() as both:
            both.create_task(besides())
            for each in processes:
                if is_over():
                    return
                answered = self.journal.answered
                await each()
                await asyncio.sleep(self._chance.expovariate(1 / how.pause))
                # On a slow machine, too, something shall go on between two kills.
                await self._met(partial(self._goes_on, answered), BETWEEN)

    def _goes_on(self, answered: int) -> bool:
        return self.journal.answered > answered

    # -- players

    async def _player(
        self, numbers: Iterator[int], is_enough: Callable[[], bool], is_cut: Callable[[], bool]
    ) -> None:
        """Play one match after the other."""
        how = self.scenario
        for number in numbers:
            if is_enough() or is_cut():
                return
            guild = self._guilds[number % len(self._guilds)]
            command = TITLES[number % len(TITLES)]
            chance = Random(self._people.random())
            table = Table(
                self.stage,
                self.journal,
                guild,
                number,
                chance,
                how.patience,
                is_cut,
                command,
            )
            await table.played()

    # -- the whole of it

    async def fought(self) -> Verdict:
        """Play the scenario and return the verdict."""
        how = self.scenario
        end = monotonic() + 60 * how.minutes
        for slot in self.slots:
            await self._begun(slot)
        await self._all_up()
        await self.stage.until(lambda: self.stage.rest.commands, STARTING, "commands")
        directing = asyncio.ensure_future(self._directed())
        numbers = iter(range(1, 1_000_000))

        def is_enough() -> bool:
            return directing.done() and self.journal.begun >= how.matches

        def is_cut() -> bool:
            is_short = not how.matches and len(self.journal.receipts) >= how.moves
            return monotonic() > end or (directing.done() and is_short)

        playing = [
            asyncio.ensure_future(self._player(numbers, is_enough, is_cut))
            for _ in range(how.tables)
        ]
        await asyncio.gather(directing, *playing)
        self.counted["matches cut short"] = self.journal.begun - self.journal.ended
        await self._settled()
        ledger = Ledger(self.stage, self.journal, self.url, how.strict)
        verdict = await ledger.judged(("IDENTIFY of shard",))
        verdict.counted.update(self.counted)
        verdict.complaints += self.wrong
        self._broken(verdict)
        if verdict.complaints:
            await self._written_down()
        return verdict

    async def _written_down(self) -> None:
        """Leave in the folder what is needed to find out what went wrong."""
        for table in self.journal.tables:
            file = self.folder / f"table-{table.number}.txt"
            file.write_text(table.transcript(), encoding="utf-8")
        found = await rows(self.url, *QUESTIONS.values())
        told = "\n".join(str(row) for answer in found for row in answer)
        (self.folder / "rows.txt").write_text(told, encoding="utf-8")

    async def _settled(self) -> None:
        """Let all be well until everything is told; then stop every process."""
        await self._all_well()
        end = monotonic() + SETTLING
        while (await rows(self.url, BEHIND))[0]:
            if monotonic() > end:
                self.wrong.append(f"untold: {await rows(self.url, *self._who_tells)}")
                break
            await self._met(lambda: False, 0.5)
        self.is_ending = True
        for slot in self.slots:
            for life in list(slot.lives):
                life.signal(signal.SIGTERM)
                try:
                    await asyncio.wait_for(asyncio.shield(life.ended), STARTING)
                except TimeoutError:
                    self.wrong.append(f"a process does not stop: {self._newest_log()}")

    @property
    def _who_tells(self) -> tuple[str, ...]:
        """Questions about what should have told a channel."""
        behind = "SELECT id, bucket, status, lines, acting, agent_acts FROM matches WHERE id IN"
        asked = (f"{behind} (SELECT match_id FROM tellings WHERE told < want)",)
        if self.scenario.database == SQLITE:
            return asked
        of_it = "SELECT bucket FROM matches JOIN tellings ON id = match_id WHERE told < want"
        return (
            *asked,
            f"SELECT *, until > now() FROM bucket_leases WHERE bucket IN ({of_it})",
            "SELECT owner, count(*), min(until), now() FROM bucket_leases GROUP BY owner",
            "SELECT * FROM processes",
        )

    def _broken(self, verdict: Verdict) -> None:
        """Count what the processes logged as faults of their own."""
        for log in self._logs:
            text = log.read_text(encoding="utf-8", errors="replace")
            for line in text.splitlines():
                if line.startswith("{") and '"level": "error"' in line and line.endswith("}"):
                    told = json.loads(line)
                    last = str(told.get("exception", "")).strip().rpartition("\n")[2][:160]
                    verdict.counted[f"logged as an error: {told.get('event')} {last}"] += 1
                elif re.match(r"Traceback|\S*Error", line):
                    verdict.counted[f"logged raw: {line[:120]}"] += 1


def _begun_by(pid: int) -> list[int]:
    """Return the processes that a process has begun, and those that these have."""
    with suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        own = [int(each) for task in tasks for each in task.read_text(encoding="ascii").split()]
        return [*own, *(each for child in own for each in _begun_by(child))]
    return []


@contextmanager
def databases(kind: str, folder: Path) -> Iterator[tuple[str, postgresql.Server | None]]:
    """Give the address of an empty database, and its server if it has one."""
    if kind == SQLITE:
        yield f"sqlite:///{folder / 'chaos.sqlite3'}", None
        return
    found = postgresql.programs()
    if found is None:
        raise SystemExit("PostgreSQL's programs are not installed")
    with postgresql.running(found, SURVIVES) as server:
        yield server.url, server


async def fought(scenario: Scenario, folder: Path) -> Verdict:
    """Play a scenario in a folder and return the verdict."""
    with ExitStack() as stack:
        url, server = stack.enter_context(databases(scenario.database, folder))
        zygote = Zygote()
        shards = scenario.shards if scenario.shards > 1 else None
        interval = None if shards is None else 0.0
        async with Stage(
            shards=shards, max_concurrency=shards, identify_interval=interval
        ) as stage:
            stage.interaction_deadline = ANSWERED_WITHIN
            stage.rest.nonces_last = NONCES_LAST
            await zygote.start()
            try:
                return await Campaign(scenario, folder, stage, zygote, url, server).fought()
            finally:
                await zygote.stop()
