from itertools import islice
from math import inf
from random import Random

import pytest

from engine.agents.heuristics import unit_of
from engine.agents.review import Finding, Judgement, Luck, Task
from engine.agents.search import in_a_world
from engine.game import CHANCE
from engine.record import canonical
from tests.bench import calibration
from tests.bench.calibration import (
    Compared,
    decided,
    drawn,
    imagination_of,
    measure,
    slope,
    to_the_end,
    told,
    worst_of,
)
from tests.bench.hints import asked_in


def test_figures_are_sorted_by_what_was_found_first_and_count_the_other_way_below_nought() -> None:
    rows = [[Compared(4.0, 3.0, 5.0), Compared(-6.0, -5.0, -3.0)], [Compared(30.0, 20.0, 10.0)]]

    assert told("a", rows, (0, 3, 8, 20, inf)) == {
        "a_3_to_8": "2 in 1: 5.0, 4.0, true 4.0 ± 0.0",
        "a_20_to_inf": "1 in 1: 30.0, 20.0, true 10.0 ± 0.0",
        "a_slope": "0.53 ± 0.40",
    }


def test_chance_in_what_is_told_makes_the_slope_no_less() -> None:
    rng = Random(1)
    truth = [rng.gauss(0, 5) for _ in range(20_000)]
    rows = [[Compared(rng.gauss(n, 5), rng.gauss(n, 5), rng.gauss(1.5 * n, 5))] for n in truth]

    middle, error = map(float, slope(rows).split(" ± "))

    assert 0 < error < 0.1
    assert middle == pytest.approx(1.5, abs=2 * error)


def test_nothing_told_has_no_slope() -> None:
    assert slope([[], [Compared(0.0, 0.0, 3.0)]]) == "-"


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
def test_where_points_are_told_they_are_what_must_come_true() -> None:
    (asked,) = islice(asked_in("aftershock", 3, 1), 1)
    judge = to_the_end(imagination_of("aftershock"))

    ends = [in_a_world(judge, asked.observation, asked.legal[:2], Random(n)) for n in range(5)]

    assert all(lead == round(lead) for each in ends for lead in each)
    assert all(abs(each.true) < 100 for each in decided("aftershock", asked))


@pytest.mark.usefixtures("hasty")
def test_decisions_can_be_asked_for_alone() -> None:
    figures = measure("aftershock:3:2:1:decisions", 1)

    assert "aftershock_3_slope" in figures
    assert all(each.startswith("aftershock_3_") for each in figures)
    assert not [each for each in figures if "luck" in each or "worst" in each]


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
