"""A process in which computer players think: `python -m bot.workers.thinking MIB SECONDS`.

It knows observations, what may be done in them and a seed for its own chance; no state of a match,
no database, no Discord and no secrets.
"""

import signal
import sys
from pickle import loads
from typing import Any

from bot.workers.pipes import serve


def limit_memory() -> None:
    """Limit the memory for data to the MiB of the first argument; beyond it: `MemoryError`."""
    if sys.platform != "win32":
        from resource import RLIMIT_DATA, setrlimit  # noqa: PLC0415 - Windows has none

        most = int(sys.argv[1]) << 20
        setrlimit(RLIMIT_DATA, (most, most))


def done(packed: bytes) -> Any:
    """Return what comes of a job."""
    if sys.platform == "win32":
        return loads(packed).done()  # noqa: S301 - our own
    # If the bot was killed, nothing is left to stop a job that hangs, so the worker limits itself.
    signal.alarm(int(sys.argv[2]))
    try:
        return loads(packed).done()  # noqa: S301 - our own
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    serve(limit_memory, done)
