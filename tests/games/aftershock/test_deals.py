"""Deals: what can be promised, and who kept a word once the marks are open."""

from dataclasses import replace

import pytest

from bot.games.abilities import MakesDeals, PromiseVerdict
from bot.games.aftershock import example as ex
from bot.games.aftershock.deals import chapter, promised, promises, verdict
from bot.games.aftershock.panel import PANEL
from bot.games.panel import View
from bot.locale.localisation import LANGUAGES
from engine.errors import IllegalAction
from engine.game import PUBLIC, Seat
from tests.games.aftershock.tables import in_phase
from tests.games.strict import StrictWords


def scored() -> View:
    return ex.example(StrictWords("en"), ex.scoring())


def test_the_panel_makes_deals() -> None:
    assert isinstance(PANEL, MakesDeals)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_space_can_be_promised_and_refused(language: str) -> None:
    view = in_phase("plan").view(PUBLIC)
    keys = promises(view)
    said = StrictWords(language)

    names = [promised(said, key) for key in keys]

    assert len(keys) == 22
    assert all(len(key) <= 20 for key in keys)
    assert len({each.name for each in names}) == len({each.mine for each in names}) == 22
    assert all(each.mine != each.yours for each in names)


def test_a_space_of_no_board_can_not_be_promised() -> None:
    with pytest.raises(IllegalAction):
        promised(StrictWords("en"), "atlantis")


def test_a_word_is_about_the_marks_of_its_round() -> None:
    view = in_phase("plan").view(PUBLIC)

    assert chapter(view) == "1"
    assert chapter(ex.example(StrictWords("en"), ex.ended())) is None


@pytest.mark.parametrize(
    ("seat", "promise", "expected"),
    [
        (ex.ANN, "oakland", PromiseVerdict(is_kept=True)),
        (ex.ANN, "-fremont", PromiseVerdict(is_kept=True)),
        (ex.ANN, "-oakland", PromiseVerdict(is_kept=False)),
        (
            ex.CLEO,
            "oakland",
            PromiseVerdict(
                is_kept=False,
                instead="marked San Rafael, San Francisco, Fremont and most bridges",
            ),
        ),
        (ex.CLEO, "most_bridges", PromiseVerdict(is_kept=True)),
    ],
)
def test_after_the_reveal_a_word_was_kept_or_broken(
    seat: Seat, promise: str, expected: PromiseVerdict
) -> None:
    assert verdict(scored(), "3", seat, promise) == expected


def test_an_influence_marker_keeps_a_word_too() -> None:
    view = scored()
    last = view.observation.scorings[-1]
    marks = (replace(last.marks[0], score=("vallejo",), influence=("oakland",)), *last.marks[1:])
    scorings = (*view.observation.scorings[:-1], replace(last, marks=marks))
    moved = replace(view, observation=replace(view.observation, scorings=scorings))

    assert verdict(moved, "3", ex.ANN, "oakland") == PromiseVerdict(is_kept=True)


def test_before_the_reveal_nobody_knows() -> None:
    view = ex.example(StrictWords("en"), ex.position())

    assert verdict(view, "3", ex.ANN, "oakland") is None
