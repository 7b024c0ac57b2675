"""What is given back to the system, and what its service manager hears."""

import ctypes
import platform
import socket
from pathlib import Path

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
