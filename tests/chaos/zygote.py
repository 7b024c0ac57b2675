"""Processes of the bot that start at once: one process has imported everything, and forks.

`Zygote` is the side of the harness; run as a program, this file is the process that forks. Orders
and answers are lines of JSON on its pipes.
"""

import asyncio
import ctypes
import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Any, Final

from tests.wire.world import ROOT

DIE_WITH_PARENT: Final = 1
"""What `prctl` calls it."""


class Life:
    """A process of the bot from its start to its end."""

    def __init__(self, number: int, pid: int, log: Path) -> None:
        self.number = number
        self.pid = pid
        self.log_file = log
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Its exit code, negative where a signal ended it."""

    def signal(self, number: int) -> None:
        """Send it a signal; nothing happens if it has ended."""
        if not self.ended.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def log(self, event: str = "") -> list[dict[str, Any]]:
        """Return what it has logged, or that about an event."""
        lines = self.log_file.read_text(encoding="utf-8", errors="replace").splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        return [line for line in told if event in ("", line.get("event"))]


class Zygote:
    """Starts processes of the bot, and says when they have ended."""

    def __init__(self) -> None:
        self._lives: dict[int, Life] = {}
        self._begun: dict[int, asyncio.Future[Life]] = {}
        self._count = 0

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.chaos.zygote"),
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())

    async def life(
        self, environment: Mapping[str, str], log: Path, changes: Mapping[str, Any]
    ) -> Life:
        """Start a process with these settings; `changes` are named in `changed.py`."""
        self._count += 1
        number, begun = self._count, asyncio.get_running_loop().create_future()
        self._begun[number] = begun
        order = {"life": number, "env": dict(environment), "log": str(log), "changes": changes}
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(order)}\n".encode())
        # It may have ended by now, if this loop was slow.
        life: Life = await begun
        return life

    async def stop(self) -> None:
        """End it, and with it all processes that are left."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            number = told["life"]
            if "pid" in told:
                self._lives[number] = life = Life(number, told["pid"], Path(told["log"]))
                self._begun.pop(number).set_result(life)
            else:
                self._lives.pop(number).ended.set_result(told["ended"])


def main() -> None:
    """Import the bot, then fork a process for each order until there are no more."""
    # Imported here: who only wants to start a zygote needs nothing of the bot.
    import bot.app  # noqa: PLC0415
    import bot.command_line.operate  # noqa: F401, PLC0415
    from tests.chaos import changed  # noqa: PLC0415

    gc.collect()
    gc.freeze()
    children: dict[int, int] = {}
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    rest = b""
    while True:
        ready, _, _ = select([0, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
        for pid, number in list(children.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del children[pid]
                _say({"life": number, "ended": os.waitstatus_to_exitcode(status)})
        if 0 not in ready:
            continue
        read = os.read(0, 1 << 16)
        if not read:
            break
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            order = json.loads(line)
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                os.close(woken)
                os.close(waking)
                _lived(order, changed.changed)
            children[pid] = order["life"]
            _say({"life": order["life"], "pid": pid, "log": order["log"]})
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _say(told: Mapping[str, Any]) -> None:
    os.write(1, f"{json.dumps(told)}\n".encode())


def _lived(order: Mapping[str, Any], changed: Any) -> None:
    """Be the bot; this never returns."""
    code = 1
    try:
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for target, source in ((0, nothing), (1, log), (2, log)):
            os.dup2(source, target)
        os.environ.update(order["env"])
        os.chdir(Path(order["log"]).parent)
        with changed(order["changes"]):
            code = _ran(("run",))
    except BaseException:  # noqa: BLE001 - it ends here, whatever it was
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _ran(words: Sequence[str]) -> int:
    from bot.command_line.main import main as command  # noqa: PLC0415

    try:
        command(list(words), prog_name="python -m bot")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


if __name__ == "__main__":
    main()
