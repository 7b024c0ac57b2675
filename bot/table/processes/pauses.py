"""How long to leave something alone that failed."""

from datetime import timedelta
from typing import Final

FIRST_PAUSE: Final = timedelta(seconds=2)
LONGEST_PAUSE: Final = timedelta(hours=6)


def pause_after(failures: int) -> timedelta:
    """Return how long to leave something alone that failed this often in a row."""
    doublings: int = min(max(failures - 1, 0), 20)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)
