"""A bot of which tests say when it is calm, and whose time they let pass."""

import asyncio

from bot.workers.calm import LOOK_SECONDS, Calm


class Bot:
    """Is looked at as often as a real one, by a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.is_busy = False
        self.calm = Calm(lambda: self.now, lambda: self.is_busy)

    async def passes(self, seconds: float, *, lag: float = 0.0, is_busy: bool = False) -> None:
        """Let time pass in which the loop is so late at each look, or people wait."""
        self.is_busy, end = is_busy, self.now + seconds
        while self.now < end:
            self.now += LOOK_SECONDS + lag
            self.calm.look(lag)
            await asyncio.sleep(0)
        self.is_busy = False
