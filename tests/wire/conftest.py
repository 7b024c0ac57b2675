"""The real process over real sockets, against a Discord on loopback.

The project has a small one of its own. The environment variable DISCORD_STANDIN may name the folder
of another one, a program that judges by Discord's published API description: then the same tests
run on that.
"""

import os
import sys
from collections.abc import AsyncIterator, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.wire.loopback.server import Discord
from tests.wire.world import PATIENCE, Wire

FOLDER = os.environ.get("DISCORD_STANDIN", "")


@pytest.fixture(scope="session")
def discord() -> Callable[[], Any]:
    """Return what makes a Discord on loopback."""
    if not FOLDER:
        return Discord
    sys.path.append(FOLDER)
    made: Callable[[], Any] = import_module("discord_standin").Standin
    return made


@pytest.fixture
async def wire(discord: Callable[[], Any], tmp_path: Path) -> AsyncIterator[Wire]:
    """Return a Discord with one server and one channel; the bot is not started yet."""
    async with discord() as standin:
        standin.reaction_time = 0
        # Discord gives three seconds, and this one holds the bot to them; a busy machine has more.
        standin.interaction_deadline = PATIENCE
        yield Wire(standin, tmp_path)


@pytest.fixture
def unreachable(discord: Callable[[], Any], tmp_path: Path) -> Callable[[], Wire]:
    """Return a Discord that nobody has started yet."""
    return lambda: Wire(discord(), tmp_path)
