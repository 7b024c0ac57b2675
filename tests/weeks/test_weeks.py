"""Simulated weeks, with everything that goes wrong in them, have an exact ledger."""

from pathlib import Path

from tests.weeks.driver import Scenario
from tests.weeks.ledger import ran

SCENARIO = Scenario(seed=1, matches=50, titles=2, kill_every=60, outages=5, faults=True)


def test_weeks_have_an_exact_ledger(tmp_path: Path) -> None:
    weeks, wrong = ran(SCENARIO, tmp_path)

    assert not wrong, "\n".join(wrong[:30])
    assert len(weeks.journal.kills) > 20
