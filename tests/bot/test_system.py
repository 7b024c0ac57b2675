"""What is given back to the system."""

import ctypes
import platform

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
