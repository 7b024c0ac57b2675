"""What is left alone for a while after trouble: twice as long each time."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from bot.table.processes.pauses import pause_after
from bot.table.world import Clock

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class _Trouble:
    failures: int
    until: datetime


class Backoff(Generic[K]):
    """What failed in this process, by its key; what succeeds is forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._troubles: dict[K, _Trouble] = {}

    def must_wait(self, key: K) -> bool:
        """Say whether to leave this alone for now."""
        if (trouble := self._troubles.get(key)) is None:
            return False
        # A clock that was set back must not make the pause any longer.
        began = trouble.until - pause_after(trouble.failures)
        return began <= self._clock.now() < trouble.until

    def has_failed(self, key: K) -> bool:
        """Say whether this failed when it was last tried."""
        return key in self._troubles

    def failed(self, key: K) -> datetime:
        """Count one more failure in a row; return until when to leave this alone."""
        failures = self._troubles[key].failures + 1 if key in self._troubles else 1
        until = self._clock.now() + pause_after(failures)
        self._troubles[key] = _Trouble(failures, until)
        return until

    def succeeded(self, key: K) -> None:
        """Forget the trouble with this."""
        self._troubles.pop(key, None)
