"""The table of Aftershock in words: complete, and as it was once heard and found good.

`python -m tests.games.aftershock.test_text_board` writes the expected texts anew; read them.
"""

from pathlib import Path

import pytest

from bot.games.aftershock import example as ex
from bot.games.aftershock.panel import PANEL
from bot.games.panel import Page
from bot.games.speech import LONGEST_PAGE
from bot.locale.localisation import LANGUAGES
from engine.game import PUBLIC, Seat
from tests.games.aftershock.tables import finished, in_phase
from tests.games.strict import StrictWords

TEXTS = Path(__file__).parent / "texts"


def heard(language: str) -> str:
    words = StrictWords(language)
    pages = [
        page.text
        for observation in (ex.selling(), ex.scoring())
        for page in PANEL.text(ex.example(words, observation))
    ]
    return "\n\n".join([*pages, PANEL.board(ex.example(words, ex.selling())).alt]) + "\n"


def all_of(pages: tuple[Page, ...]) -> str:
    return "\n".join(page.text for page in pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_is_told_as_expected(language: str) -> None:
    assert heard(language) == (TEXTS / f"{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", ["keep", "buy", "plan", "build", "move", "mark"])
def test_pages_fit_a_message(phase: str, language: str) -> None:
    pages = PANEL.text(in_phase(phase, 5, 2).view(language=language))

    assert all(len(page.text) <= LONGEST_PAGE for page in pages)
    assert [page.key for page in pages if page.key.isalpha()] == [
        *("now", "areas", "sale", "bridges", "marks"),
    ]


def test_every_meeple_and_every_bridge_is_told() -> None:
    view = in_phase("mark", 4, 3).view(PUBLIC)
    pages = {page.key: page.text for page in PANEL.text(view)}

    counts = [sum(row) for row in view.observation.meeples]
    told = [
        sum(
            int(part.split()[-1])
            for part in line.partition(": ")[2].rstrip(".").split("; ")[0].split(", ")
        )
        for line in pages["areas"].splitlines()[1:11]
        if "nobody" not in line
    ]
    assert sum(told) == sum(counts)
    owners = sum(len(each) for each in view.observation.bridges)
    names = ("Ann", "Bob", "Cleo", "Dan")
    assert sum(pages["bridges"].count(name) for name in names) == owners


def test_only_the_viewer_hears_what_is_hidden() -> None:
    table = in_phase("buy", 3, 2)
    seat = next(Seat(seat) for seat in range(3) if table.state.hands[seat])

    own, public = (all_of(PANEL.text(table.view(each))) for each in (seat, PUBLIC))

    assert "### Only you know" in own
    assert "(you)" in own
    assert "Only you know" not in public
    assert "you" not in public.lower()


def test_the_end_is_told() -> None:
    text = PANEL.text(finished(3, 2).view(PUBLIC))[0].text

    assert "round 3 of 3, the end." in text
    assert "waiting" not in text.lower()


if __name__ == "__main__":
    TEXTS.mkdir(exist_ok=True)
    for each in LANGUAGES:
        (TEXTS / f"{each}.md").write_text(heard(each), encoding="utf-8")
