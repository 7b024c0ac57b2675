"""`python -m bot review`: the luck of a record, its best and worst decisions, in English."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from engine.agents.review import Finding, Judgement, Luck, Task
from engine.game import CHANCE, Seat
from engine.record import canonical

Typed = Callable[..., Result]


def quickly(task: Task) -> Finding:
    """Judge without thinking: every fourth line was a bad one."""
    move = task.moves[0]
    if move.actor == CHANCE:
        return Luck(task.line, (0.5, -0.5))
    seat = Seat(move.actor)
    if task.line % 4:
        return Judgement(task.line, seat, gain=1.0 + task.line / 100)
    return Judgement(task.line, seat, canonical(move.action), 2.0, error=0.5)


def test_a_record_is_held_against_an_expert(
    typed: Typed, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Task, "done", quickly)

    told = typed("review", str(record))

    assert told.exit_code == 0
    lines = told.output.splitlines()
    assert lines[0].startswith("Looking back on ")
    assert [each[:8] for each in lines if each.startswith("Player")] == ["Player A", "Player B"]
    assert "luck +" in told.output
    assert "luck -" in told.output
    assert "; better: " in told.output
    assert "**" not in told.output
    assert len([each for each in lines if each.startswith("  line ")]) == 12


def test_what_is_no_record_has_no_review(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")

    refused = typed("review", "other.json")

    assert refused.exit_code == 1
    assert "header" in refused.output
