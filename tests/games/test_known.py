"""What a move taken back has shown is said to everybody, until it comes."""

from dataclasses import replace
from typing import Any

import pytest

from bot.games.aftershock.panel import PANEL as AFTERSHOCK
from bot.games.screen import Text
from bot.games.seismic.panel import PANEL as SEISMIC
from bot.locale.localisation import LANGUAGES
from engine.game import PUBLIC
from engine.games.aftershock.actions import Deal, Roll
from engine.games.seismic.actions import Flip
from tests.games.aftershock.tables import Table as AftershockTable
from tests.games.seismic.views import Table as SeismicTable
from tests.games.seismic.views import played

KNOWN = (Flip("01-23"), Flip("Q3.0"))


def told(panel: Any, view: Any) -> tuple[str, str, str]:
    """Return the message, the first page of the text board, what is left."""
    unseen = [each.markdown for each in panel.unseen(view).blocks if isinstance(each, Text)]
    return panel.post(view, ()).text, panel.text(view)[0].text, "\n".join(unseen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seismic_says_which_tiles_come_next(language: str) -> None:
    view = played(5).view(PUBLIC, language)

    before, after = told(SEISMIC, view), told(SEISMIC, replace(view, known=KNOWN))

    for was, now in zip(before, after, strict=True):
        (line,) = set(now.splitlines()) - set(was.splitlines())
        assert "3.0" in line
        if language == "en":
            tiles = "two tight curves, side by side, then quake 3.0"
            assert line == f"Known from a move taken back: {tiles} next."


def test_with_own_piles_it_depends_on_what_is_left_to_draw() -> None:
    view = replace(SeismicTable(2, variants=("balance",)).view(PUBLIC), known=KNOWN[:1])

    tile = "two tight curves, side by side"
    line = f"Known from a move taken back: {tile} next, if the same is left to draw."
    assert all(line in text for text in told(SEISMIC, view))


@pytest.mark.parametrize("language", LANGUAGES)
def test_aftershock_says_what_the_die_shows_next(language: str) -> None:
    view = AftershockTable(3).view(PUBLIC, language)
    known = (Roll(2), Roll(1), Deal("bridge"))

    before, after = told(AFTERSHOCK, view), told(AFTERSHOCK, replace(view, known=known))

    for was, now in zip(before, after, strict=True):
        (line,) = set(now.splitlines()) - set(was.splitlines())
        assert "2" in line
        if language == "en":
            assert line == (
                "Known from a move taken back: if the die is rolled next, it shows 2, then 1."
            )
