"""When nobody could play: what is given back."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple


class Gap(NamedTuple):
    """Time that counts for nobody; `ended` is before `began` where a clock was set back."""

    began: datetime
    ended: datetime


EVERY: Final = timedelta(seconds=30)
LATE: Final = timedelta(seconds=60)
"""A beat that comes so much later than it should, or a clock that jumps so far, is an outage."""


def gap(last: datetime | None, now: datetime, jump: timedelta = timedelta()) -> Gap | None:
    """Return what is to be given back after the `last` beat; None: nothing.

    `jump` is how far the clock went ahead of true time since then, as far as this process knows.
    """
    if last is None:
        return None
    passed = now - last - jump
    if passed > EVERY + LATE or (now < last - LATE and abs(jump) <= LATE):
        return Gap(last, now)
    return Gap(now - jump, now) if abs(jump) > LATE else None
