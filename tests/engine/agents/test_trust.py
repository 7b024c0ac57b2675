"""How far a seat is believed, by nothing but what became of its promises."""

import pytest

from engine.agents.heuristics import CHARACTERS, Character
from engine.agents.trust import UNKNOWN, Verdicts, trust

KEPT, BROKE = Verdicts(1, 0), Verdicts(0, 1)


def test_of_a_stranger_nothing_is_known_yet() -> None:
    assert trust([], 1.0) == trust([Verdicts(0, 0)], 1.0) == UNKNOWN


def test_trust_falls_with_every_broken_promise() -> None:
    believed = [trust([Verdicts(0, broken)], 1.0) for broken in range(5)]

    assert believed == sorted(set(believed), reverse=True)


def test_trust_rises_more_slowly_than_it_falls() -> None:
    assert trust([KEPT], 1.0) > UNKNOWN
    assert trust([KEPT], 1.0) - UNKNOWN < UNKNOWN - trust([BROKE], 1.0)
    assert trust([BROKE, KEPT], 1.0) < UNKNOWN
    assert trust([KEPT, BROKE], 1.0) < UNKNOWN


def test_many_promises_that_cost_nothing_make_up_for_no_broken_one() -> None:
    assert trust([Verdicts(20, 0)], 1.0) == trust([KEPT], 1.0)
    assert trust([Verdicts(20, 1)], 1.0) == trust([BROKE], 1.0)


@pytest.mark.parametrize("forgiveness", [0.5, 1.0, 1.5, 10.0])
def test_nobody_is_sure_of_anybody(forgiveness: float) -> None:
    assert trust([KEPT] * 50, forgiveness) < 1
    assert trust([BROKE] * 50, forgiveness) >= 0


def test_who_forgives_fast_believes_sooner_again() -> None:
    believed = [trust([BROKE, KEPT], forgiveness) for forgiveness in (0.5, 1.0, 1.5)]

    assert believed == sorted(set(believed))


@pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)
def test_lying_and_then_keeping_one_promise_makes_nobody_more_trusted_than_a_stranger(
    character: Character,
) -> None:
    for broken in (1, 2):
        assert trust([Verdicts(0, broken), KEPT], character.forgiveness) <= UNKNOWN
    assert trust([BROKE, KEPT, KEPT, KEPT], character.forgiveness) > UNKNOWN
