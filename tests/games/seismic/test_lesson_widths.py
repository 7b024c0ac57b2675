"""What stands below the drawings of the rules fits there in every language, without an ellipsis."""

import pytest

from bot.games.seismic.guide import CHAPTERS
from bot.locale.localisation import LANGUAGES
from render.games.seismic.examples import EXAMPLES, label_lines
from tests.games.strict import StrictWords


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_drawings_are_never_cut(language: str) -> None:
    words = StrictWords(language)

    for chapter in filter(lambda each: each.labels, CHAPTERS):
        _, labels = label_lines([words.say(label) for label in chapter.labels])
        assert [line for lines in labels for line in lines if line.endswith("…")] == []


def test_every_example_is_shown_on_some_page() -> None:
    assert {chapter.lesson for chapter in CHAPTERS if chapter.labels} == set(EXAMPLES)
