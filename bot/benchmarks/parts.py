"""What benchmarks of the host need of the world, and nothing more."""

import os
from datetime import UTC, datetime
from typing import Any

from bot.hosting.match import Match
from engine.referee import Progress


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


class Silence:
    """A messenger that says it has told everything."""

    async def lobby(self, match: Match, progress: Progress[Any, Any] | None) -> Match:
        """Tell nobody."""
        del progress
        return match

    async def table(self, match: Match, progress: Progress[Any, Any], since: int) -> Match:
        """Tell nobody."""
        del progress, since
        return match
