"""What benchmarks of the host need of the world, and nothing more."""

import os
from datetime import UTC, datetime


class RunningClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return this moment."""
        return datetime.now(UTC)


class SystemEntropy:
    """The machine's source of secrets."""

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes."""
        return os.urandom(32)
