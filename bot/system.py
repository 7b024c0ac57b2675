"""What the bot has of the machine: a clock, entropy, a way to give memory back, who started it."""

import ctypes
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Final

THRESHOLD_PARAMETER: Final = -3
"""M_MMAP_THRESHOLD of glibc's malloc.h."""
THRESHOLD_BYTES: Final = 256 * 1024


PR_SET_DUMPABLE: Final = 4
"""Of prctl(2)."""


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        """Return what time it is."""
        return datetime.now(UTC)


class SystemEntropy:
    """The operating system's generator."""

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes."""
        return secrets.token_bytes(32)


def process_name() -> str:
    """Return by what name this process is known in logs and in PostgreSQL: machine and number."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}"


def return_large_blocks() -> bool:
    """Let large blocks go back to the system when they are freed; say whether that is possible.

    glibc raises its threshold when large blocks come and go, as pictures do, and then keeps them
    in heaps that no longer shrink. Setting the threshold stops that. Other systems' allocators
    have no such knob.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    return bool(mallopt(THRESHOLD_PARAMETER, THRESHOLD_BYTES))


def return_unused() -> bool:
    """Let whatever is free go back to the system, about a millisecond; say whether it could.

    Small blocks lie between others in heaps that glibc shortens only when it is asked to.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return False
    trim(0)
    return True


def forbid_reading() -> bool:
    """Forbid other processes of this user to read this one; say whether the system can do that.

    On Linux its memory, its environment and its descriptors are root's then, no debugger may
    attach, and it leaves no core dump.
    """
    if sys.platform != "linux":
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


@contextmanager
def private_files() -> Iterator[None]:
    """Let only this user read the files that are made within."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def tell_service_manager(state: str) -> None:
    """Tell systemd how this process is, such as `READY=1`; does nothing where nobody asked.

    It is `sd_notify(3)`: one datagram to the socket that a unit of `Type=notify` gives.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    # A socket without a file begins with a zero byte, which systemd writes as @.
    target = f"\0{address[1:]}" if address.startswith("@") else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(state.encode(), target)


def watchdog_seconds() -> float | None:
    """Return how often systemd wants to hear `WATCHDOG=1`, twice within its limit; None: never."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    is_asked = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(microseconds) / 2e6 if microseconds.isdecimal() and is_asked else None
