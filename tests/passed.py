"""Which functions of the project are entered, in every thread, while something is done."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = tuple(f"{ROOT / each}/" for each in ("bot", "engine", "render"))


_BEGINNING: Final = 12
"""Bytes of code before which a coroutine has not yet waited for anything."""


class Stop(NamedTuple):
    """A function, by its file below the project's root and its qualified name."""

    file: str
    function: str


class Passed:
    """Records what is entered while `recording`, in the order of the first time.

    It must be set up before the threads that it is to see are started.
    """

    def __init__(self) -> None:
        self.stops: dict[Stop, None] = {}
        self._is_on = False
        self._begins: Stop | None = None

    def enter(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call; what `sys.setprofile` wants."""
        code = frame.f_code
        if self._is_on and event == "call" and code.co_filename.startswith(PACKAGES):
            name = code.co_qualname.removesuffix(".<locals>")
            if "<" not in code.co_name:
                stop = Stop(str(Path(code.co_filename).relative_to(ROOT)), name)
                # A coroutine that is resumed is entered, too, but not at its beginning.
                if stop == self._begins and frame.f_lasti < _BEGINNING:
                    self.stops.clear()
                self.stops[stop] = None

    @contextmanager
    def recording(self, begins: Stop | None = None) -> Iterator[None]:
        """Record, after what was recorded before; whenever `begins` is entered, from there on."""
        self._is_on, self._begins = True, begins
        try:
            yield
        finally:
            self._is_on = False


@contextmanager
def watched() -> Iterator[Passed]:
    """Return a recorder of this thread and of all that are started from now on."""
    passed = Passed()
    before = sys.getprofile()
    threading.setprofile(passed.enter)
    sys.setprofile(passed.enter)
    try:
        yield passed
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
