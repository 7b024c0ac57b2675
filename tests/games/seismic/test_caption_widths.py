"""The words of the pictures fit around the map in every language, without an ellipsis."""

import pytest

from bot.locale.localisation import LANGUAGES
from render.lettering import text_width
from tests.games.strict import StrictWords

COLUMN = 300
"""Of a headline beside a map; above and below it there is more room."""
BESIDE_A_BADGE = 286


@pytest.mark.parametrize("language", LANGUAGES)
def test_headlines_and_counts_fit_the_strip(language: str) -> None:
    words = StrictWords(language)
    headlines = (
        words.say("Choose a tile"),
        words.say("Choose a cell"),
        words.say("Choose a road"),
        words.say("Place it?"),
        words.say("Quake {magnitude}", magnitude="6.0"),
        words.say("Since your turn"),
        words.say("The last round"),
        words.say("Points now"),
        words.say("A shared win"),
        words.say("Final score"),
    )
    counts = (
        words.count("{n} road scored", "{n} roads scored", 24),
        words.count("{n} tile on the table", "{n} tiles on the table", 72),
    )

    small = (
        words.say("next tile:"),
        words.say("a quake, {percent}", percent="100%"),
        words.say("{n} lines tie", n=6),
    )

    assert [each for each in small if text_width(each, "regular", 26) > COLUMN] == []
    assert [each for each in headlines if text_width(each, "bold", 34) > COLUMN] == []
    assert [each for each in counts if text_width(each, "regular", 30) > COLUMN] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_road_is_worth_fits_beside_its_letter(language: str) -> None:
    words = StrictWords(language)
    worths = (
        words.count("{n} fragment", "{n} fragments", 24),
        words.say("no points"),
        words.count("{n} point", "{n} points", 88),
    )
    notes = (words.say("open"), words.say("complete"), words.say("closed for good"))

    assert [each for each in worths if text_width(each, "bold", 34) > BESIDE_A_BADGE] == []
    assert [each for each in notes if text_width(each, "regular", 34) > BESIDE_A_BADGE] == []
