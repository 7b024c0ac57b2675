"""What is measured of deals with computer players."""

from tests.bench.deals import DEALERS, match, measure


def test_every_way_of_dealing_has_its_figures() -> None:
    figures = measure(1)

    for name in DEALERS:
        assert 0 <= float(figures[f"{name}_share"]) <= 1
    assert figures["no_deals_deals"] == 0


def test_a_match_is_the_same_every_time() -> None:
    one, again = (match(DEALERS["liar"], 3) for _ in range(2))

    assert one == again


def test_some_deals_are_made() -> None:
    assert any(match(DEALERS["liar"], number)[2] for number in range(4))
