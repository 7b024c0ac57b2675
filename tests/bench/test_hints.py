from itertools import islice

import pytest

from engine.errors import UnknownGame
from tests.bench.hints import IN_A_MATCH, asked_in, checked, measure


def test_positions_are_the_same_every_time_and_from_all_over_a_match() -> None:
    one, again = (list(asked_in("san_andreas", 3, 1)) for _ in range(2))

    assert [each.seed for each in one] == [each.seed for each in again]
    assert len({each.seed for each in one}) == IN_A_MATCH
    assert len({len(each.observation.ground.visible) for each in one}) > 1
    assert all(len(each.legal) > 1 for each in one)


def test_the_first_hint_is_held_against_a_deeper_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.hints.DEEPER", 2)
    monkeypatch.setattr("tests.bench.hints.WORLDS", 4)
    (asked,) = islice(asked_in("san_andreas", 3, 1), 1)

    found = checked(asked)

    assert found.is_expert
    assert found.is_as_good >= found.is_best_two
    assert found.lost >= 0
    assert len(found.told) == found.shown - 1


def test_figures_are_named_by_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.hints.DEEPER", 1)
    monkeypatch.setattr("tests.bench.hints.WORLDS", 2)

    figures = measure("san_andreas:3:2:1", 1)

    assert figures["san_andreas_3_positions"] == 2
    assert figures["san_andreas_3_first_is_expert"] == 1


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        ("seismic:2", ValueError, "FIRST"),
        ("seismic:two:4:1", ValueError, "numbers"),
        ("seismic:2:0:1", ValueError, "at least one"),
        ("chess:2:2:1", UnknownGame, "unknown-game"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        measure(typed, 1)
