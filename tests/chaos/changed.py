"""What is different in a process of the bot that chaos starts: all of it is named here.

`pictures`: nothing is drawn, each picture is the same small one. `clock`: a file says by how many
seconds its clock is ahead. `dies`: it kills itself at a commit. `mutant`: it does one thing wrong,
which the ledger must find.
"""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import count
from typing import Any, Final
from unittest.mock import patch

from PIL import Image
from sqlalchemy.engine.default import DefaultDialect

from bot import app
from render.picture import Picture
from render.renderer import renderers
from tests.chaos.mutants import MUTANTS
from tests.wire.clocked import AHEAD, ClockAhead


@contextmanager
def changed(named: Mapping[str, Any]) -> Iterator[None]:
    """Let this process be different as long as this lasts."""
    with ExitStack() as changes:
        for name, value in named.items():
            if value is not None:
                changes.enter_context(CHANGES[name](value))
        yield


@contextmanager
def _undrawn(_: bool) -> Iterator[None]:  # noqa: FBT001 - as it came over the pipe
    with ExitStack() as patches:
        small = _small()
        for renderer in renderers().values():
            title = type(renderer)
            for name, method in vars(title).items():
                if hasattr(method, "__wrapped__"):
                    patches.enter_context(patch.object(title, name, lambda *_, **__: small))
        yield


def _small() -> Picture:
    packed = BytesIO()
    Image.new("L", (8, 8)).save(packed, "PNG")
    return Picture(packed.getvalue(), 8, 8)


@contextmanager
def _clock(file: str) -> Iterator[None]:
    os.environ[AHEAD] = file
    with patch.object(app, "SystemClock", ClockAhead):
        yield


@contextmanager
def _dies(when: Mapping[str, Any]) -> Iterator[None]:
    """Kill this process at its commit number `at`, before it or `after` it."""
    numbers = count(1)
    commit: Callable[[Any, Any], None] = DefaultDialect.do_commit

    def dying(self: DefaultDialect, connection: Any) -> None:
        is_last = next(numbers) == when["at"]
        if is_last and not when["after"]:
            os.kill(os.getpid(), signal.SIGKILL)
        commit(self, connection)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)

    with patch.object(DefaultDialect, "do_commit", dying):
        yield


def _mutant(name: str) -> Any:
    return MUTANTS[name]()


CHANGES: Final[Mapping[str, Callable[[Any], Any]]] = {
    "pictures": _undrawn,
    "clock": _clock,
    "dies": _dies,
    "mutant": _mutant,
}
