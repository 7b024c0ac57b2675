"""The clock and the entropy of the real world."""

import secrets
from datetime import UTC, datetime


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
