"""A table without aids: the points are counted once, at the end; before, nothing tells of them."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.games.panel import View
from bot.games.screen import Image, Screen, Text
from bot.games.seismic.offers import best_first, offers
from bot.games.seismic.panel import PANEL
from bot.games.seismic.rotating import best_first as best_first_turned
from bot.games.seismic.rotating import turnable
from bot.games.seismic.words import cell_name
from bot.locale.localisation import LANGUAGES
from bot.table.match.match import Aids
from engine.game import PUBLIC
from tests.games.seismic.test_panel_variants import until
from tests.games.seismic.views import Table, finished, played, tied

WORTH = re.compile(r"point|punto|so far|pour l'instant|jusqu'ici|por ahora|score|vaut|vale\b")
"""What is said of sections and seats that are worth something."""


def pure(table: Table) -> Table:
    table.match = replace(table.match, aids=Aids.PURE)
    return table


def richer(view: View) -> View:
    """Return the view as if everything were worth more, and everybody had more."""
    observation = view.observation
    sections = tuple(
        replace(section, points=997 - 13 * n) for n, section in enumerate(observation.sections)
    )
    points = tuple(731 + seat for seat in range(observation.seats))
    return replace(view, observation=replace(observation, points=points, sections=sections))


def shown(view: View, table: Table) -> list[Any]:
    """Return all that lies open to everybody."""
    post = PANEL.post(view, table.events)
    image, board = post.image, PANEL.board(view)
    assert image is not None
    pictures = [(each.alt, each.picture.data) for each in (image, board)]
    return [post.text, post.rows, pictures, PANEL.cover(view), PANEL.headline(view)]


def texts(screen: Screen) -> str:
    parts = [block.markdown for block in screen.blocks if isinstance(block, Text)]
    return "\n".join([*parts, *(each.alt for each in screen.blocks if isinstance(each, Image))])


@pytest.mark.parametrize("variants", [(), ("big_one", "twin_cities"), ("aftershocks", "balance")])
def test_what_everybody_sees_is_the_same_whatever_it_is_worth(variants: tuple[str, ...]) -> None:
    table = pure(Table(3, 2, 6, variants))
    for _ in range(40):
        table.play()
    view = table.view(PUBLIC)

    seen, told = shown(view, table), [page.text for page in PANEL.text(view)]

    assert seen == shown(richer(view), table)
    assert told == [page.text for page in PANEL.text(richer(view))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_in_words_counts_no_points_and_no_danger(language: str) -> None:
    view = pure(played(40, 3, 2)).view(language=language)
    open_to_all = replace(view, match=replace(view.match, aids=Aids.ALL))

    told = "\n".join(page.text for page in PANEL.text(view))
    usual = "\n".join(page.text for page in PANEL.text(open_to_all))

    danger = view.words.say("Quake danger")
    assert WORTH.search(usual)
    assert not WORTH.search(told)
    assert (danger in usual, danger in told) == (True, False)
    assert len(told.splitlines()) == len(usual.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_is_placed_without_a_word_on_what_it_is_worth(language: str) -> None:
    view = pure(played(30, 3, 3)).view(language=language)
    for offer in offers(view.observation):
        for cell in list(offer.fits)[:3]:
            name = cell_name(view.observation, cell)
            screen = PANEL.press(view, "p", (offer.tile, name))
            assert isinstance(screen, Screen)
            assert not WORTH.search(texts(screen)), texts(screen)
            assert best_first(view, offer, cell) == tuple(sorted(offer.fits[cell]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_is_turned_without_a_word_on_what_that_brings(language: str) -> None:
    view = pure(until("rotating", ("aftershocks",))).view(language=language)
    for cell, turns in list(turnable(view.observation).items())[:3]:
        screen = PANEL.press(view, "y", (cell_name(view.observation, cell),))
        assert isinstance(screen, Screen)
        assert not WORTH.search(texts(screen)), texts(screen)
        assert best_first_turned(view, cell) == turns


def test_a_tie_is_chosen_without_the_points_beside_it() -> None:
    table = pure(tied())
    view = table.view()
    (line, *_) = view.observation.quakes[-1].tied

    fall = PANEL.press(view, "q", (str(line),))

    assert shown(view, table) == shown(richer(view), table)
    assert isinstance(fall, Screen)
    assert not WORTH.search(texts(fall))


def test_points_are_counted_aloud_when_the_match_is_over() -> None:
    table = pure(finished())
    view = table.view(PUBLIC)

    result = PANEL.result(view, table.events)

    assert all(str(n) in result.text for n in view.observation.points)
    assert PANEL.cover(view) != PANEL.cover(richer(view))
