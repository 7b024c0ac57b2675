"""How figures are said: in points, or in wins of 100 matches, in each language."""

import pytest

from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.measures import Measure
from engine.agents.heuristics import unit_of


def wins(n: float) -> float:
    """Return the figure that is told as `n` wins in 100."""
    return n / unit_of("san_andreas").each


def said(game: str) -> dict[str, Measure]:
    return {each: Measure(game, words(each)) for each in LANGUAGES}


def test_a_title_that_reckons_in_points_is_told_of_in_points() -> None:
    english = said("seismic")["en"]

    assert english.better(3.2, (2.1, 5.4)) == "about 3 points more (2 to 5)"
    assert english.better(0.6, (0.5, 0.7)) == "about 1 point more (0 to 1)"
    assert english.good(1.2, (0.8, 1.4)) == "about 1 point more than a usual move"
    assert english.less(2) == "2 points less"
    assert english.given_away(12.4) == "about 12 points given away"
    assert english.given_away(0.0) == "hardly anything given away"
    assert english.luck(-1.2) == "luck of the draws: about −1 point"
    assert english.luck(0.2) == "luck of the draws: about 0 points"


def test_a_title_that_reckons_in_chances_is_told_of_in_wins() -> None:
    english = said("san_andreas")["en"]

    assert english.better(wins(12), (wins(8), wins(16))) == "about 12 more wins in 100 (8 to 16)"
    assert english.good(wins(12), (wins(12),) * 2) == "about 12 more wins in 100 than a usual move"
    assert english.behind(wins(10)) == "10 fewer wins in 100"
    assert english.luck(wins(1)) == "luck of the draws: about +1 win in 100"
    assert english.given_away(wins(40)) == "about 40 wins in 100 given away"
    assert "chance to win" in english.of_worlds(120)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_gives_more_than_a_match_away(language: str) -> None:
    told = said("san_andreas")[language].given_away(40.0)

    assert "160" not in told
    assert "100" in told


def test_no_figure_is_of_more_wins_than_there_are() -> None:
    measure = Measure("san_andreas", words("en"))

    told = [measure.luck(-38.0), measure.better(22.0, (19.0, 27.0))]

    assert told == [
        "luck of the draws: about −100 wins in 100",
        "about 88 more wins in 100 (76 to 100)",
    ]


def test_each_language_counts_wins_in_its_own_way() -> None:
    told = {code: [each.less(n) for n in (1, 12)] for code, each in said("san_andreas").items()}

    assert told == {
        "en": ["1 fewer win in 100", "12 fewer wins in 100"],
        "fr": ["1 victoire de moins sur 100", "12 victoires de moins sur 100"],
        "es": ["1 victoria menos por cada 100", "12 victorias menos por cada 100"],
    }


@pytest.mark.parametrize(
    ("behind", "error", "told"),
    [
        (0, 0, "about as good as the first"),
        (0.3, 0.1, "about as good as the first"),
        (2, 0.2, "about as good as the first"),
        (3, 0.2, "about 3 fewer wins in 100 than the first"),
        (12, 1, "about 12 fewer wins in 100 than the first"),
        (24, 8, "8 to 40 fewer wins in 100 than the first"),
        (4, 4, "perhaps as good as the first, perhaps 12 fewer wins in 100"),
        (-8, 3, "perhaps better than the first"),
    ],
)
def test_wins_behind_the_first_are_told_as_surely_as_they_are_known(
    behind: float, error: float, told: str
) -> None:
    assert said("san_andreas")["en"].than_first(wins(behind), wins(error)) == told


def test_so_many_points_less_are_told_as_each_language_counts() -> None:
    told = {each: [by.behind(n) for n in (0.4, 1.5, 2.0)] for each, by in said("seismic").items()}

    assert told["en"] == ["0.4 points less", "1.5 points less", "2.0 points less"]
    assert told["fr"] == ["0,4 point de moins", "1,5 point de moins", "2,0 points de moins"]
    assert told["es"] == ["0,4 puntos menos", "1,5 puntos menos", "2,0 puntos menos"]
