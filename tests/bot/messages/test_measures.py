"""How figures are said: in points, or in wins of 100 matches, in each language."""

import pytest

from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.measures import Measure


def said(game: str) -> dict[str, Measure]:
    return {each: Measure(game, words(each)) for each in LANGUAGES}


def test_a_title_that_reckons_in_points_is_told_of_in_points() -> None:
    english = said("seismic")["en"]

    assert english.better(3.2, (2.1, 5.4)) == "about 3 points more (2 to 5)"
    assert english.good(1.2, (0.8, 1.4)) == "about 1 point more than a usual move"
    assert english.amount(2.0) == "2 points"
    assert english.given_away(12.4) == "about 12 points given away"
    assert english.luck(-1.2) == "luck of the draws: −1 point"
    assert english.luck(0.2) == "luck of the draws: 0 points"


def test_a_title_that_reckons_in_chances_is_told_of_in_wins() -> None:
    english = said("san_andreas")["en"]

    assert english.better(3.0, (2.0, 4.0)) == "wins about 12 in 100 more (8 to 16)"
    assert english.good(3.0, (3.0, 3.0)) == "wins about 12 in 100 more than a usual move"
    assert english.amount(1.5) == "6 wins in 100"
    assert english.luck(0.25) == "luck of the draws: +1 win in 100"
    assert english.less(2.5) == "10 wins in 100 fewer"
    assert "chance to win" in english.of_worlds(120)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_gives_more_than_a_match_away(language: str) -> None:
    told = said("san_andreas")[language].given_away(40.0)

    assert "160" not in told
    assert "100" in told


def test_each_language_counts_wins_in_its_own_way() -> None:
    every = said("san_andreas")

    assert [every["fr"].less(n / 4) for n in (1, 2)] == [
        "1 victoire sur 100 de moins",
        "2 victoires sur 100 de moins",
    ]
    assert every["fr"].better(3.0, (2.0, 4.0)) == "gagne environ 12 fois sur 100 de plus (8 à 16)"


def test_so_many_points_less_are_told_as_each_language_counts() -> None:
    told = {each: [by.less(n) for n in (0.4, 1.5, 2.0)] for each, by in said("seismic").items()}

    assert told["en"] == ["0.4 points less", "1.5 points less", "2.0 points less"]
    assert told["fr"] == ["0,4 point de moins", "1,5 point de moins", "2,0 points de moins"]
    assert told["es"] == ["0,4 puntos menos", "1,5 puntos menos", "2,0 puntos menos"]
