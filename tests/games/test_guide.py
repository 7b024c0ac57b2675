"""The guides: a page after another, in every language, each with a picture and the way to all."""

from importlib import import_module
from typing import Any

import pytest

from bot.games.custom_ids import parsed
from bot.games.guide import Chapter
from bot.locale.localisation import LANGUAGES
from tests.games.pressing import buttons, checked, images, texts
from tests.games.strict import StrictWords
from tests.games.titles import PANELS, TITLES, every_title


def chapters(title: str) -> tuple[Chapter, ...]:
    found: tuple[Chapter, ...] = import_module(f"bot.games.{title}.guide").CHAPTERS
    return found


LONGEST = 700
PAGES = [(title, number) for title in TITLES for number in range(len(chapters(title)))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "number"), PAGES)
def test_every_page_has_a_text_a_picture_and_the_way_to_all_others(
    title: str, number: int, language: str
) -> None:
    words, count, chapter = StrictWords(language), len(chapters(title)), chapters(title)[number]

    screen = checked(PANELS[title].rules(words, number))

    assert words.say(chapter.title) in texts(screen).splitlines()[0]
    assert len(images(screen)) == (chapter.draw is not None) + bool(chapter.lesson) > 0
    assert [parsed(each.id).args for each in buttons(screen)] == [
        (title, str(page)) for page in range(count)
    ]
    assert [each.disabled for each in buttons(screen)] == [page == number for page in range(count)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "number"), PAGES)
def test_no_page_is_longer_than_one_reads_on_a_phone(
    title: str, number: int, language: str
) -> None:
    guide = import_module(f"bot.games.{title}.guide").GUIDE
    chapter = guide.chapters[number]

    text = StrictWords(language).say(chapter.text, **guide.values)

    assert len(text) <= LONGEST


@every_title
def test_the_first_pages_are_the_whole_game_and_a_turn_of_it(title: str) -> None:
    assert [each.title for each in chapters(title)[:2]] == ["In a minute", "A first turn"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("title", "label", "values"),
    [
        ("seismic", "Crew {letter}, {worth}", {"letter": "X", "worth": 7}),
        ("san_andreas", "Found a city", {}),
        ("san_andreas", "Lay your {coin} on {space}", {"coin": 3, "space": "C1c"}),
        ("san_andreas", "Set an epicenter", {}),
        ("aftershock", "Open my desk", {}),
    ],
)
def test_a_first_turn_names_buttons_as_they_are(
    title: str, label: str, values: dict[str, Any], language: str
) -> None:
    words = StrictWords(language)
    if "worth" in values:
        worth = values["worth"]
        values = {**values, "worth": words.count("{n} point", "{n} points", worth)}

    assert f"**{words.say(label, **values)}**" in words.say(chapters(title)[1].text)


@every_title
def test_a_page_out_of_range_is_the_nearest(title: str) -> None:
    words, rules = StrictWords("en"), PANELS[title].rules

    assert texts(rules(words, -3)) == texts(rules(words, 0))
    assert texts(rules(words, 99)) == texts(rules(words, len(chapters(title)) - 1))
    assert "In a minute" in texts(rules(words, 0))
