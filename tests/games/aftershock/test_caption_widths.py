"""The words of the pictures fit in every language, without an ellipsis."""

import pytest

from bot.games.aftershock.pictures import AFTERSHOCKS, HEADLINES, coin
from bot.locale.localisation import LANGUAGES
from render.games.aftershock.strip import wrapped
from render.lettering import text_width
from tests.games.strict import StrictWords

BLOCK = 176
BESIDE_THE_PADLOCK = 144
"""Room in the left block of the strip, in pixels."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_phases_and_rounds_fit_the_left_block(language: str) -> None:
    words = StrictWords(language)
    phases = [words.say(each) for each in (*HEADLINES.values(), AFTERSHOCKS, "Scoring")]

    assert [each for each in phases if text_width(each, "bold", 30) > BLOCK] == []
    assert text_width(words.say("Round {k} of {n}", k=3, n=3), "regular", 22) <= BLOCK - 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_fit_beside_the_padlock_in_two_lines(language: str) -> None:
    words = StrictWords(language)
    questions = (
        words.say("Where to?"),
        words.say("Since your turn"),
        words.say("Build"),
        words.say("Plan"),
        words.say("Mark"),
    )

    for question in questions:
        lines = wrapped(question, 22, BESIDE_THE_PADLOCK)
        assert max(text_width(line, "bold", 22) for line in lines) <= BESIDE_THE_PADLOCK + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_purse_leaves_room_for_its_coins(language: str) -> None:
    words = StrictWords(language)
    spent = words.say("{a} of {b}", a=coin(words, 15), b=coin(words, 15))
    left = words.say("{money} left", money=coin(words, 15))

    assert text_width(spent, "regular", 32) + text_width(left, "bold", 44) <= 560
