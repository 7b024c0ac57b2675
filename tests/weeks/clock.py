"""The virtual clock: it moves only when the driver, or a request on the wire, moves it."""

from datetime import UTC, datetime, timedelta
from typing import Final

FIRST_DAY: Final = datetime(2027, 3, 1, tzinfo=UTC)
"""Summer time begins in New York on 14 March, in Paris on 28 March, and ends at Lord Howe on 4
April: every month that begins here meets all three."""

MINUTE: Final = timedelta(minutes=1)


class VirtualClock:
    """Says what the driver says."""

    def __init__(self) -> None:
        self.time = FIRST_DAY

    def now(self) -> datetime:
        return self.time

    def seconds(self) -> float:
        """Return how much has truly passed."""
        return (self.time - FIRST_DAY).total_seconds()

    def reach(self, moment: datetime) -> None:
        """Go on to a moment; one that has passed changes nothing."""
        self.time = max(self.time, moment)

    def take(self, **length: float) -> None:
        """Let something take these `milliseconds`, …"""
        self.time += timedelta(**length)


def next_minute(moment: datetime) -> datetime:
    """Return the first whole minute at or after a moment."""
    whole = moment.replace(second=0, microsecond=0)
    return whole if whole == moment else whole + MINUTE


def instant(value: str | datetime) -> datetime:
    """Return a moment as a database without time zones gives it."""
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
