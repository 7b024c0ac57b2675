"""What is measured of deals with computer players."""

import pytest

from engine.errors import UnknownAgent
from tests.bench.deals import DEALERS, Tables, match, measure

TABLES = Tables(4, "greedy", 4, 0)


def test_every_way_of_dealing_has_its_figures() -> None:
    figures = measure("4:greedy:1:0")

    for name in DEALERS:
        assert 0 <= float(figures[f"4_greedy_{name}_share"]) <= 1
    assert figures["4_greedy_no_deals_deals"] == 0


def test_one_way_may_be_measured_alone() -> None:
    figures = measure("3:greedy:1:7:honest")

    assert {name.removeprefix("3_greedy_honest_") for name in figures} == {
        "matches",
        "share",
        "share_95",
        "points_ahead",
        "deals",
    }


@pytest.mark.parametrize("typed", ["4:greedy", "4:greedy:0:0", "4:greedy:1:0:never"])
def test_what_cannot_be_measured_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="--deals"):
        measure(typed)


def test_a_match_is_the_same_every_time() -> None:
    one, again = (match(TABLES, DEALERS["liar"], 3) for _ in range(2))

    assert one == again


def test_the_others_may_have_a_character() -> None:
    figures = measure("4:greedy-rival:2:0:liar")

    assert figures["4_greedy-rival_liar_matches"] == 2
    with pytest.raises(UnknownAgent):
        measure("4:greedy-saint:2:0:liar")


def test_some_deals_are_made() -> None:
    assert any(match(TABLES, DEALERS["liar"], number)[2] for number in range(4))
