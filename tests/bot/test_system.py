"""What is given back to the system, and what its service manager hears."""

import ctypes
import os
import platform
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from traceback import print_exc
from typing import Final

import pytest

from bot import system

on_glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the knob is glibc's")


@on_glibc
def test_large_blocks_go_back_to_the_system() -> None:
    assert system.return_large_blocks()


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> object:
        raise OSError

    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert not system.return_large_blocks()


@on_glibc
def test_what_is_free_goes_back_to_the_system() -> None:
    assert system.return_unused()


def test_other_systems_keep_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert not system.return_unused()


@pytest.mark.parametrize("kind", ["a file", "abstract"])
def test_systemd_hears_a_datagram(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"@faultline-{tmp_path}" if kind == "abstract" else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as service_manager:
        service_manager.bind(name.replace("@", "\0", 1))
        monkeypatch.setenv("NOTIFY_SOCKET", name)

        system.tell_service_manager("READY=1")

        assert service_manager.recv(100) == b"READY=1"


def test_without_systemd_nothing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    system.tell_service_manager("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    system.tell_service_manager("READY=1")

    assert list(tmp_path.iterdir()) == []


def test_the_watchdog_is_fed_twice_within_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(each, raising=False)
    assert system.watchdog_seconds() is None
    monkeypatch.setenv("WATCHDOG_USEC", "60000000")
    assert system.watchdog_seconds() == 30.0
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert system.watchdog_seconds() is None


NOBODY: Final = 65534
PR_SET_DUMPABLE: Final = 4
SECRETS: Final = ("environ", "mem", "maps", "fd")


def forked(work: Callable[[], None]) -> int:
    """Let another process of an ordinary user do something; return its number."""
    pid = os.fork()
    if pid == 0:
        try:
            if os.geteuid() == 0:
                # Root may read everything.
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            work()
            os._exit(0)
        except BaseException:  # noqa: BLE001 - this process is a copy of the tests'
            print_exc()
            os._exit(1)
    return pid


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forbids that")
@pytest.mark.parametrize("is_forbidden", [False, True])
def test_no_process_of_the_same_user_reads_this_one(*, is_forbidden: bool) -> None:
    hidden, told = os.pipe()
    until, end = os.pipe()

    def bot() -> None:
        # Who changes its user can't be read either; a program that was started can.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
        assert not is_forbidden or system.forbid_reading()
        os.close(end)
        os.write(told, b".")
        os.read(until, 1)

    other = forked(bot)
    os.read(hidden, 1)

    def worker() -> None:
        for name in SECRETS:
            try:
                os.close(os.open(f"/proc/{other}/{name}", os.O_RDONLY))
            except PermissionError:
                assert is_forbidden, name
            else:
                assert not is_forbidden, name

    read = os.waitpid(forked(worker), 0)[1]
    for each in (hidden, told, until, end):
        os.close(each)
    os.waitpid(other, 0)

    assert read == 0
