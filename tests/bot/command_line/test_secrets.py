"""Secrets in files: `check` says which of them others may read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from bot.command_line import machine

Typed = Callable[..., Result]


def test_a_secret_that_others_may_read_is_a_fault(folder: Path, typed: Typed) -> None:
    (folder / "token").write_text("hidden", encoding="utf-8")
    (folder / "token").chmod(0o644)
    open_to_all = typed("check", DISCORD_TOKEN_FILE=str(folder / "token"))
    (folder / "token").chmod(0o600)
    kept = typed("check", DISCORD_TOKEN_FILE=str(folder / "token"))

    assert f"FAULT  settings: {folder / 'token'} can be read by every account" in open_to_all.output
    assert "can be read" not in kept.output
    assert "hidden" not in open_to_all.output + kept.output


def test_within_a_container_nobody_else_is_there(
    folder: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "IN_CONTAINERS", folder)
    (folder / "token").write_text("hidden", encoding="utf-8")
    (folder / "token").chmod(0o644)

    checked = typed("check", DISCORD_TOKEN_FILE=str(folder / "token"))

    assert (checked.exit_code, "can be read" in checked.output) == (0, False)
