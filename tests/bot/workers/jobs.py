"""Jobs that tests let workers do: in a module of their own, which loads fast there."""

import json
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from time import process_time, sleep
from typing import Any


class Plain:
    """A job of which come plain values, or rows of them."""

    def written(self, came: Any) -> str:
        return json.dumps(came)

    def read(self, text: str) -> Any:
        came = json.loads(text)
        return tuple(came) if isinstance(came, list) else came


@dataclass(frozen=True, slots=True)
class Said(Plain):
    """Says what it is told to, and where it was thought."""

    word: str

    def done(self) -> tuple[str, int]:
        return self.word, os.getpid()


@dataclass(frozen=True, slots=True)
class Waiting(Plain):
    """Says that it is being thought over, and waits until it may end."""

    folder: Path

    def done(self) -> int:
        pid = os.getpid()
        (self.folder / f"began-{pid}").touch()
        while not (self.folder / "end").exists():
            sleep(0.005)
        return pid


@dataclass(frozen=True, slots=True)
class Deadly(Plain):
    """Kills whatever process thinks it over, unless it is this one."""

    home: int

    def done(self) -> str:
        if os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        return "at home"


@dataclass(frozen=True, slots=True)
class Loaded(Plain):
    """Says which packages are loaded where it is thought over."""

    def done(self) -> tuple[str, ...]:
        return tuple(sys.modules)


@dataclass(frozen=True, slots=True)
class Hungry(Plain):
    """Wants memory, in MiB."""

    mib: int

    def done(self) -> int:
        return len(bytearray(self.mib << 20))


@dataclass(frozen=True, slots=True)
class Wrong(Plain):
    """Raises what it is told to."""

    error: Exception

    def done(self) -> None:
        raise self.error


@dataclass(frozen=True, slots=True)
class Lying(Plain):
    """Says what it is told to in place of an answer, as a worker might that somebody got into."""

    job: Any
    says: str

    def done(self) -> None:
        return None

    def written(self, came: None) -> str:
        del came
        return self.says

    def read(self, text: str) -> Any:
        return self.job.read(text)


@dataclass(frozen=True, slots=True)
class Busy(Plain):
    """Keeps a processor busy so long, or only lets time pass."""

    seconds: float
    asleep: float = 0.0

    def done(self) -> tuple[int, float]:
        sleep(self.asleep)
        end = process_time() + self.seconds
        while process_time() < end:
            pass
        return os.getpid(), self.seconds


@dataclass(frozen=True, slots=True)
class Prioritised(Plain):
    """Says how its process stands beside others."""

    def done(self) -> tuple[int, int]:
        return os.nice(0), os.sched_getscheduler(0)
