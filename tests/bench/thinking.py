"""What it takes to think beside the bot: the memory of a worker, and the way to it and back."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final

from bot.table.world import ThinkUrgency
from bot.workers.thinkers import ThinkingPool
from engine.agents.move_job import MoveJob
from engine.draws import SealedDraws
from engine.game import AnyGame, Decision, Seat, Setup
from engine.referee import Progress, Referee, new_header
from engine.registry import game

CHOICES: Final = 10
"""How many of each title are thought over by one worker."""


def measure(titles: Iterable[str]) -> dict[str, float]:
    """Return the most memory (MiB) that one worker took for experts of these titles.

    `…_way_ms` is how long a choice takes there that needs no thought: its way and nothing else.
    """
    return asyncio.run(_measured(titles))


async def _measured(titles: Iterable[str]) -> dict[str, float]:
    figures: dict[str, float] = {}
    pool = ThinkingPool(1)
    try:
        for title in titles:
            ways = []
            for asked in _choices(game(title)):
                await pool.think(ThinkUrgency.MOVE, asked)
                easy = replace(asked, agent="uniform")
                began = perf_counter()
                await pool.think(ThinkUrgency.MOVE, easy)
                ways.append(perf_counter() - began)
            figures[f"{title}_way_ms"] = round(1000 * median(ways), 2)
        figures["worker_memory_mib"] = _peak(pool.processes[0].pid)
    finally:
        pool.close()
    return figures


def _choices(rules: AnyGame) -> Iterator[MoveJob]:
    """Yield choices of experts from all over a match of as many as may play, played at random."""
    setup, chance = Setup(max(rules.meta.seats)), Random(1)
    referee, draws = Referee(rules), SealedDraws(bytes(32))
    header = new_header(rules, setup, "", tuple(map(str, range(setup.seats))))
    found: list[MoveJob] = []
    progress: Progress[Any, Any] = referee.begin(header, draws)
    while isinstance(node := rules.node(progress.state), Decision):
        seat = Seat(min(node.seats))
        legal = tuple(rules.legal_actions(progress.state, seat))
        if len(legal) > 1:
            seen = rules.observe(progress.state, seat)
            found.append(
                MoveJob(
                    agent="expert", observation=seen, legal=legal, seed=bytes([len(found) % 256])
                )
            )
        progress = referee.submit(progress, seat, chance.choice(legal), draws)
    yield from found[:: max(1, len(found) // CHOICES)]


def _peak(pid: int | None) -> int:
    """Return the most memory that a process has had, in MiB; 0 where only Linux could tell.

    Not by `getrusage`: what its parent had when it was started counts there.
    """
    file = Path(f"/proc/{pid}/status")
    if not file.exists():
        return 0
    (line,) = (each for each in file.read_text().splitlines() if each.startswith("VmHWM:"))
    return round(int(line.split()[1]) / 1024)
