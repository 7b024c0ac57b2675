"""The real process over real sockets, against a Discord on loopback.

That Discord is a program of its own, judged by Discord's published API description: the
environment variable DISCORD_STANDIN names the folder that it lies in.
"""

import os
import sys
from collections.abc import AsyncIterator, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.wire.world import PATIENCE, Wire

FOLDER = os.environ.get("DISCORD_STANDIN", "")


@pytest.fixture(scope="session")
def discord() -> Any:
    """Return the package of the Discord on loopback."""
    if not FOLDER:
        pytest.skip("DISCORD_STANDIN does not say where the Discord on loopback is")
    if not Path(FOLDER, "discord_standin").is_dir():
        pytest.skip(f"there is no Discord on loopback in {FOLDER}")
    if FOLDER not in sys.path:
        sys.path.append(FOLDER)
    return import_module("discord_standin")


@pytest.fixture
async def wire(discord: Any, tmp_path: Path) -> AsyncIterator[Wire]:
    """Return a Discord with one server and one channel; the bot is not started yet."""
    async with discord.Standin() as standin:
        standin.reaction_time = 0
        # Discord gives three seconds, and this one holds the bot to them; a busy machine has more.
        standin.interaction_deadline = PATIENCE
        yield Wire(standin, tmp_path, import_module("discord_standin.client").BotProcess)


@pytest.fixture
def unreachable(discord: Any, tmp_path: Path) -> Callable[[], Wire]:
    """Return a Discord that nobody has started yet."""
    return lambda: Wire(
        discord.Standin(), tmp_path, import_module("discord_standin.client").BotProcess
    )
