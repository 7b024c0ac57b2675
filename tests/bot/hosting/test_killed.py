import asyncio
import os
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import entries, plans
from bot.table.ids import MatchId
from bot.table.match.match import VoteResult
from bot.table.match.plans import GRACE
from engine.draws import verify
from engine.game import CHANCE
from engine.games.seismic import GAME
from engine.games.seismic.actions import Strike
from engine.registry import games
from engine.replay import Replay
from tests.bot.hosting import killed

ROOT = Path(__file__).parents[3]
KILLS = 24


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
async def test_a_process_killed_again_and_again_forgets_and_repeats_nothing(
    database_url: str, tmp_path: Path
) -> None:
    script = ROOT / "tests" / "bot" / "hosting" / "killed.py"
    arguments = [sys.executable, str(script), database_url, str(tmp_path), str(KILLS)]
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    await asyncio.to_thread(subprocess.run, arguments, check=True, timeout=300, env=here)

    database = Database(database_url)
    try:
        matches = MatchStore(database, games())
        # A plan waits while the rival who moved last may still take that back.
        await killed.host_of(database, tmp_path, ahead=GRACE).tick()

        acknowledged = await moves_are_kept(matches, tmp_path)
        ended = await records_replay(matches, database)
        await channel_is_current(matches, tmp_path)
        undone = await taken_back(matches)
        planned = await plans_are_played_once(matches, database)
        print(f"{acknowledged} moves acknowledged, {undone} taken back, {ended} matches ended")
        print(f"{planned} turns planned ahead")
        assert acknowledged >= KILLS // 2
        assert planned > 0
        assert undone > 0
    finally:
        await database.close()


async def moves_are_kept(matches: MatchStore, folder: Path) -> int:
    lines = (folder / "acknowledged").read_text(encoding="utf-8").splitlines()
    for match_id, seq, digest in (line.split() for line in lines):
        record = (await matches.get(MatchId(int(match_id)))).record
        assert record is not None
        assert record.entries[int(seq)].digest == digest
    assert len(set(lines)) == len(lines)
    return len(lines)


async def records_replay(matches: MatchStore, database: Database) -> int:
    ended = 0
    for match_id in await matches.every():
        match, record, *_ = await matches.get(match_id)
        if record is None:
            continue
        assert len(Replay(GAME, record)) == match.line
        if record.outcome:
            ended += verify(GAME, record) > 0
    async with database.reading() as connection:
        keys = (await connection.execute(select(entries.c.match_id, entries.c.seq))).all()
    assert len(set(keys)) == len(keys)
    return ended


async def taken_back(matches: MatchStore) -> int:
    """Return how many moves went back; each was agreed on, and nothing agreed on is missing."""
    undone = 0
    for match_id in await matches.every():
        match, record, *_ = await matches.get(match_id)
        lines = [each.undo_to for each in record.entries] if record else []
        passed = [int(each.arg) for each in match.votes if each.result is VoteResult.PASSED]
        assert passed == [line for line in lines if line is not None]
        undone += len(passed)
    return undone


async def plans_are_played_once(matches: MatchStore, database: Database) -> int:
    """Every planned turn follows another seat's, or that seat's own quake after it.

    When all is done, none waits to be played.
    """
    planned = 0
    for match_id in await matches.every():
        record = (await matches.get(match_id)).record
        lines = (await matches.get(match_id)).planned
        planned += len(lines)
        for line in lines:
            assert record is not None
            own = record.entries[line].move
            before = [each.move for each in record.entries[:line] if each.move]
            last = next(
                each
                for each in reversed(before)
                if each.actor != CHANCE and not isinstance(each.action, Strike)
            )
            assert own is not None
            assert own.actor != last.actor
    async with database.reading() as connection:
        due = (await connection.execute(select(plans).where(plans.c.due))).all()
    assert not due
    return planned


async def channel_is_current(matches: MatchStore, folder: Path) -> None:
    told: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    last: dict[int, int] = {}
    life = 0
    for line in (folder / "channel").read_text(encoding="utf-8").splitlines():
        if line == killed.LIFE:
            life += 1
            continue
        *numbers, how = line.split()
        match_id, since, until = map(int, numbers)
        last[match_id] = until
        if how == "more":
            # A player goes on in the message that asked for it.
            assert since == told[match_id][-1][0]
        else:
            told[match_id].append((since, until, life))
    for match_id in await matches.every():
        match = (await matches.get(match_id)).match
        assert match.told_line == match.line
        spans = told[match_id]
        assert not spans or spans[0][0] == 0
        for (since, until, life), (following, _, later) in pairwise(spans):
            # Every message goes on where the one before ended: nothing is left out, and nothing is
            # repeated. But for a life that ended between sending a message and writing that down,
            # while the next move was stored: then the next life tells of both.
            assert following == until or (following == since and later > life)
        assert not match.line or last[match_id] == match.line
