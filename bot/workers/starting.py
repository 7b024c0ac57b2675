"""Starts programs beside the bot, which are told nothing of its secrets."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot import workers

_NEEDED: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""Of the environment; a worker needs no token."""


def started(
    command: Sequence[str], stdin: int, stdout: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a module of this program with its arguments."""
    environment = {name: value for name in _NEEDED if (value := os.environ.get(name))}
    environment |= {key: each for key, each in os.environ.items() if key.startswith("PYTHON")}
    # It finds this program where we found it, and nothing where it happens to be started.
    root = str(Path(workers.__file__).parents[2])
    environment["PYTHONPATH"] = os.pathsep.join([root, *filter(None, sys.path)])
    return subprocess.Popen(  # noqa: S603 - our own programs
        [sys.executable, "-P", "-m", *command], env=environment, stdin=stdin, stdout=stdout
    )
