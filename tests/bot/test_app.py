"""How the process is told to stop, on every system."""

import asyncio
import signal
from collections.abc import Callable, Iterator

import pytest

from bot.app import stopping_on_signals


class LoopWithoutSignals(asyncio.SelectorEventLoop):
    """A loop as on Windows: it can't take signals itself."""

    def add_signal_handler(self, sig: int, callback: Callable[..., object], *args: object) -> None:
        raise NotImplementedError


@pytest.fixture
def handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("loop", [LoopWithoutSignals, asyncio.SelectorEventLoop])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_process_in_good_order_on_every_loop(
    loop: Callable[[], asyncio.AbstractEventLoop], number: signal.Signals
) -> None:
    async def stopped() -> None:
        stopping = stopping_on_signals()
        asyncio.get_running_loop().call_soon(signal.raise_signal, number)
        await stopping.wait()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(stopped())

    # A second one kills the process as usual.
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) == signal.SIG_DFL
