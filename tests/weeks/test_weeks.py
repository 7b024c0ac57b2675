"""Simulated weeks, with everything that goes wrong in them, have an exact ledger."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.weeks.driver import Scenario, Weeks
from tests.weeks.ledger import differences, ran, ran_on

SCENARIO = Scenario(seed=1, matches=50, titles=2, kill_every=150, outages=4, faults=True)
CALM = Scenario(seed=2, matches=16)
TURNS = Scenario(seed=1, matches=20)
LEAVING = Scenario(seed=6, matches=16)
RESTING = Scenario(seed=7, matches=20)


def test_weeks_have_an_exact_ledger(tmp_path: Path) -> None:
    weeks, wrong = ran(SCENARIO, tmp_path)

    assert not wrong, "\n".join(wrong[:30])
    assert len(weeks.journal.kills) > 20
    said = {each.kind for each in weeks.journal.notices}
    assert said >= {"reminder", "mention", "time-up", "vote"}


def test_weeks_of_plans_and_moves_taken_back_have_an_exact_ledger(tmp_path: Path) -> None:
    weeks, wrong = ran(TURNS, tmp_path)

    assert not wrong, "\n".join(wrong[:30])
    assert weeks.journal.planned
    assert {by_consent for *_, by_consent in weeks.journal.taken_back} == {False, True}


def test_weeks_in_which_players_leave_the_server_have_an_exact_ledger(tmp_path: Path) -> None:
    weeks, wrong = ran(LEAVING, tmp_path)

    assert not wrong, "\n".join(wrong[:30])
    assert {each.kind for each in weeks.journal.notices} >= {"left", "wish"}


def test_weeks_with_holidays_that_begin_by_themselves_have_an_exact_ledger(tmp_path: Path) -> None:
    weeks, wrong = ran(RESTING, tmp_path)

    assert not wrong, "\n".join(wrong[:30])
    assert len(weeks.journal.rested) > 3


def test_the_same_weeks_with_kills_have_the_same_ledger(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("calm", "killed")]
    for each in folders:
        each.mkdir()

    calm, _ = ran(CALM, folders[0])
    killed, _ = ran(replace(CALM, kill_every=40), folders[1])

    assert killed.journal.kills
    assert differences(calm, killed) == []


def test_the_same_seed_is_the_same_run_to_the_last_kill(tmp_path: Path) -> None:
    scenario = Scenario(seed=3, matches=6, kill_every=40, outages=2, faults=True)
    runs = []
    for name in ("once", "again"):
        (tmp_path / name).mkdir()
        weeks, _ = ran(scenario, tmp_path / name)
        runs.append((weeks.journal.kills, weeks.journal.notices, list(weeks.chat.messages)))

    once, again = runs
    assert len(once[0]) > 10
    assert once == again


def test_what_a_process_does_as_it_comes_back_is_seen_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / name for name in ("calm", "killed")]
    for each in folders:
        each.mkdir()
    calm, _ = ran(CALM, folders[0])
    nudge = Weeks._nudge

    async def dies_of_it(weeks: Weeks, *args: Any) -> None:
        assert weeks._process is not None
        weeks._process.mortality._plan = lambda where: where == "after a commit"
        await nudge(weeks, *args)

    monkeypatch.setattr(Weeks, "_nudge", dies_of_it)
    killed, _ = ran(CALM, folders[1])

    assert {each.kind for each in killed.journal.notices} >= {"nudge"}
    assert killed.journal.kills
    assert differences(calm, killed) == []


def test_a_server_keeps_the_same_ledger(postgresql_url: str, tmp_path: Path) -> None:
    served, wrong = ran_on(CALM, postgresql_url)
    filed, _ = ran(CALM, tmp_path)

    assert not wrong, "\n".join(wrong[:30])
    assert differences(served, filed) == []
