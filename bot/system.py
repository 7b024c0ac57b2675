"""What the bot has of the machine: a clock, entropy, and a way to give memory back."""

import ctypes
import secrets
from datetime import UTC, datetime
from typing import Final

THRESHOLD_PARAMETER: Final = -3
"""M_MMAP_THRESHOLD of glibc's malloc.h."""
THRESHOLD_BYTES: Final = 256 * 1024


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
