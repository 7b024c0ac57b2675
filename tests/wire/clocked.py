"""The bot as `python -m bot` runs it, but its clock is ahead by the seconds that a file says.

Beats are left out, as in the playground: they would take what is skipped for an outage, and give it
back.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from bot import app
from bot.client import FaultlineClient
from bot.command_line.main import main

AHEAD: Final = "CLOCK_AHEAD"
"""The environment variable that names the file."""


class ClockAhead:
    """The machine's clock, and what a file adds to it."""

    def __init__(self) -> None:
        self._file = Path(os.environ[AHEAD])

    def now(self) -> datetime:
        """Return what time it is here."""
        ahead = timedelta(seconds=float(self._file.read_text(encoding="ascii")))
        return datetime.now(UTC) + ahead


class WithoutBeats(FaultlineClient):
    """The bot, which gives nobody time back."""

    def __init__(self, *parts: Any, **named: Any) -> None:
        super().__init__(*parts, **named | {"seconds": None})


if __name__ == "__main__":
    with patch.multiple(app, SystemClock=ClockAhead, FaultlineClient=WithoutBeats):
        main(prog_name="python -m tests.wire.clocked")
