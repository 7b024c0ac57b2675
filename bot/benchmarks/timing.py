"""How long work takes, in milliseconds."""

from collections.abc import Callable
from statistics import median
from time import perf_counter


def ms(work: Callable[[], object]) -> float:
    """Do the work once."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def median_ms(work: Callable[[], object], rounds: int = 25) -> float:
    """Do the work a few times and return the median."""
    return median(ms(work) for _ in range(rounds))
