"""A good first move of a teaching table, step by step, in every title and language."""

import re

import pytest

from bot.games.abilities import Teaches
from bot.games.registry import panels
from bot.locale.localisation import LANGUAGES, words
from tests.games.titles import TITLES, played

BOLD = re.compile(r"\*\*(.*?)\*\*")
UNSPACED = re.compile(r"(?<!\u202f)[:;?!](?=\s)")
"""A sign before which French has a narrow space, without it."""


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_bold_is_whole_and_french_has_its_spaces(title: str, language: str) -> None:
    panel, sight = panels()[title], next(played(title))
    assert isinstance(panel, Teaches)
    view = sight.view(sight.awaited[0], language)

    told = panel.worked(view, panel.good_move(view), view.words)

    bold = BOLD.findall(told)
    assert bold
    assert [each for each in bold if each != each.strip() or each[0] in ",."] == []
    assert language != "fr" or UNSPACED.findall(told) == []


@pytest.mark.parametrize("title", TITLES)
def test_the_first_button_is_named_as_the_table_has_it(title: str) -> None:
    panel, sight = panels()[title], next(played(title))
    assert isinstance(panel, Teaches)
    view = sight.view(sight.awaited[0], "es")

    own, public = (panel.worked(view, panel.good_move(view), words(each)) for each in ("es", "fr"))

    changed = [
        n
        for n, (a, b) in enumerate(zip(own.split("\n"), public.split("\n"), strict=True))
        if a != b
    ]
    assert len(changed) == 1
    assert public.split("\n")[changed[0]].startswith("1. Pulsa **")
