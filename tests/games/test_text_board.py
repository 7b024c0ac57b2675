"""The tables in words: as they were once heard and found good, title by title.

`python -m tests.games.test_text_board` writes the expected texts anew; read them. Which tables
they tell stands in `heard.py` of a title's folder.
"""

from pathlib import Path

import pytest

from bot.locale.localisation import LANGUAGES
from tests.games.titles import PANELS, TITLES, every_title, part


def heard(title: str, language: str) -> str:
    panel, views = PANELS[title], list(part(title, "heard").tables(language))
    pages = [page.text for view in views for page in panel.text(view)]
    return "\n\n".join([*pages, panel.board(views[0]).alt]) + "\n"


def expected(title: str, language: str) -> Path:
    return Path(__file__).parent / title / "texts" / f"{language}.md"


@every_title
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_as_expected(title: str, language: str) -> None:
    assert heard(title, language) == expected(title, language).read_text("utf-8")


@every_title
def test_the_pages_come_in_their_order(title: str) -> None:
    for view in part(title, "heard").tables("en"):
        pages = [page.key for page in PANELS[title].text(view)]

        assert [key for key in pages if key.isalpha()] == list(part(title, "heard").PAGES)


if __name__ == "__main__":
    for each in TITLES:
        for spoken in LANGUAGES:
            expected(each, spoken).parent.mkdir(exist_ok=True)
            expected(each, spoken).write_text(heard(each, spoken), "utf-8")
