from itertools import islice

import pytest

from engine.agents.heuristics import unit_of
from engine.agents.review import Finding, Judgement, Luck, Task
from engine.game import CHANCE
from engine.record import canonical
from tests.bench import calibration
from tests.bench.calibration import Compared, decided, drawn, told, worst_of
from tests.bench.hints import asked_in


def test_figures_are_sorted_by_what_was_found_first_and_count_the_other_way_below_nought() -> None:
    rows = [[Compared(4.0, 3.0, 5.0), Compared(-6.0, -5.0, -3.0)], [Compared(30.0, 20.0, 10.0)]]

    assert told("a", rows) == {
        "a_3_to_8": "2 in 1: 5.0, 4.0, true 4.0 ± 0.0",
        "a_20_to_inf": "1 in 1: 30.0, 20.0, true 10.0 ± 0.0",
    }


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("WORLDS", "LINES", "DRAWS"):
        monkeypatch.setattr(calibration, each, 2)


@pytest.mark.usefixtures("hasty")
def test_a_decision_is_played_to_the_end_with_each_of_its_actions() -> None:
    (asked,) = islice(asked_in("san_andreas", 3, 1), 1)

    found = decided("san_andreas", asked)

    assert 1 <= len(found) < len(asked.legal)
    assert all(-100 <= each.true <= 100 for each in found)


@pytest.mark.usefixtures("hasty")
def test_what_is_drawn_brings_the_seats_together_no_win_more() -> None:
    found = drawn("san_andreas", 4, 1)

    assert len(found) % 4 == 0
    assert sum(each.found for each in found) == pytest.approx(0)
    assert sum(each.true for each in found) == pytest.approx(0)


@pytest.mark.usefixtures("hasty")
def test_the_worst_decisions_are_those_of_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    def done(task: Task) -> Finding:
        """Call what was played half a point better than itself."""
        seat, action = task.moves[0].actor, canonical(task.moves[0].action)
        if seat == CHANCE:
            return Luck(task.line, (0.0,) * task.setup.seats)
        return Judgement(task.line, seat, action, loss=0.5)

    monkeypatch.setattr(Task, "done", done)

    found = worst_of("san_andreas", 3, 1)

    assert found == [Compared(0.5 * unit_of("san_andreas").each, 0.0, 0.0)] * 9
