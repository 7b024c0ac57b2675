from random import Random

import pytest

from engine.agents.review import Finding, Judgement, Luck, Task
from engine.game import CHANCE
from tests.bench import luck, reviews


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge without thinking: the second review finds an eighth more everywhere."""

    def done(task: Task) -> Finding:
        seat, again = task.moves[0].actor, task.digest.endswith("again")
        if seat == CHANCE:
            return Luck(task.line, (0.0,) * task.setup.seats)
        size = 1.0 + Random(task.line).random()
        return Judgement(task.line, seat, "x", size + again / 8, error=0.05)

    monkeypatch.setattr(Task, "done", done)


@pytest.mark.usefixtures("judged")
def test_two_reviews_are_held_against_each_other() -> None:
    figures = reviews.measure(1)

    assert figures["san_andreas_same_sign"] == "9 of 9"
    same, pairs = str(figures["san_andreas_same_order"]).split(" of ")
    assert same == pairs != "0"
    # An eighth of what San Andreas keeps is half a win in 100.
    first, second = map(float, str(figures["san_andreas_said"]).split(", "))
    assert second - first == pytest.approx(0.5, abs=0.11)
    assert figures["san_andreas_apart"] == "0.5, 0.5"
    assert figures["seismic_within"] == "0 of 6"


def test_the_luck_of_a_match_makes_nought_over_its_seats() -> None:
    found = luck.luck_of("san_andreas", 1)

    assert any(found)
    assert sum(found) == pytest.approx(0)
