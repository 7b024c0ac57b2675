"""Commands as they are typed, in a folder of their own, without settings of the machine."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot import logs
from bot.command_line.main import main
from bot.settings import Settings

Typed = Callable[..., Result]


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    # What a process logs is its own affair; here it would stay for all tests to come.
    monkeypatch.setattr(logs, "begin", lambda *_: None)
    return tmp_path


@pytest.fixture
def typed() -> Typed:
    """Return what runs a command: `typed("verify", "match.json")`."""
    runner = CliRunner()

    def run(*words: str, **environment: str) -> Result:
        return runner.invoke(main, words, env=environment, prog_name="python -m bot")

    return run


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a short finished match."""
    path = tmp_path_factory.mktemp("records") / "match.json"
    words = ("simulate", "seismic", "--seed", "7", "--option", "table_radius=5", "--out", str(path))
    assert CliRunner().invoke(main, words).exit_code == 0
    return path
