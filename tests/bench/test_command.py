"""What is typed to measure."""

import json
import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from tests.bench.__main__ import PARTS, bench


def typed(*words: str) -> Result:
    return CliRunner().invoke(bench, words)


def test_it_prints_one_json_object(monkeypatch: pytest.MonkeyPatch) -> None:
    _measuring(monkeypatch)

    found = typed("--json")

    assert found.exit_code == 0
    assert json.loads(found.output) == {part: {f"{part}_ms": 1.5} for part in PARTS}


def test_it_measures_only_what_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _measuring(monkeypatch)

    found = typed("render")

    assert found.output.split() == ["render", "render_ms", "1.5"]


def test_it_says_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tests.bench.engine", None)

    found = typed("engine")

    assert found.exit_code == 2
    assert "install the group bench" in found.output


def _measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    async def later(part: str) -> dict[str, float]:
        return {f"{part}_ms": 1.5}

    def at_once(part: str) -> dict[str, float]:
        return {f"{part}_ms": 1.5}

    for number, part in enumerate(PARTS):
        measure = later if number % 2 else at_once
        fake = SimpleNamespace(measure=lambda part=part, measure=measure: measure(part))
        monkeypatch.setitem(sys.modules, f"tests.bench.{part}", fake)
