"""A little of `python -m tests.chaos`: what it does for an hour, for half a minute.

Nothing here depends on how fast the machine is: a scenario goes on until all its troubles have been
and some moves were made, and only what never comes is wrong.
"""

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.chaos.campaign import POSTGRESQL, SQLITE, Scenario, fought
from tests.chaos.zygote import Zygote
from tests.postgresql import programs

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL"),
    # The loopback's own HTTP server says so when a connection breaks.
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
PATIENT: Final = 3600.0


def alone(**what: object) -> Scenario:
    """Return a scenario of one process on SQLite."""
    few: dict[str, object] = {"matches": 0, "moves": 12, "tables": 3, "patience": PATIENT}
    return Scenario(**few | {"database": SQLITE, "jumps": 0, "faults": 0, "strict": False} | what)  # type: ignore[arg-type]


async def test_a_process_that_ends_before_anybody_looks_has_ended(tmp_path: Path) -> None:
    zygote, heard = Zygote(), asyncio.StreamReader()
    heard.feed_data(b'{"life": 1, "pid": 7, "log": "log"}\n{"life": 1, "ended": -9}\n')
    heard.feed_eof()
    pipes: Any = SimpleNamespace(stdin=SimpleNamespace(write=len), stdout=heard)
    zygote._process = pipes
    asking = asyncio.create_task(zygote.life({}, tmp_path / "log", {}))
    await asyncio.sleep(0)

    await zygote._read()

    assert (await asking).ended.result() == -9


def test_a_process_that_is_killed_forgets_and_doubles_nothing(tmp_path: Path) -> None:
    scenario = alone(kills=7, faults=5, jumps=1)

    verdict = asyncio.run(fought(scenario, tmp_path))

    assert verdict.complaints == []
    assert verdict.counted["moves acknowledged"] >= scenario.moves
    assert sum(n for name, n in verdict.counted.items() if name.startswith("killed")) >= 7


@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_two_processes_in_shards_hand_over_while_people_click(tmp_path: Path) -> None:
    scenario = alone(
        database=POSTGRESQL, processes=2, shards=8, kills=4, faults=2, restarts=1, calm_deploys=1
    )

    verdict = asyncio.run(fought(scenario, tmp_path))

    assert verdict.complaints == []
    assert verdict.counted["rolling deploys"] == 1
    assert verdict.counted["moves acknowledged"] >= scenario.moves
